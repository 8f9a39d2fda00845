"""The line from one table to another: its address, the certificate that is expected there, and what to do if it breaks.

Everything is sent again each second, so nothing is lost with a line that breaks, however long that lasts.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import http.client
import json
import re
import secrets
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from core.json_types import Json, JsonObject
from core.options import SEATS
from core.verdict import in_words
from kiebitz.archive.journal import twin_file
from kiebitz.archive.recorded import Recorded
from kiebitz.clock import Clock
from kiebitz.disk import read_file, write_whole
from kiebitz.failure import Failure
from kiebitz.pictures.of_others import MOST_BYTES
from kiebitz.watching.accord import TWIN
from kiebitz.watching.exchanging import Exchange, exchanged
from kiebitz.watching.kept_table import Line, Table
from kiebitz.watching.tidings import Tidings, tidings_of
from kiebitz.watching.twin import Twin

PATH, PAGE = "/api/v1/twin", "/twin"
FORM = "it is the address that the other table shows under Play with another table, with all that stands behind its #"
NOT_KEPT = (
    "this game is played with another table, whose address is not kept here; "
    "it stands there, under Play with another table: go on with it, or alone"
)
_LONGEST_URL = 400
_EVERY_S, _MOST_S = 1.0, 30.0
"""Seconds between two exchanges, and the most between two tries while the line is broken."""
_ANSWER_S = 5.0
_MOST_BYTES = 4 << 20
_FRAGMENT = re.compile(r"(?P<token>[A-Za-z0-9_-]{22,64})\.(?P<pin>[0-9a-f]{64}|)\.(?P<host>[\w.:\[\]-]{1,100})")


class BrokenError(Exception):
    """The other table cannot be reached now; it may be later."""


class TurnedAwayError(Exception):
    """The other end will not play, or is not the table that was meant."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a table is reached: ``pin`` is its certificate's SHA-256, ``named`` what it, not a tunnel, calls itself."""

    host: str
    port: int
    token: str
    pin: str
    named: str

    @classmethod
    def parse(cls, text: str) -> Address:
        """Return the address written as *text*. Raises ``ValueError`` saying what is wrong.

        >>> Address.parse("https://192.168.1.5:8080/twin#" + "a" * 22 + "." + "0" * 64 + ".192.168.1.5:8080").port
        8080
        """
        try:
            parts = urlsplit(text.strip())
            found, port = _FRAGMENT.fullmatch(parts.fragment), parts.port
        except ValueError:
            raise ValueError(f"this is no address of a table; {FORM}") from None
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path != PAGE or not found:
            raise ValueError(f"this is no address of a table; {FORM}")
        if (parts.scheme == "https") != bool(found["pin"]) or (not found["pin"] and not _is_here(parts.hostname)):
            raise ValueError("the table is reached by https, with the fingerprint of its certificate in the address")
        return cls(parts.hostname, port or (443 if found["pin"] else 80), found["token"], found["pin"], found["host"])

    def told(self, tidings: Tidings | None) -> Tidings:
        """Return the answer to *tidings*, or to the question None. Raises ``BrokenError`` or ``TurnedAwayError``."""
        body = None if tidings is None else json.dumps(tidings.as_json()).encode()
        return _read(*self._answered(PATH, body, "application/json", _MOST_BYTES))

    def pictured(self, table: str, data: bytes) -> bytes:
        """Exchange JPEG *data* of *table*'s board for the other's. Raises ``BrokenError`` or ``TurnedAwayError``."""
        status, answer = self._answered(f"{PATH}/picture?table={table}", data, "image/jpeg", MOST_BYTES)
        return answer if status == 200 and len(answer) <= MOST_BYTES else b""

    def _answered(self, path: str, body: bytes | None, kind: str, most: int) -> tuple[int, bytes]:
        """Send *body* of this *kind*; return the answer's status and at most one byte more than *most* of it."""
        headers = {"Host": self.named, "X-Kiebitz": self.token, "Content-Type": kind}
        connection = http.client.HTTPConnection(self.host, self.port, timeout=_ANSWER_S)
        with contextlib.closing(connection):
            try:
                connection.connect()
                with _hung_up_after(2 * _ANSWER_S, connection.sock.dup()):
                    connection.sock = self._secured(connection.sock)
                    connection.request("GET" if body is None else "POST", path, body, headers)
                    answer = connection.getresponse()
                    data = answer.read(most + 1)
                    if answer.length and len(data) <= most:
                        raise http.client.IncompleteRead(data, answer.length)
            except (OSError, http.client.HTTPException) as error:
                raise BrokenError(f"{self.host}:{self.port} does not answer ({error})") from None
        return answer.status, data

    def _secured(self, line: socket.socket) -> socket.socket:
        """Return *line* encrypted, unless local. Raises ``TurnedAwayError``, before a word is sent, to a stranger."""
        if not self.pin:
            return line
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # the pin says more than any authority
        secure = context.wrap_socket(line)
        certificate = secure.getpeercert(binary_form=True) or b""
        if not hmac.compare_digest(hashlib.sha256(certificate).hexdigest(), self.pin):
            secure.close()
            raise TurnedAwayError("its certificate is another than its address says; ask for the address again.")
        return secure


