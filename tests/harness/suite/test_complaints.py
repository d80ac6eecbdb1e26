"""A case that fails by nothing but a mock's complaint is a result of the rule that the complaint names."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from loaders import answering

from refloader.model.edition import Edition
from refloader.results.results_file import Result, read
from refloader.suite.subjects.request import Job, RunRequest

pytestmark = pytest.mark.slow

SUITE = '''
import pytest
from refloader.suite.loaders.blame import Complaints

TRIES = []

@pytest.mark.rule(*RULES)
def test_heard(world, subject):
    """No mock complains."""
    subject.observe(world)
    TRIES.append("")
    complaints = Complaints(["driver a VIOLATION NAMED: vkX"] if len(TRIES) <= TIMES else [])
    subject._complaints.append(complaints)
    assert complaints == ()
'''
CONFTEST = """
from policy_tests.conftest import *
from refloader.suite.loaders import probing

probing.shows_later_features = lambda path, release: False  # finding the release of this loader takes half a minute
"""
HEAD = 'schema = "refloader.profile/1"\nname = "x"\n'
OWN, NAMED = "CHAIN-DIST-02", "VULKAN-LOADER-05"


@pytest.fixture
def judged(tmp_path: Path, compile_loader: Callable[[str], str]) -> Callable[..., Mapping[str, Result]]:
    """Judge a loader, of whom a mock complains so many times, with a profile; the results by rule."""
    suite, job, results = tmp_path / "suite", tmp_path / "job", tmp_path / "results"
    suite.mkdir()
    (suite / "conftest.py").write_text(CONFTEST)
    loader = compile_loader(answering())

    def judge(
        profile: str = "", times: int = 2, rules: tuple[str, ...] = (OWN,), named: str = NAMED
    ) -> Mapping[str, Result]:
        text = SUITE.replace("TIMES", str(times)).replace("RULES", repr(rules)).replace("NAMED", named)
        (suite / "test_mocks.py").write_text(text)
        fork = tmp_path / "p.toml"
        fork.write_text(HEAD + profile)
        wanted = RunRequest(loaders=(loader,), edition=Edition.E2026, fork=str(fork) if profile else "")
        Job(wanted, str(results)).save(str(job))
        fixed = ("-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(suite))
        plugin = ("-p", "refloader.suite.plugin", "--refloader-job", str(job))
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *fixed, *plugin, str(suite)],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
            cwd=Path(__file__).parents[3],
            check=False,
        )
        run = read(str(results))
        assert not run.truncated, done.stdout
        return {each.rule: each for each in run.results if each.case == "mocks/heard"}

    return judge


def test_the_named_rule_fails(judged: Callable[..., Mapping[str, Result]]) -> None:
    """The rule of the case is skipped, and the replay is of it."""
    found = judged()

    assert {rule: each.verdict.value for rule, each in found.items()} == {OWN: "skip", NAMED: "fail"}
    assert f"the case fails by {NAMED}" in found[OWN].reason
    assert OWN in found[NAMED].replay[0]


def test_of_several_rules_only_the_named_one_fails(judged: Callable[..., Mapping[str, Result]]) -> None:
    """A case that has the named rule among others shows nothing of these."""
    found = judged(rules=(OWN, NAMED))

    assert {rule: each.verdict.value for rule, each in found.items()} == {OWN: "skip", NAMED: "fail"}


def test_a_rule_that_says_the_same_fails_too(judged: Callable[..., Mapping[str, Result]]) -> None:
    """EXT-FILTER-01 and the later policy LDP_LOADER_9 are one sentence."""
    found = judged(rules=("EXT-FILTER-01", "LDP_LOADER_9", OWN), named="LDP_LOADER_9")

    verdicts = {rule: each.verdict.value for rule, each in found.items()}
    assert verdicts == {"EXT-FILTER-01": "fail", "LDP_LOADER_9": "fail", OWN: "skip"}


def test_it_is_tried_again(judged: Callable[..., Mapping[str, Result]]) -> None:
    """As any finding is: what does not come again is flaky. The pass of a loader without instances shows nothing."""
    found = judged(times=1)

    assert found[NAMED].verdict == "fail"
    assert found[NAMED].flaky == "skip"


def test_it_may_be_declared(judged: Callable[..., Mapping[str, Result]]) -> None:
    """A fork that declares the deviation is not failed by it in another rule's case."""
    found = judged(f'[deviations]\n{NAMED} = "not here"\n')

    declared = found[NAMED].expected
    assert declared is not None
    assert "not here" in declared.reason
    assert not found[NAMED].counts_against


def test_other_declarations_excuse_nothing(judged: Callable[..., Mapping[str, Result]]) -> None:
    """What a profile says of folders predicts no complaint of a mock."""
    found = judged('[search]\nbases = ["/vendor/etc"]\n')

    assert found[NAMED].counts_against


def test_it_may_bind_others(judged: Callable[..., Mapping[str, Result]]) -> None:
    """A rule that the documents do not have for the fork's system is not broken."""
    found = judged('column = "android"\n')

    assert {rule: each.verdict.value for rule, each in found.items()} == {OWN: "skip", NAMED: "skip"}
