"""Correction files: ``kiebitz verify-print`` writes them, ``kiebitz print --correct`` reads them."""

from __future__ import annotations

import json
from typing import Any

from printkit.adjust import Adjustment

_KIND = "kiebitz-print-correction"


def correction_text(adjustment: Adjustment) -> str:
    """Return *adjustment* as the text of a correction file."""
    return json.dumps({"kind": _KIND, **adjustment.as_json()}, indent=1) + "\n"


def correction_of(value: Any) -> Adjustment:
    """Return the adjustment that the JSON *value* of a correction file says. Raises ``ValueError`` if it is none."""
    if not isinstance(value, dict) or value.get("kind") != _KIND:
        raise ValueError("it is not a correction file; `kiebitz verify-print` writes one")
    return Adjustment.from_json(value)
