"""``kiebitz playtest``: its report, on paper too, its run folder, its ways of going wrong."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest

from adviser.kernels import store
from core import games
from core.record import Record
from kiebitz.programs import playtesting
from kiebitz.programs.playtesting import FILE
from playtest.plan import Plan, Player, variants_of
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.language.test_catalogue import ENGLISH

BY_CHANCE = ("--by", "chance", "--workers", 1, "--longest", 20)
QUICK = ("playtest", "tink", *BY_CHANCE)


def test_a_playtest_from_first_game_to_report(tmp_path: Path, kiebitz: Kiebitz) -> None:
    folder, records = tmp_path / "run", tmp_path / "records"
    answer = kiebitz(*QUICK, "--games", 3, "--compare", "paid_small=false", "--folder", folder, "--keep", records)
    assert answer.status == 0
    assert answer.err == ""
    assert answer.out.startswith("Tink: 6 games by chance, seed 0.")
    assert "paid_small=false instead of the rules: 3 pairs" in answer.out
    assert len((folder / FILE).read_text(encoding="utf-8").splitlines()) == 1 + 6
    kept = sorted(records.iterdir())
    assert [path.name for path in kept][:2] == ["game-0001-1.txt", "game-0001-2.txt"]
    assert kiebitz("replay", kept[0]).status == 0
    assert Record.parse(kept[1].read_text(encoding="utf-8")).options.changed()["paid_small"] is False


def test_a_seed_repeats_its_games_whoever_plays_them(tmp_path: Path, kiebitz: Kiebitz) -> None:
    one = kiebitz(*QUICK, "--games", 4, "--folder", tmp_path / "one", "--json").json
    two = kiebitz(*QUICK, "--games", 4, "--folder", tmp_path / "two", "--json", "--workers", 2).json
    assert one.pop("folder") != two.pop("folder")
    assert one == two


def test_a_run_that_was_cut_short_goes_on(tmp_path: Path, kiebitz: Kiebitz) -> None:
    whole = kiebitz(*QUICK, "--games", 5, "--folder", tmp_path / "whole", "--json").json
    folder = tmp_path / "cut"
    kiebitz(*QUICK, "--games", 3, "--folder", folder)
    text = (folder / FILE).read_bytes()
    (folder / FILE).write_bytes(text[:-40])
    resumed = kiebitz(*QUICK, "--games", 5, "--folder", folder, "--resume", "--json").json
    assert resumed["variants"] == whole["variants"]
    assert len((folder / FILE).read_bytes().splitlines()) == 1 + 5


BARE = "board_size=2,pie_rule=false"
SMALL = ("playtest", "tabik", "--by", "chance", "--workers", 1, "--options", BARE, "--even-out")


def test_the_change_that_evens_a_game_out_is_played_again(tmp_path: Path, kiebitz: Kiebitz) -> None:
    arguments = (*SMALL, "--games", 40, "--compare", "board_size=3,pie_rule=true", "--folder", tmp_path / "run")
    answer = kiebitz(*arguments, "--json")
    assert answer.status == 0
    told = answer.json["even_out"]
    labels = [tried["label"] for tried in told["ranked"]]
    assert {"pie_rule=true", "board_size=3", "board_size=3,pie_rule=true", "zero_tie_loser=draw"} <= set(labels)
    assert [tried["games"] for tried in told["again"]] == [40, 40]
    assert told["again"][1]["label"] == labels[0]
    written = (tmp_path / "run" / FILE).read_bytes().splitlines()
    assert len(written) == 1 + 40 * (1 + len(labels)) + 80
    again = kiebitz(*arguments, "--resume")
    assert again.status == 0
    said = " ".join(again.out.split())
    assert f"With {labels[0]} the first player's share " in said
    assert "rods_split_groups=true 100 % (91 to 100) all games alike" in said
    assert (tmp_path / "run" / FILE).read_bytes().splitlines() == written


def test_a_ranking_that_was_cut_short_goes_on(tmp_path: Path, kiebitz: Kiebitz) -> None:
    whole = kiebitz(*SMALL, "--games", 40, "--folder", tmp_path / "whole", "--json").json["even_out"]
    lines = (tmp_path / "whole" / FILE).read_bytes().splitlines(keepends=True)
    for kept in (3, 100, len(lines) - 30):
        folder = tmp_path / str(kept)
        folder.mkdir()
        (folder / FILE).write_bytes(b"".join(lines[:kept]))
        assert kiebitz(*SMALL, "--games", 40, "--folder", folder, "--resume", "--json").json["even_out"] == whole


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--games", "0"], "'--games': 0"),
        (["--compare", "overline=wins"], "changes nothing"),
        (["--even-out", "--pdf", "report.pdf"], "--pdf draws a few sets of rules"),
        (["--even-out", "--compare", "overline=ignored"], "changes nothing"),
        (["--resume"], "needs the --folder"),
        (["--compiled"], "leave it out with --by chance"),
    ],
)
def test_wrong_use_is_one_line(arguments: list[str], says: str, kiebitz: Kiebitz) -> None:
    answer = kiebitz("playtest", "tink", "--by", "chance", *arguments)
    assert answer.status == 2
    assert answer.out == ""
    assert answer.err.count("\n") == 1
    assert says in answer.err


def test_a_level_plays(tmp_path: Path, kiebitz: Kiebitz) -> None:
    arguments = ("playtest", "tink", "--level", 2, "--workers", 1, "--games", 1, "--longest", 4)
    answer = kiebitz(*arguments, "--folder", tmp_path / "run")
    assert answer.out.startswith("Tink: 1 game by the adviser at level 2, the first 2 plies by chance, seed 0.")
    assert "--nodes works only at level 10" in kiebitz(*arguments, "--nodes", 50).err
    assert "'--level': 11" in kiebitz("playtest", "tink", "--level", 11).err


def test_a_folder_is_not_played_into_twice(tmp_path: Path, kiebitz: Kiebitz) -> None:
    kiebitz(*QUICK, "--games", 1, "--folder", tmp_path)
    assert "add --resume" in kiebitz(*QUICK, "--games", 2, "--folder", tmp_path).err
    assert "seed was 0, not 1" in kiebitz(*QUICK, "--folder", tmp_path, "--resume", "--seed", 1).err
    (tmp_path / FILE).write_text("[1]\n", encoding="utf-8")
    assert "is not a playtest folder" in kiebitz(*QUICK, "--folder", tmp_path, "--resume").err
    assert "there is no file" in kiebitz(*QUICK, "--folder", tmp_path / "none", "--resume").err


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
def test_ctrl_c_keeps_what_is_done(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    code = "from kiebitz.cli import main; main()"
    arguments = ["playtest", "tink", "--by", "chance", "--games", "100000", "--workers", "2", "--folder", str(folder)]
    process = subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not (folder / FILE).exists() or (folder / FILE).read_bytes().count(b"\n") < 4:
        assert time.monotonic() < deadline
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert out.startswith("Tink: ")
    how_long, stopped = err.splitlines()
    assert "will take about" in how_long
    assert "--resume" in stopped
    written = (folder / FILE).read_text(encoding="utf-8").splitlines()
    assert all(json.loads(line) for line in written)


@pytest.mark.parametrize("stored", [False, True])
def test_what_compiling_costs_is_told_beside_what_it_saves(
    stored: bool, tmp_path: Path, kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba", reason="there is nothing to compile without numba")
    from adviser.kernels import store
    from kiebitz.programs import warming

    monkeypatch.setattr(warming, "is_compiled", lambda family: stored and family == "goodwin")
    monkeypatch.setattr(warming, "ready", lambda _family: stored)
    monkeypatch.setattr(store, "load", lambda _family: None)
    arguments = ("playtest", "tink", "--nodes", 1, "--games", 2, "--longest", 6, "--workers", 1, "--compiled")
    answer = kiebitz(*arguments, "--folder", tmp_path / "run")
    assert answer.status == 0
    if stored:
        assert answer.err == ""
        return
    first, second = answer.err.splitlines()
    assert "compiling the search" in first
    assert "plain Python would take about 1 second for all games (2)" in first
    assert "compiled in 1 second; from now on the games start at once" in second


def test_long_playtests_say_beforehand_how_long(
    tmp_path: Path, kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playtesting, "forecast_s", lambda _: 90.0)
    answer = kiebitz(*QUICK, "--games", 2, "--folder", tmp_path / "run")
    assert answer.err == "kiebitz: these games (2) will take about 3 minutes\n"


def test_a_game_by_chance_and_a_move_tell_how_long_games_take(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a kernel, which is yet to be compiled where it belongs."""
    monkeypatch.setattr(store, "load", pytest.fail)
    tink = games.find("tink")
    chance = Plan("tink", 2, variants_of("tink", tink.options(), (), 40), compiled=True)
    thought = replace(chance, player=Player(level=10, nodes=200))
    assert 0.0 < playtesting.forecast_s(chance) < playtesting.forecast_s(thought)


