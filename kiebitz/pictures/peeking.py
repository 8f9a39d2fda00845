"""The first frames of a source, looked at for a printed board and then passed on with the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kiebitz.pictures.frame import Frame, Image, Trouble
from kiebitz.pictures.sources import Source
from kiebitz.pictures.which_game import Board, printed_boards

EVERY_S = 0.5
"""Seconds of a film from one look to the next."""
_APART_S = 0.1
"""Least seconds between frames that are kept until the board is known: all would take half a gigabyte."""


@dataclass(frozen=True, slots=True)
class Peeked:
    """A source with some frames looked at beforehand: it gives these and goes on."""

    name: str
    looked_at: Sequence[Frame | Trouble]
    rest: Iterator[Frame | Trouble]

    def frames(self) -> Iterator[Frame | Trouble]:
        yield from self.looked_at
        yield from self.rest


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """What the first frames showed: a printed board, or what stood in the way, and the last picture looked at."""

    source: Peeked
    board: Board | None
    trouble: str
    image: Image | None


def peek(
    source: Source,
    *,
    players_told: bool = False,
    games: Sequence[str] = (),
    stills: int = 12,
    seconds: float = 60.0,
    newest: bool = False,
    tell: Callable[[str], None] | None = None,
) -> Sighting:
    """Return the printed board, of *games* if some are named, in the first frames of *source* that show one.

    Of a film of named *games*, whose board may have been bought, ten frames a second are passed on.

    Args:
        players_told: whether it is known how many play, so that mini-boards need not say it.
        stills: how many pictures of a folder are looked at.
        seconds: of a film, how much is.
        newest: whether earlier pictures than the one with the board do not matter.
        tell: hears once that the first look shows none, and at once if the source gives no frames for now; without
            it, that comes among the frames of the sighting.
    """
    frames = source.frames()
    kept: list[Frame | Trouble] = []
    last_s = kept_s = float("-inf")
    looks, trouble, image = 0, "", None
    for item in frames:
        if isinstance(item, Trouble):
            if tell is None or item.passing:
                kept.append(item)
            else:
                tell(item.message)
            continue
        if newest or not (item.own_moment or games):  # nothing is lost of a film before its board is seen
            kept = [one for one in kept if isinstance(one, Trouble)]
        if newest or item.own_moment or not games or item.t - kept_s >= _APART_S:
            kept.append(item)
            kept_s = item.t
        if not item.own_moment and item.t - last_s < EVERY_S:
            continue
        last_s, looks, image = item.t, looks + 1, item.image
        printed = printed_boards(item.image, games)
        if printed.only is not None and (players_told or not printed.trouble):
            return Sighting(Peeked(source.name, kept, frames), printed.only, "", image)
        trouble = printed.trouble or trouble
        if looks >= stills if item.own_moment else item.t > seconds:
            break
        if looks == 1 and not item.own_moment and tell is not None:
            tell(f"{source.name}: looking for a printed board …")
    return Sighting(Peeked(source.name, kept, frames), None, trouble, image)
