"""The bots that ``--bot`` names: levels of the adviser, and engines of other makers."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from kiebitz.commands import common
from kiebitz.failure import Failure

if TYPE_CHECKING:
    from adviser import Suggestion
    from core.game import AnyGame, PositionLike
    from kiebitz.watching.bots import Bot, Bots


def levels_of(bots: tuple[str, ...], seats: str) -> dict[str, Bot]:
    """Return the level, or the engine's name, of each seat in *bots*. Raises ``Failure`` naming what is wrong."""
    from kiebitz.programs.foreign import PREFIX

    levels: dict[str, Bot] = {}
    for text in bots:
        seat, _, level = text.partition(":")
        if seat not in tuple(seats):
            raise Failure(
                f"--bot names a seat and a level, such as {seats[-1]}:6, seats {', '.join(seats)}; not {text!r}"
            )
        if seat in levels:
            raise Failure(f"--bot names seat {seat} twice; leave one of them out")
        if level.startswith(PREFIX):
            levels[seat] = level
            continue
        if not (level.isascii() and level.isdigit() and len(level) < 4):
            raise Failure(f"--bot: the level must be a whole number from 1 to 10, as in {seat}:6; not {text!r}")
        common.check_level(int(level), "--bot")
        levels[seat] = int(level)
    return levels


def playing(game: AnyGame, levels: dict[str, Bot], seconds: float, running: ExitStack) -> Bots | None:
    """Return the bots. Each engine is started once, and closed with *running*. Raises ``Failure`` if one fails."""
    if not levels:
        return None
    from kiebitz.programs.advice import advise
    from kiebitz.programs.foreign import PREFIX, ForeignEngine
    from kiebitz.programs.program import ProgramError
    from kiebitz.watching.bots import Bots

    engines: dict[Bot, ForeignEngine] = {}
    for name in {level for level in levels.values() if isinstance(level, str)}:
        try:
            engines[name] = running.enter_context(ForeignEngine(game, name.removeprefix(PREFIX)))
        except ProgramError as error:
            raise Failure(f"--bot: {error}") from None

    def think(position: PositionLike, bot: Bot) -> Suggestion:
        if isinstance(bot, int):
            return advise(game, position, seconds=seconds, level=bot)
        return engines[bot].suggest(position, seconds=seconds)

    return Bots(levels, think, {bot: engine.name for bot, engine in engines.items()})
