// What the camera sees: the newest picture, the board from above or what moves, and the cells that are read least surely.

import { ask, byId, element, pause, picture } from "./api.js";
import { set, setting } from "./settings.js";

const PICTURE_MS = 1000;
const WAYS = ["above", "motion"];

let state = () => null;
let way = "";
let looking = false;

async function lookOn() {
  if (looking) return;
  looking = true;
  while (byId("seen").open) {
    await Promise.all([showPicture(), showDoubts()]);
    await pause(PICTURE_MS);
  }
  looking = false;
}

async function showPicture() {
  const address = await picture(`frames/newest${way && `?${way}=1`}`).catch(() => null);
  if (!address) return;
  const image = byId("picture"), before = image.src;
  image.src = address;
  byId("outline").style.display = way === "above" ? "none" : "";
  if (before) URL.revokeObjectURL(before);
}

async function showDoubts() {
  const { cells } = await ask("cells").catch(() => ({ cells: [] }));
  const place = byId("doubts"), key = JSON.stringify(cells);
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.replaceChildren(...cells.map(({ cell, may_hold: held }) => element("li", {}, element("b", {}, cell),
    ...Object.entries(held).map(([content, share]) => element("span", {}, element("span", {}, state()?.words?.[content] ?? content), ` ${Math.round(100 * share)} %`)))));
}

// *now* returns how the table stands.
export function offerLooking(now) {
  state = now;
  byId("seen").open = setting("seen") === "open";
  byId("seen").addEventListener("toggle", () => {
    set("seen", byId("seen").open ? "open" : "closed");
    lookOn();
  });
  for (const each of WAYS) byId(each).addEventListener("click", () => look(way === each ? "" : each));
}

function look(chosen) {
  way = chosen;
  for (const each of WAYS) byId(each).setAttribute("aria-pressed", String(each === way));
  showPicture();
}
