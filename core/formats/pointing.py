"""How an action is pointed out on a board: arrows along which pieces go, and rings where they come to lie."""

from __future__ import annotations

from dataclasses import dataclass

from core.belief.traces import changed_by
from core.game import Game, P
from core.json_types import JsonObject
from core.reading import EMPTY


@dataclass(frozen=True, slots=True)
class Pointed:
    """The ``arrows`` of an action, each from one cell to another, and the cells with ``rings``."""

    arrows: tuple[tuple[str, str], ...] = ()
    rings: tuple[str, ...] = ()

    def as_json(self) -> JsonObject:
        return {"arrows": [list(arrow) for arrow in self.arrows], "rings": list(self.rings)}


NOTHING = Pointed()


def pointed(game: Game[P], position: P, action: str) -> Pointed:
    """Return how the legal *action* in *position* is pointed out; nothing for one that leaves no trace on the board.

    What a cell holds begins with its owner: an arrow leads from each cell that its owner's piece leaves to each cell
    where one of the same owner is put. Two pieces that change places have an arrow both ways.

    >>> from core.games import find
    >>> tink, tabik = find("tink"), find("tabik")
    >>> before = tink.parse_position("8/8/8/8/2AsAs4/8/8/8 A 0,0 8", tink.options())
    >>> pointed(tink, before, "Md3-c4-d4")
    Pointed(arrows=(('c4', 'd3'), ('d4', 'd3')), rings=('d3',))
    >>> pointed(tabik, tabik.start(tabik.options()), "b2+b3")
    Pointed(arrows=(), rings=('b2', 'b3'))
    """
    was = game.contents(position)
    change = {cell: content for cell, content in changed_by(game, position, action).items() if "-" not in cell}
    left = {cell: was[cell][0] for cell, content in change.items() if content == EMPTY}
    put = {cell: content for cell, content in change.items() if content != EMPTY and content[0] != was[cell][0]}
    if len(put) == 2 and not left:
        (one, held), (other, also) = put.items()
        if (was[one], was[other]) == (also, held):
            return Pointed(((one, other), (other, one)))
    arrows = tuple((source, cell) for cell, content in put.items() for source in left if left[source] == content[0])
    return Pointed(arrows, tuple(put))
