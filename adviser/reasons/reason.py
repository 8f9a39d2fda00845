"""The ``Reason`` value, and the interface that a family of games implements to give reasons."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from adviser.findings import Findings
from core.game import Game, P
from core.json_types import JsonObject
from core.verdict import Outcome


@dataclass(frozen=True, slots=True)
class Reason:
    """One fact about an action: its kind, its wording, and the cells to mark.

    ``code`` is one word for programs, such as ``blocks`` or ``weakens``.
    """

    code: str
    text: str
    cells: tuple[str, ...] = ()

    def as_json(self) -> JsonObject:
        return {"code": self.code, "text": self.text, "cells": list(self.cells)}


class Words(Protocol[P]):
    """The interface of ``general`` and of each family's module. The action is legal and leads to *after*."""

    def ending(self, game: Game[P], position: P, action: str, after: P, outcome: Outcome) -> Reason:
        """Return the reason for an action that ends the game."""
        ...

    def only(self, game: Game[P], position: P, action: str) -> Reason:
        """Return the reason for the only legal action."""
        ...

    def reasons(self, game: Game[P], position: P, action: str, after: P, found: Findings) -> Iterable[Reason]:
        """Yield the reasons for an action that does not end the game, the weightiest first."""
        ...

    def piece(self, game: Game[P], position: P, action: str) -> str:
        """Return what is to be moved or placed, without saying where to."""
        ...

    def steps(self, game: Game[P], position: P, action: str) -> str:
        """Return what hands have to do at the table."""
        ...
