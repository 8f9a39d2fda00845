"""Assigns pieces to seats by colour: pieces of one seat share a colour, whatever it is called in this light.

A table's light distorts all colours alike, so a colour's name is the weakest evidence: a
pale blue set may be read as purple, clear or white, although its pieces look like each other
and like no others. So pieces are first sorted into groups with similar colour distributions,
and then each group is named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from kits.colours import COLOURS, FURTHER_COLOURS
from vision.groups import FAINT, FURTHER_NATS, MOST_STRANGERS, NEW_NATS, Board, Grouping, Shades, looks_of, shares_of
from vision.network import shares

Array = npt.NDArray[np.float64]
Names = tuple[str | None, ...]

_WHITE, _CLEAR = COLOURS.index("white"), COLOURS.index("clear")
_LEAST_TOLD = 0.1
"""How much a piece on the palest cells tells white from clear, beside one on black."""
_WHITE_NATS = 1.0
"""What speaks for white rather than clear where nothing tells: fewer pieces are sold clear."""
_LIKELY_NAMES = 4
"""Names tried for each group."""
_NEAR_NATS = 5.0
"""Seatings that are less likely than the best by more than this are left out."""
_UNLIKELY_NATS = 3.5
"""What speaks against other colours than those in which the kit itself is printed."""
_NAMES = 1.5
"""What it counts what a group's members are called on average, in both ways of calling them.

All of a seat's pieces are misnamed together, by the light and by the shade that they are made in.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Seating:
    """One way to give the pieces to seats. ``owner`` (N, seats) is how well each seat fits each cell, 1 in all.

    ``strange`` (N,) is the share of each that belongs to a group of things that are no pieces.
    """

    colours: Names
    owner: Array
    strange: Array
    share: float


def seatings(
    piece: Array,
    hue: Array,
    shade: Shades,
    kinds: Array,
    *,
    seats: int | None,
    fewer: bool = False,
    given: Sequence[str | None],
    favoured: Sequence[str],
    most_seats: int,
    stock: Sequence[int],
    thing: Array | None = None,
) -> tuple[list[Seating], float]:
    """Return the likely seatings, best first, all of as many seats, and the lead in nats of the best over the next.

    Args:
        piece: (N,) probability that each cell holds a piece.
        hue: (N, 10) probabilities of its colour, were there one.
        shade: how it differs from others of this picture, and what it is called beside these.
        kinds: (N, kinds) the shares of what each cell would hold, were there a piece.
        seats, fewer, given, favoured, most_seats: as for ``vision.inference.posterior``.
        stock: how many pieces a seat has of each kind.
        thing: (N,) probability that each cell holds what is no piece.
    """
    told = max(seats or 0, len(given))
    room = told or most_seats
    further = 0.0 if told and not fewer else FURTHER_NATS
    board = Board.seen(piece, looks_of(hue, shade), kinds, stock, further_nats=further, thing=thing)
    naming = _Naming.of(hue, shade)
    found: dict[tuple[int, ...], _Found] = {}
    for one in (parted for grouping in board.groupings(room + MOST_STRANGERS) for parted in board.parted(grouping)):
        if one.fit.shape[1] - len(one.strangers) > room:
            continue
        seats_of = [group for group in range(one.fit.shape[1]) if group not in one.strangers]
        for nats, names in _namings(one.members[:, seats_of], naming, given, favoured, room):
            seated = _seated(given, names, told)
            number: dict[str | None, int] = dict(zip(names, seats_of, strict=True))
            strangers = sum(1 << group for group in one.strangers)
            key = (one.fit.shape[1], strangers, *(number.get(name, -1) for name in seated))
            found.setdefault(key, _Found(seated, one, [])).scores.append(one.score + nats)
    return _likeliest(found)


@dataclass(frozen=True, slots=True, eq=False)
class _Naming:
    """What each of N pieces is called, ``nats`` (N, 10), and how much (N,) it ``tells`` white from clear.

    On pale cells white and clear pieces look alike in soft light. On dark ones a clear piece shows what is below it.
    So a piece tells the more, from 0 to 1, the darker its cell is of those on the board; where all are alike, all do.
    """

    nats: Array
    tells: Array

    @classmethod
    def of(cls, hue: Array, shade: Shades) -> _Naming:
        """Return what pieces are called by *hue* (N, 10) and *shade*."""
        nats = np.log(hue + FAINT) + np.log(shares(shade.names) + FAINT)
        least = _LEAST_TOLD * shade.ground.max(initial=0.0)
        darker = shade.ground.max(initial=0.0) - shade.ground + least
        return cls(nats, darker / max(darker.max(initial=0.0), 1e-9))

    def called(self, members: Array) -> Array:
        """Return what (groups, 10) groups of *members* (N, groups) are called on average."""
        nats = _means(members, self.nats)
        told = members * self.tells[:, None]
        share = told.max(axis=0, initial=0.0) / np.maximum(members.max(axis=0, initial=0.0), 1e-9)
        seen = _means(told, self.nats[:, _WHITE] - self.nats[:, _CLEAR])
        white_not_clear = share * seen + (1 - share) * _WHITE_NATS
        either = np.logaddexp(nats[:, _WHITE], nats[:, _CLEAR])
        nats[:, _WHITE] = either - np.logaddexp(0, -white_not_clear)
        nats[:, _CLEAR] = either - np.logaddexp(0, white_not_clear)
        return nats


