"""What the screen's status line says of events."""

from __future__ import annotations

from kiebitz.screen.words import first_sentence, sentence
from kiebitz.table.controls import Agree, Tell
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
