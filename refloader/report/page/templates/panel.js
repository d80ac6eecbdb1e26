// What opens below a rule: its cases, read from the JSON of the page, and what is known of the rule. Every text of a
// run is put in as text; markup is only what the page was made with (pictures and rules).
const FIRST_CASES = 20;
const readData = new Map([["page", JSON.parse(document.getElementById("data-page").textContent)]]);
const packedData = new Map();

// Fill packedData: shell.packed says how it is written. Whoever opens a rule waits for it.
async function unpack() {
  const packed = atob(document.getElementById("data-packed").textContent);
  const bytes = Uint8Array.from(packed, (each) => each.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  for (const line of (await new Response(stream).text()).split("\n")) {
    const tab = line.indexOf("\t");
    packedData.set(line.slice(0, tab), line.slice(tab + 1));
  }
}

function data(name) {
  if (!readData.has(name)) readData.set(name, JSON.parse(packedData.get(name)));
  return readData.get(name);
}

// An element with what it holds: elements, and texts as texts.
function make(tag, attributes, ...inside) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) element.setAttribute(name, value);
  element.append(...inside.filter((each) => each !== null && each !== undefined));
  return element;
}

// Markup that the page itself was made with.
function ownMarkup(markup) {
  const template = document.createElement("template");
  template.innerHTML = markup;
  return template.content;
}

function badge(standing, word) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "shape");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#shape-${standing}`);
  svg.append(use);
  return make("span", { class: `badge ${standing}` }, svg, make("span", {}, word));
}

function commandOf(place, rule, name) {
  const parts = data("commands")[place];
  return parts.length === 1 ? parts[0] : parts[0] + rule + parts[1] + name + parts[2];
}

function reproduce(command) {
  const button = make("button", { type: "button", class: "copy" }, "Copy");
  return make("div", { class: "repro" }, make("code", {}, command), button);
}

function factsTable(pairs) {
  const list = make("dl", { class: "facts" });
  for (const [name, fact] of pairs) {
    const scrolls = fact.split("\n").length > 8 ? { tabindex: "0", role: "region", "aria-label": name } : {};
    list.append(make("dt", {}, name), make("dd", {}, make("pre", scrolls, fact)));
  }
  return list;
}

// A details element that is filled when it is opened for the first time.
function lazily(title, fill, attributes) {
  const details = make("details", attributes, make("summary", {}, title));
  details.addEventListener("toggle", () => {
    if (details.open && details.childElementCount === 1) details.append(fill());
  });
  return details;
}

function evidenceOf(place) {
  if (place < 0) {
    return [make("p", { class: "soft" }, "What was run is left out here, so that the page stays small: the results file has it.")];
  }
  const [facts, pictures] = data(`evidence-${place}`);
  return [
    pictures ? make("div", { class: "pictures" }, ownMarkup(pictures)) : null,
    facts.length ? lazily("What was run, and what came of it", () => factsTable(facts)) : null,
  ].filter(Boolean);
}

// One case: its shape is described in cases.py.
function showCase(each, rule) {
  const [name, standing, milliseconds, reason, command, more = {}] = each;
  const texts = data("texts");
  const word = data("page").standings[standing];
  const verdict = more.v ? `${more.v}, ${word === "expected" ? "known" : word}` : word;
  const shown = make("article", { class: "case" });
  const where = more.m ? ` on ${texts[more.m]}` : "";
  shown.append(make("h5", {}, badge(word, verdict), " ", make("span", { class: "name" }, texts[name]),
    make("small", {}, ` ${(milliseconds / 1000).toFixed(3)} s${where}`)));
  if (reason) shown.append(make("p", { class: "reason" }, texts[reason]));
  for (const note of more.n ?? []) shown.append(make("p", { class: "note" }, texts[note]));
  if (more.k) shown.append(make("p", { class: "known" }, make("b", {}, "Known: "), texts[more.k]));
  if (more.a) shown.append(make("p", { class: "advice" }, make("b", {}, "What to do: "), texts[more.a]));
  const line = commandOf(command, rule, texts[name]);
  if (line) shown.append(reproduce(line));
  if ("e" in more) shown.append(...evidenceOf(more.e));
  return shown;
}

// The cases of a subject, the first ones at once and the others on demand.
function showCases(cases, rule) {
  const shown = make("div", { class: "cases" });
  let next = 0;
  const button = make("button", { type: "button" });
  const add = (number) => {
    for (const end = Math.min(next + number, cases.length); next < end; next += 1) {
      shown.insertBefore(showCase(cases[next], rule), button);
    }
    button.textContent = `Show ${Math.min(FIRST_CASES * 10, cases.length - next)} of ${cases.length - next} more cases`;
    button.hidden = next >= cases.length;
  };
  shown.append(button);
  add(FIRST_CASES);
  button.addEventListener("click", () => {
    const first = next;
    add(FIRST_CASES * 10);
    const added = shown.children[first].querySelector("button, summary") ?? shown.children[first];
    added.focus();
  });
  return shown;
}

function counted(number, what) {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

// What did not pass at once; what passed, and what was skipped beside other cases, on demand.
function showSubject(cases, rule) {
  const standings = data("page").standings;
  const quiet = (each) => ["pass", "skip"].includes(standings[each[1]]);
  const loud = cases.filter((each) => !quiet(each));
  const shown = loud.length ? [showCases(loud, rule)] : [];
  for (const standing of ["skip", "pass"]) {
    const alike = cases.filter((each) => standings[each[1]] === standing);
    if (!alike.length) continue;
    const title = make("span", {}, badge(standing, standing), ` ${counted(alike.length, "case")}`);
    const details = lazily(title, () => showCases(alike, rule), { class: "quiet" });
    details.open = !loud.length && alike.length === cases.length;
    shown.push(details);
  }
  return shown;
}

// What is known of a rule; others that it names are links only where this page has them.
function rulePage(markup) {
  const page = make("div", { class: "rule-page" }, ownMarkup(markup));
  for (const link of page.querySelectorAll("a[href^='#rule-']")) {
    if (parseFragment(link.getAttribute("href")) === null) link.replaceWith(make("code", {}, link.textContent));
  }
  return page;
}

// Everything about a rule on one subject, or on all of them where none is named.
function showRule(row, of) {
  const place = Number(row.dataset.row);
  const rule = row.dataset.rule;
  const title = row.querySelector(".title").textContent;
  const subjects = data("page").subjects;
  const panel = make("section", { class: "panel", id: "opened", "aria-labelledby": "opened-title", tabindex: "-1" });
  const close = make("button", { type: "button", class: "close" }, "Close");
  panel.append(make("div", { class: "panel-head" },
    make("h3", { id: "opened-title" }, `${rule}${of ? ` on ${of}` : ""}: ${title}`), close));
  const about = data(`rule-${place}`);
  if (about) {
    panel.append(lazily("The rule: what it says, why it matters, how to fix a breach, examples",
      () => rulePage(about), { class: "about" }));
  } else {
    panel.append(make("p", { class: "soft" }, "This version has no such rule."));
  }
  data(`row-${place}`).forEach((cases, column) => {
    if (!cases.length || (of && subjects[column] !== of)) return;
    panel.append(make("h4", {}, subjects[column], make("small", {}, ` ${counted(cases.length, "case")}`)));
    panel.append(...showSubject(cases, rule));
  });
  return panel;
}
