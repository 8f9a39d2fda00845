"""Sorts the pieces on a board into groups of like colour: by what a network calls them, and by their shades.

Colour names are not enough to tell owners apart: in dim light blue and black pieces may both be
called black, although nobody at the table would confuse them. So the network of cells also maps each crop to a
point in a space of a few dimensions. There pieces of one seat lie close together, and those of other seats far away.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from scipy.spatial.distance import cdist
from scipy.special import betaln, xlog1py, xlogy

from vision.network import GROUND, NAMES, RULED_OUT, SHADE, Evidence

Array = npt.NDArray[np.float64]

NEW_NATS = -6.0
"""Log-likelihood of a look unlike all else on the board: any piece for a seat without others, any bare cell."""
FAINT = 0.01
"""Probability below which a colour is as good as ruled out."""
_NAMED = 0.7
"""Weight of colour names, relative to shades."""
FURTHER_NATS = 3.0
"""Nats charged for each group after the second, where nobody says how many there are."""

MOST_STRANGERS = 2
"""The most groups of things that are not pieces, such as chessmen of both colours."""
STRANGER_NATS = 5.0
"""Nats charged for each such group."""
_MEMBERS = 0.2
"""Exponent of a group's size in how sure its members make it together."""


class Shades(NamedTuple):
    """Where the colours of what stands on N cells lie, (N, dimensions), and what they are called, (N, 10) in nats.

    Half the square of the distance of two pieces says how many nats speak against their being of one seat. The names
    are those of ``kits.colours.COLOURS``, in nats up to a constant of each cell. ``ground`` (N,) is how bright the
    bare board is below them, of 0…1.
    """

    places: Array
    names: Array
    ground: Array


def shades(evidence: Evidence) -> Shades:
    """Return the shades of what stands in crops, given the *evidence* of the network of cells."""
    places, names, ground = (evidence[name].astype(np.float64) for name in (SHADE, NAMES, GROUND))
    return Shades(places, names, ground[:, 0])


