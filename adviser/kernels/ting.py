"""The kernel of Ting: masks of three words."""

from __future__ import annotations

from adviser.kernels.goodwin_play import kernels

KERNELS = kernels(("ting",), words=3)
