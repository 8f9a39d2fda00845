"""The numbers in a kit: pages listed and there, pieces needed and spare, things for each player."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

import pytest

from kits import tabik
from kits.pieces import Slab
from kits.thickness import CARD_MM
from printkit.drawing import Area, Disc, Duplex, Label, Sheet, used_for
from printkit.job import Job
from printkit.paper import PAPERS
from printkit.sheets import Portion
from tests.printkit.kits import KITS, drawn, words

DUPLEX: tuple[Duplex, ...] = ("", "long", "short")


@dataclass(frozen=True)
class Printed:
    """What is on one page."""

    title: str
    lines: tuple[str, ...]
    listed: tuple[tuple[str, str], ...]
    """The page numbers and names in the guide's table."""
    outlines: int
    """Closed lines to cut along."""


@cache
def pages(name: str, players: int | None, duplex: Duplex = "", paper: str = "a4", quick: bool = False) -> list[Printed]:
    """Return the pages of a kit."""
    return [_printed(sheet) for sheet in drawn(name, Job(PAPERS[paper], duplex=duplex, quick=quick), players).sheets]


def _printed(sheet: Sheet) -> Printed:
    labels = [shape for shape in sheet.shapes if isinstance(shape, Label)]
    told = [shape.tag for shape in labels if shape.tag is not None]
    heads, rows = ([*dict.fromkeys(tag.text for tag in told if tag.role == role)] for role in ("TH", "TD"))
    closed = [shape for shape in used_for(sheet.shapes, "cut") if isinstance(shape, Area | Disc)]
    lines = tuple(label.text for label in labels)
    return Printed(sheet.title, lines, tuple(zip(heads, rows, strict=sheet.title == "Start here")), len(closed))


def listed(found: list[Printed]) -> dict[int, str]:
    """Return the name that the guide gives each page."""
    return {number: name for page in found[:2] for text, name in page.listed for number in numbers(text)}


def numbers(text: str) -> list[int]:
    spans = [part.split("–") for part in text.split(", ")]
    return [number for span in spans for number in range(int(span[0]), int(span[-1]) + 1)]


KINDS = [
    ("tink", None, "", "a4"),
    ("ting", None, "long", "a4"),
    ("tingle", None, "short", "letter"),
    ("tabik-8", None, "", "both"),
    ("tinker-3", None, "long", "both"),
    ("tinker-2", None, "", "a5"),
]
EVERY = pytest.mark.parametrize("kind", KINDS, ids=["-".join(str(part) for part in kind if part) for kind in KINDS])


@EVERY
def test_the_guide_lists_every_page_of_the_file_by_its_number(kind: tuple[str, int | None, Duplex, str]) -> None:
    found = pages(*kind)
    names = listed(found)
    assert sorted(names) == list(range(1, len(found) + 1))
    for number, page in enumerate(found, start=1):
        name = names[number].split(", in")[0]
        title = page.title.removesuffix(", other side").split(" (")[0]
        assert title == name or (name, title.split()[0]) in (("This guide", "Start"), ("The board", "Board")), number
        assert any(f"page {number} of {len(found)}" in line for line in page.lines)


def for_two(found: list[Printed]) -> list[Printed]:
    """Return the pages that the guide says two players need."""
    text = " ".join(line for page in found if page.title == "Start here" for line in page.lines)
    match = re.search(r"Only two of you\? Pages ([\d–, ]+) are all you need", text)
    assert match is not None
    return [found[number - 1] for number in numbers(match[1])]


@pytest.mark.thinned(2)
@pytest.mark.parametrize(
    ("name", "duplex", "paper"), [("tink", "", "a4"), ("tingle", "", "a5"), ("ting", "long", "a4"), ("ting", "", "a3")]
)
def test_two_players_need_what_a_kit_for_two_has(name: str, duplex: Duplex, paper: str) -> None:
    def titles(some: list[Printed]) -> list[str]:
        return [re.split(r" \(| for players ", page.title.removesuffix(", other side"))[0] for page in some]

    whole, two = pages(name, None, duplex, paper), pages(name, 2, duplex, paper)
    assert titles(for_two(whole)) == titles(list(two))
    lines = [line for page in whole for line in page.lines]
    sides = 2 if duplex else 1
    assert any(f"{-(-len(two) // sides)} sheets of white" in line for line in lines)


def test_a_file_says_how_many_players_it_serves() -> None:
    assert "To print, cut and fold. For two to four players." in pages("tink", None)[0].lines
    assert "To print, cut and fold. For two players." in pages("tink", 2)[0].lines
    first = " ".join(pages("tinker-3", None)[0].lines)
    assert "For exactly three players." in first
    assert "For another number of players print again with --players N." in first
    assert "Only two of you" not in first


def on(found: list[Printed], words: str) -> list[Printed]:
    chosen = [page for page in found if words in page.title and "other side" not in page.title]
    assert chosen
    return chosen


def spares(found: list[Printed]) -> int:
    return sum(line.split().count("spare") for page in found for line in page.lines)


def outlines(found: list[Printed]) -> int:
    return sum(page.outlines for page in found)


