// The moves of the game that is on. Each can be chosen: the board then shows that moment, what it was worth and what
// people wrote about it, until somebody goes back to now.

import { ask, byId, element } from "./api.js";
import { offerComment } from "./commenting.js";
import { cropsOf } from "./crops.js";
import { worthInWords } from "./evaluation.js";
import { tones } from "./tones.js";

let game = null;
let at = null;
let shown = () => {};
let failed = () => {}, offered = () => {};
let journal = "", known = 0, silent = false;
// What each moment that was thought about was worth, in words, and what would have been best next.
let worths = new Map(), bests = new Map(), asked = 0;

export function renderMoves({ score, names, role, journal: now, asking, aid, puzzle }, colourOf) {
  const moves = score ?? [];
  const place = byId("score"), key = JSON.stringify([now, moves]);
  if (at !== null && (asking || now !== journal || moves.length < known)) leave();
  if (now !== journal) [worths, bests] = [new Map(), new Map()];
  [journal, known, silent] = [now, moves.length, Boolean(aid?.locked || puzzle)];
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
  return { state: { board, words, colours, contents, last, decides }, best: bestOf(game.stages[at]) };
}

// A move that is corrected later has the same number and another position.
const keyOf = ({ n, position }) => `${n} ${position}`;
const bestOf = (stage) => (silent ? undefined : bests.get(keyOf(stage)));
const isWeighed = (stage) => worths.has(keyOf(stage)) && (stage === game.stages.at(-1) || bests.has(keyOf(stage)));

const address = () => `kept/${encodeURIComponent(journal)}`;

async function choose({ n }) {
  try {
    game = await ask(address());
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
  showComment(stage);
  showWorth(stage);
  mark();
  shown();
  byId("board").scrollIntoView({ block: "nearest" });
  if (!silent && stage.action && !isWeighed(stage)) weigh(stage);
}

function showComment({ n, comment }) {
  byId("moment-comment").textContent = comment;
  offered(`${journal} ${n}`, comment);
}

function showWorth(stage) {
  const best = bestOf(stage), worth = silent || !stage.action ? "" : worths.get(keyOf(stage)) ?? "Thinking about this move.";
  byId("moment-worth").textContent = [worth, best && `Best after it: ${best.action}.`].filter(Boolean).join(" ");
}

// Has the move of *stage* thought about; the turn of the move after it says what was best then.
async function weigh(stage) {
  const mine = ++asked, of = journal;
  const found = await ask(`${address()}/review/${stage.n}`, {}).catch((fault) => ({ state: "failed", message: fault.message, turns: [] }));
  if (of !== journal) return;
  const [turn, next] = found.turns;
  if (turn) worths.set(keyOf(stage), worthInWords(turn, found.whose || (game.names[stage.side] ?? stage.side)));
  if (next) bests.set(keyOf(stage), next.best);
  if (mine !== asked || at === null || game.stages[at].n !== stage.n) return;  // one asked for later stops this one
  if (turn) showWorth(stage);
  else byId("moment-worth").textContent = found.message || "";
  shown();
}

function leave() {
  at = null;
  byId("moment").hidden = true;
  mark();
  shown();
}

function mark() {
  const n = at === null ? "" : String(game.stages[at].n);
  const place = byId("score");
  for (const link of place.querySelectorAll("a")) {
    link.toggleAttribute("aria-current", link.dataset.n === n);
    if (link.dataset.n === n) place.scrollTop += link.getBoundingClientRect().top - place.getBoundingClientRect().top - place.clientHeight / 2;
  }
}

// *show* draws the board again; *fault* says why a moment cannot be shown.
export function offerMoments(show, fault) {
  [shown, failed] = [show, fault];
  byId("moment-back").addEventListener("click", () => go(at - 1));
  byId("moment-next").addEventListener("click", () => go(at + 1));
  byId("moment-now").addEventListener("click", leave);
  offered = offerComment(byId("moment-commenting"), async (text) => {
    game = await ask(`${address()}/comments`, { at: game.stages[at].n, text });
    showComment(game.stages[at]);
  }, (fault) => failed(fault.message));
}
