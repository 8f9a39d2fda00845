"""Reviews that outlive the server: each lies beside its journal and is of the journal as it was then."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from core.json_types import Json, JsonObject, as_number, as_object, as_texts, as_whole
from kiebitz.archive.journal import review_file
from kiebitz.disk import read_json, write_file
from kiebitz.failure import Failure

if TYPE_CHECKING:
    from adviser.review import Turn

FORM = 2
"""Version of the form of a review's file; it goes up when the form changes, and older files are not read."""
_REMEDY = "ask for the review again"


def digest_of(journal: Path) -> str:
    """Return a digest of the journal as it is now; empty if the file is gone."""
    try:
        return hashlib.sha256(journal.read_bytes()).hexdigest()
    except OSError:
        return ""


def keep_review(journal: Path, digest: str, turns: Sequence[Turn]) -> None:
    """Keep the *turns* of the game in *journal*, which had that *digest*, unless it was deleted or has gone on.

    Raises ``Failure``.
    """
    if digest_of(journal) != digest or not digest:
        return
    text = json.dumps({"form": FORM, "of": digest, "turns": [_turn_json(turn) for turn in turns]}, ensure_ascii=False)
    write_file(review_file(journal), f"{text}\n".encode(), remedy=_REMEDY, private=True)
    if not journal.exists():  # it was deleted just now
        review_file(journal).unlink(missing_ok=True)


def kept_review(journal: Path) -> list[Turn] | None:
    """Return the turns that are kept of the game in *journal* as it is now; None where there are none."""
    try:
        kept = read_json(review_file(journal), "a review", remedy=_REMEDY)
        if kept["form"] != FORM or kept["of"] != digest_of(journal):
            return None
        return [_turn(one) for one in kept["turns"]]
    except (Failure, KeyError, TypeError, ValueError, AttributeError):
        return None


def _turn_json(turn: Turn) -> JsonObject:
    found = turn.assessment
    return {
        "number": turn.number, "ply": turn.ply, "side": turn.side, "seat": turn.seat, "action": found.action,
        "value": found.value, "loss": found.loss, "proved": found.proved, "value_proved": found.value_proved,
        "best": found.best.as_json(), "reply": found.reply.as_json() if found.reply else None,
    }  # fmt: skip


def _turn(told: Mapping[str, Json]) -> Turn:
    """Return the turn that ``_turn_json`` wrote, without its alternatives. A wrong file raises various errors."""
    from adviser import Suggestion
    from adviser.assessing import Assessment
    from adviser.review import Turn

    def suggestion(one: Mapping[str, Json]) -> Suggestion:
        value, line = as_number(one["value"]), tuple(as_texts(one["line"]))
        return Suggestion(
            str(one["action"]), value, line, as_whole(one["simulations"]), bool(one["proved"]), str(one["why"])
        )

    assessment = Assessment(
        action=str(told["action"]),
        value=None if told["value"] is None else as_number(told["value"]),
        loss=None if told["loss"] is None else as_number(told["loss"]),
        proved=bool(told["proved"]),
        best=suggestion(as_object(told["best"])),
        reply=None if told["reply"] is None else suggestion(as_object(told["reply"])),
        value_proved=bool(told["value_proved"]),
    )
    return Turn(as_whole(told["number"]), as_whole(told["ply"]), str(told["side"]), str(told["seat"]), assessment)
