"""The summary that fits a screen."""

import re
import shlex
import subprocess
from collections.abc import Callable
from typing import TypeAlias

import pytest
from replaced import replace

from refloader.report.formats import screen
from refloader.report.page.breaches import chapters
from refloader.report.page.matrix import matrix
from refloader.results.records import SHIPPED_EXPECTATIONS
from refloader.results.results_file import Result, Run, Stale, Verdict
from refloader.rules import registry

MakeRun: TypeAlias = Callable[..., Run]


def texts(run: Run, width: int = 80, height: int = 24) -> list[str]:
    """The lines without their colours."""
    return ["".join(text for text, _ in line) for line in screen.lines(run, width, height)]


class TestWhatIsShown:
    """Each subject has its line, each finding says what was seen, what to do and how to replay it."""

    def test_the_whole_screen(self, make_run: MakeRun, failure: Result, skip: Result) -> None:
        """Subjects, findings, and the answer last, where the eye is when a command has ended."""
        advised = replace(failure, evidence={"advice": "Give it a disable variable. It is an object."})

        assert texts(make_run(skip, advised)) == [
            "?     loader reference 0.1.0: results: 1 skip; judged too little to say: nothing",
            "        was judged",
            "fail  loader system 1.3.239: 1 rule broken; results: 1 fail",
            "",
            "fail    LLP_LAYER_9 on system: Implicit layer has a disable variable",
            "        the layer is in the chain",
            "        do: Give it a disable variable. It is an object.",
            "        replay: refloader conform --rule LLP_LAYER_9 --case missing",
            "",
            "1 finding (1 rule broken), 0 warnings; results: 1 judged, 1 not run, 0 not",
            "testable",
            "not conformant: 1 rule broken in 1 case",
        ]

    def test_a_brief_screen(self, make_run: MakeRun, failure: Result) -> None:
        """Where nothing fails a warning has one line, and the last of them is followed by where its text is."""
        warning = replace(failure, verdict=Verdict.WARN)

        shown = [
            "".join(text for text, _ in line) for line in screen.lines(make_run(warning), 80, 24, brief=True)
        ]

        at = shown.index("warn    LLP_LAYER_9 on system: Implicit layer has a disable variable")
        assert shown[at + 1] == "--verbose prints them in full, and so does summary.txt"

    def test_a_brief_screen_of_many(self, make_run: MakeRun, failure: Result) -> None:
        """As many warnings as fit the screen have a line, and the rest is counted."""
        warning = replace(failure, verdict=Verdict.WARN)
        rules = list(registry.rules())[:40]
        many = [replace(warning, rule=each, case=each, reason=each) for each in rules]

        shown = [
            "".join(text for text, _ in line) for line in screen.lines(make_run(*many), 80, 24, brief=True)
        ]

        lines = [line for line in shown if line.startswith("warn ")]
        assert len(lines) > 3
        assert len(shown) <= 25
        assert f"and {40 - len(lines)} more warnings (summary.txt has all, and so has --verbose)" in shown

    def test_too_little_of_one_subject(self, make_run: MakeRun, skip: Result) -> None:
        """The bar is met by the run, as much was judged of the other subject: of this one it is not."""
        lacking = [replace(skip, case=str(number), reason="it needs namespaces") for number in range(3)]
        judged = [replace(skip, case="judged", verdict=Verdict.PASS, reason="")]
        others = [replace(each, subject="system", case=str(number)) for number in range(9) for each in judged]
        run = make_run(*lacking, *judged, *others)

        told = texts(replace(run, header=replace(run.header, require="50%")), width=200)

        assert told[0] == (
            "?     loader reference 0.1.0: results: 1 pass, 3 skip; judged too little to say:"
            " 1 of 4 results that could be judged were judged, and 50% is required"
        )
        assert told[1] == "ok    loader system 1.3.239: results: 9 pass"

    def test_without_advice_the_rule_explains(self, make_run: MakeRun, failure: Result) -> None:
        """There is a first thing to do in any case: what the rule demands, and where it is explained."""
        shown = texts(make_run(failure), width=300)

        at = shown.index("        see: refloader rules LLP_LAYER_9")
        assert shown[at - 1].startswith("        rule: ")
        assert "disable" in shown[at - 1]

    def test_a_rule_that_differs_between_editions_is_whole(self, make_run: MakeRun, failure: Result) -> None:
        """Its first sentence is on the edition of 2022 and says the opposite of what that of 2026 does."""
        shown = texts(make_run(replace(failure, rule="ACT-IMPLICIT-07")), width=400)

        (line,) = (each for each in shown if each.startswith("        rule: "))
        assert line.startswith("        rule: 2022: ")
        assert "2026: loaders from 1.3.228 enable implicit layers regardless" in line

    @pytest.mark.parametrize(
        ("rule", "end"),
        [
            ("CHAIN-TERM-03", "e.g. vkCreateSwapchainKHR, where the loader"),
            ("VULKAN-LOADER-01", "written where it is not …"),
            ("DISC-DRIVER-MACOS-02", "could not be told apart …"),
        ],
    )
    def test_a_sentence_of_a_rule_is_whole(
        self, rule: str, end: str, make_run: MakeRun, failure: Result
    ) -> None:
        """It goes on after an abbreviation; what a long rule says besides is left out, and that shows."""
        shown = texts(make_run(replace(failure, rule=rule)), width=700)

        (line,) = (each for each in shown if each.startswith("        rule: "))
        assert end in line

    @pytest.mark.parametrize("verdict", [Verdict.WARN, Verdict.CRASH, Verdict.TIMEOUT, Verdict.ERROR])
    def test_the_rule_of_what_breaks_none_is_not_repeated(
        self, verdict: Verdict, make_run: MakeRun, failure: Result
    ) -> None:
        """Below a warning it would demand what is recommended; it does not say why a program ended."""
        shown = texts(make_run(replace(failure, verdict=verdict, reason="SIGSEGV")))

        assert not any(line.startswith("        rule: ") for line in shown)

    def test_what_was_seen_stands_alone(self, make_run: MakeRun, failure: Result) -> None:
        """The expected behaviour is the rule's title; a screen has room for the actual one."""
        told = replace(failure, reason="It is left alone. Not so: it is touched")

        assert "        it is touched" in texts(make_run(told))

    def test_what_a_crash_was_to_show(self, make_run: MakeRun, failure: Result) -> None:
        """A loader that crashes has shown nothing of what was tested: that stands above how it ended."""
        told = replace(
            failure,
            verdict=Verdict.CRASH,
            reason="SIGSEGV in vkGetDeviceQueue",
            evidence={"tested": "The loader replaces the first word of a queue."},
        )

        shown = texts(make_run(told))

        at = shown.index("        must: The loader replaces the first word of a queue.")
        assert shown[at + 1] == "        actual: SIGSEGV in vkGetDeviceQueue"

    def test_findings_on_several_lines_stay_apart(self, make_run: MakeRun, failure: Result) -> None:
        """Each begins with its line of the manifest."""
        told = replace(failure, reason="line 3: this is odd\nline 5: that is odd")

        assert "        line 3: this is odd; line 5: that is odd" in texts(make_run(told))

    def test_findings_without_a_line_stay_apart(self, make_run: MakeRun, failure: Result) -> None:
        """Those on a library have none."""
        reason = "the name does not end in .json\nthe file is no library"
        told = replace(failure, reason=reason, evidence={"findings": [{}, {}]})

        assert "        the name does not end in .json; the file is no library" in texts(make_run(told))

    def test_what_should_be_stands_with_it_where_there_is_room(
        self, make_run: MakeRun, failure: Result
    ) -> None:
        """One finding has the screen to itself: nothing of it is cut."""
        told = replace(failure, reason=f"It is left alone{' by all' * 30}. Not so: actual: a, b; expected: c")

        lines = texts(make_run(told))

        assert lines[4].startswith("        must: It is left alone by all")
        assert "…" not in "".join(lines)
        assert lines[lines.index("        actual: a, b") + 1] == "        expected: c"

    def test_a_recommendation_is_no_must(self, make_run: MakeRun, failure: Result) -> None:
        """A warning says what should be, a failure what must be."""
        warning = replace(failure, verdict=Verdict.WARN, reason="It is left alone. But it is not")

        assert "        should: It is left alone" in texts(make_run(warning))

    def test_what_was_asked(self, make_run: MakeRun, failure: Result) -> None:
        """A loader's answer says nothing without the question."""
        evidence: dict[str, object] = {
            "scenario": "0123",
            "application": {"api_version": "1.3.0", "layers": ["VK_LAYER_TEST_one"]},
            "variables": {"HOME": "/home/user", "VK_LOADER_DEVICE_SELECT": "0x1:0x2"},
            "libraries": {
                "/usr/a.so": {"mock": "driver", "flags": {"name": "plain", "fail": "vkCreateDevice"}}
            },
            "actions": [
                ["create", "i", {}],
                ["groups", "g", {"of": "i", "command": "vkEnumerateGroups"}],
                3,
                [],
            ],
        }

        lines = texts(make_run(replace(failure, evidence=evidence)), width=200)

        assert (
            "        asked: vkCreateInstance, vkEnumerateGroups with Vulkan 1.3.0, VK_LAYER_TEST_one, "
            "VK_LOADER_DEVICE_SELECT=0x1:0x2, plain (fail=vkCreateDevice)"
        ) in lines

    def test_the_odd_mock_comes_first(self, make_run: MakeRun, failure: Result) -> None:
        """What all mocks of a case have is said once, behind what makes one of them differ from the others."""
        both = {"extensions": "VK_KHR_surface:25", "surfaces": "own"}
        flags = {
            "alpha": {**both, "device_name": "alpha"},
            "beta": {**both, "device_name": "beta", "fail": "vkCreateDevice"},
        }
        libraries = {
            f"/usr/{name}.so": {"mock": "driver", "flags": {"name": name, **each}}
            for name, each in flags.items()
        }
        evidence: dict[str, object] = {"scenario": "0123", "application": {}, "libraries": libraries}

        lines = texts(make_run(replace(failure, evidence=evidence)), width=200)

        assert (
            "        asked: vkCreateInstance with beta (fail=vkCreateDevice), "
            "alpha, beta (extensions=VK_KHR_surface:25, surfaces=own)"
        ) in lines

    def test_the_sandbox_is_no_news(self, make_run: MakeRun, failure: Result) -> None:
        """The subjects and their verdicts come first; how libraries were kept apart stands at the end."""
        run = make_run(failure)
        machine = {**run.header.machine, "isolation of loaders": ["no network"]}

        lines = texts(replace(run, header=replace(run.header, machine=machine)))

        assert lines[0].startswith("ok  ") or lines[0].startswith("    ")
        assert lines[-2] == "sandbox of loaders: no network"

    def test_one_cause_under_two_rules_is_one_finding(self, make_run: MakeRun, failure: Result) -> None:
        """The reader has one thing to mend."""
        found = [
            line for line in texts(make_run(failure, replace(failure, rule="META-06"))) if line[:4] == "fail"
        ]

        assert found[1].startswith("fail    META-06, LLP_LAYER_9 on system: ")

    def test_cases_of_a_rule_are_counted(self, make_run: MakeRun, failure: Result) -> None:
        """The first by name stands for the others."""
        run = make_run(*(replace(failure, case=f"case {number}") for number in range(50)))

        assert any(line.startswith("fail    LLP_LAYER_9 on system, 50 cases: ") for line in texts(run))
        assert len(texts(run)) < 15

    def test_cases_of_different_faults_are_different_findings(
        self, make_run: MakeRun, failure: Result
    ) -> None:
        """A loader that survives neither of two faults of a driver has two things to mend."""
        flags: list[dict[str, str]] = [
            {"fail": "vkCreateInstance:VK_ERROR_UNKNOWN"},
            {"rubbish": "vkCreateInstance"},
            {"fail": "vkEnumeratePhysicalDevices"},
            {"null": "vkCreateDevice"},
            {"null": "vkDestroyInstance"},
            {},
        ]
        cases = [
            replace(
                failure,
                case=f"case {number}",
                evidence={"libraries": {"a.so": {"mock": "driver_v6", "flags": each}}},
            )
            for number, each in enumerate(flags)
        ]

        found = [line for line in texts(make_run(*cases)) if line.startswith("fail    LLP_LAYER_9")]

        assert [line.partition(": ")[0].partition(", ")[2] for line in found] == [
            "2 cases",
            "",
            "2 cases",
            "",
        ]

    def test_failures_stand_before_warnings(self, make_run: MakeRun, failure: Result) -> None:
        """What counts comes first, whatever the subject."""
        warning = Result("LLP_LAYER_9", "reference", "a", Verdict.WARN, "odd")

        lines = texts(make_run(warning, failure))

        assert lines.index("        the layer is in the chain") < lines.index("        odd")


