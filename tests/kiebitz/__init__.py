"""The commands, the session and what they keep."""
