// What the game was worth after each move: the graph, and the moves where it turned.

import { ask, byId, element, pause } from "./api.js";
import { inLanguage, language } from "./language.js";
import { draw } from "./pieces.js";

const POLL_MS = 700;
const WIDTH = 320, HEIGHT = 90, EDGE = 8;

export class Evaluation {
  // *chosen* is called with the number of a stage, *learned* when the best moves of more stages are known.
  constructor(chosen, learned) {
    this.chosen = chosen;
    this.learned = learned;
    this.game = null;
    this.best = new Map();
    byId("evaluate").addEventListener("click", () => this.#begin());
  }

  async open(game) {
    this.game = game;
    byId("evaluate").disabled = game.stages.length < 2;
    const found = await ask(this.#path()).catch(() => null);
    if (found && found.state !== "none") this.#follow(found);
  }

  // Returns the best move in the position of a stage, where it is known.
  bestAt(stage) {
    return this.best.get(stage);
  }

  mark(stage) {
    this.stage = stage;
    const here = byId("worth").querySelector(".here");
    for (const end of here ? ["x1", "x2"] : []) here.setAttribute(end, this.x(stage));
  }

  #path() {
    return `kept/${encodeURIComponent(this.game.id)}/review`;
  }

  async #begin() {
    try {
      await this.#follow(await ask(this.#path(), {}));
    } catch (fault) {
      byId("progress").textContent = fault.message;
    }
  }

  async #follow(found) {
    byId("evaluation").hidden = false;
    for (let now = found; ; now = await ask(this.#path())) {
      this.#show(now);
      if (now.state !== "running") return;
      await pause(POLL_MS);
    }
  }

  #show({ state, message, of, turns, turning, whose }) {
    byId("evaluate").disabled = state === "running";
    byId("evaluate").hidden = state === "done";
    const told = { running: `Thinking: ${turns.length} of ${of} moves.`, failed: message }[state] ?? "";
    byId("progress").textContent = told || (turning.length ? "" : "No serious mistake was found.");
    if (whose) byId("worth").replaceChildren(this.#graph(turns, of, whose));
    byId("turning").replaceChildren(...turning.map(({ stage, words }) => element("li", {}, element("button", { type: "button", class: "stop", onclick: () => this.chosen(stage - 1) }, words))));
    const known = this.best.size;
    this.best = new Map(turns.map(({ stage, best }) => [stage - 1, best]));
    if (this.best.size !== known) this.learned();
    this.mark(this.stage ?? 0);
  }

  #graph(turns, of, whose) {
    const last = Math.max(of, ...turns.map(({ stage }) => stage), 1);
    this.x = (stage) => EDGE + ((WIDTH - 2 * EDGE) * stage) / last;
    const y = (value) => EDGE + ((HEIGHT - 2 * EDGE) * (1 - value)) / 2;
    const known = turns.filter(({ value }) => value !== null);
    const line = known.map(({ stage, value }) => `${this.x(stage)},${y(value)}`).join(" ");
    const rule = (value) => draw("line", { x1: EDGE, x2: WIDTH - EDGE, y1: y(value), y2: y(value), class: value ? "rule" : "rule even" });
    const dot = ({ stage, ply, value, proved, mark }) => {
      const made = draw("circle", { cx: this.x(stage), cy: y(value), r: 4, class: ["dot-worth", proved && "proved", mark && mark !== "?!" && "turning"].filter(Boolean).join(" ") },
        draw("title", {}, inWords({ ply, value, proved })));
      made.addEventListener("click", () => this.chosen(stage));
      return made;
    };
    return element("figure", {},
      draw("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": describe(known, whose), class: "graph", "data-said": "" },
        rule(1), rule(0), rule(-1), draw("line", { y1: EDGE / 2, y2: HEIGHT - EDGE / 2, class: "here" }),
        draw("polyline", { points: line, class: "curve" }), ...known.map(dot)),
      element("figcaption", { class: "fine" }, `Up: ${whose} wins. Full dots are proved, hollow ones estimated.`));
  }
}

const DIGITS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

// Returns in words what a move was worth to *whose*, and what would have been better where that was a mistake.
export function worthInWords({ value, proved, mark, best }, whose) {
  const told = value === null ? [] : [`Worth to ${whose}: ${value.toFixed(2)} (${proved ? "proved" : "estimated"}). 1 is a win, -1 a loss.`];
  return [...told, ...(mark ? [`Better was ${best.action}.`] : [])].join(" ");
}

const inWords = ({ ply, value, proved }) => {
  const told = `${ply}: ${value.toLocaleString(language, DIGITS)}`;
  return proved ? `${told} ${inLanguage("proved")}` : told;
};

function describe(known, whose) {
  const said = inLanguage(`What the game was worth to ${whose} after each move, from -1 to 1.`);
  return `${said} ${known.map(inWords).join("; ")}`;
}
