"""``refloader exec``: programs on the reference loader, their ends and their traces."""

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from verbs import SCHEMAS, Run, checked_json

from refloader.cli.options.loader_age import age_for
from refloader.core.ages import assumption, boundaries
from refloader.native import dropin
from refloader.native.mocks import mock_library
from refloader.native.structures import LoaderError
from refloader.sandbox.layouts import Way
from refloader.sandbox.world import why_not
from refloader.scenario import scenario_file
from refloader.scenario.call_sequence import entered
from refloader.scenario.scenario import World
from refloader.suite.sessions import recording

pytestmark = pytest.mark.slow

VERB = [sys.executable, "-m", "refloader", "exec"]
SHELL = ["--", "/bin/sh", "-c"]


def _why_not() -> str:
    try:
        dropin.dropin_folder()
    except LoaderError as error:
        return str(error)
    return ""


needs_library = pytest.mark.skipif(bool(_why_not()), reason=_why_not() or "built")
INSTANCE = """
import refloader
with refloader.Loader("libvulkan.so.1").create_instance() as instance:
    instance.physical_devices()[0].create_device().destroy()
"""
CHAIN = ["application", "trampoline", "terminator", "driver"]


def call(*words: str, **kwargs: str) -> "subprocess.CompletedProcess[str]":
    """The verb in a process of its own, as it may replace that process."""
    return subprocess.run([*VERB, *words], capture_output=True, text=True, timeout=120, **kwargs)  # type: ignore[call-overload]


def driver_in(folder: Path) -> Path:
    """The manifest of a mock driver there."""
    library = mock_library("mock_icd")
    if library is None:
        pytest.skip("the mock driver was not built (install with a C compiler)")
    icd = {"library_path": shutil.copy(library, folder), "api_version": "1.3.0"}
    manifest = folder / "driver.json"
    manifest.write_text(json.dumps({"file_format_version": "1.0.1", "ICD": icd}))
    return manifest


def an_instance(driver: Path) -> list[str]:
    """The words that run INSTANCE with this driver alone."""
    variables = (f"VK_DRIVER_FILES={driver}", f"VK_IMPLICIT_LAYER_PATH={driver.parent / 'none'}")
    return ["--", "/usr/bin/env", *variables, sys.executable, "-c", INSTANCE]


