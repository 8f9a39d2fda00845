// How the games that are kept ended, game by game.

const LEAST = 2;

// Returns a line for each game that was finished at least twice: who won how often, and how long they were.
export function tallies(games) {
  return [...grouped(games.filter(isOver))].filter(([, each]) => each.length >= LEAST).map(([title, each]) => `${title}: ${told(each)}`);
}

const isOver = ({ readable, result, puzzle, demo }) => readable && result && !puzzle && !demo;

function grouped(games) {
  const found = new Map();
  for (const game of games) found.set(game.title, [...(found.get(game.title) ?? []), game]);
  return found;
}

function told(games) {
  const wins = new Map();
  let drawn = 0;
  for (const { result, names } of games) {
    if (result.winners.length !== 1) drawn += 1;
    else wins.set(nameOf(result, names), (wins.get(nameOf(result, names)) ?? 0) + 1);
  }
  const counts = [...wins].sort((one, other) => other[1] - one[1]).map(([name, count]) => `${name} won ${count}`);
  const moves = Math.round(games.reduce((sum, one) => sum + one.moves, 0) / games.length);
  return [`${games.length} games over`, ...counts, ...(drawn ? [drawn === 1 ? "1 ended in a draw" : `${drawn} ended in draws`] : []), `${moves} moves on average`].join("; ");
}

const nameOf = ({ winners: [side] }, names) => names[side] ?? side;
