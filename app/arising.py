"""Whether a position can be one of a game that goes on: nobody shall be advised on a board that was mistyped."""

from __future__ import annotations

from typing import Any

from core.game import Game


def why_impossible(game: Game[Any], position: Any) -> str:
    """Return why *position* cannot arise in a game that goes on, and what would put it right; empty if it may.

    Looks at what a board alone shows (the faults that ``kiebitz check`` names, lines that stand), and at more
    pieces than there were actions, in a game that begins on an empty board.
    """
    contents = game.contents(position)
    survey = game.survey(contents, position.options)
    if survey.faults:
        return f"{survey.faults[0].message} {survey.faults[0].repair}".strip()
    if survey.lines and position.options.large_wild_on_entry:
        return f"a line stands at {' '.join(survey.lines[0])}: the game is over; give the position before its last move"
    if any(content != "." for content in game.contents(game.start(position.options)).values()):
        return ""
    edges = any("-" in name for name in contents)
    things = sum(content != "." for name, content in contents.items() if ("-" in name) == edges)
    if things > position.ply:
        what = "rods lie" if edges else "pieces stand"
        return f"{things} {what} on the board after {position.ply} actions; write a ply of {things} or more"
    return ""
