// Shows the codes with which other devices join.

import { ask, byId, element } from "./api.js";

const WORDS = {
  phone: ["The camera", "A phone that looks at the board."],
  screen: ["Another screen", "It may do all that this one may."],
  viewer: ["Somebody who looks on", "Sees the game and changes nothing."],
};

export async function openPairing() {
  const place = byId("devices");
  try {
    const { devices, fingerprint, lan } = await ask("pairing");
    place.replaceChildren(...Object.entries(devices).map(([name, device]) => element("figure", {},
      element("img", { src: device.qr, alt: `Code for ${WORDS[name][0].toLowerCase()}`, width: 180, height: 180 }),
      element("figcaption", {}, element("b", {}, WORDS[name][0]), element("span", {}, WORDS[name][1]),
        element("a", { href: device.url, target: "_blank", rel: "noopener" }, "Open it here")))));
    place.append(lan ? certificate(fingerprint) : element("p", { class: "fine" },
      "Only this computer can open these. Start Kiebitz with --lan to let phones and tablets join."));
  } catch (fault) {
    place.replaceChildren(element("p", {}, fault.message));
  }
  byId("pairing").showModal();
}

function certificate(fingerprint) {
  return element("details", { class: "fine" }, element("summary", {}, "The browser warns of the certificate?"),
    element("p", {}, "That is expected once on each device: Kiebitz makes its own. Its SHA-256 must be"),
    element("p", { class: "fingerprint" }, fingerprint),
    element("p", {}, "To be warned no more, ", element("a", { href: "/authority.crt" }, "trust this table’s authority"), ". It can speak for private addresses only."));
}
