// What this device remembers: how it looks and speaks, at which level Kiebitz plays, and which way round the board lies.

const KEPT = "kiebitz-settings";
const USUAL = { speech: "off", sounds: "off", rate: "1", print: "usual", contrast: "auto", motion: "auto", level: "5", teach: "off", seen: "closed", turned: "auto", theme: "auto" };
const SHOWN = ["print", "contrast", "motion"];
const dark = document.getElementById("dark");
// The media for which a page is dark, by what is chosen.
const DARK = { auto: dark.media, light: "none", dark: "all" };

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

// Larger print, more contrast and less motion are matters of style sheets, which look at these marks; the dark one is
// switched on or off.
function apply() {
  const root = document.documentElement;
  for (const name of SHOWN) root.dataset[name] = settings[name];
  dark.media = DARK[settings.theme];
  root.style.colorScheme = settings.theme === "light" ? "light" : "";
}

apply();
