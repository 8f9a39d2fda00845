// Who plays which colour: shown by the colours themselves, changed by a tap, before the game and during it.

import { ask, byId, element } from "./api.js";
import { table } from "./rematch.js";

const WORDS = {
  title: "Who plays which colour?",
  how: "Tap the colour of each seat’s pieces. Seat A moves first.",
  seat: (seat, colour) => `Seat ${seat}: ${colour}`,
  seen: "as seen",
  change: (seat, colour) => `Seat ${seat} plays ${colour ?? "a colour not seen yet"}. Change the colours`,
  use: "Use these colours",
  anew: "New game with these colours",
  players: "How many play?",
  count: (players) => `${players} play`,
  close: "Close",
};

let known = null;

async function names() {
  known ??= await ask("games");
  return known.colours;
}

// Gives *seat* the colour; a seat that had it takes the other's in exchange.
function given(colours, seat, colour) {
  const before = colours[seat], other = Object.keys(colours).find((one) => one !== seat && colours[one] === colour);
  const now = { ...colours };
  if (colour === null) delete now[seat];
  else now[seat] = colour;
  if (other) {
    if (before) now[other] = before;
    else delete now[other];
  }
  return now;
}

function row(seat, colours, offered, choose) {
  const colour = colours[seat];
  const chip = (name) => element("button", {
    type: "button", class: "spotchip colour", "data-colour": name ?? "", "aria-pressed": String((colour ?? null) === name),
    "aria-label": WORDS.seat(seat, name ?? WORDS.seen), title: name ?? WORDS.seen, onclick: () => choose(seat, name),
  }, ...(name ? [] : [element("span", { "aria-hidden": "true" }, "?")]));
  return element("div", { class: "coloured", role: "group", "aria-label": `Seat ${seat}` },
    element("span", { "aria-hidden": "true" }, WORDS.seat(seat, colour ?? WORDS.seen)), element("div", { class: "chips" }, ...offered.map(chip)));
}

function renderRows(place, seats, colours, offered, changed) {
  const held = place.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
  place.replaceChildren(...seats.map((seat) => row(seat, colours, offered, (one, colour) => changed(given(colours, one, colour)))));
  if (held) [...place.querySelectorAll("button")].find((button) => button.getAttribute("aria-label") === held)?.focus();
}

// -- before the game

let agreed = {};

// Each colour is a text of its own, so that it is said in the reader's language.
function chosen(colours) {
  const told = Object.entries(colours).flatMap(([seat, colour], at) => [`${at ? ", " : ""}${seat} `, element("span", {}, colour)]);
  return told.length ? told : [WORDS.seen];
}

export const agreedColours = () => (Object.keys(agreed).length ? { colours: agreed } : {});

// Offers colours for so many *players* of a game, at first those in *first*; null where its pieces belong to nobody.
export async function offerColours(players, first) {
  if (first && !Object.keys(agreed).length) agreed = first;
  byId("colour-choice").hidden = players === null;
  const seats = [..."ABCDEF"].slice(0, players ?? 0);
  agreed = Object.fromEntries(Object.entries(agreed).filter(([seat]) => seats.includes(seat)));
  byId("colours-chosen").replaceChildren(...chosen(agreed));
  renderRows(byId("colours"), seats, agreed, [null, ...await names()], (now) => {
    agreed = now;
    offerColours(players);
  });
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
