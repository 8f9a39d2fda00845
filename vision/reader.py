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
from core.reading import Reading, of_kinds, shared_out
from kits.colours import check_apart, checked_seat, every, parts
from kits.kit import Kit
from vision.alike_cells import against_ground, settled, without_marks
from vision.contents import (
    PYRAMID_MODELS,
    Row,
    called,
    contents_of,
    kind_likelihood,
    model_for,
    of_kit,
    plays_other_pieces,
)
from vision.dice import with_faces
from vision.framing import Warned, board_warnings, missing_boards, picture_warnings
from vision.groups import Shades
from vision.inference import Posterior, posterior
from vision.network import (
    DICE_MODEL,
    SHAPE_MODEL,
    STONE_MODEL,
    Evidence,
    Model,
    Network,
    board_input,
    shared_network,
)
from vision.stones import StonesSeen, read_stones
from vision.views import Image, Views, levelled, views

_SEATS = "ABCDEF"
SURE = 0.8
"""Least probability of a cell's likeliest content; below it the cell must be shown again (decision 0025)."""
_AGREED = 6.0
"""Lead in nats given to the kind that a piece was assigned, over another kind that looks alike."""
_DOUBTFUL_NATS = 3.0
"""Colours that lead over others by less than this are in doubt."""
HALF_HIDDEN = 0.05
"""Least probability that a cell is covered at which its content is asked about."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardReading:
    """What one picture says of the board.

    ``reading`` is over the contents of positions; its likelihoods are the posterior of
    the whole board, so they already know pitch, colours and stock. ``colours`` has the
    seats whose colour was seen or given. ``log_pitch`` can go into the next call: what
    has been learned of the board's size (None where it was known). ``views`` (of the
    cells), ``kit`` (with the pieces that are played with) and ``evidence`` are for drawing and for looking into a
    failure. ``prior_nats`` are the log-odds before looking that are in its likelihoods: of a rod beside an empty cell,
    and of each kind of pyramid, where the first ones are smalls. ``further`` has the cells with pieces in a colour
    more than there are players, and that colour.
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
    prior_nats: Mapping[str, float]
    further: Mapping[str, str] = field(default_factory=dict)

    @property
    def contents(self) -> dict[str, str]:
        """The likeliest content of every cell (and edge) that is not covered."""
        return self.reading.contents


def read_board(
    image: Image,
    place: Place,
    kit: Kit,
    *,
    players: int | None = None,
    fewer: bool = False,
    sharing: bool = False,
    colours: Sequence[str | None] = (),
    log_pitch: npt.NDArray[np.float64] | None = None,
    networks: Callable[[Model], Network] = shared_network,
) -> BoardReading:
    """Return what *image* (BGR) shows on the board, or the boards, at *place*; *kit*'s other boards are covered.

    The plan's pitch is the truth where the board was found by printed tags, else a guess.

    Args:
        players: how many seats play; None: as many colours as are seen, up to as many as the kit has.
        fewer: whether perhaps fewer play, so that each further colour is less likely.
        sharing: whether *players* may have several colours each, though *colours* do not say so.
        colours: the seats' colours from A on, several of one seat joined by ``+``; None in it is a seat whose
            colour is not known yet. Without it, the colours seen are given to the seats in the order of COLOURS.
        log_pitch: what earlier pictures said of the pitch (``BoardReading.log_pitch``).
        networks: where the network that looks at the cells is taken from.
    """
    check_apart([checked_seat(text) for text in filter(None, colours)])
    image = levelled(image, place)
    if not kit.seats:
        return _stones(image, place, kit, networks(STONE_MODEL))
    kit, where, evidence, shade = _seen(image, place, kit, networks, colours)
    model = model_for(kit)
    printed = place.method == "tags"
    board = posterior(
        evidence["presence"], evidence["colour"], kind_likelihood(evidence, kit), kit.stock, shade,
        seats=players, fewer=fewer, colours=colours, sharing=sharing,
        pitch_mm=place.boards[0].plan.pitch_mm if printed or model not in PYRAMID_MODELS else None,
        log_pitch=log_pitch, growing=kit.growing, cells=model.cells, most_seats=len(kit.seats),
        favoured=[ink.name for ink in kit.inks.values()] if printed else (),
    )  # fmt: skip
    row_of = contents_of(evidence, kit, _SEATS[: len(board.colours)])
    rows = {
        name: None if hidden else row_of(index, board)
        for index, (name, hidden) in enumerate(zip(where.cells, where.outside | (board.covered > 0.5), strict=True))
    }
    rows |= _told_apart(rows, kit)
    rows |= {cell: None for mini in missing_boards(place, kit) for cell in mini.plan.cells}
    prior_nats = dict(zip(board.kinds, np.log(board.prior).tolist(), strict=True))
    answer = _answer(
        rows,
        board.covered,
        where,
        kit,
        evidence,
        warnings=(*picture_warnings(where), *board_warnings(place, kit), *_warnings(board, colours, kit)),
        colours=_named(board, colours),
        log_pitch=board.log_pitch,
        prior_nats=prior_nats if kit.growing else {},
    )
    return replace(answer, further=_further(board, colours, where.cells)) if sharing else answer


