// Steps through a kept game: its positions, and what was said between the moves.

import { byId, element } from "./api.js";
import { Board } from "./board.js";
import { cropsOf } from "./crops.js";
import { offerPlayback } from "./playback.js";
import { tones } from "./tones.js";

const SHORT = { illegal: "not allowed", takeback: "taken back", corrected: "corrected" };

export class Stepper {
  constructor() {
    this.chosen = () => {};
    this.best = () => undefined;
    this.showComment = () => {};
    this.board = new Board(byId("board"), () => {});
    this.stops = [];
    this.at = 0;
    const clicks = { first: () => 0, back: () => this.at - 1, next: () => this.at + 1, last: () => this.stops.length - 1 };
    for (const [id, target] of Object.entries(clicks)) byId(`to-${id}`).addEventListener("click", () => { this.stop(); this.go(target()); });
    const { stop, keys: playing } = offerPlayback(() => this.#on());
    this.stop = stop;
    const steps = { ArrowLeft: clicks.back, ArrowRight: clicks.next, Home: clicks.first, End: clicks.last };
    const stepping = Object.entries(steps).map(([key, target]) => [key, () => { this.stop(); this.go(target()); }]);
    const keys = { ...Object.fromEntries(stepping), ...playing };
    document.addEventListener("keydown", (event) => {
      const target = event.target instanceof Element ? event.target : document.body;
      const inUse = target.closest("dialog, select, input, .board") || (event.key === " " && target.closest("button, a, summary"));
      if (event.ctrlKey || event.altKey || event.metaKey || inUse || !keys[event.key] || !this.stops.length) return;
      event.preventDefault();
      keys[event.key]();
    });
  }

  open(game) {
    this.game = game;
    this.stops = game.stages.flatMap((stage) => [{ stage }, ...stage.asides.flatMap((aside) => [{ stage, aside }, ...aside.branch.map((branch) => ({ stage, aside, branch }))])]);
    byId("moves").replaceChildren(element("ol", { class: "stops" }, ...this.stops.map((stop, at) => this.#item(stop, at))));
    this.go(this.stops.length - 1);
  }

  // Goes one stop on, from the end to the start; returns whether there is one after it.
  #on() {
    this.go(this.at + 1 < this.stops.length ? this.at + 1 : 0);
    return this.at + 1 < this.stops.length;
  }

  // Goes to the stage of this *number*; the start is 0.
  goTo(number) {
    this.go(this.stops.findIndex(({ stage, aside }) => !aside && stage === this.game.stages[number]));
  }

  go(target) {
    if (target < 0 || target >= this.stops.length) return;
    this.at = target;
    const { stage, aside, branch } = this.stops[target];
    const { board, words, colours } = this.game;
    const best = aside ? undefined : this.best(this.game.stages.indexOf(stage));
    this.board.show({ board, words, colours, contents: (branch ?? stage).contents, last: (branch ?? stage).last, decides: branch ? [] : stage.decides }, { wrong: branch ? [] : aside?.cells, best });
    byId("caption").textContent = (branch ?? aside ?? stage).said;
    byId("comment").textContent = aside ? "" : stage.comment;
    this.showComment(`${this.game.id} ${stage.n}`, stage.comment);
    byId("commenting").hidden = Boolean(aside);
    byId("to-first").disabled = byId("to-back").disabled = target === 0;
    byId("to-next").disabled = byId("to-last").disabled = target === this.stops.length - 1;
    for (const [at, button] of [...byId("moves").querySelectorAll("button")].entries()) {
      button.toggleAttribute("aria-current", at === target);
      if (at === target) byId("moves").scrollTop = button.parentElement.offsetTop - byId("moves").clientHeight / 2;
    }
    this.#detail(aside ?? stage, best);
    this.chosen(this.game.stages.indexOf(stage));
  }

  // The number of the event that told the move that is shown; 0 at the start.
  get commented() {
    return this.stops[this.at].stage.n;
  }

  // Shows the game as it is now, at the same stop.
  renew(game) {
    const { at } = this;
    this.open(game);
    this.go(at);
  }

  #item({ stage, aside, branch }, at) {
    const go = () => this.go(at);
    if (branch) return element("li", { class: "aside" }, element("button", { type: "button", class: "stop", "data-kind": "branch", onclick: go }, branch.said));
    if (aside) {
      return element("li", { class: "aside" }, element("button", { type: "button", class: "stop", "data-kind": aside.event, onclick: go },
        [SHORT[aside.event], aside.code].filter(Boolean).join(" · ")));
    }
    if (stage === this.game.stages[0]) return element("li", {}, element("button", { type: "button", class: "stop", onclick: go }, "Start"));
    const action = { "": "set", "--": "pass" }[stage.action] ?? stage.action;
    return element("li", { class: "colour", ...tones(this.#colour(stage)) }, element("button", { type: "button", class: "stop", onclick: go },
      element("span", { class: "ply" }, stage.ply === null ? "" : `${stage.ply}.`), element("span", { class: "spot", "aria-hidden": "true" }),
      element("span", { class: "away" }, this.game.names[stage.side] ?? ""), element("span", { class: "action" }, action)));
  }

  #colour({ side }) {
    return this.game.game === "tabik" ? this.game.names[side]?.toLowerCase() : this.game.colours[side] ?? side;
  }

  // Shows the stop once more: more is known of it.
  again() {
    this.go(this.at);
  }

  #detail(told, best) {
    const place = byId("detail");
    const parts = told.steps ? [element("p", {}, told.steps)] : [];
    if (best) parts.push(element("p", { class: "fine" }, `Best here: ${best.action}.`));
    if (told.repair) parts.push(element("p", { class: "repair" }, told.repair));
    if (told.code) parts.push(element("p", {}, element("a", { class: "code", href: `/rules?game=${this.game.game}&code=${told.code}` }, told.code)));
    place.replaceChildren(...parts);
    if (!told.crops) return;
    const crops = element("div", { class: "crops" });
    place.append(crops);
    cropsOf(crops, `kept/${encodeURIComponent(this.game.id)}/events/${told.n}`);
  }
}
