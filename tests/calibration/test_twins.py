"""Two boards with the same tags in one picture: each is found by its own tags alone."""

from __future__ import annotations

import numpy as np

from calibration.locate import locate, relocate
from calibration.registration import Array
from kiebitz.kits import kit_of
from tests.kiebitz.shown import TING, beside, shown

KIT = kit_of("ting")
BOTH = beside(shown(TING), shown(TING))
WIDTH = shown(TING).shape[1]


def corners_in(image: np.typing.NDArray[np.uint8]) -> Array:
    place = locate(image, KIT)
    assert place is not None
    assert place.method == "tags"
    return place.corners_px


def test_the_tags_of_two_boards_are_not_mixed() -> None:
    alone, found = corners_in(shown(TING)), corners_in(BOTH)
    off = [np.linalg.norm(found - alone - (dx, 0), axis=1).max() for dx in (0, WIDTH)]
    assert min(off) < 3.0


def test_a_board_is_followed_where_it_was_and_not_where_its_neighbour_is() -> None:
    alone, grey = shown(TING), np.full_like(shown(TING), 128)
    for image, left in ((beside(alone, grey), 0.0), (beside(grey, alone), float(WIDTH))):
        before = locate(image, KIT)
        assert before is not None
        found = relocate(BOTH, before, KIT)
        assert found is not None
        assert np.linalg.norm(found.corners_px - corners_in(alone) - (left, 0), axis=1).max() < 3.0
