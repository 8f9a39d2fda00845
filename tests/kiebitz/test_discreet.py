"""No password of a camera stands in the terminal, a journal, a record or an export; connecting works with it."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from kiebitz.archive.journal import Header, Journal
from kiebitz.discreet import source_shared, source_told, without_secrets
from kiebitz.home import games_folder
from kiebitz.pictures.sources import open_source
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.test_growing import encoded
from tests.kiebitz.test_live import reply, served

SECRET = "hunter2"
ADDRESSES = [
    ("rtsp://admin:hunter2@10.0.0.7:554/live", "rtsp://10.0.0.7:554/live"),
    ("RTSPS://hunter2@10.0.0.7/live", "RTSPS://10.0.0.7/live"),
    ("http://admin:h%40hunter2@cam.local/video.mjpg", "http://cam.local/video.mjpg"),
    ("rtsp://admin:p@hunter2@10.0.0.7/live", "rtsp://10.0.0.7/live"),
    ("rtsp://admin:p/hunter2@10.0.0.7/live", "rtsp://10.0.0.7/live"),
    ("rtsp://admin:12/hunter2@10.0.0.7/live", "rtsp://10.0.0.7/live"),
    ("rtsp://admin:p?hunter2#@10.0.0.7/live", "rtsp://10.0.0.7/live"),
    ("rtsp://admin:my hunter2@10.0.0.7/live", "rtsp://10.0.0.7/live"),
    ("rtsp://admin:hunter2@[fe80::1]:554/live", "rtsp://[fe80::1]:554/live"),
    ("http://10.0.0.7/videostream.cgi?user=admin&pwd=hunter2&resolution=32", "http://10.0.0.7/videostream.cgi?resolution=32"),
    ("http://10.0.0.7/mjpeg?loginuse=a&loginpas=hunter2", "http://10.0.0.7/mjpeg"),
    ("http://10.0.0.7/v?u=admin&p=hunter2", "http://10.0.0.7/v"),
    ("http://10.0.0.7/v?USER=admin&PWD=hunter2&Channel=2", "http://10.0.0.7/v?Channel=2"),
    ("http://10.0.0.7/v?p%77d=hunter2", "http://10.0.0.7/v"),
    ("http://10.0.0.7/v?admin:hunter2", "http://10.0.0.7/v"),
    ("rtmp://10.0.0.7/bcs/channel0_main.bcs?channel=0&stream=1&user=admin&password=hunter2",
     "rtmp://10.0.0.7/bcs/channel0_main.bcs?channel=0&stream=1"),
    ("rtsp://10.0.0.7:554/user=admin&password=hunter2&channel=1&stream=0.sdp?real_stream", "rtsp://10.0.0.7:554/channel=1&stream=0.sdp"),
    ("rtsp://10.0.0.7:554/user=admin_password=hunter2_channel=1_stream=0.sdp", "rtsp://10.0.0.7:554/channel=1&stream=0.sdp"),
    ("rtsp://10.0.0.7/admin:hunter2/live", "rtsp://10.0.0.7/…/live"),
    ("rtsps://10.0.0.7:7441/aB3hunter2x9Kq7LmN0", "rtsps://10.0.0.7:7441/…"),
    ("srt://10.0.0.7:9000?mode=caller&passphrase=hunter2", "srt://10.0.0.7:9000?mode=caller"),
    ("https://table.local:8443/twin#hunter2", "https://table.local:8443/twin"),
    ("udp://hunter2@:1234", "udp://:1234"),
]  # fmt: skip
OPEN = [
    "rtsp://10.0.0.7:554/Streaming/Channels/101", "http://cam.local:8080/?action=stream", "http://host:8080/@me/live",
    "http://10.0.0.7/axis-cgi/mjpg/video.cgi?resolution=640x480&fps=10", "http://[::1]:81/stream", "film.mp4", "0",
    "demo", "HD Camera: front", "C:\\films\\game.mp4", "phone",
]  # fmt: skip


@pytest.mark.parametrize(("address", "told"), ADDRESSES, ids=[told for _, told in ADDRESSES])
def test_a_source_is_told_without_what_opens_it(address: str, told: str) -> None:
    assert source_told(address) == told
    assert open_source(address).name == told
    assert SECRET not in source_shared(address)
    if " " not in address:
        assert without_secrets(f"cannot open {address}; check it") == f"cannot open {told}; check it"


def test_what_holds_no_secret_stays() -> None:
    for source in OPEN:
        assert source_told(source) == source
        assert without_secrets(f"{source} gives no picture.") == f"{source} gives no picture."


@pytest.mark.parametrize("wrong", ["rtsp:/admin:hunter2@10.0.0.7/live", "admin:hunter2@10.0.0.7"])
def test_a_misspelled_address_is_complained_of_without_its_password(kiebitz: Kiebitz, wrong: str) -> None:
    for typed in ("watch {} --game tink", "teach tink {}", "rerun {} 1", "calibrate {}", "watch 0 {}"):
        answer = kiebitz(*typed.format(wrong).split())
        assert (answer.status, SECRET in answer.out + answer.err) == (2, False)


@pytest.fixture
def camera_at() -> Iterator[str]:
    """Give host and port of a camera for those who know its password, in the head or in the question."""
    picture = encoded()

    def serve(handler: BaseHTTPRequestHandler) -> None:
        right = base64.b64encode(f"admin:{SECRET}".encode()).decode()
        if handler.headers.get("Authorization") != f"Basic {right}" and f"pwd={SECRET}" not in handler.path:
            handler.send_response(401)
            handler.send_header("WWW-Authenticate", 'Basic realm="camera"')
            handler.send_header("Content-Length", "0")
            handler.end_headers()
            return
        reply(handler, "multipart/x-mixed-replace; boundary=frame")
        for _ in range(1000):
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n"
            handler.wfile.write(head.encode() + picture + b"\r\n")
            time.sleep(0.02)

    with served(serve) as address:
        yield address.removeprefix("http://").removesuffix("/stream")


@pytest.mark.usefixtures("painted_eye")
@pytest.mark.parametrize("address", ["http://admin:hunter2@{}/v", "http://{}/v?user=admin&pwd=hunter2"])
def test_connecting_works_and_nothing_that_is_told_or_kept_holds_the_password(
    kiebitz: Kiebitz, camera_at: str, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    source = open_source(address.format(camera_at))
    monkeypatch.setattr("kiebitz.api.watching.open_source", lambda *_, **__: _Brief(source))
    answer = kiebitz("watch", address.format(camera_at), "--game", "tink", "--json")
    assert [event["event"] for event in answer.lines][:3] == ["journal", "found", "state"]
    (journal,) = games_folder().glob("*.jsonl")
    kept = journal.read_text()
    assert f"{camera_at}/v" in kept
    assert SECRET not in answer.out + answer.err + kept


class _Brief:
    """The first frames of a source, each a picture of the table at rest."""

    def __init__(self, source: Any) -> None:
        self._source, self.name = source, source.name

    def frames(self) -> Iterator[Any]:
        frames = self._source.frames()
        yield from (replace(next(frames), own_moment=True) for _ in range(3))
        frames.close()


def test_journals_of_older_versions_are_shown_and_exported_without_the_password(
    kiebitz: Kiebitz, tmp_path: Path
) -> None:
    address = f"rtsp://admin:{SECRET}@10.0.0.7/live"
    start = "8/8/8/8/8/8/8/8 A 0,0 0"
    journal = Journal.create(games_folder(), Header("tink", start, {}, {}, address))
    journal.append({"event": "lost", "frame": 0, "t": 0.0, "message": f"{address} gives no more pictures."})
    journal.append({"event": "move", "frame": 1, "t": 1.0, "action": "Sc3", "seat": "A", "ply": 1})
    journal.close()
    assert SECRET in journal.path.read_text()
    out = tmp_path / "out"
    told = ""
    exports: list[list[object]] = [["export", "1", "--to", form] for form in ("record", "sgf", "ppn", "csv", "html")]
    shows: list[list[object]] = [["show", "1"], ["show", "1", "--event", "1"], ["replay", "1"], ["list", "--json"]]
    for words in (*shows, *exports, ["report", "1", "--out", out]):
        answer = kiebitz(*words)
        assert answer.status == 0, answer.err
        told += answer.out + answer.err
    assert "10.0.0.7/live" in told
    assert SECRET not in told
    assert SECRET.encode() not in out.read_bytes()


def test_a_record_that_is_shared_says_which_film_and_not_what_opens_it(kiebitz: Kiebitz, tmp_path: Path) -> None:
    header = Header("tink", "8/8/8/8/8/8/8/8 A 0,0 0", {}, {}, "/home/ada/films/evening.mp4")
    Journal.create(games_folder(), header).close()
    answer = kiebitz("export", "1", "--to", "record")
    assert "evening.mp4" in answer.out
    assert "ada" not in answer.out
    path = tmp_path / "old.txt"
    path.write_text(answer.out.replace("evening.mp4", f"http://a:{SECRET}@cam/live"))
    assert SECRET not in kiebitz("export", path, "--to", "record").out
    assert json.loads(kiebitz("show", path, "--json").out)["game"] == "tink"
