// Speaks with the browser's voices, or with the server's where it has none.

import { headers } from "./api.js";
import { inLanguage, language } from "./language.js";

let on = false;
let last = "";

export const speaking = () => on;

export function setSpeaking(wanted) {
  on = wanted;
  if (!on) window.speechSynthesis?.cancel();
}

// Says *text* once; with *again* even if it was the last thing said.
export async function say(text, again = false) {
  const told = inLanguage(text);
  if (!told || (told === last && !again)) return;
  last = told;
  if (!on && !again) return;
  if (window.speechSynthesis?.getVoices().some((voice) => voice.lang.startsWith(language))) {
    const words = new SpeechSynthesisUtterance(told);
    words.lang = language;
    window.speechSynthesis.speak(words);
    return;
  }
  try {
    const answer = await fetch("/api/v1/speech", { method: "POST", headers: { ...headers(), "Content-Type": "application/json" }, body: JSON.stringify({ text: told, language }) });
    if (answer.ok) await new Audio(URL.createObjectURL(await answer.blob())).play();
  } catch {
    // no voice anywhere: the words stand on the page
  }
}

export const repeat = () => say(last, true);
