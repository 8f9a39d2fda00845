// Who plays: names typed before the game, so that results count for people and not for colours.

import { ask, byId, element } from "./api.js";

const KEPT = "kiebitz-people";
const LONGEST = 30;
const SEATS = [..."ABCDEF"];

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

let names = read();
let seats = SEATS.slice(0, 2);

const given = () => seats.filter((seat) => names[seat]?.trim()).map((seat) => [seat, names[seat].trim()]);

// The names of those who play at a real table; nobody is rated for a pretended game.
export const agreedPeople = (source) => (source !== "demo" && given().length ? { names: Object.fromEntries(given()) } : {});

// Offers a field for the name of each of this many *players*.
export function offerPeople(players) {
  seats = SEATS.slice(0, players);
  byId("people").replaceChildren(...seats.map((seat) => element("label", { class: "named" },
    element("span", {}, `Seat ${seat}`),
    element("input", { type: "text", value: names[seat] ?? "", maxlength: LONGEST, list: "known-people", autocomplete: "off", translate: "no", oninput: (event) => change(seat, event.target.value) }))));
  showChosen();
}

function change(seat, name) {
  names[seat] = name;
  localStorage.setItem(KEPT, JSON.stringify(names));
  showChosen();
}

function showChosen() {
  const told = given().map(([, name]) => name).join(", ");
  byId("people-chosen").textContent = told || "no names";
  byId("people-chosen").translate = !told;
}

// Offers the names of those who have played before, and returns the kept game that may go on.
export async function offerKnown() {
  const { games, ratings, unfinished, alone } = await ask("kept").catch(() => ({ games: [], ratings: [] }));
  const known = new Set(ratings.flatMap(({ players }) => players.map(({ name }) => name)));
  byId("known-people").replaceChildren(...[...known].sort().map((name) => element("option", { value: name })));
  return games.filter(({ id }) => id === unfinished).map((game) => ({ ...game, alone }))[0];
}

// Returns the name of the one who sits at *seat*, to stand behind the colour; nothing where none is known.
export const personTag = (state, seat) => (state.people?.[seat] ? [element("span", { class: "person", translate: "no" }, state.people[seat])] : []);
