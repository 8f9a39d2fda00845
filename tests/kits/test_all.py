"""What every kit must have in common, and where the joined mini-boards lie."""

from __future__ import annotations

from importlib import import_module
from itertools import combinations

import pytest

from core.game import HiddenSetup
from core.games import find, names
from core.tinker.board import joined
from kits import tabik, tinker_tactics
from kits.frame import QUIET_MODULES
from kits.kit import Kit

KITS: tuple[Kit, ...] = (
    *(import_module(f"kits.{name}").KIT for name in names()),
    *(tabik.kit(board_size=size) for size in tabik.SIZES),
    *(tinker_tactics.kit(players=players) for players in range(2, 7)),
)


@pytest.mark.parametrize("kit", KITS, ids=lambda kit: f"{kit.name}-{len(kit.plan.cells)}-{len(kit.minis)}")
def test_tags_have_a_quiet_zone_and_lie_outside_the_cells(kit: Kit) -> None:
    for board in kit.minis or (kit,):
        for marker in board.markers:
            left, top = marker.corners_mm[0]
            right, bottom = marker.corners_mm[2]
            quiet = QUIET_MODULES * (right - left) / 8
            plan = board.plan
            beyond = max(-right, left - plan.width_mm, -bottom, top - plan.height_mm)
            assert beyond >= quiet
            assert max(-left, right - plan.width_mm, -top, bottom - plan.height_mm) + quiet <= kit.band_mm
        for a, b in combinations(board.markers, 2):
            gaps = [abs(p - q) for p, q in zip(a.corners_mm[0], b.corners_mm[0], strict=True)]
            assert max(gaps) >= (right - left) + quiet


@pytest.mark.parametrize("name", names())
def test_a_kit_has_the_stock_and_the_cells_of_its_game(name: str) -> None:
    kit = import_module(f"kits.{name}").KIT
    game = find(name)
    options = game.options()
    start = game.deal(options, 1) if isinstance(game, HiddenSetup) else game.start(options)
    assert set(kit.plan.cells) <= set(game.cells(start))
    assert set(kit.pieces) == set(kit.stock)


@pytest.mark.parametrize("players", [2, 4])
def test_mini_boards_lie_where_the_rules_name_their_cells(players: int) -> None:
    kit, board = tinker_tactics.kit(players=players), joined(players)
    for mini in kit.minis:
        for cell in mini.plan.cells:
            place = mini.in_whole(mini.plan.centre_mm(cell))
            assert place == pytest.approx(kit.plan.centre_mm(board.names[board.cell(cell)]))


def test_a_ring_of_three_has_no_flat_whole() -> None:
    kit = tinker_tactics.kit(players=3)
    assert [mini.at_mm for mini in kit.minis] == [None] * 3
    with pytest.raises(ValueError, match="no place in a flat grid"):
        kit.minis[1].in_whole((0.0, 0.0))
