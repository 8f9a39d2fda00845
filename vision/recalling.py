"""A network that looks again only at what has changed: for a table that is watched picture by picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.network import Floats
from vision.network import Evidence, Network
from vision.views import Views

LEVEL = 12 / 255
"""A pixel has changed if a colour, 0 to 1, differs by more: as little as a dark piece on a dark cell does."""
SHARE = 0.01
"""A cell is looked at again if more than this share of its crop has changed."""


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    colours: Floats
    """(N, 3, height, width): the crop of each place when it was last examined."""
    evidence: Mapping[str, Floats]


class Recalling(Network):
    """*network* with a memory of its latest looks at each set of places; it belongs to one watched table."""

    def __init__(self, network: Network) -> None:
        self.model = network.model
        self.scores = network.scores  # type: ignore[method-assign]
        self._network = network
        self._seen: dict[tuple[str, ...], _Seen] = {}

    def look(self, blob: Floats, where: Views) -> Evidence:
        """Return the evidence of the cells of *where*, as seen before where their crops look the same."""
        before = self._seen.get(where.cells)
        if before is None:
            seen = _Seen(blob[:, :3].copy(), self._network.look(blob, where))
        else:
            seen = self._updated(before, blob, where)
        self._seen[where.cells] = seen
        return {name: said.copy() for name, said in seen.evidence.items()}

    def _updated(self, before: _Seen, blob: Floats, where: Views) -> _Seen:
        anew = np.flatnonzero([_differs(*pair) for pair in zip(before.colours, blob[:, :3], strict=True)])
        if not len(anew):
            return before
        said = self._network.look(np.ascontiguousarray(blob[anew]), where.at(anew))
        before.colours[anew] = blob[anew, :3]
        evidence = {name: scores.copy() for name, scores in before.evidence.items()}
        for name, scores in said.items():
            evidence[name][anew] = scores
        return replace(before, evidence=evidence)


def _differs(before: Floats, now: Floats) -> bool:
    """Return whether two crops (3, height, width) look different."""
    difference = np.asarray(cv2.blur(np.ascontiguousarray((now - before).transpose(1, 2, 0)), (3, 3)))
    return float((np.abs(difference).max(axis=2) > LEVEL).mean()) > SHARE
