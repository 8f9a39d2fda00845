"""What is deleted stays deleted, whatever was being found out about it."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from kiebitz.archive.crop_files import crop_file, crops_folder
from kiebitz.archive.journal import keep_copy, unfinished_of
from kiebitz.archive.kept import delete
from kiebitz.archive.review_files import review_file
from kiebitz.disk import write_file, write_whole
from kiebitz.home import games_folder
from kiebitz.screen.views import kept_reviews
from kiebitz.screen.views.kept_reviews import digest_of, keep_review
from tests.screen.conftest import Served
from tests.screen.kept_game import first_actions, keep, moves


def test_a_game_that_is_being_reviewed_leaves_nothing_behind(served: Served, client: httpx.Client) -> None:
    del served  # it says where games are kept
    path = keep(games_folder(), *moves("Sc3", "Sd4", "Se5", "Sf6", "Sc4"))
    write_all_beside(path)
    address = f"kept/{path.name.partition('-')[0]}"
    assert client.post(f"{address}/review").json()["state"] == "running"
    client.delete(address).raise_for_status()
    assert client.get(f"{address}/review").status_code == 404
    assert client.get(f"{address}/exports/html").status_code == 404
    assert not [each for each in games_folder().iterdir() if path.stem in each.name]


def write_all_beside(path: Path) -> None:
    """Write whatever may lie beside the journal at *path*."""
    crops_folder(path).mkdir()
    for number in (1, 2):
        write_whole(crop_file(path, number, "after"), b"\xff\xd8")
    keep_copy(path)
    unfinished_of(path).write_bytes(b"{}")


def test_a_review_that_ends_after_the_game_was_deleted_is_not_kept(tmp_path: Path) -> None:
    path = keep(tmp_path, *moves(*first_actions(1), sides="BW"), game="tabik", board_size=3)
    digest = digest_of(path)
    delete([path])
    keep_review(path, digest, [])
    assert list(tmp_path.glob(f"{path.stem}*")) == []


def test_a_review_that_is_written_while_the_game_is_deleted_goes_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = keep(tmp_path, *moves(*first_actions(1), sides="BW"), game="tabik", board_size=3)
    digest = digest_of(path)

    def slowly(*given: object, **named: object) -> None:
        delete([path])
        write_file(*given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(kept_reviews, "write_file", slowly)
    keep_review(path, digest, [])
    assert not review_file(path).exists()
