"""The JSON engine's requests, asked of Tabik."""

from __future__ import annotations

import json
from typing import Any

from core.formats.json_engine import answer

ONE = "4/1w2/1b2/4 b2-b3 W 1"


def ask(op: str, **values: object) -> dict[str, Any]:
    return answer(json.dumps({"op": op, "game": "tabik", **values}))


def test_diagnose_objects_asks_and_waits() -> None:
    missing = ask("diagnose", position=ONE, observed="4/1wb1/1bw1/4 b2-b3")
    assert (missing["verdict"], missing["code"], missing["cells"]) == ("illegal", "TB-5", ["c2", "c3"])
    assert missing["message"] == "Rod missing between c2 and c3."
    either = ask("diagnose", position="4/4/4/4 - B 0", observed="4/4/w2b/b2w a1-a2,d1-d2")
    assert (either["verdict"], either["candidates"]) == ("unsure", ["a1+a2 d2+d1", "d2+d1 a1+a2"])
    chain = ask("diagnose", position="2/2 - B 0", observed="wb/bw a1-b1,a2-b2,a1-a2")
    assert chain["verdict"] == "illegal"
    lifted = ask("diagnose", position="4/1wb1/1bw1/4 b2-b3,c2-c3 B 2", observed="4/1wb1/4/4 b2-b3,c2-c3")
    assert lifted["verdict"] == "partial"
