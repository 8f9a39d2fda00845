"""No option is taken silently: what has no effect on a game, a source or another option is refused in one line."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from kiebitz.api.seats import colours_by_seat
from kiebitz.commands.common import agreed_colours, the_colours
from kiebitz.failure import Failure
from kits.colours import ALL_COLOURS
from tests.kiebitz.conftest import Kiebitz

PICTURE, FOLDER = "picture.png", "folder"
READ, LOCATE = ((word, PICTURE, "--game", "tink") for word in ("read", "locate"))
EMPTY = "8/8/8/8/8/8/8/8 A 0,0 0"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        # an option of another game
        (("playtest", "tink", "--compare", "board_size=6"), "Tink has no option 'board_size'. Its options are players"),
        (("read", "x.png", "--game", "tabik", "--options", "pierule=false"), "Did you mean pie_rule?"),
        # a number of players or a seat that the game does not have
        ((*READ, "--players", "7"), "option players must be a whole number from 2 to 4, not 7"),
        (("playtest", "tabik", "--players", "3"), "option players must be 2, not 3"),
        ((*LOCATE, "--near", "C"), "--near must be one of A, B, not 'C': 2 play; if more do, add --players 3"),
        ((*READ, "--near", "D", "--players", "3"), "--near must be one of A, B, C, not 'D': 3 play"),
        ((*READ, "--players", "3", "--options", "players=2"), "--players 3 and --options players=2 differ"),
        # colours
        ((*READ, "--colours", "red,blue,green", "--players", "2"), "3 colours for 2 players"),
        (("watch", "demo", "--colours", "D=red", "--players", "2"), "a seat of --colours must be one of A, B, not 'D'"),
        ((*READ, "--colours", "A=red,blue"), "in seat order or A=red,B=blue, for seats A, B"),
        (("teach", "tink", "x.png", "--colours", "red,yellow,green,blue,black"), "Tink has no seat E"),
        # boards that are not printed, options that change nothing on paper or of where a board lies
        (("print", "tabik", "--options", "board_size=3"), "tabik is printed with 5 to 11 cells a side, not 3"),
        (("print", "tink", "--options", "overline=ignored"), "option overline changes nothing that is printed"),
        (("print", "target", "--players", "3"), "--players has no effect on the target"),
        ((*LOCATE, "--options", "overline=ignored"), "option overline has no effect on where a board lies"),
        # a position or a demo that says otherwise
        ((*READ, "--position", EMPTY, "--players", "3"), "the position has players=2, but players=3"),
        (("watch", "demo", "--start", EMPTY, "--to-move", "B"), "the game begins with A to move; leave --to-move out"),
        (("watch", "demo", "--game", "tabik", "--options", "board_size=8"), "the demo has board_size=5"),
        # flags without effect
        (("suggest", "tink", "start", "--to-move", "B"), "--to-move has no effect on a position that is written out"),
        (("suggest", "tabik", "start", "--colours", "red"), "--colours has no effect"),
        (("watch", "demo", "--bot-seconds", "3"), "--bot-seconds has no effect without --bot"),
        (("watch", "demo", "--seat", "B"), "--seat has no effect without --twin"),
        (("watch", "demo", "--clock", "10d5"), "a clock is written as 10 (minutes), 10+5"),
        (("watch", "demo", "--clock", "A=10,C=5"), "a clock for each seat names A, B once"),
        (("table", "--clock", "10d5"), "--clock: a clock is written as 10 (minutes), 10+5"),
        (("watch", "demo", "--journal", ""), ". is a folder, not a journal"),
        (("calibrate", ""), "a source is empty"),
        (("watch", FOLDER, "--game", "tink", "--clock", "10"), "--clock needs times, which the pictures of"),
        (("read", "x.png", "--corners", "0,9,9,9,9,0,0,0", "--near", "A"), "--near has no effect with --corners"),
        (("playtest", "tink", "--by", "chance", "--level", "3"), "--level has no effect with --by chance"),
        (("playtest", "tink", "--paper", "a3"), "--paper has no effect without --pdf"),
        (("doctor", "--game", "tink"), "--game has no effect without a picture"),
        (("teach", "--list", "--players", "3"), "--players has no effect with --list"),
        (("teach", "tink", "--near", "A"), "--near has no effect without a picture"),
        (("calibrate", "x.png", "--name", "a", "--out", "b.json"), "--name has no effect with --out"),
        (("verify-print", "--dpi", "300"), "--dpi has no effect without a picture"),
        (("verify-print", "x.png", "--paper", "a4"), "--paper has no effect without --measured-mm"),
    ],
)
def test_what_has_no_effect_is_refused(line: tuple[str, ...], says: str, kiebitz: Kiebitz, tmp_path: Path) -> None:
    grey = tmp_path / PICTURE
    cv2.imwrite(str(grey), np.full((240, 320, 3), 128, np.uint8))
    there = {PICTURE: str(grey), FOLDER: str(tmp_path)}
    answer = kiebitz(*(there.get(word, word) for word in line))
    assert answer.status == 2
    assert answer.out == ""
    assert answer.err.count("\n") == 1
    assert says in answer.err


@pytest.mark.parametrize(
    "text",
    [
        "", "red,", "red,red", "A=red,blue", "A=,B=blue", "G=red", "a=red", "A=red,A=blue", "A=red,B=red", "=red",
        "red+", "red+yellow,blue+red", "red+red", "A=red+puce", "red+yellow+green+blue+purple+cyan+orange",
    ],
)  # fmt: skip
def test_colours_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(Failure, match="--colours"):
        the_colours(text)


def test_colours_from_a_program_come_in_the_same_two_forms() -> None:
    assert colours_by_seat(["red", "blue"]) == colours_by_seat({"A": "red", "B": "blue"})
    with pytest.raises(Failure, match="no colour is called 'puce'; known are red, yellow"):
        colours_by_seat(["red", "puce"])
    with pytest.raises(Failure, match="no seat is called 'G'"):
        colours_by_seat({"G": "red"})
    with pytest.raises(Failure, match="each seat has a colour of its own"):
        colours_by_seat({"A": "red", "B": "Red"})
    with pytest.raises(Failure, match="7 are named"):
        colours_by_seat(ALL_COLOURS[:7])


def test_a_game_that_goes_on_keeps_its_colours_beside_those_named() -> None:
    assert agreed_colours({"A": "red", "B": "blue"}, {"B": "green"}) == {"A": "red", "B": "green"}
    with pytest.raises(Failure, match="two seats would have one colour: A=red, B=red"):
        agreed_colours({"A": "red", "B": "blue"}, {"B": "red"})
