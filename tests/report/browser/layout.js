// What is wrong with how a page is laid out: every function gives sentences, none where all is well.
// The tests load this into the page that they look at; it is no part of any report.
(() => {
  const name = (element) => {
    const id = element.id ? "#" + element.id : "";
    const words = (element.textContent || "").trim().slice(0, 30);
    return `${element.localName}${id}.${element.getAttribute("class") || ""} "${words}"`;
  };
  const shown = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    element.getClientRects().length > 0;
  const all = () => [...document.body.querySelectorAll("*")].filter(shown);

  // an ancestor, if any, that scrolls sideways by itself
  const box = (element) => {
    for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) {
      if (["auto", "scroll"].includes(getComputedStyle(up).overflowX)) return up;
    }
    return null;
  };
  const beyond = (element, width) => {
    const { left, right } = element.getBoundingClientRect();
    const from = left + scrollX, to = right + scrollX;
    return to > width + 1 || from < -1;
  };
  // what a reader of sound alone gets is one pixel, cut
  const aside = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width <= 1 && height <= 1;
  };
  // a drawing is cut at the edge of its svg, which is looked at itself
  const inner = (element) => element.ownerSVGElement != null;

  // what is wholly to the left of the page is for the keyboard, and comes in with it
  const waiting = (element) => {
    const style = getComputedStyle(element);
    return style.position === "absolute" && element.getBoundingClientRect().right <= 0;
  };

  // elements beyond the width of the page that no box of their own holds
  const out = (width, boxes) => all()
    .filter((element) => !aside(element) && !inner(element) && !waiting(element))
    .filter((element) => beyond(element, width))
    .filter((element) => !(boxes && box(element) && !beyond(box(element), width)))
    .map((element) => `${name(element)} sticks out of ${width} px`);

  // elements that hide some of what is in them
  const cut = () => all()
    .filter((element) => !aside(element) && !inner(element))
    .filter((element) => !["INPUT", "SELECT", "TEXTAREA"].includes(element.tagName))
    .filter((element) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      return (overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1) ||
        (overflowY !== "visible" && element.scrollHeight > element.clientHeight + 1);
    })
    .map((element) => `${name(element)} cuts what is in it`);

  // links and controls too small for a finger; a link in a sentence is as high as its line
  const small = (least) => all()
    .filter((element) => element.matches("a[href], button, input, select, summary"))
    .filter((element) => {
      const words = (text) => text.replace(/\s+/g, "").length;
      const sentence = element.matches("a") &&
        getComputedStyle(element).display === "inline" &&
        words(element.parentElement.textContent) > words(element.textContent);
      const { width, height } = element.getBoundingClientRect();
      return !sentence && (width < least - 0.5 || height < least - 0.5);
    })
    .map((element) => {
      const { width, height } = element.getBoundingClientRect();
      return `${name(element)} is ${width.toFixed(1)} by ${height.toFixed(1)} px`;
    });

  const own = (element) => [...element.childNodes]
    .some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());

  // text too small to read, at the size that it is shown
  const tiny = (least, leastDrawn) => all().filter(own).filter((element) => !aside(element))
    .map((element) => {
      const size = parseFloat(getComputedStyle(element).fontSize);
      if (!inner(element)) return [element, size, least];
      const { a, b, c, d } = element.getScreenCTM();
      return [element, size * Math.sqrt(Math.abs(a * d - b * c)), leastDrawn];
    })
    .filter(([, size, bound]) => size < bound - 0.05)
    .map(([element, size]) => `${name(element)} is ${size.toFixed(1)} px high`);

  // any way to write a colour, as a canvas paints it
  const brush = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const parts = (colour) => {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 1, 1);
    const [r, g, b, alpha] = brush.getImageData(0, 0, 1, 1).data;
    return { rgb: [r, g, b], alpha: alpha / 255 };
  };
  const over = (top, alpha, bottom) => top.map((v, k) => alpha * v + (1 - alpha) * bottom[k]);
  const light = (rgb) => {
    const [r, g, b] = rgb.map((v) => v / 255)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ground = (element) => {
    const layers = [];
    for (let up = element; up; up = up.parentElement) {
      const { rgb, alpha } = parts(getComputedStyle(up).backgroundColor);
      layers.push([rgb, alpha]);
      if (alpha === 1) break;
    }
    return layers.reverse().reduce((below, [rgb, alpha]) => over(rgb, alpha, below), [255, 255, 255]);
  };
  // text of drawings that is too faint against the page behind it (WCAG 2.1, 1.4.3)
  const faint = (least) => all().filter((element) => inner(element) && own(element))
    .map((element) => {
      const behind = ground(element.ownerSVGElement);
      const style = getComputedStyle(element);
      const { rgb, alpha } = parts(style.fill);
      let seen = alpha * parseFloat(style.fillOpacity);
      for (let up = element; up && up.localName !== "svg"; up = up.parentElement) {
        seen *= parseFloat(getComputedStyle(up).opacity);
      }
      const [a, b] = [light(over(rgb, seen, behind)), light(behind)];
      return [element, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
    })
    .filter(([, ratio]) => ratio < least)
    .map(([element, ratio]) => `${name(element)} has a contrast of ${ratio.toFixed(2)}`);

  // words of tables that go on in the next line: only after a hyphen that is no sign may they
  const broken = () => [...document.querySelectorAll("th, td")].filter(shown).flatMap((cell) => {
    const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const { data } = walker.currentNode;
      for (const word of data.matchAll(/[^\s-]+(?:(?<=\de)-\d+)?/g)) {
        const range = document.createRange();
        range.setStart(walker.currentNode, word.index);
        range.setEnd(walker.currentNode, word.index + word[0].length);
        const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (tops.size > 1) found.push(`"${word[0]}" in ${name(cell)} is on ${tops.size} lines`);
      }
    }
    return found;
  });

  // what is outside the picture that it is drawn in
  const undrawn = () => [...document.querySelectorAll("svg")].filter(shown).flatMap((svg) => {
    const frame = svg.getBoundingClientRect();
    return [...svg.querySelectorAll("text")].filter((text) => text.textContent.trim())
      .filter((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect();
        return left < frame.left - 1 || right > frame.right + 1 ||
          top < frame.top - 2 || bottom > frame.bottom + 2;
      })
      .map((text) => `${name(text)} is cut off by its picture`);
  });

  return { out, cut, small, tiny, faint, undrawn, broken };
})()
