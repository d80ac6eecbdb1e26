"""Failures of many rules that one cause explains are one finding, in every document."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from replaced import replace

from refloader.report.arrange import FINDINGS, findings, subjects
from refloader.report.formats import markdown, screen, summary
from refloader.report.numbers import of_run
from refloader.report.page import html
from refloader.report.shared_causes import SHARED_CAUSES, SharedCause
from refloader.results.results_file import Result, Run, Verdict

MakeRun: TypeAlias = Callable[..., Run]
PRIVILEGE, UNKNOWN = SHARED_CAUSES
SHOWN = {
    PRIVILEGE.title: {"privilege": "setuid"},
    UNKNOWN.title: {"libraries": {"/a.so": {"mock": "driver", "flags": {"unknown_device": "vkFrobTEST"}}}},
}
"""Evidence of a case that may fail for the cause."""

EACH = pytest.mark.parametrize("cause", SHARED_CAUSES, ids=lambda each: each.title)


@pytest.fixture
def failing(failure: Result) -> Callable[[SharedCause], list[Result]]:
    """Every telling case of a cause fails, one in two under another rule."""

    def make(cause: SharedCause) -> list[Result]:
        rules = ("PRIV-LAYER-01", "PRIV-DRIVER-01")
        cases = enumerate(sorted(cause.telling))
        evidence = SHOWN[cause.title]
        return [replace(failure, rule=rules[n % 2], case=case, evidence=evidence) for n, case in cases]

    return make


Failing: TypeAlias = Callable[[SharedCause], list[Result]]


def found(run: Run) -> list[str]:
    """The titles of the findings, in their order."""
    return [each.title for subject in subjects(run) for each in findings(subject.results, FINDINGS)]


@EACH
class TestOneFinding:
    """All cases that fail for it."""

    def test_of_all_rules(self, make_run: MakeRun, failing: Failing, cause: SharedCause) -> None:
        """Two rules are broken, and it is one finding."""
        run = make_run(*failing(cause))

        assert (found(run), of_run(run).findings, of_run(run).rules) == ([cause.title], 1, 2)

    def test_in_every_document(self, make_run: MakeRun, failing: Failing, cause: SharedCause) -> None:
        """Each says what the loader does."""
        run = make_run(*failing(cause))

        on_screen = "".join(text for line in screen.lines(run, 200, 24) for text, _ in line)
        assert all(
            cause.title in document
            for document in (
                on_screen,
                summary.render(run),
                markdown.render(run),
                html.render(run),
            )
        )

    def test_one_telling_case_that_passes(
        self, make_run: MakeRun, failing: Failing, cause: SharedCause
    ) -> None:
        """The loader does not do it as a whole: each rule is a finding of its own."""
        first, *others = failing(cause)

        assert cause.title not in found(make_run(replace(first, verdict=Verdict.PASS), *others))

    def test_few_telling_cases(self, make_run: MakeRun, failing: Failing, cause: SharedCause) -> None:
        """A run of one or two rules shows too little."""
        assert cause.title not in found(make_run(*failing(cause)[:2]))

    def test_what_it_does_not_explain(
        self, make_run: MakeRun, failing: Failing, failure: Result, cause: SharedCause
    ) -> None:
        """A failure without a sign of it, and a crash with it, stay findings of their own."""
        shown = SHOWN[cause.title]
        others = (
            replace(failure, case="another"),
            replace(failure, case="a crash", verdict=Verdict.CRASH, evidence=shown),
        )

        run = make_run(*failing(cause), *others)

        assert (len(found(run)), found(run).count(cause.title)) == (3, 1)

    def test_another_subject(
        self, make_run: MakeRun, failing: Failing, failure: Result, cause: SharedCause
    ) -> None:
        """What one loader does explains nothing of another one."""
        other = replace(failure, subject="reference", case="another", evidence=SHOWN[cause.title])

        assert len(found(make_run(*failing(cause), other))) == 2


def test_the_telling_cases_are_in_the_suite(traced: frozenset[str]) -> None:
    """A test that is renamed takes its cause along."""
    names = {case.partition("[")[0] for cause in SHARED_CAUSES for case in cause.telling}

    assert names <= traced


@pytest.fixture(scope="session")
def traced() -> frozenset[str]:
    """The policy tests, by the names that results have for their cases."""
    path = Path(__file__).parents[2] / "refloader" / "rules" / "generated" / "tests.json"
    tests = {
        each
        for ids in json.loads(path.read_text()).values()
        for each in ids
        if each.startswith("policy_tests")
    }
    return frozenset(
        f"{Path(file).stem.removeprefix('test_')}/{name.removeprefix('test_')}"
        for file, name in ((each.split("::")[0], each.rsplit("::")[-1]) for each in tests)
    )


class TestAborts:
    """A library that ends the program says why."""

    @pytest.fixture
    def crash(self, failure: Result) -> Callable[[str, str], Result]:
        """One case in which the program is ended, under a rule of its own, with the last words given."""

        def make(case: str, words: str) -> Result:
            evidence = {"ended": "crash: SIGABRT during create", "stderr": f"terminate called\n  {words}\n"}
            rule = f"LLP_LAYER_{len(case)}"
            crashed: Result = replace(failure, rule=rule, case=case, verdict=Verdict.CRASH, evidence=evidence)
            return crashed

        return make

    def test_with_the_same_words(self, make_run: MakeRun, crash: Callable[[str, str], Result]) -> None:
        """Cases of several rules are one finding, which names the words."""
        run = make_run(crash("a", "what(): no folder"), crash("bb", "what(): no folder"))

        assert (found(run), of_run(run).findings, of_run(run).rules) == (["Ends the program"], 1, 2)
        assert "what(): no folder" in summary.render(run)

    @pytest.mark.parametrize(
        "words", [("what(): no folder", "what(): no file"), ("free(): invalid pointer",) * 2]
    )
    def test_with_others(
        self, make_run: MakeRun, crash: Callable[[str, str], Result], words: tuple[str, str]
    ) -> None:
        """Other words are another cause, and those on damaged memory tell none."""
        run = make_run(crash("a", words[0]), crash("bb", words[1]))

        assert len(found(run)) == 2
        assert "Ends the program" not in found(run)


class TestCrashesAtCommands:
    """A loader that cannot look up commands, or pass on unknown ones, crashes in cases of many rules."""

    @pytest.fixture
    def crash(self, failure: Result) -> Callable[[str, str], Result]:
        """One case, under a rule of its own, in which the program crashes in the command given."""

        def make(case: str, command: str) -> Result:
            rule, reason = f"LLP_LAYER_{len(case)}", f"SIGSEGV in {command}"
            crashed: Result = replace(failure, rule=rule, case=case, verdict=Verdict.CRASH, reason=reason)
            return crashed

        return make

    def test_in_unknown_ones(self, make_run: MakeRun, crash: Callable[[str, str], Result]) -> None:
        """Cases of several rules are one finding, whatever the commands are called, and it names the signal."""
        run = make_run(crash("a", "vkFrobDeviceTEST"), crash("bb", "vkMadeUpPhysicalEXT"))

        title = "Crashes in commands that it does not know"
        assert (found(run), of_run(run).findings, of_run(run).rules) == ([title], 1, 2)
        assert "by SIGSEGV in a command that the loader cannot know" in summary.render(run)

    def test_in_lookups(self, make_run: MakeRun, crash: Callable[[str, str], Result]) -> None:
        """Cases of several rules are one finding for each of the two lookup functions."""
        of_devices = [crash("ccc", "vkGetDeviceProcAddr"), crash("dddd", "vkGetDeviceProcAddr")]
        of_instances = [crash("a", "vkGetInstanceProcAddr"), crash("bb", "vkGetInstanceProcAddr")]

        run = make_run(*of_devices, *of_instances)

        titles = ["Crashes in vkGetDeviceProcAddr", "Crashes in vkGetInstanceProcAddr"]
        assert sorted(found(run)) == titles

    def test_of_wrong_libraries(self, make_run: MakeRun, crash: Callable[[str, str], Result]) -> None:
        """Not to survive what a driver does wrong on purpose is a fault of its own."""
        failing = {"mock": "driver", "flags": {"fail": "vkCreateInstance:-3"}}
        ordinary = crash("a", "vkGetInstanceProcAddr")
        other = replace(crash("bb", "vkGetInstanceProcAddr"), evidence={"libraries": {"/a.so": failing}})

        assert len(found(make_run(ordinary, other))) == 2

    def test_in_known_ones(self, make_run: MakeRun, crash: Callable[[str, str], Result]) -> None:
        """A crash in a command of the registry has causes of its own, as many as there are rules."""
        run = make_run(crash("a", "vkCreateInstance"), crash("bb", "vkCreateInstance"))

        assert len(found(run)) == 2


class TestComplaints:
    """A wrong call makes cases of many rules fail, and the mock that is called says what is wrong."""

    @pytest.fixture
    def case(self, failure: Result) -> Callable[..., Result]:
        """One failing case in which a mock complains, which is its reason unless one is given."""

        def make(name: str, complaint: str, reason: str = "", kind: str = "driver", rule: str = "") -> Result:
            said = f"{kind} plain VIOLATION {complaint}"
            failing: Result = replace(
                failure,
                rule=rule or f"LLP_LAYER_{len(name)}",
                case=name,
                reason=reason or f"actual: {said}; expected: nothing",
                evidence={"violations": [said]},
            )
            return failing

        return make

    OF_DEVICES = "LDP_LOADER_12: vkEnumerateDeviceExtensionProperties names a layer"
    OF_INSTANCES = "LDP_LOADER_12: vkEnumerateInstanceExtensionProperties names a layer"

    def test_the_same_in_several_cases(self, make_run: MakeRun, case: Callable[..., Result]) -> None:
        """Cases of several rules are one finding, which names the rule and each command that is called."""
        run = make_run(case("a", self.OF_DEVICES), case("bb", self.OF_INSTANCES))

        assert (found(run), of_run(run).rules) == (["Breaks LDP_LOADER_12 in calls"], 2)
        calls = "vkEnumerateDeviceExtensionProperties or vkEnumerateInstanceExtensionProperties"
        said = f'a mock driver reports a call of {calls} that breaks LDP_LOADER_12: "names a layer"'
        assert said in summary.render(run)

    def test_of_a_case_that_fails_for_something_else(
        self, make_run: MakeRun, case: Callable[..., Result]
    ) -> None:
        """What the case itself found wrong is a finding of its own, whatever a mock says beside it."""
        other = "actual: VK_SUCCESS, VK_LAYER_TEST_one; expected: VK_SUCCESS"

        run = make_run(case("a", self.OF_DEVICES), case("bb", self.OF_DEVICES, other))

        assert len(found(run)) == 2
        assert "Breaks LDP_LOADER_12 in calls" not in found(run)

    def test_of_a_case_that_fails_by_another_complaint(
        self, make_run: MakeRun, case: Callable[..., Result]
    ) -> None:
        """The reason names the complaint by which the case fails."""
        other = "actual: driver plain VIOLATION LLP_LOADER_9: one; expected: nothing"

        assert len(found(make_run(case("a", self.OF_DEVICES), case("bb", self.OF_DEVICES, other)))) == 2

    @pytest.mark.parametrize(
        "reason",
        ["actual: VIOLATION, load; expected: load", "SIGSEGV in vkEnumerateDeviceExtensionProperties"],
    )
    def test_in_a_trace_or_a_crash(self, make_run: MakeRun, case: Callable[..., Result], reason: str) -> None:
        """A case fails by the complaint, too, if its check finds it in the trace, or the program ends in the call."""
        run = make_run(case("a", self.OF_DEVICES), case("bb", self.OF_DEVICES, reason))

        assert found(run) == ["Breaks LDP_LOADER_12 in calls"]

    def test_of_layers_and_drivers(self, make_run: MakeRun, case: Callable[..., Result]) -> None:
        """What a loader does to layers and what it does to drivers have unlike causes."""
        run = make_run(case("a", self.OF_DEVICES), case("bb", self.OF_DEVICES, kind="layer"))

        assert len(found(run)) == 2

    def test_others(self, make_run: MakeRun, case: Callable[..., Result]) -> None:
        """Unlike complaints are of unlike causes."""
        wrong_order = "NEGOTIATE-ICD-02: vk_icdGetInstanceProcAddr before the negotiation"

        run = make_run(case("a", "LDP_LOADER_12: names a layer"), case("bb", wrong_order))

        assert len(found(run)) == 2

    def test_of_one_rule(self, make_run: MakeRun, case: Callable[..., Result]) -> None:
        """Cases of the same rule are one finding anyway, and it is called as the rule is."""
        run = make_run(*(case(name, "LDP_LOADER_12: names a layer", rule="LDP_LOADER_12") for name in "ab"))

        assert len(found(run)) == 1
        assert "Breaks LDP_LOADER_12 in calls" not in found(run)
