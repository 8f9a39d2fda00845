"""A look as the belief over the game's histories asks for it: likelihoods, changes and names, from what was seen."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, partial
from itertools import permutations
from typing import Any

from core.belief.likelihood import Rows, rows_of
from core.belief.look import Look
from core.belief.misreading import with_mistakes
from core.reading import EMPTY, Reading, is_edge
from kiebitz.judging.evidence import CHANGED, UNCHANGED
from kiebitz.judging.names import Names
from kiebitz.judging.priors import TABLE_PRIORS
from kiebitz.judging.sight import Sight, witnesses

Row = Mapping[str, float]
_Weighed = Callable[[Row, str, float], Row]
_MOST_ORDERS = 24
_HARDLY = 0.15
"""Nothing has come or gone on a cell that has changed by less than this share of the most changed one."""


def look_of(sight: Sight) -> Look:
    """Return what the belief asks of *sight*."""
    return Look(
        rows=_Rows(sight),
        frames=cache(partial(_frames, sight)),
        changed=cache(partial(_changed, sight)),
        touched=cache(partial(_touched, sight)),
        compared=bool(sight.changes),
        turned=partial(_turned, sight),
        seen=sight,
    )


def _frames(sight: Sight, frame: Any, to_move: str | None) -> Sequence[tuple[Names, float]]:
    """Return *frame* with this look's new colours given to free seats in each likely way, each with its log prior."""
    names = frame or Names()
    known = {colour for colour, _ in names.seats} | set(sight.known.values())
    unknown = {seat: colour for seat, colour in sight.colours.items() if not (seat in sight.known or colour in known)}
    if not unknown:
        return [(names, 0.0)]
    there = {content[0] for content in sight.reading.contents.values() if content != EMPTY}
    new = sorted(colour for seat, colour in unknown.items() if seat in there)
    taken = {seat for _, seat in names.seats} | sight.known.keys()
    free = [seat for seat in sight.seats if seat not in taken]
    if not new or len(new) > len(free):
        return [(names, 0.0)]
    orders = _likely_orders(sight, new, free)
    each = -math.log(len(orders))
    return [
        (
            Names(names.quarters, (*names.seats, *zip(new, order, strict=True))),
            each if to_move in order or to_move not in free else each + TABLE_PRIORS.not_the_movers,
        )
        for order in orders
    ]


