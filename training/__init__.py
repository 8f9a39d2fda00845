"""How the reader's network is made: pictures from the simulator, learning, export.

A tool for developers, not shipped: ``make train`` runs it from end to end.
"""
