"""What the tests of trends share: runs of a driver night after night, and the trend of some of them."""

from dataclasses import replace

from refloader.report.trends.trend import Gathering, Trend
from refloader.results.results_file import Footer, Header, Result, Run, Subject, Verdict, count

DRIVER = Subject("driver", "it.json", "/it.json", "1.3.0", "aa")
PASS, FAIL, SKIP, WARN, CRASH = Verdict.PASS, Verdict.FAIL, Verdict.SKIP, Verdict.WARN, Verdict.CRASH


def case(
    verdict: Verdict,
    name: str = "c",
    rule: str = "LDP_DRIVER_3",
    subject: str = "it.json",
    reason: str = "it is NULL",
) -> Result:
    """One case of the driver, which says why."""
    return Result(rule, subject, name, verdict, reason, replay=f"refloader conform --case {name}")


def night(
    *results: Result, day: int = 1, subjects: tuple[Subject, ...] = (DRIVER,), environment: str = ""
) -> Run:
    """A whole run of a night in March."""
    started = f"2026-03-{day:02}T10:00:00+00:00"
    header = Header("0.1", "cat", subjects, {}, started, "2026", "refloader conform", environment=environment)
    return Run(header, results, Footer(started, count(results)))


def trend(*runs: Run) -> Trend:
    """The trend of runs, each a day later than the one before."""
    gathering = Gathering()
    for place, run in enumerate(runs):
        started = f"2026-03-{place + 1:02}T10:00:00+00:00"
        gathering.add(replace(run, header=replace(run.header, started=started)), f"/runs/{place + 1}")
    return gathering.trend()
