"""Which way round a board was taken to lie, where nothing on it says so."""

from __future__ import annotations

from calibration.places import Place
from vision.framing import Warned


def way_round(place: Place) -> tuple[Warned, ...]:
    """Return a remark if row 1 was assumed to be nearest the camera because no mark tells; else nothing."""
    if not any(board.row_1_assumed for board in place.boards):
        return ()
    message = "Nothing on the board says which way round it lies: I take row 1 to be the side nearest the camera."
    return (Warned("way_round", message, "--near says otherwise."),)
