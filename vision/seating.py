"""Assigns pieces to seats by colour: pieces of one seat share its colours, whatever these are called in this light.

A table's light distorts all colours alike, so a colour's name is the weakest evidence: a
pale blue set may be read as purple, clear or white, although its pieces look like each other
and like no others. So pieces are first sorted into groups with similar colour distributions,
and then each group is named. A seat has one group, or one for each colour that it is said to have.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
import numpy.typing as npt

from kits.colours import COLOURS, FURTHER_COLOURS, every, joined, parts
from vision.groups import FAINT, FURTHER_NATS, MOST_STRANGERS, NEW_NATS, Board, Grouping, Shades, looks_of, shares_of
from vision.network import shares

Array = npt.NDArray[np.float64]
Names = tuple[str | None, ...]
Seats = tuple[tuple[int, ...], ...]
"""For each seat, the numbers of its groups; −1 for a colour that no piece shows."""
_Key = tuple[int, tuple[int, ...], Seats]
"""The number of groups, the groups of strangers, and the groups of each seat."""

_WHITE, _CLEAR = COLOURS.index("white"), COLOURS.index("clear")
_LEAST_TOLD = 0.1
"""How well a piece on the palest cell tells white from clear, relative to one on black."""
_WHITE_NATS = 1.0
"""Nats in favour of white rather than clear where nothing else decides: fewer pieces are sold clear."""
_LIKELY_NAMES = 4
"""How many names are tried for each group."""
_MOST_NAMINGS = 4096
"""The most ways of naming all groups that are weighed."""
_MORE_NATS = 12.0
"""Nats against each colour beyond the number of players, where nobody says that a seat has several."""
_MOST_SHARED = 6
"""The most colours that are shared out among fewer players."""
_TOO_MANY_NATS = 7.0
"""Nats against each piece that a seat has beyond its stock."""
_NEAR_NATS = 5.0
"""Seatings less likely than the best by more than this are left out."""
_UNLIKELY_NATS = 3.5
"""Nats against colours other than those in which the kit itself is printed."""
_NAMES = 1.5
"""Weight of the names of a group's members, averaged over them, in both ways of naming.

All of a seat's pieces are misnamed together: by the light, and by the shade that they are made in.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Seating:
    """One way to give the pieces to seats. ``owner`` (N, seats) is how well each seat fits each cell, 1 in all.

    ``strange`` (N,) is the share of each that belongs to a group of things that are no pieces.
    ``hues`` (N) are the colours of the groups that fit the cells best; nothing where no piece shows any.
    """

    colours: Names
    owner: Array
    strange: Array
    share: float
    hues: tuple[str, ...] = ()


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
    sharing: bool = False,
) -> tuple[list[Seating], float]:
    """Return the likely seatings, best first, all of as many seats, and the lead in nats of the best over the next.

    Args:
        piece: (N,) probability that each cell holds a piece.
        hue: (N, 10) probabilities of its colour, were there one.
        shade: how it differs from others of this picture, and what it is called beside these.
        kinds: (N, kinds) the shares of what each cell would hold, were there a piece.
        seats, fewer, given, favoured, most_seats, sharing: as for ``vision.inference.posterior``.
        stock: how many pieces a seat has of each kind.
        thing: (N,) probability that each cell holds what is no piece.
    """
    told, known = max(seats or 0, len(given)), every(given)
    shared = any(len(parts(text)) > 1 for text in given)
    room = (told or most_seats) + sum(max(len(parts(text)) - 1, 0) for text in given)
    further = 0.0 if told and not (fewer or shared) else FURTHER_NATS
    board = Board.seen(piece, looks_of(hue, shade), kinds, stock, further_nats=further, thing=thing, even=not shared)
    naming = _Naming.of(hue, shade)
    found: dict[_Key, _Found] = {}
    several = bool(sharing and seats and not fewer)
    groupings = board.groupings(room + MOST_STRANGERS)
    for one in (parted for grouping in groupings for parted in board.parted(grouping, only_things=several)):
        if len(one.of_seats) > room:
            continue
        for nats, names in _namings(one.members[:, one.of_seats], naming, known, favoured, room):
            seated = _seated(given, names, told)
            owned = _groups_of(seated, dict(zip(names, one.of_seats, strict=True)))
            key = one.fit.shape[1], one.strangers, owned
            if key not in found:
                evenness = board.evenness(_by_seat(one.members, owned)) if shared else 0.0
                found[key] = _Found(seated, one, one.score + evenness, [])
            found[key].scores.append(nats)
    if several and seats:
        found |= _shared(replace(board, even=False, further_nats=0.0), naming, given, favoured, seats)
    return _likeliest(found)