@dataclass(frozen=True, slots=True, eq=False)
class Grouping:
    """A way to group the pieces. ``fit`` (N, groups) is how well cells fit the groups, in nats, 0 at best.

    ``score`` is how well it explains all cells, in nats; ``members`` (N, groups) shares the pieces out. ``strangers``
    are the groups of things that are no pieces.
    """

    fit: Array
    score: float
    members: Array
    strangers: tuple[int, ...] = ()

    @property
    def of_seats(self) -> list[int]:
        """The groups of pieces."""
        return [group for group in range(self.fit.shape[1]) if group not in self.strangers]

    @property
    def strange(self) -> Array:
        """The share (N,) of what may be a piece on each cell that belongs to ``strangers``."""
        return np.asarray(shares_of(self.fit)[:, list(self.strangers)].sum(axis=1))


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """What is seen: of each of N cells, how likely it holds a piece, and how what stands there looks.

    ``looks`` are (N, dimensions) in nats, the others (N,). ``bare`` is how often cells on which nothing stands look as
    each does, for bare cells have colours too; ``sure`` is ``piece`` where that does not explain it. ``kinds``
    (N, kinds) shares out what each cell would hold, were there a piece; ``stock`` (kinds,) is what a seat has of these.
    """

    piece: Array
    thing: Array
    looks: Array
    bare: Array
    sure: Array
    kinds: Array
    stock: Array
    further_nats: float
    even: bool = True
    """Whether each group is one seat's, so that all have played about equally many pieces."""

    @classmethod
    def seen(
        cls,
        piece: Array,
        looks: Array,
        kinds: Array,
        stock: Sequence[int],
        *,
        further_nats: float = FURTHER_NATS,
        thing: Array | None = None,
        even: bool = True,
    ) -> Board:
        """Return the board on which cells hold pieces with probability *piece* (N,) that look as ``looks_of`` says.

        *kinds* (N, kinds) shares out what each would be, and *stock* is how many of each kind a seat has. Each group
        after the second costs *further_nats*. Groups are *even* where none is only a part of a seat's pieces.
        With probability *thing* (N,) a cell holds what is no piece.
        """
        thing = np.zeros_like(piece) if thing is None else thing
        alike = np.exp(-0.5 * cdist(looks, looks, "sqeuclidean"))
        np.fill_diagonal(alike, 0.0)
        empty = (1 - piece - thing).clip(0.0) * (piece + thing < 0.5)
        bare = np.maximum(alike @ empty / np.maximum(empty.sum() - empty, 1.0), np.exp(NEW_NATS))
        nothing = (1 - piece - thing).clip(0.0)
        sure = np.where((piece * np.exp(NEW_NATS) > nothing * bare) & (piece > thing), piece, 0.0)
        return cls(piece, thing, looks, bare, sure, kinds, np.array(stock, dtype=np.float64), further_nats, even)

    def groupings(self, most: int) -> Iterable[Grouping]:
        """Yield the best way found to sort what may be pieces into each number of groups, from none to *most*.

        Each halves one group of that before: the one where it explains most. A tree that joins
        pieces parts off one odd piece before it parts red from orange.
        """
        yield self._grouped(np.zeros((len(self.piece), 0)))
        cells = int(np.count_nonzero(self.sure))
        if not cells or not most:
            return
        best = self._grouped((self.sure > 0).astype(np.float64)[:, None])
        yield best
        for _ in range(1, min(most, cells)):
            best = max((self._grouped(groups) for groups in self._halved(best)), key=lambda one: one.score)
            yield best

    def parted(self, grouping: Grouping, *, only_things: bool = False) -> Iterable[Grouping]:
        """Yield *grouping*, and it with each number of its groups for strangers: those that look least like pieces.

        A group of pieces or of things is hardly surer for its many members: all look alike. With *only_things* none
        is a stranger that looks more like pieces: it may be one more colour of a seat.
        """
        yield grouping
        strange = np.log(self.thing + FAINT) - np.log(self.piece + FAINT)
        number = grouping.members.sum(axis=0)
        nats = (strange @ grouping.members) / np.maximum(number, 1e-9) * np.maximum(number, 1.0) ** _MEMBERS
        order = np.argsort(-nats)
        able = int(np.count_nonzero(nats > 0)) if only_things else len(order)
        for count in range(1, min(MOST_STRANGERS, able) + 1):
            strangers = tuple(sorted(order[:count].tolist()))
            mine = np.delete(grouping.members, strangers, axis=1)
            even = self.evenness(mine) - self.evenness(grouping.members) if self.even else 0.0
            score = grouping.score + even + float((nats[list(strangers)] - STRANGER_NATS).sum())
            further = self.further_nats * (max(len(order) - 2, 0) - max(len(order) - count - 2, 0))
            yield replace(grouping, score=score + further, strangers=strangers)

    def _halved(self, grouping: Grouping) -> Iterable[Array]:
        """Yield the groups (N, groups + 1) with each of *grouping* in turn halved where it varies most."""
        share = shares_of(grouping.fit) * (self.sure > 0)[:, None]
        for group in range(share.shape[1]):
            weight = self.sure * share[:, group]
            off = self.looks - weight @ self.looks / np.maximum(weight.sum(), 1e-9)
            _, ways = np.linalg.eigh((off * weight[:, None]).T @ off)
            far = off @ ways[:, -1] > 0
            halved = np.hstack([share, np.where(far, share[:, group], 0.0)[:, None]])
            halved[far, group] = 0.0
            yield halved

    def _grouped(self, groups: Array) -> Grouping:
        """Return the grouping that *groups* (N, groups) become once they have drawn in their members."""
        fit = self._fits(shares_of(self._fits(groups)))
        known = np.logaddexp.reduce(fit - np.log(max(fit.shape[1], 1)), axis=1, initial=RULED_OUT)
        nothing = (1 - self.piece - self.thing).clip(0.0)
        likelihood = nothing * self.bare + self.thing * np.exp(NEW_NATS) + self.piece * np.exp(known)
        score = float(np.log(np.maximum(likelihood, 1e-300)).sum())
        members = self.piece[:, None] * shares_of(fit)
        further = self.further_nats * max(fit.shape[1] - 2, 0)
        evenness = self.evenness(members) if self.even else 0.0
        return Grouping(fit, score + evenness - further, members)

    def _fits(self, groups: Array) -> Array:
        """Return how well cells fit the centres of *groups* (N, groups): minus half the squared distance."""
        weight = self.sure[:, None] * groups
        middle = weight.T @ self.looks / np.maximum(weight.sum(axis=0), 1e-9)[:, None]
        return np.asarray(-0.5 * cdist(self.looks, middle, "sqeuclidean"))

    def evenness(self, members: Array) -> float:
        """Return how likely it is, in nats, that seats have what *members* (N, seats) says on the board.

        Each seat plays a piece of a kind as readily as the others do, so what each has played is binomial. How readily
        is estimated by Laplace's rule.
        """
        played = np.minimum(members.T @ self.kinds, self.stock)
        left = self.stock - played
        readily = (played.sum(axis=0) + 1) / (len(played) * self.stock + 2)
        ways = -betaln(1 + left, 1 + played) - np.log1p(self.stock)
        return float((ways + xlogy(played, readily) + xlog1py(left, -readily)).sum())


def looks_of(hue: Array, shade: Shades) -> Array:
    """Return looks (N, dimensions) of what stands on cells: its colour by name, by *hue* (N, colours), and shade."""
    return np.hstack([_NAMED * np.log(hue + FAINT), shade.places])


def shares_of(fit: Array) -> Array:
    """Return how each of N things is shared out (N, M) among those that it fits as *fit* (N, M) says, in nats."""
    weight = np.exp(fit - fit.max(axis=1, keepdims=True, initial=-np.inf))
    return np.asarray(weight / np.maximum(weight.sum(axis=1, keepdims=True), 1e-300))
