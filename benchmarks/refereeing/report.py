"""Scores as lines of a table, beside those of an earlier run; and a watched sitting, look by look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from benchmarks.refereeing.score import as_board, board_of
from benchmarks.refereeing.watching import Watched
from tablebench.course import Contents

Figures = Mapping[str, Any]
"""A score as JSON."""

HEADER = (
    "scenario      game            games whole    moves right wrong event false   slips found named told"
    "  asks/move named   regained   in step  delay     ms  worst"
)
_COUNTED = (
    "whole",
    "right",
    "wrong",
    "wrong_events",
    "false_illegal",
    "found",
    "named",
    "told",
    "questions",
    "suspected",
    "regained",
    "in_step",
)


def row(scenario: str, name: str, figures: Figures, before: Figures | None = None) -> str:
    """Return *figures* as a line under ``HEADER``, followed by the line of those *before* if any count has changed."""
    line = f"{scenario:13} {name:15} {_line(figures)}"
    if before is None or all(figures[count] == before[count] for count in _COUNTED):
        return line
    return f"{line}\n{'    before':29} {_line(before)}"


def _line(figures: Figures) -> str:
    part = {name: f"{figures[name]}/{figures[of]}" if figures[of] else "-" for name, of in _OF.items()}
    asks = figures["questions"] / max(figures["moves"], 1)
    share = f"{100 * figures['right'] / figures['moves']:.1f} %" if figures["moves"] else "-"
    return (
        f"{figures['games']:5} {figures['whole']:5}  {share:>6} {figures['moves']:6} {figures['wrong']:5} "
        f"{figures['wrong_events']:5} {figures['false_illegal']:5}   {part['found']:>11} "
        f"{figures['named']:5} {figures['told']:4}  {asks:9.3f} {figures['suspected']:5} "
        f"{part['regained']:>10} {part['in_step']:>9} {figures['delays']['mean']:6.2f} "
        f"{figures['judging_ms']['median']:6.1f} {figures['judging_ms']['max']:6.0f}"
    )


_OF = {"found": "slips", "regained": "disturbed", "in_step": "games"}


def codes(figures: Figures) -> str:
    """Return how many of the slips of each code were named, and which codes were told where nothing was wrong."""
    planted, missed = (Counter[str](figures[name]) for name in ("planted", "missed"))
    order = sorted(planted, key=lambda code: (code.split("-")[0], int(code.split("-")[1])))
    named = ", ".join(f"{code} {planted[code] - missed[code]}/{planted[code]}" for code in order)
    false = ", ".join(f"{code} {count}" for code, count in Counter[str](figures["false_codes"]).most_common())
    crashes = "".join(f"\ncrashed {count} times: {error}" for error, count in figures["crashes"].items())
    return f"slips named: {named or '-'}\nfalse: {false or '-'}{_seats(figures)}{crashes}"


def _seats(figures: Figures) -> str:
    """Return a line with how often the number of players was known; nothing where it was declared."""
    if not figures["rounds"]:
        return ""
    known, at_end = (f"{figures[name]}/{figures['rounds']}" for name in ("seated", "seated_at_end"))
    return f"\nplayers counted right: {known} when all had moved, {at_end} at the end"


def trace(watched: Watched) -> None:
    """Print *watched*: what was true, and what the referee told."""
    game = watched.course.game
    for one in watched.seen:
        shot = one.shot
        told = game.format_position(shot.history[-1])
        marks = f"{shot.code} {f'arm to {shot.arm[0]}' if shot.arm else ''} {shot.lie.quarters or ''}".strip()
        print(f"{shot.number:3} {shot.what:12} {marks:14} {told}")
        if as_board(shot.contents) != board_of(game, shot.history[-1]):
            print(f"      on the board: {_difference(game.contents(shot.history[-1]), shot.contents)}")
        for event in one.events:
            words = event.fields.get("action") or event.fields.get("message") or event.fields.get("position") or ""
            print(f"      {event.kind:9} {event.fields.get('code', '')} {words}")
        if not one.positions:
            print("      knows no position")
            continue
        known = {watched.names.get(place, place): what for place, what in game.contents(one.positions[-1]).items()}
        if as_board(known) != board_of(game, shot.history[-1]):
            print(f"      out of step: {_difference(game.contents(shot.history[-1]), known)}")
    if watched.crash:
        print(f"      crashed: {watched.crash}")


def _difference(true: Contents, other: Contents) -> str:
    return " ".join(f"{cell}:{true[cell]}→{other[cell]}" for cell in true if true[cell] != other[cell])
