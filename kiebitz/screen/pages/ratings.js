// How strong the people are who gave their names, game by game.

import { element } from "./api.js";

const HEADS = ["Name", "Rating", "Games", "Won, drawn, lost"];
const FEW = "?";

export function ratingTables(ratings) {
  return ratings.map(({ title, players, pairs }) => element("details", { class: "seen ratings" },
    element("summary", {}, `Ratings: ${title}`),
    element("table", {},
      element("thead", {}, element("tr", {}, ...HEADS.map((head) => element("th", { scope: "col" }, head)))),
      element("tbody", {}, ...players.map(row))),
    element("ul", { class: "fine" }, ...pairs.map(pair)),
    element("p", { class: "fine" }, "Elo’s rating; everybody begins with 1500. A question mark stands behind one from fewer than 10 games."),
  ));
}

function row({ name, rating, games, won, drawn, lost, few }) {
  const counts = [few ? `${rating} ${FEW}` : rating, games, `${won} – ${drawn} – ${lost}`];
  return element("tr", {}, element("th", { scope: "row", translate: "no" }, name), ...counts.map((count) => element("td", {}, String(count))));
}

function pair({ names: [one, other], won: [ones, others], drawn }) {
  const draws = drawn ? [" ", element("span", {}, drawn === 1 ? "and 1 draw" : `and ${drawn} draws`)] : [];
  return element("li", {}, element("span", { translate: "no" }, `${one} – ${other} ${ones} : ${others}`), ...draws);
}
