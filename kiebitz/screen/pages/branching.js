// Asks, once, whether the game goes on from where a move was taken back by hand.

import { byId, element } from "./api.js";

let answered = "";

export function renderBranching({ branching, journal, role }, tell, say) {
  const place = byId("branching"), key = branching ? `${journal} ${branching.n}` : "";
  place.hidden = !key || key === answered || role !== "table";
  if (place.hidden || place.dataset.key === key) return;
  place.dataset.key = key;
  const answer = () => { answered = key; place.hidden = true; };
  place.replaceChildren(
    element("p", {}, branching.message),
    element("div", { class: "answers" },
      element("button", { type: "button", onclick: answer }, "Go on from here"),
      element("button", { type: "button", onclick: () => { answer(); tell({ do: "correct", cells: branching.cells }); } }, "No, the move stands")));
  say(branching.message);
}
