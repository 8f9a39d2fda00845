"""Reads a board: from a picture and a pose to the contents of each cell.

All results are likelihoods; the rules decide later. The reader knows the kit's pieces and
stock and the possible number of seats, but not what is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.special import logit

from calibration.places import Place
from core.reading import Reading
from kits.colours import checked
from kits.kit import Kit
from vision.alike_cells import against_ground, settled, without_marks
from vision.contents import PYRAMID_MODELS, called, contents_of, kind_likelihood, model_for, plays_other_pieces
from vision.dice import with_faces
from vision.framing import Warned, board_warnings, missing_boards, picture_warnings
from vision.inference import PRIORS, Posterior, pitches_mm, posterior
from vision.network import (
    DICE_MODEL,
    PRESENCE,
    SHAPE_MODEL,
    STONE_MODEL,
    Evidence,
    Model,
    Network,
    board_input,
    shared_network,
    shares,
)
from vision.stones import StonesSeen, read_stones
from vision.views import OUTSIDE, Image, Views, levelled, views

_SEATS = "ABCDEF"
SURE = 0.8
"""Least probability of a cell's likeliest content; below it the cell must be shown again (decision 0025)."""
HALF_HIDDEN = 0.05
"""Least probability that a cell is covered at which what is seen of it is asked about."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardReading:
    """What one picture says of the board.

    ``reading`` is over the contents of positions; its likelihoods are the posterior of
    the whole board, so they already know pitch, colours and stock. ``colours`` has the
    seats whose colour was seen or given. ``log_pitch`` can go into the next call: what
    has been learned of the board's size (None where it was known). ``views`` (of the
    cells), ``kit`` (with the pieces that are played with) and ``evidence`` are for drawing and for looking into a
    failure. ``prior_nats`` are the log-odds before looking that are in its likelihoods: of a rod beside an empty cell,
    and of each kind of pyramid, where the first ones are smalls.
    """

    reading: Reading
    colours: Mapping[str, str]
    unsure: tuple[str, ...]
    covered: tuple[str, ...]
    warnings: tuple[Warned, ...]
    log_pitch: npt.NDArray[np.float64] | None
    views: Views
    kit: Kit
    evidence: Evidence = field(repr=False)
    prior_nats: Mapping[str, float] = field(default_factory=dict)

    @property
    def contents(self) -> dict[str, str]:
        """The likeliest content of every cell (and edge) that is not covered."""
        return self.reading.contents

    @property
    def pitch_mm(self) -> float | None:
        """The likeliest pitch; None where it was known beforehand."""
        if self.log_pitch is None:
            return None
        return float(pitches_mm(model_for(self.kit).cells)[int(np.argmax(self.log_pitch))])


def read_board(
    image: Image,
    place: Place,
    kit: Kit,
    *,
    players: int | None = None,
    colours: Sequence[str | None] = (),
    pitch_known: bool | None = None,
    log_pitch: npt.NDArray[np.float64] | None = None,
    cells: Sequence[str] | None = None,
    network: Network | None = None,
    networks: Callable[[Model], Network] = shared_network,
) -> BoardReading:
    """Return what *image* (BGR) shows on the board, or the boards, at *place*; *kit*'s other boards are covered.

    Args:
        players: how many seats play; None: as many colours as are seen, up to as many as the kit has.
        colours: the seats' colours from A on; None in it is a seat whose colour is not
            known yet. Without it, the colours seen are given to the seats in the order of COLOURS.
        pitch_known: whether the plan's pitch is the truth (a printed board) or a guess
            (a bought one); by default it is known where the pose came from printed tags.
        log_pitch: what earlier pictures said of the pitch (``BoardReading.log_pitch``).
        cells: read only these cells; pieces elsewhere then tell nothing about pitch and colours.
        network: what looks at the cells; by default the shipped one for the kit's pieces.
        networks: where that is taken from.
    """
    for name in colours:
        if name is not None:
            checked(name)
    names = place.cells if cells is None else cells
    first = place.boards[0]
    image = levelled(image, place)
    if not kit.seats:
        seen = read_stones(image, first, kit, names, network or networks(STONE_MODEL))
        read = _answer(
            {name: row for name, row in seen.rows.items() if row is not None},
            [name for name, row in seen.rows.items() if row is None],
            {},
            [*picture_warnings(seen.where, seen.where.inside < OUTSIDE), *_impossible(seen)],
            None,
            seen.where,
            kit,
            seen.evidence,
        )
        read = replace(read, prior_nats={"rod": float(logit(seen.astray))})
        return _asking(read, seen.where, seen.covered)
    if network is None and kit.other_pieces is not None:
        kit, (where, evidence) = _either_set(image, place, names, kit, networks)
    else:
        where, evidence = looked_at(image, place, names, network or networks(model_for(kit)), kit)
    model = network.model if network is not None else model_for(kit)
    if model is DICE_MODEL:
        evidence = with_faces(image, place, where, evidence)
    evidence = settled(evidence)
    evidence, shade = called(evidence, {*kit.bought, *colours})
    if model is SHAPE_MODEL:
        evidence = against_ground(evidence, where.cells, kit)
    known = model not in PYRAMID_MODELS or (place.method == "tags" if pitch_known is None else pitch_known)
    board = posterior(
        evidence["presence"],
        evidence["colour"],
        kind_likelihood(evidence, kit),
        kit.stock,
        shade=shade,
        seats=players,
        colours=colours,
        pitch_mm=first.plan.pitch_mm if known else None,
        log_pitch=log_pitch,
        favoured=[ink.name for ink in kit.inks.values()] if place.method == "tags" else (),
        most_seats=len(kit.seats),
        growing=kit.growing,
        cells=model.cells,
    )
    unseen = [cell for mini in missing_boards(place, kit) for cell in mini.plan.cells]
    outside = where.inside < OUTSIDE
    hidden = outside | (board.covered > 0.5)
    values = contents_of(evidence, kit, _SEATS[: len(board.colours)])
    read = _answer(
        {name: values(index, board) for index, name in enumerate(where.cells) if not hidden[index]},
        [*(name for name, gone in zip(where.cells, hidden, strict=True) if gone), *(unseen if cells is None else ())],
        {_SEATS[seat]: name for seat, name in enumerate(board.colours) if name is not None},
        [*picture_warnings(where, outside), *board_warnings(place, kit), *_warnings(board)],
        board.log_pitch,
        where,
        kit,
        evidence,
    )
    if kit.growing:
        read = replace(read, prior_nats=dict(zip(board.kinds, map(float, np.log(board.prior)), strict=True)))
    return _asking(read, where, _covered(evidence))


def _covered(evidence: Evidence) -> npt.NDArray[np.float64]:
    """Return how likely (N,) each cell is covered, whatever is seen beside the cover."""
    seen = evidence["presence"][:, : len(PRESENCE)] + PRIORS.log_presence()
    return shares(seen)[:, PRESENCE.index("covered")]


class Looked(NamedTuple):
    """Where places of a board are seen, and what a network says of them."""

    where: Views
    evidence: Evidence


def looked_at(image: Image, place: Place, names: Sequence[str], network: Network, kit: Kit) -> Looked:
    """Return the places *names* of a board with seats' pieces as they are seen in *image*, and what *network* says."""
    where = views(place, names, network.model.frame)
    blob = board_input(network.model, image, place, where)
    return Looked(where, without_marks(network.look(blob, where), where.cells, kit))


