"""Tinker Tactics (Tinkerbot Games, by January 2015): dice that walk exactly as far as they show.

Each player has five dice on a small board of their own; the boards are joined; a die
moves as many steps as it shows and weakens the enemy dice it stops next to. Sections
and R-numbers in this package are those of the project's rules specification.
"""