def _shared(
    board: Board, naming: _Naming, given: Sequence[str | None], favoured: Sequence[str], seats: int
) -> dict[_Key, _Found]:
    """Return the ways to share out more colours than *seats* players among them, keeping those *given*.

    The stock and the players' turns tell whose a colour is; often neither does.
    """
    found: dict[_Key, _Found] = {}
    texts = [*given, *[None] * (seats - len(given))]
    known = every(texts)
    for one in board.groupings(min(2 * seats, _MOST_SHARED)):
        count = one.fit.shape[1]
        for nats, names in _namings(one.members, naming, known, favoured, len(known) + count)[:1]:
            order = sorted((name for name in names if name not in known), key=COLOURS.index)
            more = len(order) - texts.count(None)
            number = {name: group for group, name in enumerate(names)}
            taken = tuple(tuple(number.get(name, -1) for name in parts(text)) for text in texts)
            for owned in _divided(taken, [number[name] for name in order]) if more > 0 else []:
                mine = _by_seat(one.members, owned)
                over = np.maximum(mine.T @ board.kinds - board.stock, 0.0).sum()
                score = one.score + board.evenness(mine) - _MORE_NATS * more - _TOO_MANY_NATS * float(over)
                seated = tuple(
                    joined([*parts(text), *(names[group] for group in groups[len(parts(text)) :])])
                    for text, groups in zip(texts, owned, strict=True)
                )
                found[count, (), owned] = _Found(seated, one, score, [nats])
    return found


def _divided(taken: Seats, groups: Sequence[int]) -> list[Seats]:
    """Return the ways to add *groups* to what seats have *taken*, so that each seat has at least one.

    No seat gets more than two, and seats without any are served in order.

    >>> _divided(((), ()), [0, 1, 2])
    [((0, 1), (2,)), ((0, 2), (1,)), ((0,), (1, 2))]
    >>> _divided(((0, 1), (2,)), [3])
    [((0, 1), (2, 3))]
    """
    if not groups:
        return [taken] if all(taken) else []
    empty = next((seat for seat, mine in enumerate(taken) if not mine), len(taken))
    able = [seat for seat, mine in enumerate(taken) if len(mine) < 2 and (mine or seat == empty)]
    with_first = ((*taken[:seat], (*taken[seat], groups[0]), *taken[seat + 1 :]) for seat in able)
    return [way for one in with_first for way in _divided(one, groups[1:])]


def _groups_of(seated: Names, number: Mapping[str, int]) -> Seats:
    """Return the groups of the seats whose colours are *seated*; *number* maps each colour to its group."""
    return tuple(tuple(number.get(name, -1) for name in parts(text)) or (-1,) for text in seated)


def _by_seat(members: Array, owned: Seats) -> Array:
    """Return *members* (N, groups) summed by seat (N, seats); seats own the groups *owned*."""
    with_none = np.column_stack([members, np.zeros(len(members))])
    return np.column_stack([with_none[:, list(groups)].sum(axis=1) for groups in owned])


