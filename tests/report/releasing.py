"""Runs of loaders of several releases, made from letters."""

from refloader.results.results_file import Footer, Header, Result, Run, Subject, Verdict, count

VERDICTS = {"x": Verdict.FAIL, "c": Verdict.CRASH, "!": Verdict.WARN, ".": Verdict.PASS, "-": Verdict.SKIP}
RELEASES = ("1.2.198", "1.3.204", "1.3.250", "1.4.304")
EDITIONS = ("2018", "2022", "2026", "2026")


def subject(at: int) -> Subject:
    """The build at an index."""
    name = f"libvulkan-{RELEASES[at]}.so"
    return Subject("loader", name, f"./{name}", RELEASES[at], "", EDITIONS[at])


def result(rule: str, case: str, at: int, letter: str) -> Result:
    """The outcome of a case on a build."""
    verdict = VERDICTS[letter]
    said = "no such feature" if verdict is Verdict.SKIP else "It is so. Not so: actual: a; expected: b"
    scene = {"files": {"/etc/x.json": "<{}>"}} if letter in "xc" else {}
    replay = (
        f"refloader conform --loader ./libvulkan-{RELEASES[at]}.so --expect none --rule {rule} --case {case}"
    )
    return Result(rule, subject(at).name, case, verdict, "" if letter == "." else said, scene, replay)


def run(rows: dict[tuple[str, str], str]) -> Run:
    """A run with a letter for each build, by rule and case; a space for no result."""
    results = tuple(
        result(rule, case, at, letter)
        for (rule, case), letters in rows.items()
        for at, letter in enumerate(letters)
        if letter != " "
    )
    subjects = tuple(map(subject, reversed(range(len(RELEASES)))))
    started = "1970-01-01T00:00:00+00:00"
    header = Header("0.1.0", "c0ffee", subjects, {}, started, "2026", "refloader conform")
    return Run(header, results, Footer(started, count(results)))
