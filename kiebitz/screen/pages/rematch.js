// Begins the same game once more: the same rules, colours, clock and help, seen by what sees the table now.

import { ask } from "./api.js";

export function table({ game, players, options, colours, clock, aid, people }, source) {
  const given = { colours: colours && Object.keys(colours).length ? colours : null, clock: clock?.control, fair: aid?.fair, bots: aid?.bots, names: bySeat(people, source) };
  const told = Object.entries(given).filter(([, value]) => value != null);
  return { game, players, options, source: source ?? "phone", ...Object.fromEntries(told) };
}

const bySeat = (people, source) => (people && source !== "demo" && Object.keys(people).length ? people : null);

export async function rematch(game) {
  const { source } = await ask("state");
  await ask("tables", table(game, source));
  location.assign("/");
}
