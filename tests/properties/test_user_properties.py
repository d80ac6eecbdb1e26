"""The properties that users check: each catches loaders that are wrong, and the reference keeps all of them."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from samples import LONG

from refloader.native.dropin import dropin_library, violating_library
from refloader.selftest.selftest import why_no_library
from refloader.selftest.violating import SIDECAR
from refloader.suite.run.targets import why_no_dropin
from refloader.testing import conform

pytestmark = pytest.mark.slow

EXAMPLES = 150
"""The number of examples within which each property catches the mutants below."""

CAUGHT = [("devices_of_one_driver", "generated_worlds"), ("only_one_driver_called", "object_lifetimes")]
if LONG:
    CAUGHT += [
        ("instance_calls_pass_the_layers", "generated_steps"),
        ("other_drivers_make_the_device_too", "object_lifetimes"),
        ("devices_of_one_driver", "real_drivers"),
    ]

Loader = Callable[[str], str]


@pytest.fixture
def mutant(tmp_path: Path) -> Loader:
    """Makes a copy of the reference loader's library that is wrong in one way."""
    if reason := why_no_library():
        pytest.skip(reason)

    def copy(name: str) -> str:
        path = str(tmp_path / "libvulkan.so.1")
        shutil.copy(violating_library(), path)
        Path(path + SIDECAR).write_text(name)
        return path

    return copy


def run_properties(
    folder: Path, *words: str, hypothesis: bool = True, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Run the property tests as a user does, in an empty folder."""
    work = folder / "work"
    work.mkdir(exist_ok=True)
    fixed = ("-q", "--tb=short", "-p", "no:cacheprovider", "--basetemp", str(folder / "temporary"))
    plugins = ("-p", "refloader.testing.plugin", *(("-p", "_hypothesis_pytestplugin") if hypothesis else ()))
    return subprocess.run(
        [sys.executable, "-P", "-m", "pytest", *fixed, *plugins, "--pyargs", *words],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **variables},
        cwd=work,
        check=False,
    )


class TestWrongLoaders:
    """A property finds a loader that is wrong in what the property is about, and shows the smallest scenario."""

    @pytest.mark.whole(keep=1, rotate=True)
    @pytest.mark.parametrize(("name", "case"), CAUGHT)
    def test_it_is_caught(self, mutant: Loader, tmp_path: Path, name: str, case: str) -> None:
        """The test fails within the examples, and the report has a scenario that can be run again."""
        loader = mutant(name)

        ended = run_properties(
            tmp_path,
            f"policy_tests.properties.test_{case}",
            f"--refloader-loader={loader}",
            f"--refloader-examples={EXAMPLES}",
        )

        if "no driver is installed" in ended.stdout:
            pytest.skip("no driver is installed")
        saved = re.search(r"replay: refloader conform --loader \S+ --scenario (\S+)", ended.stdout)
        assert ended.returncode == 1, ended.stdout
        assert saved is not None, ended.stdout
        assert Path(saved[1], "scenario.json").exists()
        assert (tmp_path / "work" / ".hypothesis" / "refloader").is_dir()


class TestReference:
    """The reference loader's library keeps every property."""

    def test_it_passes(self, tmp_path: Path) -> None:
        """No test fails; that of real drivers is skipped on a machine without any."""
        if reason := why_no_dropin():
            pytest.skip(reason)
        words = ("policy_tests.properties", "--refloader-profile=quick")

        ended = run_properties(tmp_path, *words, f"--refloader-loader={dropin_library()}")

        assert ended.returncode == 0, ended.stdout
        assert re.search(r"^(4 passed|3 passed, 1 skipped)", ended.stdout, re.MULTILINE), ended.stdout


class TestNeeds:
    """What is missing is said in a sentence."""

    def test_without_hypothesis(self, tmp_path: Path) -> None:
        """The tests are skipped, and the reason is the command that installs it."""
        (tmp_path / "hiding.py").write_text("import sys\nsys.modules['hypothesis'] = None\n")
        words = ("-p", "hiding", "-rs", "policy_tests.properties")

        ended = run_properties(tmp_path, *words, hypothesis=False, PYTHONPATH=str(tmp_path))

        assert "pip install 'refloader[properties]'" in ended.stdout, ended.stdout

    def test_without_the_plugin(self, tmp_path: Path) -> None:
        """Where pytest loads no plugins by itself, the error names the option that loads this one."""
        ended = run_properties(tmp_path, "policy_tests.properties", "-p", "no:refloader.testing.plugin")

        assert ended.returncode != 0
        assert "-p refloader.suite.plugin" in ended.stdout + ended.stderr


def test_conform_runs_no_property(tmp_path: Path) -> None:
    """The cases of ``refloader conform`` are those of which each has its rule."""
    run = conform(loader="reference-2026", rules="DISC-DRIVER-GEN-01", out=tmp_path, expect="none", workers=0)

    cases = {each.case.partition("/")[0] for each in run.results}
    assert cases
    assert cases.isdisjoint({"generated_worlds", "generated_steps", "object_lifetimes", "real_drivers"})
