"""Lessons: for each game some ten positions, each with a task that the referee checks.

A lesson lies in the module of its game's name and is called ``LESSON``.
"""
