"""What cannot be printed is refused in one line, and leaves no half file."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from kits.tink import KIT
from printkit.paper import paper_named
from tests.printkit.written import write_kit


def test_unknown_paper() -> None:
    with pytest.raises(ValueError, match="no paper is called 'b5'; choose a4, letter, a3, a5, tabloid or both"):
        paper_named("b5")


def test_no_such_folder(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"no folder .*nowhere to put kit\.pdf in"):
        write_kit(KIT, tmp_path / "nowhere" / "kit.pdf")


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError, match="is a folder; name a file in it"):
        write_kit(KIT, tmp_path)


def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kit.pdf"
    path.write_text("the kit of last year")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match=r"No space left on device; choose another place.*kit\.pdf"):
        write_kit(KIT, path)
    assert path.read_text() == "the kit of last year"
    assert [each.name for each in tmp_path.iterdir()] == ["kit.pdf"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_device_is_written_to_and_not_replaced() -> None:
    with pytest.raises(OSError, match="No space left on device"):
        write_kit(KIT, Path("/dev/full"))
    assert Path("/dev/full").is_char_device()
