"""Referees of painted tables, and tables that are watched at a terminal: for tests of what lies around the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.game import Game
from core.options import RuleOptions
from kiebitz.clock import Clock
from kiebitz.eye.picture_advice import PictureAdvice
from kiebitz.eye.protocol import ByHand, Eye
from kiebitz.eye.viewer import Viewer
from kiebitz.judging.priors import CERTAINTY, Certainty
from kiebitz.language import ENGLISH, Language
from kiebitz.output import write_json
from kiebitz.pictures.sources import Source
from kiebitz.table.patience import PATIENCE, Patience
from kiebitz.table.state import TableState, Terms
from kiebitz.watching.attending import Read
from kiebitz.watching.kept_table import Table
from kiebitz.watching.referee import Referee
from kiebitz.watching.terminal import Voice, watch


def refereed(
    game: Game[Any],
    eye: Eye,
    options: RuleOptions,
    *,
    positions: Sequence[Any] = (),
    colours: Mapping[str, str] | None = None,
    to_move: str | None = None,
    resumed: bool = False,
    clock: Clock | None = None,
    by_hand: ByHand | None = None,
    certainty: Certainty = CERTAINTY,
    patience: Patience = PATIENCE,
    guesses: bool = False,
    advised: bool = False,
    may_join: bool = False,
) -> Referee[Any]:
    """Return who referees *game* through *eye*."""
    terms = Terms(
        game, options, certainty=certainty, patience=patience, to_move=to_move, can_point_out=by_hand is not None,
        guesses=guesses, may_join=may_join,
    )  # fmt: skip
    state = TableState.begun(terms, positions=positions, colours=colours, resumed=resumed, clock=clock)
    viewer = Viewer(eye, by_hand=by_hand, patience=patience)
    return Referee(state, viewer, advice=PictureAdvice() if advised else None)


def at_terminal(
    referee: Referee[Any],
    source: Source,
    *,
    as_json: bool = True,
    language: Language = ENGLISH,
    control: Read | None = None,
    **how: Any,
) -> int:
    """Watch *source* as `kiebitz watch` does, and return the exit status; *how* is as for ``Table``."""
    voice = None if as_json else Voice(language)
    table = Table(referee, source.name, tell=voice.tell if voice else write_json, **how)
    if voice is not None:
        voice.table = table
    return watch(table, source, voice, control=control)
