"""A recorded game in other forms: texts, pictures and tables."""

from __future__ import annotations

import csv
import io
import json
import math
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core import games
from core.formats.diagram import Moment, moment_text
from core.record import Record
from kiebitz import output
from kiebitz.diagrams import moment_pixels, moment_svg
from kiebitz.quiet import quiet

if TYPE_CHECKING:
    from PIL.Image import Image

_GIF_PX = 480
_FORMULAS = ("=", "+", "-", "@", "＝", "＋", "－", "＠")
"""Spreadsheets take a text that begins with one of these for a formula."""
_SHOWN_MS, _LAST_SHOWN_MS = 1200, 4000
"""How long a moving picture shows each position, and how long the last one, in milliseconds."""
_FILM_PX, _FILM_RATE = 720, 5
"""The width of a film in pixels, and its frames per second."""


@dataclass(frozen=True, slots=True)
class Form:
    """A form of a game: the end of its files' names, its media type, and what writes it.

    ``write`` takes the record and the number of actions after which a diagram shows the board, and returns a text or
    the bytes of a picture; it raises ``ValueError`` for a game that cannot be written so.
    """

    suffix: str
    kind: str
    write: Callable[[Record, int], str | bytes]
    has_ply: bool = False
    """Whether it shows one position rather than the whole game."""


def _record(record: Record, _: int) -> str:
    return record.format()


def _abstract_play(record: Record, _: int) -> str:
    from datetime import UTC, datetime

    from core.record.abstract_play import last_set, to_abstract_play

    if "Date" not in record.tags:
        output.note('the record has no date, so the export has today\'s; add a tag such as [Date "2026-11-21"]')
    if last_set(record):
        output.note("Abstract Play has no place for positions set during a game; the export begins with the last one")
    made = to_abstract_play(record, generated=datetime.now(UTC).isoformat(timespec="seconds"))
    return json.dumps(made, ensure_ascii=False, indent=2) + "\n"


def _sgf(record: Record, _: int) -> str:
    from importlib.metadata import version

    from core.record.sgf import to_sgf

    return to_sgf(record, version=version("kiebitz"))


def _ppn(record: Record, _: int) -> str:
    from kiebitz.archive.ppn import to_ppn

    return to_ppn(record)


def _svg(record: Record, ply: int) -> str:
    return moment_svg(_moment(record, ply), record.tags)


def _text(record: Record, ply: int) -> str:
    return moment_text(_moment(record, ply)) + "\n"


def _csv(record: Record, _: int) -> str:
    game, positions = games.find(record.game), record.positions()
    file = io.StringIO()
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(("number", "ply", "seat", "action", "position", "announced", "comment"))
    for index, action in enumerate(record.actions):
        before = positions[index]
        said = " ".join(each.message for each in game.announcements(before, action, game.play(before, action)))
        at = game.format_position(positions[index + 1])
        comment = _no_formula(record.comments.get(index, ""))
        rows.writerow((index + 1, before.ply + 1, before.to_move, action, at, said, comment))
    return file.getvalue()


def _no_formula(text: str) -> str:
    """Return *text* from outside with a quote in front if a spreadsheet would take it for a formula.

    >>> _no_formula("=1+1"), _no_formula("a good move")
    ("'=1+1", 'a good move')
    """
    return f"'{text}" if text.lstrip().startswith(_FORMULAS) or text.startswith(("\t", "\r", "\n")) else text


def _png(record: Record, ply: int) -> bytes:
    import cv2

    return cv2.imencode(".png", moment_pixels(_moment(record, ply), record.tags))[1].tobytes()


def _gif(record: Record, _: int) -> bytes:
    """Return an animated picture of all positions; the last one stays longest."""
    first, *others = (picture.quantize(64) for picture in _pictures(record, _GIF_PX))
    shown_ms = [_SHOWN_MS] * len(others) + [_LAST_SHOWN_MS]
    file = io.BytesIO()
    first.save(file, "GIF", save_all=True, append_images=others, duration=shown_ms, loop=0)
    return file.getvalue()


def _pictures(record: Record, across_px: int) -> list[Image]:
    """Return a picture of every position, all of the same height; width and height are even, as films need them."""
    from PIL import Image, ImageOps

    game, positions = games.find(record.game), record.positions()
    moments = [Moment.of(game, positions, record.actions, ply) for ply in range(len(positions))]
    drawn = [moment_pixels(moment, record.tags, across_px=across_px)[:, :, ::-1] for moment in moments]
    size = (across_px, 2 * math.ceil(max(len(pixels) for pixels in drawn) / 2))
    return [ImageOps.pad(Image.fromarray(pixels), size, color="white") for pixels in drawn]


def _film(record: Record, suffix: str, codec: str) -> bytes:
    """Return a film of all positions; the last one stays longest. Raises ``ValueError`` if nothing can write it."""
    import cv2
    import numpy as np

    pictures = _pictures(record, _FILM_PX)
    shown = [_SHOWN_MS] * (len(pictures) - 1) + [_LAST_SHOWN_MS]
    with tempfile.TemporaryDirectory() as folder, quiet:
        file = Path(folder) / f"game.{suffix}"
        fourcc = cv2.VideoWriter.fourcc(*codec)
        film = cv2.VideoWriter(str(file), cv2.CAP_FFMPEG, fourcc, _FILM_RATE, pictures[0].size)
        if not film.isOpened():
            raise ValueError(f"the OpenCV that is installed cannot write {suffix}; take --to gif")
        for picture, shown_ms in zip(pictures, shown, strict=True):
            frame = np.ascontiguousarray(np.asarray(picture)[:, :, ::-1])
            for _ in range(round(shown_ms * _FILM_RATE / 1000)):
                film.write(frame)
        film.release()
        return file.read_bytes()


def _sheet(record: Record, _: int) -> bytes:
    from kiebitz.archive.score_sheet import UNSET, draw_score_sheet, names_unset
    from printkit.pdf import render

    if unset := names_unset(record):
        output.note(f"{UNSET}: {', '.join(unset)}; the sheet calls them by their seats")
    return render(draw_score_sheet(record, language=output.reading()))


def _moment(record: Record, ply: int) -> Moment:
    return Moment.of(games.find(record.game), record.positions(), record.actions, ply)


FORMS = {
    "record": Form("txt", "text/plain; charset=utf-8", _record),
    "abstract-play": Form("json", "application/json", _abstract_play),
    "sgf": Form("sgf", "application/x-go-sgf", _sgf),
    "ppn": Form("ppn", "text/plain; charset=utf-8", _ppn),
    "svg": Form("svg", "image/svg+xml", _svg, has_ply=True),
    "png": Form("png", "image/png", _png, has_ply=True),
    "sheet": Form("pdf", "application/pdf", _sheet),
    "gif": Form("gif", "image/gif", _gif),
    "mp4": Form("mp4", "video/mp4", lambda record, _: _film(record, "mp4", "mp4v")),
    "webm": Form("webm", "video/webm", lambda record, _: _film(record, "webm", "VP90")),
    "csv": Form("csv", "text/csv; charset=utf-8", _csv),
    "text": Form("txt", "text/plain; charset=utf-8", _text, has_ply=True),
}
"""The forms in which a game can be exported, by name."""
