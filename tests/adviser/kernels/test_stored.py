"""Compiled functions out of a file: called with everything that kernels are called with, and without numba."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

pytest.importorskip("numba", reason="compiled kernels need numba")

from numba import types

from adviser.compiled_tree_search import grow
from adviser.kernels import folders, stored, tabik
from adviser.kernels.compiled import APPLY, CODES, ESTIMATE, STATE, address_of, compiled, place_of
from adviser.kernels.compiled import MADE as ALL_MADE
from core import games
from core.tabik.options import TabikOptions


class Pair(NamedTuple):
    """Arrays of one and of two dimensions."""

    words: Any
    table: Any


_TABLE = types.Array(types.float32, 2, "C")
_PAIR = types.NamedTuple((STATE, _TABLE), Pair)


@compiled(types.float64(_PAIR, CODES, types.boolean, types.float64, types.int64))
def mixture(pair: Any, codes: Any, doubled: Any, add: Any, place: Any) -> Any:
    """Use every kind of argument, more of them than fit a processor's registers."""
    found = add + codes[place] + pair.table[1, 2] + np.float64(pair.words[pair.words.size - 1]) + pair.table.shape[0]
    return 2.0 * found if doubled else found


@compiled(APPLY)
def mark(state: Any, move: Any) -> None:
    state[move] += np.uint64(1)


@compiled(types.boolean(CODES))
def falling(codes: Any) -> Any:
    return codes[0] > codes[1]


@compiled(ESTIMATE)
def logarithm(state: Any, seat: Any) -> Any:
    """Call what is not in this machine code."""
    return np.log(state[seat] + 1.0)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> stored.Library:
    path = stored.path_of(tmp_path_factory.mktemp("stored"), "some")
    if path is None:
        pytest.skip("nothing is stored on such a system")
    stored.keep(path, {made.__name__: made for made in (mixture, mark, falling, logarithm)})
    return stored.Library(path)


@pytest.mark.parametrize("doubled", [False, True])
def test_every_kind_of_argument(library: stored.Library, doubled: bool) -> None:
    pair = Pair(np.arange(5, dtype=np.uint64), np.arange(12, dtype=np.float32).reshape(3, 4))
    given = (pair, np.array([-7, 40], np.int64), doubled, 0.25, 1)
    assert library.function("mixture")(*given) == mixture(*given) == (53.25 + 0.0) * (1 + doubled)


def test_what_is_written_and_what_is_returned(library: stored.Library) -> None:
    state = np.zeros(3, np.uint64)
    assert library.function("mark")(state, 2) is None
    assert state.tolist() == [0, 0, 1]
    assert [library.function("falling")(np.array(pair)) for pair in ([2, 1], [1, 2])] == [True, False]
    assert library.function("logarithm")(state, 2) == logarithm(state, 2) == np.log(2.0)


def test_compiled_code_finds_it(library: stored.Library) -> None:
    assert address_of(library.function("mark")) != address_of(mark) != 0


def test_a_damaged_file_is_never_run(tmp_path: Path) -> None:
    path = tmp_path / "some.code"
    path.write_bytes(b"0" * 64 + b"\n{}")
    with pytest.raises(ValueError, match="damaged"):
        stored.Library(path)


def test_what_is_not_there_has_a_name(library: stored.Library) -> None:
    with pytest.raises(KeyError, match="absent"):
        library.function("absent")


WITHOUT_NUMBA = """
import importlib, sys
from adviser.kernels import jit
class Named:
    def function(self, name): return name
jit.use(Named())
for name in ("goodwin", "ting", "tabik", "tinker", "tree", "alphabeta", "exact"):
    importlib.import_module("adviser.kernels." + name)
print("numba" in sys.modules, sys.modules["adviser.kernels.tree"].grow)
"""


def test_kernels_are_imported_without_numba() -> None:
    assert _told(WITHOUT_NUMBA) == "False adviser.kernels.tree.grow"


SEARCHES = """
import sys
from adviser.kernels import jit, store
class Named:
    def function(self, name): return name
jit.use(Named())
store.load(sys.argv[1])
print([search for search in ("guided", "alphabeta") if "adviser.kernels." + search in sys.modules])
"""


@pytest.mark.parametrize(
    ("family", "searches"), [("tabik", ["guided"]), ("tinker", ["guided"]), ("goodwin", ["alphabeta"])]
)
def test_no_search_is_loaded_for_kernels_that_it_cannot_search(family: str, searches: list[str]) -> None:
    assert _told(SEARCHES, family) == str(searches)


def test_compiled_kernels_are_not_exchanged() -> None:
    from adviser.kernels import jit

    assert "adviser.kernels.tabik.uniform" in ALL_MADE
    assert not jit.may_use()


SEARCHED = """
import json, sys
from adviser.compiled_tree_search import grow
from adviser.kernels import store
from kiebitz.programs import warming
from core import games
from core.tabik.options import TabikOptions
game = games.find("tabik")
assert warming.warm(game)
found = grow(game, store.find(game), game.start(TabikOptions(board_size=4)), expired=lambda: False, max_nodes=500)
print(json.dumps([found.line, found.value, found.simulations, "numba" in sys.modules]))
"""


@pytest.mark.slow
def test_a_stored_kernel_finds_what_the_compiled_one_does(tmp_path: Path) -> None:
    _told(
        "import kiebitz.programs.warming; kiebitz.programs.warming.compile_here('tabik')", KIEBITZ_KERNELS=str(tmp_path)
    )
    line, value, simulations, numba_there = json.loads(_told(SEARCHED, KIEBITZ_KERNELS=str(tmp_path)))
    game = games.find("tabik")
    start = game.start(TabikOptions(board_size=4))
    found = grow(game, tabik.KERNEL, start, expired=lambda: False, max_nodes=500)
    assert found
    assert (line, value, simulations) == (list(found.line), found.value, found.simulations)
    assert not numba_there


def _told(program: str, *given: str, **environment: str) -> str:
    """Return what *program* says in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment}
    command = [sys.executable, "-c", program, *given]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_what_is_compiled_is_kept_by_all_sources(tmp_path: Path) -> None:
    """Not by the file of a function alone, as numba does: what is inlined into it may lie in another."""
    (tmp_path / "one.py").write_text("ONE = 1", encoding="utf-8")
    (tmp_path / "two.py").write_text("TWO = 2", encoding="utf-8")
    before = place_of(tmp_path)
    assert place_of(tmp_path) == before
    (tmp_path / "two.py").write_text("TWO = 3", encoding="utf-8")
    assert place_of(tmp_path) != before


def test_a_new_place_takes_the_room_of_older_ones_and_of_nothing_else(tmp_path: Path) -> None:
    older, unmarked, named = tmp_path / "0123456789abcdef", tmp_path / "fedcba9876543210", tmp_path / "photographs"
    folders.make(older)
    (older / "one.nbi").touch()
    for other in (unmarked, named):
        other.mkdir()
    (named / "compiled-by-kiebitz").touch()
    newer = folders.named(tmp_path, hashlib.sha256(b"newer"))
    folders.make(newer)
    assert sorted(tmp_path.iterdir()) == sorted([newer, unmarked, named])


def test_a_place_that_is_there_already_leaves_the_others(tmp_path: Path) -> None:
    """Of two processes that make the same one, the slower must not empty what others have made since."""
    here, beside = (folders.named(tmp_path, hashlib.sha256(word)) for word in (b"here", b"beside"))
    for place in (beside, here, beside, here):
        place.mkdir(exist_ok=True)
        folders.make(place)
    assert here.exists()
    assert beside.exists()
