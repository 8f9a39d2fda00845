"""Whether a position of Tabik can be one of a game that goes on."""

from __future__ import annotations

from core.tabik.position import Position
from core.verdict import counted


def impossible(position: Position) -> str | None:
    """Return why *position* cannot arise: every action lays a rod, but swaps and passes."""
    rods, ply, options = position.rods.bit_count(), position.ply, position.options
    if rods > ply:
        return f"{_lie(rods)} after {counted(ply, 'action')}; write a ply of {rods} or more"
    if rods < ply - options.pie_rule and not options.explicit_passes:
        return f"{_lie(rods)} after {counted(ply, 'action')}; each of them lays one; write a ply of {rods}"
    if ply and not position.black:
        return f"no stones lie on the board after {counted(ply, 'action')}; write a ply of 0"
    return None


def _lie(rods: int) -> str:
    return "no rods lie" if not rods else "1 rod lies" if rods == 1 else f"{rods} rods lie"
