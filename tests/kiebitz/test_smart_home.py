"""Rows I3 and D5: an MQTT broker hears of a game, Home Assistant discovers it, and a lamp shows it."""

from __future__ import annotations

import json
import queue
import socket
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from core.games import find
from kiebitz.language import language
from kiebitz.programs.mqtt import Address, BrokenError, Latest
from kiebitz.screen.live.asked import Ask
from kiebitz.screen.live.desk import Desk
from kiebitz.screen.live.feed import Feed
from kiebitz.watching.announcing import Announcer, Standing, discovery, light
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.test_cli import one_line

RED = {"state": "ON", "brightness": 254, "color": {"r": 255, "g": 0, "b": 0}, "effect": "blink"}


@dataclass
class Introduced:
    """What a client said of itself."""

    user: str | None
    password: str | None
    will: tuple[str, bytes]
    will_is_kept: bool


@dataclass
class SmallBroker:
    """An MQTT 3.1.1 broker on loopback that takes in what one client publishes, and reads every byte strictly.

    It answers with *code* to whoever connects; ``kept`` is what it would tell those who subscribe.
    """

    code: int = 0
    kept: dict[str, bytes] = field(default_factory=dict)
    introduced: list[Introduced] = field(default_factory=list)
    told: queue.Queue[tuple[str, bytes]] = field(default_factory=queue.Queue)
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._server.getsockname()[1])
        self._caller: socket.socket | None = None
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def url(self) -> str:
        return f"mqtt://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Break the line, without a word."""
        if self._caller is not None:
            self._caller.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._server.close()

    def wait_for(self, topic: str, part: str) -> bytes:
        """Return the next message of *topic* that holds *part*."""
        while True:
            name, payload = self.told.get(timeout=20)
            if name == topic and part in payload.decode():
                return payload

    def _serve(self) -> None:
        while True:
            try:
                self._caller, _ = self._server.accept()
            except OSError:
                return
            try:
                self._answer(self._caller)
            except (EOFError, OSError):
                self._lost()
            except (ValueError, AssertionError, IndexError) as error:
                self.faults.append(repr(error))
            self._caller.close()

    def _lost(self) -> None:
        """Tell the will of a client that went without a word."""
        if self.introduced and not self.code:
            self._keep(*self.introduced[-1].will)

    def _keep(self, topic: str, payload: bytes) -> None:
        self.kept[topic] = payload
        self.told.put((topic, payload))

    def _answer(self, caller: socket.socket) -> None:
        kind, body = _packet(caller)
        assert kind == 0x10, "the first packet connects"
        self.introduced.append(_introduced(body))
        caller.sendall(bytes([0x20, 2, 0, self.code]))
        while True:
            kind, body = _packet(caller)
            if kind == 0xC0:
                caller.sendall(b"\xd0\x00")
            elif kind == 0xE0:
                assert not body
                return
            else:
                assert kind in (0x33, 0x3B), "published at least once, and kept"
                topic, rest = _text(body)
                number, payload = rest[:2], rest[2:]
                assert number != b"\0\0"
                self._keep(topic.decode(), payload)
                caller.sendall(b"\x40\x02" + number)


def _packet(caller: socket.socket) -> tuple[int, bytes]:
    kind, length, shift = _exactly(caller, 1)[0], 0, 0
    while True:
        byte = _exactly(caller, 1)[0]
        length |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return kind, _exactly(caller, length)


def _exactly(caller: socket.socket, count: int) -> bytes:
    found = b""
    while len(found) < count:
        if not (more := caller.recv(count - len(found))):
            raise EOFError
        found += more
    return found


def _text(data: bytes) -> tuple[bytes, bytes]:
    length = int.from_bytes(data[:2], "big")
    assert len(data) >= 2 + length
    return data[2 : 2 + length], data[2 + length :]


def _introduced(body: bytes) -> Introduced:
    protocol, rest = _text(body)
    assert (protocol, rest[0]) == (b"MQTT", 4)
    flags, rest = rest[1], rest[4:]
    assert flags & 0x01 == 0
    assert flags & 0x04, "it has a will"
    _, rest = _text(rest)
    topic, rest = _text(rest)
    will, rest = _text(rest)
    user = password = None
    if flags & 0x80:
        user, rest = _text(rest)
    if flags & 0x40:
        password, rest = _text(rest)
    assert not rest
    said = [None if each is None else each.decode() for each in (user, password)]
    return Introduced(said[0], said[1], (topic.decode(), will), bool(flags & 0x20))