class TestOrder:
    """A terminal and a page tell the same finding first."""

    def test_as_the_page_has_it(self, make_run: MakeRun, failure: Result) -> None:
        """The worst first, then as the catalogue has the rules, whatever the cases are called."""
        rules = {"META-02": Verdict.WARN, "LLP_LAYER_2": Verdict.FAIL, "LLP_LOADER_5": Verdict.CRASH}
        rules |= {"DEVICE-SORT-LINUX-01": Verdict.FAIL, "ACT-APP-01": Verdict.TIMEOUT}
        found = [replace(failure, rule=rule, verdict=verdict, reason=rule) for rule, verdict in rules.items()]
        run = make_run(*(replace(each, case=str(9 - number)) for number, each in enumerate(found)))

        shown = [line for line in texts(run, height=80) if re.match("(crash|timeout|fail|warn) +[A-Z]", line)]
        page = [breach.rules[0].rule for chapter in chapters(matrix(run)) for breach in chapter.breaches]

        assert [line[8:].partition(" ")[0] for line in shown] == page
        assert page[0] == "LLP_LOADER_5"


class TestFitting:
    """It takes the rows and columns that there are, and says what it leaves out."""

    def test_many_findings(self, make_run: MakeRun, failure: Result) -> None:
        """The rest is counted."""
        rules = (
            "META-01",
            "META-02",
            "META-03",
            "META-04",
            "META-05",
            "META-06",
            "LLP_LAYER_1",
            "LLP_LAYER_2",
        )

        lines = texts(make_run(*(replace(failure, rule=each, reason=each) for each in rules)), height=24)

        assert len(lines) <= 24
        assert "and 3 more findings (summary.txt has all, and so has --verbose)" in lines

    def test_whose_file_it_is(self, make_run: MakeRun, known: Result) -> None:
        """Of a file that the user has not named the line says where it comes from, and how to do without it."""
        assert known.expected is not None
        shipped = replace(known, expected=replace(known.expected, file=f"{SHIPPED_EXPECTATIONS}x.toml"))

        assert "known   by x.toml: LLP_LAYER_9" in texts(make_run(known))
        where = f"{SHIPPED_EXPECTATIONS}x.toml (comes with refloader; --expect none counts these)"
        whole = " ".join(" ".join(texts(make_run(shipped))).split())
        assert f"known by {where}: LLP_LAYER_9" in whole

    def test_each_line_fits_the_width(self, make_run: MakeRun, failure: Result, known: Result) -> None:
        """A terminal would part words; only a command to be copied, and a word that is longer, go beyond."""
        caveat = "the run was stopped by somebody who had a reason for it and took the time to write it down"
        run = make_run(replace(failure, subject="system"), known, problems=(caveat,))

        shown = [line for line in texts(run) if "replay: " not in line]

        assert [line for line in shown if len(line) > 80] == []
        assert caveat in " ".join(" ".join(shown).split())

    def test_many_known_rules(self, make_run: MakeRun, known: Result) -> None:
        """An expectation file is one line, whatever it excuses."""
        rules = [*(f"META-0{number}" for number in range(1, 9)), "LLP_LAYER_1", "LLP_LAYER_2"]

        lines = texts(make_run(*(replace(known, rule=each) for each in rules)))

        assert any(line.endswith("META-08 and 2 more") for line in lines)

    def test_no_text_is_wider_than_the_screen(self, make_run: MakeRun, failure: Result) -> None:
        """Only a command that is to be copied may be."""
        long = replace(failure, reason="word " * 100, evidence={"advice": "so " * 100})

        wide = [line for line in texts(make_run(long), width=60) if len(line) > 60]

        assert all(line.startswith("        replay: ") for line in wide)

    @pytest.mark.parametrize("width", [60, 80, 400])
    def test_a_long_command_goes_on_in_further_lines(
        self, make_run: MakeRun, failure: Result, width: int
    ) -> None:
        """A terminal would break it in a word; a shell takes the lines as one command."""
        command = (
            "refloader conform --loader /usr/lib/x86_64-linux-gnu/libvulkan.so.1 --rule DISC-GEN-02 "
            "--case 'corpus/discovery[a folder, behind a link, of another]'"
        )

        lines = texts(make_run(replace(failure, replay=command)), width=width)
        first = next(number for number, line in enumerate(lines) if line.startswith("        replay: "))
        last = next(number for number in range(first, len(lines)) if not lines[number].endswith("\\"))
        shown = "\n".join(lines[first : last + 1]).strip().removeprefix("replay: ")
        says = ["sh", "-c", f'refloader() {{ printf "%s\\n" "$@"; }}\n{shown}']

        done = subprocess.run(says, capture_output=True, text=True, check=True)

        assert done.stdout.splitlines() == shlex.split(command)[1:]
        assert (first == last) == (width == 400)
        assert all(len(line) <= width or len(line.split("'")[0].split()) <= 2 for line in lines[first:last])

    def test_cases_and_results(self, make_run: MakeRun, failure: Result) -> None:
        """A case has a result for each of its rules, which is said where both are counted."""
        every = [
            replace(failure, case=case, rule=rule) for case in "abc" for rule in ("LLP_LAYER_9", "META-06")
        ]

        lines = " ".join(" ".join(texts(make_run(*every))).split())

        assert "results: 6 fail" in lines
        assert "META-06, LLP_LAYER_9 on system, 3 cases (6 results, one for each rule): " in lines
        assert lines.endswith("not conformant: 2 rules broken in 3 cases (6 results, one for each rule)")

    def test_line_breaks_make_no_lines(self, make_run: MakeRun, failure: Result) -> None:
        """A reason cannot pass for a line of ours."""
        lines = texts(make_run(replace(failure, reason="a\nok    loader forged: 9 pass")))

        assert "        a ok    loader forged: 9 pass".replace("    loader", " loader") in lines


