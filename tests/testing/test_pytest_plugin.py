"""The pytest plugin as a vendor meets it: what is told when a test fails, which loader is asked, what it costs."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from vendors import Vendor

pytestmark = pytest.mark.slow

MOCKED = """
def test_it(refloader_scenario, refloader_observe):
    refloader_scenario.driver()
    refloader_scenario.implicit_layer("VK_LAYER_ACME_\\x1b[31mred")
    assert refloader_observe(refloader_scenario).chain == ()
"""
PLAIN = """
def test_it(refloader_observe, refloader_scenario):
    refloader_scenario.driver()
    assert refloader_observe(refloader_scenario).drivers == ("plain",)
"""
_ASKS_FOR_X = 'assert "x" in refloader_observe(refloader_scenario).drivers\n'
BAD = {"file_format_version": "1.0.0", "layer": {"name": "VK_LAYER_ACME_bad", "type": "GLOBAL"}}


class TestFailures:
    """A failed test says what was shown and seen, and leaves enough to see it again."""

    def test_it_tells_what_was_seen(self, vendor: Vendor) -> None:
        """Files, variables, answers and the mocks' trace stand in the report, without the name's escapes."""
        done = vendor(test_told=MOCKED)

        assert done.returncode == 1
        assert "vkCreateInstance: VK_SUCCESS" in done.stdout
        assert r"call chain: VK_LAYER_ACME_\x1b[31mred" in done.stdout
        assert r"trace: layer VK_LAYER_ACME_\x1b[31mred vkCreateInstance" in done.stdout
        assert "\x1b" not in done.stdout.partition("- refloader -")[2].partition("= short")[0]

    def test_the_scenario_is_kept_where_it_was_asked_for(self, vendor: Vendor, tmp_path: Path) -> None:
        """Each failure gets a folder of its own, and nothing that was there before is touched."""
        vendor("--refloader-keep", "kept", test_kept=MOCKED)
        done = vendor("--refloader-keep", "kept")

        kept = sorted(path.name for path in (tmp_path / "kept").iterdir())
        assert kept == ["test_kept.py-test_it-1", "test_kept.py-test_it-2"]
        assert (tmp_path / "kept" / kept[1] / "scenario.json").is_file()
        assert f"--scenario {shlex.quote(f'{tmp_path}/kept/{kept[1]}')}" in done.stdout

    def test_the_command_in_the_report_shows_it_again(self, vendor: Vendor, tmp_path: Path) -> None:
        """What is told as the replay is a command that runs."""
        told = vendor(test_replay=MOCKED.replace("\\x1b[31m", "")).stdout
        words = shlex.split(re.search(r"^replay: refloader (.*)$", told, re.MULTILINE)[1])

        done = subprocess.run(
            [sys.executable, "-m", "refloader", *words, "--out", str(tmp_path / "out")],
            capture_output=True,
            text=True,
            check=False,
        )

        assert (done.returncode, "1 pass" in done.stdout) == (0, True), done.stdout
        assert (
            "VK_SUCCESS; layers offered VK_LAYER_ACME_red; mock layers called VK_LAYER_ACME_red"
            in done.stdout
        )

    def test_the_scenario_stands_before_the_calls(self, vendor: Vendor) -> None:
        """Many calls do not push it out of sight, and an assertion shows the outcome without them."""
        done = vendor(test_order=PLAIN.partition("assert")[0] + _ASKS_FOR_X).stdout

        assert done.index("\nreplay: ") < done.index("\ntrace: ")
        assert "Observation(VK_SUCCESS, layers=(), chain=(), drivers=('plain',))" in done

    def test_a_loader_that_crashes_is_told_in_one_line(self, vendor: Vendor, crashing: str) -> None:
        """The signal and the call are named, at the line of the test."""
        done = vendor("--refloader-subject", crashing, test_crash=PLAIN)

        assert "did not survive: crash: SIGSEGV during instance" in done.stdout
        assert "test_crash.py:4: AssertionError" in done.stdout

    def test_lint_says_what_would_be_right(self, vendor: Vendor, tmp_path: Path) -> None:
        """Path, line, rule and remedy of each error, and nothing of how it was looked for."""
        (tmp_path / "bad.json").write_text(json.dumps(BAD))

        done = vendor(test_lint="def test_it(refloader_lint):\n    refloader_lint('bad.json')\n")

        assert "AssertionError: 4 findings in 1 manifest:" in done.stdout
        assert (
            'bad.json:1:43: error MANIFEST-LAYER-07: the required key "library_path" is missing'
            in done.stdout
        )
        assert 'fix: add "library_path"' in done.stdout
        assert "linting.py" not in done.stdout

    def test_findings_of_a_run_are_told_by_rule(self, vendor: Vendor, tmp_path: Path) -> None:
        """Whether asserted on as a whole or compared, with the title and the replay."""
        (tmp_path / "bad.json").write_text(json.dumps(BAD))
        text = """
            def test_whole(refloader_conform):
                refloader_conform(layer="bad.json", rules="MANIFEST-LAYER-07").assert_conformant()
            def test_compared(refloader_conform):
                assert refloader_conform(layer="bad.json", rules="MANIFEST-LAYER-07").findings == ()
        """

        done = vendor(test_run="".join(line[12:] + "\n" for line in text.splitlines()))

        assert done.stdout.count("E       bad.json: fail MANIFEST-LAYER-07 (") == 1
        assert done.stdout.count("bad.json: fail MANIFEST-LAYER-07 (") == 2
        assert done.stdout.count("replay: refloader conform --layer ") == 2
        assert "conformance.py" not in done.stdout


class TestRuns:
    """Runs of the suite that judge nothing, or cannot be."""

    @pytest.mark.parametrize(
        ("request_", "why"),
        [
            ("layer='bad.json', rules='NO_RULE'", "there is no rule"),
            ("layer='bad.json', rules='LLP_LAYER_1,LLP_LAYER_2'", "name each alone (--rule A --rule B)"),
            ("layer='nowhere.json'", "nowhere.json does not exist"),
            ("", "name a loader, a layer or a driver"),
        ],
    )
    def test_a_wrong_request_says_why(self, vendor: Vendor, tmp_path: Path, request_: str, why: str) -> None:
        """It is an error with the reason, and never a pass."""
        (tmp_path / "bad.json").write_text(json.dumps(BAD))

        done = vendor(test_wrong=f"def test_it(refloader_conform):\n    refloader_conform({request_})\n")

        assert (done.returncode, why in done.stdout) == (1, True), done.stdout

    def test_nothing_judged_is_not_conformant(self, vendor: Vendor, tmp_path: Path) -> None:
        """A rule that nothing could be seen of is no success."""
        (tmp_path / "bad.json").write_text(json.dumps(BAD))

        done = vendor(
            test_none="""
