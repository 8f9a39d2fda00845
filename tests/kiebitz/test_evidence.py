"""Row E6: pictures in the hash chain; one that was swapped, altered, added or taken away is named by its number."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from kiebitz.archive.crop_files import crop_file, pictured
from kiebitz.archive.picture_files import kept_pictures, picture_file
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.test_harvest import watched
from tests.kiebitz.test_session import board

ACTIONS = ("Sc3", "Sf6", "Sd4")


@pytest.fixture
def journal(capsys: pytest.CaptureFixture[str]) -> Path:
    """Return the journal of a game of three moves with all its pictures."""
    path = watched(*(board(*ACTIONS[:count]) for count in range(4)))
    capsys.readouterr()
    return path


def test_e6_pictures_stand_in_the_chain(journal: Path, kiebitz: Kiebitz) -> None:
    good = kiebitz("verify", "last", "--json")
    assert (good.status, good.json["faults"], good.json["chained"]) == (0, [], True)
    one, two, three = pictured(journal)
    wholes = kept_pictures(journal)
    assert good.json["pictures"] == len(wholes) + 6

    first, third = crop_file(journal, one, "after"), crop_file(journal, three, "after")
    kept = first.read_bytes(), third.read_bytes()
    first.write_bytes(kept[1])
    third.write_bytes(kept[0])
    swapped = kiebitz("verify", "last", "--json")
    assert swapped.status == 1
    assert [(each["event"], each["from_event"], each["what"]) for each in swapped.json["faults"]] == [
        (one, three, "altered"), (three, one, "altered"),
    ]  # fmt: skip
    told = kiebitz("verify", "last").out.splitlines()
    assert told[0].startswith(f"event {one}: its picture {first.name} is not the one that was kept")

    first.write_bytes(kept[0])
    third.write_bytes(kept[1][:-1] + b"\0")
    crop_file(journal, two, "before").unlink()
    whole = picture_file(journal, wholes[-1])
    whole.write_bytes(picture_file(journal, wholes[0]).read_bytes())
    found = {(each["event"], each["when"], each["what"]) for each in kiebitz("verify", "last", "--json").json["faults"]}
    assert found == {(three, "after", "altered"), (two, "before", "missing"), (wholes[-1], "whole", "altered")}


def test_e6_a_picture_put_there_later_and_a_forged_hash_are_told(journal: Path, kiebitz: Kiebitz) -> None:
    one = pictured(journal)[0]
    shutil.copy(crop_file(journal, one, "after"), crop_file(journal, one + 20, "after"))
    (fault,) = kiebitz("verify", "last", "--json").json["faults"]
    assert (fault["event"], fault["what"]) == (one + 20, "unknown")
    lines = journal.read_bytes().split(b"\n")
    at = next(at for at, line in enumerate(lines) if b'"after"' in line)
    digest = json.loads(lines[at])["pictures"]["after"].encode()
    lines[at] = lines[at].replace(digest, digest[::-1])
    journal.write_bytes(b"\n".join(lines))
    refused = kiebitz("verify", journal)
    assert (refused.status, f"line {at + 1}" in refused.err) == (2, True)
