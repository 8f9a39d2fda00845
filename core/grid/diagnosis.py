"""What happened on a grid, and what can be said of a lone board: from the legal steps alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from core.grid.position import PASS, GridPosition, Step
from core.options import SEATS, RuleOptions
from core.reading import EMPTY
from core.verdict import (
    Objection,
    Partial,
    Played,
    Refused,
    Still,
    Survey,
    TakenBack,
    Threat,
    Unclear,
    Verdict,
    capitalised,
    explained,
    game_over,
    in_words,
)

if TYPE_CHECKING:
    from core.grid.game import GridGame


def diagnose(
    game: GridGame, before: GridPosition, observed: Mapping[str, str], history: Sequence[GridPosition] = ()
) -> Verdict:
    """Return what turned *before* into *observed*; a cell left out is unchanged.

    Tried in this order: nothing, one legal action, two quick ones, a take-back, the middle of a
    legal action, and then what the rules object to.
    """
    was = before.contents
    change = {cell: observed[cell] for cell in was if observed.get(cell, was[cell]) != was[cell]}
    if not change:
        return Still()
    board = tuple({**was, **change}.values())
    if played := _played(game, before, board, tuple(change)):
        return played
    for plies, earlier in enumerate(reversed(history), start=1):
        if earlier.board == board:
            return TakenBack(plies)
    if before.outcome:
        return Refused(game_over(before.outcome, tuple(change)))
    return _middle(game, before, change) or Refused(_objection(game, before, change))


def _played(
    game: GridGame, before: GridPosition, board: tuple[str, ...], changed: tuple[str, ...]
) -> Played | Unclear | None:
    """Return the action, or the two, that made *board*; a question if several fit."""
    successors = [(step, game.apply(before, step)) for step in game.moves(before)]
    found: list[tuple[str, ...]] = [(step.text,) for step, after in successors if after.board == board]
    if not found:
        found = [
            (step.text, then.text)
            for step, after in successors
            if step == PASS or {*game.effect(before, step)} <= {*changed}
            for then in game.moves(after)
            if then != PASS and game.apply(after, then).board == board
        ]
    return explained(found, changed) if found else None


def _middle(game: GridGame, before: GridPosition, change: Mapping[str, str]) -> Partial | None:
    """Return the part of a legal action made so far: pieces lifted, or the first of them put down."""
    found = []
    for step in game.moves(before):
        effect = game.effect(before, step) if step != PASS else {}
        if all(cell in effect and content in (effect[cell], EMPTY) for cell, content in change.items()):
            found.append(step.text)
    if not found:
        return None
    some = in_words(sorted(found)[:3], "or") + (" and others" if len(found) > 3 else "")
    return Partial(f"Half of an action is done. To finish it: {some}.", tuple(change), "GRID-4")


def _objection(game: GridGame, before: GridPosition, change: Mapping[str, str]) -> Objection:
    """Return what is wrong with *change*, and how to undo it."""
    was = before.contents
    repair = undoing(game, was, change)
    for objection in over_stock(game, {**was, **change}):
        return Objection(objection.code, objection.message, objection.cells, repair)
    owners = {content[0] for cell, now in change.items() for content in (was[cell], now)} - {EMPTY}
    if before.seat not in owners:
        message = f"It is {before.seat}'s turn, not {in_words(sorted(owners), 'or')}'s."
        return Objection("GRID-6", message, tuple(change), repair, by=min(owners))
    for step in _claims(game, before, change):
        found = game.complaint(before, step, repair)
        return Objection(found.code, found.message, tuple(change), repair)
    return Objection("GRID-1", "The rules do not allow this.", tuple(change), repair)


def _claims(game: GridGame, before: GridPosition, change: Mapping[str, str]) -> Iterator[Step]:
    """Yield the action that somebody seems to have attempted: placing or moving one own piece."""
    was, seat = before.contents, before.seat
    put = [cell for cell, content in change.items() if content[0] == seat]
    lifted = [cell for cell, content in change.items() if content == EMPTY and was[cell][0] == seat]
    if len(put) != 1 or len(lifted) > 1 or len(change) != len(put) + len(lifted):
        return
    cells = (*lifted, *put)
    if len(cells) in game.named_cells:
        yield Step(cells, change[put[0]][1:] if game.notation.lettered else "")


def undoing(game: GridGame, was: Mapping[str, str], change: Mapping[str, str]) -> str:
    """Return how hands put *change* right."""
    off = [f"take {game.piece_name(now)} off {cell}" for cell, now in change.items() if now != EMPTY]
    back = [f"put {game.piece_name(was[cell])} back on {cell}" for cell in change if was[cell] != EMPTY]
    return capitalised(in_words([*off, *back])) + "."


def over_stock(game: GridGame, contents: Mapping[str, str]) -> Iterator[Objection]:
    """Yield GRID-5 for every piece that lies there more often than it exists."""
    for content, count in sorted(Counter(contents.values()).items()):
        kind = game.kind(content)
        if kind and count > kind.stock:
            cells = tuple(cell for cell, here in contents.items() if here == content)
            message = f"{content[0]} has {count} {kind.name} pieces on the board; only {kind.stock} exist."
            yield Objection("GRID-5", message, cells, f"Take {count - kind.stock} of them off.")


def survey(game: GridGame, contents: Mapping[str, str], options: RuleOptions) -> Survey:
    """Return what can be said of a lone board: a result only if it does not matter whose turn it is."""
    views = [game.board(contents, options, seat) for seat in SEATS[: options.players]]
    results = {view.outcome for view in views}
    return Survey(
        result=results.pop() if len(results) == 1 else None,
        lines=tuple(game.lines(views[0])),
        threats=tuple(threat for view in views for threat in _threats(game, view)),
        faults=tuple(over_stock(game, views[0].contents)),
    )


def _threats(game: GridGame, position: GridPosition) -> Iterator[Threat]:
    for step in game.moves(position):
        after = game.apply(position, step)
        if after.outcome and after.outcome.winners == (position.seat,):
            cells = next(iter(game.lines(after)), step.cells)
            yield Threat(position.seat, step.text, cells)
