"""What the API answers, from nothing to the end of a game on the pretend table."""

from __future__ import annotations

import io
import threading
import time
from typing import Any

import httpx
import pytest
from PIL import Image

from core.games import find
from kiebitz.archive.kept import kept_games
from tests.screen.conftest import Served, state_of, told, until


def jpeg(width: int, height: int) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (width, height), "grey").save(data, "jpeg")
    return data.getvalue()


def test_commands_before_a_game_are_refused_in_words(client: httpx.Client) -> None:
    answer = client.post("commands", json={"do": "pass"})
    assert answer.status_code == 400
    assert answer.json() == {"error": "No game is being watched; begin one."}


TINK = {"game": "tink"}
START = "8/8/8/8/8/8/8/8 A 0,0 0"
REFUSED: tuple[tuple[Any, str], ...] = (
    ([], "JSON object"),
    ({"game": "chess"}, "tink"),
    ({**TINK, "file": "x"}, "file"),
    ({**TINK, "players": 9}, "player"),
    ({"game": "tabik", "options": {"board_size": 99}}, "board_size"),
    ({"game": "tinker_tactics", "options": {"stand_in_dice": {"d6": 8}}}, "stand_in_dice"),
    ({**TINK, "colours": ["red", "red"]}, "colour"),
    ({"colours": ["puce"]}, "no colour is called 'puce'"),
    ({**TINK, "source": "/etc/passwd"}, "source"),
    ({**TINK, "source": "http://evil.example/"}, "source"),
    ({"resume": True}, "unfinished"),
    ({**TINK, "bots": {"B": 11}}, "level"),
    ({**TINK, "bots": {"C": 5}}, "seat"),
    ({**TINK, "bots": {"B": True}}, "bots"),
    ({**TINK, "fair": True, "bots": {"B": 5}}, "Fair play"),
    ({**TINK, "clock": "soon"}, "clock"),
    ({**TINK, "clock": {"A": "10", "C": "5"}}, "clock"),
    ({**TINK, "names": {"Z": "Ada"}}, "name"),
    ({**TINK, "names": {"A": "x" * 31}}, "name"),
    ({**TINK, "names": {"A": "a\u202eb"}}, "name"),
    ({**TINK, "names": {"A": "Ada", "B": " ADA "}}, "name"),
    ({"start": START}, "position"),
    ({**TINK, "start": "8/8"}, "position"),
    ({**TINK, "start": START, "resume": True}, "position"),
    ({**TINK, "start": START, "source": "demo"}, "position"),
    ({"puzzle": 1}, "puzzle"),
    ({**TINK, "puzzle": 1, "players": 2}, "puzzle"),
    ({**TINK, "puzzle": 99}, "numbers are 1 to"),
    ({**TINK, "lens": "../up"}, '"lens" must be one of'),
    ({**TINK, "profile": "nowhere"}, "no profile is called 'nowhere'"),
    ({"profile": "kitchen"}, "goes with the game"),
    ({"seat": "A"}, '"seat" goes with "twin"'),
    ({**TINK, "twin": "https://192.168.1.5/twin"}, "The other table says"),
)


@pytest.mark.parametrize(("asked", "word"), REFUSED)
def test_a_table_that_cannot_be_is_refused_in_words_and_the_one_before_stays(
    client: httpx.Client, asked: Any, word: str
) -> None:
    before = client.get("state").json()["begun"]
    answer = client.post("tables", json=asked)
    assert (answer.status_code, word in answer.json()["error"]) == (400, True), answer.json()
    assert client.get("state").json()["begun"] == before


def test_what_is_no_json_is_refused_in_words(client: httpx.Client) -> None:
    for body in (b"", b"{", b"[" * 100_000, b"\xff"):
        answer = client.post("commands", content=body)
        assert (answer.status_code, "JSON" in answer.json()["error"]) == (400, True)


def test_the_games_and_how_many_play_them_are_listed(client: httpx.Client) -> None:
    games = {game["game"]: game["players"] for game in client.get("games").json()["games"]}
    assert games["tink"] == [2, 3, 4]
    assert games["tabik"] == [2]