def address_of(origin: str, token: str, fingerprint: str) -> str:
    """Return the address of the table at *origin* for others; *fingerprint* is its certificate's, or empty if local."""
    return f"{origin}{PAGE}#{token}.{fingerprint.replace(':', '').lower()}.{origin.partition('//')[2]}"


class Guest:
    """Tells a host, again and again, what *table* knows, in a thread of its own, and takes what the host tells."""

    def __init__(self, url: str, twin: Twin) -> None:
        """Raise ``ValueError`` where *url* is no address of a table."""
        self._url, self._address, self.twin = url.strip(), Address.parse(url), twin
        self.clock: Clock | None = None
        """The clocks of the game that this table joins; None without clocks, or if this table's game goes on."""
        self.exchange: Exchange | None = None
        """Shows the tables' boards to each other, at a table with a page."""
        self._journal: Path | None = None
        self._closing, self._news = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, table: Table) -> None:
        self._thread = threading.Thread(target=self._run, args=(table,), name="twin", daemon=True)
        self._thread.start()

    def hear(self, line: Line) -> None:
        """Tell the host soon what a *line* of the journal says."""
        self.twin.hear(line)
        if line["event"] == "journal":
            self._journal = Path(line["file"])
        if line["event"] in ("journal", TWIN) and self._journal and self.twin.accord and self.twin.accord.table:
            file = twin_file(self._journal)
            with contextlib.suppress(OSError):  # without it, people type the address again
                write_whole(file, self._url.encode(), ending=f"{file.suffix}-new")
        self._news.set()

    def hurry(self) -> None:
        """Tell the host soon what is new."""
        self._news.set()

    def close(self) -> None:
        self._closing.set()
        self._news.set()

    def _run(self, table: Table) -> None:
        wait_s = _EVERY_S
        while not self._closing.is_set():
            self._news.clear()
            wait_s = _EVERY_S if self._exchanged(table) else min(2 * wait_s, _MOST_S)
            if self.exchange is not None and wait_s == _EVERY_S:
                with contextlib.suppress(BrokenError, TurnedAwayError):  # the next exchange tells
                    exchanged(self.exchange, partial(self._address.pictured, self.twin.table))
            self._news.wait(wait_s)
            self._closing.wait(0.05)  # however much there is to tell, there is a pause between two exchanges

    def _exchanged(self, table: Table) -> bool:
        """Send the host what this table knows; return whether it has answered."""
        twin = self.twin
        try:
            with table.free:
                told = twin.tidings(table.state)
            answer = self._address.told(told)
            twin.fault = ""
            met(table, twin, answer.as_json())
            return True
        except BrokenError:
            pass
        except (TurnedAwayError, ValueError) as fault:
            twin.fault = str(fault)
        with table.free:
            if (given := twin.answer(table.state)) is not None:
                table.take(given)
        return False


