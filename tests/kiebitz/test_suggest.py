"""``kiebitz suggest``: moves with reasons, hints, what is wrong with a move, and positions nobody can advise on."""

from __future__ import annotations

import re
import signal
from typing import Any

import pytest

from adviser import Suggestion
from core.games import find
from kiebitz.programs.advice import advise
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.test_cli import one_line

BLOCK = "8/8/8/8/8/BsBsBs5/AsAs6/8 A 0,0 5"
POSITIONS = {
    "tink": BLOCK,
    "ting": "12/12/12/12/12/12/12/4As7/12/12/12/12 B 0,0 1",
    "tingle": "8/8/8/8/3As4/8/8/8 B 0,0 1",
    "tabik": "4/1wb1/1bw1/4 b2-b3,c2-c3 B 2",
    "tinker_tactics": "2 A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d3=2,B6a6=6,B6b4=3,B8c5=5,B4c6=2,B4d4=1 A 0",
}


@pytest.mark.parametrize("name", POSITIONS)
def test_every_game_gets_a_move_its_steps_reasons_and_a_board(name: str, kiebitz: Kiebitz) -> None:
    answer = kiebitz("suggest", name, POSITIONS[name], "--nodes", 60, "--json").json
    assert answer["reasons"]
    assert answer["why"] == "; ".join(reason["text"] for reason in answer["reasons"])
    assert answer["line"][0] == answer["action"]
    assert answer["steps"]
    first = kiebitz("suggest", name, "start", "--nodes", 60, "--json").json
    assert first["action"] == first["line"][0]
    shown = kiebitz("suggest", name, POSITIONS[name], "--nodes", 60).out
    assert re.match(r"\w+ should play \S+: \w+", shown)
    assert "\n  - " in shown
    assert "[ ] what the move changes" in shown
    assert "estimated" in shown or "proved" in shown
    assert max(map(len, shown.splitlines())) <= 96


def test_the_cells_of_the_reasons_are_marked(kiebitz: Kiebitz) -> None:
    shown = kiebitz("suggest", "tink", BLOCK, "--nodes", 60).out
    assert "stops B's four at d3 (a3–d3)" in shown
    assert " 3 (Bs)(Bs)(Bs)[As] .   .   .   ." in shown


def test_a_hint_gives_away_no_more_than_its_rung(kiebitz: Kiebitz) -> None:
    area = kiebitz("suggest", "tink", BLOCK, "--nodes", 60, "--hint", "area", "--json").json
    assert area["text"] == "the lower middle of the board"
    assert "d3" in area["cells"]
    assert len(area["cells"]) == 9
    assert "action" not in area
    assert kiebitz("suggest", "tink", BLOCK, "--nodes", 60, "--hint", "area").out == (
        "Look at the lower middle of the board.\n"
    )
    piece = kiebitz("suggest", "tink", BLOCK, "--nodes", 60, "--hint", "piece")
    assert piece.out == "Place a small and pay nothing.\n"
    assert kiebitz("suggest", "tink", BLOCK, "--nodes", 60, "--hint", "move").out == "Sd3: put a small on d3\n"
    dice = kiebitz("suggest", "tinker_tactics", POSITIONS["tinker_tactics"], "--nodes", 60, "--hint", "piece").out
    assert dice.startswith("Move the d")
    text = "3 A8Aa2=3,A6Ab1=2,A4Ad1=4,B4Ba1=2,B6Bc3=1,C4Ca3=2,C8Cb2=6,C6Cd1=3 A 0"
    ring = kiebitz("suggest", "tinker_tactics", text, "--players", 3, "--nodes", 60, "--hint", "area", "--json").json
    assert ring["text"] == "the board of A"
    assert all(cell.startswith("A") for cell in ring["cells"])


def test_a_blunder_is_named_when_somebody_asks(kiebitz: Kiebitz) -> None:
    answer = kiebitz("suggest", "tink", BLOCK, "--after", "Sh8", "--nodes", 200, "--json").json
    assert answer["grade"] in ("mistake", "blunder")
    assert (answer["value"], answer["value_proved"], answer["proved"]) == (-1, True, False)
    assert answer["best"]["action"] == answer["reply"]["action"] == "Sd3"
    assert answer["loss"] == pytest.approx(answer["best"]["value"] + 1, abs=0.001)
    told = kiebitz("suggest", "tink", BLOCK, "--after", "Sh8", "--nodes", 200).out
    assert re.search(r"Sh8 is a (mistake|blunder): worth -1.00 \(proved\) to A\.", told)
    assert "four in a row: a3 b3 c3 d3" in told
    assert "Sd3 is the best move found" in kiebitz("suggest", "tink", BLOCK, "--after", "Sd3", "--nodes", 200).out


def test_a_move_may_be_asked_about_under_another_name(kiebitz: Kiebitz) -> None:
    text = "2 A8b3=2,A6d1=4,B6b4=1,B4c6=2,B4d4=1 A 0"
    answer = kiebitz("suggest", "tinker_tactics", text, "--after", "Ab3>Bb3", "--nodes", 60, "--json").json
    assert (answer["action"], answer["grade"], answer["loss"]) == ("b3>c4", "best", 0)


def test_an_end_needs_no_search(kiebitz: Kiebitz) -> None:
    won = "8/8/8/8/8/AsAsAs5/BsBs1Bs4/8 A 0,0 6"
    answer = kiebitz("suggest", "tink", won, "--after", "Sd3", "--nodes", 60, "--json").json
    assert (answer["grade"], answer["value"], answer["proved"], answer["reply"]) == ("best", 1, True, None)
    missed = kiebitz("suggest", "tink", won, "--after", "Sh8", "--nodes", 60, "--json").json
    assert missed["loss"] >= 1


