"""Infers the contents of the board from all cells together.

One cell alone cannot show whether its pyramid is a small one on a small board or a medium
one on a big board, nor whether a yellow piece in warm light is orange. All cells together
can: they share one pitch and a few colours, and each seat owns a known stock. Unknowns are
summed over, not guessed, so that ambiguous contents stay ambiguous. See ``posterior`` for
the model.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.belief.misreading import PIECE
from kits.pieces import Pyramid
from vision.groups import Shades
from vision.network import PRESENCE, RATIOS, Evidence, Floats, shares
from vision.seating import Seating, seatings

Array = npt.NDArray[np.float64]

PITCHES_MM = np.geomspace(29.0, 61.0, 38)
"""Pitches of ordinary chessboards, all equally likely, in steps of 2 %; ``pitches_mm`` gives those of other boards."""

_FLOOR = 1e-9


@dataclass(frozen=True, slots=True)
class Priors:
    """What is likely before looking. Shares are probabilities, weights are nats."""

    piece: float = 0.2
    covered: float = 0.03
    over_stock: float = 1e-3
    """How often a seat has one piece too many, from a second set; each further one is as rare again."""
    piece_floor: float = math.exp(PIECE)
    """Share of pieces, scuffed or tilted, whose size fits no kind: no more than are misread beyond doubt."""
    first_kind: float = 0.9
    """How likely the first piece on a board is of the first kind, whatever the stock; this falls as the board fills."""

    def log_presence(self, labels: int = len(PRESENCE)) -> Array:
        """Return the log-shares of cells that are empty, hold a piece, are covered, and, of 4 *labels*, are marked."""
        marked = labels - len(PRESENCE)
        empty = (1 - self.piece - self.covered) / (1 + marked)
        return np.log([empty, self.piece, self.covered, *[empty] * marked])


PRIORS = Priors()


@dataclass(frozen=True, slots=True, eq=False)
class Posterior:
    """What the board shows. ``kinds`` are letters in the order of the columns.

    ``empty`` and ``covered`` are (N,), ``piece`` is (N, seats, kinds): per cell they add
    up to 1. ``colours`` names each seat's colour, None where no piece shows it.
    ``log_pitch`` is (P,) log-probabilities over ``pitches_mm``, or None where the pitch was known.
    ``runner_up_nats`` is the lead of these colours over the next best choice of colours.
    ``over_stock`` is the probability that the stock is exceeded, had it not been ruled out.
    ``prior`` (kinds,) is how frequent each kind was taken to be before looking. ``hues`` (N) are the colours that
    pieces on the cells would have.
    """

    kinds: tuple[str, ...]
    empty: Array
    covered: Array
    piece: Array
    colours: tuple[str | None, ...]
    log_pitch: Array | None
    runner_up_nats: float
    over_stock: float
    prior: Array
    hues: tuple[str, ...] = ()


Likelihood = Callable[[Array], Array]
"""Pitches (P,) in mm → the likelihood (N, kinds, P) of each cell's look, given a piece of each kind on it."""


def posterior(
    presence_nats: Floats,
    colour_nats: Floats,
    likelihood_at: Likelihood,
    stock: Mapping[str, int],
    shade: Shades,
    *,
    seats: int | None = None,
    fewer: bool = False,
    colours: Sequence[str | None] = (),
    pitch_mm: float | None = None,
    log_pitch: Array | None = None,
    favoured: Sequence[str] = (),
    most_seats: int = 4,
    growing: bool = True,
    sharing: bool = False,
    cells: float = 1.0,
    priors: Priors = PRIORS,
) -> Posterior:
    """Return what the evidence says of a board whose pieces belong to seats.

    P(cells, colours, pitch | crops) ∝ P(pitch) P(colours) Π_seats [stock holds]
    Π_cells P(crop | content, pitch). Pitch and colours are summed over (colours: the few
    best sets, at most *seats* of them or *most_seats* where None); *colours* fixes those of the first
    seats, None in it leaves one open. The stock is kept by an exact count per seat.

    Args:
        presence_nats, colour_nats: (N, 3) over PRESENCE and (N, 10) over COLOURS.
        likelihood_at: how well each cell fits each kind of *stock*, in its order.
        shade: of the N cells.
        fewer: whether perhaps fewer *seats* play, so that each further colour is less likely.
        pitch_mm: the board's pitch where it is known; else *log_pitch*, what is known of it over ``pitches_mm``.
        favoured: colours that are likelier than others.
        sharing: whether players may have several colours, though nobody says so; which are whose stays open where the
            board does not tell it.
        growing: whether the board fills from the first kind on; otherwise kinds are as frequent as in the stock.
        cells: how large cells of such boards are beside a chessboard's squares.
    """
    kinds, counts = tuple(stock), tuple(stock.values())
    presence = shares(presence_nats + priors.log_presence())
    hue = shares(colour_nats.astype(np.float64))
    pitches, log_prior = _pitches(pitch_mm, log_pitch, cells)
    likelihood = np.maximum(likelihood_at(pitches), priors.piece_floor)
    prior = _kind_prior([*stock.values()], float(presence[:, 1].sum()) if growing else np.inf, priors)
    piece = presence[:, 1, None, None] * prior[:, None] * likelihood
    choices, lead = seatings(
        presence[:, 1], hue, shade, _kinds(prior, likelihood),
        seats=seats, fewer=fewer, given=colours, favoured=favoured, most_seats=most_seats,
        stock=counts, thing=presence[:, 2], sharing=sharing,
    )  # fmt: skip
    boards = [_seated(presence, piece, choice, counts, log_prior, priors.over_stock) for choice in choices]
    mixed, strange = _mixed(choices, boards)
    nothing = (1 - mixed.held.sum(axis=(1, 2))).clip(_FLOOR)
    thing = presence[:, 2] + presence[:, 1] * strange
    uncovered = presence[:, 0] / np.maximum(presence[:, 0] + thing, 1e-300)
    return Posterior(
        kinds=kinds, empty=nothing * uncovered, covered=nothing * (1 - uncovered), piece=mixed.held, prior=prior,
        colours=choices[0].colours, hues=choices[0].hues, runner_up_nats=lead, over_stock=mixed.over_stock,
        log_pitch=np.log(np.maximum(mixed.weight, 1e-12)) if pitch_mm is None else None,
    )  # fmt: skip


