"""Row I5: names, fair play, signing, ratings and puzzles from the command line; JSON for every answer and error."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kiebitz.archive.kept import kept
from kiebitz.archive.picture_files import kept_pictures
from kiebitz.cli import COMMANDS
from kiebitz.home import games_folder
from kiebitz.pictures.drawing import save_png
from tests.kiebitz.conftest import Kiebitz, begin_late
from tests.kiebitz.painted import paint
from tests.kiebitz.test_cli import one_line
from tests.kiebitz.test_session import board
from tests.screen.kept_game import WON, keep, moves

FAIR = {"event": "terms", "fair": True, "message": "Fair play was agreed on."}


def test_i5_every_error_under_json_is_json_and_stays_english(kiebitz: Kiebitz) -> None:
    for name in COMMANDS:
        answer = kiebitz(name, "--no-such-option", "--json")
        assert (answer.status, answer.out) == (2, "")
        assert "--no-such-option" in json.loads(answer.err)["error"]
    german = json.loads(kiebitz("--language", "de", "show", "no.txt", "--json").err)
    assert "no.txt" in german["error"]
    assert german == json.loads(kiebitz("show", "no.txt", "--json").err)


@pytest.mark.usefixtures("painted_eye")
def test_i5_names_and_fair_play_are_kept(kiebitz: Kiebitz, tmp_path: Path) -> None:
    for count in range(3):
        save_png(tmp_path / f"{count}.png", paint(board(*("Sc3", "Sf6")[:count])))
    words = ("--game", "tink", "--names", "Ada,Bo", "--fair-play", "--keep-pictures", "--json")
    answer = kiebitz("watch", tmp_path, *words)
    lines = answer.lines
    assert [line["names"] for line in lines if line["event"] == "players"] == [{"A": "Ada", "B": "Bo"}]
    assert [line["fair"] for line in lines if line["event"] == "terms"] == [True]
    (path,) = games_folder().glob("*.jsonl")
    assert dict(kept(path).people) == {"A": "Ada", "B": "Bo"}
    assert ("whole pictures of this game are kept" in answer.err, len(kept_pictures(path))) == (True, 3)
    locked = kiebitz("review", "last", "--json")
    assert (locked.status, "Fair play" in json.loads(locked.err)["error"]) == (2, True)
    page = kiebitz("export", "last", "--to", "html", "--seconds", 1, "--out", tmp_path / "page.html")
    assert (page.status, "Fair play" in page.err) == (2, True)


def test_i5_what_is_no_name_and_bots_in_fair_play_are_refused(kiebitz: Kiebitz) -> None:
    for names in ("Ada,Bo,Cy", "A=Ada,Z=Bo", "Ada,ada", "x" * 31):
        assert "--names" in one_line(kiebitz("watch", "demo", "--game", "tink", "--names", names))
    assert "fair play" in one_line(kiebitz("watch", "demo", "--fair-play", "--bot", "B:3"))


def test_i5_the_result_is_signed(kiebitz: Kiebitz) -> None:
    path = keep(games_folder(), {"event": "players", "names": {"A": "Ada", "B": "Bo"}}, FAIR, *moves(*WON))
    assert kiebitz("sign", "last", "A").out == "A agrees to the result.\n"
    assert "already" in kiebitz("sign", "last", "A").err
    assert "not 'C'" in kiebitz("sign", "last", "C").err
    assert kiebitz("sign", "last", "B", "--json").json["signed"] == ["A", "B"]
    assert kept(path).signed == ("A", "B")
    assert kept(path).trouble == ""
    assert kiebitz("review", "last", "--seconds", 1, "--json").status == 0  # fair play is over


def test_i5_a_game_that_goes_on_is_not_signed(kiebitz: Kiebitz) -> None:
    path = keep(games_folder(), *moves(*WON[:3]))
    before = path.read_bytes()
    assert "not over" in kiebitz("sign", "last", "A").err
    assert path.read_bytes() == before


def test_i5_ratings_are_told(kiebitz: Kiebitz) -> None:
    assert "No game with names" in kiebitz("ratings").out
    keep(games_folder(), {"event": "players", "names": {"A": "Ada", "B": "Bo"}}, *moves(*WON))
    (told,) = kiebitz("ratings", "--json").json["ratings"]
    assert [(each["name"], each["rating"]) for each in told["players"]] == [("Ada", 1516), ("Bo", 1484)]
    assert kiebitz("ratings", "tabik", "--json").json == {"ratings": []}
    out = kiebitz("ratings").out
    assert "Ada  1516 ?  1 – 0 – 0" in out
    assert "Ada – Bo  1 : 0" in out


def test_i5_an_export_answers_in_json(kiebitz: Kiebitz, tmp_path: Path) -> None:
    keep(games_folder(), *moves(*WON))
    told = kiebitz("export", "last", "--to", "sgf", "--json").json
    assert told["text"] == kiebitz("export", "last", "--to", "sgf").out
    told = kiebitz("export", "last", "--to", "png", "--out", tmp_path / "board.png", "--json").json
    assert (told["to"], Path(told["out"]).stat().st_size > 0, "text" in told) == ("png", True, False)
    assert "--out" in json.loads(kiebitz("export", "last", "--to", "png", "--json").err)["error"]


@pytest.mark.slow
def test_i5_the_demo_answers_in_json(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    begin_late(monkeypatch, 12)
    told = kiebitz("demo", "--json").json
    assert told["result"]["winners"]
    assert Path(told["record"]).is_file()
    assert {"found", "move", "result"} <= {event["event"] for event in told["events"]}
