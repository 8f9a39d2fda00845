"""The games in the frames of others: OpenSpiel (``interop.openspiel``) and PettingZoo (``interop.zoo``).

Both come with ``pip install 'kiebitz[interop]'``. Knows only the rules.
"""
