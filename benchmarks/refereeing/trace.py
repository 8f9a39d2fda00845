"""A watched sitting, look by look: what was true, and what the referee told."""

from __future__ import annotations

from benchmarks.refereeing.score import as_board, board_of
from benchmarks.refereeing.watching import Watched
from tablebench.course import Contents


def trace(watched: Watched) -> None:
    """Print *watched*."""
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