class TestNotBuilt:
    """Where the library could not be built the verb says what is missing, and nothing is run."""

    def test_the_reason_of_the_build_is_shown(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The build leaves its reason beside the place of the library."""
        (tmp_path / "why-not.txt").write_text("no static libpython was found\n")
        monkeypatch.setattr(dropin, "folders", lambda _: [str(tmp_path)])

        result = run("exec", "--", "true")

        assert result.exit_code == 3
        assert "no static libpython was found" in result.stderr


@needs_library
class TestExitCode:
    """The exit code is the command's own."""

    @pytest.mark.parametrize("trace", [[], ["--trace", os.devnull]], ids=["plain", "traced"])
    def test_it_is_passed_on(self, trace: list[str]) -> None:
        """A status is passed on as it is."""
        assert call(*trace, *SHELL, "exit 7").returncode == 7

    def test_a_signal_is_told_as_a_shell_tells_it(self) -> None:
        """A traced command that ends by signal 15 gives 143."""
        assert call("--trace", os.devnull, *SHELL, "kill -TERM $$").returncode == 143

    def test_it_is_known_where_children_are_ignored(self) -> None:
        """A parent that ignores SIGCHLD hands that on, and the system forgets how our children end."""
        ignoring = "import os, signal, sys; signal.signal(signal.SIGCHLD, signal.SIG_IGN);"
        words = [sys.executable, "-c", ignoring + "os.execv(sys.executable, sys.argv[1:])", *VERB]

        done = subprocess.run([*words, "--trace", os.devnull, *SHELL, "exit 7"], capture_output=True)

        assert done.returncode == 7

    def test_a_folder_that_may_not_be_read_holds_no_command(self, tmp_path: Path) -> None:
        """A user who became another one still has the other's PATH: a shell says 127 as well."""
        closed, opened = tmp_path / "closed", tmp_path / "opened"
        for folder in (closed, opened):
            folder.mkdir()
        (opened / "file-without-permission").touch()
        code = (
            "import errno, os, subprocess, sys\n"
            "from refloader.sandbox import reference_process\n"
            "def refuse(*_): raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))\n"
            "os.execvpe = refuse\n"
            "from refloader.cli.main import main\n"
            "main()\n"
        )

        def status(name: str) -> int:
            words = [sys.executable, "-c", code, "exec", "--", name]
            return subprocess.run(
                words, env={**os.environ, "PATH": f"{closed}:{opened}"}, check=False
            ).returncode

        assert (status("no-such-command-here"), status("file-without-permission")) == (127, 126)

    @pytest.mark.parametrize(
        "act",
        [
            """python3 -c 'print("[" * 100000)' > "$REFLOADER_TRACE\"""",
            """python3 -c 'print("1" * 6000)' > "$REFLOADER_TRACE\"""",
            """printf '{"event": "a"}\\n{' > "$REFLOADER_TRACE\"""",
        ],
    )
    def test_a_trace_may_hold_other_lines(self, act: str) -> None:
        """What the program runs can write there; the status of the program stays."""
        done = call("--trace", os.devnull, *SHELL, f"{act}; exit 7")

        assert done.returncode == 7

    @pytest.mark.parametrize("act", ["mkfifo", "ln -s /dev/zero"])
    def test_no_pipe_is_read_as_the_trace(self, act: str) -> None:
        """Nobody would end it."""
        done = call("--trace", os.devnull, *SHELL, f'{act} "$REFLOADER_TRACE"')

        assert done.returncode == 3
        assert "no regular file" in done.stderr

    @pytest.mark.parametrize("trace", [[], ["--trace", os.devnull]], ids=["plain", "traced"])
    def test_a_missing_command_gives_127(self, trace: list[str]) -> None:
        """The message names the command."""
        done = call(*trace, "--", "no-such-command-here")

        assert done.returncode == 127
        assert "no-such-command-here: no such command" in done.stderr

    def test_what_cannot_be_executed_gives_126(self, tmp_path: Path) -> None:
        """A file without the permission is there and cannot be run."""
        path = tmp_path / "text"
        path.write_text("")

        assert call("--", str(path)).returncode == 126

    @pytest.mark.parametrize("words", [["--trcae", "x", "true"], ["-x", "true"], ["--frob", "--", "true"]])
    def test_an_option_it_does_not_have_is_wrong_usage(self, words: list[str]) -> None:
        """What stands before the command is for the verb; what stands behind it is the command's own."""
        assert call(*words).returncode == 2
        assert call("/bin/sh", "-c", "exit 5").returncode == 5

    def test_a_trace_that_cannot_be_written_runs_nothing(self, tmp_path: Path) -> None:
        """The file is opened first, so that no work is lost."""
        mark = tmp_path / "mark"

        done = call("--trace", str(tmp_path / "no" / "trace"), *SHELL, f"touch {mark}")

        assert done.returncode == 2
        assert not mark.exists()


@needs_library
class TestLibrary:
    """Both names of the loader lead to ours."""

    @pytest.mark.parametrize("name", ["libvulkan.so.1", "libvulkan.so"])
    def test_the_linker_finds_ours_first(self, name: str) -> None:
        """A program that opens the loader by its bare name gets the reference."""
        code = f"import refloader; print(refloader.Loader({name!r}).path)"

        done = call("--", sys.executable, "-c", code)

        assert os.path.samefile(done.stdout.strip(), dropin.dropin_library())

    def test_the_users_own_folders_stay_behind_it(self) -> None:
        """LD_LIBRARY_PATH is added to, not replaced."""
        done = subprocess.run(
            [*VERB, *SHELL, "echo $LD_LIBRARY_PATH"],
            capture_output=True,
            text=True,
            env={**os.environ, "LD_LIBRARY_PATH": "/opt/mine"},
        )

        assert done.stdout.strip() == f"{dropin.dropin_folder()}:/opt/mine"


@needs_library
class TestActing:
    """The library acts as the loader that the options name."""

    VERSION = (
        "--",
        sys.executable,
        "-c",
        "import refloader; print(refloader.Loader('libvulkan.so.1').version())",
    )

    @pytest.mark.parametrize("trace", [[], ["--trace", os.devnull]], ids=["plain", "traced"])
    def test_a_release(self, trace: list[str]) -> None:
        """The release of --as-loader is the one that the library reports."""
        assert call("--as-loader", "1.3.239", *trace, *self.VERSION).stdout.strip() == "1.3.239"

    def test_a_release_that_is_not_known(self) -> None:
        """It is taken to be as the newest known one, and that is said."""
        newest = boundaries()[-1]

        assert (assumption("1.3.239"), assumption(newest)) == ("", "")
        assert assumption("1.9.400") == f"newer than all that are known, taken to do what {newest} does"
        assert "no known release" in assumption("1.3.999")
        assert "newer than all" in assumption("2.0.1")
        assert "newer than all that are known" in age_for("1.9.400")[1]

    def test_an_edition(self) -> None:
        """The edition of --edition reaches the library."""
        done = call("--edition", "2018", *SHELL, "echo $REFLOADER_EDITION")

        assert done.stdout.strip() == "2018"

    def test_all_loaders(self) -> None:
        """A table of all releases is for explain; an error must not offer what it refuses."""
        all_of_them, none = (call("--as-loader", each, "--", "true").stderr for each in ("all", "new"))

        assert "--as-loader: 'all' is for refloader explain: here it is one loader" in all_of_them
        assert "--as-loader: new is no release (such as 1.3.290), path or 'here'" in none

    @pytest.mark.parametrize(
        "words",
        [("--as-loader", "new"), ("--edition", "2017"), ("--as-loader", "1.3.239", "--edition", "2018")],
    )
    def test_wrong_usage(self, words: tuple[str, ...]) -> None:
        """What is no loader, no edition or both is told, and nothing is run."""
        done = call(*words, *SHELL, "echo ran")

        assert (done.returncode, done.stdout) == (2, "")


@needs_library
class TestTrace:
    """A trace holds the decisions of each instance, in a document with a published schema."""

    def test_an_instance_leaves_its_decisions(self, tmp_path: Path) -> None:
        """There is one event for what is made and one for its end; the chain goes from application to driver."""
        driver = driver_in(tmp_path)
        path = tmp_path / "trace.json"

        call("--trace", str(path), *an_instance(driver))

        document = json.loads(path.read_text())
        Draft202012Validator(json.loads((SCHEMAS / "trace-1.schema.json").read_text())).validate(document)
        events = document["events"]
        made = ["vkCreateInstance", "vkCreateDevice", "vkDestroyDevice", "vkDestroyInstance"]
        assert [event["event"] for event in events] == made
        assert [link["who"] for link in events[0]["chain"]] == CHAIN
        assert events[0]["chain"][-1]["manifest"] == str(driver)
        assert [each["manifest"] for each in events[0]["drivers"] if each["used"]] == [str(driver)]

    @pytest.mark.parametrize("trace", [[], ["--trace", os.devnull]], ids=["alone", "traced"])
    def test_a_recording_is_left(self, tmp_path: Path, trace: list[str]) -> None:
        """It holds what the program wrote into it and no more, beside a trace and without one."""
        path = tmp_path / "recording"

        done = call("--observe", str(path), *trace, *an_instance(driver_in(tmp_path)))

        seen = recording.read(path.read_bytes())
        assert done.returncode == 0, done.stderr
        assert path.stat().st_size == recording.used(path.read_bytes()[: recording.HEAD])
        assert {"vkCreateInstance", "vkCreateDevice"} <= {call.command for call in seen.calls.values()}
        assert done.stderr.endswith(f"to read the recording: refloader observed {shlex.quote(str(path))}\n")

    def test_a_recording_is_read(self, tmp_path: Path, run: Run) -> None:
        """The verb that is named takes it, and a program that calls no layer has none that breaks anything."""
        path = tmp_path / "recording"
        assert call("--observe", str(path), *an_instance(driver_in(tmp_path))).returncode == 0

        document = checked_json(run("observed", str(path), "--format", "json"), "observed-1")

        assert [(each["above"], each["below"]) for each in document["links"]] == [("", "")]
        assert (document["layers"], document["unfinished"]) == ([], [])

    def test_a_recording_of_nothing(self, tmp_path: Path) -> None:
        """A program that does without Vulkan leaves its head alone, which is said."""
        done = call("--observe", str(tmp_path / "recording"), *SHELL, "exit 5")

        assert done.returncode == 5
        assert "nothing is recorded: the command made no instance on the reference loader" in done.stderr

    def test_a_recording_that_cannot_be_made(self, tmp_path: Path) -> None:
        """Nothing is run without it."""
        done = call("--observe", str(tmp_path / "no" / "folder"), *SHELL, "echo run")

        assert (done.returncode, done.stdout) == (2, "")
        assert "--observe" in done.stderr

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root can make what belongs to another user")
    @pytest.mark.parametrize("option", ["--trace", "--observe"])
    def test_a_strangers_link_for_it(self, tmp_path: Path, option: str) -> None:
        """In a folder such as /tmp, it would have root overwrite any file."""
        shared, canary = tmp_path / "shared", tmp_path / "canary"
        shared.mkdir()
        shared.chmod(0o1777)
        canary.write_text("canary")
        (shared / "link").symlink_to(canary)
        os.lchown(shared / "link", 65534, 65534)

        ended = call(option, str(shared / "link"), "--", "touch", str(shared / "started"))

        assert ended.returncode == 2
        assert "it is a link of user 65534" in ended.stderr
        assert canary.read_text() == "canary"
        assert not (shared / "started").exists()

    def test_a_program_without_vulkan_is_told(self, run: Run) -> None:
        """No event at all is worth a word, as the program may have used another loader."""
        result = run("exec", "--trace", "-", *SHELL, "exit 0")

        assert checked_json(result, "trace-1")["events"] == []
        assert "made no instance on the reference loader" in result.stderr


@needs_library
class TestPage:
    """A trace for a browser: the chains as pictures."""

    def test_a_file_that_ends_in_html(self, tmp_path: Path) -> None:
        """It tells of the instance and the device, and of the driver below."""
        path = tmp_path / "trace.html"

        call("--trace", str(path), *an_instance(driver_in(tmp_path)))

        page = path.read_text(encoding="utf-8")
        assert "asked for 1 instance and 1 device." in page
        assert "<title>call chain of a device: VK_SUCCESS</title>" in page
        assert str(tmp_path / "driver.json") in page


def _shown(*_: object) -> str:
    """Return why no scenario can be shown to a program here."""
    way = Way.ROOT if os.geteuid() == 0 else Way.USER
    return why_not(way)


@needs_library
@pytest.mark.skipif(bool(_shown()), reason=_shown() or "shown")
class TestInAScenario:
    """A program of one's own sees the machine of a scenario, and nothing else of it changes."""

    @pytest.fixture
    def scenario(self, tmp_path: Path) -> str:
        """A machine with a mock driver, and a mock layer that a variable enables."""
        world = World()
        world.driver()
        world.implicit_layer("VK_LAYER_OTHER_overlay", enable_environment={"ENABLE_OTHER": "1"})
        world.variable("ENABLE_OTHER", "1")
        scenario_file.save(world.scenario(), str(tmp_path / "scenario"))
        return str(tmp_path / "scenario")

    def test_its_layers_and_drivers_are_those_of_the_scenario(self, scenario: str, tmp_path: Path) -> None:
        """The calls that its mocks received are written to a file."""
        calls = tmp_path / "calls"

        done = call("--scenario", scenario, "--mock-trace", str(calls), "--", sys.executable, "-c", INSTANCE)

        assert (done.returncode, done.stderr) == (0, "")
        lines = calls.read_text().splitlines()
        assert entered(lines, "vkCreateInstance") == ("VK_LAYER_OTHER_overlay", "plain")
        assert entered(lines, "vkCreateDevice") == ("VK_LAYER_OTHER_overlay", "plain")

    def test_the_callers_variables_steer_nothing(self, scenario: str) -> None:
        """Neither those of loaders nor those of the scenario's layers; all others are there."""
        variables = {"VK_DRIVER_FILES": "/nowhere", "XDG_DATA_HOME": "/nowhere", "OTHER": "kept"}
        variables |= {"ENABLE_OTHER": "0", "HOME": "/nowhere", "XDG_RUNTIME_DIR": "/run/kept"}

        done = call("--scenario", scenario, "--", "/usr/bin/env", env={**os.environ, **variables})  # type: ignore[arg-type]

        seen = dict(line.split("=", 1) for line in done.stdout.splitlines() if "=" in line)
        names = (*variables, "PATH")
        assert {name: seen.get(name) for name in names} == {
            "VK_DRIVER_FILES": None,
            "XDG_DATA_HOME": None,
            "OTHER": "kept",
            "ENABLE_OTHER": "1",
            "HOME": "/home/user",
            "XDG_RUNTIME_DIR": "/run/kept",
            "PATH": os.environ["PATH"],
        }

    def test_the_machine_stays_as_it_is(self, scenario: str, tmp_path: Path) -> None:
        """The program works in its folder, may write there, and the scenario's files are nowhere afterwards."""
        words = ["--", "/bin/sh", "-c", "ls /usr/share/vulkan/icd.d; pwd; echo x > written"]

        done = call("--scenario", scenario, *words, cwd=str(tmp_path))

        assert done.stdout.splitlines() == ["libplain.so", "libplain.so.flags", "plain.json", str(tmp_path)]
        assert (tmp_path / "written").read_text() == "x\n"
        assert not os.path.exists("/usr/share/vulkan/icd.d/plain.json")

    def test_every_decision_can_be_traced(self, scenario: str, tmp_path: Path) -> None:
        """The other options work there too."""
        trace = tmp_path / "trace.json"

        done = call("--scenario", scenario, "--trace", str(trace), "--", sys.executable, "-c", INSTANCE)

        assert done.returncode == 0
        assert "/usr/share/vulkan/icd.d/plain.json" in trace.read_text()

    @pytest.mark.parametrize(("words", "status"), [("exit 7", 7), ("kill -TERM $$", 143)])
    def test_the_exit_code_is_its_own(self, scenario: str, words: str, status: int) -> None:
        """As without a scenario."""
        assert call("--scenario", scenario, *SHELL, words).returncode == status
        assert call("--scenario", scenario, "--", "no-such-command").returncode == 127

    def test_what_the_scenario_hides_cannot_be_run(self, tmp_path: Path) -> None:
        """The reason is given: it would look as if the program were missing."""
        world = World()
        world.file(str(tmp_path / "here"), b"")
        scenario_file.save(world.scenario(), str(tmp_path / "scenario"))
        (tmp_path / "here").mkdir()

        done = call("--scenario", str(tmp_path / "scenario"), *SHELL, "true", cwd=str(tmp_path / "here"))

        assert done.returncode == 3
        assert "the scenario has files of its own where" in done.stderr


class TestWrongScenarios:
    """Mistakes are wrong usage."""

    def test_there_is_none(self, run: Run, tmp_path: Path) -> None:
        """The message has the file that is missing."""
        result = run("exec", "--scenario", str(tmp_path), "--", "true")

        assert result.exit_code == 2
        assert "scenario.json" in result.stderr

    def test_a_trace_of_mocks_needs_one(self, run: Run, tmp_path: Path) -> None:
        """Without a scenario there are no mocks."""
        result = run("exec", "--mock-trace", str(tmp_path / "calls"), "--", "true")

        assert result.exit_code == 2
        assert "--mock-trace goes with --scenario" in result.stderr
