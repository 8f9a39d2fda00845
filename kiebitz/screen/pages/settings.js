// What this device remembers: how it looks and speaks, at which level Kiebitz plays, and whether the picture is open.

const KEPT = "kiebitz-settings";
const USUAL = { speech: "off", rate: "1", print: "usual", contrast: "auto", motion: "auto", level: "5", teach: "off", seen: "closed" };
const SHOWN = ["print", "contrast", "motion"];

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

let settings = { ...USUAL, ...read() };

export const setting = (name) => settings[name];

export function set(name, value) {
  settings = { ...settings, [name]: value };
  localStorage.setItem(KEPT, JSON.stringify(settings));
  apply();
}

// Larger print, more contrast and less motion are matters of style sheets, which look at these marks.
function apply() {
  for (const name of SHOWN) document.documentElement.dataset[name] = settings[name];
}

apply();
