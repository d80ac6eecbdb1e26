"""The verbs by topic, the first page for newcomers, and advice on command lines that cannot be understood."""

import os
from difflib import get_close_matches

import click

TOPICS = {
    "Answers about a machine and its files": {
        "doctor": "Print what is wrong with Vulkan on this machine, and what conform can test on it.",
        "lint": "Check manifests, folders of them, or a staging tree, without running anything.",
        "explain": "Say what a loader does on this machine, and why.",
        "bisect": "Find the layer or driver that makes a program fail.",
        "snapshot": "Record everything that loaders read on this machine, for a bug report.",
    },
    "Tests and runs": {
        "conform": "Judge loaders, layers and drivers against the rules.",
        "exec": "Run a program on the reference loader.",
        "observed": "Show what exec --observe recorded: the chain, the calls, who broke which rule.",
        "campaign": "Search for machines on which loaders differ from the documents.",
        "selftest": "Prove that the suite can fail: run it on loaders that are wrong on purpose.",
    },
    "Results of conform": {
        "report": "Turn results into a document.",
        "diff": "Show what changed between two runs.",
        "trend": "Show the results of subjects over many runs.",
        "claim": "Bundle the results of a run with the evidence needed to verify them.",
        "verify-claim": "Verify such a bundle: every digest, every number, and cases at random.",
    },
    "Rules and releases": {
        "rules": "Print the rules, and who decides and tests them.",
        "ages": "Print where releases of the loader differ from the newest documents.",
    },
    "To build on": {
        "init-layer": "Write a small layer that keeps all rules, as a starting point.",
        "ctest": "Write the cases as tests for CTest or Meson, in your own build.",
        "export-scenarios": "Write the scenarios of the loader suite as files, for other runners.",
        "config": "Show what refloader.toml says, and from which file each value comes.",
        "schema": "Print the JSON Schema of what the other verbs print and read.",
        "completion": "Print the script that lets a shell complete command lines.",
    },
}
VERBS = {name: help_text for topic in TOPICS.values() for name, help_text in topic.items()}

FIRST_PAGE = """\
refloader tests Vulkan loaders, layers and drivers against the rules of their
interface documents.

What is wrong here?            refloader doctor
Is my manifest right?          refloader lint VkLayer_mine.json
Why is my layer not loaded?    refloader explain VK_LAYER_ACME_mine
Does my layer conform?         refloader conform --layer VkLayer_mine.json
                               (also --driver MANIFEST, --loader LIBRARY)
What does a rule say?          refloader rules LLP_LAYER_9
How do I begin a layer?        refloader init-layer VK_LAYER_ACME_mine

All commands: refloader --help. The options of one: refloader lint --help."""

_MEANT = {
    "check": "lint",
    "validate": "lint",
    "verify": "verify-claim",
    "why": "explain",
    "info": "doctor",
    "diagnose": "doctor",
    "list": "explain",
    "test": "conform",
    "judge": "conform",
    "conformance": "conform",
    "conf": "conform",
    "layer": "conform --layer MANIFEST",
    "layers": "conform --layer MANIFEST",
    "driver": "conform --driver MANIFEST",
    "drivers": "conform --driver MANIFEST",
    "icd": "conform --driver MANIFEST",
    "loader": "conform --loader LIBRARY",
    "loaders": "conform --loader LIBRARY",
    "run": "exec",
    "trace": "exec",
    "show": "rules",
    "compare": "diff",
    "new": "init-layer",
    "init": "init-layer",
    "template": "init-layer",
    "export": "export-scenarios",
    "dropin": "exec -- PROGRAM",
    "drop-in": "exec -- PROGRAM",
    "html": "report RESULTS --format html",
    "junit": "report RESULTS --format junit",
    "merge": "report RESULTS...",
    "rerun": "conform --rerun failed",
    "history": "trend",
    "sign": "claim",
    "settings": "lint vk_loader_settings.json",
}
"""Words for which people look, and the verb that does it."""


_WITHOUT_OPTION = {
    "lint": ("--layer", "--driver", "--loader", "--manifest"),
    "explain": ("--layer", "--driver", "--manifest"),
}
"""What these verbs take as a word, although others have an option for it."""


_SAME_OPTION = {
    ("lint", "--loader"): "--loaders RANGE, as in --loaders 1.3.239..; a library is named without an option",
    ("init-layer", "--out"): "--dir DIR",
    ("init-layer", "-o"): "--dir DIR",
    ("snapshot", "--out"): "-o FILE",
    ("report", "--out"): "-o FILE",
    ("export-scenarios", "--out"): "DIR, a word without an option",
    (
        "exec",
        "--layer",
    ): "VK_INSTANCE_LAYERS=NAME in front of refloader exec: a program asks for layers by variables",
}
"""Options of other verbs that people try at these, and what does the same there."""


_OTHER_VALUE = {("conform", "--format"): "refloader report RESULTS --format NAME writes the other formats"}
"""What to do about a value that an option of a verb does not have."""


_EXTRA_WORD = {
    "conform": "say what it is: conform --layer MANIFEST, --driver MANIFEST or --loader PATH",
    "doctor": "it looks at the whole machine; for one layer or driver: refloader explain NAME; for a snapshot: "
    "--snapshot FILE",
}
"""What to do about a word at a verb that takes none."""


def unknown_verb(word: str) -> str:
    """Return the error about a first word that is no verb, with the command that may be meant."""
    meant = _meant(word)
    end = f"; did you mean: refloader {meant}" if meant else "; refloader alone says where to begin"
    return f"there is no command {word}{end}"


def _meant(word: str) -> str:
    from refloader.host import shell  # completion needs none of this

    if word.startswith("VK_LAYER_"):
        return shell.line(["explain", word])
    if os.path.exists(word) or word.endswith((".json", ".so", ".deb", ".rpm")):
        return shell.line(["lint", word])
    near = get_close_matches(word.lower(), VERBS, 1, 0.6)
    return _MEANT.get(word.lower()) or (near[0] if near else "")


def misplaced(error: click.UsageError) -> str:
    """Return what to do about an option of another verb, or a word that needs an option; empty if unknown."""
    context = error.ctx
    if context is None or context.info_name not in VERBS:
        return ""
    if isinstance(error, click.NoSuchOption):
        return _option(context, error.option_name)
    if isinstance(error, click.BadParameter) and error.param is not None:
        return _OTHER_VALUE.get((context.info_name, error.param.opts[0]), "")
    return _EXTRA_WORD.get(context.info_name, "") if "unexpected extra argument" in error.message else ""


def _option(context: click.Context, option: str) -> str:
    verb = str(context.info_name)
    if own := _SAME_OPTION.get((verb, option)):
        return f"here it is {own}"
    if option in _WITHOUT_OPTION.get(verb, ()):
        return f"name it without an option: refloader {verb} {'LAYER' if verb == 'explain' else 'PATH'}"
    from refloader.cli.options.help_pages import owners  # here, as most command lines are right

    others = [name for name in owners(option) if name != verb]
    return f"it is an option of {', '.join(others)}" if others and not _near(context, option) else ""


def _near(context: click.Context, option: str) -> list[str]:
    known = [each for parameter in context.command.params for each in parameter.opts]
    return get_close_matches(option, known, 1, 0.75)
