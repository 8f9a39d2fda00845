"""Whether a position can be one of a game that goes on: nobody shall be advised on a board that was mistyped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.game import Game


def why_impossible(game: Game[Any], position: Any, *, counted: bool = True) -> str:
    """Return why *position* cannot arise in a game that goes on, and what would put it right; empty if it may.

    Looks at what a board alone shows (the faults that ``kiebitz check`` names, lines that stand), and, in a game that
    begins on an empty board, at whether so many actions can have left what lies there.

    Args:
        counted: whether somebody has counted the actions; in a picture they are not to be seen.
    """
    contents = game.contents(position)
    survey = game.survey(contents, position.options)
    if survey.faults:
        return f"{survey.faults[0].message} {survey.faults[0].repair}".strip()
    if survey.lines and position.options.large_wild_on_entry:
        return f"a line stands at {' '.join(survey.lines[0])}: the game is over; give the position before its last move"
    if not counted or any(content != "." for content in game.contents(game.start(position.options)).values()):
        return ""
    things = {name: content for name, content in contents.items() if content != "."}
    return _of_rods(position, things) if any("-" in name for name in contents) else _of_pieces(position, things)


def _of_rods(position: Any, things: Mapping[str, str]) -> str:
    """Return what is wrong where each action lays a rod, some with a pair of stones, but for a swap and passes."""
    rods, ply, options = sum("-" in name for name in things), position.ply, position.options
    pairs = (len(things) - rods) // 2
    if rods > ply:
        return f"{_lie(rods)} after {_actions(ply)}; write a ply of {rods} or more"
    if pairs > rods:
        return f"{pairs} pairs of stones were placed, each with a rod, but {_lie(rods)}; write those that are missing"
    if rods < ply - options.pie_rule and not options.explicit_passes:
        return f"{_lie(rods)} after {_actions(ply)}, each of which lays one; write a ply of {rods}"
    if ply and not pairs:
        return f"no stones lie on the board after {_actions(ply)}; write a ply of 0"
    return ""


def _of_pieces(position: Any, things: Mapping[str, str]) -> str:
    """Return what is wrong where each action places a piece at most, and no payment takes a player's last."""
    ply, seats = position.ply, position.seats
    if len(things) > ply:
        return f"{len(things)} pieces stand on the board after {_actions(ply)}; write a ply of {len(things)} or more"
    if ply and not things and not position.options.voluntary_pass:
        return f"no piece stands on the board after {_actions(ply)}; write a ply of 0"
    if len(position.active) < len(seats):
        return ""
    mover = seats.index(position.to_move)
    for place, seat in enumerate(seats):
        since = (mover - place) % len(seats) or len(seats)
        turns = max(0, ply - since + len(seats)) // len(seats)
        own = sum(content.startswith(seat) for content in things.values())
        if own > turns:
            stand = "1 piece stands" if own == 1 else f"{own} pieces stand"
            had = "no turn" if not turns else "1 turn" if turns == 1 else f"{turns} turns"
            return f"{stand} on the board for {seat}, who has had {had} in {_actions(ply)}; look at who is to move"
    return ""


def _lie(rods: int) -> str:
    return "no rods lie" if not rods else "1 rod lies" if rods == 1 else f"{rods} rods lie"


def _actions(ply: int) -> str:
    return "1 action" if ply == 1 else f"{ply} actions"
