"""Another board in view changes no game: neither another game's board, nor another table's with the same print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from calibration.places import Place
from calibration.registration import Registration
from core.games import find
from core.reading import EMPTY, Reading
from kiebitz.eye.protocol import Look as Read
from kiebitz.eye.protocol import nearest_turn
from kiebitz.eye.seer import Seer
from kiebitz.kits import kit_of
from kiebitz.pictures.frame import Frame, Image
from kiebitz.table.events import Event
from kiebitz.table.inputs import STANDS_ALONE, Elsewhere, Found, Look, Lost
from kiebitz.table.state import Phase, TableState, Terms
from kiebitz.table.step import step
from kiebitz.watching.referee import Referee
from simulator.backdrop import backdrop
from simulator.calm import calm_table
from simulator.table import Table
from tests.kiebitz.painted import PLAN, PaintedEye, paint, place
from tests.kiebitz.refereeing import refereed
from tests.kiebitz.test_session import HERE, START, TINK, actions, after, board, kinds

OURS = ("Sc3", "Sf6", "Sd4", "Se5")
THEIRS = ("Se3", "Sd6", "Sf3", "Sb7", "Sh1")
NEIGHBOURS = "This is another table's board; the game of Tink waits."
TABIKS = "This is Tabik's board; the game of Tink waits."
Row = tuple[int, Mapping[str, str], bool]


def playing(plies: int) -> TableState[Any]:
    """Return the state of a game of this many *plies* that was seen as it stands."""
    positions = [after(*OURS[:count]) for count in range(plies + 1)]
    state: TableState[Any] = TableState.begun(Terms(TINK, TINK.options()), positions=positions)
    state, _ = step(state, Found((1, 1.0), (), "tags", 0.0))
    return step(state, look(board(*OURS[:plies]), 1, relocated=False))[0]


def look(contents: Mapping[str, str], number: int, *, relocated: bool = True, readings: int = 1, **more: Any) -> Look:
    cells = {cell: contents.get(cell, EMPTY) for cell in PLAN.cells}
    alone = readings == 1
    return Look(
        (number, float(number)), number, alone, STANDS_ALONE if alone else 5.0, 0.0, readings, True, False, (PLAN,),
        True, Reading.exact(cells, TINK.alphabet(START)), {"A": "red", "B": "blue"}, {}, relocated=relocated, **more,
    )  # fmt: skip


ROWS: Mapping[str, Row] = {
    "as it was told": (3, board(*OURS[:3]), True),
    "a ply on": (3, board(*OURS[:4]), True),
    "a ply back": (3, board(*OURS[:2]), True),
    "with a slip": (3, board(*OURS[:3], e6="Al"), True),
    "many plies on": (3, board(*OURS, "Sb2", "Sg7", "Sg2"), True),
    "another game": (3, board(*THEIRS[:3]), False),
    "another game, further on": (3, board(*THEIRS), False),
    "cleared": (3, board(), False),
    "three plies back": (4, board(*OURS[:1]), False),
    "at the start": (0, board(), True),
    "another game beside one at its start": (0, board(*THEIRS), False),
}


@pytest.mark.parametrize(("plies", "contents", "ours"), ROWS.values(), ids=ROWS.keys())
def test_the_pieces_tell_whose_board_it_is(plies: int, contents: Mapping[str, str], ours: bool) -> None:
    state = playing(plies)
    after_it, events = step(state, look(contents, 2))
    orders = after_it.orders
    assert (orders.ours, orders.foreign) == ((2, None) if ours else (None, 2))
    assert [event.fields["message"] for event in events] == ([] if ours else [NEIGHBOURS])
    assert (after_it.told, after_it.following, after_it.trouble) == (state.told, state.following, state.trouble)


def test_a_strange_board_is_refused_only_after_enough_readings() -> None:
    state, events = step(playing(3), look(board(*THEIRS), 2, readings=2))
    assert (state.orders.foreign, events) == (None, ())
    assert step(state, look(board(*THEIRS), 3, readings=3))[0].orders.foreign == 3


def test_another_board_is_named_once_and_the_game_goes_on_when_its_own_is_found() -> None:
    state = playing(3)
    seen = (Elsewhere((2, 2.0), "Tabik's board"), Elsewhere((3, 3.0), "Ting's board"), Lost((4, 4.0), {"message": "x"}))
    told = list[Event]()
    for given in (*seen, look(board(*THEIRS), 5)):
        state, events = step(state, given)
        told += events
    assert [(event.kind, event.fields["message"]) for event in told] == [("elsewhere", TABIKS)]
    assert state.phase is Phase.SEARCHING
    state, events = step(state, Found((6, 6.0), (), "tags", 0.0))
    assert (kinds(events), state.elsewhere, len(state.told)) == (["found"], False, 4)
    state, events = step(state, look(board(*OURS), 6, relocated=False))
    assert actions(events) == ["Se5"]


def test_a_game_that_is_resumed_does_not_wait() -> None:
    state, _ = step(playing(3), Elsewhere((2, 2.0), "Tabik's board"))
    again = state.gone_on_with(state.terms, {}, None)
    assert kinds(step(again, Elsewhere((1, 1.0), "Tabik's board"))[1]) == ["elsewhere"]


def test_before_a_game_has_begun_no_game_waits() -> None:
    state: TableState[Any] = TableState.begun(Terms(TINK, TINK.options()))
    assert step(state, Elsewhere((1, 1.0), "Tabik's board"))[1] == ()
    assert step(state, look(board(*THEIRS), 1))[0].orders.ours == 1


# -- the eye


class TwoTables(PaintedEye):
    """Sees a board at the left of a wide picture and one at its right, and takes the left one first."""

    def find(self, image: Image) -> Place | None:
        return next(iter(self._seen(image)), None)

    def follow(self, image: Image, place: Place) -> Place | None:
        seen = self._seen(image)
        near = min(seen, key=lambda each: float(np.abs(each.corners_px - place.corners_px).max()), default=None)
        return None if near is None else nearest_turn(near, place.corners_px)

    def _seen(self, image: Image) -> list[Place]:
        return [wide(dx) for dx in (0, 400) if image[:, dx : dx + 400].max() > 90]

    def look(self, image: Image, place: Place, colours: Mapping[str, str]) -> Read:
        dx = 400 if place.corners_px[:, 0].mean() > 400 else 0
        return PaintedEye.look(self, image[:, dx : dx + 400], HERE, colours)


def wide(dx: int) -> Place:
    """Return the place of the board *dx* px to the right in a picture of twice the width."""
    (there,) = place(dx=dx).boards
    return Place.of(replace(there, camera=replace(there.camera, size=(800, 400))))


def beside(left: Sequence[str] | None, right: Sequence[str] | None) -> Image:
    """Return two tables side by side; None hides one."""
    parts = [paint(board(*(moves or ())), blank=moves is None) for moves in (left, right)]
    return np.concatenate(parts, axis=1)


@pytest.mark.parametrize("film", [False, True], ids=["stills", "film"])
def test_a_game_keeps_to_its_table_while_a_person_hides_it(film: bool) -> None:
    referee = refereed(TINK, TwoTables(), TINK.options())
    frames = 0

    def show(image: Image) -> list[Event]:
        nonlocal frames
        told = list[Event]()
        for _ in range(30 if film else 1):
            frames += 1
            told += referee.take(Frame(image, frames, frames / 10 if film else float(frames), own_moment=not film))
        return told

    for count in range(4):
        show(beside(OURS[:count], THEIRS[:count]))
    (told,) = show(beside(None, THEIRS[:4]))
    assert (told.kind, told.fields["message"]) == ("elsewhere", NEIGHBOURS)
    assert show(beside(None, THEIRS)) == []
    assert kinds(show(beside(OURS[:3], THEIRS))) == ["found"]
    assert actions(show(beside(OURS[:4], THEIRS))) == ["Se5"]


def test_a_board_carried_to_the_other_side_is_followed() -> None:
    referee = refereed(TINK, TwoTables(), TINK.options())
    for number in range(3):
        referee.take(Frame(beside(OURS[:number], None), number, float(number), own_moment=True))
    told = referee.take(Frame(beside(None, OURS[:3]), 3, 3.0, own_moment=True))
    assert kinds(told) == ["moved", "found", "move"]


# -- pictures that are really read


def read_by_the_eye() -> Referee[Any]:
    return refereed(TINK, Seer(kit_of("tink"), players=2), TINK.options())


def shown(referee: Referee[Any], image: Image, number: int) -> list[Event]:
    return referee.take(Frame(image, number, float(number), own_moment=True))


@pytest.mark.slow
def test_tabiks_printed_board_takes_no_move_back() -> None:
    ours, tabik = calm_table(kit_of("tink"), size=(960, 720)), find("tabik")
    theirs = calm_table(kit_of("tabik"), surface="walnut", size=(960, 720))
    other = theirs.picture(tabik.contents(tabik.start(tabik.options()))).image
    referee, told = read_by_the_eye(), list[Event]()
    pictures = [ours.picture(board(*OURS[:count])).image for count in range(3)]
    for number, image in enumerate((*pictures[:2], other, other, *pictures[1:])):
        told += shown(referee, image, number)
    assert kinds(told) == ["found", "state", "move", "elsewhere", "found", "move"]
    assert told[3].fields["message"] == TABIKS


def slid(table: Table, dx_mm: float) -> Table:
    """Return *table* with its board this far to the right of the camera."""
    view = table.scene.view
    t = view.t.reshape(3) + np.array([dx_mm, 0.0, 120.0])
    moved = Registration(view.camera, view.R, t, view.plan, "hand", 0.0)
    scene = replace(table.scene, view=moved)
    return Table(scene, table.materials, backdrop(scene))


@pytest.mark.slow
@pytest.mark.thinned(0)
def test_two_printed_tables_side_by_side_keep_their_games_apart() -> None:
    table = calm_table(kit_of("tink"), size=(1600, 800))
    tables = (slid(table, -190.0), slid(table, 190.0))

    def picture(number: int, *moves: Sequence[str], hidden: int | None = None) -> Image:
        halves = []
        for side, half in enumerate((np.s_[:, :800], np.s_[:, 800:])):
            image = tables[side].picture(board(*moves[side]), seed=2 * number + side).image[half]
            halves.append(np.full_like(image, 70) if hidden == side else image)
        return np.concatenate(halves, axis=1)

    referee, told = read_by_the_eye(), list[Event]()
    (found, *_) = shown(referee, picture(0, (), ()), 0)
    ours = int(np.mean(found.fields["corners_px"], axis=0)[0] > 800)

    def sides(own: int, others: int) -> Sequence[Sequence[str]]:
        both = (OURS[:own], THEIRS[:others])
        return both if ours == 0 else both[::-1]

    for number in (1, 2, 3):
        told += shown(referee, picture(number, *sides(number, number)), number)
    told += shown(referee, picture(4, *sides(3, 4), hidden=ours), 4)
    told += shown(referee, picture(5, *sides(3, 5)), 5)
    told += shown(referee, picture(6, *sides(4, 5)), 6)
    assert kinds(told) == ["move", "move", "move", "elsewhere", "found", "move"]
    assert actions(told) == list(OURS)
