"""The phrases that all renderings of a rule's page share: the names of facts. Independent of markup."""

from refloader.report.rules.value import CheckMethod, Example, Finding, RulePage, Strength
from refloader.suite.run.check_methods import STATIC

READING = "reading the manifest and the library"

STRENGTHS: dict[Strength, str] = {
    "must": "an obligation (must)",
    "should": "a recommendation (should)",
    "may": "a permission (may)",
    "fact": "a description of what it does (without a word such as must)",
}

BINDS = {
    "loader": "loaders",
    "layer": "layers",
    "driver": "drivers",
    "manifest": "manifests",
    "application": "applications",
}

SYSTEMS = {
    "all": "all systems",
    "linux": "Linux",
    "windows": "Windows",
    "macos": "macOS",
    "android": "Android",
    "fuchsia": "Fuchsia",
}

STATUSES = {
    "checked": "checked",
    "decided": "decided, and no test judges it yet",
    "untestable": "cannot be tested",
    "open": "open",
    "withdrawn": "withdrawn",
}


def systems(page: RulePage) -> str:
    """Return the systems that a rule is about."""
    return ", ".join(SYSTEMS.get(each, each) for each in page.platforms)


_SINCE_2022 = {"macos", "fuchsia"}
"""The systems that the editions 2016 and 2018 do not mention (the catalogue's note on platforms)."""


def on(page: RulePage, system: str) -> bool:
    """Return True if a rule applies to a system in any edition."""
    known = system not in _SINCE_2022 or bool({"2022", "2026"} & set(page.editions))
    return known and not {system, "all"}.isdisjoint(page.platforms)


def each_system(page: RulePage) -> tuple[str, ...]:
    """Return the systems to which a rule applies, one by one."""
    return tuple(each for each in SYSTEMS if each != "all" and on(page, each))


def letters(page: RulePage) -> str:
    """Return the systems in five characters: the first letter of each, or a hyphen if the rule does not apply."""
    names = [each for each in SYSTEMS if each != "all"]
    return "".join(SYSTEMS[each][0] if on(page, each) else "-" for each in names)


def android_column(page: RulePage) -> str:
    """Return what the policy tables state for Android; empty for a rule that is in no such table."""
    if not page.id.startswith(("LLP_", "LDP_")):
        return ""
    return "applies to Android" if on(page, "android") else "does not apply to Android"


def status(page: RulePage) -> str:
    """Return the status of a rule, with a reason if there is one."""
    return STATUSES[page.status] + (f": {page.reason}" if page.reason else "")


def has_idea_of_check(page: RulePage) -> bool:
    """True if the catalogue's planned check is worth showing: not "none" for a rule that has tests."""
    return bool(page.kinds) and (page.kinds != ("none",) or not page.tests)


def idea_of_check(page: RulePage) -> str:
    """Return the kinds of check that the catalogue plans for a rule."""
    return "nothing checks it" if page.kinds == ("none",) else f"by {', '.join(page.kinds)}"


def means(judging: CheckMethod) -> str:
    """Return how layers or drivers are checked."""
    return READING if judging.look == STATIC else ", ".join(judging.tests)


def other_tests(page: RulePage) -> tuple[str, ...]:
    """Return the tests that ``judging`` does not cover."""
    told = tuple(f"policy_tests/{each.judged}/" for each in page.judging)
    return tuple(test for test in page.tests if not told or not test.startswith(told))


def test_files(page: RulePage) -> tuple[str, ...]:
    """Return the files of the tests that ``judging`` does not cover."""
    return tuple(dict.fromkeys(test.partition("::")[0] for test in other_tests(page)))


def heading(page: RulePage, example: Example) -> str:
    """Return the heading of an example."""
    if page.reading:
        return "Where it matters"
    return "An example that passes" if example.outcome == "passes" else "An example that fails"


def verdict(finding: Finding) -> str:
    """Return the severity, the rule, and the location or case of a finding on an example."""
    where = f" at {finding.line}:{finding.column}" if finding.line else ""
    case = f" in {finding.by}" if finding.by else ""
    return f"{finding.severity} {finding.rule}{where}{case}"


def begun(text: str) -> str:
    """Return the text with a capital first letter."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return the text with a full stop, unless it ends with punctuation."""
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."
