// Plays a kept game by itself, one step after the other.

import { byId } from "./api.js";

// *step* goes one on and returns whether there was one; returned are what stops the play, and its keys.
export function offerPlayback(step) {
  const button = byId("to-play"), pace = byId("pace");
  let timer = 0;
  const stop = () => { clearTimeout(timer); timer = 0; button.setAttribute("aria-pressed", "false"); };
  const next = () => {
    if (!step()) return stop();
    timer = setTimeout(next, Number(pace.value));
  };
  const playOrStop = () => {
    if (timer) return stop();
    button.setAttribute("aria-pressed", "true");
    next();
  };
  const faster = (by) => { pace.selectedIndex = Math.max(0, Math.min(pace.options.length - 1, pace.selectedIndex + by)); };
  button.addEventListener("click", playOrStop);
  return { stop, keys: { " ": playOrStop, "+": () => faster(1), "-": () => faster(-1) } };
}
