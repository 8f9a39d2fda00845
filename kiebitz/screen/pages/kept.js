// Words about a kept game.

import { inLanguage } from "./language.js";

const list = (names) => new Intl.ListFormat(document.documentElement.lang, { type: "conjunction" }).format(names);

export const inWords = (game) => {
  const names = Object.values(game.names ?? {}).map(inLanguage);
  return names.length === 2 ? `${names[0]} against ${names[1]}` : list(names);
};

export function begun({ began }) {
  const when = new Date(began);
  return Number.isNaN(when.getTime()) ? "" : when.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
}
