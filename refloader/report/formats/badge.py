"""A run as the JSON from which shields.io makes a badge (its endpoint badge, schema version 1).

Only a run without findings is green, and only one that the standard calls conformant says so; expected findings make
the badge yellow.
"""

import json

from refloader.model.text import number_of
from refloader.report.answer import Answer, answer
from refloader.report.arrange import subjects
from refloader.results.results_file import Run

_LABELS = {"loader": "Vulkan loader", "layer": "Vulkan layer", "driver": "Vulkan driver"}


def render(run: Run) -> str:
    """Return the JSON object, ending in a line break. The label names the kind of the subjects if all share it."""
    kinds = {subject.kind for subject in subjects(run)}
    told = answer(run)
    message, colour = _message(told)
    badge = {
        "schemaVersion": 1,
        "label": _LABELS.get(kinds.pop(), "Vulkan") if len(kinds) == 1 else "Vulkan",
        "message": message,
        "color": colour,
    }
    if not told.reliable:
        badge["isError"] = True  # shields.io keeps the colour of an error, and polls more often
    return json.dumps(badge, indent=2) + "\n"


def _message(told: Answer) -> tuple[str, str]:
    """Return the text of the badge, and its colour as shields.io names it."""
    if not told.reliable:
        return "not reliable", "lightgrey"
    if told.broken:
        return number_of(told.broken, "finding"), "red"
    if told.too_little:
        return "judged too little", "lightgrey"
    if told.outdated:
        return "expectations out of date", "orange"
    if not told.judged:
        return "nothing judged", "lightgrey"
    if told.numbers.known:
        return number_of(told.numbers.known, "known finding"), "yellow"
    if told.numbers.warnings:
        return f"{told.unbroken}, {number_of(told.numbers.warnings, 'warning')}", "green"
    return told.unbroken, "brightgreen" if told.unbroken == "conformant" else "green"
