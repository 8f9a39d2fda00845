"""The scripts of the demo games. Their moves come from games that the adviser played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from kiebitz.failure import Failure
from kiebitz.watching.scripts import Script, played_at_once

_FOUR_IN_A_ROW = Script(
    ("Se5", "Sd4", "Sd6", "Sf4", "Sc7", "Sb8", "Se4", "Se3", "Se6", "Sd2", "Mc6-c7-d6", "Md3-d2-e3", "Se3"),
    begun={10: {"c7": ".", "d6": "."}},
    wrong={11: {"d2": ".", "f4": ".", "d3": "Bm"}},
    hands={1: "d4", 6: "e4", 11: "d3"},
)
"""A wins with a line. B first pays for a medium with a small that does not touch it."""

_THREE_IN_TURN = Script(
    ("Sf3", "Sd4", "Sd5", "Sg4", "Sc4", "Se5", "Sh5", "Se2", "Sc5", "Sd1", "Se1", "Sb5"),
    wrong={5: {"h8": "As"}},
    hands={3: "g4", 9: "d1"},
)
"""C wins with a line. A once plays out of turn."""

_FOUR_IN_TURN = Script(
    ("Sd3", "Se5", "Sd4", "Se4", "Sf1", "Sf5", "Sc5", "Se2", "Sh7", "Sg5", "Se3", "Sf2", "Sh8", "Sd5"),
    wrong={6: {"a8": "Ds"}},
    hands={3: "e4", 10: "e3"},
)
"""B wins with a line. D once plays out of turn."""

_TING = Script(
    ("Se5", "Sb9", "Sb7", "Sh9", "Sd7", "Sg8", "Sf12", "Se6", "Sa3", "Sf7"),
    wrong={4: {"h5": "Bs"}},
    hands={2: "b7", 7: "e6"},
    surface="slate",
)

_TING_OF_THREE = Script(
    ("Sh8", "Sd8", "Si6", "Sj11", "Sd7", "Si5", "Sa8", "Sd6", "Si4", "Sf8", "Sd5"),
    wrong={4: {"l1": "Cs"}},
    hands={3: "j11", 7: "d6"},
    surface="slate",
)

_TING_OF_FOUR = Script(
    ("Se8", "Si9", "Sf4", "Sf5", "Sb2", "Sh9", "Sg4", "Sg5", "Sf7", "Sg9", "Sh4", "Sh5", "Sc3", "Sf9"),
    wrong={5: {"a12": "Ds"}},
    hands={3: "f5", 10: "h4"},
    surface="slate",
)

_TABIK = Script(
    (
        "d2+c2", "e5+d5", "b5+a5", "b3+b4", "d3+e3", "c4+d4", "b1+a1", "e1+d1", "a3+a2", "d1xd2", "b4xb5",
        "d3xd4", "d4xd5",
    ),
    rules={"board_size": 5},
    wrong={5: {"b3-b4": "."}},
    hands={3: "b3", 10: "b4"},
    surface="walnut",
)  # fmt: skip

_FINE = (1920, 1440)
_STEEP = 66.0
_TINKER = {
    2: Script(
        ("c2>d5", "c4>c2", "c3>c4", "d4>d3", "d5>b5", "b4>c5", "b5>c3", "c5>c1", "d1>d2"),
        start="2 A4a1=3,A6c2=4,A8c3=4,A6d1=2,A4d2=2,B6b4=6,B4c4=2,B4c5=3,B6d4=3,B8d6=1 A 0",
        begun={2: {"c3": ".", "c4": "A8=3"}},
        wrong={6: {"b5": ".", "a2": "A6=3"}},
        hands={1: "c4", 5: "b4"},
        elevation_deg=_STEEP,
    ),
    3: Script(
        ("Aa3>Ac2", "Ca2>Ac3", "Bc2>Bc1", "Ac2>Ca2", "Bc1>Bd1", "Cb3>Bb2", "Bb1>Bc1", "Bb2>Bb1"),
        start="3 A6Aa1=1,A4Aa3=3,A6Cb3=3,B6Ab2=1,B4Ca2=1,B8Cc1=2,C4Ac1=1,C4Bb1=2,C6Bc2=1 A 0",
        wrong={5: {"Cb3": ".", "Cd1": "A6=3"}},
        hands={2: "Bc2"},
        elevation_deg=_STEEP,
        size=_FINE,
    ),
    4: Script(
        ("g2>e3", "e4>f5", "c3>b5", "f3>f4", "e3>e4", "d5>c5", "b5>c6", "e4>c5", "c6>c7", "c5>c6"),
        start="4 A6a7=1,A4b7=3,A4g2=3,B6d5=1,B8e2=1,B6e4=3,C4b1=3,C6c3=3,C6e5=1,D4a5=1,D6b2=3,D6f3=2 A 0",
        wrong={7: {"e4": ".", "b5": "A4=3"}},
        hands={3: "f3"},
        elevation_deg=_STEEP,
    ),
    5: Script(
        (
            "Aa1>Ab2", "Bb2>Cc3", "Ea1>Eb3", "Ab3>Ea2", "Ab2>Ea3", "Aa3>Ac3", "Eb3>Ea2", "Ea3>Ab3", "Ea2>Ad3",
            "Ad1>Ad2", "Ad3>Ac3",
        ),
        start="5 A6Aa1=2,A8Ad1=3,B6Aa3=2,B4Bb2=2,C6Cc2=3,C4Ea1=3,D4Ab3=3,D4Eb2=3,E6Da1=2,E4Ea3=2 A 0",
        hands={4: "Ab2"},
        size=_FINE,
    ),
    6: Script(
        (
            "Cd3>Bb2", "Aa3>Ab3", "Ea3>Ec2", "Cc1>Ca1", "Ca2>Dc3", "Ba2>Cb3", "Da3>Dc2", "Cb3>Cb1", "Dc2>Ec3",
            "Cb1>Dd3",
        ),
        start="6 A4Cd3=3,A6Ed2=1,B6Aa3=1,B8Ca2=2,C4Ac3=1,C6Ad3=1,D6Bc2=1,D8Fa2=1,E8Ba2=3,E6Ea3=3,F4Cc1=2,"
        "F6Da3=3 A 0",
        hands={3: "Cc1"},
        size=_FINE,
    ),
}  # fmt: skip
"""Players → script. For two players a whole game, in which A once goes a step too far; for more, the end of a game."""

_TINK = {2: _FOUR_IN_A_ROW, 3: _THREE_IN_TURN, 4: _FOUR_IN_TURN}

_SCRIPTS: Mapping[str, Mapping[int, Script]] = {
    "tink": _TINK,
    "tingle": {players: replace(script, surface="linen") for players, script in _TINK.items()},
    "ting": {2: _TING, 3: _TING_OF_THREE, 4: _TING_OF_FOUR},
    "tabik": {2: _TABIK},
    "tinker_tactics": _TINKER,
}


def script_of(game: str, players: int = 2) -> Script:
    """Return what happens on the pretend table of *game*: the game written here, or one made up.

    Raises ``Failure`` naming what there is instead.
    """
    if game not in _SCRIPTS:
        return played_at_once(game, players)
    known = _SCRIPTS[game]
    if players not in known:
        raise Failure(f"the demo of {game} is for {_in_words(known)} players, not {players}")
    script = known[players]
    return replace(script, game=game, rules={**script.rules, "players": players})


def _in_words(numbers: Iterable[int]) -> str:
    *others, last = map(str, sorted(numbers))
    return f"{', '.join(others)} or {last}" if others else last
