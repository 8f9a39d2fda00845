"""The physical games."""