def test_it(refloader_conform):
    run = refloader_conform(layer="bad.json", rules="LDP_DRIVER_1")
    assert not run.conformant
    run.assert_conformant()
"""
        )

        assert "AssertionError: no rule broken: nothing was judged" in done.stdout


class TestLoaders:
    """Which loader is asked: the mark's, the command line's, the ini file's."""

    def test_the_closest_wins(self, vendor: Vendor, tmp_path: Path) -> None:
        """The ini file for most, the mark for one; the command line before the ini file."""
        (tmp_path / "pyproject.toml").write_text(
            '[tool.pytest.ini_options]\nrefloader_subjects = ["reference-2018"]\n'
        )
        text = """
import pytest
def test_it(refloader_subject):
    print("asked", refloader_subject.name)
@pytest.mark.refloader("reference-2022")
def test_marked(refloader_subject):
    print("marked", refloader_subject.name)
"""

        by_ini = vendor(test_which=text).stdout
        by_option = vendor(
            "--refloader-subject", "reference-2016", "--refloader-subject", "reference-2026"
        ).stdout

        assert re.findall(r"^(asked|marked) (\S+)$", by_ini, re.MULTILINE) == [
            ("asked", "reference-2018"),
            ("marked", "reference-2022"),
        ]
        assert re.findall(r"^asked (\S+)$", by_option, re.MULTILINE) == ["reference-2016", "reference-2026"]
        assert "test_which.py::test_it[reference-2026]" in by_option

    def test_a_loader_that_is_not_there_fails(self, vendor: Vendor) -> None:
        """It is never a skip: a missing loader would go unnoticed."""
        done = vendor("--refloader-subject", "./none.so", test_missing=PLAIN)

        assert (done.returncode, "none.so" in done.stdout, "does not exist" in done.stdout) == (1, True, True)

    @pytest.mark.parametrize("mark", ["", "loader='x'", "7"])
    def test_a_mark_that_makes_no_sense_is_an_error(self, vendor: Vendor, mark: str) -> None:
        """It stops the run when tests are collected."""
        done = vendor(test_mark=f"import pytest\n@pytest.mark.refloader({mark})\n{PLAIN.strip()}\n")

        assert "@pytest.mark.refloader takes loaders" in done.stdout
        assert "1 error" in done.stdout

    def test_a_timeout_that_is_none_is_an_error(self, vendor: Vendor, tmp_path: Path) -> None:
        """The name of the setting stands in the message."""
        (tmp_path / "pyproject.toml").write_text('[tool.pytest.ini_options]\nrefloader_timeout = "soon"\n')

        done = vendor(test_time=PLAIN)

        assert (done.returncode, "refloader_timeout: 'soon' is no number" in done.stderr) == (4, True)

    def test_what_cannot_be_shown_is_skipped(self, vendor: Vendor) -> None:
        """The core opens nothing, so a step of a script is not covered, and the reason says so."""
        text = PLAIN.replace("(refloader_scenario)", "(with_steps(refloader_scenario))")
        head = """
from dataclasses import replace
def with_steps(world):
    return replace(world.scenario(), actions=(("create", "made", {}),))
"""

        done = vendor("--refloader-subject", "reference-2026", test_skip=head + text)

        assert "1 skipped" in done.stdout
        assert "reference-2026: the core opens no library and calls nobody" in done.stdout


class TestCost:
    """Whoever does not use it should not notice it."""

    def test_nothing_of_refloader_is_imported_before_use(self) -> None:
        """Loading the plugin brings the package itself and its own two files."""
        code = "import pytest, sys; import refloader.testing.plugin; print(*sorted(m for m in sys.modules))"

        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

        ours = [name for name in done.stdout.split() if name.split(".")[0] == "refloader"]
        assert ours == ["refloader", "refloader.testing", "refloader.testing.plugin"]

    def test_every_name_of_the_interface_is_there(self) -> None:
        """What ``__all__`` promises can be imported, and nothing else is made up."""
        import refloader.testing as interface

        assert {name: hasattr(interface, name) for name in interface.__all__} == dict.fromkeys(
            interface.__all__, True
        )
        assert dir(interface) == sorted(interface.__all__)
        assert not hasattr(interface, "anything")
