"""Sentences are translated by the templates that they were made from."""

from __future__ import annotations

import pytest

from kiebitz.language import ENGLISH, Language, language
from kiebitz.language.catalogue import template
from kiebitz.language.naming import with_names

GERMAN = language("de")


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("f4 is not next to d3.", "f4 liegt nicht neben d3."),
        (
            "A medium was placed on e4 but nothing was spent. Take back two smalls next to e4, or place a small.",
            "Auf e4 wurde eine mittlere Pyramide gesetzt, aber nichts dafür bezahlt. "
            "Zwei kleine Pyramiden neben e4 zurücknehmen oder eine kleine Pyramide setzen.",
        ),
        (
            "Take the circle off d4 and put B's square back on c1. "
            "A legal move with the circle on d4 would be Ld4-a1-b1.",
            "Den Kreis von d4 nehmen und das Quadrat von B auf c1 zurückstellen. "
            "Ein erlaubter Zug mit dem Kreis auf d4 wäre Ld4-a1-b1.",
        ),
        (
            "This may break a rule. As I see it: It is B's turn, not A's. Please take back the circle on d3. "
            "Please show me d3 again.",
            "Das verstößt vielleicht gegen eine Regel. Wie ich es sehe: B ist am Zug, nicht A. "
            "Bitte den Kreis auf d3 zurücknehmen. Bitte noch einmal zeigen: d3.",
        ),
        ("B has the wrong dice: 3 d4 and 1 d6 and 1 d8.", "B hat die falschen Würfel: 3 W4 und 1 W6 und 1 W8."),
        ("Red wins with a line: c3 d4.", "Rot gewinnt mit einer Reihe: c3 d4."),
        ("Put Red's d6 back on Cb3, showing 3.", "Den W6 von Rot mit der 3 nach oben auf Cb3 zurücklegen."),
        (
            "--near must be one of A, B, not 'D': 2 play; if more do, add --players 4",
            "--near muss eins von A, B sein, nicht 'D': es spielen 2; sind es mehr, --players 4 angeben",
        ),
        ("a.mp4: this is Tinker Tactics' board for 3", "a.mp4: das ist das Brett von Tinker Tactics für 3"),
        ("A (red) is to play.", "A (rot) ist am Zug."),
        ("A plays yellow, B plays red.", "A spielt gelb, B spielt rot."),
        ("Seat A: red", "Platz A: Rot"),
        ("Please show me d4, e5 and 2 more again.", "Bitte noch einmal zeigen: d4, e5 und 2 weitere."),
    ],
)
def test_sentences_and_sequences_of_them_are_said_in_german(english: str, german: str) -> None:
    assert GERMAN.translated(english) == german


@pytest.mark.parametrize("text", ["d4", "d6: empty", "d8: small, red"])
def test_a_cell_is_not_taken_for_a_die(text: str) -> None:
    assert GERMAN(text).startswith(text[:2])


def test_the_rule_that_a_question_names_calls_the_players_by_their_names() -> None:
    question = "This may break a rule. As I see it: It is B's turn, not A's. Please show me d3 again."
    assert with_names(question, {"A": "Red", "B": "Blue"}) == question.replace("B's", "Blue's").replace("A's", "Red's")


def test_what_is_not_in_the_catalogue_stays_english_beside_what_is() -> None:
    assert GERMAN.translated("f4 is not next to d3. Nobody ever said this.") is None
    assert GERMAN("f4 is not next to d3. Nobody ever said this.") == "f4 liegt nicht neben d3. Nobody ever said this."


def test_what_is_german_already_stays_as_it_is() -> None:
    assert GERMAN("f4 liegt nicht neben d3.") == "f4 liegt nicht neben d3."


def test_notation_at_the_beginning_keeps_its_small_letter() -> None:
    assert GERMAN("Play a1+a2 or another legal action.") == "a1+a2 spielen oder einen anderen erlaubten Zug."


def test_of_two_templates_that_fit_the_one_with_more_of_its_own_letters_does() -> None:
    templates = (template("the {name} is near", "nah: {name}"), template("{name} is near", "{name} ist nah"))
    assert Language("de", templates).translated("the end is near") == "nah: end"


def test_english_is_english() -> None:
    assert language("en") is ENGLISH
    assert ENGLISH("f4 is not next to d3.") == "f4 is not next to d3."


def test_a_template_says_what_it_may_not_leave_open() -> None:
    with pytest.raises(ValueError, match=r"\{thing\}.*known are cell"):
        template("{thing} is here", "")
    with pytest.raises(ValueError, match="wants \\['cell2'\\]"):
        template("{cell} is here", "{cell2} ist hier")
    with pytest.raises(ValueError, match="no language 'fr'; known are en, de"):
        language("fr")


def test_totals_that_differ_are_those_of_players_called_by_their_names() -> None:
    told = "Totals differ: A 17, B 16. All must equal the highest roll."
    named = with_names(told, {"A": "Red", "B": "Yellow"})
    assert named == "Totals differ: Red 17, Yellow 16. All must equal the highest roll."
    assert GERMAN(named).startswith("Die Summen sind verschieden: Rot 17, Gelb 16.")
