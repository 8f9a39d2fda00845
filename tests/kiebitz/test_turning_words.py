"""What is said of a turning point: players are called as people call them, in the reasons too."""

from __future__ import annotations

from adviser import Suggestion
from adviser.assessing import Assessment
from adviser.review import Turn
from kiebitz.language import language
from kiebitz.programs.turns import explained

WHY = "stops A's four at b8 (b8–e5)"
BEST = Suggestion("Se4", 1.0, ("Se4",), 900, True, "wins by force in 5 plies")
REPLY = Suggestion("Sb8", -0.2, ("Sb8",), 900, False, WHY)
TURN = Turn(5, 5, "A", "A", Assessment("Sc7", 0.23, 0.77, True, BEST, REPLY))


def test_reasons_call_players_by_their_names() -> None:
    said = explained(TURN, {"A": "Red", "B": "Yellow"})
    assert said.startswith("5. Red Sc7, a ")
    assert said.endswith("The answer is Sb8: stops Red's four at b8 (b8–e5).")
    assert language("de").translated(said) is not None


def test_without_names_seats_keep_their_letters() -> None:
    assert WHY in explained(TURN)


def test_names_of_any_spelling_are_taken() -> None:
    assert "stops Jörg Müller's four" in explained(TURN, {"A": "Jörg Müller", "B": "Yellow"})
