// Who plays which colour: shown by the colours themselves, changed by a tap, before the game and during it.

import { ask, byId, element } from "./api.js";
import { table } from "./rematch.js";
import { called, parts } from "./tones.js";

const WORDS = {
  title: "Who plays which colour?",
  how: "Tap the colour of each seat’s pieces. Seat A moves first.",
  seat: (seat, colour) => `Seat ${seat}: ${colour}`,
  more: (seat) => `Seat ${seat}: one more colour`,
  pairs: "Two colours each, by what you have:",
  seen: "as seen",
  change: (seat, colour) => `Seat ${seat} plays ${called(colour) || "a colour not seen yet"}. Change the colours`,
  use: "Use these colours",
  anew: "New game with these colours",
  players: "How many play?",
  count: (players) => `${players} play`,
  close: "Close",
};

let known = null, asking = null;

// Asked for once, so that what was chosen first is also drawn first.
async function names() {
  asking ??= ask("games").catch((fault) => { asking = null; throw fault; });
  known = await asking;
  return known.colours;
}

const MOST = 3;
// The seat whose next tap adds a colour, or takes one away, instead of choosing the only one.
let adding = null;

// Gives *seat* the colour, as one more or as the only one; a seat whose only one it was takes the other's in exchange.
function given(colours, seat, colour) {
  const before = colours[seat], now = { ...colours }, has = parts(before);
  if (colour === null) delete now[seat];
  else if (adding !== seat) now[seat] = colour;
  else if (!has.includes(colour)) now[seat] = [...has, colour].slice(-MOST).join("+");
  else if (has.length > 1) now[seat] = has.filter((one) => one !== colour).join("+");
  const other = Object.keys(colours).find((one) => one !== seat && parts(colours[one]).includes(colour));
  if (other) {
    const left = parts(colours[other]).filter((one) => one !== colour).join("+");
    if (left) now[other] = left;
    else if (before && adding !== seat) now[other] = before;
    else delete now[other];
  }
  return now;
}

function row(seat, colours, offered, choose) {
  const colour = colours[seat];
  const chip = (name) => element("button", {
    type: "button", class: "spotchip colour", "data-colour": name ?? "", "aria-pressed": String(name ? parts(colour).includes(name) : !colour),
    "aria-label": WORDS.seat(seat, name ?? WORDS.seen), title: name ?? WORDS.seen, onclick: () => choose(seat, name),
  }, ...(name ? [] : [element("span", { "aria-hidden": "true" }, "?")]));
  const more = () => { adding = adding === seat ? null : seat; };
  const plus = element("button", {
    type: "button", class: "spotchip more", "data-colour": "", "aria-pressed": String(adding === seat), "aria-label": WORDS.more(seat), title: WORDS.more(seat),
    onclick: () => choose(more),
  }, element("span", { "aria-hidden": "true" }, "+"));
  return element("div", { class: "coloured", role: "group", "aria-label": `Seat ${seat}` },
    element("span", { "aria-hidden": "true" }, WORDS.seat(seat, called(colour) || WORDS.seen)), element("div", { class: "chips" }, ...offered.map(chip), ...(colour ? [plus] : [])));
}

function renderRows(place, seats, colours, offered, changed) {
  const held = place.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
  const choose = (one, colour) => {
    if (typeof one !== "function") return changed(given(colours, one, colour));
    one();
    return changed(colours);
  };
  place.replaceChildren(...seats.map((seat) => row(seat, colours, offered, choose)));
  if (held) [...place.querySelectorAll("button")].find((button) => button.getAttribute("aria-label") === held)?.focus();
}

// -- before the game

let agreed = {};

// Each colour is a text of its own, so that it is said in the reader's language.
function chosen(colours) {
  const told = Object.entries(colours).flatMap(([seat, colour], at) => [`${at ? ", " : ""}${seat} `, element("span", {}, called(colour))]);
  return told.length ? told : [WORDS.seen];
}

export const agreedColours = () => (Object.keys(agreed).length ? { colours: agreed } : {});

