"""`embertree play`: a person at the terminal, played by a script."""

import io
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from gamelist import GAMES, IDS

import embertree
from embertree import UsageError
from embertree.agents import make_agent
from embertree.arena.table import Table
from embertree.cli import main

FAKE = Path(__file__).parent / "fakes" / "fake_engine.py"


@pytest.fixture
def at_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Types lines into a command; (exit code, what was printed)."""

    def run(typed: str, *arguments: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main(["play", *arguments])
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return run


@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
def test_a_whole_game_by_numbers(game: str, players: int, at_the_terminal) -> None:
    seat = players - 1
    typed = "1\n" * 2_000
    if game == "pig":
        typed = "roll\nroll\nhold\n" * 2_000
    code, out = at_the_terminal(
        typed, game, "--players", str(players), "--seat", str(seat), "--against", "random", "--seed", "5"
    )
    assert code == 0
    assert out.startswith(f"{embertree.Game(game).title}, {players} players, seed 5\nYou are p{players}; ")
    assert out.rstrip().endswith((" wins.", " share the win."))
    assert "total" in out


def test_moves_are_chosen_by_number_word_and_part_of_a_word(at_the_terminal) -> None:
    typed = "1\nmark:b2\nC3\nquit\n"
    code, out = at_the_terminal(typed, "tic_tac_toe", "--against", "greedy", "--seed", "1")
    assert code == 0
    assert out.count("p2 (greedy): mark:") >= 1
    assert "The game is left." in out


def test_what_is_typed_wrongly_is_explained(at_the_terminal) -> None:
    typed = "99\n0\nzz\nmark\nmark:a1 mark:b1\nhlep\n\nmoves b\nmoves q\nquit\n"
    _, out = at_the_terminal(typed, "tic_tac_toe", "--against", "greedy", "--seed", "1")
    assert "'99': your moves are 1 to 9" in out
    assert "'0': your moves are 1 to 9" in out
    assert "there is no move 'zz'" in out
    assert "'mark' may be mark:a1, mark:b1, " in out
    assert "'mark:a1 mark:b1' is neither a move nor a command" in out
    assert "did you mean 'help'?" in out
    assert "none of your 9 moves holds 'q'" in out


def test_the_commands(at_the_terminal) -> None:
    typed = "help\nboard\nscore\nposition\nhistory\nhint\n5\nhistory\nquit\n"
    _, out = at_the_terminal(typed, "tic_tac_toe", "--against", "greedy", "--seed", "1")
    for word in ("moves", "board", "hint", "undo", "score", "position", "history", "help", "quit"):
        assert f"  {word}" in out
    assert "3/3/3 x" in out
    assert "nothing yet" in out
    assert " %  mark:" in out
    assert "mark:b2 mark:" in out


def test_undo_takes_back_the_last_decision_and_the_answers(at_the_terminal) -> None:
    _, out = at_the_terminal("undo\n5\nundo\nposition\nquit\n", "tic_tac_toe", "--against", "greedy", "--seed", "1")
    assert "undo: there is no decision of yours to take back" in out
    assert "3/3/3 x" in out


def test_undo_does_not_unsee_dice(at_the_terminal) -> None:
    _, out = at_the_terminal("roll\nundo\nquit\n", "pig", "--against", "greedy", "--seed", "1")
    assert "undo: chance came between" in out


def test_the_end_of_input_leaves_the_game(at_the_terminal) -> None:
    code, out = at_the_terminal("5\n", "tic_tac_toe", "--against", "greedy", "--seed", "1")
    assert code == 0
    assert out.endswith("The game is left.\n")


def test_engines_from_outside_sit_at_the_table_too(at_the_terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    command = f"{sys.executable} -m embertree engine --game tic_tac_toe"
    code, out = at_the_terminal(
        "1\nundo\n" + "1\n" * 9, "tic_tac_toe", "--against", f"cmd[nodes=5,name=guest]:{command}"
    )
    assert code == 0
    assert "p2 (guest): mark:" in out
    assert out.rstrip().endswith(("wins.", "share the win."))
    code, out = at_the_terminal("1\n" * 9, "tic_tac_toe", "--against", f"cmd[nodes=1]:{sys.executable} {FAKE} cheat")
    assert code == 1
    assert "A player cannot go on: illegal: there is no move 'mark:z9'" in out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["ludo"], "there is no game 'ludo'"),
        (["pig", "--seat", "2"], "--seat 2: seats of this game are 0 to 1"),
        (["pig", "--seat", "-1"], "'-1' is not a whole number from 0"),
        (["pig", "--players", "4", "--against", "random", "--against", "random"], "one SPEC, or 3, one for each other"),
        (["pig", "--against", "mcst"], "did you mean 'mcts'"),
        (["pig", "--against", "cmd:/nonexistent/engine"], "/nonexistent/engine: cannot be started"),
    ],
)
def test_bad_input_is_exit_code_2(arguments: list[str], complaint: str, at_the_terminal) -> None:
    code, out = at_the_terminal("", *arguments)
    assert code == 2
    assert complaint in out
    assert out.count("\n") == 1


def test_ctrl_c_is_exit_code_130(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, sys.path)))
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "embertree", "play", "tic_tac_toe", "--against", "random"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        bufsize=0,
    )
    heard = b""
    while not heard.endswith(b"> "):
        heard += os.read(process.stdout.fileno(), 4096)
    time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 130
    process.stdin.close()
    process.stdout.close()


# --- The table by itself ---


@pytest.mark.parametrize(("game", "players"), GAMES, ids=IDS)
def test_a_decision_taken_back_is_as_if_it_had_not_been(game: str, players: int) -> None:
    loaded = embertree.load_game(game, players)

    def table() -> Table:
        return Table(loaded, 0, {seat: make_agent("greedy", loaded) for seat in range(1, players)}, seed=9)

    straight, with_undo = table(), table()
    for _ in range(30):
        for each in (straight, with_undo):
            list(each.go_on())
        if straight.over:
            break
        actions = straight.state.legal_actions()
        chosen, other = actions[len(actions) // 2], actions[-1]
        with_undo.decide(other)
        chance = any(ply.seat < 0 for ply in with_undo.plies[len(straight.plies) :])
        assert not chance
        assert with_undo.take_back() == ""
        assert with_undo.state == straight.state
        assert with_undo.heard == straight.heard
        straight.decide(chosen)
        with_undo.decide(chosen)
        assert with_undo.plies == straight.plies


def test_what_is_not_legal_leaves_the_table_as_it_is() -> None:
    loaded = embertree.load_game("tic_tac_toe")
    table = Table(loaded, 0, {1: make_agent("random", loaded)}, seed=1)
    table.decide(4)
    list(table.go_on())
    count = len(table.plies)
    with pytest.raises(UsageError):
        table.decide(4)
    assert len(table.plies) == count
