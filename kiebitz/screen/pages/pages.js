// The links from page to page, and the choice of a game that pages share.

import { ask, byId, element } from "./api.js";
import "./settings.js";

const PAGES = [["/", "Table"], ["/games", "Games"], ["/rules", "Rules"], ["/learn", "Learn"], ["/print", "Print"]];

const here = location.pathname;
byId("pages").replaceChildren(...PAGES.filter(([path]) => path !== "/" || here !== "/").map(([path, words]) => element("a", { href: path, "aria-current": path === here ? "page" : null }, words)));

export const query = new URLSearchParams(location.search);

// Shows the games as buttons in *place*; *chosen* is called with the one that is chosen, also for the first time.
export async function gameChoice(place, chosen, now) {
  const { games } = await ask("games");
  const choose = (game) => {
    for (const button of place.children) button.setAttribute("aria-pressed", String(button.value === game.game));
    chosen(game);
  };
  place.replaceChildren(...games.map((game) => element("button", { type: "button", class: "chip", value: game.game, "aria-pressed": "false", onclick: () => choose(game) }, game.title)));
  choose(games.find(({ game }) => game === now) ?? games[0]);
}

// The game that is on at the table, where there is one.
export async function gameOn() {
  return query.get("game") ?? (await ask("state").catch(() => ({}))).game;
}