class TestTheAnswer:
    """The last line says what it came to."""

    def test_nothing_is_broken(self, make_run: MakeRun) -> None:
        """Nothing was found; whether that is called conformant, the standard of a version says."""
        assert texts(make_run(Result("META-06", "system", "a", Verdict.PASS)))[-1] == "no rule broken"

    def test_what_is_known(self, make_run: MakeRun, known: Result) -> None:
        """A known finding is no pass, and the answer does not call it one."""
        assert texts(make_run(known))[-1] == "no new finding (1 case known and as expected)"

    def test_out_of_date(self, make_run: MakeRun, stale: Stale) -> None:
        """An expectation about no case counts against the run, and its line says where it stands."""
        run = make_run(stale=(stale,))

        assert texts(run)[-1] == "no rule broken, but 1 stale entry of expectation files"
        assert any(line.startswith("stale   ") for line in texts(run))

    def test_errors_of_the_harness(self, make_run: MakeRun) -> None:
        """They blame nobody else."""
        run = make_run(Result("META-06", "system", "a", Verdict.ERROR, "no memory"))

        assert texts(run)[-1] == "not to be relied on: 1 case ended in an error of the harness"

    def test_a_truncated_run(self, make_run: MakeRun) -> None:
        """It is said before anything else, and at the end."""
        run = replace(make_run(), footer=None)

        assert texts(run)[0].startswith("truncated run")
        assert texts(run)[-1] == "not to be relied on: the run was ended before its end"

    def test_a_part_without_the_others(self, make_run: MakeRun) -> None:
        """The last line names the parts that are missing: no file is damaged."""
        run = make_run()
        run = replace(run, header=replace(run.header, shard=(1, 2)), problems=("part 2 of 2 is missing",))

        assert texts(run)[-1] == "not to be relied on: part 2 of 2 is missing"
        assert (
            texts(replace(run, problems=("line 3 was skipped",)))[-1]
            == "not to be relied on: the file is damaged"
        )

    def test_a_truncated_run_finds_nobody_right(
        self, make_run: MakeRun, failure: Result, skip: Result
    ) -> None:
        """What was not run may fail; what has failed has failed."""
        lines = texts(make_run(skip, failure, finished=False))

        assert lines[1] == "?     loader reference 0.1.0: results: 1 skip"
        assert lines[2] == "fail  loader system 1.3.239: 1 rule broken; results: 1 fail"