@pytest.mark.slow
def test_a_phone_begins_a_table_and_sends_its_pictures(client: httpx.Client) -> None:
    begun = client.post("tables", json={"game": "tink", "players": 2})
    assert (begun.status_code, begun.json()["phase"]) == (200, "looking")
    answers = set()
    threads = [
        threading.Thread(target=lambda: answers.add(client.post("frames", content=jpeg(1280, 960)).status_code))
        for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {202, 429}
    assert client.post("frames", content=b"no picture").json()["error"] == "The body is not a JPEG picture."
    assert "megapixels" in client.post("frames", content=jpeg(8000, 8000)).json()["error"]
    assert client.get("state").json()["source"] == "phone"


@pytest.mark.slow
def test_a_game_is_followed_corrected_and_kept(served: Served, client: httpx.Client) -> None:
    state = client.post("tables", json={"game": "tink", "source": "demo"}).json()
    assert state["source"] == "demo"
    events = told(served, 0, until="illegal")
    assert [event["n"] for event in events] == list(range(1, len(events) + 1))
    state = client.get("state").json()
    assert state["n"] >= len(events)
    assert told(served, 3, until="illegal") == events[3:]
    last = told(served, 0, until="result")[-1]
    over = client.get("state").json()
    assert over["phase"] == "over"
    assert over["result"] == last["result"]
    assert over["to_move"] is None
    back = client.post("commands", json={"do": "takeback"})
    assert [event["event"] for event in back.json()["events"]][:1] == ["takeback"]
    game = find("tink")
    state = client.get("state").json()
    position = game.parse_position(state["position"], game.options())
    assert state["legal"] == list(game.actions(position))
    assert state["to_move"] == "A"
    assert client.post("commands", json={"do": "pass"}).json()["error"]
    hints = [client.post("hints").json() for _ in range(3)]
    assert [hint["rung"] for hint in hints] == [1, 2, 3]
    assert client.get("state").json()["said"] == f"A hint for Red: {hints[-1]['message']}"
    assert hints[-1]["action"] in state["legal"]
    assert {each.game for each in kept_games()} == {"tink"}


def test_whoever_goes_while_old_events_are_told_leaves_no_trace(
    served: Served, client: httpx.Client, caplog: pytest.LogCaptureFixture
) -> None:
    client.post("tables", json={"game": "tink"}).raise_for_status()
    until(lambda: client.post("commands", json={"do": "state"}).is_success, "the game")
    for _ in range(60):
        client.post("commands", json={"do": "state"}).raise_for_status()
    for _ in range(3):
        with served.client() as reader, reader.stream("GET", "events") as stream:
            next(stream.iter_lines())
        time.sleep(0.2)
    assert caplog.text == ""


@pytest.mark.slow
@pytest.mark.thinned(4)
@pytest.mark.parametrize("game", ["tabik", "ting", "tingle", "tinker_tactics"])
def test_every_game_is_followed_on_the_pretend_table(client: httpx.Client, game: str) -> None:
    client.post("tables", json={"game": game, "source": "demo"}).raise_for_status()
    state = state_of(client, lambda state: state.get("plies", 0) >= 2)
    assert state["contents"]
    assert set(state["contents"].values()) <= set(state["words"])
    assert set(state["contents"]) <= {*state["board"]["cells"], *state["board"]["edges"]}


def test_refusals_are_plain_answers_for_pages_that_ask_for_it(served: Served) -> None:
    headers = {"X-Kiebitz": served.screen.tokens.table, "Kiebitz-Quiet": "1"}
    for path, body, status in (("commands", {"do": "nonsense"}, "400"), ("events/1/before.jpg", None, "404")):
        told = httpx.request(
            "POST" if body else "GET", f"{served.origin}/api/v1/{path}", headers=headers, json=body, trust_env=False
        )
        assert (told.status_code, told.headers["Kiebitz-Status"]) == (200, status)
        assert told.json()["error"]
    strange = httpx.get(f"{served.origin}/api/v1/state", headers={**headers, "X-Kiebitz": "no"}, trust_env=False)
    assert strange.status_code == 403
