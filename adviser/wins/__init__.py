"""Wins in one, one module a family of games (``adviser.families.Wins``)."""
