"""The demo games of Ting."""

from __future__ import annotations

from kiebitz.watching.scripts import Script

SCRIPTS = {
    2: Script(
        ("Se5", "Sb9", "Sb7", "Sh9", "Sd7", "Sg8", "Sf12", "Se6", "Sa3", "Sf7"),
        wrong={4: {"h5": "Bs"}},
        hands={2: "b7", 7: "e6"},
        surface="slate",
    ),
    3: Script(
        ("Sh8", "Sd8", "Si6", "Sj11", "Sd7", "Si5", "Sa8", "Sd6", "Si4", "Sf8", "Sd5"),
        wrong={4: {"l1": "Cs"}},
        hands={3: "j11", 7: "d6"},
        surface="slate",
    ),
    4: Script(
        ("Se8", "Si9", "Sf4", "Sf5", "Sb2", "Sh9", "Sg4", "Sg5", "Sf7", "Sg9", "Sh4", "Sh5", "Sc3", "Sf9"),
        wrong={5: {"a12": "Ds"}},
        hands={3: "f5", 10: "h4"},
        surface="slate",
    ),
}
