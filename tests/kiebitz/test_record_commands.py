"""``kiebitz replay`` and ``kiebitz export`` on records and journals, whole and broken."""

from __future__ import annotations

import csv
import io
import json
import re
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest
from PIL import Image, ImageSequence
from sgfmill import sgf

from core import games
from core.reading import ROD
from core.record import Line, Record
from core.verdict import capitalised
from kiebitz.archive.journal import Header, Journal
from kiebitz.archive.ppn import to_ppn
from kiebitz.archive.recorded import load
from kiebitz.calling import known_names
from kiebitz.screen.views.share import journal_page
from kiebitz.tint import tinted
from tests.kiebitz.conftest import Answer, Kiebitz
from tests.kiebitz.test_score_sheet import at_random
from tests.record.test_grammar import EXAMPLES
from tests.screen.kept_game import WON, keep, moves

START = "8/8/8/8/8/8/8/8 A 0,0 0"


@pytest.fixture
def tink(tmp_path: Path) -> Path:
    return written(tmp_path, EXAMPLES[0])


def written(folder: Path, text: str) -> Path:
    path = folder / "game.txt"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: text.split('"')[1])
def test_every_game_is_shown(text: str, tmp_path: Path, kiebitz: Kiebitz) -> None:
    answer = kiebitz("replay", written(tmp_path, text), "--all")
    record = Record.parse(text)
    game = games.find(record.game)
    assert answer.status == 0
    assert answer.err == ""
    assert max(map(len, answer.out.splitlines())) <= 96
    for position in record.positions():
        assert game.format_position(position) in answer.out
    for action in record.actions:
        assert f"  {action}\n" in answer.out
    assert record.outcome is not None
    names = known_names(game, {seat: name for seat, name in record.tags.items() if len(seat) == 1})
    assert answer.out.endswith(f"{capitalised(record.outcome.sentence_with(names))}.\n")
    assert "\x1b" not in answer.out


def test_the_game_so_far(tink: Path, kiebitz: Kiebitz) -> None:
    answer = kiebitz("replay", tink, "--ply", 2)
    assert " 4  .   .   .  [Bs] .   .   .   .\n" in answer.out
    assert "or 2. Sc6 {further off} 3. Sd6 (3. Sf4 4. Sg3) 4. Sb2" in answer.out
    assert "  3. " not in answer.out
    assert "wins" not in answer.out


def test_a_winning_line_is_marked(tmp_path: Path, kiebitz: Kiebitz) -> None:
    out = kiebitz("replay", written(tmp_path, next(t for t in EXAMPLES if "tingle" in t))).out
    assert " 6  .   .   Bs  .   .  (Al) .   .\n 5  .   .   Bs  .  [As] .   .   .\n" in out
    assert "( ) in a winning line" in out


def test_a_program_gets_everything(tink: Path, kiebitz: Kiebitz) -> None:
    answer = kiebitz("replay", tink, "--ply", 1, "--json").json
    assert answer["result"] == {"winners": ["B"], "reason": "resignation"}
    assert [action["action"] for action in answer["actions"]] == ["Se5", "Sd4", "Sd6", "Sf4", "Me6-d6-e5"]
    assert answer["actions"][1]["branches"][0]["branches"]["1"][0]["actions"] == ["Sf4", "Sg3"]
    assert (answer["ply"], answer["position"]) == (1, "8/8/8/4As3/8/8/8/8 B 0,0 1")
    assert answer["tags"]["A"] == "Ada"


def test_seats_have_their_colours_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    board = " 2  .  [Bl]\n 1  As  A8=7\n2As5/Bs7 A 0,0 4"
    monkeypatch.delenv("NO_COLOR", raising=False)
    bold_red, bold_yellow, end = "\x1b[31m\x1b[1m", "\x1b[33m\x1b[1m", "\x1b[0m"
    shown = f" 2  .  [{bold_yellow}Bl{end}]\n 1  {bold_red}As{end}  {bold_red}A8=7{end}\n2As5/Bs7 A 0,0 4"
    assert tinted(board) == shown
    monkeypatch.setenv("NO_COLOR", "1")
    assert tinted(board) == board


def test_a_record_comes_through_a_pipe(monkeypatch: pytest.MonkeyPatch, kiebitz: Kiebitz) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(EXAMPLES[0].encode())))
    assert kiebitz("export", "-", "--to", "record").out == Record.parse(EXAMPLES[0]).format()


