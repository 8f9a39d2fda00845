// A sentence to the referee, typed or dictated with the keyboard of a phone: an order, a question, a cell or a move.

import { ask, byId, element } from "./api.js";

const HEARD = (words) => `Understood: ${words}`;

// *tell* carries out a command, *answer* has what answers a question by its name, *say* tells people a text.
export function offerSentences(tell, answer, say) {
  byId("sentence").addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = byId("sentence-text"), text = field.value.trim();
    if (!text) return;
    let told;
    try {
      told = await ask("sentences", { text });
    } catch (fault) {
      byId("sentence-choices").replaceChildren();
      say(fault.message);
      return;
    }
    field.value = "";
    choose(told.choices, tell);
    if (told.choices.length) say("Which of these?");
    else if (told.asks) answer[told.asks](told.cell, told.answer);
    else if (await tell(told.command)) say(HEARD(told.heard));
  });
}

function choose(choices, tell) {
  const place = byId("sentence-choices");
  place.replaceChildren(...choices.map(({ words, command }) => element("button", {
    type: "button", onclick: () => { place.replaceChildren(); tell(command); },
  }, words)));
  place.querySelector("button")?.focus();
}
