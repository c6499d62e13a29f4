"""Players of one's own: Python agents, and names out of a file; what this machine can hold."""

import sys
import textwrap
from pathlib import Path

import pytest

import embertree
from embertree import UsageError
from embertree.agents import AgentFailure, Limits, make_agent
from embertree.agents.remote import escaped_setting, parse_remote, split_settings
from embertree.arena import Clock, MatchSettings, play_match
from embertree.arena.means import check_means, memory_mb
from embertree.arena.players import chosen_players, read_players

TIC = embertree.load_game("tic_tac_toe")

BOTS = """
    import time
    from embertree.agents import Choice

    class First:
        def __init__(self, game, style="calm"):
            self.game, self.style = game, style
        def choose(self, state):
            return state.legal_actions()[0]

    class Whole:
        def __init__(self, game, limits):
            self.limits, self.calls = limits, []
        def new_game(self, seat, seed): self.calls.append(("new_game", seat))
        def told(self, words): self.calls.append(("told", len(words)))
        def begins_at(self, position): self.calls.append(("begins_at", position))
        def on_clock(self, left_ms, increment_ms): self.calls.append(("on_clock", increment_ms))
        def choose(self, state): return Choice(state.legal_actions()[-1], (0.25, 0.75))
        def close(self): self.calls.append(("close",))

    class Bad:
        def __init__(self, game, how="raise"): self.how = how
        def choose(self, state):
            if self.how == "raise": return 1 // 0
            if self.how == "exit": raise SystemExit(3)
            if self.how == "illegal": return 0
            if self.how == "word": return "mark:a1"
            if self.how == "beyond": return -7
            if self.how == "loop":
                while True: pass
            if self.how == "stubborn":
                for _ in range(3):
                    try:
                        while True: pass
                    except BaseException: pass
                while True: pass

    class Spoiler:
        def __init__(self, game): pass
        def choose(self, state):
            action = state.legal_actions()[0]
            state.apply_action(action)
            return action

    def broken(game): raise RuntimeError("no licence")
    def none(game): return 5
    number = 3
"""


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """SPEC of an agent in a module of its own."""
    name = f"bots_{abs(hash(tmp_path)):x}"
    (tmp_path / f"{name}.py").write_text(textwrap.dedent(BOTS))
    (tmp_path / f"{name}_wrong.py").write_text("import no_such_module_at_all\n")
    monkeypatch.setattr(sys, "path", list(sys.path))

    def spec(factory: str, settings: str = "", module: str = "") -> str:
        inside = ",".join(filter(None, [f"dir={tmp_path}", settings]))
        return f"py[{inside}]:{name}{module}:{factory}"

    return spec


def test_an_object_with_choose_is_enough(bots) -> None:
    result = play_match(MatchSettings(TIC, [bots("First"), bots("Spoiler")], blocks=2))
    assert (result.failed_games, result.standings.games) == (0, 4)


def test_keywords_go_to_the_factory_and_ours_do_not(bots) -> None:
    agent = make_agent(bots("First", "style=bold,name=Bolder,movetime=500"), TIC)
    assert agent.name == "Bolder"
    assert agent._player.style == "bold"
    assert agent.limits == Limits(movetime_ms=500)


def test_a_whole_agent_hears_everything(bots) -> None:
    agents = [make_agent(bots("Whole", "nodes=9"), TIC), make_agent("random", TIC)]
    from embertree.arena import Opening, Terms, play_game

    position = TIC.new_initial_state().child(0).position
    played = play_game(TIC, agents, 1, terms=Terms(clock=Clock(1000, 20), opening=Opening(position)))
    calls = agents[0]._player.calls
    assert calls[:2] == [("new_game", 0), ("begins_at", position)]
    assert calls[2:4] == [("told", 1), ("on_clock", 20)]
    assert agents[0]._player.limits == Limits(nodes=9)
    assert {ply.value for ply in played.plies if ply.seat == 0} == {0.25}
    agents[0].close()
    assert agents[0]._player.calls[-1] == ("close",)


@pytest.mark.parametrize(
    ("how", "kind", "detail"),
    [
        ("raise", "crash", "ZeroDivisionError: integer division or modulo by zero (bots_"),
        ("exit", "crash", "SystemExit: 3"),
        ("illegal", "illegal", "'mark:a1': the square is taken"),
        ("word", "protocol", "choose gave 'mark:a1', which is no action"),
        ("beyond", "illegal", "'action -7'"),
        ("loop", "timeout", "no action after 60 ms"),
        ("stubborn", "timeout", "no action after 60 ms"),
    ],
)
def test_what_goes_wrong_in_it_is_its_forfeit(bots, how: str, kind: str, detail: str) -> None:
    bad = bots("Bad", f"how={how},move=60" if how in ("loop", "stubborn") else f"how={how}")
    result = play_match(MatchSettings(TIC, [bots("First"), bad]))
    assert [failure.player for failure in result.failures][:1] == [1]
    ending = result.failures[0].ending
    assert ending.kind == kind
    assert detail in ending.detail
    if how == "raise":
        assert ", line " in ending.detail


