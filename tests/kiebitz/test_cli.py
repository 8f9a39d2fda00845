"""How the command line starts, and how each way of going wrong ends: one line, status 2, no traceback."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pypdf
import pytest
from PIL import Image

from kiebitz.cli import run
from tests.kiebitz.conftest import Answer, Kiebitz

RULES = [sys.executable, "-m", "kiebitz", "rules", "tabik"]


def one_line(answer: Answer) -> str:
    assert answer.status == 2
    assert answer.out == ""
    assert answer.err.count("\n") == 1
    assert answer.err.startswith("kiebitz: ")
    assert "Traceback" not in answer.err
    return answer.err


def test_a_game_is_known_by_its_title_and_by_the_beginning_of_its_name(kiebitz: Kiebitz) -> None:
    for spelled in ("Tinker Tactics", "tinker-tactics", "TINKER"):
        assert "TT-1" in kiebitz("rules", spelled, "TT-1").out
    assert "no game is called 'tin'" in one_line(kiebitz("rules", "tin"))


def test_wrong_use_and_a_mistake_of_ours_are_one_line(kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch) -> None:
    for typed in (
        "swim",
        "--nonsense",
        "locate",
        "print chess",
        "print tink --players 9",
        "print tink --only board --out no/such/folder/x.pdf",
        "print tink --only box",
        "print tink --palette rainbow",
        "print tink --duplex long --gutterfold",
        "print tink --cell-mm nan",
        "print tink --offset nan,0",
        "print tink --tiles",
        "print tink --correct missing.json",
        "verify-print missing.png",
        "verify-print --measured-mm 168,x --paper a4",
        "verify-print --measured-mm 168,216 --paper b4",
    ):
        assert len(one_line(kiebitz(*typed.split()))) > 30

    def broken() -> tuple[str, ...]:
        raise RuntimeError("oh dear")

    monkeypatch.setattr("core.games.names", broken)
    assert "oh dear" in one_line(kiebitz("games"))


def test_a_reader_that_goes_away_is_no_error() -> None:
    with subprocess.Popen(RULES, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_an_answer_that_cannot_be_written_is_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(RULES, stdout=full, stderr=subprocess.PIPE, check=False, timeout=60)
    assert done.returncode == 2
    assert done.stderr.startswith(b"kiebitz: the answer cannot be written")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(("command", "closed"), [(["engine"], "<&-"), (["list"], ">&-"), (["list"], "2>&-")])
def test_a_closed_stream_is_no_error(command: list[str], closed: str) -> None:
    line = f"exec {shlex.join([*RULES[:3], *command])} {closed}"
    done = subprocess.run(["sh", "-c", line], input=b"", capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")


def test_games_introduces_them(kiebitz: Kiebitz) -> None:
    tinker = {game["name"]: game for game in kiebitz("games", "--json").json["games"]}["tinker_tactics"]
    assert (tinker["players"], tinker["minutes"], tinker["year"]) == ([2, 3, 4, 5, 6], [5, 10], 2015)
    assert "2 to 6 players, 5 to 10 minutes. By Tinkerbot Games, 2015." in kiebitz("games").out


@pytest.mark.parametrize(
    "wishes", ["tabik --options board_size=5 --only board", "ting --only board,cards --ink low --large --offset 1,-1"]
)
def test_print_does_as_it_is_told(kiebitz: Kiebitz, tmp_path: Path, wishes: str) -> None:
    path, folder = tmp_path / "kit.pdf", tmp_path / "svg"
    answer = kiebitz("print", *wishes.split(), "--out", path, "--svg", folder, "--json").json
    assert path.read_bytes().startswith(b"%PDF")
    assert len(list(folder.glob("*.svg"))) == len(answer["sheets"])
    assert (answer["sheets"] == ["Start here", "The board"]) == ("tabik" in wishes)


def test_verify_print_measures_and_print_corrects(kiebitz: Kiebitz, tmp_path: Path) -> None:
    correction, kit = tmp_path / "c.json", tmp_path / "target.pdf"
    ruled = kiebitz("verify-print", "--measured-mm", "166.4,216", "--paper", "a4", "--out", correction, "--json")
    assert (ruled.status, ruled.json["good"], ruled.json["method"]) == (1, False, "ruler")
    assert ruled.json["scale_x"] == pytest.approx(166.4 / 168)
    assert (ruled.json["shift_mm"], ruled.json["skew_deg"]) == (None, None)
    assert kiebitz("print", "target", "--correct", correction, "--out", kit).status == 0
    content = pypdf.PdfReader(kit).pages[0].get_contents()
    assert content is not None
    assert f"{72 / 25.4 * 168 / 166.4:.6f} 0 0".encode() in content.get_data()
    good = kiebitz("verify-print", "--measured-mm", "168,216", "--paper", "a4", "--out", correction)
    assert (good.status, good.out.splitlines()[0]) == (0, "good")
    blank = tmp_path / "blank.png"
    Image.new("RGB", (300, 300), "white").save(blank)
    assert kiebitz("verify-print", blank).status == 1


def test_pieces_are_printed_for_two_unless_told_otherwise(kiebitz: Kiebitz, tmp_path: Path) -> None:
    words = ("print", "tink", "--out", tmp_path / "kit.pdf", "--only")
    said = kiebitz(*words, "pieces").out
    assert "This kit is for two players; --players N prints one for N.\n" in said
    assert "actual size" in said
    assert "This kit" not in kiebitz(*words, "board").out
    told = kiebitz(*words, "pieces", "--options", "players=4", "--json").json
    assert (told["players"], told["seats"], told["serves"]) == (4, list("ABCD"), "two to four players")


def test_rules_are_shown_whole_and_by_entry(kiebitz: Kiebitz) -> None:
    whole, entry = kiebitz("rules", "tabik").out, kiebitz("rules", "tink", "gw17").out
    assert "CC BY-SA" in kiebitz("rules", "tink").out
    assert "kiebitz rules tabik --questions" in whole
    assert "not next to" in entry
    assert entry.count("GW-") == 1
    assert "nothing is said" in kiebitz("rules", "tink", "GEN-1").out
    assert "they have 3…3.7, R1…R21, GEN-1…GEN-8, GW-1…GW-25" in one_line(kiebitz("rules", "tink", "GW99"))


def test_rules_list_options_and_questions(kiebitz: Kiebitz) -> None:
    said = kiebitz("rules", "tabik", "--options").out
    assert "pie_rule=true  (R25)\n    White may answer Black's first action by swapping sides." in said
    assert "May be a whole number from 2 to 19." in said
    told = {each["name"]: each for each in kiebitz("rules", "tink", "--options", "--json").json["options"]}
    assert told["overline"]["choices"] == ["wins", "ignored"]
    assert (told["players"]["limits"], told["players"]["default"]) == ([2, 4], 2)
    said = kiebitz("rules", "tabik", "--questions").out
    assert "R25  May White swap sides later in the game?\n    No. The swap can only answer" in said
    questions = kiebitz("rules", "tabik", "--questions", "--json").json["questions"]
    assert (len(questions), questions[0]["key"]) == (said.count("?\n"), "4.4")
    for words in (("R5", "--options"), ("R5", "--questions"), ("--options", "--questions")):
        assert "leave" in one_line(kiebitz("rules", "tink", *words))


def test_odd_cases_are_shown_with_what_the_referee_says(kiebitz: Kiebitz) -> None:
    said = kiebitz("rules", "tink", "R5").out
    assert "May the large help to pay for its own move?\n    Yes. It goes" in said
    assert " 4  .   .   .   .   Al  .   .   .\n" in said
    assert " 3  .   .   .  [.] [Al] .   .   .\n" in said
    assert said.endswith(
        "\nWith large_self_move=false: not allowed. At this table the large cannot pay for itself. [GW-25]\n"
    )
    (case,) = kiebitz("rules", "tink", "R7", "--json").json["cases"]
    assert (case["legal"], case["code"], case["action"]) == (False, "GW-20", "Sd6-d5-e6")
    assert case["says"][0].startswith("A plays Sd6-d5-e6: not allowed. A has no small left")


def test_ctrl_c_while_a_module_is_imported_is_no_mistake_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise RuntimeError("Error calling __set_name__") from KeyboardInterrupt()

    monkeypatch.setattr("kiebitz.cli.kiebitz.main", interrupted)
    assert run(["games"]) == 130


def test_a_command_that_is_spelled_wrong_and_a_game_without_its_option_are_recognised(kiebitz: Kiebitz) -> None:
    assert "'wacth'. Did you mean 'watch'?; see `kiebitz --help`" in one_line(kiebitz("wacth", "0"))
    assert "Did you mean" not in one_line(kiebitz("frobnicate"))
    assert "War 'watch' gemeint" in one_line(kiebitz("wacth", "--language", "de"))
    told = one_line(kiebitz("locate", "tingle", "x.png"))
    assert told.startswith("kiebitz: Got unexpected extra argument (x.png); name the game with --game tingle; see ")
    assert "--game" not in one_line(kiebitz("locate", "y.png", "x.png"))
    assert "--game" not in one_line(kiebitz("rules", "tink", "tingle", "ting"))
    assert "Missing argument 'GAME': tabik, ting, tingle, tink, tinker_tactics; see" in one_line(kiebitz("print"))
