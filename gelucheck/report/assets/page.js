"use strict";
// Sorting, filtering, links into what is folded, copying, printing. Without it all is still there.
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const byId = (id) => document.getElementById(id);
  const table = byId("rows");
  const lines = table ? [...table.tBodies[0].rows] : [];
  const compare = new Intl.Collator("en", { numeric: true }).compare;

  const button = (text, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", () => act(made));
    return made;
  };

  // a figure that does not exist is last, whichever way the others go
  const key = (line, place, figures) => {
    const cell = line.cells[place];
    if (!figures) return cell.dataset.value ?? cell.textContent.trim();
    return "value" in cell.dataset ? Number(cell.dataset.value) : null;
  };

  const sort = (head) => {
    const down = head.getAttribute("aria-sort") === "ascending";
    const place = head.cellIndex;
    const figures = head.classList.contains("number");
    const keyed = [...table.tBodies[0].rows].map((line) => [key(line, place, figures), line]);
    keyed.sort(([a], [b]) => {
      if (a === null || b === null) return (a === null) - (b === null);
      const order = figures ? (a > b) - (a < b) : compare(a, b);
      return down ? -order : order;
    });
    for (const other of head.parentElement.cells) other.setAttribute("aria-sort", "none");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    table.tBodies[0].append(...keyed.map(([, line]) => line));
  };

  const filters = ["filter", "filter-dtype", "filter-verdict"].map(byId);
  const detailOf = (line) => byId(`detail-${line.id}`).closest("details");

  const filter = () => {
    const [words, dtype, verdict] = filters.map((field) => field.value);
    const wanted = words.toLowerCase().split(/\s+/);
    let shown = 0;
    for (const line of lines) {
      const text = line.textContent.toLowerCase();
      const hit = wanted.every((word) => text.includes(word)) &&
        (!dtype || line.dataset.dtype === dtype) && (!verdict || line.dataset.verdict === verdict);
      line.hidden = detailOf(line).hidden = !hit;
      shown += hit;
    }
    byId("shown").textContent = `${shown} of ${lines.length} ${lines.length === 1 ? "row" : "rows"}`;
  };

  // a link to a row finds it though it is folded, or filtered away
  const reveal = () => {
    // an id of ours has nothing in it that a link would spell otherwise
    const target = byId(location.hash.slice(1));
    if (!target) return;
    const line = lines.includes(target) ? target : null;
    const folded = line ? detailOf(line) : target.closest("details");
    if (table && (folded?.hidden || line?.hidden)) {
      for (const field of filters) field.value = "";
      filter();
    }
    if (folded) folded.open = true;
    if (line || folded) target.scrollIntoView({ block: line ? "center" : "start" });
  };

  if (table) {
    for (const head of table.tHead.rows[0].cells) {
      const made = button(head.textContent, () => sort(head));
      head.replaceChildren(made);
    }
    for (const field of filters) field.addEventListener("input", filter);
    byId("controls").hidden = false;
    filter();
  }

  const rows = all("details.row");
  if (rows.length > 1) {
    const tools = document.createElement("p");
    tools.className = "tools";
    const fold = (open) => () => rows.forEach((each) => { each.open = open; });
    tools.append(button("Open all", fold(true)), button("Close all", fold(false)));
    rows[0].before(tools);
  }

  const copied = async (text, source) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      getSelection().selectAllChildren(source);
      return document.execCommand("copy");
    }
  };
  for (const box of all(".code")) {
    const source = box.querySelector("code");
    const made = button("Copy", async (self) => {
      self.textContent = (await copied(source.textContent, source)) ? "Copied" : "Press Ctrl+C";
      setTimeout(() => { self.textContent = "Copy"; }, 2000);
    });
    made.className = "copy";
    box.append(made);
  }

  let opened = [];
  addEventListener("beforeprint", () => {
    opened = all("details:not([open])");
    for (const each of opened) each.open = true;
  });
  addEventListener("afterprint", () => {
    for (const each of opened) each.open = false;
    opened = [];
  });
  addEventListener("hashchange", reveal);
  reveal();
})();
