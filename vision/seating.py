"""Which seats' pieces a board holds: pieces of one seat share a colour, whatever light does to its name.

The light of a table deceives about all pieces alike, so the name that each crop is given
is the weakest thing about it: a pale blue set is called purple, clear and white by turns,
while its pieces look like each other and like no others. So pieces are first sorted into
groups by how alike the whole answers about their colour are, and then each group is named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import cdist

from kits.colours import COLOURS

Array = npt.NDArray[np.float64]
Names = tuple[str | None, ...]

COLOUR_NATS = dict(zip(COLOURS, (0.0, 0.0, 0.0, 0.0, -0.5, -0.8, -0.8, -0.3, -0.2, -1.2), strict=True))
"""How common each colour of pieces is, in nats."""

ALIKE = (frozenset((COLOURS.index("white"), COLOURS.index("clear"))),)
"""Colours that nobody would choose together, because people mix them up as easily as cameras do."""

_FAINT, _FAINT_NAME = 0.01, 0.003
"""A colour of less probability is as good as ruled out: for telling pieces apart, for naming them."""
_ANY_SEAT = 1e-4
"""How well each seat fits any piece."""
_SURELY = 4
"""Doubtful cells say little about what bare ones look like: they may all be pieces of one seat."""
_ODD_NATS = -7.0
"""How likely it is that a bare cell looks like no other."""
_STRANGE_NATS = -12.0
"""How well a piece fits a group from which it differs altogether; fits are 0 at best, and fall by half the square."""
_NEW_NATS = -6.0
"""How well any piece fits a seat of which nothing else is on the board."""
_ROUNDS = 3
_LIKELY_NAMES, _FEW_NAMES = 5, 4
"""So many names are tried for each group, and where groups are many."""
_MANY_GROUPS = 5
_MOST_NAMINGS = 60
_NEAR_NATS = 5.0
"""Seatings that are so much less likely than the best are left out."""


@dataclass(frozen=True, slots=True)
class ColourPriors:
    """What is likely of colours before looking, in nats."""

    group_nats: float = 7.0
    """What one more group of pieces costs; half of it where seats are known."""
    favoured_nats: float = 1.5
    """What speaks against other colours than those in which the kit itself is printed."""
    alike_nats: float = 4.0
    """What speaks against a pair of ALIKE colours in one game."""
    over_stock_nats: float = 4.0
    """What speaks against each piece that a group has beyond a seat's stock."""
    more_pieces: float = 0.5
    """A group's name is as certain as its members are on average, times their number to this power."""


COLOUR_PRIORS = ColourPriors()


@dataclass(frozen=True, slots=True, eq=False)
class Seating:
    """One way to give the pieces to seats. ``owner`` (N, seats) is how well each seat fits each cell, 1 in all."""

    colours: Names
    owner: Array
    share: float


def seatings(
    piece: Array,
    hue: Array,
    *,
    seats: int | None,
    given: Sequence[str | None],
    favoured: Sequence[str],
    most_seats: int,
    stock: int,
    priors: ColourPriors,
) -> tuple[list[Seating], float]:
    """Return the likely seatings, best first, all of as many seats, and the lead in nats of the best over the next.

    Args:
        piece: (N,) probability that each cell holds a piece.
        hue: (N, 10) probabilities of its colour, were there one.
        seats, given, favoured, most_seats: as for ``vision.inference.posterior``.
        stock: how many pieces a seat has.
    """
    room = max(seats or (most_seats if not given else len(given)), len(given))
    looks, naming = np.log(hue + _FAINT), np.log(hue + _FAINT_NAME)
    cost = priors.group_nats / (2 if seats or given else 1)
    found: dict[tuple[int, ...], _Found] = {}
    bare = _bare(piece, looks)
    sure = np.where(piece * np.exp(_NEW_NATS) > (1 - piece) * bare, piece, 0.0)
    for groups in _groupings(sure, looks, room):
        fit = _fits(sure, looks, groups)
        score, members = _explained(piece, bare, fit, stock, priors)
        score -= cost * max(fit.shape[1] - 1, 0)
        for nats, names in _namings(members, naming, given, favoured, room, priors):
            seated = _seated(given, names, room if seats or given else 0)
            key = (fit.shape[1], *(names.index(name) if name in names else -1 for name in seated))
            found.setdefault(key, _Found(seated, fit, [])).scores.append(score + nats)
    return _likeliest(found)


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """A way to seat groups: its best names, how well cells fit the groups, and the score of each set of names."""

    colours: Names
    fit: Array
    scores: list[float]


def _bare(piece: Array, looks: Array) -> Array:
    """Return how often (N,) cells on which nothing stands look as each does: bare cells have colours too."""
    alike = np.exp(-0.5 * cdist(looks, looks, "sqeuclidean"))
    np.fill_diagonal(alike, 0.0)
    empty = (1 - piece) ** _SURELY
    return np.asarray(np.maximum(alike @ empty / np.maximum(empty.sum() - empty, 1.0), np.exp(_ODD_NATS)))


def _explained(piece: Array, bare: Array, fit: Array, stock: int, priors: ColourPriors) -> tuple[float, Array]:
    """Return how well the groups explain all pieces, in nats, and their members (N, groups)."""
    nothing = np.full((len(fit), 1), _STRANGE_NATS)
    known = np.logaddexp.reduce(np.hstack([fit - np.log(max(fit.shape[1], 1)), nothing]), axis=1)
    score = float(np.log((1 - piece) * bare + piece * np.exp(known)).sum())
    members = piece[:, None] * _shares(fit)
    return score - priors.over_stock_nats * float((members.sum(axis=0) - stock).clip(min=0.0).sum()), members


