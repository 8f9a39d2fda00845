"""What two eyes say together of one table: their looks as one, cell by cell.

A reading holds what was likely before looking, and two cameras that look at one piece err alike more often than chance
would have it: the light, the paper and the reader are the same. So where both see a cell, what they say is averaged,
which counts neither twice; what one does not see, the other tells alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.places import Place
from core.options import SEATS
from core.reading import EMPTY, Reading, is_edge
from kiebitz.judging.evidence import CHANGED, UNCHANGED, reseated, turned_reading
from kiebitz.table.inputs import Look
from kits.kit import Plan

Row = Mapping[str, float]
_NEITHER = (UNCHANGED + CHANGED) / 2
"""Changed share of a cell that speaks neither for a change nor against one."""
_SURE = 0.9
"""Two readings contradict each other on a cell if they differ and both are surer than this."""
_ONE_COLOUR = 2
"""A colour that two seats have in common counts like this number of pieces in common."""
_FEWEST = 3
"""If fewer cells contradict each other, two boards may be one at two moments of a move; as many pieces that agree make
sure of it."""
_TOLD_APART = 3.0
"""Pieces show which way round a board lies if that way fits better than every other by this many nats."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A *look* of one eye, the board at *place*; *compares* if its changes are those that the table asks for."""

    look: Look
    place: Place
    compares: bool


def joined(one: Seen, other: Seen) -> Look:
    """Join both looks, in the names of *one*: the look of the eye that sees more, with what both say."""
    sharp = areas_px(one.place), areas_px(other.place)
    reading, lead = _joined_reading(one.look, other.look, sharp)
    clear, *_ = sorted((one, other), key=lambda seen: (seen.look.disturbed, len(seen.look.reading.covered)))
    both = (one.look, other.look)
    return replace(
        clear.look,
        reading=reading,
        colours=_all_colours(one.look.colours, other.look.colours),
        plans=_all_plans(one.look.plans, other.look.plans),
        way_round_is_known=any(look.way_round_is_known for look in both),
        changes=_changes((one, other), lead),
        at_rim=one.look.at_rim & other.look.at_rim,
        reached=one.look.reached and other.look.reached,
        disturbed=one.look.disturbed and other.look.disturbed,
        missed=one.look.missed and other.look.missed,
        marked=any(look.marked for look in both),
        readings=max(look.readings for look in both),
        may_lie_elsewhere=False,
        misplaced=tuple(
            wrong
            for number, look in enumerate(both)
            for wrong in look.misplaced
            if all(lead.get(cell, number) == number for cell in wrong.cells)
        ),
        further={**other.look.further, **one.look.further},
        out_of_view=one.look.out_of_view & other.look.out_of_view,
    )


def areas_px(place: Place) -> dict[str, float]:
    """Return how large each cell of *place* is in the picture, in square px: small where it is far or seen low."""
    found: dict[str, float] = {}
    for board in place.boards:
        half = board.plan.pitch_mm / 2
        around = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
        middles = np.array([board.plan.centre_mm(cell) for cell in board.plan.cells])
        corners = board.px_from_board((middles[:, None] + around).reshape(-1, 2)).reshape(-1, 4, 2)
        x, y = corners[..., 0], corners[..., 1]
        areas = abs((x * np.roll(y, -1, 1) - y * np.roll(x, -1, 1)).sum(axis=1)) / 2
        found |= dict(zip(board.plan.cells, areas.tolist(), strict=True))
    return found


def of_one_board(one: Reading, other: Reading) -> bool:
    """Return whether both may be readings of one board: no more cells contradict each other than agree, or few do."""
    against, alike = _compared(one, other)
    return against < _FEWEST or against <= alike


def are_alike(one: Reading, other: Reading) -> bool:
    """Return whether both are readings of one board by their pieces: some agree, and hardly any cell contradicts it."""
    against, alike = _compared(one, other)
    return alike >= _FEWEST > against


def _compared(one: Reading, other: Reading) -> tuple[int, int]:
    """Return on how many cells both are sure of different contents, and on how many of the same piece."""
    both = _surely_read(one, other)
    return sum(a != b for a, b in both), sum(a == b != EMPTY for a, b in both)


def _surely_read(one: Reading, other: Reading) -> list[tuple[str, str]]:
    """Return what *one* and *other* read on each cell where both are sure."""
    return [
        (one.best(cell), other.best(cell))
        for cell in sorted(one.cells.keys() & other.cells.keys())
        if not is_edge(cell) and min(one.certainty(cell), other.certainty(cell)) > _SURE
    ]


def way_round(one: Reading, other: Reading, plan: Plan) -> int | None:
    """Return by how many quarters to turn *other* so that its pieces lie as in *one*; None where they do not tell."""
    quarters = (0, 1, 2, 3) if plan.columns == plan.rows else (0, 2)
    fits = {turn: _alike(one, turned_reading(other, turn, plan)) for turn in quarters}
    best, second, *_ = sorted(quarters, key=lambda turn: -fits[turn])
    return best if fits[best] > fits[second] + _TOLD_APART else None


