"""What the screen's status line says of events."""

from __future__ import annotations

import re

import pytest

from core.games import find
from kiebitz.calling import names_of
from kiebitz.language import language
from kiebitz.screen.views.standing import asking
from kiebitz.screen.views.words import in_colours, sentence
from kiebitz.table.controls import Agree, Tell
from kiebitz.table.events import Event, narrate
from kiebitz.table.putting_back import lying, put_back
from kiebitz.table.rules.correcting import UNLED
from tests.kiebitz.language.sentences import spoken, unlike
from tests.kiebitz.test_session import TINK, Watched, board


def test_a_broken_rule_is_said_in_the_first_sentence_of_its_reason() -> None:
    table = Watched(colours={"A": "red", "B": "blue"})
    table.show(board())
    table.show(board("Sc3"))
    (illegal,) = table.show(board("Sc3", g7="Bm"))
    said = sentence(TINK, illegal, table.session.state.colours)
    assert illegal.fields["message"].startswith(said)
    assert len(said) < len(illegal.fields["message"])
    assert said.endswith(".")


def test_a_position_is_never_read_out() -> None:
    table = Watched(colours={"A": "red", "B": "blue"})
    for event in [*table.show(board()), *table.session.take(Tell())]:
        assert "/" not in sentence(TINK, event, table.session.state.colours)
    table.show(board("Sc3"))
    table.show(board("Sc3", g7="Bm"))
    (agreed,) = table.session.take(Agree())
    assert sentence(TINK, agreed, table.session.state.colours) == "Agreed by the table. Red is to play."


def test_who_asks_where_the_game_stands_hears_the_rule_that_is_broken_and_the_repair() -> None:
    table = Watched(colours={"A": "red", "B": "blue"})
    table.show(board())
    table.show(board("Sc3"))
    (illegal,) = table.show(board("Sc3", g7="Bm"))
    (state,) = table.session.take(Tell())
    told = sentence(TINK, state, table.session.state.colours)
    assert told == f"Blue is to play. {illegal.fields['message']} {illegal.fields['repair']} [GW-12]"
    assert language("de").translated(told)
    lines = [{"n": n, **event.as_json()} for n, event in enumerate((illegal, state), 1)]
    assert asking(lines) == lines[0]


@pytest.mark.parametrize(
    ("name", "wanted", "english", "german"),
    [
        (
            "tink",
            {"d4": "As", "e5": "."},
            "Take what is there off e5 and put Red's small back on d4.",
            "Was auf e5 liegt, wegnehmen und die kleine Pyramide von Rot auf d4 zurückstellen.",
        ),
        (
            "tabik",
            {"c3": "b", "c3-c4": ".", "d4": "."},
            "Take the rod off c3-c4, take the white stone off d4 and put the black stone back on c3.",
            "Den Stab von c3-c4 nehmen, den weißen Stein von d4 nehmen und den schwarzen Stein auf c3 zurücklegen.",
        ),
        (
            "tinker_tactics",
            {"c2": "A6=5"},
            "Put Red's d6 back on c2, showing 5.",
            "Den W6 von Rot mit der 5 nach oben auf c2 zurücklegen.",
        ),
    ],
)
def test_what_is_to_be_put_back_is_said_in_words(name: str, wanted: dict[str, str], english: str, german: str) -> None:
    message = put_back(find(name), wanted, {"c3-c4": "rod", "d4": "w"} if name == "tabik" else {})
    event = Event("takeback", 3, 3.0, {"plies": 2, "wanted": wanted, "message": message})
    said = sentence(find(name), event, {"A": "red"})
    assert said == f"Taken back: 2 moves. {english}"
    assert language("de")(said) == f"Zurückgenommen: 2 Züge. {german}"


@pytest.mark.parametrize(
    ("name", "wanted", "english", "german"),
    [
        (
            "tink",
            {"a1": ".", "b6": "As", "c3": "As", "e5": "As", "d4": "Bl"},
            "nothing on a1; Red's smalls on b6, c3, e5; Blue's large on d4",
            "nichts auf a1; kleine Pyramiden von Rot auf b6, c3, e5; eine große Pyramide von Blau auf d4",
        ),
        (
            "tabik",
            {"c3": "b", "d4": "w", "e5": "w", "c3-c4": "rod", "d4-d5": "rod", "e1-e2": "."},
            "the black stone on c3; white stones on d4, e5; rods on c3-c4, d4-d5; nothing on e1-e2",
            "der schwarze Stein auf c3; weiße Steine auf d4, e5; Stäbe auf c3-c4, d4-d5; nichts auf e1-e2",
        ),
        (
            "tinker_tactics",
            {"c2": "A6=5", "a1": "B4=2", "a2": "B4=2"},
            "Red's d6 on c2, showing 5; Blue's d4s on a1, a2, each showing 2",
            "ein W6 von Rot auf c2, der 5 zeigt; W4 von Blau auf a1, a2, die 2 zeigen",
        ),
    ],
)
@pytest.mark.parametrize(
    ("asked", "in_german"),
    [
        (
            "The board is not set up as the game begins. Please set up",
            "Das Brett ist nicht so aufgestellt, wie die Partie beginnt. Bitte aufstellen",
        ),
        ("I had misread the board", "Ich hatte das Brett falsch gelesen"),
        ("At the start", "Am Anfang"),
        ("Noted for the start", "Für den Anfang notiert"),
        (UNLED, "Kein Spielverlauf führt dorthin. Wer es noch einmal sagt, spielt trotzdem von dort weiter"),
    ],
)
def test_what_lies_where_is_said_without_notation(
    name: str, wanted: dict[str, str], english: str, german: str, asked: str, in_german: str
) -> None:
    said = in_colours(find(name), f"{asked}: {lying(find(name), wanted)}.", {"A": "red", "B": "blue"})
    assert said == f"{asked}: {english}."
    assert language("de")(said) == f"{in_german}: {german}."