def test_each_form_is_written(tink: Path, tmp_path: Path, kiebitz: Kiebitz) -> None:
    record = Record.parse(EXAMPLES[0])
    assert Record.parse(kiebitz("export", tink, "--to", "record").out) == record
    out = tmp_path / "game.sgf"
    assert kiebitz("export", tink, "--to", "sgf", "--out", out) == Answer(0, "", "")
    assert len(sgf.Sgf_game.from_bytes(out.read_bytes()).get_main_sequence()) == 1 + len(record.actions)
    played = json.loads(kiebitz("export", tink, "--to", "abstract-play").out)
    assert played["moves"] == [["Se5", "Sd4"], ["Sd6", "Sf4"], ["Me6-d6-e5", None]]
    drawn = kiebitz("export", tink, "--to", "text", "--ply", 0).out
    assert drawn.endswith(f"a  b  c  d  e  f  g  h\n{START}\n")
    svg = ElementTree.fromstring(kiebitz("export", tink, "--to", "svg", "--ply", 0).out)
    assert svg.findtext("{http://www.w3.org/2000/svg}desc", "").endswith(START)


def test_an_export_without_a_date_says_so(tmp_path: Path, kiebitz: Kiebitz) -> None:
    answer = kiebitz("export", written(tmp_path, '[Game "tink"]\n*'), "--to", "abstract-play")
    assert "no date" in answer.err
    header = json.loads(answer.out)["header"]
    assert header["unfinished"]
    assert header["date-start"] == header["date-generated"]


def test_a_journal_is_a_record_and_what_was_taken_back_a_branch(tmp_path: Path, kiebitz: Kiebitz) -> None:
    journal = Journal.create(tmp_path, Header("tink", START, {"ply_limit": 9}, {"A": "red"}, "camera 0"))
    for event in ("Sc3", "Sd4", "Se5", 2, "Sc4", "Sd5", 1, 1, "Sf6", {"event": "illegal", "code": "GW-1"}, "Sa1", 1):
        match event:
            case str():
                journal.append({"event": "move", "action": event})
            case int():
                journal.append({"event": "takeback", "plies": event})
            case _:
                journal.append(event)
    assert "1. Red  Sc3\n  2. B    Sf6" in kiebitz("replay", journal.path).out
    record = Record.parse(kiebitz("export", journal.path, "--to", "record").out)
    assert record.actions == ("Sc3", "Sf6")
    assert record.branches == {1: (Line(("Sd4", "Se5")), Line(("Sc4",)))}
    assert record.comments == {1: "taken back: Sa1"}
    assert (record.options.ply_limit, record.tags["A"], record.tags["Source"]) == (9, "red", "camera 0")
    assert re.match(r"\d{4}-\d\d-\d\dT", record.tags["Date"])
    assert kiebitz("export", journal.path, "--to", "abstract-play").err == ""
    journal.append({"event": "state", "set": True, "position": "8/8/8/8/8/8/8/8 A 0,0 2"})
    assert "begins with the last one" in kiebitz("export", journal.path, "--to", "abstract-play").err


def test_an_action_has_the_number_by_which_its_event_calls_it(tmp_path: Path, kiebitz: Kiebitz) -> None:
    journal = Journal.create(tmp_path, Header("tink", START, {}, {"A": "red", "B": "blue"}, "camera 0"))
    journal.append({"event": "move", "action": "Sc3", "ply": 1, "seat": "A"})
    agreed = "8/8/8/4As3/8/2As5/8/8 B 0,0 2"
    journal.append({"event": "agreed", "code": "GW-1", "position": agreed})
    journal.append({"event": "move", "action": "Sa8", "ply": 3, "seat": "B"})
    assert "  3. Blue  Sa8" in kiebitz("replay", journal.path).out
    assert [action["ply"] for action in kiebitz("replay", journal.path, "--json").json["actions"]] == [1, 3]
    assert kiebitz("replay", journal.path, "--ply", 3, "--json").json["position"].endswith(" A 0,0 3")
    assert "no move 2; its moves are 1 to 3" in kiebitz("replay", journal.path, "--ply", 2).err
    assert "  3. Blue  Sa8" in kiebitz("review", journal.path, "--seconds", 0.1).out


