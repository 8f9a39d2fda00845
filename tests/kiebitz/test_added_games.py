"""Games that exist in their two files only, played through every command."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

import kits
from core import games
from core.games import rulebook
from core.record import Record
from kiebitz.cli import run
from kiebitz.kits import kit_of
from kiebitz.pictures.drawing import save_png
from kiebitz.pictures.frame import Frame, Trouble
from kiebitz.watching import scripts
from kiebitz.watching.pretend_table import PretendTable
from kiebitz.watching.scripts import played_at_once
from tests import added
from tests.kiebitz.conftest import Kiebitz

pytestmark = pytest.mark.usefixtures("added_games")
NAMES = pytest.mark.parametrize("name", added.NAMES)
SEEN = ("coins", "race")


class Watched(NamedTuple):
    """A game that was watched on the pretend table: where it is kept, and the last picture."""

    name: str
    home: Path
    picture: Path


def in_small(name: str, players: int) -> scripts.Script:
    """Return the demo that is played at once, in small pictures."""
    return replace(played_at_once(name, players), size=(800, 600))


@pytest.fixture(scope="module", params=SEEN)
def watched(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Watched:
    """Watch the game's demo once, for all tests of what comes after."""
    folder = tmp_path_factory.mktemp(request.param)
    frames, last = PretendTable.frames, list[Frame]()

    def remembered(table: PretendTable) -> Iterator[Frame | Trouble]:
        for item in frames(table):
            assert isinstance(item, Frame)
            last[:] = [item]
            yield item

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KIEBITZ_HOME", str(folder / "home"))
        patch.setattr(PretendTable, "frames", remembered)
        patch.setattr(scripts, "played_at_once", in_small)
        assert run(["watch", "demo", "--game", request.param]) == 0
    save_png(folder / "last.png", last[0].image)
    return Watched(request.param, folder / "home", folder / "last.png")


def test_games_tells_what_works(kiebitz: Kiebitz) -> None:
    told = {game["name"]: game for game in kiebitz("games", "--json").json["games"]}
    words = ("rules", "print", "read", "watch", "suggest", "playtest", "demo")
    assert all(told[name][word] for name in added.NAMES for word in words)


def test_games_says_what_is_missing(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kits, "__path__", kits.__path__[:1])
    monkeypatch.delitem(sys.modules, "kits.toy", raising=False)
    told = {game["name"]: game for game in kiebitz("games", "--json").json["games"]}["toy"]
    assert (told["suggest"], told["print"], told["read"], told["demo"]) == (True, False, False, False)
    assert "rules, suggest, playtest (kits/toy.py is missing)" in kiebitz("games").out
    assert "`kiebitz games` lists the games" in kiebitz("print", "toy").err


@NAMES
def test_its_rules_are_shown(name: str, kiebitz: Kiebitz) -> None:
    text = kiebitz("rules", name).out
    assert all(code.key in text for code in rulebook(name).codes)
    assert "may not pass" in kiebitz("rules", name, "grid-2").out
    asked = kiebitz("rules", name, "--questions").out
    assert ("May a coin lie above" in asked) == (name == "coins") == ("no questions about" not in asked)


@NAMES
def test_a_move_is_suggested_and_judged(name: str, kiebitz: Kiebitz) -> None:
    game = games.find(name)
    answer = kiebitz("suggest", name, "start", "--nodes", 5, "--json").json
    legal = game.actions(game.start(game.options()))
    assert answer["action"] in legal
    assert answer["reasons"]
    assert kiebitz("suggest", name, "start", "--nodes", 5, "--after", legal[0]).status == 0


def test_the_steps_of_a_move_name_its_pieces(kiebitz: Kiebitz) -> None:
    taking, putting = ("race", "4Bp/5/2Bp2/1Ap3/5 A 0"), ("coins", "5/5/5/AcAc3 A 4")
    told = kiebitz("suggest", *taking, "--nodes", 50).out
    assert "take B's runner off c3 and move A's runner from b2 to c3" in told
    assert "put A's coin on c1" in kiebitz("suggest", *putting, "--nodes", 50).out


