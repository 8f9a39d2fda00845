"""The family's rules once more, on lists of lists and strings: slow, plain, and on its own.

It shares no code with ``core.goodwin``. Sections are those of the rules; tests compare the two.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations

from core.goodwin.options import GoodwinOptions

STOCK = {"s": 5, "m": 4, "l": 1}
INTERIOR = {8: [(x, y) for x in range(2, 6) for y in range(2, 6)], 12: [(4, 4), (4, 7), (7, 4), (7, 7)]}
CENTRES = {8: INTERIOR[8], 12: [(x, y) for x in (1, 4, 7, 10) for y in (1, 4, 7, 10)]}

Cell = tuple[int, int]
Action = tuple[str, Cell, tuple[Cell, ...]]


@dataclass
class Table:
    """A game in progress; ``board[x][y]`` holds a piece such as ``As``, or nothing."""

    side: int
    options: GoodwinOptions
    board: list[list[str]]
    turn: str
    passes: dict[str, int]
    out: list[str] = field(default_factory=list)
    forced: dict[str, bool] = field(default_factory=dict)
    passers: list[str] = field(default_factory=list)
    ply: int = 0
    seen: list[str] = field(default_factory=list)
    result: tuple[str, str] | None = None
    """Who wins or shares, joined, and the reason."""

    @property
    def seats(self) -> list[str]:
        return list(self.passes)

    @property
    def active(self) -> list[str]:
        return [seat for seat in self.seats if seat not in self.out]


def start(side: int, options: GoodwinOptions) -> Table:
    board = [[""] * side for _ in range(side)]
    table = Table(side, options, board, options.first_player, dict.fromkeys("ABCD"[: options.players], 0))
    table.seen.append(state(table))
    return table


def name(cell: Cell) -> str:
    return "abcdefghijkl"[cell[0]] + str(cell[1] + 1)


def text(action: Action) -> str:
    kind, target, spent = action
    return "--" if kind == "-" else "-".join([kind.upper() + name(target), *map(name, sorted(spent))])


def on_board(table: Table, seat: str, kinds: str) -> list[Cell]:
    wanted = [seat + kind for kind in kinds]
    return [(x, y) for x, column in enumerate(table.board) for y, piece in enumerate(column) if piece in wanted]


def stash(table: Table, seat: str) -> dict[str, int]:
    return {kind: count - len(on_board(table, seat, kind)) for kind, count in STOCK.items()}


def placements(table: Table, seat: str) -> list[Action]:
    """3.5"""
    options, left = table.options, stash(table, seat)
    empty = [(x, y) for x in range(table.side) for y in range(table.side) if not table.board[x][y]]
    rule_0 = table.ply == 0 or (options.opening_scope == "each_player" and table.ply < len(table.seats))
    if rule_0:
        inner = {"interior": INTERIOR[table.side], "all_centres": CENTRES[table.side], "any": empty}
        cells = [cell for cell in empty if cell in inner[options.opening_cells]]
        return [("s", cell, ()) for cell in cells] if left["s"] >= 1 else []
    found: list[Action] = []
    own = {payment: on_board(table, seat, payment) for payment in ("sl", "ml")}
    for target in empty:
        if left["s"] >= 1:
            found.append(("s", target, ()))
        for kind, payment in (("m", "sl"), ("l", "ml"), ("s", "ml")):
            near = [cell for cell in own[payment] if touches(cell, target)]
            for pair in combinations(near, 2):
                has_large = any(table.board[x][y][1] == "l" for x, y in pair)
                available = left[kind] >= 1
                if kind == "l" and has_large:
                    available = options.large_self_move
                if kind == "s" and not options.paid_small:
                    available = False
                if available:
                    found.append((kind, target, pair))
    return found


def touches(a: Cell, b: Cell) -> bool:
    return a != b and abs(a[0] - b[0]) <= 1 and abs(a[1] - b[1]) <= 1


def able(table: Table, seat: str) -> bool:
    return bool(placements(table, seat))


def legal(table: Table) -> list[Action]:
    if table.result:
        return []
    found = placements(table, table.turn)
    if not found or table.options.voluntary_pass:
        found.append(("-", (0, 0), ()))
    return found


def play(table: Table, action: Action) -> Table:
    after = replace(
        table,
        board=[list(column) for column in table.board],
        passes=dict(table.passes),
        out=list(table.out),
        forced=dict(table.forced),
        passers=list(table.passers),
        seen=list(table.seen),
    )
    (passing if action[0] == "-" else placing)(after, action)
    return after


def placing(table: Table, action: Action) -> None:
    """3.6"""
    kind, (x, y), spent = action
    options, mover = table.options, table.turn
    for cell in spent:
        table.board[cell[0]][cell[1]] = ""
    table.board[x][y] = mover + kind
    if options.pass_counting == "consecutive":
        table.passes[mover] = 0
    table.forced[mover] = False
    table.passers = []
    table.ply += 1
    if line_through(table, mover, (x, y), kind):
        table.result = (mover, "line")
        return
    if options.out_of_pieces == "when_empty" and not any(stash(table, mover).values()):
        eliminate(table, mover)
        if table.result:
            return
    ables = [seat for seat in table.active if able(table, seat)]
    if not ables and options.draw_check == "after_move":
        draw(table, "all_stuck")
        return
    if options.mobility_win == "at_once" and len(ables) == 1:
        table.result = (ables[0], "mobility")
        return
    others = [seat for seat in table.active if seat != mover]
    if (
        options.mobility_win == "after_grace"
        and ables == [mover]
        and all(table.forced.get(seat, False) for seat in others)
    ):
        table.result = (mover, "mobility")
        return
    go_on(table)


def passing(table: Table, action: Action) -> None:  # noqa: ARG001 - the same shape as placing
    """3.7"""
    options, mover = table.options, table.turn
    forced = not able(table, mover)
    table.ply += 1
    table.forced[mover] = forced
    table.passers.append(mover)
    if forced:
        if options.out_of_pieces != "never" and not any(stash(table, mover).values()):
            eliminate(table, mover)
        else:
            table.passes[mover] += 1
            if table.passes[mover] >= options.pass_limit:
                eliminate(table, mover)
    if table.result:
        return
    everybody_forced = all(table.forced.get(seat, False) for seat in table.active)
    nobody_able = not any(able(table, seat) for seat in table.active)
    if options.draw_check == "after_pass_round" and forced and everybody_forced and nobody_able:
        draw(table, "all_stuck")
    elif options.voluntary_pass and all(seat in table.passers for seat in table.active):
        draw(table, "all_passed")
    else:
        go_on(table)


def eliminate(table: Table, seat: str) -> None:
    table.out.append(seat)
    if table.options.eliminated_pieces == "remove":
        table.board = [["" if piece[:1] == seat else piece for piece in column] for column in table.board]
    if len(table.active) == 1:
        table.result = (table.active[0], "last_active")


def draw(table: Table, reason: str) -> None:
    sharing = table.seats if table.options.draw_shares == "everyone" else table.active
    table.result = ("".join(sharing), reason)


def go_on(table: Table) -> None:
    following = table.seats[table.seats.index(table.turn) + 1 :] + table.seats
    table.turn = next(seat for seat in following if seat not in table.out)
    table.seen.append(state(table))
    if table.options.repetition_limit and table.seen.count(table.seen[-1]) >= table.options.repetition_limit:
        draw(table, "repetition")
    elif table.ply == table.options.ply_limit:
        draw(table, "ply_limit")


def line_through(table: Table, mover: str, cell: Cell, placed: str) -> bool:
    if placed == "l" and not table.options.large_wild_on_entry:
        return False
    for kinds in ("sl", "ml"):
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            run = reach(table, mover, kinds, cell, dx, dy) + reach(table, mover, kinds, cell, -dx, -dy) + 1
            if placed in kinds and (run == 4 if table.options.overline == "ignored" else run >= 4):
                return True
    return False


def reach(table: Table, mover: str, kinds: str, cell: Cell, dx: int, dy: int) -> int:
    x, y = cell[0] + dx, cell[1] + dy
    if not (0 <= x < table.side and 0 <= y < table.side):
        return 0
    if table.board[x][y] not in [mover + kind for kind in kinds]:
        return 0
    return 1 + reach(table, mover, kinds, (x, y), dx, dy)


def rows(table: Table) -> str:
    lines = []
    for y in range(table.side - 1, -1, -1):
        cells = "".join(table.board[x][y] or "." for x in range(table.side))
        for gap in range(table.side, 0, -1):
            cells = cells.replace("." * gap, str(gap))
        lines.append(cells)
    return "/".join(lines)


def counters(table: Table, marks: bool) -> str:
    entries = []
    for seat, count in table.passes.items():
        mark = "p" if marks and table.options.pass_counting == "total" and table.forced.get(seat) else ""
        entries.append("x" if seat in table.out else f"{count}{mark}")
    return ",".join(entries)


def state(table: Table) -> str:
    return f"{rows(table)} {table.turn} {counters(table, marks=False)}"


def position(table: Table) -> str:
    turn = "-" if table.result else table.turn
    return f"{rows(table)} {turn} {counters(table, marks=True)} {table.ply}"


def perft(table: Table, depth: int) -> int:
    return 1 if depth == 0 else sum(perft(play(table, action), depth - 1) for action in legal(table))
