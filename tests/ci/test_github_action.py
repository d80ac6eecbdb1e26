"""The GitHub action: what it declares is what it uses, and its scripts do their work on a made-up runner."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import runner

pytestmark = pytest.mark.slow

GOOD = {"file_format_version": "1.2.0", "layer": runner.GOOD}
BAD = {"file_format_version": "1.0.0", "layer": runner.BAD}
RULES = "MANIFEST-LAYER-05\nMANIFEST-LAYER-10"
UPLOAD, SARIF = "Upload the results", "Send findings to code scanning"


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where refloader is installed on the runner."""
    return runner.installed(tmp_path_factory.mktemp("installed") / "bin")


@pytest.fixture
def layers(tmp_path: Path) -> Path:
    """The workspace with a good and a bad manifest; names with spaces and with what a shell would take."""
    folder = tmp_path / "work space"
    (folder / "my layers").mkdir(parents=True)
    (folder / "my layers" / "good one.json").write_text(json.dumps(GOOD))
    (folder / "my layers" / "$(touch pwned) `touch pwned`;.json").write_text(json.dumps(BAD))
    return folder


def _folder(path: Path) -> Path:
    path.mkdir()
    return path


class TestDeclarations:
    """The file is what a runner takes, and nothing in it is there for show."""

    def test_every_input_is_used_and_every_used_one_declared(self) -> None:
        """An input that is nowhere used would be silently without effect."""
        action = runner.action()
        used = set(re.findall(r"inputs\.([a-z-]+)", json.dumps(action["runs"])))

        assert used == set(action["inputs"])

    def test_every_output_comes_from_a_step_that_writes_it(self) -> None:
        """The names in the outputs are those that the scripts echo or print."""
        action = runner.action()
        scripts = {
            step["id"]: step["run"] for step in action["runs"]["steps"] if "id" in step and "run" in step
        }

        for output in action["outputs"].values():
            step, name = re.search(r"steps\.(\w+)\.outputs\.([a-z-]+)", output["value"]).groups()
            assert f"{name}=" in scripts[step]

    def test_scripts_hold_no_expression(self) -> None:
        """What is put into a script by the runner could be a script itself."""
        for step in runner.action()["runs"]["steps"]:
            assert "${{" not in step.get("run", "")
            assert step.get("shell", "bash") == "bash"
            assert ("shell" in step) == ("run" in step)

    @pytest.mark.skipif(
        shutil.which("zizmor", path=Path(sys.executable).parent) is None,
        reason="there is no zizmor (PyPI: zizmor)",
    )
    @pytest.mark.parametrize("file", ["action.yml", ".github/workflows/release.yml"])
    def test_zizmor_has_nothing_to_say(self, file: str) -> None:
        """A linter of actions for what can be misused, in its strictest mode."""
        command = [
            str(Path(sys.executable).parent / "zizmor"),
            "--offline",
            "--no-progress",
            "--persona=pedantic",
        ]
        config = str(Path(__file__).parent / "zizmor.yml")

        done = subprocess.run(
            [*command, "--config", config, str(runner.TOP / file)], capture_output=True, text=True
        )

        assert (done.returncode, done.stdout) == (0, "No findings to report. Good job!\n")


