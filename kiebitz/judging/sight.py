"""One look at the table, as the belief over the game's histories asks for it: in whichever names a history has."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import permutations
from typing import Any

from core.belief import belief
from core.belief.belief import CELL_NATS
from core.belief.history import History
from core.belief.likelihood import Rows, rows_of
from core.belief.misreading import with_mistakes
from core.reading import EMPTY, Reading, is_edge
from kiebitz.judging.evidence import CHANGED, UNCHANGED, beside, reseated, turned_reading
from kiebitz.judging.priors import TABLE_PRIORS
from kits.kit import Plan

Row = Mapping[str, float]
_Weighed = Callable[[Row, str, float], Row]
_MOST_ORDERS = 24
_ALIKE, _HARDLY = 0.6, 0.15
"""Shares of how much of its cell looks changed where a piece comes or goes: where more than the first does, it is no
shadow; where less than the second does, nothing has come or gone."""


@dataclass(frozen=True, slots=True)
class Names:
    """In which names a board is seen: by how many quarters it is turned, and which seat plays which colour."""

    quarters: int = 0
    seats: tuple[tuple[str, str], ...] = ()
    """(Colour, seat), as far as the colours were not known before."""


@dataclass(frozen=True, slots=True)
class Renaming:
    """New names for boards that are seen: turned back by *quarters*, and without the colours that are known now."""

    quarters: int
    owners: tuple[tuple[str, str], ...]
    """(Colour, seat) of all that are known."""
    named: tuple[str, ...]
    """The colours among them that histories had named."""

    def new(self, frame: object) -> Names:
        """Return the new name of what was *frame*."""
        assert isinstance(frame, Names)
        owners = dict(self.owners)
        seats = tuple((colour, seat) for colour, seat in frame.seats if colour not in owners)
        return Names((frame.quarters - self.quarters) % 4, seats)

    def old(self, frame: object) -> Names:
        """Return the name that *frame* had before."""
        assert isinstance(frame, Names)
        owners = dict(self.owners)
        seats = tuple((colour, owners[colour]) for colour in self.named)
        return Names((frame.quarters + self.quarters) % 4, (*seats, *frame.seats))


def names_of(history: History[Any]) -> Names:
    """Return the names in which *history* sees the board."""
    return history.frame if isinstance(history.frame, Names) else Names()


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
        told: cells of which people have told what they hold, which counts in full in each look.
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

    @property
    def look(self) -> belief.Look:
        """What the belief asks of this look."""
        return belief.Look(
            rows=_Rows(self), frames=cache(self._frames), changed=cache(self._changed), touched=cache(self._touched),
            compared=bool(self.changes),
            turned=self._turned, seen=self,
        )  # fmt: skip

    def named(self, names: Names) -> Reading:
        """Return the reading in *names*."""
        return reseated(self._in_quarters(self.reading, names.quarters), self.owners(names))

    def owners(self, names: Names) -> dict[str, str]:
        """Return the reader's seat → the seat whose pieces these are by *names*."""
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
        """Return the cells that look changed for no reason that *change* would give; a rod lies on both its cells."""
        cells = {cell for place in change for cell in place.split("-")}
        explained = beside(self.plans, [place for place in self.changes if self.cell(place, names.quarters) in cells])
        looked = {place for place, share in self.changes.items() if share > CHANGED} - explained
        return sorted(self.cell(place, names.quarters) for place in looked - self.shaded - self.reading.covered)

    def changed_alike(self, names: Names, before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
        """Return the cells that hold the same *after* as *before*, and of which too much looks changed for a shadow.

        *before* is the board of the latest undisturbed view. The measure is the cell of which most looks changed,
        among those to which a piece came or from which one went. A rod that came or went is reason enough.
        """
        shares = {self.cell(place, names.quarters): share for place, share in self.changes.items()}
        placed = [cell for cell in shares if before[cell] != after[cell] and EMPTY in (before[cell], after[cell])]
        most = max((shares[cell] for cell in placed), default=math.inf)
        alike = {cell for cell, share in shares.items() if share > _ALIKE * most and before[cell] == after[cell]}
        rods = {cell for edge in before if is_edge(edge) and before[edge] != after[edge] for cell in edge.split("-")}
        return sorted(alike - self.named(names).covered - rods)

    def unchanged(self, names: Names, places: Collection[str], before: Mapping[str, str] | None = None) -> list[str]:
        """Return those of the edges among *places* of which a witness does not look changed; all without a view.

        *before* is the board of that view.
        """
        if not self.changes:
            return sorted(places)
        looked = self.looking_changed(names, above=UNCHANGED)
        return sorted(place for place in places if is_edge(place) and not looked.issuperset(witnesses(place, before)))

    def reaches(self, names: Names, change: Mapping[str, str]) -> bool:
        """Return whether something reaches from beyond the board into a cell of *change*."""
        return any(self.cell(place, names.quarters) in change for place in self.at_rim)

    def newly_covered(self) -> frozenset[str]:
        """Return what is covered now and may not have been in the latest undisturbed view; what stays there, was."""
        return frozenset(place for place in self.reading.covered if self.changes.get(place, 1.0) >= UNCHANGED)

    def covered_changes(self, names: Names) -> list[str]:
        """Return the cells, in *names*, that look changed and of which nothing is read."""
        covered = self.named(names).covered
        changed = (place for place in self.reading.covered if self.changes.get(place, 0.0) > CHANGED)
        return sorted({self.cell(place, names.quarters) for place in changed} & covered)

    def _in_quarters(self, reading: Reading, quarters: int) -> Reading:
        return turned_reading(reading, quarters, self._plan) if quarters else reading

    @property
    def _plan(self) -> Plan:
        return self.plans[0]

    def _frames(self, frame: Any, to_move: str | None) -> Sequence[tuple[Names, float]]:
        """Return *frame* with the colours that are new in this look, given to free seats in each way."""
        names = frame or Names()
        known = {colour for colour, _ in names.seats} | set(self.known.values())
        unknown = {seat: colour for seat, colour in self.colours.items() if not (seat in self.known or colour in known)}
        if not unknown:
            return [(names, 0.0)]
        there = {content[0] for content in self.reading.contents.values() if content != EMPTY}
        new = sorted(colour for seat, colour in unknown.items() if seat in there)
        taken = {seat for _, seat in names.seats} | self.known.keys()
        free = [seat for seat in self.seats if seat not in taken]
        if not new or len(new) > len(free):
            return [(names, 0.0)]
        orders = self._likely_orders(new, free)
        each = -math.log(len(orders))
        return [
            (
                Names(names.quarters, (*names.seats, *zip(new, order, strict=True))),
                each if to_move in order or to_move not in free else each + TABLE_PRIORS.not_the_movers,
            )
            for order in orders
        ]

    def _likely_orders(self, new: Sequence[str], free: Sequence[str]) -> list[tuple[str, ...]]:
        """Return the ways to give the colours *new* to *free* seats; of many, those most like what was told last."""
        orders = list(permutations(free, len(new)))
        if len(orders) <= _MOST_ORDERS:
            return orders
        seen = self.reading.contents
        fits = Counter(
            (self.colours[seen[cell][0]], content[0])
            for cell, content in self.expected.items()
            if seen.get(cell, EMPTY)[0] in self.colours
        )
        return sorted(orders, key=lambda order: -sum(fits[pair] for pair in zip(new, order, strict=True)))[
            :_MOST_ORDERS
        ]

    def _changed(self, frame: Any) -> frozenset[str]:
        """Return the cells that look changed, or that people tell: these alone where there is nothing to compare.

        How edges look is not compared, so of these the ones that are read otherwise than before.
        """
        if not self.changes:
            return self.told
        names = frame or Names()
        cells = self.looking_changed(names)
        before = None if self.before is None else self._in_quarters(self.before, names.quarters)
        now = self._in_quarters(self.reading, names.quarters)
        edges = {
            place for place in now.cells if is_edge(place) and before and before.cells.get(place)
            and before.best(place) != now.best(place)
        }  # fmt: skip
        return frozenset(cells | edges | self.told)

    def _touched(self, frame: Any) -> frozenset[str]:
        """Return the cells that look changed with nothing beside them to shade them, or by more than a shadow would.

        The measure is the cell of which most looks changed. An edge is touched where its witnesses may look changed.
        """
        names = frame or Names()
        least = max(CHANGED, _HARDLY * max(self.changes.values(), default=0.0))
        perhaps = self.looking_changed(names, above=UNCHANGED)
        edges = {
            place for place in self.expected if is_edge(place) and perhaps.issuperset(witnesses(place, self.expected))
        }  # fmt: skip
        unshaded = self.looking_changed(names) - {self.cell(place, names.quarters) for place in self.shaded}
        return frozenset(unshaded | self.looking_changed(names, above=least) | edges)

    def _turned(self, frame: Any) -> Sequence[tuple[Names, float]]:
        """Return *frame* on a board that lies another way round; nothing where its marks have just told how it lies."""
        names = frame or Names()
        if len(self.plans) > 1 or self.marked:
            return []
        square = self._plan.columns == self._plan.rows
        prior = TABLE_PRIORS.turned if self.fresh else TABLE_PRIORS.turned_in_place
        return [
            (Names((names.quarters + quarters) % 4, names.seats), prior) for quarters in ((1, 2, 3) if square else (2,))
        ]


class _Rows:
    """The likelihoods of the cells, for each frame once."""

    def __init__(self, sight: Sight) -> None:
        self._sight = sight
        self._plain = cache(self._read)
        self._beside: dict[object, Row] = {}
        self._compared: dict[object, Rows] = {}

    def __call__(self, frame: Any, anchor: Mapping[str, str] | None) -> Rows:
        names = frame or Names()
        rows = self._plain(names)
        sight = self._sight
        if anchor is None or not sight.changes:
            return rows
        key = (names, tuple(anchor.values()))  # all boards name their cells in one order
        if key not in self._compared:
            self._compared[key] = self._compare(names, anchor, rows)
        return self._compared[key]

    def _compare(self, names: Names, anchor: Mapping[str, str], rows: Rows) -> Rows:
        """Return *rows* weighed by how the cells look beside the board *anchor*.

        A cell that looks as it did vouches for what was there. One that looks changed speaks against that, unless a rod
        seems to have come or gone beside it: if the cell is a witness of that edge, it speaks against the edge instead.
        """
        sight, found = self._sight, self._with_stray_rods(names, rows)
        shaded = {sight.cell(place, names.quarters) for place in sight.shaded}
        looked = sight.looking_changed(names)
        against = {
            cell: TABLE_PRIORS.shaded_look if cell in shaded else TABLE_PRIORS.changed_look
            for cell in looked & rows.keys()
        }
        for edge in sorted(_other_edges(found, anchor), key=lambda edge: (found[edge][anchor[edge]], edge)):
            told = [cell for cell in witnesses(edge, anchor) if cell not in rows or _best(rows[cell]) == anchor[cell]]
            if len(told) == len(witnesses(edge, anchor)) and looked.issuperset(told):
                nats = sum(against.get(cell, 0.0) for cell in told)
                found[edge] = self._once(names, edge, anchor[edge], _doubted, found[edge], nats)
                against |= dict.fromkeys(told, 0.0)
            for cell in edge.split("-"):
                against[cell] = min(against.get(cell, 0.0), TABLE_PRIORS.shaded_look)
        alphabet = tuple(next(iter(rows.values()), {}))
        for place, share in sight.changes.items():
            cell = sight.cell(place, names.quarters)
            if share < UNCHANGED:
                row = rows.get(cell) or dict.fromkeys(alphabet, 0.0)
                found[cell] = self._once(names, cell, anchor[cell], _vouched_for, row, TABLE_PRIORS.changed_look)
            elif against.get(cell) and cell in rows:
                found[cell] = self._once(names, cell, anchor[cell], _doubted, rows[cell], against[cell])
        for edge in sight.unchanged(names, [place for place in found if is_edge(place)], anchor):
            found[edge] = self._once(names, edge, anchor[edge], _vouched_for, found[edge], TABLE_PRIORS.changed_look)
        return found

    def _with_stray_rods(self, names: Names, rows: Rows) -> dict[str, Row]:
        """Return *rows* in which a rod beside an empty cell is as likely as it looks, where such cells look changed.

        The reader takes it for rare; how rare it is that somebody breaks a rule is known to the belief.
        """
        prior = self._sight.prior_nats.get("rod", 0.0)
        looked = self._sight.looking_changed(names, above=UNCHANGED)
        found, cells = dict(rows), {edge: edge.split("-") for edge in rows if is_edge(edge)}
        beside = {cell for ends in cells.values() for cell in ends} & rows.keys()
        bare = {cell for cell in beside if _best(rows[cell]) == EMPTY}
        for edge, ends in cells.items():
            if (there := bare.intersection(ends)) and there <= looked:
                found[edge] = self._once(names, edge, "", _as_it_looks, rows[edge], prior)
        return found

    def _once(self, names: Names, cell: str, before: str, weighed: _Weighed, row: Row, nats: float) -> Row:
        """Return *row* of *cell* as it is *weighed*, which histories with the same board share."""
        key = (names, cell, before, weighed, nats)
        if key not in self._beside:
            self._beside[key] = weighed(row, before, nats)
        return self._beside[key]

    def _read(self, names: Names) -> Rows:
        sight = self._sight
        rows = rows_of(_as_kinds_look(sight.named(names), sight.prior_nats, sight.told), CELL_NATS)
        perhaps = sight.looking_changed(names, above=UNCHANGED)
        return {
            place: row
            if place in sight.told
            else with_mistakes(row, touched=sight.expected.get(place) != EMPTY or perhaps.issuperset(place.split("-")))
            for place, row in rows.items()
        }


def _vouched_for(row: Row, before: str, nats: float) -> Row:
    """Return *row* in which every content but the one *before* is less likely by *nats*.

    Other values of the same die are less likely only by as much as the reader tells its values apart: a die that is too
    blurred or burnt out to be read looks the same when it is turned.
    """
    die, turns, _ = before.rpartition("=")
    values = [value for content, value in row.items() if turns and content.startswith(f"{die}=")]
    alike = min(nats, max(values) - min(values)) if values else nats
    return {
        content: value - (0.0 if content == before else alike if turns and content.startswith(f"{die}=") else nats)
        for content, value in row.items()
    }


def _doubted(row: Row, before: str, nats: float) -> Row:
    """Return *row* in which the content *before* is less likely by *nats*."""
    return {**row, before: row[before] - nats}


def _as_it_looks(row: Row, _before: str, nats: float) -> Row:
    """Return the *row* of an edge beside an empty cell without the *nats* that a rod had there before looking."""
    raised = {content: value if content == EMPTY else value - nats for content, value in row.items()}
    best = max(raised.values())
    return {content: value - best for content, value in raised.items()}


def _as_kinds_look(reading: Reading, prior_nats: Mapping[str, float], told: Collection[str]) -> Reading:
    """Return *reading* in which each kind of piece is as likely as it looks, but on cells of which people have *told*.

    The reader takes kinds for rare that are paid for; that nobody breaks a rule is known to the belief.
    """
    if not prior_nats:
        return reading
    most = max(prior_nats.values())
    rarer = {kind: nats - most for kind, nats in prior_nats.items()}
    cells = {
        place: row if place in told else {text: nats - rarer.get(text[1:], 0.0) for text, nats in row.items()}
        for place, row in reading.cells.items()
    }
    return Reading(cells, reading.covered)


def _other_edges(rows: Rows, anchor: Mapping[str, str]) -> list[str]:
    """Return the edges that are read otherwise than in *anchor*: a rod seems to have come or gone."""
    return [place for place, row in rows.items() if is_edge(place) and _best(row) != anchor[place]]


def _best(row: Row) -> str:
    """Return the likeliest content of *row*."""
    return max(row, key=row.__getitem__)


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
