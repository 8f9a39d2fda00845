"""Values of the rules in the words and forms of the command line."""

from __future__ import annotations

from typing import Any

from core.verdict import Objection, Outcome


def result_json(outcome: Outcome | None) -> dict[str, Any] | None:
    """Return *outcome* in the form of contract.md."""
    return {"winners": list(outcome.winners), "reason": outcome.reason} if outcome else None


def objection_json(objection: Objection) -> dict[str, Any]:
    """Return *objection* in the form of contract.md."""
    return {
        "code": objection.code,
        "message": objection.message,
        "cells": list(objection.cells),
        "repair": objection.repair,
    }
