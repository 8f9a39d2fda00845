"""The files of the pages as browsers get them: one frame, with its head and bar, goes round every page.

A page's own file holds what it adds to the head, the line ``<body>``, and its body; ``$bar`` stands there for the bar
that most pages have. ``frame.html`` and ``bar.html`` are the same for all of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from string import Template

PAGES = {
    "/": "table.html",
    "/phone": "phone.html",
    "/games": "games.html",
    "/rules": "rules.html",
    "/learn": "learn.html",
    "/trust": "trust.html",
    "/print": "print.html",
    "/seat": "seat.html",
    "/twin": "twin.html",
    "/projector": "projector.html",
}
PLAIN_PAGES = {"/": "table.html", "/photo": "phone.html", "/trust": "trust.html"}
"""The pages that are served over plain http."""
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_FOLDER = files("kiebitz.screen").joinpath("pages")
_BODY = "<body>\n"


def served(pages: Mapping[str, str]) -> dict[str, str]:
    """Return each address of one of *pages* or of a part of them, and its file."""
    parts = {f"/parts/{file.name}": file.name for file in _FOLDER.iterdir() if not file.name.endswith(".html")}
    return {**pages, **parts}


def content(name: str) -> tuple[bytes, str]:
    """Return what a browser gets of the file called *name*, and its media type."""
    kind = name[name.rindex(".") :]
    text = _framed(name) if kind == ".html" else _text(name)
    return text.encode(), _TYPES[kind]


def _framed(name: str) -> str:
    head, body = _text(name).split(_BODY)
    filled = Template(body).substitute(bar=_text("bar.html").rstrip())
    return Template(_text("frame.html")).substitute(head=head, body=filled)


def _text(name: str) -> str:
    return _FOLDER.joinpath(name).read_text(encoding="utf-8")
