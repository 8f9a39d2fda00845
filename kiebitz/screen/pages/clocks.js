// The players' clocks: what the referee said last, counted on from then.

import { element } from "./api.js";
import { inLanguage } from "./language.js";

const WORDS = { pause: "Pause the clock", goOn: "Let the clock go on" };
const TICK_MS = 100;
const LOW_S = 20;

let told = null;
let heardAt = 0;

export function hearClocks(clock) {
  told = clock;
  heardAt = performance.now();
  document.body.classList.toggle("paused", Boolean(told?.paused));
  tick();
}

// Returns the place in which the clock of *seat* runs; none where there is no clock.
export const clockOf = (seat) => (told?.left[seat] === undefined ? [] : [element("span", { class: "clock", "data-clock": seat })]);

function left(seat) {
  const passed = told.running === seat ? (performance.now() - heardAt) / 1000 : 0;
  return Math.max(0, told.left[seat] - passed);
}

function timeText(seconds) {
  const whole = seconds < LOW_S && seconds > 0 ? Math.floor(seconds) : Math.ceil(seconds);
  const [minutes, rest] = [Math.floor(whole / 60), String(whole % 60).padStart(2, "0")];
  return seconds < LOW_S && seconds > 0 ? `${minutes}:${rest}.${Math.floor((seconds % 1) * 10)}` : `${minutes}:${rest}`;
}

function text(seat) {
  const periods = told.periods?.[seat];
  const seconds = left(seat);
  if (seconds === 0 && !periods) return "time is up";
  return timeText(seconds) + (periods ? ` +${periods}` : "");
}

// Shows the button that stops the clocks of *state* for a break, or lets them go on.
export function renderPause(button, place, { clock, position, role, result }) {
  place.hidden = !clock || !position || role !== "table" || Boolean(result);
  const words = inLanguage(clock?.paused ? WORDS.goOn : WORDS.pause);
  if (button.textContent !== words) button.textContent = words;
}

// What the button tells the referee.
export const pauseCommand = () => ({ do: told?.paused ? "continue" : "pause" });

export function tick() {
  for (const place of document.querySelectorAll("[data-clock]")) {
    const seat = place.dataset.clock;
    if (told?.left[seat] === undefined) continue;
    const words = text(seat);
    if (place.textContent !== words) place.textContent = words;
    place.dataset.running = String(told.running === seat);
    place.dataset.low = String(left(seat) < LOW_S);
  }
}

setInterval(tick, TICK_MS);
