"""``kiebitz review`` goes through a game, finds where it turned, and keeps what it has when it is interrupted.

Players are called as people call them, in the reasons too.
"""

from __future__ import annotations

from itertools import combinations, count
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest

from adviser import Suggestion
from adviser.assessing import Assessment
from adviser.findings import Alternative
from adviser.review import Turn, review, turning_points
from core import games
from core.goodwin.options import TinkOptions
from core.record import Record
from core.tabik.options import TabikOptions
from kiebitz.language import language
from kiebitz.programs.turns import explained
from kiebitz.value_graph import Dot, value_svg
from tests.games.sample import play
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.test_cli import one_line

TINK, TABIK = games.find("tink"), games.find("tabik")
GAME = '[Game "tink"]\n\n1. Sc3 2. Sd6 3. Sd4 4. Se6 5. Se5 6. Sf6 7. Sh8 8. Sc6\n'
"""B has stopped A's four at f6, but not at b2; A overlooks it, and B makes one of its own."""


@pytest.fixture(autouse=True)
def _slow_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have each look at the clock find it 5 ms later: as much is thought in a second on a machine that is busy."""
    ticks = count()
    monkeypatch.setattr("kiebitz.programs.advice.time", SimpleNamespace(monotonic=lambda: 0.005 * next(ticks)))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(GAME, encoding="utf-8")
    return path


def test_the_missed_win_is_the_turning_point(record: Path, kiebitz: Kiebitz) -> None:
    answer = kiebitz("review", record, "--seconds", 1, "--json").json
    assert [turn["action"] for turn in answer["turns"]] == ["Sc3", "Sd6", "Sd4", "Se6", "Se5", "Sf6", "Sh8", "Sc6"]
    missed, last = answer["turns"][6:]
    assert (missed["grade"], missed["value"], missed["loss"], missed["proved"]) == ("blunder", -1, 2, True)
    assert missed["best"]["action"] == "Sb2"
    assert (last["grade"], last["value"], last["reply"]) == ("best", 1, None)
    assert answer["turning_points"][0] == 7
    assert answer["complete"] is True
    assert answer["result"] == {"winners": ["B"], "reason": "line"}


def test_sides_that_have_names_are_called_by_them_and_players_who_exchanged_them_are_not(
    tmp_path: Path, kiebitz: Kiebitz
) -> None:
    path, graph = tmp_path / "game.txt", tmp_path / "graph.svg"
    moves = '[Game "tabik"]\n[Options "board_size=3"]\n\n1. a1+a2 2. {} 3. c2+c1\n'
    for second, whose, other in (("b2+b1", "Black", "White"), ("swap", "the first player", "the second player")):
        path.write_text(moves.format(second), encoding="utf-8")
        assert f"Values to {whose}: " in kiebitz("review", path, "--seconds", 1, "--graph", graph).out
        drawn = graph.read_text(encoding="utf-8")
        assert f">{whose} wins<" in drawn
        assert f">{other} wins<" in drawn


def test_people_get_a_graph_and_reasons(record: Path, kiebitz: Kiebitz) -> None:
    out = kiebitz("review", record, "--seconds", 2).out
    assert "  7. A  Sh8            -1.00= ############|              ??" in out.splitlines()
    assert (
        "7. A Sh8, a blunder: +1.00 (proved) with Sb2, -1.00 (proved) after it. Sb2: four in a row: b2 c3 d4 e5."
        in " ".join(out.split())
    )
    assert "?! an inaccuracy, ? a mistake, ?? a blunder\n" in out
    assert out.endswith("B wins with a line.\n")
    assert max(map(len, out.splitlines())) <= 96


def test_each_position_is_thought_about_once_and_in_tabik_persons_keep_their_value() -> None:
    path = play(TABIK, TabikOptions(board_size=3), 5, 40)
    asked = []

    def think(position: Any) -> Suggestion:
        asked.append(position)
        action = TABIK.actions(position)[0]
        return Suggestion(action, 0.5, (action,), 1, False, "")

    turns = list(review(TABIK, path.positions, path.actions, think))
    assert asked == list(path.positions[:-1])
    for turn, before, after in zip(turns, path.positions, path.positions[1:], strict=False):
        assert turn.seat == before.holders[before.to_move]
        if not TABIK.outcome(after) and turn.assessment.action != turn.assessment.best.action:
            # Whoever is to move thinks well of the position, and persons take turns, by a swap as well.
            assert turn.assessment.value == -0.5
            assert turn.assessment.loss == 1.0
    assert turning_points(turns)[0].assessment.loss == max(turn.assessment.loss or 0 for turn in turns)


def test_three_players_are_reviewed_as_far_as_the_search_has_looked(tmp_path: Path, kiebitz: Kiebitz) -> None:
    options = TinkOptions(players=3)
    played = play(TINK, options, 2, 4)
    path = tmp_path / "three.txt"
    path.write_text(
        Record("tink", TINK.format_position(played.positions[0]), played.actions, options).format(), encoding="utf-8"
    )
    answer = kiebitz("review", path, "--seconds", 0.5, "--json").json
    assert all(turn["value"] is None or -1 <= turn["value"] <= 1 for turn in answer["turns"])
    assert "more players" in one_line(kiebitz("review", path, "--graph", tmp_path / "value.svg"))


@pytest.mark.parametrize(
    ("reached", "said"),
    [
        (5, "No serious mistakes found in the other moves.\nNot looked at: moves 4 to 8.\n"),
        (1, "\nNot looked at: moves 1 to 8.\n"),
    ],
)
def test_what_was_found_is_kept_when_it_is_interrupted_and_nothing_else_is_claimed(
    reached: int, said: str, record: Path, kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def think(game: Any, position: Any, **_: Any) -> Suggestion:
        asked.append(position)
        if len(asked) % reached == 0:
            raise KeyboardInterrupt
        action = game.actions(position)[0]
        return Suggestion(action, 0.0, (action,), 1, False, "")

    monkeypatch.setattr("kiebitz.programs.turns.advise", think)
    out = kiebitz("review", record).out
    assert out.endswith(said)
    assert "wins" not in out
    assert ("mistakes" in out) == (reached > 1)
    answer = kiebitz("review", record, "--json")
    assert [turn["number"] for turn in answer.json["turns"]] == [1, 2, 3][: reached - 1]
    assert (answer.json["complete"], answer.status) == (False, 130)
    assert answer.json["not_looked_at"] == list(range(4 if reached > 1 else 1, 9))
    assert f"{len(answer.json['turns'])} of 8" in answer.err


def test_the_value_over_the_game_is_drawn(record: Path, tmp_path: Path, kiebitz: Kiebitz) -> None:
    file = tmp_path / "value.svg"
    turns = kiebitz("review", record, "--seconds", 0.5, "--graph", file, "--json").json["turns"]
    drawn = ElementTree.parse(file).getroot()
    discs = [float(disc.get("cy", "")) for disc in drawn.iter("{http://www.w3.org/2000/svg}circle")]
    worth = [turn["value"] if turn["seat"] == "A" else -turn["value"] for turn in turns]
    assert len(discs) == len(worth) == 8
    for (one, low), (other, high) in combinations(zip(worth, discs, strict=True), 2):
        assert (one - other) * (low - high) <= 0
    assert "7. Sh8??" in file.read_text(encoding="utf-8")
    assert "--graph" in one_line(kiebitz("review", record, "--seconds", 1, "--graph", tmp_path / "no" / "value.svg"))


def test_names_of_turning_points_cover_neither_each_other_nor_a_dot() -> None:
    values = [-0.2, 0.68, -0.29, 0.64, 0.08, 0.47, -0.33, -0.12, -0.67, -0.07, -0.86, -0.06, -0.88, -0.8]
    named = (2, 3, 4, 7, 10, 11, 12, 13)
    dots = [Dot(n, value, False, f"{n}. d4xd5??" if n in named else "") for n, value in enumerate(values, start=1)]
    drawn = ElementTree.fromstring(value_svg("Tabik", dots))
    space = "{http://www.w3.org/2000/svg}"
    discs = [(float(one.get("cx", "")), float(one.get("cy", ""))) for one in drawn.iter(f"{space}circle")]
    boxes = []
    for label in drawn.iter(f"{space}text"):
        if (text := "".join(label.itertext())).endswith("?"):
            wide, x, y = 0.5 * 3.2 * len(text), float(label.get("x", "")), float(label.get("y", ""))
            left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[label.get("text-anchor", "start")]
            boxes.append((left, y - 2.0, left + wide, y))
    assert len(boxes) == len(named)
    for (a, b, c, d), (e, f, g, h) in combinations(boxes, 2):
        assert c <= e or g <= a or d <= f or h <= b
    for x, y in discs:
        assert not any(a < x < c and b < y < d for a, b, c, d in boxes)


def test_a_loss_that_few_playouts_may_make_by_chance_is_no_mistake() -> None:
    def estimated(action: str, value: float, visits: int) -> Suggestion:
        return Suggestion(action, value, (action,), 64, False, "", (Alternative(action, value, visits),))

    def graded(before: Suggestion, after: Suggestion) -> str:
        return Assessment("Sa1", -after.value, before.value + after.value, False, before, after).grade

    assert graded(estimated("Sd4", 0.5, 4), estimated("Sd5", 0.4, 4)) == "good"
    assert graded(estimated("Sd4", 0.5, 4000), estimated("Sd5", 0.4, 4000)) == "blunder"
    assert graded(estimated("Sd4", 0.5, 0), estimated("Sd5", 0.4, 0)) == "blunder"  # not from playouts
    proved = Suggestion("Sd5", 1.0, ("Sd5",), 64, True, "", (Alternative("Sd5", 1.0, 4),))
    assert graded(estimated("Sd4", 0.5, 100), proved) == "blunder"


@pytest.mark.parametrize(
    ("arguments", "text", "part"),
    [
        (("--seconds", "0"), GAME, "above 0"),
        ((), '[Game "tink"]\n*', "the record has no actions"),
        ((), "nonsense", "record"),
        ((), '[Game "tink"]\n1. Sa1', "action 1"),
    ],
)
def test_what_cannot_be_reviewed_is_told_in_a_line(
    arguments: tuple[str, ...], text: str, part: str, tmp_path: Path, kiebitz: Kiebitz
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(text, encoding="utf-8")
    assert part in one_line(kiebitz("review", path, *arguments))


WHY = "stops A's four at b8 (b8–e5)"
BEST = Suggestion("Se4", 1.0, ("Se4",), 900, True, "wins by force in 5 plies")
REPLY = Suggestion("Sb8", -0.2, ("Sb8",), 900, False, WHY)
TURN = Turn(5, 5, "A", "A", Assessment("Sc7", 0.23, 0.77, True, BEST, REPLY))


def test_reasons_call_players_by_their_names() -> None:
    said = explained(TURN, {"A": "Red", "B": "Yellow"})
    assert said.startswith("5. Red Sc7, a ")
    assert said.endswith("The answer is Sb8: stops Red's four at b8 (b8–e5).")
    assert language("de").translated(said) is not None


def test_without_names_seats_keep_their_letters() -> None:
    assert WHY in explained(TURN)


def test_names_of_any_spelling_are_taken() -> None:
    assert "stops Jörg Müller's four" in explained(TURN, {"A": "Jörg Müller", "B": "Yellow"})
