"""Half of the conformance suite: what holds of the rules of every game, as checks that take the game's name."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from core import games
from core.belief.traces import changed_by
from core.game import IllegalAction, Searchable, TracedGame, text_like
from core.games import rulebook
from core.play.numbering import Numbered
from core.play.reachability import why_impossible
from core.verdict import Played, Still, TakenBack
from tests.games.sample import SILENT, Path, paths


def actions_end_with_the_game(name: str) -> None:
    game = games.find(name)
    assert game.name == name
    ends = [game.outcome(path.positions[-1]) for path in paths(name)]
    assert any(ends)
    for path in paths(name):
        for ply, position in enumerate(path.positions):
            actions, outcome = game.actions(position), game.outcome(position)
            assert bool(actions) == (outcome is None) == (position.to_move is not None)
            assert list(actions) == sorted(set(actions))
            assert position.ply == ply
            assert position.seats == path.positions[0].seats
            if outcome:
                assert outcome.reason
                assert set(outcome.winners) <= {*position.seats, "B", "W"}
                assert outcome.winners
            else:
                assert position.to_move in position.seats


def playing_alters_nothing(name: str) -> None:
    for path in paths(name):
        for before, action, after in path.plies[::4]:
            text, worth = path.game.format_position(before), hash(before)
            again = path.game.play(before, action)
            assert again == after
            assert hash(again) == hash(after)
            assert (path.game.format_position(before), hash(before)) == (text, worth)


def no_two_actions_look_alike(name: str) -> None:
    game = games.find(name)
    for path in paths(name):
        for position in path.every(9):
            was, looks = tuple(game.contents(position).values()), dict[tuple[str, ...], str]()
            for action in game.actions(position):
                look = tuple(game.contents(game.play(position, action)).values())
                if action in SILENT and look == was:
                    continue
                assert look != was, action
                assert look not in looks, (action, looks[look])
                looks[look] = action


def positions_parse_back(name: str) -> None:
    game = games.find(name)
    for path in paths(name):
        for position in path.every(3):
            text, options = game.format_position(position), position.options
            parsed = game.parse_position(text, options)
            assert game.format_position(parsed) == text
            assert game.actions(parsed) == game.actions(position)
            assert game.outcome(parsed) == game.outcome(position)
            seen = game.contents(position)
            assert game.contents(parsed) == game.parse_contents(text) == seen
            assert game.parse_contents(game.format_contents(seen, options)) == seen


def canonical_notation_is_its_own(name: str) -> None:
    game = games.find(name)
    for path in paths(name):
        for position in path.every(12):
            for action in game.actions(position):
                assert game.canonical_action(action) == action
    read = 0
    for text in texts(paths(name)[0]):
        if canonical := _canonical(name, text):
            assert game.canonical_action(canonical) == canonical
            read += 1
    assert read


def objections_are_the_other_face_of_actions(name: str) -> None:
    game = games.find(name)
    told = set[str]()
    for path in paths(name):
        for position in path.every(12):
            legal = game.actions(position)
            assert not [action for action in legal if game.objection(position, action)]
            for text in texts(path):
                canonical = _canonical(name, text)
                if canonical is None:
                    with pytest.raises(ValueError):  # noqa: PT011 - each game has its own words
                        game.play(position, text)
                    continue
                try:
                    objection = game.objection(position, text)
                except ValueError:
                    assert canonical not in legal
                    continue
                assert (objection is None) == (canonical in legal), text
                if objection:
                    told.add(objection.code)
                    assert objection.message
                    with pytest.raises(IllegalAction) as caught:
                        game.play(position, text)
                    assert caught.value.objection == objection
    assert told <= {code.key for code in rulebook(name).codes}
    assert told


def diagnosis_finds_the_action(name: str) -> None:
    for path in paths(name):
        game, rng = path.game, random.Random(7)
        for number, before in enumerate(path.positions[:-1]):
            if number % 4:
                continue
            assert game.diagnose(before, game.contents(before)) == Still()
            actions = game.actions(before)
            for action in rng.sample(list(actions), min(6, len(actions))):
                seen = game.contents(game.play(before, action))
                same = seen == game.contents(before)
                assert same <= (action in SILENT)
                assert game.diagnose(before, seen, path.positions[:number]) == (Still() if same else Played((action,)))


def a_take_back_is_found(name: str) -> None:
    found = 0
    for path in paths(name):
        game = path.game
        for number, (before, _, after) in enumerate(path.plies[:-1]):
            if number % 5 or game.contents(before) == game.contents(after):
                continue
            verdict = game.diagnose(after, game.contents(before), path.positions[: number + 1])
            assert verdict == TakenBack(1) or isinstance(verdict, Played)
            found += verdict == TakenBack(1)
    assert found


def counting_is_playing(name: str) -> None:
    game = games.find(name)
    for path in paths(name):
        for position in path.every(30):
            actions = game.actions(position)
            assert [game.perft(position, 0), game.perft(position, 1)] == [1, len(actions)]
            assert game.perft(position, 2) == sum(len(game.actions(game.play(position, a))) for a in actions)


def contents_keep_to_alphabet_and_stock(name: str) -> None:
    game = games.find(name)
    for path in paths(name):
        for position in path.positions:
            seen, alphabet = game.contents(position), game.alphabet(position)
            assert tuple(seen) == game.cells(position)
            assert alphabet[0] == "."
            assert len(set(alphabet)) == len(alphabet)
            assert set(alphabet) - {"."} == set(game.stock(position))
            counts = Counter(content for content in seen.values() if content != ".")
            assert all(number <= game.stock(position)[content] for content, number in counts.items())


def reachable_boards_have_no_faults(name: str) -> None:
    for path in paths(name):
        for position in path.every(6):
            assert path.game.survey(path.game.contents(position), position.options).faults == ()


def what_was_played_may_arise(name: str) -> None:
    for path in paths(name):
        for position in path.every(5):
            if not path.game.outcome(position):
                assert why_impossible(path.game, position) is None


def a_board_is_written_with_what_it_does_not_show(name: str) -> None:
    for path in paths(name):
        for before, _, after in path.plies[::5]:
            game, seen = path.game, path.game.contents(after)
            assert text_like(game, game.contents(before), before) == game.format_position(before)
            assert game.parse_contents(text_like(game, seen, before)) == seen


def typed_moves_are_the_same_moves(name: str) -> None:
    for path in paths(name):
        if isinstance(path.game, Searchable):
            typed: Searchable[Any, Any] = path.game
            for position in path.every(9):
                moves = {typed.move_text(position, move): move for move in typed.moves(position)}
                after = {text: path.game.play(position, text) for text in path.game.actions(position)}
                assert {text: typed.apply(position, move) for text, move in moves.items()} == after


def traces_are_what_playing_changes(name: str) -> None:
    for path in paths(name):
        if isinstance(path.game, TracedGame):
            for position in path.every(5):
                changes = [(action, changed_by(path.game, position, action)) for action in path.game.actions(position)]
                assert list(path.game.traces(position)) == [told for told in changes if told[1]]


def every_action_has_a_number_of_its_own(name: str) -> None:
    for path in paths(name):
        if isinstance(path.game, Numbered):
            numbers = path.game.numbers(path.positions[0])
            for position in path.every(9):
                found = {numbers.number(action) for action in path.game.actions(position)}
                assert len(found) == len(path.game.actions(position))
                assert all(0 <= number < numbers.size for number in found)


def texts(path: Path) -> list[str]:
    """Return texts to try as actions: those of other positions, others with a sign changed, and nonsense."""
    rng = random.Random(5)
    actions: list[str] = [action for position in path.every(6) for action in path.game.actions(position)]
    chosen = rng.sample(actions, min(60, len(actions)))
    signs = sorted(set("".join(chosen)))
    changed = []
    for action in chosen:
        at = rng.randrange(len(action))
        changed.append(action[:at] + rng.choice(signs) + action[at + 1 :])
    return [*chosen, *changed, "--", "", " ", "?", "a", "a1", "z9", "é1", "--\0", "1" * 5000]


def _canonical(name: str, text: Any) -> str | None:
    try:
        return games.find(name).canonical_action(text)
    except ValueError:
        return None


RULES = (
    actions_end_with_the_game,
    playing_alters_nothing,
    no_two_actions_look_alike,
    positions_parse_back,
    canonical_notation_is_its_own,
    objections_are_the_other_face_of_actions,
    diagnosis_finds_the_action,
    a_take_back_is_found,
    counting_is_playing,
    contents_keep_to_alphabet_and_stock,
    reachable_boards_have_no_faults,
    what_was_played_may_arise,
    a_board_is_written_with_what_it_does_not_show,
    typed_moves_are_the_same_moves,
    traces_are_what_playing_changes,
    every_action_has_a_number_of_its_own,
)
"""The checks, in order."""
