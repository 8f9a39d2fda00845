"""Pictures that are made to take long or much, and many at once: they are refused, or ended, and others go on."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np
import pytest
from PIL import Image

from kiebitz.failure import Failure
from kiebitz.pictures.decoding import Decoders
from kiebitz.pictures.files import check_scans, decode_bytes
from kiebitz.screen.doors import taking_in
from kiebitz.screen.doors.taking_in import posted_image
from tests.screen.conftest import PATIENCE_S, Served, until


def bomb(*, more_scans: int, width: int = 640, height: int = 480) -> bytes:
    """Return a progressive JPEG that goes over its pixels so often more than it has to."""
    file = io.BytesIO()
    Image.fromarray(np.full((height, width, 3), 128, np.uint8)).save(file, "JPEG", progressive=True)
    whole = file.getvalue()
    return whole[:-2] + more_scans * whole[whole.rindex(b"\xff\xda") : -2] + b"\xff\xd9"


def jpeg(width: int = 640, height: int = 480) -> bytes:
    return cv2.imencode(".jpg", np.full((height, width, 3), 90, np.uint8))[1].tobytes()


def sleeps(_: bytes) -> Any:
    time.sleep(600)


def greedy(_: bytes) -> Any:
    return np.zeros((60_000, 60_000, 3), np.uint8).shape


def dies(_: bytes) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture
def decoders() -> Iterator[Decoders]:
    made = Decoders(most=1, patience_s=1.0)
    yield made
    made.close()


# -- scans


@pytest.mark.parametrize("path", ["frames", "lens/views", "teach/looks", "sheets"])
def test_a_picture_with_many_scans_is_refused_before_it_is_opened(client: httpx.Client, path: str) -> None:
    client.post("tables", json={"game": "tink"}).raise_for_status()
    answer = client.post(path, content=bomb(more_scans=100, width=3000, height=2000))
    assert (answer.status_code, "scans" in answer.json()["error"]) == (400, True)


def test_progressive_pictures_of_cameras_are_opened() -> None:
    check_scans(bomb(more_scans=0), "it")
    assert decode_bytes(bomb(more_scans=0), "it").shape == (480, 640, 3)
    with pytest.raises(Failure, match="scans"):
        decode_bytes(bomb(more_scans=40), "it")


# -- processes of their own


def test_what_takes_too_long_is_ended_and_the_next_picture_is_opened(decoders: Decoders) -> None:
    decoders.read(posted_image, jpeg())
    with pytest.raises(Failure, match="too long"):
        decoders.read(sleeps, b"")
    assert decoders.read(posted_image, jpeg()).shape == (480, 640, 3)


@pytest.mark.skipif(sys.platform != "linux", reason="only there memory is limited")
@pytest.mark.parametrize("read", [greedy, dies])
def test_what_takes_too_much_or_crashes_harms_nobody_else(decoders: Decoders, read: Any) -> None:
    with pytest.raises(Failure):
        decoders.read(read, b"")
    assert decoders.read(posted_image, jpeg()).shape == (480, 640, 3)


def test_a_decoder_says_the_same_as_the_function(decoders: Decoders) -> None:
    noise = np.random.default_rng(3).integers(0, 255, (300, 400, 3)).astype(np.uint8)
    data = cv2.imencode(".jpg", noise)[1].tobytes()
    assert np.array_equal(decoders.read(posted_image, data), posted_image(data))
    with pytest.raises(Failure, match=re.escape("The picture is too small")):
        decoders.read(posted_image, jpeg(100, 100))


def test_closing_ends_a_picture_that_is_being_opened(decoders: Decoders) -> None:
    heard: list[str] = []

    def read() -> None:
        try:
            decoders.read(sleeps, b"")
        except Failure as failure:
            heard.append(str(failure))

    reading = threading.Thread(target=read)
    reading.start()
    time.sleep(0.2)
    decoders.close()
    reading.join(10)
    assert heard == ["The table is being closed."]


# -- many at once


@pytest.mark.thinned(2)
@pytest.mark.parametrize("path", ["frames", "lens/views", "teach/looks", "sheets"])
def test_only_a_few_pictures_are_taken_in_at_once(
    served: Served, client: httpx.Client, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    client.post("tables", json={"game": "tink"}).raise_for_status()
    may_end = threading.Event()
    inside: list[bytes] = []

    def slowly(_: object, data: bytes) -> Any:
        inside.append(data)
        assert may_end.wait(PATIENCE_S)
        raise Failure("It was only held.")

    monkeypatch.setattr(taking_in.TakingIn, "image", slowly)
    monkeypatch.setattr(taking_in.TakingIn, "table", slowly)
    answers: list[int] = []

    def post() -> None:
        with served.client() as one:
            answers.append(one.post(path, content=jpeg()).status_code)

    posting = [threading.Thread(target=post) for _ in range(20)]
    for one in posting:
        one.start()
    until(lambda: len(answers) >= 16, "sixteen refusals")
    assert (answers, len(inside)) == ([429] * 16, 4)
    assert client.get("state").status_code == 200
    may_end.set()
    for one in posting:
        one.join()
    assert sorted(answers)[:4] == [400] * 4


# -- messages and the end


def test_pictures_opened_in_several_threads_leave_standard_error_as_it_was(capfd: pytest.CaptureFixture[str]) -> None:
    before = os.fstat(2)
    broken = jpeg()[:-400]

    def opens() -> None:
        for _ in range(50):
            with contextlib.suppress(Failure):
                decode_bytes(broken, "it")

    threads = [threading.Thread(target=opens) for _ in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert os.path.samestat(os.fstat(2), before)
    os.write(2, b"still heard")
    assert capfd.readouterr().err == "still heard"


_STUCK = """
import time
from kiebitz.cli import main
from kiebitz.screen.live.questions import Questions
Questions.taught = lambda _: time.sleep(600)
main()
"""


@pytest.mark.slow
def test_ctrl_c_ends_it_soon_whatever_is_still_on_its_way(tmp_path: Path) -> None:
    arguments = ["table", "--game", "tink", "--port", "0", "--no-open", "--json"]
    surroundings = {**os.environ, "KIEBITZ_HOME": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-c", _STUCK, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=surroundings
    ) as run:
        assert run.stdout is not None
        address, _, token = json.loads(run.stdout.readline())["url"].partition("/#")

        def ask() -> None:
            with contextlib.suppress(httpx.HTTPError):
                httpx.get(f"{address}/api/v1/teaching", headers={"X-Kiebitz": token}, trust_env=False, timeout=30)

        asking = threading.Thread(target=ask)
        asking.start()
        time.sleep(0.5)
        run.send_signal(signal.SIGINT)
        _, err = run.communicate(timeout=30)  # two seconds, and what a busy machine adds
        asking.join()
    assert (run.returncode, err) == (130, b"")
