// Saves what the table makes as files of this device.

import { element, picture } from "./api.js";
import { language } from "./language.js";

const READ_MS = 10_000;

// Saves what is at *href*, an address of this page's own, as *name*.
export function saveAs(href, name) {
  element("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), READ_MS);
}

// Saves the target that measures lenses.
export async function saveTarget(paper) {
  const href = await picture(`lens/target.pdf?paper=${paper}&language=${language}`);
  if (href) saveAs(href, `target-${paper}.pdf`);
}
