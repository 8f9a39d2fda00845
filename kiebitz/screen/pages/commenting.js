// The form to write what people say of a move.

import { element } from "./api.js";

// Fills the empty details *place*; *keep* gets the text, and *failed* hears why it cannot be kept. Returns what shows the
// *comment* of the move *key*: what is being written stays as long as the move does.
export function offerComment(place, keep, failed) {
  const field = element("input", { id: `${place.id}-text`, type: "text", maxlength: 500, autocomplete: "off", enterkeyhint: "done" });
  const save = async (event) => {
    event.preventDefault();
    try {
      await keep(field.value);
      place.open = false;
    } catch (fault) {
      failed(fault);
    }
  };
  place.append(
    element("summary", {}, "Write a comment"),
    element("form", { class: "sentence", onsubmit: save }, element("label", { class: "away", for: field.id }, "Comment on this move"), field,
      element("button", { type: "submit", class: "quiet" }, "Save comment")));
  let shown = null;
  return (key, comment) => {
    if (key === shown) return;
    shown = key;
    field.value = comment;
    place.open = false;
  };
}
