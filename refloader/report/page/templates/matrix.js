// The matrix: filters, cells that open, and the keyboard. The state is that of the address (state.js).
const form = document.querySelector(".filters");
const table = document.getElementById("matrix");
const columnStyle = document.head.appendChild(document.createElement("style"));
const columns = [...table.querySelectorAll("thead [data-c]")].map((head) => ({
  name: data("page").subjects[Number(head.dataset.c)], environment: head.dataset.environment,
}));
const rows = [...ruleRows.values()].map((row, place) => ({
  row, place,
  has: [...row.cells].slice(1).map((cell) => cell.firstElementChild.dataset.has ?? ""),
  text: row.cells[0].textContent.toLowerCase(),
}));
const letters = new Map([...form.querySelectorAll("[name=standing]")].map((box) => [box.value, box.dataset.letter]));
let state = {};
let opened = null;

// The places of the table of texts that a row's cases name, worked out when somebody looks for a text.
function textsOf(line) {
  line.texts ??= [...new Set(data(`row-${line.place}`).flat().flatMap(([name, , , reason]) => [name, reason]))];
  return line.texts;
}

// Each word with, for every text, whether it has the word.
let lowerTexts = null;
function matching(words) {
  if (words.length) lowerTexts ??= data("texts").map((text) => text.toLowerCase());
  return words.map((word) => ({ word, hits: lowerTexts.map((text) => text.includes(word)) }));
}

// Whether a row is to be shown; shown columns are given by their places.
function fits(line, places, wanted, words) {
  const { party, edition, platform } = line.row.dataset;
  if (state.party && party !== state.party) return false;
  if (state.edition && edition && !edition.split(" ").includes(state.edition)) return false;
  if (state.platform && platform && platform !== "all" && !platform.split(" ").includes(state.platform)) return false;
  const some = wanted.length === 0
    ? places.length === columns.length || places.some((place) => line.has[place])
    : places.some((place) => wanted.some((letter) => line.has[place].includes(letter)));
  return some && words.every(({ word, hits }) => line.text.includes(word) || textsOf(line).some((place) => hits[place]));
}

function filter() {
  const wanted = (state.standing ?? "").split(" ").map((name) => letters.get(name)).filter(Boolean);
  // What the cases say is looked through once it is unpacked.
  const words = packedData.size ? matching((state.text ?? "").toLowerCase().split(/\s+/).filter(Boolean)) : [];
  const isShown = columns.map((each) => (!state.subject || each.name === state.subject)
    && (!state.environment || each.environment === state.environment));
  const places = columns.map((_, place) => place).filter((place) => isShown[place]);
  columnStyle.textContent = columns.map((_, place) => isShown[place] ? "" : `#matrix [data-c="${place}"]`)
    .filter(Boolean).map((selector) => `${selector} { display: none !important; }`).join("\n");
  table.style.setProperty("--subjects", Math.max(places.length, 1));
  let count = 0;
  for (const line of rows) {
    const isWanted = fits(line, places, wanted, words);
    line.row.hidden = !isWanted && line.row.dataset.rule !== state.rule;
    count += isWanted ? 1 : 0;
  }
  document.getElementById("shown").textContent = `${count} of ${rows.length} rules shown`;
}

function showControls() {
  const standings = new Set((state.standing ?? "").split(" "));
  for (const box of form.querySelectorAll("[name=standing]")) box.checked = standings.has(box.value);
  for (const select of form.querySelectorAll("select")) select.value = state[select.name] ?? "";
  const text = document.getElementById("text");
  if (text.value.trim() !== (state.text ?? "")) text.value = state.text ?? "";
}

function controlOf(row, of) {
  const place = columns.findIndex((column) => column.name === of);
  return (place >= 0 && row.cells[place + 1]?.querySelector("button")) || row.querySelector("th a");
}

function closeRule() {
  if (!opened) return;
  opened.control.setAttribute("aria-expanded", "false");
  opened.control.removeAttribute("aria-controls");
  opened.row.remove();
  opened = null;
}

function openRule(rule, of) {
  const row = ruleRows.get(rule);
  const control = controlOf(row, of);
  const panel = showRule(row, control.matches("button") ? of : "");
  const below = make("tr", { role: "row", class: "opened" });
  below.append(make("td", { role: "cell", colspan: String(columns.length + 1) }, panel));
  row.after(below);
  control.setAttribute("aria-expanded", "true");
  control.setAttribute("aria-controls", "opened");
  opened = { rule, of: of ?? "", row: below, control };
  moveStop(control);
}

// Show what the state says. Where it came with the address, what is open is gone to.
function show(next, { go = false } = {}) {
  const isOpen = opened && opened.rule === next.rule && opened.of === (next.of ?? "");
  state = next;
  showControls();
  if (!isOpen) closeRule();
  filter();
  if (!isOpen && ruleRows.has(next.rule) && packedData.size) openRule(next.rule, next.of);
  if (go && opened) {
    ruleRows.get(opened.rule).scrollIntoView();
    opened.control.focus({ preventScroll: true });
  }
  keepStop();
}

