// A link to the evidence on a rule or a build opens what it is folded into, and marks it.
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let each = target.closest("details"); each; each = each.parentElement.closest("details")) each.open = true;
  for (const each of document.querySelectorAll(".found")) each.classList.remove("found");
  if (target.matches("h3 span")) target.classList.add("found");
  target.scrollIntoView({ block: "nearest" });
  (target.matches("details") ? target.querySelector("summary") : target).focus({ preventScroll: true });
}

addEventListener("hashchange", openTarget);
openTarget();
