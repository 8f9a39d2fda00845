"""The table that is being watched, and what people do at it."""
