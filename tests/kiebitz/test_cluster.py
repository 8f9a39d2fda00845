"""Playtests on a cluster of two workers that Dask's own client starts on this machine."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kiebitz.conftest import Kiebitz

distributed = pytest.importorskip("distributed", reason="Dask's client is not installed")

QUICK = ("playtest", "tink", "--by", "chance", "--longest", 20, "--games", 6, "--json")
pytestmark = [
    # They are the client's own, and come and go with its releases.
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """Give the address of a scheduler with two processes, which listen on this machine alone."""
    with warnings.catch_warnings(action="ignore"):
        made = distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
        )
        try:
            yield made.scheduler_address
        finally:
            made.close()


def test_two_workers_play_the_games_that_are_played_here(cluster: str, tmp_path: Path, kiebitz: Kiebitz) -> None:
    there = kiebitz(*QUICK, "--cluster", cluster, "--folder", tmp_path / "there")
    assert there.err == ""
    here = kiebitz(*QUICK, "--workers", 1, "--folder", tmp_path / "here")
    assert there.json["variants"] == here.json["variants"]
    with distributed.Client(cluster, set_as_default=False) as client:
        played = client.run(lambda dask_worker: dask_worker.state.executed_count)
    assert len(played) == 2
    assert sum(played.values()) >= 6
