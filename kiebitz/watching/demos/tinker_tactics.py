"""The demo games of Tinker Tactics: for two a whole game, in which A once goes a step too far; else the end of one."""

from __future__ import annotations

from kiebitz.watching.scripts import Script

_FINE = (1920, 1440)
_STEEP = 66.0

SCRIPTS = {
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