def test_a_movetime_holds_for_them_too(bots) -> None:
    result = play_match(
        MatchSettings(TIC, [bots("Bad", "how=loop,margin=10"), "random"], limits=Limits(movetime_ms=40))
    )
    assert [failure.ending.detail for failure in result.failures] == ["no action after 50 ms"] * 2


@pytest.mark.parametrize(
    ("factory", "module", "complaint"),
    [
        ("First", "_nowhere", "_nowhere cannot be imported: ModuleNotFoundError"),
        ("First", "_wrong", "no_such_module_at_all"),
        ("Frist", "", "has no Frist; it has: "),
        ("number", "", "number cannot be called"),
        ("broken", "", "RuntimeError: no licence (bots_"),
        ("none", "", "the factory made a int without choose"),
    ],
)
def test_what_cannot_be_made_ends_the_match_before_it_begins(bots, factory: str, module: str, complaint: str) -> None:
    with pytest.raises(UsageError) as caught:
        play_match(MatchSettings(TIC, [bots(factory, module=module), "random"]))
    assert complaint in str(caught.value)
    assert str(caught.value).startswith("player 'py[")


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("py:x", "expected py:MODULE:FACTORY"),
        ("py:x y:z", "expected py:MODULE:FACTORY"),
        ("py[nodes=0]:x:y", "nodes: '0'"),
        ("py[a]:x:y", "'a' is not key=value"),
        ("py[a=1,a=2]:x:y", "a is given twice"),
    ],
)
def test_a_wrong_spec_is_named(spec: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        make_agent(spec, TIC)


def test_failures_are_errors_to_who_plays_by_hand(bots) -> None:
    agent = make_agent(bots("Bad"), TIC)
    agent.new_game(0, 1)
    with pytest.raises(AgentFailure, match="ZeroDivisionError"):
        agent.choose(TIC.new_initial_state())


def test_workers_play_with_them_too(bots, tmp_path: Path) -> None:
    from embertree.arena.workers import Workers

    settings = MatchSettings(TIC, [bots("First"), "random"], blocks=3, seed=4)
    assert play_match(settings, runner=Workers(settings, 2)).digest == play_match(settings).digest


# --- Kept from game to game ---


@pytest.mark.parametrize(("game", "players", "rules"), [
    ("stone_age", 2, {}), ("terra_mystica", 2, {"factions": "witches,giants"}), ("volcano_island", 3, {}),
])  # fmt: skip
def test_players_who_are_kept_play_as_new_ones_where_sides_go_around(
    game: str, players: int, rules: dict[str, str], bots
) -> None:
    from embertree.arena.pool import Pool
    from embertree.seeds import derive

    loaded = embertree.load_game(game, players, **rules)
    ours = f"cmd[nodes=3]:{sys.executable} -m embertree engine"
    specs = [ours, bots("First"), *["mcts:nodes=3"] * (players - 2)]
    settings = MatchSettings(loaded, specs, seed=6, side_rotations=True, move_limit=60)
    played = []
    play_match(settings, lambda finished, _: played.append(finished.played))
    assert len({each.game for each in played}) == players
    for number in (players, len(played) - 1):
        pool = Pool(settings)
        try:
            alone = pool.play(number)
        finally:
            pool.close()
        assert alone.game == played[number].game
        assert [ply.word for ply in alone.plies] == [ply.word for ply in played[number].plies]
        assert alone.seed == derive(6, "block", 0)


def test_of_many_players_only_some_are_kept(monkeypatch: pytest.MonkeyPatch, fake) -> None:
    import os

    from processes import running

    from embertree.arena import pool

    monkeypatch.setattr(pool, "KEPT", 2)
    mark = f"33{os.getpid():07}"
    specs = [fake("good", int(f"{mark}{k}"), f"start=5000,nodes=1,name=e{k}") for k in range(4)]
    seen = []

    def count(finished, _) -> None:
        seen.append(len(running(f"fake_engine.py good {mark}")))

    result = play_match(MatchSettings(TIC, specs, format="roundrobin"), count)
    assert (result.finished, result.failed_games) == (12, 0)
    assert max(seen) <= 2


def test_an_engine_that_starts_no_more_loses_and_the_match_goes_on(tmp_path: Path, fake) -> None:
    import shlex

    program = tmp_path / "engine"
    program.write_text(f"#!/bin/sh\nexec {fake('die_later', 3).partition(':')[2]}\n")
    program.chmod(0o755)

    def take_away(finished, _) -> None:
        program.unlink(missing_ok=True)

    settings = MatchSettings(TIC, [f"cmd[start=5000]:{shlex.quote(str(program))}", "random"], blocks=2, seed=1)
    result = play_match(settings, take_away)
    assert result.finished == 4
    assert {failure.ending.kind for failure in result.failures} == {"crash"}
    assert "cannot be started" in result.failures[-1].ending.detail


# --- Settings in brackets ---


def test_any_value_may_stand_in_brackets() -> None:
    for value in ("a,b", "a]b", "a\\b", "\\,]", "", "plain"):
        spec = parse_remote(f"cmd[Book={escaped_setting(value)},Hash=4]:./engine")
        assert dict(spec.options) == {"Book": value, "Hash": "4"}
    assert split_settings("") == []
    assert split_settings("a=1,b=2") == ["a=1", "b=2"]


# --- Players by name ---


def test_players_have_names_out_of_a_file(tmp_path: Path, fake) -> None:
    import json

    path = tmp_path / "engines.toml"
    command = fake("good").partition(":")[2]
    path.write_text(
        f"""
        [calm]
        spec = "mcts"
        nodes = 20
        options = {{ explore = 1.2 }}

        [strong]
        cmd = {json.dumps(command)}
        dir = "."
        start = 5000
        nodes = 1
        options = {{ Strength = 4 }}

        [mine]
        py = "bots:make"
        dir = "agents"
        movetime = 50
        """
    )
    players = read_players(str(path))
    assert list(players) == ["calm", "strong", "mine"]
    assert players["calm"] == "mcts:nodes=20,explore=1.2"
    strong = parse_remote(players["strong"])
    assert (strong.name, strong.folder, strong.options) == ("strong", str(tmp_path), (("Strength", "4"),))
    assert players["mine"] == f"py[name=mine,dir={tmp_path / 'agents'},movetime=50]:bots:make"
    assert chosen_players(["strong", "random"], players) == ([players["strong"], "random"], ["strong", "random"])
    assert chosen_players([], players)[1] == ["calm", "strong", "mine"]
    settings = MatchSettings(TIC, (players["calm"], players["strong"]), names=("calm", "strong"))
    result = play_match(settings)
    assert (sorted(result.standings.names), result.failed_games) == (["calm", "strong"], 0)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "there is no player in it"),
        ("x", "is not TOML"),
        ("x = 3", "player 'x': expected a table"),
        ("[x]\nnodes = 3", "expected one of cmd, spec and py, there is none"),
        ("[x]\ncmd = 'a'\nspec = 'b'", "there is spec and cmd"),
        ("[x]\nspec = 'mcts'\nnode = 3", "there is no key 'node' beside spec; did you mean 'nodes'"),
        ("[x]\nspec = 3", "spec: expected text"),
        ("[x]\nspec = 'mcts'\nnodes = 'many'", "nodes: 'many'"),
        ("[x]\nspec = 'mtcs'", "there is no agent 'mtcs'"),
        ('[x]\ncmd = "a \'b"', "no closing quotation"),
        ("[x]\ncmd = 'a'\noptions = 3", "options: expected a table"),
        ("[x]\ncmd = 'a'\noptions = { A = [1] }", "options, A: expected a word or a number"),
    ],
)
def test_a_wrong_file_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "engines.toml"
    path.write_text(text)
    with pytest.raises(UsageError, match=complaint):
        read_players(str(path))
    with pytest.raises(UsageError, match="cannot be read"):
        read_players(str(tmp_path / "none.toml"))


