// The pages in the reader's language. Their texts are English in the code; this module translates them where they
// appear, by the catalogue that the command line uses too (kiebitz/language): templates with holes, and words.

const NAMES = { en: "English", de: "Deutsch" };
const KEPT = "kiebitz-language";
const SHOWN = ["aria-label", "alt", "title", "placeholder"];
// Names, and what its own module has said in the reader's language.
const UNTOUCHED = "[translate=no], [data-said]";
const SENTENCE = /(?<=[.!?:;])\s+|\n+|\s{3,}/g;
const CLAUSE = /, and |, or |, then |, but |, | and | or |; /g;
const BETWEEN = /, and |, or |, then |, | and | or | then |; /g;
const HOLE = /\{([a-z]+)(\d*)(?::([A-Za-z-]+))?\}/g;
const MOST_PARTS = 40;

const preferred = () => [localStorage.getItem(KEPT), ...navigator.languages.map((tag) => tag.slice(0, 2))].find((code) => code in NAMES);

export const language = preferred() ?? "en";

const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
const isCapital = (text) => text.slice(0, 1) !== text.slice(0, 1).toLowerCase();

class Catalogue {
  constructor({ templates, words, joints }) {
    this.templates = templates.map(([pattern, told, holes, keepsSmall]) => ({ pattern: new RegExp(`^(?:${pattern})$`), told, holes, keepsSmall }));
    this.words = words;
    this.joints = joints;
    this.known = new Map();
    this.singles = new Map();
  }

  // Returns *text* in the language; a sentence that is not in the catalogue stays as it is.
  said(text) {
    if (!this.known.has(text)) this.known.set(text, this.#whole(text) ?? this.#inParts(text));
    return this.known.get(text);
  }

  #inParts(text) {
    const gaps = text.match(SENTENCE) ?? [];
    return text.split(SENTENCE).map((part, at) => (this.#whole(part) ?? part) + (gaps[at] ?? "")).join("");
  }

  #whole(text) {
    return this.#chain(text, SENTENCE, (part) => this.#single(part) ?? this.#clauses(part), (gap) => gap);
  }

  #clauses(text) {
    return this.#chain(text, CLAUSE, (part) => this.#single(part) ?? this.#listed(part), (gap) => this.#joint(gap));
  }

  #listed(word) {
    return Object.hasOwn(this.words, word) ? this.#formed(this.words[word], "") : null;
  }

  #formed(found, form) {
    return typeof found === "string" ? found : found[form] ?? found[""];
  }

  #joint(gap) {
    return this.joints[gap] ?? gap;
  }

  #chain(text, gaps, part, joint) {
    const places = [...text.matchAll(gaps)];
    if (places.length > MOST_PARTS) return null;
    const whole = part(text);
    if (whole !== null) return whole;
    for (const place of places.reverse()) {
      const head = part(text.slice(0, place.index));
      if (head === null) continue;
      const rest = this.#chain(text.slice(place.index + place[0].length), gaps, part, joint);
      if (rest !== null) return head + joint(place[0]) + rest;
    }
    return null;
  }

  #single(text) {
    if (!this.singles.has(text)) this.singles.set(text, this.#found(text));
    return this.singles.get(text);
  }

  #found(text) {
    for (const { pattern, told, holes, keepsSmall } of this.templates) {
      const match = pattern.exec(text);
      const filled = match && this.#filled(told, holes, match.slice(1));
      if (filled != null) return isCapital(text) && !keepsSmall ? capital(filled) : filled;
    }
    return null;
  }

  #filled(told, holes, values) {
    const given = Object.fromEntries(Object.entries(holes).map(([name, how], at) => [name, { how, value: values[at] }]));
    let whole = true;
    const filled = told.replace(HOLE, (_, name, number, form) => {
      const { how, value } = given[name + number];
      const put = this.#value(how, value, form ?? "");
      whole &&= put !== null;
      return put;
    });
    return whole ? filled : null;
  }

  #value(how, value, form) {
    switch (how) {
      case "number": return value.replace(/[,.]/g, (sign) => (sign === "," ? "." : ","));
      case "word": return this.#word(value, form) ?? value;
      case "list": {
        const gaps = (value.match(BETWEEN) ?? []).map((gap) => this.#joint(gap));
        const items = value.split(BETWEEN).map((item) => this.#word(item, form));
        return items.includes(null) ? null : items.map((item, at) => item + (gaps[at] ?? "")).join("");
      }
      case "text": return this.#whole(value);
      case "reason": return this.#whole(value) ?? value;
      case "clauses": return this.#clauses(value);
      default: return value;
    }
  }

  #word(word, form) {
    if (Object.hasOwn(this.words, word)) return this.#formed(this.words[word], form);
    if (isCapital(word) && Object.hasOwn(this.words, word.toLowerCase())) return capital(this.#formed(this.words[word.toLowerCase()], form));
    if (word.includes(" ")) {
      const parts = word.split(" ").map((part) => this.#word(part, form));
      return parts.includes(null) ? null : parts.join(" ");
    }
    if (word.includes("-") && word.split("-").every((part) => Object.hasOwn(this.words, part.toLowerCase()))) {
      return word.split("-").map((part) => this.#word(part, form)).join("-");
    }
    if (/^\(.+\)$/.test(word)) {
      const inner = this.#word(word.slice(1, -1), form);
      return inner && `(${inner})`;
    }
    return /^[a-z]{2,}$/.test(word) ? null : word;
  }
}

const catalogue = language === "en" ? null : await fetch(`/words/${language}.json`).then((answer) => answer.json()).then((found) => new Catalogue(found)).catch(() => null);

// Returns *text*, which is English, in the reader's language.
export const inLanguage = (text) => (catalogue && text ? catalogue.said(text) : text);

function translateText(node) {
  const [, before, text, behind] = /^(\s*)([^]*?)(\s*)$/.exec(node.data);
  const told = inLanguage(text.replace(/\s+/g, " "));
  if (text && told !== text.replace(/\s+/g, " ")) node.data = before + told + behind;
}

function translateAttributes(element) {
  for (const name of SHOWN) {
    const text = element.getAttribute(name), told = inLanguage(text);
    if (text && told !== text) element.setAttribute(name, told);
  }
}

function translateAll(root) {
  if (root.nodeType === Node.TEXT_NODE) return translateText(root);
  if (root.nodeType !== Node.ELEMENT_NODE || root.closest(`script, style, ${UNTOUCHED}`)) return;
  translateAttributes(root);
  for (const child of root.childNodes) translateAll(child);
}

// What a translation writes is not looked at again: -0.14 became -0,14, that -0.14, and so on for ever.
function translateWhatChanges() {
  const observer = new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (type === "childList") addedNodes.forEach(translateAll);
      else if (type === "attributes") translateAttributes(target);
      else if (!target.parentElement?.closest(UNTOUCHED)) translateText(target);
    }
    observer.takeRecords();
  });
  observer.observe(document.documentElement, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: SHOWN });
}

function offerOthers() {
  for (const code of Object.keys(NAMES).filter((each) => each !== language)) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "quiet language", lang: code, translate: false, title: NAMES[code], ariaLabel: NAMES[code], textContent: code.toUpperCase() });
    button.addEventListener("click", () => { localStorage.setItem(KEPT, code); location.reload(); });
    document.querySelector(".bar")?.append(button);
  }
}

document.documentElement.lang = language;
offerOthers();
if (catalogue) {
  translateAll(document.documentElement);
  translateWhatChanges();
}
