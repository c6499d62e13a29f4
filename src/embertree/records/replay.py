"""A record played again, every field checked against what the rules say."""

from dataclasses import dataclass
from typing import Any

from embertree._core import CHANCE, OBJECTIVES, Game, State, UsageError
from embertree.arena.ending import GAME_OVER, forfeit_ranks, forfeit_returns, parse_reason
from embertree.records.read import RecordError
from embertree.records.write import position_hash
from embertree.seeds import ChanceDraws
from embertree.words import did_you_mean, shown

# Returns are sums of a few fractions: more than this apart is another result.
_RETURNS_TOLERANCE = 1e-6


@dataclass(frozen=True)
class Replayed:
    """A record that keeps what it promises."""

    record: dict[str, Any]
    game: Game
    final: State

    @property
    def plies(self) -> int:
        return len(self.record["moves"])


def replay(record: dict[str, Any], where: str = "record") -> Replayed:
    """Plays a record (as `read_records` gives it) again. RecordError names the first thing that does not fit."""
    game = _game_of(record, where)
    state = game.new_initial_state()
    draws = None if record["seed"] is None else ChanceDraws(record["seed"])
    for ply, move in enumerate(record["moves"], 1):
        _play(state, move, draws, f"{where}, move {ply}")
    _check_end(record, state, where)
    return Replayed(record, game, state)


def _game_of(record: dict[str, Any], where: str) -> Game:
    if record["objective"] not in OBJECTIVES:
        objective = record["objective"]
        raise RecordError(
            f"{where}: field 'objective': there is none {shown(objective)}{did_you_mean(objective, OBJECTIVES)}"
        )
    try:
        game = Game(record["game"])
    except UsageError as trouble:
        raise RecordError(f"{where}: field 'game': {trouble}") from None
    # Before the options, since these may be others in other versions.
    if record["rules_version"] != game.rules_version:
        raise RecordError(
            f"{where}: field 'rules_version': the record is of version {record['rules_version']} of {game.id}'s rules, "
            f"this build plays version {game.rules_version}"
        )
    try:
        Game(game.id, len(record["players"]))
    except UsageError as trouble:
        raise RecordError(f"{where}: field 'players': {trouble}") from None
    try:
        return Game(game.id, len(record["players"]), record["rules"], record["objective"])
    except UsageError as trouble:
        raise RecordError(f"{where}: field 'rules': {trouble}") from None


def _play(state: State, move: dict[str, Any], draws: ChanceDraws | None, where: str) -> None:
    word = move["move"]
    if state.is_terminal():
        raise RecordError(f"{where}: {shown(word)}: the game is over")
    try:
        action = state.string_to_action(word)
    except UsageError as trouble:
        raise RecordError(f"{where}: {shown(word)}: {trouble}") from None
    if state.current_player() == CHANCE:
        if len(move) > 1:
            raise RecordError(f"{where}: {shown(word)}: a chance event has neither 'ms' nor 'value'")
        drawn = draws.draw(state) if draws else action
        if drawn != action:
            raise RecordError(f"{where}: {shown(word)}: the record's seed draws {state.action_to_string(drawn)} here")
    elif len(move) == 1:
        raise RecordError(f"{where}: {shown(word)}: the field 'ms' is missing")
    state.apply_action(action)


def _check_end(record: dict[str, Any], state: State, where: str) -> None:
    result = record["result"]
    ending = parse_reason(record["reason"], state)
    if ending is None and record["reason"] == GAME_OVER:
        raise RecordError(f"{where}: field 'moves': the game is not over after {len(record['moves'])} moves")
    if ending is None:
        wanted = f"'{GAME_OVER}'" if state.is_terminal() else "a forfeit: the game is not over"
        raise RecordError(f"{where}: field 'reason': {shown(record['reason'])} should be {wanted}")
    if ending.forfeited and ending.seat is not None:
        returns = forfeit_returns(state.game, ending.seat)
        ranks = forfeit_ranks(state.num_players, ending.seat)
    else:
        returns, ranks = state.returns(), state.ranks()
    if len(result["returns"]) != len(returns) or any(
        abs(stated - true) > _RETURNS_TOLERANCE for stated, true in zip(result["returns"], returns, strict=True)
    ):
        raise RecordError(f"{where}: field 'result', returns: {result['returns']} should be {returns}")
    for name, true in (("scores", state.scores()), ("ranks", ranks)):
        if result[name] != true:
            raise RecordError(f"{where}: field 'result', {name}: {result[name]} should be {true}")
    true_hash = position_hash(state.position)
    if record["sha256"] != true_hash:
        raise RecordError(f"{where}: field 'sha256': {record['sha256']} should be {true_hash}, of {state.position}")