// Offers the designers' pairs of the colours *offered* for *seats*, by the sets of pyramids that people have.
function pairings(seats, offered, changed) {
  const sets = Object.entries(known.pairings).filter(([, pairs]) => pairs.length >= seats.length && pairs.slice(0, seats.length).every((pair) => parts(pair).every((one) => offered.includes(one))));
  const one = ([name, pairs]) => element("button", { type: "button", class: "chip", onclick: () => changed(Object.fromEntries(seats.map((seat, at) => [seat, pairs[at]]))) }, name);
  return sets.length ? [element("p", { class: "fine" }, WORDS.pairs), element("div", { class: "chips" }, ...sets.map(one))] : [];
}

// Returns *colours* with the first ink that is left for each of *seats* that has none.
function inked(seats, colours) {
  const left = known.inks.filter((ink) => !Object.values(colours).some((text) => parts(text).includes(ink)));
  return Object.fromEntries(seats.map((seat) => [seat, colours[seat] ?? left.shift()]));
}

// Offers colours for this many *players* of a game, at first those in *first*; null where its pieces belong to nobody.
// Where these are to be printed, there are inks only, every seat has one, and *reprint* is called with each choice.
export async function offerColours(players, first, pyramids = false, reprint = null) {
  const colours = await names(), offered = reprint ? known.inks : [null, ...colours];
  if (first && !Object.keys(agreed).length) agreed = first;
  byId("colour-choice").hidden = players === null;
  const seats = [..."ABCDEF"].slice(0, players ?? 0);
  agreed = Object.fromEntries(Object.entries(agreed).filter(([seat]) => seats.includes(seat)));
  if (reprint) agreed = inked(seats, agreed);
  byId("colours-chosen").replaceChildren(...chosen(agreed));
  const changed = (now) => {
    agreed = now;
    offerColours(players, null, pyramids, reprint);
    reprint?.();
  };
  renderRows(byId("colours"), seats, agreed, offered, changed);
  byId("colour-pairs").replaceChildren(...(pyramids ? pairings(seats, offered, changed) : []));
}

// -- during the game

// Returns the mark of the seat that plays *side*; for the table's own people it opens the choice of colours, but not where there is nothing to press.
export function mark(state, side, begin) {
  const seat = state.holders?.[side] ?? side;
  if (state.role !== "table" || document.body.dataset.view || !state.board?.owned) return element("span", { class: "swatch", "aria-hidden": "true" }, seat);
  return element("button", { type: "button", class: "swatch", "aria-label": WORDS.change(seat, state.colours[seat]), onclick: () => open(state, begin) }, seat);
}

// Offers how many may play, where that is not always the same; *count* is what a tap does.
function counts(state, count) {
  const numbers = known.games.find(({ game }) => game === state.game)?.players ?? [];
  if (numbers.length < 2) return [];
  const one = (players) => element("button", { type: "button", "aria-pressed": String(players === state.players), onclick: () => count(players) }, WORDS.count(players));
  return [element("div", { class: "doings", role: "group", "aria-label": WORDS.players }, ...numbers.map(one))];
}

async function open(state, begin) {
  const seats = [...new Set(Object.values(state.holders ?? {}))].sort();
  const offered = await names();
  let colours = { ...state.colours };
  const rows = element("div", {}), fault = element("p", { class: "repair", "aria-live": "assertive" });
  const draw = () => renderRows(rows, seats, colours, offered, (now) => { colours = now; draw(); });
  const anew = element("button", { type: "button", hidden: true, onclick: async () => await begin(table({ ...state, colours }, state.source)) && dialog.close() }, WORDS.anew);
  const use = async () => {
    try {
      await ask("commands", { do: "colours", colours });
      dialog.close();
    } catch (refused) {
      fault.textContent = refused.message;
      anew.hidden = false;
    }
  };
  const count = async (players) => {
    try {
      await ask("commands", { do: "seats", players });
      dialog.close();
    } catch (refused) {
      fault.textContent = refused.message;
    }
  };
  const dialog = element("dialog", { "aria-labelledby": "colours-title", onclose: () => dialog.remove() },
    element("h2", { id: "colours-title" }, WORDS.title), element("p", { class: "fine" }, WORDS.how), rows, ...counts(state, count), fault,
    element("div", { class: "doings" }, element("button", { type: "button", class: "big", onclick: use }, WORDS.use), anew,
      element("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, WORDS.close)));
  draw();
  document.body.append(dialog);
  dialog.showModal();
}
