"""The book of openings: legal, alike in a mirror, for default options and short clocks only, and made alike twice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from adviser import openings, suggest
from adviser.findings import Findings
from adviser.openings import Book, find, look_up, read, view
from core import games
from core.games.tink import GAME
from core.goodwin.position import Position
from core.play.counting import renamed, symmetries
from training.openings import Budget, entries

SMALL = {"tink": Budget(positions=3, nodes=60, replies=2), "tabik": Budget(positions=2, nodes=20, replies=2)}
START = GAME.start(GAME.options())


def at_once() -> bool:
    return True


def after(*actions: str) -> Position:
    position = START
    for action in actions:
        position = GAME.play(position, action)
    return position


def booked(book: Book) -> Iterator[tuple[Position, Findings]]:
    """Yield the positions of *book*, put together from their keys."""
    for key, found in book.entries.items():
        pieces, _, rest = key.partition(" ")
        contents = dict.fromkeys(GAME.cells(START), ".") | {
            piece[:-2]: piece[-2:] for piece in pieces.split(",") if piece != "-"
        }
        rows = GAME.format_contents(contents, GAME.options()).split()[0]
        yield GAME.parse_position(f"{rows} {rest}", GAME.options()), found


@pytest.fixture(scope="module")
def book() -> Book:
    found = find("tink")
    assert found
    return found


def test_every_line_of_the_book_is_legal_and_ends_where_it_says(book: Book) -> None:
    told = [*booked(book)]
    assert len(told) >= 20
    ended = 0
    for position, found in told:
        assert {other.action for other in found.alternatives} <= {*GAME.actions(position)}
        assert found.line[0] == found.alternatives[0].action
        mover, at = position.to_move, position
        for action in found.line:
            at = GAME.play(at, action)
        if found.proved and found.plies == len(found.line):
            assert at.outcome
            assert (mover in at.outcome.winners) == (found.value > 0)
            ended += 1
    assert ended >= 10


def test_the_book_knows_its_own_first_moves() -> None:
    first = look_up(GAME, START, 1)
    assert first
    for names in symmetries(8):
        turned = renamed(first.line[0], names)
        reply = look_up(GAME, after(turned), 1)
        assert reply
        assert look_up(GAME, after(turned, reply.line[0]), 1)


def test_what_is_proved_of_a_position_is_said_of_those_before_it(book: Book) -> None:
    won = 0
    for position, found in booked(book):
        replies = [look_up(GAME, GAME.play(position, other.action), 1) for other in found.alternatives]
        if any(reply and reply.proved and reply.value == -1.0 for reply in replies):
            assert found.proved
            assert found.value == 1.0
            won += 1
    assert won >= 5


def test_all_of_tabiks_book_is_met_from_the_start_by_legal_moves() -> None:
    game: Any = games.find("tabik")
    known = find("tabik")
    assert known
    waiting, met = [game.start(game.options())], set[str]()
    while waiting:
        position = waiting.pop()
        found, key = look_up(game, position, known.seconds), view(game, position).key
        if not found or key in met:
            continue
        met.add(key)
        told = [other.action for other in found.alternatives]
        assert found.line[0] == told[0]
        assert {*told} <= {*game.actions(position)}
        waiting += [game.play(position, action) for action in told]
    assert met == {*known.entries}


@pytest.mark.parametrize("name", ["tink", "tabik"])
def test_the_key_is_the_same_for_all_images_of_a_game(name: str) -> None:
    game: Any = games.find(name)
    rng = random.Random(name)
    played = [game.start(game.options())] * 8
    for _ in range(7):
        action = rng.choice([action for action in game.actions(played[0]) if action != "swap"])
        images = [game.canonical_action(renamed(action, names)) for names in symmetries(8)]
        played = [game.play(at, image) for at, image in zip(played, images, strict=True)]
        assert len({view(game, at).key for at in played}) == 1
        assert len({game.format_position(at) for at in played}) > 1


def test_the_book_is_asked_for_short_clocks_alone(book: Book) -> None:
    unproved = next(position for position, found in booked(book) if not found.proved)
    told = suggest(GAME, unproved, expired=at_once, seconds=book.seconds)
    assert told.reasons[-1].code == "book"
    assert told.why.endswith(f"from the opening book, which looked at {told.simulations:,} lines")
    assert told.simulations == look_up(GAME, unproved, 1).simulations  # type: ignore[union-attr]
    searched = [
        suggest(GAME, unproved, expired=at_once, seconds=book.seconds + 1),
        suggest(GAME, unproved, expired=at_once),
        suggest(GAME, unproved, expired=at_once, max_nodes=200, seconds=1),
        suggest(GAME, unproved, expired=at_once, max_depth=1, seconds=1),
    ]
    assert all(reason.code != "book" for other in searched for reason in other.reasons)
    assert all(other.simulations < told.simulations for other in searched)


def test_what_the_book_has_proved_is_told_however_long_the_clock_runs(book: Book) -> None:
    told = suggest(GAME, START, expired=at_once, seconds=100 * book.seconds)
    assert (told.value, told.proved, told.reasons[-1].code) == (1.0, True, "book")


def test_other_options_and_other_positions_are_searched() -> None:
    for options in (GAME.options(players=3), GAME.options(opening_cells="any"), GAME.options(paid_small=False)):
        position = GAME.start(options)
        assert look_up(GAME, position, 1) is None
        assert suggest(GAME, position, expired=at_once, seconds=1).reasons[-1].code != "book"
    far = after("Sc3", "Sa1", "Sh8", "Sa8", "Sh1")
    assert look_up(GAME, far, 1) is None
    assert suggest(GAME, far, expired=at_once, seconds=1).reasons[-1].code != "book"


@pytest.mark.parametrize("name", ["tink", "tabik"])
def test_the_same_numbers_make_the_same_book(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = games.find(name)
    made = entries(game, SMALL[name])
    assert made == entries(game, SMALL[name])
    assert len(made) == SMALL[name].positions
    book = Book(9.0, made)
    assert read(book.text()).text() == book.text()
    monkeypatch.setattr(openings, "find", lambda _: read(book.text()))
    start = game.start(game.options())
    told = suggest(game, start, expired=at_once, seconds=9)
    assert told.action in game.actions(start)
    assert told.simulations == made[view(game, start).key].simulations
