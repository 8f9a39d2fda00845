"""What is reported besides looks: the board is found, moved or lost, its picture is bad, and watching ends."""

from __future__ import annotations

from dataclasses import replace

from core.game import P
from core.reading import is_bare
from kiebitz.table import inputs
from kiebitz.table.rules import playing
from kiebitz.table.rules.orders import comparing_with, looked_away, looking_anew, ordering
from kiebitz.table.state import TableState


def found(state: TableState[P], at: inputs.Found) -> TableState[P]:
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


def moved(state: TableState[P], to: inputs.Moved) -> TableState[P]:
    """Announce that the board has moved."""
    return state.saying("moved", message=to.message)


def lost(state: TableState[P], gone: inputs.Lost) -> TableState[P]:
    """Announce that the board is not in view, unless people know that another one is."""
    if state.elsewhere:
        return replace(state, in_view=False)
    return replace(state.saying("lost", **gone.fields), in_view=False)


def framed(state: TableState[P], frame: inputs.Framed) -> TableState[P]:
    """Report what is wrong with the board's place in the picture, once for each place."""
    outside = next((warned for warned in frame.warned if warned.code == "outside"), None)
    before, state = state.framed, replace(state, framed=True, outside=outside)
    for warned in () if before else frame.warned:
        state = state.saying("unsure", message=warned.text, cells=list(warned.cells))
    return state


def stirred(state: TableState[P], _: inputs.Stirred) -> TableState[P]:
    """Note that something has moved."""
    return ordering(state, settled=False)


def rested(state: TableState[P], view: inputs.Rested) -> TableState[P]:
    """Compare later frames with the undisturbed view that was remembered, if there is one."""
    state = ordering(state, undisturbed=None)
    return state if view.number is None else comparing_with(state, view.number)


def opened(state: TableState[P], _: inputs.Opened) -> TableState[P]:
    """Go on with a state that was kept: nothing seen before can be compared with."""
    return ordering(looking_anew(replace(state, in_view=False)), undisturbed=None)


def remarked(state: TableState[P], remark: inputs.Remarked) -> TableState[P]:
    """Announce something that changes no game."""
    now = state.moment
    state = replace(state, moment=remark.moment or now).saying(remark.kind, **remark.fields)
    return replace(state, moment=now)


def interrupted(state: TableState[P], trouble: inputs.Interrupted) -> TableState[P]:
    """Tell that the source has stopped delivering frames."""
    return looked_away(replace(state.saying("lost", message=trouble.message), in_view=False))


def concluded(state: TableState[P], _: inputs.Concluded) -> TableState[P]:
    """Announce the result, which nobody has heard of; do nothing while the game goes on."""
    return playing.concluded(state) if state.told else state


def ended(state: TableState[P], end: inputs.Ended) -> TableState[P]:
    """Announce, once, why watching ends, and the state of the game."""
    return state if state.over else replace(state, over=True).saying("end", message=end.message, **state.standing())
