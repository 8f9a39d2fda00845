// What this device remembers: how it looks and speaks, and at which level Kiebitz plays.

const KEPT = "kiebitz.settings";
const USUAL = { level: 5 };

let settings = { ...USUAL, ...read() };

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

export const level = () => settings.level;

export function set(name, value) {
  settings = { ...settings, [name]: value };
  localStorage.setItem(KEPT, JSON.stringify(settings));
}
