"""The base of grid games: what it makes of steps, on the games of ``tests.added``."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from core import option_fields as declare
from core.game import stash_of
from core.grid import GridGame, GridPosition, grid_rulebook
from core.rulebook.entries import Decision
from core.verdict import Partial, Played, Refused, Verdict
from tests.added.games.coins import GAME as COINS
from tests.added.games.race import GAME as RACE
from tests.added.games.race import Race, RaceOptions
from tests.added.games.toy import GAME as TOY

START = RACE.start(RACE.options())


def at(game: GridGame, text: str, **options: object) -> GridPosition:
    return game.parse_position(text, game.options.of(options))


def seen(game: GridGame, before: GridPosition, rows: str) -> Verdict:
    return game.diagnose(before, game.parse_contents(rows))


def code(verdict: Verdict) -> str:
    assert isinstance(verdict, Refused)
    return verdict.objection.code


def test_only_pieces_that_come_onto_the_board_in_play_are_a_stash() -> None:
    coins = COINS.start(COINS.options())
    full = stash_of(COINS, coins)
    placed = COINS.play(coins, COINS.actions(coins)[0])
    assert sum(stash_of(COINS, placed)["A"].values()) == sum(full["A"].values()) - 1
    assert stash_of(COINS, placed)["B"] == full["B"]
    assert stash_of(RACE, START) == {}


def test_half_an_action_is_told_with_ways_to_finish_it() -> None:
    verdict = seen(RACE, START, "BpBpBpBpBp/5/5/5/1ApApApAp")
    assert isinstance(verdict, Partial)
    assert verdict.message == "Half of an action is done. To finish it: a1-a2 or a1-b2."
    assert verdict.code == "GRID-4"


def test_two_quick_actions_are_both_found() -> None:
    assert seen(RACE, START, "1BpBpBpBp/Bp4/5/Ap4/1ApApApAp") == Played(("a1-a2", "a5-a4"))


def test_a_capture_is_found_and_half_of_it_too() -> None:
    before = at(RACE, "BpBp1BpBp/5/2Bp2/1Ap3/1ApApApAp A 4")
    assert seen(RACE, before, "BpBp1BpBp/5/2Ap2/5/1ApApApAp") == Played(("b2-c3",))
    assert isinstance(seen(RACE, before, "BpBp1BpBp/5/5/1Ap3/1ApApApAp"), Partial)


def test_what_somebody_seems_to_have_tried_gets_the_games_own_reason() -> None:
    assert code(seen(RACE, START, "BpBpBpBpBp/5/Ap4/5/1ApApApAp")) == "RACE-2"
    assert code(seen(COINS, COINS.start(COINS.options()), "5/5/Ac4/5")) == "COIN-2"


def test_pieces_of_others_and_pieces_that_do_not_exist_are_named() -> None:
    verdict = seen(RACE, START, "1BpBpBpBp/Bp4/5/5/ApApApApAp")
    assert code(verdict) == "GRID-6"
    assert isinstance(verdict, Refused)
    assert verdict.objection.repair == "Take B's runner off a4 and put B's runner back on a5."
    assert code(seen(TOY, TOY.start(TOY.options()), "AsAsAsAs1")) == "GRID-5"


def test_a_player_without_a_step_passes_and_the_referee_says_so() -> None:
    stuck = at(TOY, "AsAsBsAs1 A 4", moving=False)
    assert TOY.actions(stuck) == ["--"]
    told = TOY.announcements(at(TOY, "AsAs1As1 B 3", moving=False), "c1", stuck)
    assert [(each.code, each.message) for each in told] == [("GRID-3", "A cannot move and has to pass.")]
    assert TOY.play(stuck, "--").to_move == "B"
    objection = RACE.objection(START, "--")
    assert objection
    assert objection.code == "GRID-2"


def test_nobody_able_to_move_a_limit_and_repetition_are_draws() -> None:
    spent = at(COINS, "5/AcAcBcBc1/BcBcAcAcBc/AcAcBcBcAc - 14")
    assert spent.outcome
    assert code(seen(COINS, spent, "5/1AcBcBc1/BcBcAcAcBc/AcAcBcBcAc")) == "GEN-7"
    assert (spent.outcome.reason, spent.outcome.winners) == ("all_stuck", ("A", "B"))
    short = RACE.play(RACE.start(RACE.options(ply_limit=1)), "a1-a2")
    assert short.outcome
    assert short.outcome.reason == "ply_limit"
    position = at(TOY, "AsBs3 A 2", repetition_limit=2)
    for action in ("a1-c1", "b1-d1", "c1-a1", "d1-b1"):
        assert not position.outcome
        position = TOY.play(position, action)
    assert position.outcome
    assert position.outcome.reason == "repetition"


def test_three_players_take_turns_and_two_refuse_the_third_ones_pieces() -> None:
    start = COINS.start(COINS.options(players=3, first_player="B"))
    assert [COINS.play(start, "a1").to_move, COINS.play(COINS.play(start, "a1"), "b1").to_move] == ["C", "A"]
    with pytest.raises(ValueError, match="a1 holds a piece of C, but there are 2 players"):
        at(COINS, "5/5/5/Cc4 A 1")


def test_an_option_of_its_own_changes_the_steps() -> None:
    assert "a1-b1" in TOY.actions(at(TOY, "As2Bs1 A 2"))
    assert "a1-b1" not in TOY.actions(at(TOY, "As2Bs1 A 2", moving=False))


@dataclass(frozen=True, slots=True)
class Limited(RaceOptions):
    repetition_limit: int | None = declare.repetition_limit(3, rule="R2")


class LimitedRace(Race):
    options = Limited


def test_limits_that_a_game_sets_are_not_denied() -> None:
    game = LimitedRace()
    own = Decision("R2", "Repetition", "The third time is a draw.", ("repetition_limit",))
    *_, limits = grid_rulebook(game, credit="", licence="", clauses=[], decisions=[own])("limited").decisions
    assert limits.options == ("first_player", "ply_limit")
    assert "No other limit" not in limits.text
    *_, usual = grid_rulebook(RACE, credit="", licence="", clauses=[])("race").decisions
    assert usual.text.endswith("No other limit is set.")
    assert game.options.of({"repetition_limit": None}).repetition_limit is None
