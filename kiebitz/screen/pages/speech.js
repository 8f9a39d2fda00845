// Speaks with the browser's voices, or with the server's where it has none.

import { headers } from "./api.js";

let on = false;
let last = "";

export const speaking = () => on;

export function setSpeaking(wanted) {
  on = wanted;
  if (!on) window.speechSynthesis?.cancel();
}

// Says *text* once; with *again* even if it was the last thing said.
export async function say(text, again = false) {
  if (!text || (text === last && !again)) return;
  last = text;
  if (!on && !again) return;
  if (window.speechSynthesis?.getVoices().length) {
    const words = new SpeechSynthesisUtterance(text);
    words.lang = document.documentElement.lang;
    window.speechSynthesis.speak(words);
    return;
  }
  try {
    const answer = await fetch("/api/v1/speech", { method: "POST", headers: { ...headers(), "Content-Type": "application/json" }, body: JSON.stringify({ text }) });
    if (answer.ok) await new Audio(URL.createObjectURL(await answer.blob())).play();
  } catch {
    // no voice anywhere: the words stand on the page
  }
}

export const repeat = () => say(last, true);
