"""Converts records to Abstract Play's game record, a JSON format for archiving and rating abstract games.

It follows the schema ``gamerecord/1-0-0`` of AbstractPlay/recranks (as of 2026), which
has no place for comments and branches, nor for positions that were set during the game.
"""

from __future__ import annotations

from datetime import UTC, datetime

from core import games
from core.game import PositionLike, holder, side_to_move
from core.json_types import JsonObject
from core.options import shown
from core.record import RULES_VERSION, Record
from core.record.line import position_set
from core.record.writing import options_text

UNKNOWN = "unknown"


def to_abstract_play(record: Record, *, generated: str) -> JsonObject:
    """Return *record* in the schema's format.

    Args:
        generated: the time of the conversion (ISO 8601). It also dates a record without
            the tag ``Date``, because the schema requires a date.

    The moves are those since a position was last set, if one was, and that position is their start.

    An unfinished game has ``unfinished`` and ``unrated`` in its header, and all results
    are 0. Raises ``ValueError`` naming a tag that is not a date.
    """
    game = games.find(record.game)
    begin = last_set(record)
    positions, actions = record.positions()[begin:], record.actions[begin:]
    outcome = record.outcome
    sides = _from_the_first(positions[0].seats, record, positions[0])
    seats = [holder(positions[0], side) for side in sides]
    winners = {holder(positions[-1], side) for side in outcome.winners} if outcome else set()
    began = _time("Date", record.tags.get("Date", generated))
    header: JsonObject = {
        "game": {"name": game.title, "variants": [part for part in options_text(record.options).split(",") if part]},
        "site": {"name": record.tags.get("Site") or UNKNOWN},
        "date-start": began,
        "date-end": _time("DateEnd", record.tags["DateEnd"]) if "DateEnd" in record.tags else began,
        "date-generated": _time("generated", generated),
        "players": [
            {"name": record.tags.get(seat) or seat, "result": int(seat in winners), "seat": seat} for seat in seats
        ],
        "startingPosition": game.format_position(positions[0]),
        "rules-version": RULES_VERSION,
        "termination": record.result,
    }
    if record.tags.get("Event") and record.tags.get("Round"):
        header |= {"event": record.tags["Event"], "round": record.tags["Round"]}
    if outcome is None:
        header |= {"unrated": True, "unfinished": True}
    moves = [(holder(p, side_to_move(p)), action) for p, action in zip(positions, actions, strict=False)]
    return {"header": header, "moves": _rounds(seats, moves)}


def last_set(record: Record) -> int:
    """Return the number of actions before a position was last set in *record*; 0 if none was."""
    return max((index + 1 for index, text in record.comments.items() if position_set(text) is not None), default=0)


def _from_the_first(sides: tuple[str, ...], record: Record, start: PositionLike) -> tuple[str, ...]:
    """Return *sides* in turn order, beginning with the first player set by the options."""
    holders = [holder(start, side) for side in sides]
    first = holders.index(record.options.first_player) if record.options.first_player in holders else 0
    return sides[first:] + sides[:first]


def _rounds(seats: list[str], moves: list[tuple[str, str]]) -> list[list[str | None]]:
    """Return *moves* in rounds with one entry per seat; None for a seat that had no turn."""
    rounds: list[list[str | None]] = []
    last = len(seats)
    for seat, action in moves:
        place = seats.index(seat)
        if place <= last:
            rounds.append([None] * len(seats))
        rounds[-1][place] = action
        last = place
    return rounds


def _time(tag: str, text: str) -> str:
    """Return the date or time *text* in RFC 3339 format; without a time zone it is taken as UTC."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"the tag {tag}, {shown(text)}, is not a date; write it as 2026-11-21") from None
    return (time if time.tzinfo else time.replace(tzinfo=UTC)).isoformat()
