// What is wrong with the page as it is shown: for tests/screen/sweep.py, which calls one function after the other.
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const texts = (one) => [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data.trim()).filter(Boolean);
  const isShown = (one) => one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });
  const called = (one) => `${one.tagName.toLowerCase()} ${one.id || one.textContent.trim().slice(0, 40)}`;

  function isCut(one) {
    if (!isShown(one) || !texts(one).length || one.closest(".away, .skip, svg, video")) return false;
    const box = one.getBoundingClientRect(), { overflowX, display } = getComputedStyle(one);
    if (box.width <= 1 || box.height <= 1) return false;
    const isMarked = getComputedStyle(one, "::after").position === "absolute";
    const spills = one.scrollWidth > one.clientWidth + 1 && display !== "inline" && !isMarked;
    const hides = spills && ["hidden", "clip"].includes(overflowX);
    return hides || (spills && one.tagName === "BUTTON") || box.right > innerWidth + 1 || box.left < -1;
  }

  // A mark that is laid over a small button widens what a finger meets.
  function reach(one) {
    const box = one.getBoundingClientRect(), more = getComputedStyle(one, "::after");
    const wider = more.position === "absolute" && more.content !== "none" ? Math.max(0, -2 * parseFloat(more.top) || 0) : 0;
    return [box.width + wider, box.height + wider];
  }

  const TOUCHED = "button, summary, select, input, a[href], label.choose";
  const isInText = (one) => one.tagName === "A" && getComputedStyle(one).display === "inline";
  const isTouched = (one) => isShown(one) && !one.disabled && !isInText(one) && !one.closest(".away, .skip")
    && !(one.tagName === "INPUT" && one.closest("label"));

  // What people have to see: scrolled into view, nothing may lie over its middle or its ends but the live picture
  // that stays in sight while a lens is measured.
  const READ = ".alert, .now, .telling, .moment, .players, #score, #moves";
  function isCovered(one) {
    one.scrollIntoView({ block: "nearest", behavior: "instant" });
    const box = one.getBoundingClientRect(), x = Math.min(Math.max(box.left + box.width / 2, 1), innerWidth - 1);
    const places = [box.top + 3, (box.top + box.bottom) / 2, box.bottom - 3].filter((y) => y > 0 && y < innerHeight);
    return places.some((y) => { const hit = document.elementFromPoint(x, y); return hit && !one.contains(hit) && !hit.contains(one) && !hit.closest(".measuring .finder"); });
  }

  return {
    covered: () => {
      const from = [scrollX, scrollY], isOpen = document.querySelector("dialog[open]");
      const found = isOpen ? [] : all(READ).filter((one) => isShown(one) && one.offsetHeight > 8).filter(isCovered).map(called);
      scrollTo(...from);
      return found;
    },
    wider: () => (document.documentElement.scrollWidth > innerWidth ? ["wider than the screen"] : []),
    cutOff: () => all("body *").filter(isCut).map(called),
    tooSmall: (least) => all(TOUCHED).filter(isTouched).filter((one) => Math.min(...reach(one)) < least - 0.5)
      .map((one) => `${called(one)} ${reach(one).map(Math.round).join(" × ")}`),
    texts: () => all("body *").filter((one) => isShown(one) && !one.closest("[translate=no], [data-said], script, style, pre"))
      .flatMap((one) => [...texts(one), ...["aria-label", "alt", "title", "placeholder"].map((name) => one.getAttribute(name)).filter(Boolean)]),
  };
})()
