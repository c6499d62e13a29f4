"""Terra Mystica against games played elsewhere: every row's outcome, and final scores by source.

The games of people (`human_*`) are records of unstated licence and no part of the project; they are replayed where a
folder `../shared` next to the project holds them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from terra_table import goods

from embertree import load_game
from embertree.records.ledger import LedgerGame, Replay, Row, read_commands
from embertree.records.ledger.standing import Standing

GAME = "terra_mystica"
PROJECT = Path(__file__).parents[2]
SHARED = PROJECT.parent / "shared" / "golden" / GAME


def golden_folder(config: pytest.Config) -> Path:
    chosen = config.getoption("--golden", default=None)
    return (Path(chosen) if chosen else PROJECT / "tests" / "golden") / GAME


def games_in(folder: Path, pattern: str) -> list[Path]:
    return [path for path in sorted(folder.glob(pattern)) if not path.stem.endswith("_post")]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    folder = golden_folder(metafunc.config)
    if "selfplay_path" in metafunc.fixturenames:
        paths = games_in(folder, "ai_*.json") + games_in(folder, "rnd_*.json")
        metafunc.parametrize("selfplay_path", paths, ids=lambda path: path.stem)
    if "human_path" in metafunc.fixturenames:
        paths = games_in(folder, "human_*.json") or games_in(SHARED, "human_*.json")
        skip = pytest.mark.skip(reason=f"games of people are no part of the project; {SHARED} does not hold them")
        metafunc.parametrize(
            "human_path",
            paths or [pytest.param(None, marks=skip)],
            ids=lambda path: path.stem if path else "none",
        )


def replayed(path: Path) -> Replay:
    replay = Replay(LedgerGame.from_json(json.loads(path.read_text(encoding="utf-8"))))
    disagreements = replay.run()
    assert not disagreements, "\n".join(map(str, disagreements[:5]))
    return replay


def test_a_game_of_other_programs_replays_row_by_row(selfplay_path: Path) -> None:
    replayed(selfplay_path)


def test_a_game_of_people_replays_row_by_row(human_path: Path) -> None:
    replayed(human_path)


def test_a_replayed_game_is_legal_and_sound_decision_by_decision(golden: Path) -> None:
    paths = games_in(golden / GAME, "ai_5p*.json")[:1] + games_in(golden / GAME, "rnd_3p*.json")[:1]
    if not paths:
        pytest.skip("no such game in this folder")
    for path in paths:
        replay = replayed(path)
        game = LedgerGame.from_json(json.loads(path.read_text(encoding="utf-8")))
        state = game.start()
        reader = load_game(GAME)
        for word in replay.words:
            action = state.string_to_action(word)
            assert action in state.legal_actions()
            assert state.action_to_string(action) == word
            state.apply_action(action)
            assert state.audit() == ""
            assert state.key == state.key_from_scratch()
            again = reader.parse_position(state.position)
            assert again == state
            assert again.to_bytes() == state.to_bytes()
        assert state == replay.state


# --- The sample games of the rules' data ---


def sample_games(golden: Path) -> list[dict[str, Any]]:
    path = golden / GAME / "rules.json"
    if not path.exists():
        pytest.skip("no rules.json in this folder")
    samples: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["test_vectors"]["sample_games"]
    return samples


def sample_as_game(sample: dict[str, Any]) -> LedgerGame:
    lines = sample["input_ledger"]

    def after(prefix: str) -> list[str]:
        return [line[len(prefix) :] for line in lines if line.startswith(prefix)]

    rows = [
        Row(
            row["faction"],
            row["commands"],
            {
                row["faction"]: {
                    "C": row["c"], "W": row["w"], "P": row["p"], "VP": row["vp"],
                    "P1": row["power_bowls"][0], "P2": row["power_bowls"][1], "P3": row["power_bowls"][2],
                    "cult": dict(zip(("FIRE", "WATER", "EARTH", "AIR"), row["cults"], strict=True)),
                }
            },
        )
        for row in sample["expected_rows"]
        if "faction" in row and row["commands"] != "setup"
    ]  # fmt: skip
    return LedgerGame(
        tuple(after("setup ")),
        tuple(after("option ")),
        tuple(after("score ")[0].split(",")),
        tuple(after("delete ")),
        tuple(rows),
    )


FIELDS = {"C", "W", "P", "VP", "P1", "P2", "P3", "cult"}


def test_the_complete_sample_game_agrees_in_every_row_and_in_its_end(golden: Path) -> None:
    sample = sample_games(golden)[0]
    replay = Replay(sample_as_game(sample))
    assert [d for d in replay.run() if d.field in FIELDS] == []
    assert replay.state.is_terminal()
    last = {row["faction"]: row["vp"] for row in sample["expected_rows"] if row.get("commands") == "score_resources"}
    assert dict(zip(replay.game.factions, replay.state.scores(), strict=True)) == last


def test_sample_games_of_all_factions_agree_up_to_answers_that_come_late(golden: Path) -> None:
    """These tell answers when they were given; here each is taken when its offer stands, so points and power of who has
    an answer outstanding are compared when it has come."""
    for sample in sample_games(golden)[1:]:
        game = sample_as_game(sample)
        replay = Replay(game)
        disagreements = replay.run()
        assert [d for d in disagreements if d.field in {"C", "W", "P", "cult"} or d.field == "play"] == [], sample[
            "title"
        ]
        ended = {row.faction: row.after[row.faction] for row in game.rows}
        standing = Standing.of(replay.state)
        for faction, expected in ended.items():
            if any(d.faction == faction and d.row == len(game.rows) - 1 for d in disagreements):
                continue
            ours = standing.factions[faction]
            assert (ours.coins, ours.workers, ours.priests) == (expected["C"], expected["W"], expected["P"])
            assert ours.points == expected["VP"]
            assert list(ours.bowls) == [expected["P1"], expected["P2"], expected["P3"]]


def test_the_start_of_the_first_sample_game_as_the_rules_print_it(golden: Path) -> None:
    replay = Replay(sample_as_game(sample_games(golden)[0]))
    game = replay.game
    short = LedgerGame(game.factions, game.options, game.scoring, game.removed, game.rows[:9])
    replay = Replay(short)
    assert [d for d in replay.run() if d.field in FIELDS] == []
    # cultists: action BON1. dig 1. build D4
    assert goods(replay.state, 0) == (15, 2, 0)


# --- The reader ---


def test_commands_are_read_whatever_their_case_and_spacing() -> None:
    assert [c.verb for c in read_commands("Burn 3.  ACTION act4 .  pass bon7")] == ["burn", "action", "pass"]
    assert [(c.verb, c.name) for c in read_commands("+2TW3. +2air")] == [
        ("town", "TW3"),
        ("town", "TW3"),
        ("step", "AIR"),
    ]
    assert [(c.name, c.other, c.count) for c in read_commands("convert 6PW to 2 workers")] == [("PW", "W", 2)]
    assert read_commands("  # nothing but a comment") == []


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("build Z9", "is no ledger command"),
        ("convert 2PW to 1W", "is not the rate"),
        ("convert 1C to 1P", "cannot be converted"),
        ("transform E6 to purple", "there is no terrain"),
    ],
)
def test_what_cannot_be_read_says_so(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read_commands(text)


def test_a_wrong_row_is_named_with_what_was_expected_and_what_came(golden: Path) -> None:
    path = games_in(golden / GAME, "ai_2p*.json")[0]
    data = json.loads(path.read_text(encoding="utf-8"))
    row = next(i for i, row in enumerate(data["rows"]) if row["text"].startswith("upgrade") and row["after"])
    faction = data["rows"][row]["faction"]
    data["rows"][row]["after"][faction]["W"] += 1
    found = Replay(LedgerGame.from_json(data)).run()
    assert [(d.row, d.faction, d.field) for d in found] == [(row, faction, "W")]
    assert found[0].expected == found[0].got + 1  # type: ignore[operator]
    data["rows"][row]["text"] = "upgrade A1 to SA"
    found = Replay(LedgerGame.from_json(data)).run()
    assert found[-1].row == row
    assert "A1" in str(found[-1])
