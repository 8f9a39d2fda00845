"""Rings of three to six boards that no picture shows whole, for ``benchmarks.two_eyes``.

Games of Tinker Tactics are dealt and played at random, and each position is shown in two pictures of half of the ring,
from new places each time, or as a film that pans from the one half to the other and back.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.registration import Registration
from core.games import find
from kiebitz.kits import readable_kit
from kiebitz.pictures.frame import Frame
from kits.kit import Kit
from simulator.calm import Aim, calm_table, framed
from simulator.scene import Array
from simulator.table import Table

GAME = find("tinker_tactics")
SIZE = (1600, 1200)
WAYS = ("pictures", "pan")
_FPS = 5
_HOLDS = 12
"""The camera is held still over each half for this many frames; a pan takes as many."""


@dataclass(frozen=True)
class Ring:
    """A game with this many *players*, dealt, played and shown by *seed*."""

    players: int
    seed: int
    moves: int

    @property
    def played(self) -> tuple[list[str], list[str]]:
        """The positions and the actions between them."""
        rng = random.Random(self.seed)
        options = GAME.options.of({"players": self.players})
        position = GAME.deal(options, self.seed)  # type: ignore[attr-defined] # it has a hidden set-up
        positions, actions = [position], list[str]()
        for _ in range(self.moves):
            actions.append(rng.choice(GAME.actions(positions[-1])))
            positions.append(GAME.play(positions[-1], actions[-1]))
        return [GAME.format_position(each) for each in positions], actions

    def frames(self, way: str) -> Iterator[Frame]:
        """Yield each position in two pictures (*way* "pictures"), or in a film of a "pan"."""
        options = GAME.options.of({"players": self.players})
        kit = readable_kit("tinker_tactics", options)
        table = calm_table(kit, players=self.players, size=SIZE, seed=self.seed)
        contents = [GAME.contents(GAME.parse_position(text, options)) for text in self.played[0]]
        rng = np.random.default_rng(self.seed)
        yield from (_pictures if way == "pictures" else _pan)(table, contents, rng)


def _pictures(table: Table, contents: Sequence[Mapping[str, str]], rng: np.random.Generator) -> Iterator[Frame]:
    index = 0
    for board in contents:
        for seats in halves(table.scene.kit):
            view = held_over(table.scene.kit, seats, rng, SIZE)
            yield Frame(table.seen_by(view).picture(board, seed=index).image, index, float(index), own_moment=True)
            index += 1


def _pan(table: Table, contents: Sequence[Mapping[str, str]], rng: np.random.Generator) -> Iterator[Frame]:
    views = [held_over(table.scene.kit, seats, rng, SIZE) for seats in halves(table.scene.kit)]
    index = 0
    for number, board in enumerate(contents):
        ends = views if number % 2 == 0 else views[::-1]
        for step in range(3 * _HOLDS):
            share = min(max((step - _HOLDS) / _HOLDS, 0.0), 1.0)
            view = between(ends[0], ends[1], share)
            yield Frame(table.seen_by(view).picture(board, seed=index).image, index, index / _FPS)
            index += 1


def halves(kit: Kit) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the seats of *kit* in two groups of neighbours, as many in each as can be.

    >>> from kits import tinker_tactics
    >>> halves(tinker_tactics.kit(players=5))
    (('A', 'B', 'E'), ('C', 'D'))
    """
    seats = [mini.seat for mini in kit.minis]
    near = len(seats) // 3
    first = sorted([*seats[: (len(seats) + 1) // 2 - near], *seats[len(seats) - near :]])
    return tuple(first), tuple(seat for seat in seats if seat not in first)


def held_over(kit: Kit, seats: tuple[str, ...], rng: np.random.Generator, size: tuple[int, int]) -> Registration:
    """Return a camera held over the boards of *seats*, as large in the picture of *size* as they can be."""
    aim = Aim(elevation_deg=float(rng.uniform(58, 70)), azimuth_deg=float(rng.uniform(-14, 14)), seats=seats)
    return framed(kit, aim, size)


def between(one: Registration, other: Registration, share: float) -> Registration:
    """Return the camera that has gone the *share* of the way from *one* view to the *other*."""
    turn = cv2.Rodrigues(other.R @ one.R.T)[0].ravel()
    R = cv2.Rodrigues(share * turn)[0] @ one.R
    eye = (1 - share) * _eye(one) + share * _eye(other)
    return Registration(one.camera, R, -R @ eye, one.plan, "hand", 0.0)


def _eye(view: Registration) -> Array:
    return np.asarray(-view.R.T @ view.t.reshape(3))
