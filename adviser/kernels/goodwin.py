"""The kernels of Tink and Tingle: masks of one word."""

from __future__ import annotations

from adviser.kernels.goodwin_play import kernels

KERNELS = kernels(("tink", "tingle"), words=1)