@pytest.fixture
def broker() -> Iterator[SmallBroker]:
    found = SmallBroker()
    yield found
    found.close()
    assert found.faults == []


@pytest.mark.slow
@pytest.mark.usefixtures("late_demo")
def test_i3_d5_a_watched_game_is_told_and_shown_by_a_lamp(broker: SmallBroker, kiebitz: Kiebitz) -> None:
    answer = kiebitz("watch", "demo", "--json", "--mqtt", f"{broker.url}/den", "--lamp", "lamp/set")
    assert answer.status == 0, answer.err
    (said,) = broker.introduced
    assert (said.user, said.password, said.will, said.will_is_kept) == (None, None, ("den/available", b"offline"), True)
    assert broker.kept["den/available"] == b"offline"
    heard = list(broker.told.queue)
    states = [json.loads(payload) for topic, payload in heard if topic == "den/state"]
    lamps = [json.loads(payload) for topic, payload in heard if topic == "lamp/set"]
    events = answer.lines
    moves = [event["action"] for event in events if event["event"] == "move"]
    told_moves = {each["last_move"].split(": ")[1] for each in states if each["last_move"]}
    assert {each for each in told_moves if not each.endswith(" move.")} <= set(moves)
    assert states[-1]["last_move"].endswith(f": {moves[-1]}")
    (result,) = [event["message"] for event in events if event["event"] == "result"]
    assert states[-1]["result"] != ""
    assert result.split(" ", 1)[1] in states[-1]["result"]
    broken = [each["broken_rule"] for each in states if each["broken_rule"]]
    codes = [event["code"] for event in events if event["event"] == "illegal"]
    assert codes
    assert all(any(f"[{code}]" in each for code in codes) for each in broken)
    assert broken
    assert RED in lamps
    assert states[-1]["broken_rule"] == ""


def test_i3_home_assistant_is_told_of_four_things_that_exist(broker: SmallBroker) -> None:
    latest = Latest(Address.parse(broker.url), report=print)
    Announcer(latest, "kiebitz", language("de"))
    latest.close()
    found = {topic: json.loads(text) for topic, text in broker.kept.items() if topic.startswith("homeassistant/")}
    assert [topic.split("/")[1] for topic in found] == ["sensor", "sensor", "binary_sensor", "sensor"]
    assert [each["name"] for each in found.values()] == ["Am Zug", "Letzter Zug", "Verletzte Regel", "Ergebnis"]
    assert len({each["unique_id"] for each in found.values()}) == 4
    for topic, each in found.items():
        assert topic.endswith("/config")
        assert (each["state_topic"], each["availability_topic"]) == ("kiebitz/state", "kiebitz/available")
        name = each["value_template"].split("value_json.")[1].split(" ")[0]
        assert name in Standing.__slots__
    assert broker.kept["kiebitz/available"] == b"offline"


def test_i3_after_a_break_all_is_told_again(broker: SmallBroker) -> None:
    said: list[str] = []
    latest = Latest(Address.parse(broker.url), report=said.append, again_s=0.05)
    latest.tell({"kiebitz/state": b"one", "other": b"1"})
    broker.wait_for("other", "1")
    broker.cut()
    latest.tell({"kiebitz/state": b"two"})
    broker.wait_for("kiebitz/state", "two")
    deadline = time.monotonic() + 10
    while len(broker.introduced) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    broker.wait_for("other", "1")
    latest.close()
    assert [each.split("(")[0].strip() for each in said] == [
        f"the MQTT broker 127.0.0.1:{broker.port} is lost",
        f"the MQTT broker 127.0.0.1:{broker.port} is there again",
    ]


