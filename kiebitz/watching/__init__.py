"""Watching: the loop from a source to the table and back, its journal, its listeners, and the pretend table."""
