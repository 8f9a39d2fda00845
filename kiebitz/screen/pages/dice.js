// Which dice stand in for a missing d4 or d6: what the first choice offers of the option stand_in_dice.

import { element } from "./api.js";

const GAME = "tinker_tactics";
const CHOICES = [
  ["The usual dice", null],
  ["A d6 for a d4", { d6: 4 }],
  ["A d10 for a d4", { d10: 4 }],
  ["A d10 for a d4, one of tens for a d6", { d10: 4, d00: 6 }],
];

let chosen = 0;

// Returns what is agreed on for the table of *game*.
export const agreedDice = (game) => game === GAME && chosen ? { options: { stand_in_dice: CHOICES[chosen][1] } } : {};

// Returns the chips for *game*, none for one without dice; *render* shows them again.
export const diceChips = (game, render) => game !== GAME ? [] : [element("span", { class: "how-many" }, element("span", { class: "divider" }, "Dice"), ...CHOICES.map(([words], number) => element("button", {
  type: "button", class: "chip", "aria-pressed": String(chosen === number), onclick: () => { chosen = number; render(); },
}, words)))];
