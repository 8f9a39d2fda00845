"""Records of every game as hypothesis makes them: along the grammar of docs/record-format.md, by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from core import games
from core.game import Game, in_play
from core.record import BEFORE, Line, Record
from core.record.ending import TABLE_ENDINGS
from core.verdict import Outcome

OPTIONS: Mapping[str, tuple[dict[str, Any], ...]] = {
    "tink": ({}, {"players": 3, "colour_sets": {"A": ["red", "blue"]}}, {"voluntary_pass": True, "ply_limit": 4}),
    "ting": ({}, {"players": 4, "opening_cells": "any"}, {"overline": "ignored", "repetition_limit": 2}),
    "tingle": ({}, {"tingle_kit": ["coin", "hat", "pawn"]}),
    "tabik": ({"board_size": 2}, {"board_size": 3, "explicit_passes": True}, {"pie_rule": False}),
    "tinker_tactics": ({}, {"players": 3}, {"players": 4, "ring_direction": "counterclockwise"}, {"players": 6}),
}
WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12)
MOST_TURNS = 5


@st.composite
def lines(draw: st.DrawFn, game: Game[Any], position: Any, depth: int = 0) -> tuple[Line, Any]:
    """Draw a legal line from *position*, and the position where it ends."""
    actions: list[str] = []
    comments = {BEFORE: draw(WORDS)}
    branches: dict[int, tuple[Line, ...]] = {}
    for index in range(draw(st.integers(1 if depth else 0, MOST_TURNS))):
        if not (legal := game.actions(position)):
            break
        before, action = position, draw(st.sampled_from(legal))
        position = game.play(position, action)
        actions.append(action)
        comments[index] = draw(WORDS)
        if depth < 3 and draw(st.integers(0, 3)) == 0:
            branches[index] = tuple(draw(lines(game, before, depth + 1))[0] for _ in range(draw(st.integers(1, 2))))
    return Line(tuple(actions), comments, branches), position


@st.composite
def records(draw: st.DrawFn, name: str) -> Record:
    """Draw a record of the game called *name*, some of them ended by the table."""
    game = games.find(name)
    options = game.options.of(draw(st.sampled_from(OPTIONS.get(name, ({},)))))
    start = game.start(options)
    line, last = draw(lines(game, start))
    ending = None
    if game.outcome(last) is None and draw(st.booleans()):
        reason = draw(st.sampled_from(sorted(TABLE_ENDINGS)))
        drawn = draw(st.sampled_from(sorted(TABLE_ENDINGS[reason])))
        shares = draw(st.sets(st.sampled_from(in_play(last)), min_size=2 if drawn else 1))
        if drawn or len(shares) < len(in_play(last)):
            ending = Outcome(tuple(sorted(shares)), reason, drawn)
    return Record(
        game=name,
        start=game.format_position(start),
        actions=line.actions,
        options=options,
        comments=line.comments,
        tags=draw(st.dictionaries(st.sampled_from(["A", "B", "Event", "Place_2"]), WORDS)),
        branches=line.branches,
        ending=ending,
    )
