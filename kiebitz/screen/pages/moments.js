// The moves of the game that is on. Each can be chosen: the board then shows that moment, until somebody goes back to now.

import { ask, byId, element } from "./api.js";
import { cropsOf } from "./crops.js";
import { tones } from "./tones.js";

let game = null;
let at = null;
let shown = () => {};
let failed = () => {};
let journal = "", known = 0;

export function renderMoves({ score, names, role, journal: now, asking }, colourOf) {
  const moves = score ?? [];
  const place = byId("score"), key = JSON.stringify([now, moves]);
  if (at !== null && (asking || now !== journal || moves.length < known)) leave();
  [journal, known] = [now, moves.length];
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  const item = (move) => {
    // links, so that no button of the referee's has the name of a move
    const words = [
      element("span", { class: "ply" }, `${move.ply}.`), element("span", { class: "spot", "aria-hidden": "true" }),
      element("span", { class: "away" }, names?.[move.seat] ?? move.seat), element("span", {}, move.action === "--" ? "pass" : move.action)];
    const inside = role === "table" ? [element("a", { href: `#move-${move.ply}`, class: "stop", "data-n": move.n, onclick: (event) => { event.preventDefault(); choose(move); } }, ...words)] : words;
    return element("li", { ...tones(colourOf(move.seat)), class: "colour" }, ...inside);
  };
  place.replaceChildren(element("ol", {}, ...moves.map(item)));
  place.scrollTop = place.scrollHeight;
  mark();
}

// Returns the board of the chosen moment as a state to draw; null where it shows now.
export function shownMoment() {
  if (at === null) return null;
  const { board, words, colours } = game, { contents, last, decides } = game.stages[at];
  return { board, words, colours, contents, last, decides };
}

async function choose({ n }) {
  try {
    game = await ask(`kept/${encodeURIComponent(journal)}`);
  } catch (fault) {
    failed(fault.message);
    return;
  }
  const found = game.stages.findIndex((stage) => stage.n === n);
  if (found >= 0) go(found);
}

function go(target) {
  at = target;
  const stage = game.stages[at];
  byId("moment").hidden = false;
  byId("moment-said").textContent = stage.said;
  byId("moment-steps").textContent = stage.steps ?? "";
  byId("moment-back").disabled = at === 0;
  byId("moment-next").disabled = at + 1 === game.stages.length;
  cropsOf(byId("moment-crops"), stage.crops ? `kept/${encodeURIComponent(game.id)}/events/${stage.n}` : "");
  mark();
  shown();
  byId("board").scrollIntoView({ block: "nearest" });
}

function leave() {
  at = null;
  byId("moment").hidden = true;
  mark();
  shown();
}

function mark() {
  const n = at === null ? "" : String(game.stages[at].n);
  for (const link of byId("score").querySelectorAll("a")) link.toggleAttribute("aria-current", link.dataset.n === n);
}

// *show* draws the board again; *fault* says why a moment cannot be shown.
export function offerMoments(show, fault) {
  [shown, failed] = [show, fault];
  byId("moment-back").addEventListener("click", () => go(at - 1));
  byId("moment-next").addEventListener("click", () => go(at + 1));
  byId("moment-now").addEventListener("click", leave);
}
