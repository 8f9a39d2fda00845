"""What a referee says of pieces that lie wrong: ``python -m benchmarks.misplaced_in_play [--pictures N]``.

Boards, pieces and light are unlike those of training, bought boards and printed kits take turns, and what stands on a
table is the end of a legal move. The referee is shown the board before that move, then with the piece that moved lying
wrong (on its cell, or on another piece), or as it should stand; each picture by itself is of a table that is still. The
board's place is known, the rest is really read. Tables on which the board before the move leads to a question are left
out.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from benchmarks.examination import TIERS, draw_in_view, kit_and_name
from calibration.places import Place
from core.games import find
from core.play.board_setup import with_board
from core.reading import EMPTY
from kiebitz.eye.seer import Seer
from kiebitz.eye.viewer import Viewer
from kiebitz.pictures.frame import Frame, Image
from kiebitz.table.events import Event
from kiebitz.table.state import TableState, Terms
from kiebitz.watching.referee import Referee
from kits.kit import Kit
from simulator.backdrop import backdrop
from simulator.misplaced import HOWS, misplacing
from simulator.render import render
from simulator.scene import How, Placed, Scene
from vision.misplaced import CODES

SEED = 55_055
GAMES = ("tink", "ting", "tingle", "tinker_tactics")
SAID = ("hint", "other hint", "move", "question", "accused", "nothing")
"""The possible answers to a look: a hint how a piece lies, on its cell; a hint at something else; a move; and so on."""


class Shown(Seer):
    """Reads a board whose *place* is known."""

    def __init__(self, kit: Kit, place: Place) -> None:
        super().__init__(kit)
        self._place = place

    def find(self, image: Image) -> Place:  # noqa: ARG002
        return self._place

    def follow(self, image: Image, place: Place) -> Place:  # noqa: ARG002
        return place

    def other(self, image: Image) -> str:  # noqa: ARG002
        return ""


@dataclass(frozen=True, slots=True)
class Played:
    """A legal move: the *scene* after it, with *piece* where it moved to, and the position *before*."""

    game: Any
    scene: Scene
    piece: Placed
    origin: str
    """Where the piece came from; empty for the stash."""
    before: Any

    @property
    def without(self) -> Scene:
        """The scene before the move."""
        left = tuple(each for each in self.scene.pieces if each is not self.piece)
        there = (replace(self.piece, cell=self.origin),) if self.origin else ()
        return replace(self.scene, pieces=(*left, *there))


def drawn(name: str, number: int) -> tuple[np.random.Generator, Kit, Played]:
    """Return a table of game *name* after a legal move, and the equipment that the reader knows of."""
    rng = np.random.default_rng([SEED, GAMES.index(name), number])
    kit, named = kit_and_name(rng, name, number)
    game: Any = find(name)
    while True:
        scene = draw_in_view(rng, TIERS[number % len(TIERS)], kit, printed=number % 2 == 1)
        scene = replace(scene, hand=None)
        for played in _moves(game, scene, rng):
            return rng, named, played


def _moves(game: Any, scene: Scene, rng: np.random.Generator) -> Iterator[Played]:
    contents = dict.fromkeys(scene.kit.plan.cells, EMPTY) | {piece.cell: piece.content for piece in scene.pieces}
    pieces = [piece for piece in scene.pieces if scene.kit.minis or piece.kind == "s"]
    if len(scene.pieces) < 2:
        return
    options = game.options(players=len(scene.seats))
    known = game.start(options)
    for index in rng.permutation(len(pieces)):
        piece = pieces[index]
        free = [cell for cell in contents if contents[cell] == EMPTY]
        for origin in [str(cell) for cell in rng.permutation(free)] if scene.kit.minis else [""]:
            was = {**contents, piece.cell: EMPTY} | ({origin: piece.content} if origin else {})
            try:
                before = with_board(game, known, was, to_move=piece.seat, ply=len(scene.pieces) - 1)
            except ValueError:
                continue
            if any(game.contents(game.play(before, action)) == contents for action in game.actions(before)):
                yield Played(game, scene, piece, origin, before)


def said(events: list[Event], code: str = "", cells: tuple[str, ...] = ()) -> str:
    """Return what *events* say of a look at a piece that lies on *cells* as *code* says."""
    kinds = {event.kind: event for event in events}
    if (hint := kinds.get("hint")) is not None:
        return "hint" if hint.fields["code"] == code and set(hint.fields["cells"]) <= set(cells) else "other hint"
    if "illegal" in kinds:
        return "accused"
    if kinds.keys() & {"move", "pass", "corrected"}:
        return "move"
    return "question" if kinds.keys() & {"unsure", "partial"} else "nothing"


def looks(name: str, number: int) -> Iterator[tuple[str, str]]:
    """Yield how a piece lies on table *number* of game *name*, and what is said; last for one that stands."""
    how = HOWS[number // 2 % len(HOWS)]
    rng, kit, played = drawn(name, number)
    wrong = lying(rng, played, how)
    pose = played.scene.view if number % 2 == 0 else replace(played.scene.view, found_by="tags")
    scenes = [played.without, played.scene] if wrong is None else [played.without, wrong, played.scene]
    behind = backdrop(played.scene)
    images = [render(scene, behind=behind).image for scene in scenes]
    referee = refereeing(played, Shown(kit, Place.of(pose)))
    events = [list(referee.take(Frame(image, n, float(n), own_moment=True))) for n, image in enumerate(images)]
    if any(event.kind == "unsure" for event in events[0]):
        return
    if wrong is not None:
        yield how, said(events[1], CODES[how], wrong.misplaced[0].cells)
        yield f"{how}, put right", said(events[2])
    other = refereeing(played, Shown(kit, Place.of(pose)))
    for n, image in enumerate([images[0], images[-1]]):
        events[n] = list(other.take(Frame(image, n, float(n), own_moment=True)))
    yield "right", said(events[1])


def lying(rng: np.random.Generator, played: Played, how: How) -> Scene | None:
    """Return the table after the move with the piece that moved lying wrong; None where it cannot lie so."""
    others = [each for each in played.scene.pieces if each is not played.piece and each.cell != played.origin]
    onto = others[int(rng.integers(len(others)))] if how == "two" and others else None
    made = None if how == "two" and onto is None else misplacing(rng, played.scene, played.piece, how, onto)
    return made if made is not None and made.misplaced else None


def refereeing(played: Played, eye: Seer) -> Referee[Any]:
    """Return who referees the game from the position before the move on, and knows the seats' colours."""
    terms = Terms(played.game, played.before.options)
    colours: Mapping[str, str] = played.scene.seats
    state = TableState.begun(terms, positions=[played.before], colours=colours)
    return Referee(state, Viewer(eye))


def main() -> None:
    """Print a line for each way to lie."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=16, metavar="N", help="tables of each game (16)")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="begin with table N (0)")
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game; may be repeated")
    asked = parser.parse_args()
    counts = Counter[tuple[str, str]]()
    for game in asked.game or GAMES:
        for number in range(asked.first, asked.first + asked.pictures):
            counts.update(looks(game, number))
    for way in dict.fromkeys(way for way, _ in sorted(counts)):
        print(f"{way:20}" + ", ".join(f"{counts[way, each]} {each}" for each in SAID if counts[way, each]))


if __name__ == "__main__":
    main()
