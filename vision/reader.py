"""A picture and a pose in, what stands on each cell out.

Everything is a likelihood: the rules decide later. The reader knows the kit's pieces
and stock and how many seats there may be, not what is legal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from calibration.registration import Registration
from core.reading import EMPTY, Reading
from kits.colours import COLOURS
from kits.kit import Kit
from vision.inference import PITCHES_MM, Posterior, posterior
from vision.network import Evidence, Network, shared_network
from vision.views import Image, Views, views

SEATS = "ABCD"
_FLOOR_NATS = -16.0


@dataclass(frozen=True, slots=True)
class Warned:
    """Something about the picture that a person should know."""

    code: str
    message: str


@dataclass(frozen=True, slots=True, eq=False)
class BoardReading:
    """What one picture says of the board.

    ``reading`` is over the contents of positions; its likelihoods are the posterior of
    the whole board, so they already know pitch, colours and stock. ``colours`` has the
    seats whose colour was seen or given. ``log_pitch`` can go into the next call: what
    has been learned of the board's size (None where it was known). ``views`` and
    ``evidence`` are for drawing and for looking into a failure.
    """

    reading: Reading
    colours: Mapping[str, str]
    unsure: tuple[str, ...]
    covered: tuple[str, ...]
    warnings: tuple[Warned, ...]
    log_pitch: npt.NDArray[np.float64] | None
    views: Views
    evidence: Evidence = field(repr=False)

    @property
    def contents(self) -> dict[str, str]:
        """The likeliest content of every cell that is not covered."""
        return {cell: self.reading.best(cell) for cell in self.reading.cells}

    @property
    def pitch_mm(self) -> float | None:
        """The likeliest pitch; None where it was known beforehand."""
        return None if self.log_pitch is None else float(PITCHES_MM[int(np.argmax(self.log_pitch))])


def read_board(
    image: Image,
    registration: Registration,
    kit: Kit,
    *,
    players: int | None = None,
    colours: Sequence[str | None] = (),
    pitch_known: bool | None = None,
    log_pitch: npt.NDArray[np.float64] | None = None,
    cells: Sequence[str] | None = None,
    sure: float = 0.9,
    network: Network | None = None,
) -> BoardReading:
    """Return what *image* (BGR) shows on the board that *registration* has found.

    Args:
        players: how many seats play; None: as many colours as are seen, up to four.
        colours: the seats' colours from A on; None in it is a seat whose colour is not
            known yet. Without it, the colours seen are given to the seats in the order of COLOURS.
        pitch_known: whether the plan's pitch is the truth (a printed board) or a guess
            (a bought one); by default it is known where the pose came from printed tags.
        log_pitch: what earlier pictures said of the pitch (``BoardReading.log_pitch``).
        cells: read only these cells; pieces elsewhere then tell nothing about pitch and colours.
        sure: a cell whose likeliest content has less probability is unsure.
    """
    for name in colours:
        if name is not None and name not in COLOURS:
            raise ValueError(f"no colour is called {name!r}; known are {', '.join(COLOURS)}")
    known = registration.method == "tags" if pitch_known is None else pitch_known
    where = views(registration, registration.plan.cells if cells is None else cells)
    evidence = (network or shared_network()).look(image, where)
    board = posterior(
        evidence,
        kit.pyramids,
        kit.stock,
        seats=players,
        colours=colours,
        pitch_mm=registration.plan.pitch_mm if known else None,
        log_pitch=log_pitch,
        favoured=[ink.name for ink in kit.inks.values()] if registration.method == "tags" else (),
    )
    outside = where.inside < 0.7
    hidden = outside | (board.covered > 0.5)
    rows = {cell: _row(board, index) for index, cell in enumerate(where.cells) if not hidden[index]}
    reading = Reading(rows, frozenset(cell for cell, gone in zip(where.cells, hidden, strict=True) if gone))
    unsure = tuple(cell for cell in rows if next(iter(reading.probabilities(cell).values())) < sure)
    return BoardReading(
        reading=reading,
        colours={SEATS[seat]: name for seat, name in enumerate(board.colours) if name is not None},
        unsure=unsure,
        covered=tuple(cell for cell, gone in zip(where.cells, hidden, strict=True) if gone),
        warnings=tuple(_warnings(board, outside, where)),
        log_pitch=board.log_pitch,
        views=where,
        evidence=evidence,
    )


def _row(board: Posterior, index: int) -> dict[str, float]:
    """Return the log-likelihoods of one cell, its best content at most at 0."""
    shares = {EMPTY: float(board.empty[index])}
    for seat in range(len(board.colours)):
        for kind, share in zip(board.kinds, board.piece[index, seat], strict=True):
            shares[f"{SEATS[seat]}{kind}"] = float(share)
    total = sum(shares.values())
    return {content: max(float(np.log(max(share / total, 1e-12))), _FLOOR_NATS) for content, share in shares.items()}


def _warnings(board: Posterior, outside: npt.NDArray[np.bool_], where: Views) -> list[Warned]:
    found = []
    if outside.any():
        names = ", ".join(cell for cell, out in zip(where.cells, outside, strict=True) if out)
        found.append(Warned("outside", f"Not in the picture: {names}. Move the camera back or turn it."))
    if board.over_stock > 0.9:
        found.append(Warned("stock", "More pieces of one kind are seen than a player owns."))
    if board.runner_up_nats < 3.0:
        found.append(Warned("colours", "Which colours are in play is not certain; name them to be sure."))
    if float(np.median(where.px_per_cell)) < 25:
        found.append(Warned("far", "The board is small in the picture; bring the camera closer."))
    return found
