"""What all commands have in common: help, language, exit statuses, JSON, progress, speed; and what row I5 asks for."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

import kiebitz as library
from kiebitz import output
from kiebitz.archive.kept import kept, kept_games
from kiebitz.archive.picture_files import kept_pictures
from kiebitz.cli import COMMANDS
from kiebitz.home import games_folder
from kiebitz.pictures.calibrating import pictures_of
from kiebitz.pictures.drawing import save_png
from kiebitz.pictures.sources import Counted, length_of, open_source
from tests.kiebitz.conftest import Kiebitz, begin_late
from tests.kiebitz.painted import paint
from tests.kiebitz.test_cli import one_line
from tests.kiebitz.test_session import board
from tests.screen.kept_game import WON, keep, moves

# -- help and language


def test_help_is_the_help_of_a_command(kiebitz: Kiebitz) -> None:
    assert kiebitz("help", "read").out == kiebitz("read", "--help").out
    assert kiebitz("help").out == kiebitz().out
    assert "referees tabletop games" in " ".join(kiebitz().out.split())
    assert [name for name in COMMANDS if f"\n  {name} " not in kiebitz("help").out] == []
    assert "No such command 'raed'. Did you mean 'read'?" in one_line(kiebitz("help", "raed"))
    assert kiebitz("-V").out == kiebitz("--version").out == f"kiebitz, version {library.__version__}\n"
    for name in ("read", "demo"):
        assert "tabik|ting|tingle|tink|tinker_tactics" in re.sub(r"\s+", "", kiebitz(name, "--help").out)


@pytest.mark.parametrize("rest", [["help", "list"], ["list", "--help"], ["list"], [], ["read", "no.png"]])
def test_the_language_may_stand_before_the_command(rest: list[str], kiebitz: Kiebitz) -> None:
    german, english = kiebitz("--language", "de", *rest), kiebitz("--language", "en", *rest)
    assert german.status == english.status
    assert german.out + german.err != english.out + english.err
    if rest and "help" not in rest[0] and "--help" not in rest:
        behind = kiebitz(*rest, "--language", "de")
        assert (german.out, german.err) == (behind.out, behind.err)
        assert kiebitz("--language", "en", *rest, "--language", "de") == german


@pytest.mark.parametrize(
    ("asked", "answer"), [("bash_complete", "plain,print\n"), ("bash_source", "_KIEBITZ_COMPLETE=bash_complete")]
)
def test_tab_is_answered_by_the_program_itself(asked: str, answer: str) -> None:
    env = {**os.environ, "_KIEBITZ_COMPLETE": asked, "COMP_WORDS": "kiebitz pr", "COMP_CWORD": "1"}
    done = subprocess.run([sys.executable, "-m", "kiebitz"], env=env, capture_output=True, text=True, check=True)
    assert answer in done.stdout


# -- exit statuses


def test_where_no_board_was_seen_no_game_is_kept(kiebitz: Kiebitz, tmp_path: Path) -> None:
    for number in range(4):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.full((480, 640, 3), 180, np.uint8))
    answer = kiebitz("watch", tmp_path, "--game", "tink")
    assert (answer.status, "is kept" in answer.out, "no game is kept" in answer.out + answer.err) == (1, False, True)
    assert not list(kept_games())


@pytest.mark.parametrize(
    "typed",
    [
        "watch demo --game tink",
        "review GAME --seconds 60",
        "suggest tabik start --seconds 60",
        "playtest tink --games 999",
        "table --port 0 --no-open",
        "engine",
        "demo",
        "calibrate PICTURES",
    ],
)
@pytest.mark.slow
@pytest.mark.thinned(8)
def test_ctrl_c_ends_every_command_with_130(typed: str, tmp_path: Path) -> None:
    game = tmp_path / "game.txt"
    game.write_text(f'[Game "tink"]\n\n{" ".join(f"{n}. {action}" for n, action in enumerate(WON, 1))}\n')
    for number in range(40 * ("PICTURES" in typed)):
        cv2.imwrite(str(tmp_path / f"{number}.png"), np.random.default_rng(number).integers(0, 255, (1500, 2000, 3)))
    words = typed.replace("GAME", str(game)).replace("PICTURES", str(tmp_path)).split()
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from kiebitz.cli import main; main()"
    )
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen([sys.executable, "-u", "-c", code, *words], **pipes) as run:  # type: ignore[call-overload]
        select.select([run.stdout], [], [], 4.0)  # some say something while they are at work
        run.send_signal(signal.SIGINT)
        _, err = run.communicate(timeout=60)
    assert (run.returncode, b"Traceback" in err) == (130, False)


# -- who begins, and who goes on


def test_what_begins_and_what_goes_on_are_not_asked_for_at_once(kiebitz: Kiebitz) -> None:
    keep(games_folder(), *moves(*WON[:2]))
    said = one_line(kiebitz("watch", "demo", "--resume", "--journal", "1"))
    assert "--resume continues the newest game, --journal the one named" in said
    said = one_line(kiebitz("watch", "demo", "--resume", "--start", "start"))
    assert "--start begins a game, --resume and --journal go on with one" in said


def test_no_remedy_names_what_calibrate_refuses(kiebitz: Kiebitz, tmp_path: Path) -> None:
    for source in ("demo", "nobody", str(tmp_path / "none.mp4"), ""):
        assert "demo`" not in one_line(kiebitz("calibrate", source))


def test_games_that_began_at_the_same_moment_are_listed_by_their_numbers(kiebitz: Kiebitz) -> None:
    for _ in range(3):
        keep(games_folder(), *moves(*WON[:1]))
    paths = sorted(games_folder().glob("*.jsonl"))
    for place, path in enumerate(paths):
        os.utime(path, (1_000_000_000 + place, 1_000_000_000 + place))
    ids = [int(line.split()[0]) for line in kiebitz("list").out.splitlines()[:-1]]
    assert ids == sorted(ids, reverse=True)
    assert ids == [int(game["id"]) for game in kiebitz("list", "--json").json]


# -- progress


def test_films_and_folders_say_how_long_they_are_and_how_far_they_have_come(tmp_path: Path) -> None:
    path, told = tmp_path / "film.mp4", list[int]()
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 10.0, (320, 240))
    for number in range(25):
        video.write(np.full((240, 320, 3), number, np.uint8))
    video.release()
    assert length_of(str(path)) == 25
    assert len(list(Counted(open_source(str(path)), told.append).frames())) == 25
    assert told == list(range(1, 26))
    folder = tmp_path / "folder"
    folder.mkdir()
    for number in range(3):
        cv2.imwrite(str(folder / f"{number}.png"), np.zeros((240, 320, 3), np.uint8))
    assert length_of(str(folder)) == 3
    assert (length_of("0"), length_of("demo"), length_of("http://127.0.0.1/x")) == (None, None, None)
    assert pictures_of([str(path), str(folder), str(folder / "0.png")]) == 29
    assert pictures_of([str(path), "0"]) is None


def test_progress_is_shown_to_a_terminal_and_to_nobody_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with output.progress("moves", 8) as tell:
        tell(4)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    with output.progress("moves", 8) as tell:
        tell(5)
    shown = capsys.readouterr()
    assert "5/8" in shown.err
    assert "moves" in shown.err
    assert shown.out == ""


# -- how quickly it starts

_TIMED = """
import contextlib, io, sys, time
from kiebitz.cli import run
with contextlib.redirect_stdout(io.StringIO()) as out:
    status = run(["locate", sys.argv[1], "--json"])
slow = sorted({name.partition(".")[0] for name in sys.modules} & {"scipy", "onnxruntime", "numba", "reportlab"})
print(status, '"found": true' in out.getvalue(), ",".join(slow) or "none", time.process_time())
"""


@pytest.mark.slow
def test_j3_the_first_locate_takes_less_than_a_second(tmp_path: Path) -> None:
    picture = tmp_path / "board.png"
    save_png(picture, library.pretend_picture(library.game("tink").start()))
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "LC_ALL": "C.UTF-8"}
    for _ in range(6):  # other programs slow the clock on the wall, and this one less
        typed = [sys.executable, "-c", _TIMED, str(picture)]
        done = subprocess.run(typed, capture_output=True, text=True, check=True, env=environment)
        told, _, seconds = done.stdout.strip().rpartition(" ")
        assert told == "0 True none"
        if float(seconds) < 1.0:
            return
    pytest.fail(f"it takes {seconds} s")


# -- row I5: names, fair play, signing, ratings and exports; JSON for every answer and error

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
