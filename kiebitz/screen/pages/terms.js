// What is agreed on before the game: the clock, and fair play.

import { byId, element } from "./api.js";

const CLOCKS = [["", "none"], ["5+3", "5 minutes + 3 s"], ["10+5", "10 + 5 s"], ["30", "30 minutes"], ["20+3x30", "20 + 3 × 30 s"]];

let clock = "";

export const agreed = () => ({ ...(clock ? { clock } : {}), ...(byId("fair-play").checked ? { fair: true } : {}) });

export function offerTerms() {
  byId("clock-chosen").textContent = CLOCKS.find(([value]) => value === clock)[1];
  byId("fair-chosen").textContent = byId("fair-play").checked ? "on" : "off";
  byId("clocks").replaceChildren(...CLOCKS.map(([value, words]) => element("button", {
    type: "button", class: "chip", "aria-pressed": String(clock === value), onclick: () => choose(value),
  }, words)));
}

byId("fair-play").addEventListener("change", offerTerms);

function choose(value) {
  clock = value;
  offerTerms();
  byId("clocks").querySelector("[aria-pressed=true]").focus();
}
