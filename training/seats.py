"""Teaches the network which pieces belong to one seat, from pairs of pieces on one table.

The loss is a logistic model of the distance between two pieces (after Chopra, Hadsell and LeCun, "Learning a similarity
metric discriminatively", 2005).
"""

from __future__ import annotations

from torch import Tensor
from torch.nn import functional

ONE_SEAT_NATS = 6.0
"""Log odds, in nats, that two pieces that look exactly alike belong to one seat."""
_BARE_WORTH = 0.3
"""Weight of the pairs of a piece and a bare cell in the loss; pairs of two pieces have weight 1."""


def loss_of(shade: Tensor, seat: Tensor, table: Tensor) -> Tensor:
    """Return how badly *shade* (N, dimensions) tells pieces of one *seat* (N,) from all else on their *table* (N,)."""
    nats, same, counts, bare = pairs(shade, seat, table)
    wrong = functional.binary_cross_entropy_with_logits(nats, same.float(), reduction="none")
    seats, bare_cells = ((wrong * kind).sum() / kind.sum().clamp(min=1) for kind in (counts, bare))
    return seats + _BARE_WORTH * bare_cells


def pairs(shade: Tensor, seat: Tensor, table: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return for all pairs (N, N) what speaks for one seat, whether it is, and which pairs are of pieces, or of one."""
    nats = ONE_SEAT_NATS - 0.5 * (shade[:, None] - shade[None]).square().sum(dim=2)
    piece = seat >= 0
    here = (table[:, None] == table[None]).triu(diagonal=1)
    return nats, seat[:, None] == seat[None], here & piece[:, None] & piece[None], here & (piece[:, None] ^ piece[None])
