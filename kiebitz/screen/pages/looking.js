// What the camera sees: the newest picture, or the board from above, and the cells that are read least surely.

import { ask, byId, element, pause, picture } from "./api.js";

const PICTURE_MS = 1000;

let state = () => null;
let above = false;
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
  const address = await picture(above ? "frames/newest?above=1" : "frames/newest").catch(() => null);
  if (!address) return;
  const image = byId("picture"), before = image.src;
  image.src = address;
  byId("outline").style.display = above ? "none" : "";
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
  byId("seen").addEventListener("toggle", lookOn);
  byId("above").addEventListener("click", () => {
    above = !above;
    byId("above").setAttribute("aria-pressed", String(above));
    showPicture();
  });
}