def test_a_replay_tells_in_words_what_was_agreed_and_set(tmp_path: Path, kiebitz: Kiebitz) -> None:
    journal = Journal.create(tmp_path, Header("tink", START, {}, {"A": "red", "B": "blue"}, "camera 0"))
    agreed = "8/8/8/4As3/8/2As5/8/8 B 0,0 2"
    told = "It is B's turn, not A's. Please take back the small on e5."
    journal.append({"event": "move", "action": "Sc3"})
    journal.append({"event": "agreed", "code": "GW-1", "message": told, "position": agreed})
    journal.append({"event": "state", "set": True, "position": "8/8/8/4As3/8/8/8/8 A 0,0 3"})
    shown = kiebitz("replay", journal.path).out
    assert "%set" not in shown
    assert f"The players let this stand: {told}" in shown
    assert "The position was set as told: 8/8/8/4As3/8/8/8/8 A 0,0 3." in shown
    assert re.search(r"Date: \d{4}-\d\d-\d\d \d\d:\d\d   Source: camera 0", shown)
    german = kiebitz("replay", journal.path, "--language", "de").out
    assert "Am Tisch so stehen gelassen: B ist am Zug, nicht A." in german
    assert "Die Stellung wurde so angesagt: 8/8/8/4As3/8/8/8/8 A 0,0 3." in german
    assert "Quelle: camera 0" in german
    record = tmp_path / "game.txt"
    assert kiebitz("export", journal.path, "--to", "record", "--out", record) == Answer(0, "", "")
    assert (
        "The players let this stand: It is Blue&#x27;s turn, not Red&#x27;s."
        in kiebitz("export", record, "--to", "html").out
    )


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"", "[Game"),
        (b"\xfe\xfe", "UTF-8"),
        (b'[Game "tink"]\n\n1. Sc3 2. Sc3', "line 3, action 2, 'Sc3'"),
        (b"{", "not a journal"),
        (b'{"journal": 1}\n', "'game'"),
        (b'{"journal": 1, "game": "tink", "start": "%s", "options": 3}\n' % START.encode(), "line 1"),
        (
            b'{"journal": 1, "game": "tink", "start": "%s"}\n{"event": "takeback", "plies": 1e999}\n' % START.encode(),
            "line 2",
        ),
        (b'{"journal": ' + b"[" * 100_000 + b"\n", "not a journal"),
        (b'{"journal": 1, "game": "tink", "start": "%s"}\n{"event":"pass","action":"--"}\n' % START.encode(), "GW-3"),
    ],
)
def test_what_cannot_be_read_is_told_in_a_line(data: bytes, part: str, tmp_path: Path, kiebitz: Kiebitz) -> None:
    path = tmp_path / "game"
    path.write_bytes(data)
    for command in (["replay", path], ["export", path, "--to", "sgf"]):
        answer = kiebitz(*command)
        assert (answer.status, answer.out) == (2, "")
        assert answer.err.count("\n") == 1
        assert part in answer.err
        assert "mistake in Kiebitz" not in answer.err
        assert len(answer.err) < 600


