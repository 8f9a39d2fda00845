// Words about a kept game.

import { inLanguage } from "./language.js";

const list = (names) => new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" }).format(names);

export const inWords = (game) => {
  const names = Object.values(game.names ?? {}).map(inLanguage);
  return names.length === 2 ? `${names[0]} against ${names[1]}` : list(names);
};

// How dates are written: as the browser is used to, where it is used to the page's language.
const habits = () => navigator.languages.find((tag) => tag.startsWith(document.documentElement.lang)) ?? document.documentElement.lang;

export function begun({ began }) {
  const when = new Date(began);
  return Number.isNaN(when.getTime()) ? "" : when.toLocaleString(habits(), { dateStyle: "medium", timeStyle: "short" });
}