function change(part, how) {
  if (later) remember(state, false);
  const next = { ...state, ...part };
  remember(next, true);
  show(next, how);
}

// The one control of the matrix that Tab comes to; arrow keys move it.
let stopped = null;
function moveStop(control) {
  stopped?.setAttribute("tabindex", "-1");
  stopped = control;
  stopped?.setAttribute("tabindex", "0");
}

const isReachable = (control) => control && control.offsetParent !== null;
function keepStop() {
  if (!isReachable(stopped)) moveStop(table.querySelector("tbody tr[data-rule]:not([hidden]) th a"));
}

function controlsOf(row) {
  return [...row.cells].map((cell) => cell.querySelector("a, button"));
}

// The next control from one in a direction, past what is hidden or empty.
function neighbour(control, key) {
  const cell = control.closest("td, th");
  const row = cell.parentElement;
  if (key === "ArrowLeft" || key === "ArrowRight" || key === "Home" || key === "End") {
    const inRow = controlsOf(row).filter(isReachable);
    const at = inRow.indexOf(control);
    return { ArrowLeft: inRow[at - 1], ArrowRight: inRow[at + 1], Home: inRow[0], End: inRow.at(-1) }[key];
  }
  const step = key === "ArrowUp" ? "previousElementSibling" : "nextElementSibling";
  for (let each = row[step]; each; each = each[step]) {
    const found = each.dataset.rule && !each.hidden ? each.cells[cell.cellIndex].querySelector("a, button") : null;
    if (isReachable(found)) return found;
  }
  return undefined;
}

table.addEventListener("keydown", (event) => {
  const control = event.target.closest("tr[data-rule] a, tr[data-rule] button");
  if (!control || event.altKey || event.ctrlKey || event.metaKey) return;
  if (!["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"].includes(event.key)) return;
  const found = neighbour(control, event.key);
  event.preventDefault();
  if (!found) return;
  moveStop(found);
  found.focus();
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !opened || event.defaultPrevented || event.target.closest("form")) return;
  const { control } = opened;
  change({ rule: "", of: "" });
  control.focus();
});

table.addEventListener("click", (event) => {
  if (event.target.closest(".close")) {
    const { control } = opened;
    change({ rule: "", of: "" });
    control.focus();
    return;
  }
  const button = event.target.closest("button.cell");
  if (!button) return;
  const row = button.closest("tr");
  const of = columns[Number(button.closest("td").dataset.c)].name;
  const isOpen = opened && opened.control === button;
  moveStop(button);
  change(isOpen ? { rule: "", of: "" } : { rule: row.dataset.rule, of });
});

// Links to rules keep the filters, and those of findings open the subject that they are about.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href^='#']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const rule = link.dataset.rule ?? parseFragment(link.getAttribute("href"))?.rule;
  if (!ruleRows.has(rule)) return toPlace(event, link);
  event.preventDefault();
  const isOpen = opened && opened.control === link;
  change(isOpen ? { rule: "", of: "" } : { rule, of: link.dataset.of ?? "" }, { go: !link.closest("th") });
});

// A place in the page is gone to without it taking the place of filters in the address.
function toPlace(event, link) {
  const place = document.getElementById(link.getAttribute("href").slice(1));
  if (!place || !fragmentOf(state)) return;
  event.preventDefault();
  place.scrollIntoView();
}

form.addEventListener("submit", (event) => event.preventDefault());
let typedLast = false;
form.addEventListener("input", (event) => {
  if (event.target.id === "text") {
    show({ ...state, text: event.target.value.trim() });
    rememberLetters(state, !typedLast);
    typedLast = true;
    return;
  }
  typedLast = false;
  const boxes = [...form.querySelectorAll("[name=standing]")].filter((box) => box.checked).map((box) => box.value);
  const chosen = Object.fromEntries([...form.querySelectorAll("select")].map((each) => [each.name, each.value]));
  change({ ...chosen, standing: boxes.join(" ") });
});
document.getElementById("text").addEventListener("blur", () => { typedLast = false; });
document.getElementById("findings").addEventListener("click", (event) => change({ standing: event.target.dataset.standings }));
document.getElementById("everything").addEventListener("click", () => {
  change({ text: "", standing: "", party: "", edition: "", platform: "", environment: "", subject: "" });
});

function follow() {
  forget();
  const next = parseFragment(location.hash);
  if (next !== null) show(next, { go: Boolean(next.rule) });
}
addEventListener("popstate", follow);

for (const link of table.querySelectorAll("th a")) link.setAttribute("tabindex", "-1");
form.hidden = false;
show({});
follow();
unpack().then(() => {
  table.classList.add("opens");
  show(state, { go: Boolean(state.rule) });
}, () => { document.getElementById("unreadable").hidden = false; });
