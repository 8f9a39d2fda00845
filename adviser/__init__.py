"""Suggests actions and gives reasons. Knows only the rules; the caller decides when a search stops."""

from adviser.findings import Alternative
from adviser.suggestion import Suggestion, suggest

__all__ = ["Alternative", "Suggestion", "suggest"]
