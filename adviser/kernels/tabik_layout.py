"""What the learned value of Tabik sees of a position, and where its numbers lie: see ``adviser.values.tabik``.

Everything is said as the side to move sees it. Cells lie in a field with a margin, so that neighbours need no check.
"""

SMALLEST_SIDE, LARGEST_SIDE = 5, 8
MARGIN = 2
STRIDE = LARGEST_SIDE + 2 * MARGIN
PLACES = STRIDE * STRIDE
"""The field: cell (column, row) is at ``(column + MARGIN) * STRIDE + row + MARGIN``."""

BUCKETS = 8
COLOURED = 16 * BUCKETS
EMPTY, OFF = 2 * COLOURED, 2 * COLOURED + 1
CODES_OF_CELLS = OFF + 1
"""A stone is ``(16 if the other side's, else 0 + rods) × BUCKETS + bucket of its group's size``; rods: 1 above,
2 to the right, 4 below, 8 to the left."""
NUMBERS = 12
"""The three largest groups of either side, how much larger the largest is, who would have won, empty cells, open
edges between them and between unlike stones, and the side of the board: each over a number that makes it about 1."""

WIDTH = 32
BLOCKS = 3
REACH = 5
PER_MOVE = 12
"""What is said of the moves on the two edges of a cell, upwards and to the right: three for the smaller cell's part,
three for the larger's. Kind 0 puts the stone of the side to move on the smaller cell, 1 on the larger, 2 exchanges."""

_LAYER = (WIDTH + 1) * WIDTH
AROUND = (REACH * REACH + 1) * WIDTH
A_BLOCK = AROUND + 2 * _LAYER
FIRST = 0
FIRST_BIAS = FIRST + 9 * CODES_OF_CELLS * WIDTH
BLOCK = FIRST_BIAS + WIDTH
MOVES = BLOCK + BLOCKS * A_BLOCK
HIDDEN = MOVES + _LAYER
VALUE = HIDDEN + (WIDTH + NUMBERS + 1) * WIDTH
WEIGHTS = VALUE + WIDTH + 1
"""Where what begins in the weights, and how many they are. A layer has a row for each input, then its bias."""
