"""A look as the belief weighs it: what was seen, together with what was announced."""

from __future__ import annotations

from core.game import P
from core.reading import Reading
from kiebitz.judging.evidence import beside_more
from kiebitz.judging.sight import Sight
from kiebitz.table.inputs import Look
from kiebitz.table.state import TableState


def sight_of(state: TableState[P], look: Look, evidence: Reading) -> Sight:
    """Return what *look* shows, with the *evidence* of it and of what people have said, for the belief to weigh."""
    seats = state.told[-1].seats
    colours = {seat: colour for seat, colour in look.colours.items() if seat in seats}
    return Sight(
        look.plans, evidence, seats, state.colours, colours, look.changes,
        beside_more(look.plans, look.changes), at_rim=look.at_rim, fresh=state.orders.reference is None,
        marked=look.marked, expected=state.contents, told=frozenset(state.insisted.cells),
        prior_nats=look.prior_nats,
    )  # fmt: skip
