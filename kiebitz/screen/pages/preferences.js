// The dialog that sets how a device looks and speaks.

import { byId, element } from "./api.js";
import { set, setting } from "./settings.js";
import { play } from "./sounds.js";
import { say } from "./speech.js";

const LEVELS = Array.from({ length: 10 }, (_, at) => String(at + 1));
const GROUPS = [
  ["speech", "Speech", [["off", "Off"], ["errors", "Errors and questions"], ["all", "Everything"]]],
  ["rate", "How fast", [["0.7", "Slow"], ["1", "Usual"], ["1.4", "Fast"], ["1.8", "Very fast"]]],
  ["sounds", "Sounds for moves, errors, questions and a win", [["off", "Without sounds"], ["on", "With sounds"]]],
  ["print", "Size of print", [["usual", "Usual"], ["large", "Large"], ["huge", "Very large"]]],
  ["contrast", "Contrast", [["auto", "As this device"], ["more", "High"]]],
  ["theme", "Light or dark", [["auto", "As this device"], ["light", "Light"], ["dark", "Dark"]]],
  ["turned", "Side of the board below", [["auto", "Nearest the camera"], ["0", "First row"], ["1", "Last file"], ["2", "Last row"], ["3", "First file"]]],
  ["motion", "Motion", [["auto", "As this device"], ["less", "None"]]],
  ["teach", "Teach while we play", [["off", "No"], ["on", "Yes"]]],
  ["level", "Kiebitz plays at level", LEVELS.map((level) => [level, level])],
];
const SAMPLE = "This is how I speak.";

const group = ([name, legend, values], changed) => element("fieldset", { class: "games" }, element("legend", {}, legend),
  element("div", { class: "chips" }, ...values.map(([value, words]) => element("label", { class: "choose" },
    element("input", { type: "radio", name, value, checked: setting(name) === value, onchange: () => changed(name, value) }), element("span", {}, words)))));

// Opens the dialog; *changed* is called after each change.
export function openPreferences(changed) {
  byId("preferences-choice").replaceChildren(...GROUPS.map((one) => group(one, (name, value) => {
    set(name, value);
    changed(name);
    if ((name === "speech" && value !== "off") || name === "rate") say(SAMPLE, { again: true });
    if (name === "sounds") play("move");
  })));
  byId("preferences").showModal();
}
