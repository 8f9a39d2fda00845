// Begins the same game once more: the same rules and colours, seen by what sees the table now.

import { ask } from "./api.js";

export function table({ game, players, options, colours, clock }, source) {
  const given = { ...(Object.keys(colours ?? {}).length ? { colours } : {}), ...(clock ? { clock: clock.control } : {}) };
  return { game, players, options, source: source ?? "phone", ...given };
}

export async function rematch(game) {
  const { source } = await ask("state");
  await ask("tables", table(game, source));
  location.assign("/");
}
