// Until the board is read, the large area is the live picture with what is found drawn on it. The camera may be this
// device's own: one page is then both camera and table.

import { byId, pause, picture } from "./api.js";
import { Capture } from "./capture.js";
import { showOutline } from "./lights.js";

const PICTURE_MS = 500;

let own = null;
let looking = false;
let shown = () => {};

export const isOwn = () => Boolean(own?.running);

// Starts the camera of this device, or stops it.
export const switchCamera = () => (own.running ? own.stop() : own.start());

// Shows the newest picture as long as it is *wanted*; *view* says where the board was found in it.
export function renderLive(wanted, view, board) {
  const on = wanted && (isOwn() || Boolean(view?.size));
  byId("live").hidden = !on;
  byId("board").hidden = on;
  byId("turn-board").hidden = on;
  byId("own-video").hidden = !isOwn();
  byId("live-picture").hidden = isOwn();
  if (!on) return;
  if (view?.size) showOutline(byId("live-outline"), view.boards, view.size, board);
  if (!isOwn()) lookOn();
}

async function lookOn() {
  if (looking) return;
  looking = true;
  while (!byId("live").hidden && !isOwn()) {
    const address = await picture("frames/newest").catch(() => null), image = byId("live-picture");
    if (address) {
      if (image.src) URL.revokeObjectURL(image.src);
      image.src = address;
    }
    await pause(PICTURE_MS);
  }
  looking = false;
}

// *say* tells how the camera goes; *changed* is called when it has started or stopped.
export function offerLive(say, changed) {
  shown = changed;
  own = new Capture(byId("own-video"), {
    say,
    changed: () => {
      byId("own-camera").textContent = own.running ? "Stop camera" : "Use this device’s camera";
      shown();
    },
  });
  byId("own-camera").addEventListener("click", switchCamera);
}
