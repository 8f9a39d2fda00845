"""What the eye reports besides looks: the board is found, has moved or is lost, and what is wrong with its picture."""

from __future__ import annotations

from dataclasses import replace

from core.game import P
from core.reading import is_bare
from kiebitz.table.inputs import Found, Framed, Lost, Moved, Opened, Remarked, Rested, Stirred
from kiebitz.table.rules.orders import comparing_with, looking_anew, ordering
from kiebitz.table.state import TableState


def found(state: TableState[P], at: Found) -> TableState[P]:
    """Return *state* with the board at a new place, where nothing seen before can be compared with."""
    state = replace(ordering(state, reference=None), elsewhere=False)
    if not at.told:
        return state
    bare = state.position is None or is_bare(state.contents)
    way_round = {"message": at.way_round} if at.way_round and bare and not state.way_round_said else {}
    state = replace(state, framed=False, way_round_said=state.way_round_said or bool(way_round))
    corners = [list(corner) for corner in at.corners_px]
    state = ordering(state, settled=False)
    return state.saying("found", corners_px=corners, method=at.method, error_px=at.error_px, **way_round)


def moved(state: TableState[P], to: Moved) -> TableState[P]:
    """Announce that the board has moved."""
    return state.saying("moved", message=to.message)


def lost(state: TableState[P], gone: Lost) -> TableState[P]:
    """Announce that the board is not in view, unless people know that another one is."""
    if state.elsewhere:
        return replace(state, in_view=False)
    return replace(state.saying("lost", **gone.fields), in_view=False)


def framed(state: TableState[P], frame: Framed) -> TableState[P]:
    """Report what is wrong with the board's place in the picture, once for each place."""
    outside = next((warned for warned in frame.warned if warned.code == "outside"), None)
    before, state = state.framed, replace(state, framed=True, outside=outside)
    for warned in () if before else frame.warned:
        state = state.saying("unsure", message=warned.text, cells=list(warned.cells))
    return state


def stirred(state: TableState[P], _: Stirred) -> TableState[P]:
    """Note that something has moved."""
    return ordering(state, settled=False)


def rested(state: TableState[P], view: Rested) -> TableState[P]:
    """Compare later frames with the undisturbed view that was remembered, if there is one."""
    state = ordering(state, undisturbed=None)
    return state if view.number is None else comparing_with(state, view.number)


def opened(state: TableState[P], _: Opened) -> TableState[P]:
    """Go on with a state that was kept: nothing seen before can be compared with."""
    return ordering(looking_anew(replace(state, in_view=False)), undisturbed=None)


def remarked(state: TableState[P], remark: Remarked) -> TableState[P]:
    """Announce something that changes no game."""
    now = state.moment
    state = replace(state, moment=remark.moment or now).saying(remark.kind, **remark.fields)
    return replace(state, moment=now)
