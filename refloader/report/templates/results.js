// Filters and copy buttons. Without scripts the page shows everything.
"use strict";
const form = document.querySelector(".filters");
const search = document.getElementById("search");
const boxes = [...form.querySelectorAll("[name=verdict]")];
const rows = [...document.querySelectorAll("tbody tr[id]")].map((row) => ({
  row,
  verdicts: row.dataset.verdicts.split(" "),
  text: [row.querySelector("th"), row.querySelector(".about")].map((part) => part?.textContent ?? "").join(" ").toLowerCase(),
}));

function filter() {
  const wanted = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { row, verdicts, text } of rows) {
    row.hidden = !(verdicts.some((verdict) => wanted.has(verdict)) && words.every((word) => text.includes(word)));
    count += row.hidden ? 0 : 1;
  }
  document.getElementById("shown").textContent = `${count} of ${rows.length} rules shown`;
}

function choose(accepts) {
  for (const box of boxes) box.checked = accepts(box.value);
  filter();
}

function unfold(open) {
  for (const each of document.querySelectorAll("tbody details")) {
    if (!open || !each.closest("tr").hidden) each.open = open;
  }
}

async function copy(button) {
  const code = button.parentElement.querySelector("code");
  try {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(code);
    button.textContent = "Selected";
  }
  setTimeout(() => { button.textContent = "Copy"; }, 1500);
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", filter);
document.getElementById("findings").addEventListener("click", () => choose((verdict) => verdict !== "pass"));
document.getElementById("everything").addEventListener("click", () => { search.value = ""; choose(() => true); });
document.getElementById("open").addEventListener("click", () => unfold(true));
document.getElementById("close").addEventListener("click", () => unfold(false));
for (const button of document.querySelectorAll(".copy")) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button));
}
form.hidden = false;
filter();