@dataclass(frozen=True, slots=True, eq=False)
class _Naming:
    """The names of N pieces, as ``nats`` (N, 10), and how well (N,) each piece ``tells`` white from clear.

    On pale cells white and clear pieces look alike in soft light; on dark ones a clear piece shows what is below it. So
    a piece tells more, from 0 to 1, the darker its cell is among those on the board; where all cells are alike, all
    tell.
    """

    nats: Array
    tells: Array

    @classmethod
    def of(cls, hue: Array, shade: Shades) -> _Naming:
        """Return the names of pieces by *hue* (N, 10) and *shade*."""
        nats = np.log(hue + FAINT) + np.log(shares(shade.names) + FAINT)
        least = _LEAST_TOLD * shade.ground.max(initial=0.0)
        darker = shade.ground.max(initial=0.0) - shade.ground + least
        return cls(nats, darker / max(darker.max(initial=0.0), 1e-9))

    def called(self, members: Array) -> Array:
        """Return the log-likelihood (groups, 10) of each name for a group, averaged over its *members* (N, groups)."""
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
    """A way to seat groups: its best names, the groups, its score, and what each set of names adds."""

    colours: Names
    grouping: Grouping
    score: float
    scores: list[float]


def _likeliest(found: Mapping[_Key, _Found]) -> tuple[list[Seating], float]:
    """Return the likely seatings of *found*, scored by which seat has which groups, and the lead of the best."""
    scores = {key: float(np.logaddexp.reduce(np.array(one.scores) + one.score)) for key, one in found.items()}
    order = sorted(scores, key=lambda key: -scores[key])
    best = scores[order[0]]
    near = [key for key in order if len(key[2]) == len(order[0][2]) and scores[key] > best - _NEAR_NATS]
    shares = np.exp([scores[key] - best for key in near])
    shares /= shares.sum()
    lead = best - [*(scores[key] for key in order), -np.inf][1]
    return [
        Seating(
            found[key].colours,
            _owners(found[key].grouping.fit, key[2]),
            found[key].grouping.strange,
            float(share),
            _hues(found[key], key[2]),
        )
        for key, share in zip(near, shares, strict=True)
    ], lead


def _hues(found: _Found, owned: Seats) -> tuple[str, ...]:
    """Return the colour of the group that fits each cell best; seats own the groups *owned*."""
    pairs = (zip(groups, parts(text), strict=False) for groups, text in zip(owned, found.colours, strict=True))
    names, fit = {group: name for pair in pairs for group, name in pair}, found.grouping.fit
    return tuple(names.get(int(group), "") for group in fit.argmax(axis=1)) if fit.size else ()


def _namings(
    members: Array,
    naming: _Naming,
    given: Sequence[str],
    favoured: Sequence[str],
    room: int,
) -> list[tuple[float, tuple[str, ...]]]:
    """Return the likely ways to name the groups, best first, with their log-probability up to a constant.

    *room* is the most groups there may be; *given* names are kept for their seats.
    """
    names, called = _with_further(naming.called(members), given)
    known = np.isin(names, [*given])
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
    best = [index for index in np.argsort(-scores)[:_MOST_NAMINGS] if np.isfinite(scores[index])]
    return [(float(scores[index]), tuple(names[colour] for colour in chosen[index])) for index in best]


def _with_further(called: Array, given: Sequence[str]) -> tuple[tuple[str, ...], Array]:
    """Return the names that groups may have, and *called* (groups, names) with a column for each further name.

    Further names are those *given* beyond ``COLOURS``: a group fits one as well as it fits the colours that it is taken
    for, without those that another seat has.
    """
    further = [name for name in FURTHER_COLOURS if name in given]
    for further_name in further:
        taken_for = FURTHER_COLOURS[further_name]
        columns = [COLOURS.index(name) for name in set(taken_for) - set(given) or taken_for]
        called = np.column_stack([called, np.logaddexp.reduce(called[:, columns], axis=1)])
    return (*COLOURS, *further), called


def _seated(given: Sequence[str | None], found: Sequence[str], reserved: int) -> Names:
    """Return the seats' colours: the *given*, and the *found* in order for open seats; at least *reserved* seats."""
    queue = iter(sorted(set(found) - set(every(given)), key=COLOURS.index))
    named = [*given, *[None] * (reserved - len(given))]
    return (*[name or next(queue, None) for name in named], *queue)


def _owners(fit: Array, owned: Seats) -> Array:
    """Return (N, seats): how well each seat fits each cell, by the best of its groups."""
    with_none = np.column_stack([fit, np.full(len(fit), NEW_NATS)])
    best = [with_none[:, list(groups)].max(axis=1) for groups in owned]
    return shares_of(np.array(best).reshape(len(owned), len(fit)).T)
