"""What the screen's status line says of events, and where a game stands."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import Any

import pytest

from core.games import find, names
from core.verdict import Refused
from kiebitz.calling import names_of
from kiebitz.language import language
from kiebitz.screen.views.broken import broken_rules
from kiebitz.screen.views.standing import asking, standing_of
from kiebitz.screen.views.words import in_colours, sentence
from kiebitz.table.controls import Agree, Correct, Tell
from kiebitz.table.events import Event, narrate
from kiebitz.table.inputs import Concluded, Input, Told
from kiebitz.table.putting_back import lying, put_back
from kiebitz.table.rules.correcting import UNLED
from kiebitz.table.rules.trouble import refused
from kiebitz.table.state import TableState, Terms
from kiebitz.table.step import step
from kiebitz.watching.scripts import script_of
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


CONCLUDED = Concluded()


def played(name: str, *, players: int = 2, left_out: int = 0) -> TableState[Any]:
    """Return the demo game of *name*, but for its last actions."""
    script, game = script_of(name, players), find(name)
    start = game.parse_position(script.start, script.options) if script.start else game.start(script.options)
    actions = script.actions[: len(script.actions) - left_out]
    positions = [*accumulate(actions, game.play, initial=start)]
    return TableState.begun(Terms(game, script.options), positions=positions)


def standing(state: TableState[Any], given: Input = CONCLUDED) -> dict[str, Any]:
    """Return where *state* stands after what is *given* then."""
    after, told = step(state, given)
    events = [{"n": n, **event.as_json()} for n, event in enumerate(told, 1)]
    return standing_of(after, events, after.options)


def ending(name: str) -> dict[str, Any]:
    """Return where the demo game of *name* stands as its last move is announced."""
    before, last = played(name, left_out=1), script_of(name).actions[-1]
    after = before.game.contents(before.game.play(before.position, last))
    changed = {cell: content for cell, content in after.items() if content != before.contents[cell]}
    return standing(before, Told(Correct(changed)))


def test_the_move_that_wins_is_said_together_with_the_result() -> None:
    words = ending("tink")["said"]
    assert words == "13. Seat A plays Se3. Seat A wins with a line: e3 e4 e5 e6."


def test_what_was_counted_is_said_together_with_the_result() -> None:
    words = ending("tabik")["said"]
    assert words.startswith("13. Black plays d4xd5. No more actions: Black 4, White 5.")
    assert words.endswith("White wins by the score: c2, d2, d3, d4, e3.")


@pytest.mark.parametrize("name", names())
def test_a_result_is_said_in_words_and_the_cells_that_decide_are_marked(name: str) -> None:
    over = standing(played(name))
    (winner,) = over["result"]["winners"]
    assert over["said"].startswith(f"{over['names'][winner]} wins ")
    assert not set("_()") & set(over["said"])
    assert all(cell in over["said"] for cell in over["decides"][:4])
    assert set(over["decides"]) <= set(over["board"]["cells"])


@pytest.mark.parametrize("name", names())
def test_nothing_decides_a_game_that_goes_on(name: str) -> None:
    on = standing(played(name, left_out=1))
    assert (on["result"], on["drawn"], on["decides"]) == (None, False, [])


@pytest.mark.parametrize(
    ("name", "left_out", "sides", "left"),
    [
        (
            "tabik",
            1,
            {"B": ["score 5", "groups: 5, 2, 1, 1"], "W": ["score 4", "groups: 4, 2, 2, 1"]},
            "Left: 0 edges for a new pair, 1 exchange.",
        ),
        ("tinker_tactics", 1, {"A": ["4 dice", "total 9"], "B": ["2 dice", "total 5"]}, ""),
    ],
)
def test_the_game_at_hand_is_told_in_phrases(name: str, left_out: int, sides: dict[str, Any], left: str) -> None:
    hand = standing(played(name, left_out=left_out))["at_hand"]
    assert hand == {"sides": sides, "left": left}
    german = language("de")
    for phrase in (*(phrase for told in hand["sides"].values() for phrase in told), *filter(None, [hand["left"]])):
        assert german.translated(phrase) not in (None, phrase)


@pytest.mark.parametrize(("left_out", "out"), [(6, []), (4, ["B"])])
def test_who_is_out_is_told(left_out: int, out: list[str]) -> None:
    assert standing(played("tinker_tactics", players=3, left_out=left_out))["out"] == out


def test_boards_in_view_instead_of_the_games_are_offered_as_tables_until_it_is_found() -> None:
    state = played("tink", left_out=13)
    seen = {"game": "tabik", "players": None, "board_size": 6, "option": "tabik of 6"}
    lost: dict[str, Any] = {"n": 1, "event": "lost", "frame": 1, "t": 1.0, "looks_like": [seen], "message": "Lost."}
    found: dict[str, Any] = {"n": 2, "event": "found", "frame": 2, "t": 2.0, "method": "tags"}
    table = {"game": "tabik", "options": {"board_size": 6}}
    assert standing_of(state, [lost], state.options)["instead"] == [{"title": "Tabik", "table": table}]
    assert standing_of(state, [lost, found], state.options)["instead"] == []


TINKER = "2 A6a3=4,A8b2=7,A4c1=3,A4d1=1,A6d3=2,B6a6=6,B6b4=3,B8c5=5,B4c6=2,B4d4=1 A 0"


@pytest.mark.parametrize(
    ("game", "position", "changes", "code"),
    [
        ("tink", "8/8/8/8/8/2As5/8/8 A 0,0 2", {"e5": "Bs"}, "GW-1"),
        ("tinker_tactics", TINKER, {"b4": ".", "a4": "B6=3"}, "TT-6"),
    ],
)
def test_who_plays_out_of_turn_broke_the_rule(game: str, position: str, changes: dict[str, str], code: str) -> None:
    rules = find(game)
    before = rules.parse_position(position, rules.options())
    found = rules.diagnose(before, {**rules.contents(before), **changes})
    assert isinstance(found, Refused)
    assert found.objection.code == code
    state = TableState.begun(Terms(rules, before.options), positions=[before])
    ((kind, _, fields),) = refused(state, found.objection, before).said
    assert broken_rules([{"event": kind, **fields}, {"event": "agreed"}]) == {"B": 1}


def test_who_played_out_of_turn_is_not_guessed_where_the_journal_does_not_say() -> None:
    told = [{"event": "illegal", "seat": "B", "code": "GW-1"}, {"event": "repaired"}]
    assert broken_rules(told) == {}
    assert broken_rules([{**told[0], "by": "A"}, told[1]]) == {"A": 1}
