"""Paper sizes, and the printable area of a household printer."""

from __future__ import annotations

from dataclasses import dataclass

from printkit.drawing import Box

MARGIN_MM = 10.0
"""Nothing is printed closer than this to the edge of the paper."""
_HAIR_MM = 0.25
"""Extra margin for half a line's width and for letters that overhang their box."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size in portrait, and the factor by which words on it are enlarged.

    ``both`` is the area that A4 and Letter share: pages print at true size on either.
    """

    name: str
    title: str
    width_mm: float
    height_mm: float
    words: float = 1.0

    @property
    def inner(self) -> Box:
        """The printable area."""
        edge = MARGIN_MM + _HAIR_MM
        return edge, edge, self.width_mm - edge, self.height_mm - edge


PAPERS = {
    paper.name: paper
    for paper in (
        Paper("a4", "A4", 210.0, 297.0),
        Paper("letter", "Letter", 215.9, 279.4),
        Paper("a3", "A3", 297.0, 420.0),
        Paper("a5", "A5", 148.0, 210.0),
        Paper("tabloid", "Tabloid", 279.4, 431.8),
        Paper("both", "A4 or Letter", 210.0, 279.4),
    )
}


def paper_named(name: str) -> Paper:
    """Return the paper called *name*.

    >>> paper_named("A4").width_mm
    210.0
    >>> paper_named("b4")
    Traceback (most recent call last):
    ValueError: no paper is called 'b4'; choose a4, letter, a3, a5, tabloid or both
    """
    try:
        return PAPERS[name.lower()]
    except KeyError:
        *most, last = PAPERS
        raise ValueError(f"no paper is called {name!r}; choose {', '.join(most)} or {last}") from None
