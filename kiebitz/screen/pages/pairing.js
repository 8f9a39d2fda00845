// Shows the codes with which other devices join.

import { ask, byId, element } from "./api.js";

const WORDS = {
  phone: ["The camera", "A phone that looks at the board."],
  screen: ["Another screen", "It may do all that this one may."],
  viewer: ["Somebody who looks on", "Sees the game and changes nothing."],
  photo: ["Photos without https", "Takes a photo after each move. Others on the network may see it."],
  onlooker: ["Looking on without https", "For a projector or a stream. Sees the game, and no picture."],
};
const PLAIN = ["photo", "onlooker"];

export async function openPairing() {
  const place = byId("devices");
  try {
    const { devices, fingerprint, lan, authority_fingerprint: authority, trust } = await ask("pairing");
    const offline = lan && new URL(devices.phone.url).hostname === "127.0.0.1";
    const codes = (wanted) => Object.entries(devices).filter(([name]) => wanted(name)).map((one) => code(one, lan && !offline));
    place.replaceChildren(...(lan ? [] : [alone()]), ...(offline ? [unconnected()] : []), ...codes((name) => !PLAIN.includes(name)));
    if (lan) place.append(certificate(fingerprint, authority, trust), plain(codes((name) => PLAIN.includes(name))));
  } catch (fault) {
    place.replaceChildren(element("p", {}, fault.message));
  }
  byId("pairing").showModal();
}

// A code that no other device could open would only mislead.
export const alone = () => element("div", { class: "alert" },
  element("p", {}, "Phones and tablets cannot join yet: Kiebitz was started for this computer alone. End it and start it with"),
  element("p", {}, element("code", { translate: "no" }, "kiebitz table --lan")));

const unconnected = () => element("div", { class: "alert" },
  element("p", {}, "This computer is on no local network, so no phone can join. Connect it, then start again."));

const code = ([name, device], reached) => element("figure", {},
  ...(reached ? [element("img", { src: device.qr, alt: `Code for ${WORDS[name][0].toLowerCase()}`, width: 180, height: 180 })] : []),
  element("figcaption", {}, element("b", {}, WORDS[name][0]), element("span", {}, WORDS[name][1]),
    element("a", { href: device.url, target: "_blank", rel: "noopener" }, "Open it here")));

const plain = (codes) => element("details", { class: "fine" },
  element("summary", {}, "Without https"), element("div", { class: "devices" }, ...codes));

function certificate(fingerprint, authority, trust) {
  return element("details", { class: "fine" }, element("summary", {}, "The browser warns of the certificate?"),
    element("p", {}, "That is expected once on each device: Kiebitz makes its own. Its SHA-256 must be"),
    element("p", { class: "fingerprint" }, fingerprint),
    element("p", {}, "To stop the warnings, open this page on the phone and follow its steps: ", element("a", { href: "/trust" }, trust)),
    element("p", {}, "The SHA-256 of the authority’s certificate must be"),
    element("p", { class: "fingerprint" }, authority));
}
