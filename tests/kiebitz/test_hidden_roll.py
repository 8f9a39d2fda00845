"""The reveal after a hidden roll on simulated tables that are really found and read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from core.games import find
from core.tinker.options import TinkerOptions
from kiebitz.eye.seer import Seer
from kiebitz.kits import kit_of
from kiebitz.pictures.frame import Frame
from kiebitz.table.controls import Reveal, Total
from kiebitz.table.events import Event
from kiebitz.table.inputs import Rolled
from kiebitz.watching.kept_table import Table as KeptTable
from kiebitz.watching.referee import Referee
from simulator.calm import Aim, calm_table
from simulator.table import Table
from tests.kiebitz.refereeing import refereed

GAME = find("tinker_tactics")
PAIR = TinkerOptions(players=2)
MOST_PICTURES = 4
pytestmark = pytest.mark.slow


@cache
def table() -> Table:
    return calm_table(kit_of(GAME.name, PAIR), aim=Aim(elevation_deg=66), players=2, seed=3)


class Watched:
    """A referee of a set-up whose totals are told before."""

    def __init__(self) -> None:
        self.referee: Referee[Any] = refereed(GAME, Seer(kit_of(GAME.name, PAIR), players=2), PAIR)
        self.count = 0

    def tell(self, **totals: int) -> str:
        """Return what is said once all *totals* are told."""
        lines = [self.referee.take(Total(seat, total)) for seat, total in totals.items()]
        return str(lines[-1][-1].fields["message"])

    def show(self, contents: Mapping[str, str]) -> list[Event]:
        self.count += 1
        image = table().picture(contents, seed=self.count).image
        return self.referee.take(Frame(image, self.count, float(self.count), own_moment=True))

    def until_told(self, contents: Mapping[str, str]) -> list[Event]:
        """Return the events of pictures of *contents* up to the first broken rule, of a few at most."""
        events: list[Event] = []
        while self.count < MOST_PICTURES and not any(event.kind == "illegal" for event in events):
            events += self.show(contents)
        return events


def dealt(seed: int) -> tuple[dict[str, str], int]:
    """Return a valid set-up and the total of each player."""
    contents = dict(GAME.contents(GAME.deal(PAIR, seed)))  # type: ignore[attr-defined]
    (total,) = set(GAME.shown_totals(contents, PAIR).values())  # type: ignore[attr-defined]
    return contents, total


def turned(contents: Mapping[str, str], seat: str, by: int) -> dict[str, str]:
    """Return *contents* with the eight-sided die of *seat* turned up or down by that number."""
    cell, content = next((cell, content) for cell, content in contents.items() if content.startswith(f"{seat}8"))
    value = int(content[-1])
    return {**contents, cell: f"{content[:-1]}{value + by if value + by <= 8 else value - by}"}


@pytest.mark.parametrize("seed", range(2))
def test_a_set_up_begins_the_game_from_its_reveal_on(seed: int) -> None:
    watched, (contents, total) = Watched(), dealt(seed)
    assert f"B: turn your dice up by 1, to {total}." in watched.tell(A=total, B=total - 1)
    assert [event.kind for event in watched.show(turned(contents, "B", 2))] == ["found"]
    assert [event.kind for event in watched.referee.take(Reveal())] == ["totals"]
    (state,) = watched.show(contents)
    assert (state.kind, watched.referee.state.contents) == ("state", contents)


@pytest.mark.parametrize("seed", range(2))
def test_totals_that_differ_are_told_with_their_numbers_by_the_third_picture(seed: int) -> None:
    watched, (contents, total) = Watched(), dealt(seed)
    watched.tell(A=total, B=total)
    watched.referee.take(Reveal())
    wrong = turned(contents, "B", 2)
    shown = GAME.shown_totals(wrong, PAIR)  # type: ignore[attr-defined]
    (illegal,) = (event for event in watched.until_told(wrong) if event.kind == "illegal")
    assert (illegal.fields["code"], watched.count <= 3) == ("TT-3", True)
    assert f"Totals differ: A {shown['A']}, B {shown['B']}." in illegal.fields["message"]


def test_dice_that_kiebitz_rolled_are_in_no_file_even_beside_an_older_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIEBITZ_HOME", str(tmp_path))
    watched, (contents, _) = Watched(), dealt(1)
    kept = KeptTable(watched.referee, "test", tell=lambda _: None, crops=False)
    kept.take(Frame(table().picture(contents, seed=1).image, 1, 1.0, own_moment=True))
    assert kept.journal.begun
    watched.referee.state = replace(watched.referee.state, told=())
    (line,) = kept.take(Rolled("A", (("d4", 1), ("d4", 2), ("d6", 3), ("d6", 4), ("d8", 5))))
    kept.close()
    assert (line["totals"], watched.referee.state.roll.hands["A"][4]) == ({"A": 15}, ("d8", 5))
    files = [path.read_text() for path in tmp_path.rglob("*") if path.is_file()]
    assert any('"roll"' in text for text in files)
    assert not any('"d8"' in text for text in files)
