"""Which action to suggest, and why."""
