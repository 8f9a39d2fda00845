// Pictures as JPEG, and photos, which are sent once and stand for themselves.

import { ask, pause, Refused } from "./api.js";

const LONGEST_PX = 1920;
const QUALITY = 0.9;
const TIMES = 20;
const AGAIN_MS = 400;

// Whether this page is that of the second view, and where its pictures go.
export const isSecond = new URLSearchParams(location.search).get("view") === "2";
export const FRAMES = isSecond ? "frames?view=2" : "frames";

const canvas = document.createElement("canvas");

export function drawn(source, width, height) {
  const scale = Math.min(1, LONGEST_PX / Math.max(width, height));
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  canvas.getContext("2d", { alpha: false }).drawImage(source, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
}

// Sends the picture in *file*; *say* tells how that goes.
export async function sendPhoto(file, say) {
  let blob;
  try {
    const image = await createImageBitmap(file);
    blob = await drawn(image, image.width, image.height);
  } catch {
    say("The browser cannot read this file as a picture.");
    return;
  }
  say("The photo is on its way.");
  for (let times = 0; times < TIMES; times++) {
    try {
      await ask(isSecond ? `${FRAMES}&photo=1` : `${FRAMES}?photo=1`, blob);
      return;
    } catch (fault) {
      if (fault instanceof Refused && fault.status !== 429) return say(fault.message);
      if (!(fault instanceof Refused)) say("The table does not answer. Trying again.");
    }
    await pause(AGAIN_MS);
  }
}
