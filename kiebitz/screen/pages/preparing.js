// What to do next, as long as no board has been read: a step is ticked when its time is over.

import { byId, element } from "./api.js";
import { openPairing } from "./pairing.js";
import { isRolling } from "./roll.js";
import { settingUp } from "./setting_up.js";

const WORDS = {
  phone: [
    "Scan the camera’s code with the phone, or use the camera of this device.",
    "Press Start camera, and lean the phone on a stack of books, 35–45 cm above the table.",
    "Move it until the whole board is in the picture; it is outlined when it is found.",
  ],
  camera: [
    "Put the camera 35–45 cm above the table.",
    "Move it until the whole board is in the picture; it is outlined when it is found.",
  ],
  game: "The printed board says which game it is. For any other board, choose the game first:",
  code: "Show the code",
  here: "Use this device’s camera",
  choose: "Choose the game",
  done: "done",
  instead: (title) => `Play ${title}`,
};

let view = null;
let shown = null;

export function sawPicture(seen) {
  view = seen;
  if (shown) renderPreparing(...shown);
}

// Shows the steps for the table as it stands; *choose* leads back to the choice of a game, *begin* begins a table,
// *film* starts the camera of this device.
export function renderPreparing(state, choose, begin, film) {
  shown = [state, choose, begin, film];
  const place = byId("preparing");
  const known = state.position !== null && !(settingUp(state) && !view?.boards.length);
  place.hidden = state.role !== "table" || known || (isRolling(state) && !state.roll.revealed) || state.source === "demo";
  if (place.hidden) return;
  const steps = WORDS[state.source === "phone" ? "phone" : "camera"];
  const done = view?.boards.length ? steps.length : view?.size ? steps.length - 1 : 0;
  const key = JSON.stringify([steps.length, done, state.game, state.instead]);
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.replaceChildren(
    ...(done ? [] : [element("img", { src: "/parts/prop.svg", alt: "", width: 200, height: 110 })]),
    element("ol", {}, ...steps.map((step, at) => element("li", { "data-done": String(at < done), "aria-current": at === done ? "step" : null },
      step, ...(at < done ? [element("span", { class: "away" }, WORDS.done)] : [])))),
    ...(done || state.source !== "phone" ? [] : [element("div", { class: "doings" },
      element("button", { type: "button", onclick: openPairing }, WORDS.code), element("button", { type: "button", onclick: film }, WORDS.here))]),
    ...(state.instead?.length ? [element("div", { class: "doings" }, ...state.instead.map(({ title, table }) => element("button", {
      type: "button", onclick: () => begin({ ...table, source: state.source }) }, WORDS.instead(title))))] : []),
    ...(state.game ? [] : [element("p", { class: "fine" }, WORDS.game), element("button", { type: "button", onclick: choose }, WORDS.choose)]));
}
