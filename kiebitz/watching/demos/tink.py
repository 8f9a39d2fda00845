"""The demo games of Tink."""

from __future__ import annotations

from kiebitz.watching.scripts import Script

SCRIPTS = {
    # A wins with a line. B first pays for a medium with a small that does not touch it.
    2: Script(
        ("Se5", "Sd4", "Sd6", "Sf4", "Sc7", "Sb8", "Se4", "Se3", "Se6", "Sd2", "Mc6-c7-d6", "Md3-d2-e3", "Se3"),
        begun={10: {"c7": ".", "d6": "."}},
        wrong={11: {"d2": ".", "f4": ".", "d3": "Bm"}},
        hands={1: "d4", 6: "e4", 11: "d3"},
    ),
    # C wins with a line. A once plays out of turn.
    3: Script(
        ("Sf3", "Sd4", "Sd5", "Sg4", "Sc4", "Se5", "Sh5", "Se2", "Sc5", "Sd1", "Se1", "Sb5"),
        wrong={5: {"h8": "As"}},
        hands={3: "g4", 9: "d1"},
    ),
    # B wins with a line. D once plays out of turn.
    4: Script(
        ("Sd3", "Se5", "Sd4", "Se4", "Sf1", "Sf5", "Sc5", "Se2", "Sh7", "Sg5", "Se3", "Sf2", "Sh8", "Sd5"),
        wrong={6: {"a8": "Ds"}},
        hands={3: "e4", 10: "e3"},
    ),
}
