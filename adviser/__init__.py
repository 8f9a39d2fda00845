"""Which action to suggest, and why. Knows only the rules; its clock is whoever asks it to stop."""

from adviser.findings import Alternative
from adviser.suggestion import Suggestion, suggest

__all__ = ["Alternative", "Suggestion", "suggest"]
