"""What the learned value of Tabik sees of a position, and where its numbers lie: see ``adviser.values.tabik``.

Everything is said as the side to move sees it. Cells lie in a field with a margin, so that neighbours need no check.
"""

SMALLEST_SIDE, LARGEST_SIDE = 5, 8
MARGIN = 2
STRIDE = LARGEST_SIDE + 2 * MARGIN
PLACES = STRIDE * STRIDE
"""Size of the field; cell (column, row) is at ``(column + MARGIN) * STRIDE + row + MARGIN``."""

BUCKETS = 8
COLOURED = 16 * BUCKETS
EMPTY, OFF = 2 * COLOURED, 2 * COLOURED + 1
CODES_OF_CELLS = OFF + 1
"""The number of codes. A stone's is ``(16 if the other side's, else 0 + rods) × BUCKETS + bucket of its group's size``,
with rods 1 above, 2 to the right, 4 below, 8 to the left.
"""
NUMBERS = 12
"""How many numbers describe the whole board, each scaled to about 1: the three largest groups of either side, the lead
of the largest, who would have won, empty cells, open edges between these and between unlike stones, and the board's
side.
"""

WIDTH = 32
BLOCKS = 3
REACH = 5
PER_MOVE = 12
"""Numbers that rate the moves on a cell's two edges, upwards and to the right: three each as smaller and as larger
cell.

Kind 0 puts the stone of the side to move on the smaller cell, kind 1 on the larger, kind 2 exchanges.
"""

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
"""The number of weights; the names above say where parts begin. A layer has a row for each input, then its bias."""
