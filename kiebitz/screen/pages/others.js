// Other tables that play the same game: their boards, where they show something else than this one, and joining them.

import { ask, byId, element, pause, picture } from "./api.js";
import { Board } from "./board.js";
import { agreedColours } from "./colours.js";
import { agreedPeople } from "./people.js";
import { agreed, agreedLens, agreedPictures } from "./terms.js";

const SEATS = ["A", "B", "C", "D", "E", "F"];

const LIVE_MS = 1000;

let boards = [], pictures = { shows: false, tables: [] }, looking = false;

export function heardOthers(told) {
  ({ boards, pictures } = told);
}

byId("show-board").addEventListener("change", async ({ target }) => {
  try {
    ({ boards, pictures } = await ask("others", { show: target.checked }));
  } catch (fault) {
    byId("show-told").textContent = fault.message;
  }
});

// Shows the live pictures on which both tables agree, and the tick that agrees to it.
function renderLive(state) {
  const { shows, tables } = pictures, place = byId("live-boards"), agrees = tables.some((there) => there.shows);
  byId("live-others").hidden = state?.role !== "table" || !tables.length;
  const key = JSON.stringify([pictures, state?.names]);
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  byId("show-board").checked = shows;
  byId("show-told").textContent = shows === agrees ? "" : agrees ? "The other table agrees." : "The other table has not agreed yet.";
  place.replaceChildren(...tables.flatMap(({ seats, live }, index) => {
    const words = `The board of ${seats.map((seat) => state?.names?.[seat] ?? seat).join(" and ")}, live`;
    return live ? [element("figure", {}, element("figcaption", {}, words), element("img", { alt: words, "data-number": index + 1 }))] : [];
  }));
  lookOn();
}

async function lookOn() {
  if (looking) return;
  looking = true;
  for (let images; (images = byId("live-boards").querySelectorAll("img")).length; await pause(LIVE_MS)) {
    for (const image of images) {
      const address = await picture(`others/${image.dataset.number}.jpg`).catch(() => null);
      if (image.src) URL.revokeObjectURL(image.src);
      if (address) image.src = address;
      else image.removeAttribute("src");
    }
  }
  looking = false;
}

// Shows each of their boards, small; the cells that differ from this one are marked.
export function renderOthers(state) {
  renderLive(state);
  const shown = state?.position ? boards : [];
  const place = byId("others"), key = JSON.stringify([shown, shown.length && [state.board, state.colours]]);
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.hidden = !shown.length;
  place.replaceChildren(...shown.map((there) => {
    const words = `The board of ${there.seats.map((seat) => state.names?.[seat] ?? seat).join(" and ")}`;
    const small = element("div", { class: "board", inert: true });
    new Board(small, () => {}).show({ ...state, contents: there.contents, last: [], decides: [], untold: null, aid: null }, { hinted: there.cells });
    return element("figure", {}, element("figcaption", {}, words), element("div", { role: "img", "aria-label": words }, small));
  }));
}

// Returns a form for the address of another table, whose game is then played here; *joined* is called when it is.
export function joinForm(joined) {
  const address = element("input", { type: "url", required: true, maxlength: 400, autocomplete: "off", placeholder: "https://…/twin#…", "aria-label": "Address of the other table" });
  const seat = element("select", { "aria-label": "Seat at this table" }, element("option", { value: "" }, "Any seat"), ...SEATS.map((name) => element("option", { value: name, translate: "no" }, name)));
  const told = element("p", { class: "fine", "aria-live": "polite" });
  const dial = async (more) => {
    told.textContent = "Calling the other table.";
    try {
      const known = (await ask("state")).source, source = /^\d+$/.test(known ?? "") ? known : "phone";
      const terms = more.resume ? {} : { ...agreed(), clock: undefined, ...agreedColours(), ...agreedPeople(source) };
      await ask("tables", { twin: address.value.trim(), source, ...terms, ...agreedLens(source), ...agreedPictures(), ...more });
      joined();
    } catch (fault) {
      told.textContent = fault.message;
    }
  };
  const again = element("button", { type: "button", class: "quiet", onclick: () => form.reportValidity() && dial({ resume: true }) }, "Go on with their game");
  const form = element("form", { class: "join-table", onsubmit: (event) => {
    event.preventDefault();
    dial(seat.value ? { seat: seat.value } : {});
  } }, element("p", {}, "Or play the game of another table on this board.", " ", "Its address stands there, under Play with another table."),
  element("div", { class: "doings" }, address, seat, element("button", { type: "submit" }, "Play there"), again), told);
  return form;
}