def test_i3_a_broker_that_hangs_holds_nobody_up() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        answers = threading.Thread(target=_answer_and_hang, args=(server,), daemon=True)
        answers.start()
        latest = Latest(Address.parse(f"mqtt://127.0.0.1:{server.getsockname()[1]}"), report=print)
        began = time.monotonic()
        for number in range(1000):
            latest.tell({"kiebitz/state": str(number).encode()})
        assert time.monotonic() - began < 5, "the broker has answered one of them"
        latest.close(patience_s=0.1)


def _answer_and_hang(server: socket.socket) -> None:
    caller, _ = server.accept()
    with caller:
        caller.recv(1024)
        caller.sendall(b"\x20\x02\x00\x00")
        caller.recv(1024)
        caller.sendall(b"\x40\x02\x00\x01")
        while caller.recv(1024):
            pass  # it takes everything in and never answers again


def test_i3_user_and_password_are_given_and_never_told(kiebitz: Kiebitz) -> None:
    broker = SmallBroker(code=4)
    told = one_line(kiebitz("watch", "demo", "--mqtt", f"mqtt://ada:s%40cret@127.0.0.1:{broker.port}"))
    assert told == f"kiebitz: the MQTT broker 127.0.0.1:{broker.port} cannot be used: wrong user or password\n"
    assert (broker.introduced[0].user, broker.introduced[0].password) == ("ada", "s@cret")
    broker.close()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--mqtt", "broker"), "this is no address of an MQTT broker"),
        (("--mqtt", "http://broker"), "this is no address of an MQTT broker"),
        (("--mqtt", "mqtt://broker/a/b"), "one word of letters"),
        (("--mqtt", "mqtt://127.0.0.1:1"), "cannot be used: "),
        (("--lamp", "x/set"), "--lamp has no effect without --mqtt"),
        (("--mqtt", "mqtt://broker", "--lamp", "x/#"), "--lamp must be the topic of one lamp"),
    ],
)
@pytest.mark.parametrize("command", [("watch", "demo"), ("table", "--no-open", "--port", "0")])
def test_i3_wrong_use_is_one_line(
    command: tuple[str, ...], arguments: tuple[str, ...], words: str, kiebitz: Kiebitz
) -> None:
    assert words in one_line(kiebitz(*command, *arguments))


def test_i3_what_is_no_broker_is_not_taken_for_one() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_speak_http, args=(server,), daemon=True).start()
        with pytest.raises(BrokenError, match="no MQTT broker"):
            Latest(Address.parse(f"mqtt://127.0.0.1:{server.getsockname()[1]}"), report=print)
    refusing = SmallBroker(code=5)
    with pytest.raises(BrokenError, match="may not connect"):
        Latest(Address.parse(refusing.url), report=print)
    refusing.close()


def _speak_http(server: socket.socket) -> None:
    caller, _ = server.accept()
    with caller:
        caller.recv(1024)
        caller.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")


def test_i3_a_table_of_the_screen_is_told_as_well(broker: SmallBroker) -> None:
    latest = Latest(Address.parse(broker.url), report=print)
    desk = Desk(Feed(), step_s=0.01, announcer=Announcer(latest, "kiebitz", language("en")))
    desk.begin(Ask("tink", source="demo"))
    state: dict[str, Any] = json.loads(broker.wait_for("kiebitz/state", "Se5"))
    desk.close()
    latest.close()
    assert state["last_move"].endswith(": Se5")
    assert state["turn"]
    assert state["game"] == "Tink"


def test_d5_a_lamp_shows_whose_turn_it_is_who_has_won_and_what_is_wrong() -> None:
    def shown(standing: Standing, name: str = "tink", **colours: str) -> Any:
        return json.loads(light(standing, find(name), colours))

    assert shown(Standing(seat="A", broken_rule="No."), A="blue") == RED
    assert shown(Standing()) == {"state": "OFF"}
    blue, green = (shown(Standing(seat="A"), A=colour)["color"] for colour in ("blue", "green"))
    assert blue["b"] > max(blue["r"], blue["g"])
    assert green["g"] > max(green["r"], green["b"])
    black, white = (shown(Standing(seat=seat), "tabik")["brightness"] for seat in "BW")
    assert (black, white) == (40, 254)


def test_i3_discovery_is_json_that_differs_by_table() -> None:
    one, other = dict(discovery("den", language("en"))), dict(discovery("attic", language("en")))
    assert not one.keys() & other.keys()
