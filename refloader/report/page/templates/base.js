// What every page has: buttons that copy the code beside them. Without scripts there are none.
"use strict";

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

function showCopyButtons(within) {
  for (const button of within.querySelectorAll("button.copy")) button.hidden = false;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button.copy");
  if (button) copy(button);
});
showCopyButtons(document);