def test_of_many_pieces_some_are_named_and_the_rest_counted() -> None:
    wanted = {f"a{value}": f"A8={value}" for value in range(1, 9)} | {"b1": "A6=5", "b2": "A4=2"}
    said = in_colours(find("tinker_tactics"), f"At the start: {lying(find('tinker_tactics'), wanted)}.", {"A": "red"})
    assert said.endswith("Red's d8 on a7, showing 7; 3 more.")
    assert language("de")(said).endswith("ein W8 von Rot auf a7, der 7 zeigt; 3 weitere.")


NAMES = {"A": "red", "B": "yellow", "C": "green", "D": "blue", "E": "purple", "F": "white"}
GAMES = ["tink", "ting", "tingle", "tabik", "tinker_tactics"]


@pytest.mark.parametrize("name", GAMES)
def test_no_seat_is_called_by_its_letter_where_its_colour_is_known(name: str) -> None:
    game, german = find(name), language("de")
    letter = re.compile(r"(?<![\w(-])(?:[B-FW]\b(?![-=)])|A\b(?='s| has| can| wins| cannot))")
    texts = unlike(text for text in spoken(name) if letter.search(text))
    assert texts
    for text in texts:
        said = in_colours(game, text, NAMES)
        assert not letter.search(said), said
        assert german.translated(said) is not None, said


@pytest.mark.parametrize("name", GAMES)
def test_nothing_but_seats_is_changed_by_names(name: str) -> None:
    game = find(name)
    names = names_of(game, {})
    back = {name: seat for seat, name in names.items()}
    for text in unlike(spoken(name)):
        told, lettered = (
            re.sub("|".join(back), lambda found: back[found[0]], each) for each in (in_colours(game, text, {}), text)
        )
        assert told == lettered


def test_seats_are_told_from_articles_cells_and_letters_that_are_meant() -> None:
    for game, text, said in TOLD:
        assert in_colours(find(game), text, {"A": "red", "B": "blue"}) == said


TOLD = [
    ("tink", "A medium was placed on d4 but nothing was spent.", "A medium was placed on d4 but nothing was spent."),
    ("tink", "A's medium on d4 is lifted.", "Red's medium on d4 is lifted."),
    ("tink", "put A's small back on d4", "put Red's small back on d4"),
    (
        "tinker_tactics",
        "B's die on Bd2 was moved. It is C's turn.",
        "Blue's die on Bd2 was moved. It is Seat C's turn.",
    ),
    ("tinker_tactics", "A has one die left and is out.", "Red has one die left and is out."),
    ("tink", "A, B and C win, as everybody passed.", "Red, Blue and Seat C win, as everybody passed."),
    ("tabik", "It is B's turn, not W's.", "It is Black's turn, not White's."),
    ("tink", "A plays yellow, B plays red.", "A plays yellow, B plays red."),
    ("tink", "That makes 7 of Al, and there are 5.", "That makes 7 of Al, and there are 5."),
    ("tink", "What A says is in no catalogue.", "What A says is in no catalogue."),
]


def test_terminal_and_pages_call_the_players_the_same() -> None:
    table = Watched(colours={"A": "red", "B": "blue"})
    table.show(board())
    events = [*table.show(board("Sc3")), *table.show(board("Sc3", g7="As"))]
    for event in events:
        shown = sentence(TINK, event, table.session.state.colours)
        assert re.search(r"\b(Red|Blue)\b", shown)
        terminal = " ".join(narrate(event, names_of(TINK, table.session.state.colours)).split())
        assert not re.search(r"\b[AB]\b", terminal)
        assert set(re.findall(r"\b(?:Red|Blue)\b", shown)) <= set(re.findall(r"\b(?:Red|Blue)\b", terminal))