def _means(members: Array, values: Array) -> Array:
    """Return the means (groups, …) of *values* (N, …) over the *members* (N, groups) of each group."""
    return np.asarray((members / np.maximum(members.sum(axis=0), 1e-9)).T @ values)


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """A way to seat groups: its best names, the groups, and the score of each set of names."""

    colours: Names
    grouping: Grouping
    scores: list[float]


def _likeliest(found: Mapping[tuple[int, ...], _Found]) -> tuple[list[Seating], float]:
    """Return the likely ones of *found*, by which group has which seat, and the lead of the best."""
    scores = {key: float(np.logaddexp.reduce(one.scores)) for key, one in found.items()}
    order = sorted(scores, key=lambda key: -scores[key])
    best = scores[order[0]]
    near = [key for key in order if len(key) == len(order[0]) and scores[key] > best - _NEAR_NATS]
    shares = np.exp([scores[key] - best for key in near])
    shares /= shares.sum()
    lead = best - [*(scores[key] for key in order), -np.inf][1]
    return [
        Seating(
            found[key].colours, _owners(found[key].grouping.fit, key[2:]), found[key].grouping.strange, float(share)
        )
        for key, share in zip(near, shares, strict=True)
    ], lead


def _namings(
    members: Array,
    naming: _Naming,
    given: Sequence[str | None],
    favoured: Sequence[str],
    room: int,
) -> list[tuple[float, tuple[str, ...]]]:
    """Return the likely ways to name the groups with their log-probability up to a constant, best first."""
    names, called = _with_further(naming.called(members), given)
    known = np.isin(names, [*filter(None, given)])
    nats = _NAMES * called
    liking = np.array([-_UNLIKELY_NATS * bool(favoured and name not in favoured) for name in names])
    nats = nats + np.where(known, 0.0, -np.inf if known.sum() == room else liking)
    nats -= np.logaddexp.reduce(nats, axis=1, keepdims=True)
    likely = np.argsort(-nats, axis=1)[:, :_LIKELY_NAMES]
    chosen = np.array(list(product(*likely)), dtype=int)
    used = np.zeros((len(chosen), len(names)), dtype=bool)
    np.put_along_axis(used, chosen, values=True, axis=1)
    scores = nats[np.arange(len(nats)), chosen].sum(axis=1)
    scores[(used.sum(axis=1) < len(nats)) | ((used & ~known).sum(axis=1) > room - known.sum())] = -np.inf
    best = [index for index in np.argsort(-scores) if np.isfinite(scores[index])]
    return [(float(scores[index]), tuple(names[colour] for colour in chosen[index])) for index in best]


def _with_further(called: Array, given: Sequence[str | None]) -> tuple[tuple[str, ...], Array]:
    """Return the names that groups may have, and *called* (groups, names), how well those of COLOURS fit, with all.

    Further ones are those *given*: a group fits one as well as it fits what that is taken for, and no other seat has.
    """
    further = [name for name in FURTHER_COLOURS if name in given]
    for further_name in further:
        taken_for = FURTHER_COLOURS[further_name]
        columns = [COLOURS.index(name) for name in set(taken_for) - set(given) or taken_for]
        called = np.column_stack([called, np.logaddexp.reduce(called[:, columns], axis=1)])
    return (*COLOURS, *further), called


def _seated(given: Sequence[str | None], found: Sequence[str], reserved: int) -> Names:
    """Return the seats' colours: the *given* ones, open seats filled with the *found* by order; *reserved* at least."""
    queue = iter(sorted(set(found) - set(given), key=COLOURS.index))
    named = [*given, *[None] * (reserved - len(given))]
    return (*[name or next(queue, None) for name in named], *queue)


def _owners(fit: Array, groups: Sequence[int]) -> Array:
    """Return (N, seats): how well each seat fits each cell; *groups* has its group, −1 where it has none."""
    with_none = np.column_stack([fit, np.full(len(fit), NEW_NATS)])
    return shares_of(with_none[:, list(groups)])