def _seen(
    image: Image, place: Place, kit: Kit, networks: Callable[[Model], Network], colours: Sequence[str | None]
) -> tuple[Kit, Views, Evidence, Shades]:
    """Return *kit* with the pieces played with, where its cells are seen, and what the networks output for them."""
    where, evidence = looked_at(image, place, networks(model_for(kit)), kit)
    if kit.other_pieces is not None and plays_other_pieces(evidence, kit):
        kit = kit.with_other_pieces()
        where, evidence = looked_at(image, place, networks(model_for(kit)), kit)
    model = model_for(kit)
    if model is DICE_MODEL:
        evidence = with_faces(image, place, where, evidence)
    evidence = settled(evidence)
    evidence, shade = called(evidence, {*kit.bought, *every(colours)})
    if model is SHAPE_MODEL:
        evidence = against_ground(evidence, where.cells, kit)
    return kit, where, evidence, shade


def _told_apart(rows: Mapping[str, Row | None], kit: Kit) -> Mapping[str, Row]:
    """Return *rows* with one kind settled for each piece whose look fits several."""
    if not kit.alike:
        return {}
    reading = Reading({cell: row for cell, row in rows.items() if row is not None})
    kinds = shared_out(reading, kit.stock, kit.alike, {})
    return of_kinds(reading, kinds, kit.alike, nats=_AGREED).cells  # type: ignore[return-value] # rows of a reading


def _stones(image: Image, place: Place, kit: Kit, network: Network) -> BoardReading:
    """Return what *image* shows on the board of stones at *place*."""
    seen = read_stones(image, place.boards[0], kit, network)
    return _answer(
        seen.rows,
        seen.covered,
        seen.where,
        kit,
        seen.evidence,
        warnings=(*picture_warnings(seen.where), *_impossible(seen)),
        prior_nats={"rod": float(logit(seen.astray))},
        colours={},
        log_pitch=None,
    )


class Looked(NamedTuple):
    """Where cells of a board are seen, and what a network says of them."""

    where: Views
    evidence: Evidence


def looked_at(image: Image, place: Place, network: Network, kit: Kit) -> Looked:
    """Return the cells of a board with seats' pieces as they are seen in *image*, and what *network* says of them."""
    where = views(place, place.cells, network.model.frame)
    blob = board_input(network.model, image, place, where)
    seen = without_marks(network.look(blob, where), where.cells, kit)
    return Looked(where, of_kit(seen, network.model, kit))


def _answer(
    rows: Mapping[str, Row | None],
    covered: npt.NDArray[np.float64],
    where: Views,
    kit: Kit,
    evidence: Evidence,
    *,
    warnings: tuple[Warned, ...],
    prior_nats: Mapping[str, float],
    colours: Mapping[str, str],
    log_pitch: npt.NDArray[np.float64] | None,
) -> BoardReading:
    """Return the reading in *rows*, where None is not seen; cells perhaps half *covered* (N,) are unsure, too."""
    hidden = tuple(name for name, row in rows.items() if row is None)
    reading = Reading({name: row for name, row in rows.items() if row is not None}, frozenset(hidden))
    asked = {where.cells[index] for index in np.flatnonzero(covered > HALF_HIDDEN)}
    unsure = tuple(name for name in reading.cells if reading.certainty(name) < SURE or name in asked)
    return BoardReading(reading, colours, unsure, hidden, warnings, log_pitch, where, kit, evidence, prior_nats)


def _impossible(seen: StonesSeen) -> list[Warned]:
    """Return warnings about stones and rods that no game can lead to."""
    found = []
    if seen.odd > 0.5:
        found.append(Warned("uneven", "There are not as many black stones as white ones.", "Show the board again."))
    if seen.stray:
        found.append(Warned("stray", "A rod seems to lie beside an empty cell.", "Show the board again.", seen.stray))
    return found


def _further(board: Posterior, given: Sequence[str | None], cells: Sequence[str]) -> dict[str, str]:
    """Return the cells with pieces in colours not *given*, if there are more colours than players."""
    found = {*every(board.colours)} - {*every(given)}
    if len(every(board.colours)) <= len(board.colours):
        return {}
    piece = board.piece.sum(axis=(1, 2))
    return {cell: hue for cell, hue, p in zip(cells, board.hues, piece, strict=True) if p > SURE and hue in found}


def _named(board: Posterior, given: Sequence[str | None]) -> dict[str, str]:
    """Return the seats' colours; where several are in doubt and were not *given*, only the first."""
    sure = board.runner_up_nats >= _DOUBTFUL_NATS
    texts = {_SEATS[seat]: text for seat, text in enumerate(board.colours) if text is not None}
    return {seat: text if sure or text in given else parts(text)[0] for seat, text in texts.items()}


def _warnings(board: Posterior, given: Sequence[str | None], kit: Kit) -> list[Warned]:
    found = []
    if board.over_stock > 0.9 and not kit.has_strange_dice:
        found.append(Warned("stock", "More pieces of one kind are seen than a player owns."))
    if any(len(parts(text)) > 1 for text in {*board.colours} - {*given}):
        found.append(
            Warned(
                "several", "More colours are seen than players.", "Say whose they are, as in --colours A=red+yellow."
            )
        )
    if board.runner_up_nats < _DOUBTFUL_NATS:
        found.append(Warned("colours", "Which colours are in play is not certain; name them to be sure."))
    return found