@pytest.mark.parametrize("name", SEEN)
def test_it_is_playtested_under_other_rules_too(name: str, tmp_path: Path, kiebitz: Kiebitz) -> None:
    answer = kiebitz(
        *("playtest", name, "--games", 2, "--nodes", 5, "--workers", 1, "--folder", tmp_path / "run"),
        *("--compare", "ply_limit=4", "--keep", tmp_path / "kept"),
    )
    assert answer.status == 0
    assert "ply_limit=4 instead of the rules" in answer.out
    for path in (tmp_path / "kept").iterdir():
        assert kiebitz("replay", path).status == 0


@NAMES
def test_its_kit_is_printed_with_a_rule_card_and_the_reader_can_be_taught_it(
    name: str, tmp_path: Path, kiebitz: Kiebitz
) -> None:
    taught = kiebitz("teach", name, "--json").json
    assert all(games.find(name).parse_contents(text) for text in taught["positions"])
    title = games.find(name).title
    answer = kiebitz("print", name, "--out", tmp_path / "kit.pdf", "--json").json
    assert f"The rules of {title}" in answer["sheets"]
    assert (tmp_path / "kit.pdf").stat().st_size > 10_000


@NAMES
def test_the_engine_speaks_of_it(name: str, kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    for protocol, text, answer in (
        ("json", json.dumps({"op": "start", "game": name}), '"position": '),
        ("ugi", f"ugi\nsetoption name Game value {name}\ngo nodes 5\nquit\n", "\nbestmove "),
    ):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert answer in kiebitz("engine", "--protocol", protocol).out


@pytest.mark.slow
def test_its_demo_needs_no_script_and_that_of_a_long_game_ends_on_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kiebitz: Kiebitz
) -> None:
    monkeypatch.setattr(scripts, "LONGEST", 2)
    monkeypatch.setattr(scripts, "played_at_once", in_small)
    played_at_once.cache_clear()
    answer = kiebitz("demo", "toy", "--out", tmp_path)
    played_at_once.cache_clear()
    assert answer.status == 0
    assert "The game would go on; the demo ends here." in answer.out
    assert len(Record.parse((tmp_path / "toy-demo.txt").read_text(encoding="utf-8")).actions) == 2


@pytest.mark.slow
@pytest.mark.thinned(2)
def test_what_was_watched_is_kept_shown_and_turned_into_other_forms(
    watched: Watched, monkeypatch: pytest.MonkeyPatch, kiebitz: Kiebitz
) -> None:
    monkeypatch.setenv("KIEBITZ_HOME", str(watched.home))
    (kept,) = kiebitz("list", "--json").json
    assert kept["game"] == watched.name
    played = played_at_once(watched.name, 2).actions
    assert tuple(turn["action"] for turn in kiebitz("replay", kept["id"], "--json").json["actions"]) == played
    for form in ("record", "abstract-play", "sgf", "svg", "text"):
        assert kiebitz("export", kept["id"], "--to", form).status == 0
    assert kiebitz("review", kept["id"], "--seconds", 0.1).status == 0
    (journal,) = (watched.home / "games").glob("*.jsonl")
    events = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    broken = {event["code"] for event in events if event.get("event") == "illegal"}
    assert broken & {code.key for code in rulebook(watched.name).codes}


@pytest.mark.slow
@pytest.mark.thinned(2)
def test_the_last_picture_is_found_read_and_checked(watched: Watched, kiebitz: Kiebitz) -> None:
    game, script = games.find(watched.name), played_at_once(watched.name, 2)
    last = Record(watched.name, script.start, script.actions, game.options()).positions()[-1]
    assert kiebitz("doctor", watched.picture, "--game", watched.name).status == 0
    read = kiebitz("read", watched.picture, "--json").json
    assert (read["method"], game.parse_contents(read["position"])) == ("tags", game.contents(last))
    outcome = game.outcome(last)
    assert outcome
    told = kiebitz("check", watched.picture, "--game", watched.name, "--json").json["result"]
    assert told == {"winners": list(outcome.winners), "reason": outcome.reason}
    colours = ",".join(ink.name for ink in list(kit_of(watched.name).inks.values())[:2])
    assert "the game is over" in kiebitz("suggest", watched.name, watched.picture, "--colours", colours).err
