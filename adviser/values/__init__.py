"""Learned values of positions, one module a family of games (``adviser.families.Value``)."""
