"""Correction files: ``kiebitz verify-print`` writes them, ``kiebitz print --correct`` reads them."""

from __future__ import annotations

import json
from pathlib import Path

from printkit.adjust import Adjustment

_KIND = "kiebitz-print-correction"


def correction_text(adjustment: Adjustment) -> str:
    """Return *adjustment* as the text of a correction file."""
    return json.dumps({"kind": _KIND, **adjustment.as_json()}, indent=1) + "\n"


def read_correction(path: Path) -> Adjustment:
    """Return the adjustment in the file *path*. Raises ``ValueError`` if it cannot be read or is not one."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(value, dict) or value.get("kind") != _KIND:
            raise ValueError("it is not a correction file; `kiebitz verify-print` writes one")
        return Adjustment.from_json(value)
    except OSError as error:
        raise ValueError(f"cannot read {path}: {error.strerror or error}") from None
    except (ValueError, RecursionError) as error:
        reason = "it is not JSON" if isinstance(error, (json.JSONDecodeError, RecursionError, UnicodeError)) else error
        raise ValueError(f"cannot use {path}: {reason}") from None