def _kinds(prior: Array, likelihood: Array) -> Array:
    """Return (N, kinds): the shares of the kinds on each cell, given that a piece is there."""
    weights = prior * likelihood.mean(axis=2)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


@dataclass(frozen=True, slots=True, eq=False)
class _Board:
    """The posterior under one choice of colours: ``held`` (N, seats, kinds), ``weight`` of each pitch."""

    held: Array
    weight: Array
    over_stock: float


def _seated(
    presence: Array, piece: Array, seating: Seating, stock: tuple[int, ...], log_prior: Array, over_stock: float
) -> _Board:
    """Return the posterior if seats own the pieces as *seating* says; *piece* is (N, kinds, pitches)."""
    owner = seating.owner * (1 - seating.strange)[:, None]
    mine = owner[:, :, None, None] * piece[:, None]
    nobody = presence[:, 0] + presence[:, 2] + presence[:, 1] * seating.strange
    held, log_fit = _keep_stock(mine, nobody, stock, over_stock)
    total = nobody + mine.sum(axis=(1, 2)).T
    log_weight = np.log(np.maximum(total, 1e-300)).sum(axis=1) + log_fit + log_prior
    weight = np.exp(log_weight - log_weight.max())
    weight /= weight.sum()
    return _Board(held @ weight, weight, float(1 - np.exp(log_fit) @ weight))


def _mixed(choices: Sequence[Seating], boards: Sequence[_Board]) -> tuple[_Board, Array]:
    """Return the posterior over all *choices* of colours, and (N,) the shares of things that are not pieces."""
    weights = np.array([choice.share for choice in choices])
    held = np.sum([share * board.held for board, share in zip(boards, weights, strict=True)], axis=0)
    weight = np.sum([share * board.weight for board, share in zip(boards, weights, strict=True)], axis=0)
    over_stock = float(weights @ [board.over_stock for board in boards])
    return _Board(held, weight, over_stock), np.sum([each.share * each.strange for each in choices], axis=0)


def _pitches(pitch_mm: float | None, learned: Array | None, cells: float) -> tuple[Array, Array]:
    """Return pitches and their log-probabilities.

    A known pitch gets some leeway, because a slightly wrong pose makes all pieces a little too large or too small. What
    was *learned* fades, because many looks at the same pieces must not count as many.
    """
    if pitch_mm is not None:
        off = np.linspace(-2.5, 2.5, 7)
        return pitch_mm * np.exp(0.02 * off), np.asarray(-0.5 * off**2)
    if learned is None:
        return pitches_mm(cells), np.zeros(len(PITCHES_MM))
    return pitches_mm(cells), 0.7 * learned


def pitches_mm(cells: float) -> Array:
    """Return the pitches (P,) of boards that can be bought, *cells* times as large as a chessboard's squares."""
    return PITCHES_MM * cells


def pyramid_likelihood(evidence: Evidence, solids: Mapping[str, Pyramid], cells: float = 1.0) -> Likelihood:
    """Return how well each cell fits each of *solids*: by size beside the cell, and by pips.

    *cells* are as large as those of ``posterior``.
    """
    bases = np.log([solid.base_mm for solid in solids.values()])
    mean = np.log(np.mean(np.exp(_kind_scores(evidence, bases, np.log(PITCHES_MM))), axis=(1, 2)))

    def at(pitches: Array) -> Array:
        return np.asarray(np.exp(_kind_scores(evidence, bases, np.log(pitches / cells)) - mean[:, None, None]))

    return at


