"""Plays many games automatically and analyses what they show about the rules.

A ``Plan`` describes the games; ``play`` plays one of them and returns what happened; ``summary`` and
``comparison`` combine many games, with confidence intervals. Knows only rules and adviser: parallel
play, machines and files are up to the caller.
"""
