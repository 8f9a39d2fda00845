"""The commands that look at pictures, on the pretend table."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest

from core.games import find
from core.verdict import Refused
from kiebitz.calling import known_names
from kiebitz.commands.check import told_of
from kiebitz.home import games_folder
from kiebitz.watching.pretend_table import PretendTable
from kiebitz.watching.scripts import script_of
from kits.tink import KIT
from simulator.table import Table
from tests.kiebitz.conftest import Kiebitz
from tests.kiebitz.test_cli import one_line

TINK = find("tink")
COLOURS = ("--colours", "red,blue")


def contents(*actions: str) -> Mapping[str, str]:
    position = TINK.start(TINK.options())
    for action in actions:
        position = TINK.play(position, action)
    return TINK.contents(position)


@pytest.fixture(scope="module")
def pretend() -> Table:
    return PretendTable().table


@pytest.fixture(scope="module")
def picture(pretend: Table, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a picture in which A has three smalls in a row and B could pay for a medium."""
    path = tmp_path_factory.mktemp("pictures") / "table.png"
    board = contents("Sd4", "Sc6", "Sd5", "Sc5", "Sd6", "Sg2")
    cv2.imwrite(str(path), pretend.picture(board).image)
    return path


@pytest.fixture(scope="module")
def tableless(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pictures") / "grey.png"
    cv2.imwrite(str(path), np.full((480, 640, 3), 128, np.uint8))
    return path


def test_read_draws_the_board_and_takes_turn_and_ply_from_a_position(
    kiebitz: Kiebitz, picture: Path, tmp_path: Path
) -> None:
    drawn, before = tmp_path / "drawn.png", "8/8/2BsAs4/2BsAs4/3As4/8/8/8 B 0,1 5"
    answer = kiebitz("read", picture, *COLOURS, "--json", "--explain", drawn, "--position", before)
    assert answer.json["position"] == "8/8/2BsAs4/2BsAs4/3As4/8/6Bs1/8 B 0,1 5"
    image = cv2.imread(str(drawn))
    assert image is not None
    assert image.shape == (960, 1280, 3)
    told = kiebitz("read", picture, *COLOURS).out
    assert " 4  .   .   .   As  ." in told
    assert "A is red" in told


def test_check_finds_lines_threats_and_faults(kiebitz: Kiebitz, picture: Path) -> None:
    answer = kiebitz("check", picture, *COLOURS, "--json").json
    assert answer["result"] is None
    assert answer["lines"] == []
    assert {threat["action"] for threat in answer["threats"] if threat["seat"] == "A"} == {"Sd3", "Sd7"}
    assert answer["faults"] == []
    assert "Red could win with Sd3" in kiebitz("check", picture, *COLOURS).out


def test_check_tells_people_that_a_game_is_won_and_threats_no_longer(
    kiebitz: Kiebitz, pretend: Table, tmp_path: Path
) -> None:
    won = contents("Sd4", "Sc6", "Sd5", "Sc5", "Sd6", "Sg2", "Sd7")
    cv2.imwrite(str(tmp_path / "won.png"), pretend.picture(won).image)
    told = kiebitz("check", tmp_path / "won.png", *COLOURS).out.splitlines()
    assert told[-2:] == ["Line: d4 d5 d6 d7", "Red wins with a line."]


def test_check_tells_the_score_of_tabik() -> None:
    tabik = find("tabik")
    position = tabik.play(tabik.start(tabik.options()), "b2+b3")
    told = told_of(tabik.survey(tabik.contents(position), tabik.options()), known_names(tabik, {}))
    assert told == ["Score: Black 0, White 0."]


def test_suggest_calls_the_players_of_a_picture_by_their_colours(kiebitz: Kiebitz, picture: Path) -> None:
    told = kiebitz("suggest", picture, *COLOURS, "--nodes", 100).out
    assert told.startswith("Red should play ")
    assert told.splitlines()[-2:] == ["+1 is won and -1 lost, for the side to move.", "A is red  B is blue"]


def test_suggest_wins_in_a_picture_and_in_a_text(kiebitz: Kiebitz, picture: Path) -> None:
    for where in ((str(picture), *COLOURS), ("8/8/2BsAs4/2BsAs4/3As4/8/6Bs1/8 A 0,0 6",)):
        answer = kiebitz("suggest", "tink", *where, "--nodes", 100, "--json")
        assert answer.json["action"] in {"Sd3", "Sd7"}
        assert answer.json["proved"] is True
        assert answer.json["value"] == 1
    assert "four in a row" in kiebitz("suggest", "tink", "8/8/2BsAs4/2BsAs4/3As4/8/6Bs1/8 A 0,0 6").out


@pytest.mark.parametrize("command", ["read", "check", "locate"])
def test_a_picture_without_a_board_is_a_no(command: str, kiebitz: Kiebitz, tableless: Path) -> None:
    answer = kiebitz(command, tableless, "--game", "tink", "--json")
    assert answer.status == 1
    assert answer.json["found"] is False
    assert answer.json.get("position") is None
    first, *rest = answer.err.splitlines()
    assert "no board found" in first
    assert len(rest) <= 1


@pytest.mark.parametrize("command", ["read", "locate"])
def test_a_board_that_comes_in_sizes_is_missed_by_its_size(command: str, kiebitz: Kiebitz, tableless: Path) -> None:
    answer = kiebitz(command, tableless, "--game", "tabik", "--options", "board_size=9")
    assert answer.status == 1
    assert "no board of 9 × 9 cells" in answer.err
    assert "board_size=" in answer.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("read", "{picture}", "--game", "chess"),
        ("read", "{picture}", "--corners", "1,1,2,2,3,3,4,4"),
        ("read", "{picture}", "--corners", "nan,1,2,2,3,3,4,4"),
        ("locate", "{picture}", "--corners=-9,900,-900,900,-900,100,-9,100"),
        ("suggest", "tink", "{picture}", "--to-move", "Q", *COLOURS),
        ("watch", "{picture}", "--start", ""),
        ("suggest", "tink", ""),
        ("read", "{picture}", "--position", "8/8 A 0,0 0"),
        ("read", "{picture}", "--explain", "no/such/folder\0/x.png"),
        ("suggest", "tabik", "4/4/4/5 - B 0"),
        ("watch", "{picture}", "--to-move", "C"),
        ("watch", "{picture}", "--resume"),
        ("demo", "tinker_tactics", "--players", "7"),
        ("demo", "--out", "{picture}/folder"),
    ],
)
def test_wrong_use_is_one_line(arguments: tuple[str, ...], kiebitz: Kiebitz, picture: Path, tableless: Path) -> None:
    filled = [argument.format(picture=picture, tableless=tableless) for argument in arguments]
    assert len(one_line(kiebitz(*filled))) > 30


