"""The words that every rendering of a page uses: how facts are named and put into a line. Knows no markup."""

from refloader.report.rules.value import Example, Finding, Judging, RulePage, Strength
from refloader.suite.run.looks import STATIC

READING = "reading the manifest and the library"

STRENGTHS: dict[Strength, str] = {
    "must": "an obligation (must)",
    "should": "a recommendation (should)",
    "may": "a permission (may)",
    "fact": "stated as a fact",
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
    """The systems that a rule is about."""
    return ", ".join(SYSTEMS.get(each, each) for each in page.platforms)


_SINCE_2022 = {"macos", "fuchsia"}
"""The systems that 2016 and 2018 do not know (the catalogue's note on platforms)."""


def on(page: RulePage, system: str) -> bool:
    """Whether a rule holds on a system in any edition."""
    known = system not in _SINCE_2022 or bool({"2022", "2026"} & set(page.editions))
    return known and not {system, "all"}.isdisjoint(page.platforms)


def each_system(page: RulePage) -> tuple[str, ...]:
    """The systems on which a rule holds, one by one."""
    return tuple(each for each in SYSTEMS if each != "all" and on(page, each))


def letters(page: RulePage) -> str:
    """The same in five characters: the first letters of the systems, a hyphen for one on which it does not hold."""
    names = [each for each in SYSTEMS if each != "all"]
    return "".join(SYSTEMS[each][0] if on(page, each) else "-" for each in names)


def android_column(page: RulePage) -> str:
    """What the policy tables say of Android; empty for a rule that no such table holds."""
    if not page.id.startswith(("LLP_", "LDP_")):
        return ""
    return "applies to Android" if on(page, "android") else "does not apply to Android"


def status(page: RulePage) -> str:
    """The state of a rule, with why where that needs saying."""
    return STATUSES[page.status] + (f": {page.reason}" if page.reason else "")


def has_idea_of_check(page: RulePage) -> bool:
    """Whether the check that the catalogue has in mind is worth telling: "none" is not where tests were found."""
    return bool(page.kinds) and (page.kinds != ("none",) or not page.tests)


def idea_of_check(page: RulePage) -> str:
    """By what the catalogue would have a rule checked."""
    return "nothing checks it" if page.kinds == ("none",) else f"by {', '.join(page.kinds)}"


def means(judging: Judging) -> str:
    """What layers or drivers are judged by."""
    return READING if judging.look == STATIC else ", ".join(judging.tests)


def other_tests(page: RulePage) -> tuple[str, ...]:
    """The tests that ``judging`` does not tell of already."""
    told = tuple(f"policy_tests/{each.judged}/" for each in page.judging)
    return tuple(test for test in page.tests if not told or not test.startswith(told))


def test_files(page: RulePage) -> tuple[str, ...]:
    """The files of those tests."""
    return tuple(dict.fromkeys(test.partition("::")[0] for test in other_tests(page)))


def heading(page: RulePage, example: Example) -> str:
    """What an example is an example of."""
    if page.reading:
        return "Where it matters"
    return "An example that passes" if example.outcome == "passes" else "An example that fails"


def verdict(finding: Finding) -> str:
    """Who says what of an example: the severity, the rule, and the place or the case."""
    where = f" at {finding.line}:{finding.column}" if finding.line else ""
    case = f" in {finding.by}" if finding.by else ""
    return f"{finding.severity} {finding.rule}{where}{case}"


def begun(text: str) -> str:
    """The text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """The text with a full stop, if nothing else ends it."""
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."
