"""What the screen's status line says of events."""

from __future__ import annotations

import re

import pytest

from core.games import find
from kiebitz.language import language
from kiebitz.screen.words import first_sentence, in_colours, sentence
from kiebitz.table.controls import Agree, Tell
from tests.kiebitz.language.sentences import spoken
from tests.kiebitz.test_session import TINK, Watched, board


def test_a_broken_rule_is_said_in_the_first_sentence_of_its_reason() -> None:
    table = Watched(colours={"A": "red", "B": "blue"})
    table.show(board())
    table.show(board("Sc3"))
    (illegal,) = table.show(board("Sc3", g7="Bm"))
    said = sentence(TINK, illegal, table.session.colours)
    assert illegal.fields["message"].startswith(said)
    assert len(said) < len(illegal.fields["message"])
    assert said.endswith(".")


def test_an_abbreviation_ends_no_sentence() -> None:
    assert first_sentence("Show a small, e.g. on d4! Then go on.") == "Show a small, e.g. on d4!"
    assert first_sentence("Who moved first?") == "Who moved first?"


def test_a_position_is_never_read_out() -> None:
    table = Watched(colours={"A": "red", "B": "blue"})
    for event in [*table.show(board()), *table.session.tell(Tell())]:
        assert "/" not in sentence(TINK, event, table.session.colours)
    table.show(board("Sc3"))
    table.show(board("Sc3", g7="Bm"))
    (agreed,) = table.session.tell(Agree())
    assert sentence(TINK, agreed, table.session.colours) == "Agreed by the table. Red is to play."


def test_no_seat_is_called_by_its_letter_where_its_colour_is_known() -> None:
    letter = re.compile(r"(?<![\w(-])(?:[B-F]\b(?![-=)])|A\b(?='s| has| can| wins| cannot))")
    german = language("de")
    texts = set(spoken("tink"))
    assert any(map(letter.search, texts))
    for text in texts:
        said = in_colours(TINK, text, {"A": "red", "B": "yellow", "C": "green", "D": "blue"})
        assert not letter.search(said), said
        assert german.translated(said) is not None, said


@pytest.mark.parametrize(
    ("game", "text", "said"),
    [
        ("tink", "A medium on d4 is lifted.", "A medium on d4 is lifted."),
        ("tink", "A's medium on d4 is lifted.", "Red's medium on d4 is lifted."),
        (
            "tinker_tactics",
            "B's die on Bd2 was moved. It is C's turn.",
            "Blue's die on Bd2 was moved. It is Seat C's turn.",
        ),
        ("tinker_tactics", "A has one die left and is out.", "Red has one die left and is out."),
        ("tink", "A, B and C win, as everybody passed.", "Red, Blue and Seat C win, as everybody passed."),
        ("tabik", "A rod moved. A draw between B and W.", "A rod moved. A draw between Black and White."),
        ("tink", "A (red) is to play.", "A (red) is to play."),
        ("tink", "A plays yellow, B plays red.", "A plays yellow, B plays red."),
    ],
)
def test_seats_are_told_from_articles_and_cells(game: str, text: str, said: str) -> None:
    assert in_colours(find(game), text, {"A": "red", "B": "blue"}) == said
