"""A picture of the table, and when it was taken; or why there is none."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
"""BGR, (height, width, 3)."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture of a source: its number, and its time in seconds from the source's start.

    ``own_moment`` is true for a separate photograph, as in a folder of pictures, and false
    for a frame of a video.
    """

    image: Image
    index: int
    t: float
    own_moment: bool = False
    name: str = ""
    """The file's name, in a folder of pictures."""
    view: int = 1
    """Which of the table's two eyes took it: 1, or 2 for the second one."""
    beside: Frame | None = None
    """What the second eye saw at that moment; None if it has nothing new."""

    @property
    def moment(self) -> tuple[int, float]:
        """The number and the time."""
        return self.index, self.t


@dataclass(frozen=True, slots=True)
class Trouble:
    """A source that gives no frames for now, or skipped one (``passing``), or is well again (``over``)."""

    message: str
    """Names the source, and says what is wrong with it."""
    passing: bool = False
    over: bool = False
