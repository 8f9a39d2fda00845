"""Says, once and from the first pictures, whose board is in view if the game's is not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kiebitz.pictures.frame import Frame
from kiebitz.pictures.which_game import board_of, in_words, looks_like
from kits.kit import Kit


@dataclass(slots=True)
class Instead:
    """Looks for other boards at most *tries* times, in pictures some seconds apart; a look takes a second or two."""

    kit: Kit
    tries: int = 2
    apart_s: float = 3.0
    _last_s: float = float("-inf")

    def settle(self) -> None:
        """Stop looking, as the board has been found."""
        self.tries = 0

    def fields(self, frame: Frame) -> Mapping[str, Any]:
        """Return the message about whose board *frame* shows instead of the game's; empty if none is recognised."""
        if not self.tries or frame.t - self._last_s < self.apart_s:
            return {}
        self.tries, self._last_s = self.tries - 1, frame.t
        boards = looks_like(frame.image, but=board_of(self.kit))
        if not boards:
            return {}
        self.tries = 0
        message = f"I cannot see {board_of(self.kit).words}; {in_words(boards)}"
        return {"message": message, "looks_like": [board.as_json() for board in boards]}