def named_alike(look: Look, known: Look, *, by_pieces: bool) -> Look:
    """Return *look* with the seats called as *known*, the look of another eye, calls them: by their colours.

    With *by_pieces* the pieces that both see tell as well, for cameras that call one colour by two names; seats without
    any in common are then different ones.
    """
    if not look.colours:
        return look
    both = _surely_read(look.reading, known.reading) if by_pieces else []
    alike = Counter((own[0], other[0]) for own, other in both if own[1:] == other[1:] != "")
    owners = {colour: seat for seat, colour in known.colours.items()}
    alike.update({(seat, owners[hue]): _ONE_COLOUR for seat, hue in look.colours.items() if hue in owners})
    names: dict[str, str] = {}
    for (seat, to), _ in alike.most_common():
        if seat not in names and to not in names.values():
            names[seat] = to
    read = {content[0] for one in (look, known) for row in one.reading.cells.values() for content in row}
    seats = {*look.colours, *known.colours, *read.intersection(SEATS)}
    left = sorted(seats.difference(names.values()), key=lambda seat: ((seat in known.colours) == by_pieces, seat))
    names |= zip(sorted(seats - names.keys(), key=lambda seat: (seat not in look.colours, seat)), left, strict=True)
    return replace(
        look,
        reading=reseated(look.reading, names),
        colours={names[seat]: colour for seat, colour in look.colours.items()},
    )


def is_quiet(look: Look) -> bool:
    """Return whether *look* shows nothing new on the cells that it sees."""
    seen = [share for cell, share in look.changes.items() if cell not in look.reading.covered]
    return bool(seen) and max(seen) < UNCHANGED


def _joined_reading(one: Look, other: Look, sharp: Sequence[Mapping[str, float]]) -> tuple[Reading, dict[str, int]]:
    """Join both readings; return the result, and for each cell which of the two sees it best."""
    cells: dict[str, Row] = {}
    lead: dict[str, int] = {}
    readings = one.reading.cells, other.reading.cells
    for name in dict.fromkeys((*readings[0], *readings[1])):
        there = [number for number in (0, 1) if name in readings[number]]
        sizes = [min(sharp[number].get(cell, 0.0) for cell in name.split("-")) for number in there]
        lead[name] = max(zip(sizes, there, strict=True), key=lambda pair: pair[0])[1]
        cells[name] = _averaged([readings[number][name] for number in there])
    covered = (one.reading.covered | other.reading.covered).difference(cells)
    return Reading(cells, frozenset(covered)), lead


def _averaged(rows: Sequence[Row]) -> Row:
    least = [min(row.values()) for row in rows]
    return {
        content: sum(row.get(content, low) for row, low in zip(rows, least, strict=True)) / len(rows)
        for content in dict.fromkeys(content for row in rows for content in row)
    }


def _changes(seen: Sequence[Seen], lead: Mapping[str, int]) -> dict[str, float]:
    """Return how far each cell has changed, by the eye that sees it best of those that compare."""
    found: dict[str, float] = {}
    comparing = [each for each in seen if each.compares and each.look.changes]
    for cell in dict.fromkeys(cell for each in comparing for cell in each.look.changes):
        shares = {
            number: each.look.changes[cell]
            for number, each in enumerate(seen)
            if each.compares and cell in each.look.changes
        }
        open_to = {number: share for number, share in shares.items() if cell in seen[number].look.reading.cells}
        best = lead.get(cell)
        if best in open_to:
            found[cell] = open_to[best]
        elif open_to:
            found[cell] = next(iter(open_to.values()))
        else:
            found[cell] = _NEITHER if cell in lead else min(shares.values())
    return found


def _alike(one: Reading, other: Reading) -> float:
    """Return the log likelihood that both show the same."""
    total = 0.0
    for cell in one.cells.keys() & other.cells.keys():
        first, second = one.probabilities(cell), other.probabilities(cell)
        total += float(np.log(max(sum(share * second.get(content, 0.0) for content, share in first.items()), 1e-4)))
    return total


def _all_colours(one: Mapping[str, str], other: Mapping[str, str]) -> dict[str, str]:
    """Return the colours of all seats that either eye sees; no two seats have the same."""
    taken = {*one.values()}
    return {**{seat: colour for seat, colour in other.items() if colour not in taken}, **one}


def _all_plans(one: Sequence[Plan], other: Sequence[Plan]) -> tuple[Plan, ...]:
    """Return the plans of all boards that either eye sees, in the order of their seats."""
    plans = {plan.prefix: plan for plan in (*other, *one)}
    return tuple(plans[prefix] for prefix in sorted(plans))


def agrees(contents: Mapping[str, str], reading: Reading, cells: Collection[str]) -> int:
    """Return on how many of *cells* the *reading* agrees with *contents*."""
    return sum(cell in reading.cells and reading.best(cell) == contents.get(cell) for cell in cells)