def test_watching_a_source_without_a_board_is_a_no(kiebitz: Kiebitz, tableless: Path) -> None:
    answer = kiebitz("watch", tableless, "--game", "tink", "--json")
    assert answer.status == 1
    assert [event["event"] for event in answer.lines] == ["journal", "lost", "end"]
    assert answer.err.count("\n") == 1
    assert not list(games_folder().glob("*.jsonl"))


def film(table: Table, folder: Path, *boards: tuple[Mapping[str, str], str | None]) -> Path:
    folder.mkdir()
    for number, (board, hand) in enumerate(boards):
        cv2.imwrite(str(folder / f"{number:02}.jpg"), table.picture(board, hand=hand, seed=number).image)
    return folder


@pytest.mark.slow
def test_a_game_on_a_bought_board_is_watched_killed_and_resumed(kiebitz: Kiebitz, tmp_path: Path) -> None:
    colours = {"A": "green", "B": "yellow"}
    table = Table.draw(np.random.default_rng(4), kit=KIT, style="wood", tier="easy", colours=colours, size=(960, 720))
    one, two, three = contents("Sd4"), contents("Sd4", "Se5"), contents("Sd4", "Se5", "Sc3")
    begun = film(table, tmp_path / "first", (contents(), None), (contents(), "d4"), (one, None), (two, None))
    answer = kiebitz("watch", begun, "--game", "tink", "--colours", "green,yellow", "--json")
    assert answer.status == 0
    first, *events = answer.lines
    assert [event["event"] for event in events] == ["found", "state", "move", "move", "end"]
    assert (first["event"], first["game"]) == ("journal", "1")
    turns = [event["action"] for event in events if event["event"] == "move"]
    assert len(turns) == 2
    (journal,) = games_folder().glob("*.jsonl")
    assert first["file"] == str(journal)
    with journal.open("ab") as file:
        file.write(b'{"event": "mo')  # killed in the middle of a line
    second = film(table, tmp_path / "second", (three, None), (two, None))
    answer = kiebitz("watch", second, "--resume", "--json")
    again, *later = answer.lines
    assert again == first
    assert [event["event"] for event in later] == ["state", "found", "move", "takeback", "end"]
    assert later[0]["position"] == later[-1]["position"]
    assert later[2]["seat"] == "A"
    assert [event["n"] for event in events + later] == list(range(1, 11))
    kept = [json.loads(line) for line in journal.read_text().splitlines()]
    assert [line["event"] for line in kept if line.get("event") in ("move", "takeback")] == ["move"] * 3 + ["takeback"]


