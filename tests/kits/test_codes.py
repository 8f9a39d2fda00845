"""Every game's board has tags of its own, also those that come after the first five."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module

import pytest

from core.games import names
from kits.codes import BLOCK, CODES, SHIPPED, clashes, own_codes
from kits.kit import Kit
from tests.kits.test_all import KITS


def _kits() -> list[Kit]:
    return [*KITS, *(import_module(f"kits.{name}").KIT for name in names())]


def _codes(kit: Kit) -> set[int]:
    return {marker.code for board in kit.minis or (kit,) for marker in board.markers}


@pytest.mark.usefixtures("added_games")
def test_no_two_games_share_tags() -> None:
    assert not clashes(_kits()), "give one of them `own_codes(NAME, turn=1)`"


FIRST = {"tink": 0, "ting": 12, "tingle": 24, "tinker_tactics": 36, "tabik": 60}


@pytest.mark.parametrize("name", FIRST)
def test_boards_that_are_printed_keep_their_tags(name: str) -> None:
    codes = set[int]().union(*(_codes(kit) for kit in KITS if kit.name == name))
    assert min(codes) == FIRST[name]
    assert max(codes) < SHIPPED


def test_a_clash_is_told_with_both_games_and_the_tags() -> None:
    tink = import_module("kits.tink").KIT
    assert clashes([tink, replace(tink, name="copy")]) == {("tink", "copy"): tuple(range(12))}


def test_every_turn_gives_codes_that_exist() -> None:
    for turn in range(40):
        assert SHIPPED <= own_codes("trio", turn=turn) <= CODES - BLOCK
    assert own_codes("trio") != own_codes("trio", turn=1)
