// Plays a kept game by itself, one step after the other.

import { byId } from "./api.js";

// *step* goes one on and returns whether there was one; the returned function stops the play.
export function offerPlayback(step) {
  const button = byId("to-play"), pace = byId("pace");
  let timer = 0;
  const stop = () => { clearTimeout(timer); timer = 0; button.setAttribute("aria-pressed", "false"); };
  const next = () => {
    if (!step()) return stop();
    timer = setTimeout(next, Number(pace.value));
  };
  button.addEventListener("click", () => {
    if (timer) return stop();
    button.setAttribute("aria-pressed", "true");
    next();
  });
  return stop;
}