def guest_of(
    url: str, recorded: Recorded | None, *, seats: str | None = None, patience_s: float = 20.0
) -> tuple[Guest, Tidings | None]:
    """Return the line to the table at *url*, and how the game stands there that begins here.

    *seats* are those that are wanted, such as ``C`` or ``B,D``; the host chooses without any. Where *recorded* goes on,
    all is known. Raises ``ValueError`` saying why the game cannot be played.
    """
    wants = _wanted(seats)
    twin = Twin(is_host=False, table=secrets.token_urlsafe(12), wants=wants)
    guest = Guest(url, twin)
    if recorded is None:
        there = _dialled(Address.parse(url), patience_s)
        if set(wants) - set(there.seats) or len(there.seats) < max(1, len(wants)) + 1:
            free = in_words(there.seats) if len(there.seats) > 1 else "none"
            raise ValueError(f"that seat is not free at the other table; free there: {free}")
        return guest, there
    twin.go_on(recorded)
    if twin.accord is None:
        raise ValueError(f"{recorded.path} was not played with another table; begin at its address instead of going on")
    return guest, None


def is_shared(recorded: Recorded) -> bool:
    """Return whether other tables have played in the game *recorded*."""
    return any(line["event"] == TWIN and "seats" in line for line in recorded.events)


def kept_address(recorded: Recorded, alone: str) -> str | None:
    """Return the address of the host of *recorded*, if any. Raises ``ValueError`` saying how to go on *alone*."""
    if not any(line["event"] == TWIN and "table" in line for line in recorded.events):
        return None
    path = twin_file(recorded.path)
    try:
        url = read_file(path, "an address", most_bytes=_LONGEST_URL, remedy="dial again").decode()
        Address.parse(url)
        return url
    except (Failure, ValueError):
        raise ValueError(f"{NOT_KEPT}, {alone}") from None


def met(table: Table, twin: Twin, value: Json) -> JsonObject:
    """Return the answer of *table* to *value* from another table, or to the question None. Raises ``ValueError``."""
    tidings = None if value is None else tidings_of(value)
    with table.free:
        answer = twin.tidings(table.state)  # no game, no guest
        if tidings is None:
            return answer.as_json()
        twin.meet(tidings)
        if (given := twin.answer(table.state)) is not None:
            table.take(given)
        return twin.tidings(table.state, tidings.table).as_json()


def _wanted(seats: str | None) -> tuple[str, ...]:
    """Return the seats in *seats* that a guest asks for. Raises ``ValueError``."""
    found = tuple(seat.strip() for seat in seats.split(",")) if seats else ()
    if len(set(found)) < len(found) or any(seat not in tuple(SEATS) for seat in found):
        raise ValueError(f"{seats[:20] if seats else ''!r} are no seats; write a letter, such as B, or B,D for two")
    return found


def _dialled(address: Address, patience_s: float) -> Tidings:
    """Ask the table at *address* how the game stands. Raises ``ValueError`` if nobody plays there."""
    end = time.monotonic() + patience_s
    while True:
        try:
            return address.told(None)
        except (BrokenError, TurnedAwayError) as error:
            if time.monotonic() >= end or isinstance(error, TurnedAwayError):
                raise ValueError(str(error)) from None
        time.sleep(_EVERY_S)


def _read(status: int, data: bytes) -> Tidings:
    """Return the tidings in an answer. Raises ``BrokenError`` or ``TurnedAwayError``."""
    try:
        if len(data) > _MOST_BYTES:
            raise ValueError("it is too long")
        value: Json = json.loads(data)
        if status == 200:
            return tidings_of(value)
    except (ValueError, RecursionError) as error:
        raise TurnedAwayError(f"its answer cannot be read: {error}") from None
    why = value.get("error") if isinstance(value, dict) else None
    message = why[:200] if isinstance(why, str) and why.isprintable() else f"it answers with status {status}."
    if status in (408, 429, 503):
        raise BrokenError(message)
    raise TurnedAwayError(message)


@contextlib.contextmanager
def _hung_up_after(seconds: float, line: socket.socket) -> Iterator[None]:
    """Break *line* after *seconds*, however slowly the other end answers; close it at the end in any case."""

    def hang_up() -> None:
        with contextlib.suppress(OSError):  # it has ended
            line.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(seconds, hang_up)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        line.close()


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
