"""The suite itself: signals that its parent ignores, and what it leaves on the machine."""

import os
import subprocess
import sys
from pathlib import Path

import leftovers
import pytest

pytestmark = pytest.mark.slow

TESTS = Path(__file__).resolve().parent
CONFTEST = f"""
import os, sys
sys.path.insert(0, {str(TESTS)!r})
import leftovers
leftovers.company = lambda run: COMPANY
leftovers.places = lambda: {{os.environ["HOME"]: 3}}
from conftest_of_refloader import *
"""
IGNORING = """
import os, signal, sys
for name in ("SIGINT", "SIGHUP", "SIGTERM", "SIGQUIT", "SIGPIPE", "SIGCHLD"):
    signal.signal(signal.Signals[name], signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM, signal.SIGPIPE, signal.SIGUSR1])
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
KILLED = """
import os, signal, subprocess, sys, pytest

@pytest.mark.parametrize("name", ["SIGINT", "SIGHUP", "SIGTERM", "SIGQUIT", "SIGPIPE", "SIGUSR1"])
def test_a_child_is_ended_by(name):
    child = subprocess.Popen(["sleep", "60"])
    child.send_signal(signal.Signals[name])
    assert child.wait(timeout=120) == -signal.Signals[name]

@pytest.mark.parametrize("name", ["SIGINT", "SIGHUP"])
def test_this_process_still_ignores(name):
    os.kill(os.getpid(), signal.Signals[name])

def test_the_status_of_a_child_is_known():
    assert subprocess.run(["sh", "-c", "exit 7"]).returncode == 7
"""


def suite(folder: Path, text: str, company: str = "[]") -> "subprocess.CompletedProcess[str]":
    """A run of these tests under the conftest of this suite, by a user with a home in the folder."""
    home = folder / "home"
    home.mkdir()
    (folder / "conftest_of_refloader.py").write_text((TESTS / "conftest.py").read_text())
    (folder / "conftest.py").write_text(CONFTEST.replace("COMPANY", company))
    (folder / "test_some.py").write_text(text)
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(folder)]
    return subprocess.run(
        [sys.executable, "-c", IGNORING, *words, str(folder / "test_some.py")],
        env={**os.environ, "HOME": str(home), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        cwd=folder,
        capture_output=True,
        text=True,
    )


class TestSignals:
    """Whatever signals the suite was started without, its children are ended by them."""

    def test_children_hear_what_is_ignored_or_blocked(self, tmp_path: Path) -> None:
        """As under nohup, in the background of a script, or on a runner of CI."""
        done = suite(tmp_path, KILLED)

        assert "9 passed" in done.stdout, done.stdout + done.stderr


class TestSameEverywhere:
    """What the shell that starts the suite, or a test before, has set is not what tests find."""

    def test_files_are_for_everybody(self, tmp_path: Path) -> None:
        """The mask of a user who keeps all to himself does not count."""
        text = "import os\ndef test_a(): assert os.umask(0o022) == 0o022\n"
        before = os.umask(0o077)

        try:
            done = suite(tmp_path, text)
        finally:
            os.umask(before)

        assert "1 passed" in done.stdout

    def test_garbage_is_collected_after_a_verb(self, tmp_path: Path) -> None:
        """A verb leaves that to the end of its process, where the next test would find its files open."""
        text = (
            "import gc\nfrom click.testing import CliRunner\nfrom refloader.cli.main import main\n"
            "def test_a(): CliRunner().invoke(main, ['observed', 'none'])\n"
            "def test_b(): assert gc.isenabled() and gc.get_threshold()[0] < 10_000\n"
        )

        done = suite(tmp_path, text)

        assert "2 passed" in done.stdout


class TestProcessorTime:
    """A test that should end soon is measured by what it computes, not by the clock on the wall."""

    def test_a_test_without_end(self, tmp_path: Path) -> None:
        """It fails where it has used its time, and one that sleeps as long does not."""
        text = (
            "import time, conftest_of_refloader\nconftest_of_refloader._PROCESSOR_SECONDS = 0.5\n"
            "def test_computes(processor_time):\n    while True: pass\n"
            "def test_sleeps(processor_time): time.sleep(1)\n"
        )

        done = suite(tmp_path, text)

        assert "it takes more than 0.5 seconds of processor time" in done.stdout
        assert "1 failed, 1 passed" in done.stdout


class TestLeftovers:
    """A run whose tests leave something fails, and says what."""

    @pytest.mark.parametrize("path", [".cache/refloader/completion.json", ".config/vulkan/x.json"])
    def test_a_file_in_the_home(self, tmp_path: Path, path: str) -> None:
        """A test that passes does not hide it."""
        text = f"import os, pathlib\nplace = pathlib.Path(os.environ['HOME'], {path!r})\n"

        done = suite(
            tmp_path, text + "def test_a():\n place.parent.mkdir(parents=True)\n place.write_text('')\n"
        )

        assert "1 passed" in done.stdout
        assert f"the tests left: {tmp_path}/home/{path.rpartition('/')[0]}" in done.stdout
        assert done.returncode == 1

    def test_a_file_of_another_program(self, tmp_path: Path) -> None:
        """It has no name of ours."""
        text = "import os, pathlib\ndef test_a(): pathlib.Path(os.environ['HOME'], '.bash_history').touch()\n"

        done = suite(tmp_path, text)

        assert (done.returncode, "the tests left" in done.stdout) == (0, False)

    def test_another_run_at_work(self, tmp_path: Path) -> None:
        """It may have written the file: it is named, and nothing fails."""
        text = "import os, pathlib\ndef test_a(): pathlib.Path(os.environ['HOME'], '.refloader').touch()\n"

        done = suite(tmp_path, text, company="[1]")

        assert f"the tests, or another run on this machine, left: {tmp_path}/home/.refloader" in done.stdout
        assert done.returncode == 0

    def test_a_temporary_file(self, tmp_path: Path) -> None:
        """Any name counts there, as the folder is the suite's own."""
        done = suite(tmp_path, "import tempfile\ndef test_a(): tempfile.mkdtemp(prefix='any')\n")

        assert "the tests left temporary files" in done.stdout
        assert done.returncode == 1

    def test_a_process(self, tmp_path: Path) -> None:
        """It outlives the run that started it."""
        text = "import subprocess\ndef test_a(): subprocess.run(['sh', '-c', 'sleep 30 >/dev/null 2>&1 &'])\n"

        done = suite(tmp_path, text)

        assert "(sleep 30)" in done.stdout
        assert done.returncode == 1

    def test_a_file_in_the_checkout(self, tmp_path: Path) -> None:
        """Those that git does not ignore, and those that it has and that were changed."""
        git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@example.com"]
        (tmp_path / "kept").touch()
        (tmp_path / ".gitignore").write_text("ignored\n")
        for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "all"]):
            subprocess.run([*git, *words], check=True)
        before = leftovers.checkout(tmp_path)
        for name in ("ignored", "new", "kept"):
            (tmp_path / name).write_text("x")

        assert leftovers.checkout(tmp_path) - before == {"kept (in the checkout)", "new (in the checkout)"}