@pytest.mark.parametrize(
    "arguments",
    [
        ["replay", "no such file"],
        ["replay", "."],
        ["replay", "GAME", "--ply", "6"],
        ["export", "GAME"],
        ["export", "GAME", "--to", "pgn"],
        ["export", "GAME", "--to", "sgf", "--ply", "1"],
        ["export", "GAME", "--to", "text", "--out", "no/such/folder/x"],
    ],
)
def test_wrong_use_is_told_in_a_line(arguments: list[str], tink: Path, kiebitz: Kiebitz) -> None:
    answer = kiebitz(*(tink if argument == "GAME" else argument for argument in arguments))
    assert (answer.status, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert "mistake in Kiebitz" not in answer.err


def test_a_game_is_exported_as_a_page_that_needs_nothing_else(tmp_path: Path, kiebitz: Kiebitz) -> None:
    journal = keep(tmp_path, *moves(*WON))
    answer = kiebitz("export", journal, "--to", "html", "--out", tmp_path / "game.html")
    assert (answer.status, answer.err) == (0, "")
    assert (tmp_path / "game.html").read_text(encoding="utf-8") == journal_page(load(journal))
    assert "--to html" in kiebitz("export", journal, "--to", "sgf", "--seconds", 1).err


def test_a_moving_picture_shows_every_position_and_the_last_one_longest(tink: Path, kiebitz: Kiebitz) -> None:
    out = tink.with_suffix(".gif")
    assert kiebitz("export", tink, "--to", "gif", "--out", out).status == 0
    with Image.open(out) as film:
        shown_ms = [frame.info["duration"] for frame in ImageSequence.Iterator(film)]
    assert len(shown_ms) == len(Record.parse(tink.read_text(encoding="utf-8")).actions) + 1
    assert shown_ms[-1] > 3 * shown_ms[0]


@pytest.mark.thinned(2)
@pytest.mark.parametrize("form", ["mp4", "webm"])
def test_a_film_shows_every_position_and_the_last_one_longest_e5(form: str, tink: Path, kiebitz: Kiebitz) -> None:
    out = tink.with_suffix(f".{form}")
    answer = kiebitz("export", tink, "--to", form, "--out", out)
    assert (answer.status, answer.err) == (0, "")
    film, frames = cv2.VideoCapture(str(out)), list[np.ndarray[Any, Any]]()
    while (read := film.read())[0]:
        frames.append(read[1].astype(int))
    changes = [at for at in range(1, len(frames)) if np.abs(frames[at] - frames[at - 1]).max() > 100]
    assert len(changes) == len(Record.parse(tink.read_text(encoding="utf-8")).actions)
    assert len(frames) - changes[-1] > 3 * changes[0]


def test_a_film_that_nothing_can_write_is_refused_in_a_line_e5(
    tink: Path, kiebitz: Kiebitz, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cv2.VideoWriter.isOpened", lambda _: False)
    answer = kiebitz("export", tink, "--to", "mp4", "--out", tink.with_suffix(".mp4"))
    assert (answer.status, answer.err.count("\n")) == (2, 1)
    assert "--to gif" in answer.err


def test_a_picture_shows_the_board_after_a_move(tink: Path, kiebitz: Kiebitz) -> None:
    pictures = []
    for ply in (1, 2):
        out = tink.with_name(f"{ply}.png")
        assert kiebitz("export", tink, "--to", "png", "--ply", ply, "--out", out).status == 0
        pictures.append(np.asarray(Image.open(out)))
    assert pictures[0].shape == pictures[1].shape
    assert (pictures[0] != pictures[1]).any()


def test_a_table_has_a_row_for_each_action(tink: Path, kiebitz: Kiebitz) -> None:
    rows = [*csv.DictReader(io.StringIO(kiebitz("export", tink, "--to", "csv").out))]
    record = Record.parse(tink.read_text(encoding="utf-8"))
    assert [row["action"] for row in rows] == [*record.actions]
    game = games.find("tink")
    assert [row["position"] for row in rows] == [game.format_position(position) for position in record.positions()[1:]]
    assert rows[1]["comment"] == record.comments[1]


@pytest.mark.parametrize("formula", ['=HYPERLINK("http://192.0.2.1/")', "+1+1", "-1+1", "@SUM(1)", " =1+1", "＝1+1"])
def test_what_somebody_wrote_is_no_formula_in_a_table(tink: Path, kiebitz: Kiebitz, formula: str) -> None:
    tink.write_text(f'[Game "tink"]\n\n1. Sc3 {{{formula}}} 2. Sd4 {{a plain remark}} *\n', encoding="utf-8")
    rows = [*csv.DictReader(io.StringIO(kiebitz("export", tink, "--to", "csv").out))]
    assert rows[0]["comment"] in (f"'{formula}", f"'{formula.strip()}")
    assert rows[1]["comment"] == "a plain remark"


PIECES = {f"{seat}{kind}": f"{colour}{size}▲" for seat, colour in zip("AB", "RY", strict=True)
          for size, kind in enumerate("sml", 1)} | {"b": "Ks", "w": "Ws"}  # fmt: skip


def drawn_of(text: str) -> dict[str, str]:
    """Return what lies where at the end of the PPN *text*, as a program that knows no rules puts it."""
    pieces: dict[str, str] = {}
    for token in re.sub(r"\{[^}]*\}", "", text.partition("\n...\n")[2]).split():
        piece, at, place = token.partition("@")
        if at:
            pieces[place] = piece
        elif token.startswith("*"):
            del pieces[token[1:]]
    return {place: piece for place, piece in pieces.items() if not piece.startswith("■")}


@pytest.mark.parametrize("name", [name for name in games.names() if name != "tinker_tactics"])
@pytest.mark.parametrize("plies", [0, 17, 60])
def test_a_program_without_rules_sees_the_same_board(name: str, plies: int) -> None:
    record = at_random(name, plies)
    text, contents = to_ppn(record), games.find(name).contents(record.positions()[-1])
    seen = drawn_of(text)
    lying = {cell: PIECES[content] for cell, content in contents.items() if content not in (".", ROD)}
    assert {place: piece for place, piece in seen.items() if not place.startswith("(")} == lying
    assert sum(place.startswith("(") for place in seen) == [*contents.values()].count(ROD)
    assert re.findall(r"\{(.*?)\}", text) == [*record.actions]


def test_it_is_a_form_of_export(tmp_path: Path, kiebitz: Kiebitz) -> None:
    path = tmp_path / "game.txt"
    path.write_text('[Game "tabik"]\n[Options "board_size=5"]\n[B "Ada"]\n\n1. a1+a2 2. c3+c2\n', encoding="utf-8")
    out = kiebitz("export", path, "--to", "ppn").out
    assert out.startswith('---\nGameType: "Tabik"\nSetUp: "None"\nOptions: "board_size=5"\n')
    assert 'SeatB: "Ada"\n' in out
    assert "m^@(1,1.5)" in out
    path.write_text(at_random("tinker_tactics", 3).format(), encoding="utf-8")
    answer = kiebitz("export", path, "--to", "ppn")
    assert (answer.status, answer.err.count("\n")) == (2, 1)
    assert "PPN has no board for Tinker Tactics" in answer.err