class TestRuns:
    """The scripts of the steps, in their order, with what a runner gives them."""

    def test_a_good_layer(self, tmp_path: Path, commands: Path, layers: Path) -> None:
        """The job passes, with a summary, counts and something to upload."""
        job = runner.run(tmp_path, commands, layer="my layers/good one.json", rules=RULES, out="the results")

        assert job.status == 0, job.printed
        assert "no new finding" in job.printed["Verdict"]  # two rules make nothing conformant
        assert job.outputs["conform"]["exit-code"] == "0"
        assert job.outputs["report"] == {
            "pass": "2",
            "fail": "0",
            "warn": "0",
            "skip": "1",
            "sarif": "the results/refloader.sarif",
        }
        assert "good one.json" in job.summary
        assert job.reached[UPLOAD] == {
            "name": "refloader-results",
            "path": "the results",
            "if-no-files-found": "ignore",
        }
        assert (layers / job.outputs["conform"]["report"]).is_file()
        assert SARIF not in job.reached

    @pytest.mark.whole
    def test_a_bad_layer(self, tmp_path: Path, commands: Path, layers: Path) -> None:
        """The job fails at its end: results, summary, annotations and SARIF are there all the same."""
        job = runner.run(
            tmp_path, commands, layer="\n  my layers  \n\n", rules=RULES, sarif="true", shard="1/1"
        )

        assert job.status == 1
        assert job.outputs["conform"]["exit-code"] == "1"
        assert job.outputs["report"]["fail"] == "1"
        assert "MANIFEST-LAYER-10" in job.summary
        assert "::error " in job.printed["report"]
        assert job.reached[UPLOAD]["name"] == "refloader-results-1-of-1"
        sarif = json.loads((layers / job.reached[SARIF]["sarif_file"]).read_text())
        assert sarif["version"] == "2.1.0"
        assert not list(layers.rglob("pwned"))

    @pytest.mark.parametrize(
        ("code", "fail_on", "status"),
        [
            *((0, "findings", 0), (0, "harness", 0), (0, "never", 0)),
            *((1, "findings", 1), (1, "harness", 0), (1, "never", 0)),
            *((2, "findings", 2), (2, "harness", 2), (2, "never", 0)),
            *((3, "findings", 3), (3, "harness", 3), (3, "never", 0)),
            *((0, "typo", 2), (139, "harness", 139)),
        ],
    )
    def test_what_fails_the_job_can_be_chosen(
        self, tmp_path: Path, code: int, fail_on: str, status: int
    ) -> None:
        """A word that is none of the three is an error and not a way to pass; what is left is uploaded always."""
        job = runner.run(tmp_path, runner.installed(tmp_path / "bin", code), layer="x", fail_on=fail_on)

        assert job.status == status
        assert (UPLOAD in job.reached) == (fail_on != "typo")

    @pytest.mark.whole
    def test_parts_are_merged(self, tmp_path: Path, commands: Path, layers: Path) -> None:
        """As another job downloads them: a folder for each, in one folder; the verdict is that of all."""
        for part in ("1/2", "2/2"):
            job = runner.run(
                tmp_path, commands, layer="my layers", rules=RULES, shard=part, out=f"parts/{part[0]}"
            )
            assert job.outputs["conform"]["exit-code"] in "01"
            assert "cannot be relied on" not in job.summary

        (layers / "parts" / "2").rename(layers / "second")
        job = runner.run(tmp_path, commands, merge="parts\nsecond", out="merged")

        assert (job.status, job.outputs["report"]["pass"], job.outputs["report"]["fail"]) == (1, "3", "1")
        assert sorted(each.name for each in (layers / "merged").iterdir()) == [
            *("annotations.txt", "junit.xml", "refloader.sarif", "report.html", "results.ndjson"),
            *("summary.md", "summary.txt"),
        ]

    def test_lint(self, tmp_path: Path, commands: Path, layers: Path) -> None:
        """Manifests alone: nothing is run, findings are annotations and SARIF, and the job fails by them."""
        job = runner.run(tmp_path, commands, lint="\n my layers \n", sarif="true")

        assert (job.status, job.outputs["lint"]["exit-code"]) == (1, "1")
        assert ("conform" in job.reached, "report" in job.reached) == (False, False)
        assert re.search(r"^::error .*MANIFEST-LAYER", job.printed["lint"], re.MULTILINE)
        sent = job.reached["Send findings in manifests to code scanning"]["sarif_file"]
        uris = re.findall(r'"uri": ?"([^"]*)"', Path(sent).read_text())
        assert any(each.startswith("my%20layers/") for each in uris)
        assert not list(layers.rglob("pwned"))

    def test_lint_beside_a_layer(self, tmp_path: Path, layers: Path) -> None:
        """Both are done; the worse of the two decides."""
        (layers / "good").mkdir()
        quiet = runner.installed(tmp_path / "bin", 3)

        job = runner.run(tmp_path, quiet, lint="good", layer="x", fail_on="harness")

        assert (job.outputs["lint"]["exit-code"], job.outputs["conform"]["exit-code"], job.status) == (
            "3",
            "3",
            3,
        )

    def test_nothing_to_merge_is_wrong_usage(self, tmp_path: Path, commands: Path) -> None:
        """The message names what was looked for."""
        job = runner.run(tmp_path, commands, merge="nowhere")

        assert (job.status, "nowhere" in job.printed["conform"]) == (2, True)

    def test_wrong_usage_is_told(self, tmp_path: Path, commands: Path) -> None:
        """What is not there cannot be judged, and the log says so."""
        job = runner.run(tmp_path, commands, layer="nowhere.json", sarif="true")

        assert SARIF not in job.reached

        assert (job.status, job.outputs["conform"]["exit-code"]) == (2, "2")
        assert "nowhere.json does not exist" in job.printed["conform"]

    @pytest.mark.whole
    def test_what_is_not_wanted_is_left_out(self, tmp_path: Path, commands: Path, layers: Path) -> None:
        """No summary, no annotations, no upload."""
        off = {"summary": "false", "annotations": "false", "artifact": ""}

        job = runner.run(tmp_path, commands, layer="my layers", rules=RULES, **off)

        assert (job.summary, "::error" in job.printed["report"], UPLOAD in job.reached) == ("", False, False)

    def test_names_in_files_are_no_commands(self, tmp_path: Path) -> None:
        """Commands are off while the suite prints, under a word that nobody can know."""
        quiet = runner.installed(tmp_path / "bin", 0)
        words = [runner.run(_folder(tmp_path / each), quiet, layer="x").printed["conform"] for each in "ab"]

        tokens = [re.search(r"^::stop-commands::([0-9a-f]{32})$", each, re.MULTILINE)[1] for each in words]
        assert tokens[0] != tokens[1]
        assert all(text.rstrip().endswith(f"::{token}::") for text, token in zip(words, tokens, strict=True))

    def test_what_is_said_of_a_file_is_no_command(self, tmp_path: Path, commands: Path, layers: Path) -> None:
        """In the step that reports, too, commands are off but for the annotations."""
        printed = runner.run(tmp_path, commands, layer="my layers", rules=RULES).printed["report"]

        (token,) = set(re.findall(r"^::stop-commands::([0-9a-f]{32})$", printed, re.MULTILINE))
        outside = re.sub(rf"::stop-commands::{token}\n(.*?)::{token}::\n", "", printed, flags=re.DOTALL)
        assert outside == (layers / "refloader-results" / "annotations.txt").read_text()

    def test_a_folder_that_came_with_the_repository(self, tmp_path: Path) -> None:
        """Nothing is written through links in it, and its results are not told as those of this run."""
        quiet = runner.installed(tmp_path / "bin", 3)
        out, canary = tmp_path / "work space" / "refloader-results", tmp_path / "canary"
        out.mkdir(parents=True)
        canary.write_text("canary")
        (out / "results.ndjson").write_text("{}")
        os.utime(out / "results.ndjson", (0, 0))
        (out / "summary.md").symlink_to(canary)

        job = runner.run(tmp_path, quiet, layer="x")

        assert (job.outputs["conform"]["results"], job.printed.get("report", "")) == ("", "")
        assert not (out / "summary.md").is_symlink()
        assert canary.read_text() == "canary"

    @pytest.mark.parametrize("out", ["refloader-results", "refloader-results//", "./refloader-results/a/b"])
    def test_a_folder_that_is_a_link(self, tmp_path: Path, out: str) -> None:
        """Nothing is removed or written where a link of the repository leads, whatever the folder is called."""
        quiet = runner.installed(tmp_path / "bin", 0)
        canaries, workspace = tmp_path / "canaries", tmp_path / "work space"
        (canaries / "a" / "b").mkdir(parents=True)
        for each in (canaries, canaries / "a" / "b"):
            (each / "link").symlink_to("elsewhere")
        workspace.mkdir()
        (workspace / "refloader-results").symlink_to(canaries)

        job = runner.run(tmp_path, quiet, layer="x", out=out)

        assert (job.status, job.outputs["conform"]) == (2, {})
        assert (canaries / "link").is_symlink()
        assert (canaries / "a" / "b" / "link").is_symlink()

    def test_a_folder_outside_of_the_repository(self, tmp_path: Path) -> None:
        """It is the user's own, and may be a link."""
        quiet = runner.installed(tmp_path / "bin", 0)
        (tmp_path / "real").mkdir()
        (tmp_path / "out").symlink_to("real")

        assert runner.run(tmp_path, quiet, layer="x", out=str(tmp_path / "out")).status == 0

    @pytest.mark.parametrize("name", ["out", "shard", "artifact"])
    def test_a_line_break_writes_no_output_of_its_own(self, tmp_path: Path, name: str) -> None:
        """The file of outputs takes one a line."""
        quiet = runner.installed(tmp_path / "bin", 0)

        job = runner.run(tmp_path, quiet, layer="x", **{name: "1/1\nexit-code=0"})

        assert (job.status, job.outputs["conform"]) == (2, {})