class TestNames:
    """What can be known to be ours among what everybody writes."""

    @pytest.mark.parametrize(
        ("path", "is_ours"),
        [
            ("/tmp/refloader-canary", True),
            ("/tmp/refloader-ab_12xyz", False),
            ("/tmp/refloader-tests-ab_12xyz", False),
            ("/tmp/pytest-of-root", False),
            ("/tmp/tmp.HwvsSIvkoU", False),
            ("/etc/vulkan", True),
            ("/etc/vulkan/icd.d", True),
            ("/etc/ld.so.cache", False),
            ("/home/refloader/.bash_history", False),
            ("/home/refloader/.cache/refloader", True),
        ],
    )
    def test_names(self, path: str, is_ours: bool) -> None:
        """The folder's own name says nothing of what is in it."""
        folders = {"/": 1, "/tmp": 1, "/etc": 2, "/home/refloader": 3}

        assert leftovers.is_ours(path, folders) is is_ours


def test_the_repository_holds_what_its_design_names() -> None:
    """A file or a folder that somebody left at the top is not committed."""
    listed = subprocess.run(
        ["git", "ls-files", "--", ":/"], cwd=TESTS.parent, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("the tests do not run from a clone of the repository")

    top = {path.split("/")[0] for path in listed.stdout.splitlines()}

    assert top <= {
        *(
            ".ci",
            "ci",
            "benchmarks",
            "docs",
            "fixtures",
            "mock_icd",
            "mock_layers",
            "native",
            "policy_tests",
            "refloader",
        ),
        *("reports", "tests", "tools", "CHANGELOG.md", "CMakeLists.txt", "CONTRIBUTING.md", "Containerfile"),
        *("LICENSE", "README.md", "action.yml", "debian", "mkdocs.yml", "pyproject.toml", ".dockerignore"),
        *(".git-blame-ignore-revs", ".gitattributes", ".github", ".gitignore", ".pre-commit-hooks.yaml"),
    }
