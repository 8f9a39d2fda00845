"""A pretend table before a phone's camera, whose pictures are posted as the camera page posts them."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import httpx
import numpy as np
import numpy.typing as npt

from kiebitz.kits import kit_of
from kiebitz.watching.scripts import Script
from simulator.calm import Aim, calm_table
from simulator.table import Table

EVERY_S = 0.1
"""A picture comes so often, as from the camera page."""
_VARIANTS = 4
"""No two pictures of a camera are alike; this many are sent in turns."""


@dataclass
class Phone:
    """A camera that stands still over *table* and posts to *route*."""

    client: httpx.Client
    table: Table | None
    route: str = "frames"
    codes: Counter[int] = field(default_factory=Counter)
    """How often pictures were answered so."""
    _shown: list[bytes] = field(default_factory=list)
    _seed: int = 0

    def show(self, contents: Mapping[str, str]) -> None:
        """Let the board hold *contents* from now on."""
        assert self.table is not None
        self._seed += 1
        self._shown = list(_photographed(self.table, tuple(sorted(contents.items())), self._seed))

    def put(self, pictures: list[bytes]) -> None:
        """Send these JPEGs in turns from now on."""
        self._shown = pictures

    def sleep(self) -> None:
        """Send nothing until something is shown again."""
        self._shown = []

    def send(self) -> None:
        """Send what is seen now once."""
        if shown := self._shown:
            shown.append(shown.pop(0))
            self.codes[self.client.post(self.route, content=shown[0]).status_code] += 1

    def wait(self, pictures: int = 8) -> None:
        """Return when this many more *pictures* have been taken; after 8 the referee has seen a table at rest."""
        wanted, deadline = self.codes[202] + pictures, time.monotonic() + 60
        while self.codes[202] < wanted:
            assert time.monotonic() < deadline
            time.sleep(0.02)


_tables: dict[str, Table] = {}


def table_of(script: Script) -> Table:
    """Return a small table with the printed board of the game in *script*, drawn once."""
    if (key := repr(script)) not in _tables:
        kit, aim = kit_of(script.game, script.options), Aim(elevation_deg=script.elevation_deg)
        players = script.options.players
        _tables[key] = calm_table(
            kit, surface=script.surface, aim=aim, players=players, size=script.size, seed=script.seed
        )
    return _tables[key]


@lru_cache(maxsize=16)
def _photographed(table: Table, contents: tuple[tuple[str, str], ...], seed: int) -> tuple[bytes, ...]:
    return tuple(photographs(table.picture(dict(contents), seed=seed).image))


def photographs(image: npt.NDArray[np.uint8]) -> list[bytes]:
    """Return *image* (BGR) as a few JPEGs that differ by noise alone."""
    rng = np.random.default_rng(1)
    noise = [rng.integers(0, 2, image.shape, dtype=np.uint8) for _ in range(_VARIANTS)]
    return [cv2.imencode(".jpg", cv2.add(image, one))[1].tobytes() for one in noise]


@contextmanager
def phone_over(client: httpx.Client, table: Table | None = None, route: str = "frames") -> Iterator[Phone]:
    """Have a phone over *table* send what it shows to *route* as long as the block lasts."""
    phone, over = Phone(client, table, route), threading.Event()

    def sending() -> None:
        while not over.wait(EVERY_S):
            phone.send()

    thread = threading.Thread(target=sending)
    thread.start()
    try:
        yield phone
    finally:
        over.set()
        thread.join()
