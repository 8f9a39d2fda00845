// Measures the lens of this phone: the camera sends pictures of the printed target until the lens is known.

import { ask, byId, element, Refused } from "./api.js";
import { saveTarget } from "./saving.js";
import { say as speak, setSpeaking, speaking } from "./speech.js";

const WORDS = {
  open: "Measure the lens",
  title: "Measure the lens",
  how: "This is optional; it makes positions more accurate, above all with wide lenses. Print the target, lay it flat, start the camera, and bring the sheet into the dashed outline. Pictures are kept by themselves.",
  target: { a4: "Target on A4", letter: "Target on Letter" },
  aloud: "Speak",
  taken: (views, enough) => `${views} of ${enough}.`,
  views: "Pictures",
  coverage: "Picture covered",
  stop: "Stop",
  again: "Begin again",
  keep: "Keep this lens",
  name: "Its name",
  error: (mm) => `A cell of a usual board is placed to ${mm} mm.`,
  kept: (name) => `The lens is kept as ${name}. Choose it before the next game.`,
};
const COVERED = 0.4;
const SETTLED_MS = 700;

let measuring = false, told = "", taken = 0, waiting = 0;
let say = () => {};

const views = element("meter", { id: "lens-views", min: 0, max: 1 });
const coverage = element("meter", { id: "lens-coverage", min: 0, max: 1, low: COVERED, high: COVERED, optimum: 1 });
const counted = element("span"), covered = element("span");
const todo = element("p", { class: "task", "aria-live": "polite" });
const error = element("p", { class: "fine" });
const name = element("input", { id: "lens-name", value: "phone", maxlength: 40, autocomplete: "off" });
const keepButton = element("button", { type: "button", class: "big", onclick: keep }, WORDS.keep);
const note = element("p", { "aria-live": "polite" });
const aloud = element("button", { type: "button", "aria-pressed": String(speaking()), onclick: () => { setSpeaking(!speaking()); aloud.setAttribute("aria-pressed", String(speaking())); } }, WORDS.aloud);
const panel = element("section", { class: "telling", "aria-labelledby": "lens-title", hidden: true },
  element("h2", { id: "lens-title" }, WORDS.title), todo,
  element("ul", { class: "meters" },
    element("li", {}, element("label", { for: "lens-views" }, WORDS.views), views, counted),
    element("li", {}, element("label", { for: "lens-coverage" }, WORDS.coverage), coverage, covered)),
  error, element("p", { class: "fine" }, WORDS.how),
  element("div", { class: "doings" }, ...Object.entries(WORDS.target).map(([paper, words]) => element("button", { type: "button", onclick: () => saveTarget(paper) }, words)), aloud),
  element("div", { class: "search" }, element("label", { for: "lens-name" }, WORDS.name), name),
  element("div", { class: "doings" }, keepButton,
    element("button", { type: "button", onclick: begin }, WORDS.again),
    element("button", { type: "button", class: "quiet", onclick: () => show(false) }, WORDS.stop)));

function show(on) {
  measuring = on;
  panel.hidden = !on;
  byId("measure").setAttribute("aria-expanded", String(on));
  document.body.classList.toggle("measuring", on);
  byId("outline").replaceChildren();
  if (on) scrollTo({ top: 0 });
}

async function begin() {
  try {
    heard(await ask("lens", undefined, "DELETE"));
    note.textContent = "";
    show(true);
  } catch (fault) {
    say(fault.message);
  }
}

function heard(standing) {
  views.value = Math.min(1, standing.views / standing.enough);
  counted.textContent = `${standing.views} / ${standing.enough}`;
  coverage.value = standing.coverage;
  covered.textContent = `${Math.round(100 * standing.coverage)} %`;
  if (told !== standing.todo) {
    todo.textContent = told = standing.todo;
    speakSoon(standing);
  }
  error.textContent = standing.error_mm === null ? "" : WORDS.error(standing.error_mm);
  keepButton.disabled = standing.verdict === "redo";
}

// Says what to do once it has stood for a moment, after which picture it comes.
function speakSoon({ views, enough, todo: words }) {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    speak([...(views > taken ? [WORDS.taken(views, enough)] : []), words].join(" "), { urgent: true });
    taken = views;
  }, SETTLED_MS);
}

export const isMeasuring = () => measuring;

// Sends one picture of the target; *showSeen* draws the outline that was seen, and the one that is wanted.
export async function measure(blob, size, showSeen) {
  const standing = await ask("lens/views", blob);
  if (!measuring) return;
  heard(standing);
  showSeen(standing.seen ? [standing.seen] : [], size, standing.pose);
}

async function keep() {
  try {
    const kept = await ask("lens/kept", { name: name.value.trim() });
    show(false);
    note.textContent = WORDS.kept(kept.name);
  } catch (fault) {
    if (!(fault instanceof Refused)) throw fault;
    error.textContent = fault.message;
  }
}

// Offers to measure the lens behind *place*; *speak* says a text.
export function offerLens(place, speak) {
  say = speak;
  place.append(element("button", { type: "button", id: "measure", "aria-expanded": "false", onclick: () => (measuring ? show(false) : begin()) }, WORDS.open));
  place.after(note, panel);
}
