"""Exact solvers in plain Python, one module a family of games (``adviser.families.Solver``)."""
