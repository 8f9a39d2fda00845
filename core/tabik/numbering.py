"""The actions of Tabik as numbers: both placements and the exchange on every edge, the swap, the pass."""

from __future__ import annotations

from core.play.numbering import Numbers


def numbers(names: tuple[str, ...]) -> Numbers:
    """Return the numbers of the actions on the edges among *names*."""
    edges = [name for name in names if "-" in name]
    found = {"swap": 3 * len(edges), "--": 3 * len(edges) + 1}
    for number, edge in enumerate(edges):
        low, high = edge.split("-")
        for kind, action in enumerate((f"{low}+{high}", f"{high}+{low}", f"{low}x{high}")):
            found[action] = 3 * number + kind
    return Numbers(len(found), found.__getitem__)
