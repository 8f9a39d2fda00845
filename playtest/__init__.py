"""Many games by themselves, and what they say of a game's rules.

A ``Plan`` says what is played; ``play`` plays one of its games and says what happened; ``summary``
and ``comparison`` put many games together, with how sure that is. Knows only rules and adviser: who
plays games at the same time, on which machines, and writes what comes of them is up to the caller.
"""