@pytest.mark.parametrize(
    ("game", "wishes"),
    [
        ("tink", ("--compare", "paid_small=false", "--compare", "overline=ignored", "--paper", "letter")),
        ("tabik", ("--options", "board_size=4")),
        ("tinker_tactics", ("--players", 3)),
    ],
)
def test_every_game_has_its_plots(game: str, wishes: tuple[object, ...], tmp_path: Path, kiebitz: Kiebitz) -> None:
    path = tmp_path / "report.pdf"
    words = ("playtest", game, *BY_CHANCE, "--games", 3, *wishes, "--folder", tmp_path / "run")
    answer = kiebitz(*words, "--pdf", path)
    assert answer.status == 0, answer.err
    with pypdfium2.PdfDocument(path) as document:
        pages = list(document)
        text = "\n".join(page.get_textpage().get_text_range() for page in pages)
        fonts = {item.get_font().get_base_name() for page in pages for item in page.get_objects(filter=[1])}
    assert all("Lato" in font for font in fonts)
    for title in ("Who wins", "How long games are", "How games end", "Which clauses are used", "First actions"):
        assert title in text
    assert ("What the other rules change" in text) == (game == "tink")
    assert ("Where pieces are placed" in text) == (game != "tinker_tactics")
    again = tmp_path / "again.pdf"
    kiebitz(
        "playtest", game, *BY_CHANCE, "--games", 3, *wishes, "--folder", tmp_path / "run", "--resume", "--pdf", again
    )
    assert again.read_bytes() == path.read_bytes()


