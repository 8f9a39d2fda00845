"""What JSON can hold, as types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
"""A value of JSON that is only read."""

JsonObject: TypeAlias = dict[str, Json]
"""An object of JSON, newly made: whoever gets it may add to it."""