def _kind_scores(evidence: Evidence, log_bases: Array, log_pitches: Array) -> Array:
    """Return (N, kinds, P): the score of each cell's size and pips; the pitches are those of a chessboard."""
    logs = np.log(RATIOS)
    place = np.interp(log_bases[:, None] - log_pitches[None, :], logs, np.arange(len(logs)))
    low = np.minimum(place.astype(np.int64), len(logs) - 2)
    part = place - low
    ratio = evidence["ratio"].astype(np.float64)
    pips = evidence["pips"][:, : len(log_bases), None]
    return np.asarray(ratio[:, low] * (1 - part) + ratio[:, low + 1] * part + pips)


def scored_likelihood(scores: Array) -> Likelihood:
    """Return how well each cell fits each kind by *scores* (N, kinds) in nats, whatever the pitch: 1 on average."""
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    fit = weights / weights.mean(axis=1, keepdims=True)
    return lambda pitches: np.repeat(fit[:, :, None], len(pitches), axis=2)


def _kind_prior(stock: Sequence[int], pieces: float, priors: Priors) -> Array:
    """Return the kinds' shares when about *pieces* are on the board; the first ones are mostly of the first kind."""
    late, first = np.array(stock) / sum(stock), np.eye(len(stock))[0]
    return np.asarray(late + (first - late) * priors.first_kind * np.exp(-max(pieces - 1, 0) / 3))


def _keep_stock(mine: Array, nobody: Array, stock: tuple[int, ...], over_stock: float) -> tuple[Array, Array]:
    """Return the posterior (N, seats, kinds, pitches) of each piece when seats hardly ever exceed their *stock*.

    Also return the log-probability (pitches,) of that. Each seat's count is exact, by a forward and backward pass over
    its cells; between seats a cell's shares are kept as they were. A share *over_stock* of the weight ignores the
    count, so that a clearly visible sixth small is not explained away; the share applies again for every further piece,
    because sixteen printed rings are not sixteen discs.
    """
    total = nobody[:, None] + mine.sum(axis=(1, 2))
    free = mine / np.maximum(total, 1e-300)[:, None, None]
    held = free.copy()
    log_fit = np.zeros(mine.shape[3])
    for seat in range(mine.shape[1]):
        share = free[:, seat].sum(axis=1).max(axis=1)
        cells = np.flatnonzero(share > 1e-4)
        if len(cells) <= min(stock):
            continue
        own, fit = _count(free[cells, seat], stock)
        beyond = (free[cells, seat].sum(axis=0) - np.array(stock)[:, None]).clip(min=0.0).sum(axis=0)
        loose = over_stock ** beyond.clip(1.0, 60.0)
        kept = (1 - over_stock) * fit / ((1 - over_stock) * fit + loose)
        own = kept * own + (1 - kept) * free[cells, seat]
        log_fit += np.log((1 - over_stock) * fit + loose)
        before = free[cells, seat].sum(axis=1)
        after = own.sum(axis=1)
        shift = (1 - after) / np.maximum(1 - before, _FLOOR)
        held[cells] *= shift[:, None, None]
        held[cells, seat] = own
    return held / np.maximum(held.sum(axis=(1, 2)), 1.0)[:, None, None], log_fit


def _count(share: Array, stock: tuple[int, ...]) -> tuple[Array, Array]:
    """Return P(cell holds kind | stock) (cells, kinds, pitches) and P(stock) (pitches,), given *share* without it."""
    cells, kinds, pitches = share.shape
    shape = (*(count + 1 for count in stock), pitches)
    rest = np.maximum(1 - share.sum(axis=1), 0.0)
    forward = [np.zeros(shape)]
    forward[0][(0,) * kinds] = 1.0
    for cell in range(cells - 1):
        forward.append(_step(forward[-1], share[cell], rest[cell]))
    after = np.ones(shape)
    own = np.empty_like(share)
    fit = np.ones(pitches)
    states = tuple(range(kinds))
    for cell in reversed(range(cells)):
        back = [_one_more(after, kind) for kind in range(kinds)]
        parts = [(forward[cell] * back[kind]).sum(axis=states) * share[cell, kind] for kind in range(kinds)]
        none = (forward[cell] * after).sum(axis=states) * rest[cell]
        fit = none + np.sum(parts, axis=0)
        own[cell] = np.array(parts) / np.maximum(fit, 1e-300)
        after = after * rest[cell] + sum(back[kind] * share[cell, kind] for kind in range(kinds))
    return own, fit


def _step(state: Array, share: Array, rest: Array) -> Array:
    out = state * rest
    for kind in range(len(share)):
        source = [slice(None)] * state.ndim
        target = [slice(None)] * state.ndim
        source[kind], target[kind] = slice(None, -1), slice(1, None)
        out[tuple(target)] += state[tuple(source)] * share[kind]
    return out


def _one_more(after: Array, kind: int) -> Array:
    """Return *after* shifted by one along *kind*; beyond the stock it is 0."""
    out = np.zeros_like(after)
    source = [slice(None)] * after.ndim
    target = [slice(None)] * after.ndim
    source[kind], target[kind] = slice(1, None), slice(None, -1)
    out[tuple(target)] = after[tuple(source)]
    return out