@pytest.mark.thinned(2)
@pytest.mark.parametrize("game", ["tink", "tabik", "ting", "tingle", "tinker_tactics"])
def test_the_plots_are_in_german_where_that_is_read(game: str, tmp_path: Path, kiebitz: Kiebitz) -> None:
    path, compared = tmp_path / "report.pdf", () if game == "tabik" else ("--compare", "players=3")
    games = (*BY_CHANCE, "--games", 2, *compared, "--folder", tmp_path / "run")
    assert kiebitz("playtest", game, *games, "--pdf", path, "--language", "de").status == 0
    with pypdfium2.PdfDocument(path) as document:
        lines = "\n".join(page.get_textpage().get_text_range() for page in document).splitlines()
    assert [line for line in lines if ENGLISH.search(line)] == []
    assert "Wer gewinnt" in lines
    assert any(re.fullmatch(r"\d+,\d+", word) for line in lines for word in line.split())


def test_a_report_that_cannot_be_written_is_told(tmp_path: Path, kiebitz: Kiebitz) -> None:
    arguments = ("playtest", "tink", *BY_CHANCE, "--games", 1, "--folder", tmp_path / "run")
    assert "cannot write" in kiebitz(*arguments, "--pdf", tmp_path / "no" / "report.pdf").err
    report = ("--pdf", tmp_path / "report.pdf")
    assert "no paper is called 'b4'" in kiebitz(*arguments, *report, "--paper", "b4").err
    assert "at most 5 times" in kiebitz("playtest", "tink", *("--compare", "overline=ignored") * 6).err