def test_ctrl_c_shows_the_best_move_so_far(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: Any, **how: Any) -> Suggestion:
        signal.raise_signal(signal.SIGINT)
        return advise(*arguments, **how)

    monkeypatch.setattr("kiebitz.programs.advice.advise", interrupted)
    answer = kiebitz("suggest", "tabik", "start", "--seconds", 3600)
    assert answer.status == 130
    assert "should play" in answer.out
    assert "best found so far" in answer.err


@pytest.mark.parametrize("name", POSITIONS)
def test_several_moves_come_with_values_lines_and_boards(name: str, kiebitz: Kiebitz) -> None:
    answer = kiebitz("suggest", name, POSITIONS[name], "--nodes", 40, "--lines", 3, "--json").json
    actions = [line["action"] for line in answer["lines"]]
    assert actions[0] == answer["action"]
    assert len(set(actions)) == len(actions) == 3
    game = find(name)
    options = game.options.of({"board_size": 4} if name == "tabik" else {})
    for line in answer["lines"]:
        position = game.parse_position(POSITIONS[name], options)
        for action in line["line"]:
            position = game.play(position, action)
        assert -1 <= line["value"] <= 1
    shown = kiebitz("suggest", name, POSITIONS[name], "--nodes", 40, "--lines", 3).out
    assert shown.count("expected: ") == shown.count("[ ] what the move changes") == 3
    values = [line["value"] for line in answer["lines"][1:]]
    assert values == sorted(values, reverse=True)


def test_an_analysis_goes_on_until_it_is_stopped(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    given = list[float]()

    def interrupted(*arguments: Any, seconds: float, **how: Any) -> Suggestion:
        given.append(seconds)
        if len(given) == 3:
            signal.raise_signal(signal.SIGINT)
        return advise(*arguments, seconds=seconds, **how)

    monkeypatch.setattr("kiebitz.programs.advice.advise", interrupted)
    answer = kiebitz("suggest", "tabik", "start", "--seconds", 0.05, "--until-stopped", "--json")
    assert answer.status == 130
    assert len(answer.lines) == 2
    assert given == pytest.approx([0.05, 0.1, 0.2])


def test_an_analysis_ends_with_a_proof(kiebitz: Kiebitz) -> None:
    won = "8/8/8/8/8/AsAsAs5/BsBs1Bs4/8 A 0,0 6"
    assert kiebitz("suggest", "tink", won, "--seconds", 9.0, "--until-stopped", "--json").json["proved"] is True


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("tink", "8/8/3As4/2BsAs4/2BsAs4/3As4/6Bs1/8 - 0,0 7"), "over"),
        (("tink", "8/8/3As4/2BsAs4/2BsAs4/3As4/6Bs1/8 B 0,0 7"), "a line stands at d3 d4 d5 d6"),
        (("tink", "8/8/2BsAs4/2BsAs4/3As4/8/6Bs1/8 A 0,0 2"), "6 or more"),
        (("tink", "8/8/8/8/8/8/8/8 B 0,0 5"), "no piece stands on the board at ply 5"),
        (("tink", "AsAsAs5/8/8/8/8/8/8/8 B 0,0 3"), "pieces of A on the board: 3; turns of A by ply 3: 2"),
        (("tink", BLOCK, "--players", "3"), "players=2"),
        (("tabik", "4/1wb1/1bw1/4 b2-b3,c2-c3 B 1"), "2 or more"),
        (("tabik", "4/1wb1/1bw1/4 b2-b3,c2-c3 B 9"), "rods on the board: 2; the ply is 9"),
        (("tabik", "4/4/4/4 - B 1"), "no stone lies"),
        (("tabik", "4/1wb1/1bw1/4 b2-b3,c2-c3 B 2", "--options", "board_size=3"), "board_size=4"),
        (("tink", BLOCK, "--seconds", "0"), "above 0"),
        (("tink", BLOCK, "--seconds", "inf"), "above 0"),
        (("tink", BLOCK, "--level", "0"), "from 1 to 10"),
        (("tink", BLOCK, "--level", "3", "--after", "Sd3"), "leave --level out"),
        (("tink", BLOCK, "--after", "Sa3"), "not legal"),
        (("tink", BLOCK, "--after", "castle"), "--after"),
        (("tink", BLOCK, "--after", "Sd3", "--hint", "area"), "leave one"),
        (("tink", BLOCK, "--lines", "3", "--hint", "area"), "--lines"),
        (("tink", BLOCK, "--until-stopped", "--nodes", "9"), "leave one"),
    ],
)
def test_what_cannot_be_advised_on_is_told_plainly(arguments: tuple[str, ...], part: str, kiebitz: Kiebitz) -> None:
    assert part in one_line(kiebitz("suggest", *arguments))


def test_a_level_plays_as_it_does_for_programs(kiebitz: Kiebitz) -> None:
    from kiebitz.programs.advice import answer_request

    tink = find("tink")
    position = tink.parse_position(BLOCK, tink.options())
    shown = kiebitz("suggest", "tink", BLOCK, "--level", 2, "--seed", 5, "--seconds", 30, "--json").json
    told = answer_request(tink, position, {"level": 2, "seed": 5, "seconds": 30})
    assert told["level"] == 2
    assert (shown["action"], shown["value"]) == (told["action"], told["value"])
    with pytest.raises(ValueError, match="from 1 to 10"):
        answer_request(tink, position, {"level": 0})
