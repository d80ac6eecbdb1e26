"""Renders a ledger as a Markdown page. Runs no loader and gives no verdict."""

import os
from collections.abc import Iterator

from refloader.campaign.ledger import KINDS, Cause, Ledger
from refloader.rules import find
from refloader.scenario.scenario import Scenario

_HEADS = {
    "breach": (
        "Breaches",
        "Here the loader does not do what the documents say, or takes others down with one bad component.",
    ),
    "reading": (
        "Other readings",
        "Here the documents can be read in more than one way, and the loader's way is not the one chosen by the "
        "reference. `refloader rules AMB-...` tells what tipped the scale. None of these is held against a loader.",
    ),
    "silent": (
        "Where the documents are silent",
        "Here no document says what a loader does. The difference is told because people meet it.",
    ),
}


def page(ledger: Ledger) -> str:
    """Return the page in Markdown. Raises ScenarioError if a scenario cannot be read."""
    return "\n".join(_lines(ledger)) + "\n"


def _lines(ledger: Ledger) -> Iterator[str]:
    yield f"# Divergences of {ledger.loader}"
    yield ""
    yield "Made by `tools/ledger.py` from `ledger.toml` and the scenarios beside it; do not edit."
    yield ""
    yield (
        "The worlds in which this loader does not do what is predicted from the documents, found by "
        "`refloader campaign`, each in its smallest form. A scenario's folder holds the files as they lie on the "
        "machine (`tree/`) and in `scenario.json` the variables, the mock libraries, what the application asks for "
        "and what is expected."
    )
    yield ""
    yield from _contents(ledger)
    for kind in KINDS:
        causes = [cause for cause in ledger.causes if cause.kind == kind]
        if causes:
            yield f"## {_HEADS[kind][0]}"
            yield ""
            yield _HEADS[kind][1]
            yield ""
            for cause in causes:
                yield from _entry(ledger, cause)


def _contents(ledger: Ledger) -> Iterator[str]:
    yield "| | cause | rules |"
    yield "|---|---|---|"
    for kind in KINDS:
        for cause in ledger.causes:
            if cause.kind == kind:
                yield f"| {kind} | [{cause.title}](#{cause.id}) | {', '.join(cause.rules)} |"
    yield ""


def _entry(ledger: Ledger, cause: Cause) -> Iterator[str]:
    yield f'### <a id="{cause.id}"></a>{cause.title}'
    yield ""
    for rule in cause.rules:
        row = find(rule)
        yield f"- **{rule}** {getattr(row, 'title', '') or getattr(row, 'where', '')}"
    yield ""
    yield f"**Wanted:** {_flowing(cause.wants)}"
    yield ""
    yield f"**Seen:** {_flowing(cause.does)}"
    yield ""
    often = f" This comes and goes: {cause.unsteady}." if cause.unsteady else ""
    yield f"Evidence: {cause.about}: `{cause.predicted}` is predicted, `{cause.seen}` is seen.{often}"
    yield ""
    yield from (f"- {part}" for part in _parts(ledger.scenario(cause)))
    yield ""
    yield "```sh"
    yield f"refloader conform --loader {_path(ledger)} --scenario {_folder(ledger)}/{cause.id}"
    yield "```"
    yield ""


def _flowing(text: str) -> str:
    return " ".join(text.split())


def _parts(scenario: Scenario) -> Iterator[str]:
    """Yield the parts of a scenario as short texts: files, unusual mocks, variables, the application's request."""
    yield "files: " + (", ".join(f"`{path}`" for path in scenario.files) or "none")
    odd = {path: library for path, library in scenario.libraries.items() if library.flags.keys() - {"name"}}
    for path, library in odd.items():
        flags = ", ".join(f"{name}={value}" for name, value in library.flags.items() if name != "name")
        yield f"the mock `{os.path.basename(path)}`: `{flags}`"
    variables = {name: value for name, value in scenario.variables.items() if name != "HOME"}
    if variables:
        yield "variables: " + ", ".join(f"`{name}={value}`" for name, value in variables.items())
    application = scenario.application
    asked = [f"layers `{' '.join(application.layers)}`"] if application.layers else []
    asked += [f"extensions `{' '.join(application.extensions)}`"] if application.extensions else []
    asked += [f"apiVersion `{application.api_version}`"] if application.api_version != "1.0.0" else []
    if asked:
        yield "the application asks for " + ", ".join(asked)


def _path(ledger: Ledger) -> str:
    """Return the path of the loader on Debian for x86-64."""
    return f"/usr/lib/x86_64-linux-gnu/{ledger.loader}"


def _folder(ledger: Ledger) -> str:
    return f"reports/{os.path.basename(ledger.folder)}"
