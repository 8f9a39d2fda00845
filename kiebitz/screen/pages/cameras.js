// Shows what a camera of the computer sees before it is chosen.

import { byId, element, headers, pause } from "./api.js";

const WORDS = {
  use: "Use this camera",
  close: "Another one",
  alt: (name) => `What ${name} sees`,
  opening: "Opening the camera …",
  size: (size, rate) => [size.replace("x", " × "), rate && `${Math.round(rate)} pictures a second`].filter(Boolean).join(", "),
  hint: "The whole board should be in the picture.",
};
const PAUSE_MS = 200;
const AWAY_MS = 1500;

export async function openPreview(camera, chosen) {
  const image = element("img", { alt: WORDS.alt(camera.name), hidden: true });
  const told = element("p", { "aria-live": "polite" }, WORDS.opening);
  const dialog = element("dialog", { class: "wide", "aria-labelledby": "preview-title", onclose: () => dialog.remove() },
    element("h2", { id: "preview-title" }, camera.name), element("div", { class: "finder preview" }, image), told,
    element("div", { class: "doings" },
      element("button", { type: "button", class: "big", onclick: () => { dialog.close(); chosen(); } }, WORDS.use),
      element("button", { type: "button", class: "quiet", onclick: () => dialog.close() }, WORDS.close)));
  byId("choice").append(dialog);
  dialog.showModal();
  while (dialog.isConnected) await pause(await seen(camera, image, told));
}

// Returns how long to wait before the next picture, in milliseconds.
async function seen(camera, image, told) {
  const say = (text) => { if (told.textContent !== text) told.textContent = text; };
  try {
    const answer = await fetch(`/api/v1/cameras/${camera.number}/newest`, { headers: headers(), cache: "no-store" });
    if (!answer.ok) {
      say((await answer.json()).error);
      image.hidden = true;
      return AWAY_MS;
    }
    const before = image.src;
    image.src = URL.createObjectURL(await answer.blob());
    image.hidden = false;
    if (before) URL.revokeObjectURL(before);
    say(`${WORDS.hint} ${WORDS.size(answer.headers.get("Kiebitz-Size"), answer.headers.get("Kiebitz-Rate"))}`);
    return PAUSE_MS;
  } catch {
    return AWAY_MS;
  }
}
