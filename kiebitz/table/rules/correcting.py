"""Corrections: what happened now, or earlier, if cells hold what people say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.belief.referee import judge
from core.belief.traces import changed, nearest_actions
from core.game import P
from core.play.board_setup import as_told
from core.reading import EMPTY, Reading
from core.verdict import Objection, Partial, Played, Refused, Still, TakenBack, Unclear
from kiebitz.judging import amending
from kiebitz.judging.amending import Amended
from kiebitz.judging.evidence import may_be
from kiebitz.table.putting_back import lying
from kiebitz.table.rules.insisting import check, insisted_on, noted, remembered
from kiebitz.table.rules.orders import ordering, settled
from kiebitz.table.rules.playing import all_played, amended, played, put, taken_back
from kiebitz.table.rules.trouble import asked, forgotten, refused
from kiebitz.table.state import Judged, TableState

UNLED = "No course of the game leads there. Say it once more to go on from there all the same"


def corrected(state: TableState[P], cells: Mapping[str, str], *, sure: bool) -> TableState[P]:
    """Return *state* with what follows if *cells* hold this; people are asked unless *sure*. Raises ``ValueError``."""
    check(state, cells)
    if state.position is None:
        return noted(state, cells)
    looked = doubted_look(state)
    after = weighed(state, {**state.insisted.cells, **cells} if looked else cells, sure=sure)
    if after.insisted.unled != state.insisted.unled:
        return after
    state = remembered(after, cells)
    return understood_as(state, looked) if looked else state


def weighed(state: TableState[P], cells: Mapping[str, str], *, sure: bool) -> TableState[P]:
    """Return *state* with what has happened, lately or earlier, if *cells* hold this. Raises ``ValueError``."""
    looked, now = doubted_look(state), state.contents
    stands = Reading.exact(now, state.game.alphabet(state.told[-1]))
    evidence = insisted_on(state, looked.evidence if looked else stands, cells)
    _check_stock(state, {**now, **evidence.contents}, cells)
    is_news = any(now[cell] != content for cell, content in cells.items())
    if looked is None and is_news and (better := _history(state, evidence, cells, onwards=False)):
        return _amended(state, *better)
    if (explained := _explained(state, evidence, looked)) is not None:
        return explained
    if better := _history(state, evidence, cells, onwards=looked is not None):
        return _amended(state, *better)
    if (broken := _still_broken(state, evidence, cells)) is not None:
        return refused(state, broken, state.told[-1])
    if not sure and looked is None and len(state.told) > 1 and state.insisted.unled != _claim(state, cells):
        return _questioned(state, cells)
    return _put(state, evidence)


def near(state: TableState[P], cells: Mapping[str, str], *, most: int = 3) -> list[str]:
    """Return at most this many legal actions that resemble what was seen, or fit *cells* that people have stated."""
    position, looked = state.position, doubted_look(state)
    if position is None or position.to_move is None:
        return []
    game, now = state.game, state.contents
    board = {**now, **(looked.board if looked else {}), **cells}
    nearest = nearest_actions(game, position, changed(now, board), most=None)

    def contradicts(action: str) -> int:
        after = game.contents(game.play(position, action))
        return sum(after[cell] != content for cell, content in cells.items())

    return sorted(nearest, key=contradicts)[:most]


def doubted_look(state: TableState[P]) -> Judged | None:
    """Return the latest look at a table where something is wrong or unclear; None where all is well."""
    return state.telling.judged if state.trouble.key else None


def understood_as(state: TableState[P], looked: Judged) -> TableState[P]:
    """Take the look that was judged as understood, if all of it could be seen."""
    if looked.evidence.covered:
        return state
    return settled(ordering(state, reference=looked.number))


def _explained(state: TableState[P], evidence: Reading, looked: Judged | None) -> TableState[P] | None:
    """Return *state* after what *evidence*, taken by itself, says has happened; None if it says nothing of use."""
    verdict = judge(state.game, state.told[-1], evidence, history=state.told[:-1])
    match verdict:
        case Still():
            return forgotten(state).saying("state", message="Then nothing has changed.", **state.standing())
        case Played(actions, margin):
            return all_played(forgotten(state), actions, margin)
        case TakenBack(plies) if looked:
            return taken_back(forgotten(state), plies)
        case Partial(message, cells, code) if looked:
            return asked(state, "partial", cells, message, code=code)
        case Unclear(message, cells, candidates) if looked:
            return asked(state, "unsure", cells, message, candidates=list(candidates))
        case _:
            return None


def _history(
    state: TableState[P], evidence: Reading, cells: Mapping[str, str], *, onwards: bool
) -> tuple[Amended, tuple[str, ...]] | None:
    """Return the latest other history that fits *evidence*, and the action played after it if *onwards* allows one."""
    game, told = state.game, state.told
    for better in amending.amended(game, told, cells, lambda last: may_be(evidence, game.contents(last))):
        return better, ()
    if not onwards:
        return None
    for better in amending.amended(game, told, cells, lambda last: last.to_move is not None):
        earlier = [*told[: better.first + 1], *better.positions[:-1]]
        match judge(game, better.positions[-1], evidence, history=earlier):
            case Played((action,)):
                return better, (action,)
    return None


def _amended(state: TableState[P], better: Amended, onwards: Sequence[str]) -> TableState[P]:
    state = amended(forgotten(state), better)
    for action in onwards:
        state = played(state, action, float("inf"))
    return state


def _still_broken(state: TableState[P], evidence: Reading, cells: Mapping[str, str]) -> Objection | None:
    """Return the rule that still stands broken as announced, if *cells* have nothing to do with it; else None."""
    told = state.trouble.refused
    if told is None:
        return None
    verdict = state.game.diagnose(state.told[-1], {**state.contents, **evidence.contents})
    if not isinstance(verdict, Refused) or verdict.objection.code != told.code:
        return None
    change = changed(state.contents, {**state.contents, **evidence.contents})
    return verdict.objection if cells.keys().isdisjoint(change) else None


def _claim(state: TableState[P], cells: Mapping[str, str]) -> tuple[str, ...]:
    """Return a key for this claim about *cells*, different from other claims and from the same one made later."""
    return (str(len(state.told)), *(f"{cell} {content}" for cell, content in sorted(cells.items())))


def _questioned(state: TableState[P], cells: Mapping[str, str]) -> TableState[P]:
    """Ask whether *cells* hold what people say, though no course of the game leads there; said once more, they do."""
    position = state.told[-1]
    verdict = state.game.diagnose(position, {**state.contents, **cells})
    why = f"{verdict.objection.message} " if isinstance(verdict, Refused) else ""
    state = replace(state, insisted=replace(state.insisted, unled=_claim(state, cells)))
    named = lying(state.game, dict(sorted(cells.items())))
    return state.saying("unsure", message=f"{why}{UNLED}: {named}.", cells=sorted(cells), **state.standing())


def _put(state: TableState[P], evidence: Reading) -> TableState[P]:
    contents = {**state.contents, **evidence.contents}
    try:
        position = as_told(state.game, state.told, contents)
    except ValueError as error:
        raise ValueError(f"this position is not possible: {error}") from None
    return put(forgotten(state), position)


def _check_stock(state: TableState[P], contents: Mapping[str, str], cells: Mapping[str, str]) -> None:
    counts, stock = Counter(contents.values()), state.game.stock(state.told[-1])
    for content in sorted(set(cells.values()) - {EMPTY}):
        if counts[content] > stock.get(content, counts[content]):
            raise ValueError(f"that makes {counts[content]} of {content}, and there are {stock[content]}")