def _likeliest(found: Mapping[tuple[int, ...], _Found]) -> tuple[list[Seating], float]:
    """Return the likely ones of *found*, by which group has which seat, and the lead of the best."""
    scores = {key: float(np.logaddexp.reduce(one.scores)) for key, one in found.items()}
    order = sorted(scores, key=lambda key: -scores[key])
    best = scores[order[0]]
    near = [key for key in order if len(key) == len(order[0]) and scores[key] > best - _NEAR_NATS]
    shares = np.exp([scores[key] - best for key in near])
    shares /= shares.sum()
    lead = best - scores[order[1]] if len(order) > 1 else float("inf")
    return [
        Seating(found[key].colours, _owners(found[key].fit, key[1:]), float(share))
        for key, share in zip(near, shares, strict=True)
    ], lead


def _groupings(piece: Array, looks: Array, most: int) -> Iterable[Array]:
    """Yield ways to group what may be pieces, into none to *most* groups: (N, groups) of 0 and 1."""
    yield np.zeros((len(piece), 0))
    cells = np.flatnonzero(piece)
    if not len(cells):
        return
    tree = linkage(looks[cells], "average") if len(cells) > 1 else None
    for count in range(1, min(most, len(cells)) + 1):
        label = np.ones(1, dtype=int) if tree is None else fcluster(tree, count, "maxclust")
        if label.max() == count:
            groups = np.zeros((len(piece), count))
            groups[cells, label - 1] = 1.0
            yield groups


def _fits(piece: Array, looks: Array, groups: Array) -> Array:
    """Return how well (N, groups), in nats, each cell fits each group once the *groups* have drawn their members in."""
    fit = np.empty(groups.shape)
    for _ in range(_ROUNDS if groups.shape[1] else 0):
        weight = piece[:, None] * groups
        middle = weight.T @ looks / np.maximum(weight.sum(axis=0), 1e-9)[:, None]
        far = ((looks[:, None] - middle[None]) ** 2).sum(axis=2)
        fit = np.logaddexp(-0.5 * far, _STRANGE_NATS)
        groups = _shares(fit)
    return fit


def _shares(fit: Array) -> Array:
    weight = np.exp(fit - fit.max(axis=1, keepdims=True, initial=_STRANGE_NATS))
    return np.asarray(weight / np.maximum(weight.sum(axis=1, keepdims=True), 1e-300))


def _namings(
    members: Array, naming: Array, given: Sequence[str | None], favoured: Sequence[str], room: int, priors: ColourPriors
) -> list[tuple[float, tuple[str, ...]]]:
    """Return the likely ways to name the groups with their log-probability up to a constant, best first."""
    if not members.shape[1]:
        return [(0.0, ())]
    known = np.isin(COLOURS, [name for name in given if name is not None])
    count = members.sum(axis=0)
    nats = (members / np.maximum(count, 1e-9)).T @ naming * (count**priors.more_pieces)[:, None]
    liking = np.array(
        [COLOUR_NATS[name] - priors.favoured_nats * bool(favoured and name not in favoured) for name in COLOURS]
    )
    nats = nats + np.where(known, 0.0, -np.inf if known.sum() == room else liking)
    nats -= np.logaddexp.reduce(nats, axis=1, keepdims=True)
    likely = np.argsort(-nats, axis=1)[:, : _LIKELY_NAMES if len(nats) < _MANY_GROUPS else _FEW_NAMES]
    chosen = np.array(list(product(*likely)), dtype=int)
    used = np.zeros((len(chosen), len(COLOURS)), dtype=bool)
    np.put_along_axis(used, chosen, values=True, axis=1)
    scores = nats[np.arange(len(nats)), chosen].sum(axis=1)
    scores[(used.sum(axis=1) < len(nats)) | ((used & ~known).sum(axis=1) > room - known.sum())] = -np.inf
    scores -= priors.alike_nats * sum((used | known)[:, list(pair)].all(axis=1) for pair in ALIKE)
    best = [index for index in np.argsort(-scores)[:_MOST_NAMINGS] if np.isfinite(scores[index])]
    return [(float(scores[index]), tuple(COLOURS[colour] for colour in chosen[index])) for index in best]


def _seated(given: Sequence[str | None], found: Sequence[str], reserved: int) -> Names:
    """Return the seats' colours: the *given* ones, open seats filled with the *found* by order; *reserved* at least."""
    queue = sorted(set(found) - set(given), key=COLOURS.index)
    named = [*given, *[None] * (reserved - len(given))]
    filled = [name if name is not None else (queue.pop(0) if queue else None) for name in named]
    return (*filled, *queue)


def _owners(fit: Array, groups: Sequence[int]) -> Array:
    """Return (N, seats): how well each seat fits each cell; *groups* has its group, −1 where it has none."""
    if not groups:
        return np.zeros((len(fit), 0))
    new = np.full(len(fit), _NEW_NATS)
    owner = _shares(np.stack([fit[:, group] if group >= 0 else new for group in groups], axis=1)) + _ANY_SEAT
    return np.asarray(owner / owner.sum(axis=1, keepdims=True))
