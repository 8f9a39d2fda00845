"""Chris Goodwin's four-in-a-row games, Tink, Ting and Tingle: one game, three sets of equipment.

Players bring pieces of three kinds onto a square grid, trading two pieces already on
the board for one of the next kind, and try to line up four of a kind. The rules were
published under CC BY-SA 3.0; sections and R-numbers in this package are those of the
project's rules specification.
"""
