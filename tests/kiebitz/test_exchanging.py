"""Live pictures of the other board (I7): shown where both tables agree, and bounded, whatever the other one sends."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from PIL import Image

from kiebitz.failure import Failure
from kiebitz.pictures.of_others import MOST_BYTES
from kiebitz.watching.exchanging import Exchange, exchanged
from tests.kiebitz.houses import House, exchange, two

GREY = np.full((300, 400, 3), 90, np.uint8)


def jpeg(width: int = 400, height: int = 300, **more: Any) -> bytes:
    data = io.BytesIO()
    Image.new("RGB", (width, height), (200, 40, 40)).save(data, "JPEG", **more)
    return data.getvalue()


@pytest.fixture
def tables() -> Iterator[tuple[House, House, Exchange, Exchange]]:
    """Yield a host and a guest who have met, and what each shows."""
    host, guest = two("tink")
    there, here = (Exchange(house.twin, lambda: GREY) for house in (host, guest))
    yield host, guest, there, here
    there.close()
    here.close()


def send(guest: House, there: Exchange, here: Exchange) -> None:
    """Let *guest* send its picture and get that of its host, as the route answers."""

    def answered(data: bytes) -> bytes:
        given = there.given(guest.name)
        there.take(guest.name, data)
        return given or b""

    exchanged(here, answered)


def both_agree(host: House, guest: House, there: Exchange, here: Exchange) -> None:
    there.show(True)
    here.show(True)
    exchange(guest, host)


def test_i7_boards_are_shown_live_only_while_both_tables_agree(
    tables: tuple[House, House, Exchange, Exchange],
) -> None:
    host, guest, there, here = tables
    for host_agrees, guest_agrees in ((False, False), (True, False), (False, True)):
        there.show(host_agrees)
        here.show(guest_agrees)
        exchange(guest, host)
        with pytest.raises(ValueError, match="once both tables"):
            there.given(guest.name)
        send(guest, there, here)
        assert there.seen(1) is here.seen(1) is None
    assert there.as_json() == {"shows": False, "tables": [{"seats": ["B"], "shows": True, "live": False}]}
    both_agree(host, guest, there, here)
    send(guest, there, here)
    assert there.seen(1) is not None
    assert here.as_json() == {"shows": True, "tables": [{"seats": ["A"], "shows": True, "live": True}]}
    here.show(False)
    assert here.seen(1) is None
    exchange(guest, host)
    assert there.seen(1) is None
    there.as_json()
    both_agree(host, guest, there, here)
    assert there.seen(1) is None, "what was forgotten does not come back"


def test_i7_a_live_picture_gets_old_and_a_board_that_must_not_be_seen_is_not_sent(
    tables: tuple[House, House, Exchange, Exchange],
) -> None:
    host, guest, there, here = tables
    both_agree(host, guest, there, here)
    send(guest, there, here)
    host.seconds += 6.0
    assert there.seen(1) is None
    hidden = Exchange(guest.twin, lambda: None)
    assert hidden.given("") is None
    hidden.close()


def test_i7_who_agreed_in_one_game_has_not_agreed_in_the_next(
    tables: tuple[House, House, Exchange, Exchange],
) -> None:
    host, guest, there, here = tables
    both_agree(host, guest, there, here)
    for game in ("1", "2"):
        host.twin.hear({"event": "journal", "file": "x.jsonl", "game": game})
    assert there.as_json() == {"shows": False, "tables": []}


def test_i7_nothing_but_a_bounded_picture_made_once_more_comes_through(
    tables: tuple[House, House, Exchange, Exchange],
) -> None:
    host, guest, there, here = tables
    both_agree(host, guest, there, here)
    data = jpeg(1000, 800, comment=b"<script>alert(1)</script>") + b"<html>"
    there.take(guest.name, data)
    seen = there.seen(1)
    assert seen is not None
    assert b"script" not in seen
    assert b"html" not in seen
    assert Image.open(io.BytesIO(seen)).size == (640, 512)
    for wrong in (b"GIF89a", b"\xff\xd8 nonsense", jpeg(4000, 3000), b"\xff\xd8" + bytes(MOST_BYTES), data[:400]):
        with pytest.raises(Failure):
            there.take(guest.name, wrong)
    assert there.seen(1) == seen
    there.take("a-stranger", jpeg())
    with pytest.raises(ValueError, match="once both tables"):
        there.given("a-stranger")
    assert [there.seen(number) for number in (0, 2, -1)] == [None] * 3