def _likely_orders(sight: Sight, new: Sequence[str], free: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the ways to give the colours *new* to *free* seats; of many, those nearest to the last announcement."""
    orders = list(permutations(free, len(new)))
    if len(orders) <= _MOST_ORDERS:
        return orders
    seen = sight.reading.contents
    fits = Counter(
        (sight.colours[seen[cell][0]], content[0])
        for cell, content in sight.expected.items()
        if seen.get(cell, EMPTY)[0] in sight.colours
    )
    return sorted(orders, key=lambda order: -sum(fits[pair] for pair in zip(new, order, strict=True)))[:_MOST_ORDERS]


def _changed(sight: Sight, frame: Any) -> frozenset[str]:
    """Return the cells that look changed, or were told; for edges, whose look is not compared, those read otherwise."""
    if not sight.changes:
        return sight.told
    names = frame or Names()
    cells = sight.looking_changed(names)
    before = None if sight.before is None else sight.in_quarters(sight.before, names.quarters)
    now = sight.in_quarters(sight.reading, names.quarters)
    edges = {
        place for place in now.cells if is_edge(place) and before and before.cells.get(place)
        and before.best(place) != now.best(place)
    }  # fmt: skip
    return frozenset(cells | edges | sight.told)


def _touched(sight: Sight, frame: Any) -> frozenset[str]:
    """Return the cells that look changed and have nothing beside them to shade them, or changed more than by a shadow.

    The measure is the cell that looks changed most. An edge is touched if all its witnesses may look changed.
    """
    names = frame or Names()
    least = max(CHANGED, _HARDLY * max(sight.changes.values(), default=0.0))
    perhaps = sight.looking_changed(names, above=UNCHANGED)
    edges = {
        place for place in sight.expected if is_edge(place) and perhaps.issuperset(witnesses(place, sight.expected))
    }  # fmt: skip
    unshaded = sight.looking_changed(names) - {sight.cell(place, names.quarters) for place in sight.shaded}
    return frozenset(unshaded | sight.looking_changed(names, above=least) | edges)


def _turned(sight: Sight, frame: Any) -> Sequence[tuple[Names, float]]:
    """Return *frame* on a board that lies another way round; nothing if its marks have just shown how it lies."""
    names = frame or Names()
    if sight.plans[0].prefix or sight.marked:
        return []
    square = sight.plans[0].columns == sight.plans[0].rows
    prior = TABLE_PRIORS.turned if sight.fresh else TABLE_PRIORS.turned_in_place
    return [
        (Names((names.quarters + quarters) % 4, names.seats), prior) for quarters in ((1, 2, 3) if square else (2,))
    ]


class _Rows:
    """The likelihoods of the cells, computed once for each frame."""

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
        """Return *rows* weighed by how the cells look compared with the board *anchor*.

        A cell that looks as it did speaks for what was there. One that looks changed speaks against it, unless
        a rod seems to have come or gone beside it: if the cell is a witness of that edge, it speaks against the
        edge instead.
        """
        sight, found = self._sight, self._with_stray_rods(names, rows)
        shaded = {sight.cell(place, names.quarters) for place in sight.shaded}
        looked = sight.looking_changed(names)
        against = {
            cell: TABLE_PRIORS.shaded_look if cell in shaded else TABLE_PRIORS.changed_look
            for cell in looked & rows.keys()
        }
        others = [place for place, row in found.items() if is_edge(place) and _best(row) != anchor[place]]
        for edge in sorted(others, key=lambda edge: (found[edge][anchor[edge]], edge)):  # a rod seems to come or go
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
        """Return *rows* with rods beside empty cells as likely as they look, where these cells look changed.

        The reader takes these rods to be rare; how rarely people break rules is known to the belief.
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
        """Return *row* of *cell* as *weighed* makes it, computed once for all histories with the same board."""
        key = (names, cell, before, weighed, nats)
        if key not in self._beside:
            self._beside[key] = weighed(row, before, nats)
        return self._beside[key]

    def _read(self, names: Names) -> Rows:
        sight = self._sight
        rows = rows_of(_as_kinds_look(sight.named(names), sight.prior_nats, sight.told))
        perhaps = sight.looking_changed(names, above=UNCHANGED)
        return {
            place: row
            if place in sight.told
            else with_mistakes(row, touched=sight.expected.get(place) != EMPTY or perhaps.issuperset(place.split("-")))
            for place, row in rows.items()
        }


def _vouched_for(row: Row, before: str, nats: float) -> Row:
    """Return *row* with every content but *before* less likely by *nats*.

    Other values of the same die become less likely only by as much as the reader tells its values apart: a die that
    is too blurred or burnt out to be read looks the same when it is turned.
    """
    die, turns, _ = before.rpartition("=")
    values = [value for content, value in row.items() if turns and content.startswith(f"{die}=")]
    alike = min(nats, max(values) - min(values)) if values else nats
    return {
        content: value - (0.0 if content == before else alike if turns and content.startswith(f"{die}=") else nats)
        for content, value in row.items()
    }


def _doubted(row: Row, before: str, nats: float) -> Row:
    """Return *row* with the content *before* less likely by *nats*."""
    return {**row, before: row[before] - nats}


def _as_it_looks(row: Row, _before: str, nats: float) -> Row:
    """Return *row*, of an edge beside an empty cell, without the *nats* that a rod had there before looking."""
    raised = {content: value if content == EMPTY else value - nats for content, value in row.items()}
    best = max(raised.values())
    return {content: value - best for content, value in raised.items()}


def _as_kinds_look(reading: Reading, prior_nats: Mapping[str, float], told: Collection[str]) -> Reading:
    """Return *reading* with each kind as likely as it looks, however rare to the reader, but for *told* cells."""
    if not prior_nats:
        return reading
    most = max(prior_nats.values())
    rarer = {kind: nats - most for kind, nats in prior_nats.items()}
    cells = {
        place: row if place in told else {text: nats - rarer.get(text[1:], 0.0) for text, nats in row.items()}
        for place, row in reading.cells.items()
    }
    return Reading(cells, reading.covered)


def _best(row: Row) -> str:
    """Return the likeliest content of *row*."""
    return max(row, key=row.__getitem__)