class TestInstallation:
    """refloader is installed beside the user's own Python, from the action's own files."""

    def test_into_an_environment_of_its_own(self, tmp_path: Path) -> None:
        """What is called is venv and then that environment's pip, with the action's folder."""
        python = tmp_path / "fake python"
        python.write_text(f"""#!/bin/sh
echo "$@" >>"{tmp_path}/called"
if [ "$3" = venv ]; then mkdir -p "$4/bin" && cp "$0" "$4/bin/python"; fi
""")
        python.chmod(0o755)
        step = next(each for each in runner.action()["runs"]["steps"] if each.get("id") == "install")
        assert step["env"] == {
            "PYTHON": "${{ steps.python.outputs.python-path }}",
            "MERGE": "${{ inputs.merge }}",
            "LINT": "${{ inputs.lint }}${{ inputs.lint-root }}",
            "JUDGED": "${{ inputs.loader }}${{ inputs.layer }}${{ inputs.driver }}",
        }

        script = tmp_path / "install"
        script.write_text(step["run"])
        places = {
            "RUNNER_TEMP": f"{tmp_path}/temp",
            "GITHUB_OUTPUT": f"{tmp_path}/output",
            "RUNNER_OS": "Linux",
        }
        variables = {
            **places,
            "PATH": "/usr/bin:/bin",
            "PYTHON": str(python),
            "GITHUB_ACTION_PATH": "/the action",
        }
        subprocess.run(["bash", "-eo", "pipefail", script], env=variables, cwd=tmp_path, check=True)

        called = (tmp_path / "called").read_text().splitlines()
        assert called[0] == f"-I -m venv {tmp_path}/temp/refloader"
        install = "-I -m pip install --quiet --disable-pip-version-check"
        assert called[1] == f"{install} /the action/native /the action[conform]"
        assert (tmp_path / "output").read_text() == f"command={tmp_path}/temp/refloader/bin/refloader\n"

    def test_modules_of_the_repository_are_not_run(self, tmp_path: Path) -> None:
        """The working folder is the repository's, whoever wrote what is in it."""
        workspace, python = tmp_path / "work", tmp_path / "python"
        workspace.mkdir()
        for name in ("venv", "pip", "typing", "refloader"):
            (workspace / f"{name}.py").write_text(f"open({str(tmp_path / 'canary')!r}, 'a').write('{name} ')")
        python.write_text(f"""#!/bin/sh
case " $* " in
  *" venv "*) "{sys.executable}" "$@" --without-pip && ln -sf "{python}" "$RUNNER_TEMP/refloader/bin/python" ;;
  *" pip "*) "{sys.executable}" "$@" --help >/dev/null ;;
  *) "{sys.executable}" "$@" ;;
esac
""")
        python.chmod(0o755)
        step = next(each for each in runner.action()["runs"]["steps"] if each.get("id") == "install")

        subprocess.run(
            ["bash", "-eo", "pipefail", "-c", step["run"]],
            env={
                "PATH": "/usr/bin:/bin",
                "PYTHON": str(python),
                "RUNNER_OS": "Linux",
                "RUNNER_TEMP": str(tmp_path),
                "GITHUB_OUTPUT": str(tmp_path / "output"),
                "GITHUB_ACTION_PATH": str(runner.TOP),
            },
            cwd=workspace,
            check=True,
        )

        assert not (tmp_path / "canary").exists()

    def test_elsewhere_than_on_linux_it_says_so(self, tmp_path: Path, commands: Path) -> None:
        """The library and the mocks are for Linux."""
        step = next(each for each in runner.action()["runs"]["steps"] if each.get("id") == "install")

        done = subprocess.run(
            ["bash", "-c", step["run"]],
            env={"RUNNER_OS": "macOS", "PATH": "/usr/bin"},
            capture_output=True,
            text=True,
        )

        assert (done.returncode, done.stdout) == (
            2,
            "::error title=refloader::this action needs a runner with Linux\n",
        )
