"""A game at a table: seeing it, following it, keeping it."""