def _either_set(
    image: Image, place: Place, names: Sequence[str], kit: Kit, networks: Callable[[Model], Network]
) -> tuple[Kit, Looked]:
    """Return *kit* with the pieces that are played with, of its two sets, and what is seen of them."""
    seen = looked_at(image, place, names, networks(model_for(kit)), kit)
    if not plays_other_pieces(seen.evidence, kit):
        return kit, seen
    other = kit.with_other_pieces()
    return other, looked_at(image, place, names, networks(model_for(other)), other)


def _answer(
    rows: Mapping[str, Mapping[str, float]],
    covered: Sequence[str],
    colours: Mapping[str, str],
    warnings: Sequence[Warned],
    log_pitch: npt.NDArray[np.float64] | None,
    where: Views,
    kit: Kit,
    evidence: Evidence,
) -> BoardReading:
    reading = Reading(dict(rows), frozenset(covered))
    unsure = tuple(name for name in rows if reading.certainty(name) < SURE)
    return BoardReading(reading, colours, unsure, tuple(covered), tuple(warnings), log_pitch, where, kit, evidence)


def _asking(read: BoardReading, where: Views, covered: npt.NDArray[np.float64]) -> BoardReading:
    """Return *read* unsure, where it tells anything, of cells of *where* as well that may be half *covered* (N,)."""
    asked = {where.cells[index] for index in np.flatnonzero(covered > HALF_HIDDEN)}
    return replace(read, unsure=tuple(name for name in read.reading.cells if name in read.unsure or name in asked))


def _impossible(seen: StonesSeen) -> list[Warned]:
    """Return what is seen of stones and rods that no game comes to."""
    found = []
    if seen.odd > 0.5:
        found.append(Warned("uneven", "There are not as many black stones as white ones.", "Show the board again."))
    if seen.stray:
        found.append(Warned("stray", "A rod seems to lie beside an empty cell.", "Show the board again.", seen.stray))
    return found


def _warnings(board: Posterior) -> list[Warned]:
    found = []
    if board.over_stock > 0.9:
        found.append(Warned("stock", "More pieces of one kind are seen than a player owns."))
    if board.runner_up_nats < 3.0:
        found.append(Warned("colours", "Which colours are in play is not certain; name them to be sure."))
    return found
