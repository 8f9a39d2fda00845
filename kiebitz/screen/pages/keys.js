// Letters that do what buttons do, while the board has the focus, so that they are in nobody's way elsewhere.

import { byId, element } from "./api.js";

const BUTTONS = {
  t: "takeback", p: "pass", x: "swap", h: "hint", b: "play-for", a: "agree", c: "correct", d: "telling-done", k: "pause", o: "not-so", v: "turn-board",
};
const WORDS = { r: "Say it again", w: "Whose turn is it?", s: "Where do we stand?", "/": "Tell it in a sentence", Escape: "Leave it", "?": "Keys" };
const ARROWS = ["← ↑ → ↓", "From cell to cell"];

const nameOf = (button) => button.getAttribute("aria-label") ?? button.textContent;

function list() {
  const rows = [ARROWS, ...Object.entries(BUTTONS).map(([key, id]) => [key, nameOf(byId(id))]), ...Object.entries(WORDS)];
  byId("keys-list").replaceChildren(...rows.flatMap(([key, words]) => [element("dt", {}, element("kbd", { translate: "no" }, key)), element("dd", {}, words)]));
  byId("keys").showModal();
}

// Listens at *board*; *asked* are what to say again, whose turn it is and where we stand, and how to leave a correction.
export function offerKeys(board, { again, turn, standing, leave }) {
  for (const [key, id] of Object.entries(BUTTONS)) byId(id).setAttribute("aria-keyshortcuts", key);
  const others = {
    r: again, w: turn, s: standing, Escape: leave, "?": list,
    "/": () => { if (!byId("sentence").hidden) byId("sentence-text").focus(); },
  };
  board.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key, button = byId(BUTTONS[key] ?? "");
    if (button && !button.disabled && button.offsetParent) button.click();
    if (!others[key]) return;
    if (key === "/") event.preventDefault();
    others[key]();
  });
  byId("show-keys").addEventListener("click", () => { byId("preferences").close(); list(); });
  byId("keys-close").addEventListener("click", () => byId("keys").close());
}