@pytest.mark.parametrize("duplex", ["", "long"])
@pytest.mark.parametrize("name", ["tink", "ting", "tingle", "tinker-2"])
def test_pieces_are_those_that_the_rules_need_and_marked_spares(name: str, duplex: Duplex) -> None:
    found = pages(name, 2, duplex)
    pieces = on(found, "ieces for player")
    assert outlines(pieces) - spares(pieces) == 2 * sum(KITS[name].stock.values())
    guide = " ".join(line for page in found if page.title == "Start here" for line in page.lines)
    assert ("Pieces marked “spare” are extra" in guide) == (spares(list(found)) > 0)


@pytest.mark.parametrize(("duplex", "spare"), [("", 2), ("long", 4)])
def test_stones_and_rods_are_as_many_as_the_board_holds(duplex: Duplex, spare: int) -> None:
    found = pages("tabik-8", None, duplex)
    stones, rods = on(found, "Two-sided stones"), on(found, "Rods")
    assert (outlines(stones) - spares(stones), spares(stones)) == (64, spare)
    assert outlines(rods) - spares(rods) == tabik.KIT.rods == 112


@pytest.mark.parametrize(("name", "players"), [("tink", 2), ("tink", 3), ("tabik-8", 2), ("tinker-5", 5)])
def test_players_have_a_tray_and_a_turn_reminder_each(name: str, players: int) -> None:
    found = pages(name, None if players == 5 else players)
    shared = on(found, "Trays and turn reminders")
    assert outlines(shared) == 2 * players
    assert sum(line.endswith(": your turn") for page in shared for line in page.lines) == players
    if name == "tinker-5":
        assert outlines(on(found, "Screens")) == players


@pytest.mark.parametrize(
    ("name", "duplex", "layers"),
    [("ting", "", 6), ("ting", "long", 1), ("tingle", "", 6), ("tabik-8", "", 4), ("tink", "", 0), ("tinker-2", "", 0)],
)
def test_paper_and_what_is_glued_on_are_as_thick_as_the_kit_says(name: str, duplex: Duplex, layers: int) -> None:
    text = " ".join(pages(name, 2, duplex)[0].lines)
    match = re.search(r"card, ([\d.]+) mm thick\. .* to have ([\d.]+) mm in hand, glue them on ([\d.]+) mm", text)
    heights = {piece.height_mm for piece in KITS[name].pieces.values() if isinstance(piece, Slab)}
    assert (match is not None) == bool(heights) == bool(layers)
    if match is not None:
        paper, expected, more = map(float, match.groups())
        assert {expected} == heights
        assert paper == pytest.approx(layers * CARD_MM, abs=0.05)
        assert paper + more == pytest.approx(expected)


def _minutes(guide: str) -> int:
    found = re.search(r"about (\d+) minutes,", guide.replace("\r\n", " "))
    assert found is not None
    return int(found[1])


@pytest.mark.parametrize(
    ("name", "sheets", "minutes"),
    [("ting", 7, 30), ("tabik-8", 6, 45), ("tink", 7, 30), ("tingle", 5, 30), ("tinker-2", 4, 30)],
)
def test_a_quick_kit_has_every_piece_and_is_made_in_an_evening(name: str, sheets: int, minutes: int) -> None:
    kit, found = KITS[name], pages(name, 2, quick=True)
    titles, text = [page.title for page in found], " ".join(found[0].lines)
    assert len(found) == sheets
    assert not kit.seats or outlines(on(found, "ieces for ")) == sum(kit.stock.values()) * 2
    assert not [title for title in titles if title.startswith(("Trays", "Screens", "Discs", "Turn", "Score"))]
    assert "spare" not in text
    assert _minutes(text) < minutes


@pytest.mark.parametrize(
    ("name", "sheets"), [("tink", 9), ("ting", 9), ("tingle", 7), ("tabik-8", 10), ("tinker-2", 7)]
)
def test_pieces_discs_trays_and_reminders_of_two_share_sheets(name: str, sheets: int) -> None:
    assert len(pages(name, 2)) == sheets


@pytest.mark.parametrize(("portion", "title", "cut"), [("cards", "Turn reminders", 2), ("trays", "Trays", 2)])
def test_trays_and_reminders_are_printed_alone_if_one_of_them_is_asked_for(
    portion: Portion, title: str, cut: int
) -> None:
    drawing = drawn("tink", Job(portions=(portion,)))
    assert [sheet.title.split(" of ")[0] for sheet in drawing.sheets[1:]] == [title]
    assert len(list(used_for(drawing.sheets[1].shapes, "cut"))) == cut


def test_open_pyramids_save_a_third_of_the_time_and_are_refused_where_there_are_none() -> None:
    closed, hollow = (words(drawn("tink", Job(hollow=hollow)).sheets[0].shapes) for hollow in (False, True))
    assert _minutes(hollow) < 0.67 * _minutes(closed)
    assert "nest" in hollow
    with pytest.raises(ValueError, match="Ting has no pyramids"):
        drawn("ting", Job(hollow=True))


@pytest.mark.parametrize("size", [5, 8, 11])
def test_the_score_sheet_reaches_half_the_cells(size: int) -> None:
    sheet = on(pages(f"tabik-{size}", None), "Score sheet")
    rows = [int(line) for page in sheet for line in page.lines if line.isdigit()]
    expected = list(range(size * size // 2, 0, -1))
    assert [row for row in rows if row in expected][: len(expected)] == expected
