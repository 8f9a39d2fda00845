"""Exact values of endings on compiled kernels, one module a family of games (``adviser.families.Endgame``)."""