# --- What this machine can hold ---


def test_memory_is_asked_for_before_the_first_game() -> None:
    settings = MatchSettings(TIC, ["mcts:movetime=50,hash=1000", "mcts:movetime=50,hash=500"])
    check_means(settings, 1, lambda: 1600)
    with pytest.raises(UsageError, match=r"2 games at once may need 3128 MiB of memory, 1600 MiB are free; take fewer"):
        check_means(settings, 2, lambda: 1600)
    check_means(settings, 50, lambda: None)
    clocked = MatchSettings(TIC, ["mcts", "random"], clock=Clock(1000))
    with pytest.raises(UsageError, match=r"1 game at once may need 321 MiB of memory, 300 MiB are free"):
        check_means(clocked, 1, lambda: 300)


def test_what_players_may_need() -> None:
    assert memory_mb("random") == memory_mb("greedy") == 1
    assert memory_mb("mcts:movetime=10") == 256
    assert memory_mb("mcts:movetime=10,hash=64") == 64
    assert memory_mb("mcts") == memory_mb("mcts:nodes=1000") < 10
    assert memory_mb("mcts", Limits(nodes=10**9)) == 256
    assert memory_mb("mcts", Limits(movetime_ms=50)) == 256
    assert memory_mb("mcts:nodes=1000", Limits(movetime_ms=50)) < 10
    assert memory_mb("cmd[Hash=128]:x") == 128
    assert 0 < memory_mb("cmd:x") < 100
    assert 0 < memory_mb("py:a:b") < 100


def test_descriptors_are_asked_for_before_the_first_game(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource

    changed = []
    monkeypatch.setattr(resource, "getrlimit", lambda which: (100, 200))
    monkeypatch.setattr(resource, "setrlimit", lambda which, limits: changed.append(limits))
    settings = MatchSettings(TIC, ["random", "random"])
    check_means(settings, 10, lambda: None)
    assert changed == []
    check_means(settings, 30, lambda: None)  # more than is set, not more than may be
    assert changed == [(124, 200)]
    with pytest.raises(UsageError, match=r"100 games at once need 264 open files in one process, the limit is 200"):
        check_means(settings, 100, lambda: None)
