// Small pictures of the cells that an event is about, before and after it.

import { element, picture } from "./api.js";

const WHENS = ["before", "after"];

// Shows in *place* the pictures that lie under *path*; what is no longer wanted when they come is dropped.
export async function cropsOf(place, path) {
  place.dataset.path = path;
  place.replaceChildren();
  if (!path) return;
  const addresses = await Promise.all(WHENS.map((when) => picture(`${path}/${when}.jpg`).catch(() => null)));
  if (place.dataset.path !== path) return;
  place.replaceChildren(...addresses.flatMap((src, at) => (src ? [figure(src, WHENS[at])] : [])));
}

const figure = (src, when) => element("figure", {},
  element("img", { src, alt: `The cells ${when} it`, onload: () => URL.revokeObjectURL(src) }), element("figcaption", { "aria-hidden": "true" }, when));
