"""The scripts of the demo games, one module a game; their moves come from games that the adviser played.

A module defines ``SCRIPTS``: players → what happens. Nothing is registered; games without a module get one made up.
"""