@pytest.mark.usefixtures("late_demo")
def test_the_demo_plays_to_its_end(kiebitz: Kiebitz, tmp_path: Path) -> None:
    answer = kiebitz("demo", "--out", tmp_path / "out")
    assert (answer.status, answer.err) == (0, "")
    assert "f4 is not next to d3" in answer.out
    assert "[GW-17]" in answer.out
    assert "The board has been put right." in answer.out
    assert "Four in a row: e3 e4 e5 e6. Red wins." in answer.out
    assert answer.out.count("?") == 0
    picture, record = tmp_path / "out" / "tink-demo.png", tmp_path / "out" / "tink-demo.txt"
    assert str(picture) in answer.out
    assert cv2.imread(str(picture)) is not None
    assert "Se3" in record.read_text()
    assert "A line" in record.read_text()


DEMOS = [
    ("tink", 2, "[GW-17]", "13. Se3"),
    ("ting", 2, "[GW-1]", "10. Sf7"),
    ("tingle", 2, "[GW-17]", "13. Se3"),
    ("tabik", 2, "[TB-2]", "13. d4xd5"),
    ("tinker_tactics", 2, "[TT-9]", "9. d1>d2"),
    ("tinker_tactics", 3, "[TT-9]", "8. Bb2>Bb1"),
    ("tinker_tactics", 4, "[TT-9]", "10. c5>c6"),
    ("tinker_tactics", 5, "", "11. Ad3>Ac3"),
    ("tinker_tactics", 6, "", "10. Cb1>Dd3"),
]


@pytest.mark.thinned(0)
@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "told", "end"), DEMOS)
def test_the_demos_of_all_games_play_to_their_ends(
    kiebitz: Kiebitz, tmp_path: Path, name: str, players: int, told: str, end: str
) -> None:
    answer = kiebitz("demo", name, "--players", players, "--out", tmp_path)
    assert (answer.status, answer.err) == (0, "")
    assert told in answer.out
    assert ("The board has been put right." in answer.out) == bool(told)
    assert end in (tmp_path / f"{name}-demo.txt").read_text()


@pytest.mark.parametrize(("name", "players", "told", "end"), DEMOS)
def test_the_scripts_of_demos_keep_the_rules_but_where_they_break_one(
    name: str, players: int, told: str, end: str
) -> None:
    game, script = find(name), script_of(name, players)
    position = game.parse_position(script.start, script.options) if script.start else game.start(script.options)
    codes = []
    for number, action in enumerate(script.actions):
        assert action in game.actions(position)
        if number in script.wrong:
            verdict = game.diagnose(position, {**game.contents(position), **script.wrong[number]})
            assert isinstance(verdict, Refused)
            codes.append(f"[{verdict.objection.code}]")
        position = game.play(position, action)
    assert (codes, f"{len(script.actions)}. {action}") == ([told] if told else [], end)
