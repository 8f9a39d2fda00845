"""What was seen of the table in one look, in whichever names a history has."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from core.reading import EMPTY, Reading, is_edge
from kiebitz.judging.evidence import CHANGED, UNCHANGED, beside, reseated, turned_reading
from kiebitz.judging.names import Names
from kits.kit import Plan

_ALIKE = 0.6
"""A cell that looks changed by more than this share of the one in which a piece came or went is not just shaded."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What was seen of the table, in the names of the board's place and of the reader.

    Args:
        plans: the boards, as their cells lie.
        seats: the seats of the game.
        known: seat → colour, as far as they are beyond doubt; the reader names these seats rightly.
        colours: the reader's seat → the colour that it sees there.
        changes: cell → share of its area that looks different from the latest undisturbed view; empty without one.
        shaded: cells whose look may have changed because of what stands beside them.
        at_rim: cells into which something reaches from beyond the board.
        fresh: whether the board was just found, so that it may lie any way round.
        marked: whether marks have just told which way round it lies.
        before: what was read when the table was last at rest.
        expected: what lay on the board when it was told last.
        told: cells that people have told the contents of, which counts in full in each look.
        prior_nats: the log-odds that a rod beside an empty cell, and each kind of pyramid, had before looking.
    """

    plans: tuple[Plan, ...]
    reading: Reading
    seats: Sequence[str]
    known: Mapping[str, str]
    colours: Mapping[str, str]
    changes: Mapping[str, float]
    shaded: frozenset[str] = frozenset()
    at_rim: frozenset[str] = frozenset()
    fresh: bool = False
    marked: bool = False
    before: Reading | None = None
    expected: Mapping[str, str] = field(default_factory=dict)
    told: frozenset[str] = frozenset()
    prior_nats: Mapping[str, float] = field(default_factory=dict)

    def named(self, names: Names) -> Reading:
        """Return the reading in *names*."""
        return reseated(self.in_quarters(self.reading, names.quarters), self.owners(names))

    def owners(self, names: Names) -> dict[str, str]:
        """Return the reader's seat → the seat that owns these pieces according to *names*."""
        by_colour = dict(names.seats)
        owners = {seat: seat for seat in self.known}
        for seat, colour in self.colours.items():
            if seat not in owners and colour in by_colour:
                owners[seat] = by_colour[colour]
        left = [seat for seat in self.seats if seat not in owners]
        free = [seat for seat in self.seats if seat not in owners.values()]
        still = [seat for seat in left if seat in free]
        owners |= {seat: seat for seat in still}
        others = zip((s for s in left if s not in still), (s for s in free if s not in still), strict=False)
        return owners | dict(others)

    def cell(self, place: str, quarters: int) -> str:
        """Return the name of the cell *place* on a board turned by *quarters*."""
        return _turned_names(self._plan, quarters)[place] if quarters else place

    def looking_changed(self, names: Names, *, above: float = CHANGED) -> set[str]:
        """Return the cells, in *names*, of whose area more than the share *above* looks changed."""
        return {self.cell(place, names.quarters) for place, share in self.changes.items() if share > above}

    def changed_besides(self, names: Names, change: Mapping[str, str]) -> list[str]:
        """Return the cells that look changed without a reason in *change*; a rod counts for both its cells."""
        cells = {cell for place in change for cell in place.split("-")}
        explained = beside(self.plans, [place for place in self.changes if self.cell(place, names.quarters) in cells])
        looked = {place for place, share in self.changes.items() if share > CHANGED} - explained
        return sorted(self.cell(place, names.quarters) for place in looked - self.shaded - self.reading.covered)

    def changed_alike(self, names: Names, before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
        """Return the cells that hold the same *after* as *before*, but look more changed than by a shadow.

        *before* is the board of the latest undisturbed view. The measure is the cell that looks changed most,
        among those to which a piece came or from which one went. A rod that came or went is reason enough.
        """
        shares = {self.cell(place, names.quarters): share for place, share in self.changes.items()}
        placed = [cell for cell in shares if before[cell] != after[cell] and EMPTY in (before[cell], after[cell])]
        most = max((shares[cell] for cell in placed), default=math.inf)
        alike = {cell for cell, share in shares.items() if share > _ALIKE * most and before[cell] == after[cell]}
        rods = {cell for edge in before if is_edge(edge) and before[edge] != after[edge] for cell in edge.split("-")}
        return sorted(alike - self.named(names).covered - rods)

    def unchanged(self, names: Names, places: Collection[str], before: Mapping[str, str] | None = None) -> list[str]:
        """Return the edges among *places* with an unchanged witness on the compared board *before*; all without one."""
        if not self.changes:
            return sorted(places)
        looked = self.looking_changed(names, above=UNCHANGED)
        return sorted(place for place in places if is_edge(place) and not looked.issuperset(witnesses(place, before)))

    def reaches(self, names: Names, change: Mapping[str, str]) -> bool:
        """Return whether something reaches from beyond the board into a cell of *change*."""
        return any(self.cell(place, names.quarters) in change for place in self.at_rim)

    def newly_covered(self) -> frozenset[str]:
        """Return what is covered now but perhaps was not in the latest undisturbed view; what stays was there then."""
        return frozenset(place for place in self.reading.covered if self.changes.get(place, 1.0) >= UNCHANGED)

    def covered_changes(self, names: Names) -> list[str]:
        """Return the cells, in *names*, that look changed and are not read."""
        covered = self.named(names).covered
        changed = (place for place in self.reading.covered if self.changes.get(place, 0.0) > CHANGED)
        return sorted({self.cell(place, names.quarters) for place in changed} & covered)

    def in_quarters(self, reading: Reading, quarters: int) -> Reading:
        """Return *reading* as of a board turned by *quarters*."""
        return turned_reading(reading, quarters, self._plan) if quarters else reading

    @property
    def _plan(self) -> Plan:
        return self.plans[0]


def witnesses(edge: str, board: Mapping[str, str] | None) -> list[str]:
    """Return the cells of *edge* that look changed if a rod comes or goes there: the bare ones of *board*.

    A stone hides the half of the rod beside it. Where no cell is bare, both look changed a little.
    """
    cells = edge.split("-")
    return [cell for cell in cells if board is not None and board[cell] == EMPTY] or cells


@cache
def _turned_names(plan: Plan, quarters: int) -> Mapping[str, str]:
    whole = Reading({cell: {EMPTY: 0.0} for cell in plan.cells})
    return dict(zip(plan.cells, turned_reading(whole, quarters, plan).cells, strict=True))
