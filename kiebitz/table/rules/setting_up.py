"""The board that a game is to begin with: what is wrong with it, how to put it right, and whether it was redone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from core.game import HiddenSetup, P
from core.reading import Reading, is_bare
from core.verdict import Objection, Played, Unclear
from kiebitz.judging.doubts import SUSPECTED
from kiebitz.judging.evidence import may_be
from kiebitz.judging.reveal import pieces_dealt, pieces_on, strays
from kiebitz.table.putting_back import lying
from kiebitz.table.rules.following import actions_from_start, may_be_played
from kiebitz.table.rules.trouble import asked, doubted, is_unsure
from kiebitz.table.state import SetUp, TableState

_SURE = 0.8


def refused(state: TableState[P], contents: Mapping[str, str], error: ValueError) -> TableState[P]:
    """Ask why no game can begin with *contents*, once for each fault; nobody is blamed, it may be misread."""
    faults = state.game.survey(contents, state.options).faults
    fault = faults[0] if faults else Objection("", f"This position is not possible: {error}.")
    aloud = fault != state.set_up.refused
    state = replace(state, set_up=replace(state.set_up, refused=fault))
    if fault.code:
        return doubted(state, fault, fault.cells, SUSPECTED, fault.repair, aloud=aloud)
    return asked(state, "unsure", fault.cells, fault.message, aloud=aloud)


def accepted(state: TableState[P]) -> tuple[TableState[P], str]:
    """Return what to say about the start with which the game now begins; empty if it is the game's own."""
    state = replace(state, set_up=SetUp(asked=state.set_up.asked))
    start, own = state.told[0], _own(state)
    if isinstance(state.game, HiddenSetup):
        return state, " ".join(state.game.declared(state.options))
    if own is None or state.game.contents(start) == own:
        return state, ""
    anew = "clear the board" if is_bare(own) else "set up the board again"
    return state, (
        f"Pieces have been played already; I go on from here, {start.to_move} to play. For a new game, {anew}."
    )


def missing(
    state: TableState[P], evidence: Reading, moved: object, standing: object
) -> tuple[TableState[P], Unclear | None]:
    """Return what to set up before the game can begin; None once the given start, or a move from it, was seen.

    *moved* and *standing* are what *evidence* says of a game that has begun with the start. While people are
    setting up what was asked for, a piece too many is no move.
    """
    if not state.set_up.awaited or evidence.covered:
        return state, None
    start, seen = state.contents, evidence.contents
    wrong = [cell for cell in start if seen[cell] != start[cell] and evidence.certainty(cell) > _SURE]
    asks = isinstance(standing, Unclear) and standing.candidates
    is_played = isinstance(moved, Played) or isinstance(standing, Played)
    if not wrong or asks or (is_played and not state.set_up.asked):
        return replace(state, set_up=replace(state.set_up, awaited=bool(wrong and asks), unset={})), None
    state = replace(state, set_up=replace(state.set_up, asked=True, unset={cell: seen[cell] for cell in wrong}))
    wanted = lying(state.game, {cell: start[cell] for cell in wrong})
    question = f"The board is not set up as the game begins. Please set up: {wanted}."
    return state, Unclear(question, tuple(wrong))


def completed(state: TableState[P]) -> tuple[TableState[P], bool]:
    """Return, once, whether what was asked to be set up has been."""
    done = state.set_up.asked and not state.set_up.awaited
    return replace(state, set_up=replace(state.set_up, asked=state.set_up.asked and not done)), done


def awaits_words(state: TableState[P]) -> bool:
    """Return whether people were asked what stand-in dice at the start show, which another look would not reveal."""
    game = state.game
    asks = len(state.told) == 1 and is_unsure(state) and not state.trouble.doubted
    return asks and isinstance(game, HiddenSetup) and bool(game.declared(state.options))


def is_made_anew(state: TableState[P], evidence: Reading) -> bool:
    """Return whether the board is still being set up, though the game was taken to begin with it as it was."""
    start, game = state.told[0], state.game
    if isinstance(game, HiddenSetup):
        return _is_revealed_anew(state, game, game.contents(start), evidence)
    own = _own(state)
    return own is not None and own != game.contents(start) and may_be(evidence, own)


def _is_revealed_anew(state: TableState[P], game: HiddenSetup, before: Mapping[str, str], evidence: Reading) -> bool:
    """Return whether pieces were brought home, or missing or wrong ones changed, and not by an action."""
    now = evidence.contents
    was, pieces = pieces_on(before), pieces_on(now)
    were_away, are_away = (strays(game, board, state.options) for board in (before, now))
    is_brought_home = bool(were_away) and not are_away and pieces == was
    if state.faulty and (is_brought_home or not (may_be_played(state) or may_be(evidence, before))):
        return True
    is_completed = was < pieces and was < pieces_dealt(state.game, state.options)
    return actions_from_start(state) is None and (is_brought_home or is_completed)


def _own(state: TableState[P]) -> Mapping[str, str] | None:
    """Return the board with which the rules begin the game; None if the players choose it."""
    game = state.game
    return None if isinstance(game, HiddenSetup) else game.contents(game.start(state.options))
