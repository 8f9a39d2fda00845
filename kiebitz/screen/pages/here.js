// What may be played on a cell: the answer to "what may I do here?".

const MOST = 8;

// The cells that *action* names; a letter before one may be a kind of piece, or a player's own board.
function cellsOf(action, board) {
  const named = action.match(/[A-Z]?[a-z]\d+/g) ?? [];
  return named.map((name) => (name in board.cells ? name : name.slice(1)));
}

// Returns in words what may be played on *place*, a cell or an edge between two.
export function mayHere({ legal, board }, place) {
  const wanted = place.split("-");
  const found = legal.filter((action) => {
    const cells = cellsOf(action, board);
    return wanted.every((cell) => cells.includes(cell));
  });
  if (!found.length) return `Nothing may be played on ${place} now.`;
  const more = found.length - MOST;
  if (more > 0) return `On ${place}: ${found.slice(0, MOST).join(", ")} and ${more} more.`;
  const actions = [found.slice(0, -1).join(", "), found.at(-1)].filter(Boolean).join(" or ");
  return `On ${place}: ${actions}.`;
}
