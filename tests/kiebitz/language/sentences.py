"""English sentences of referee and adviser: about seeded games, boards with slips on them, and wrong actions."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from adviser.hints import hint
from adviser.reasons import piece, steps
from adviser.suggestion import suggest
from core.game import Game
from core.reading import EMPTY, is_edge
from core.verdict import Objection, Partial, Refused, Unclear, Verdict
from tests.games.sample import Path, paths

_VALUES = re.compile(r"\b[A-F]?[a-h]\d\b|\d+")
_SLIPS = 6
_STEP = 12


@cache
def spoken(name: str) -> tuple[str, ...]:
    """Return what is said in games of *name*, what of slips in them, and how they end."""
    rng = random.Random(7)
    return tuple(filter(None, (text for path in paths(name) for text in _of_path(path, rng))))


def unlike(texts: Iterable[str]) -> list[str]:
    """Return of *texts* that differ by cells and numbers alone one each."""
    return sorted({_VALUES.sub("#", text): text for text in sorted(texts)}.values())


def _of_path(path: Path, rng: random.Random) -> Iterator[str]:
    game = path.game
    for ply, (before, action, after) in enumerate(path.plies):
        yield from _objections(game.announcements(before, action, after))
        if ply % _STEP == 0:
            yield from _of_slips(game, before, after, rng)
            yield from _of_claims(game, before, action, rng)
    if outcome := game.outcome(path.positions[-1]):
        yield f"{outcome.sentence}."
        yield from _of_slips(game, path.positions[-1], path.positions[0], rng)


def _of_slips(game: Game[Any], before: Any, after: Any, rng: random.Random) -> Iterator[str]:
    """Yield what is said of boards between *before* and *after*, and of others that come of no action."""
    was, now = game.contents(before), game.contents(after)
    changed = [cell for cell in was if was[cell] != now[cell]]
    boards = [{**was, cell: now[cell]} for cell in changed] + [{**was, **dict.fromkeys(changed, EMPTY)}]
    for _ in range(_SLIPS):
        cells = rng.sample(game.cells(before), rng.choice((1, 1, 2, 2, 3)))
        boards.append({**was, **{cell: rng.choice(_fitting(game, before, cell)) for cell in cells}})
    for board in boards:
        yield from _verdict(game.diagnose(before, board))
        yield from _objections(game.survey(board, before.options).faults)


def _of_claims(game: Game[Any], before: Any, action: str, rng: random.Random) -> Iterator[str]:
    """Yield what is said of a pass, of a swap and of actions much like *action*."""
    for text in ("--", "swap", *(_misspelt(action, rng) for _ in range(_SLIPS))):
        try:
            objection = game.objection(before, game.canonical_action(text))
        except ValueError:
            continue
        yield from _objections([objection] if objection else [])


def _fitting(game: Game[Any], position: Any, cell: str) -> list[str]:
    return [each for each in game.alphabet(position) if each == EMPTY or (each == "rod") == is_edge(cell)]


def _misspelt(action: str, rng: random.Random) -> str:
    def letter(one: str) -> str:
        if rng.random() < 0.6:
            return one
        return rng.choice("abcdef") if one in "abcdefgh" else rng.choice("12345678") if one.isdigit() else one

    return "".join(map(letter, action))


def _objections(found: Any) -> Iterator[str]:
    objection: Objection
    for objection in found:
        yield objection.message
        yield objection.repair


def _verdict(verdict: Verdict) -> Iterator[str]:
    match verdict:
        case Refused(objection):
            yield from _objections([objection])
        case Partial(message) | Unclear(message):
            yield message


def advised(name: str) -> Iterator[str]:
    """Yield what the adviser says of actions in games of *name*: what to do, where to look, and why."""
    rng = random.Random(7)
    for path in paths(name):
        for ply, position in enumerate(path.positions[:-1:4]):
            action = rng.choice(path.game.actions(position))
            yield steps(path.game, position, action)
            yield piece(path.game, position, action)
            yield f"Look at {hint(path.game, position, action, 'area').text}."
            if ply % 16 == 5:
                found = suggest(path.game, position, expired=lambda: True)
                yield f"{found.action}: {found.why}."
