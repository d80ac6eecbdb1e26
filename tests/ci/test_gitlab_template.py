"""The GitLab template: its shape, and its scripts run in bash as a runner would run them."""

import glob
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import runner
import yaml

pytestmark = pytest.mark.slow

TEMPLATE: dict[str, Any] = yaml.safe_load((runner.TOP / "ci" / "gitlab.yml").read_text(encoding="utf-8"))


def job(name: str) -> dict[str, Any]:
    """A job as GitLab sees it once what it extends is merged in."""
    own = dict(TEMPLATE[name])
    return _merged(job(own.pop("extends")), own) if "extends" in own else own


def _merged(above: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Objects are merged key by key, anything else is replaced."""
    both = {
        key: _merged(above[key], own[key]) for key in above.keys() & own.keys() if isinstance(own[key], dict)
    }
    return {**above, **own, **both}


def run(name: str, workspace: Path, commands: Path, **variables: str) -> "subprocess.CompletedProcess[str]":
    """The scripts of a job, before_script and script in one shell."""
    merged = job(name)
    script = "\n".join([*merged["before_script"], *merged["script"]])
    environment = {
        "PATH": f"{commands}:/usr/bin:/bin",
        "HOME": str(workspace),
        **merged["variables"],
        **variables,
    }
    return subprocess.run(
        ["bash", "-eo", "pipefail", "-c", script],
        env=environment,
        cwd=workspace,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def uploaded(name: str, workspace: Path) -> dict[str, list[str]]:
    """The files that GitLab would take as each kind of report."""
    reports = job(name)["artifacts"]["reports"]
    out = job(name)["variables"]["REFLOADER_OUT"]
    return {
        kind: sorted(glob.glob(pattern.replace("$REFLOADER_OUT", out), root_dir=workspace, recursive=True))
        for kind, pattern in reports.items()
    }


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where refloader is installed in the image."""
    return runner.installed(tmp_path_factory.mktemp("image") / "bin")


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """A checkout with a good and a bad manifest."""
    for name, layer in {"a good": runner.GOOD, "bad": runner.BAD}.items():
        body = {"file_format_version": "1.2.0", "layer": layer}
        (tmp_path / f"{name}.json").write_text(json.dumps(body))
    return tmp_path


def test_every_variable_is_used_and_every_used_one_is_set() -> None:
    """But for those that GitLab sets itself."""
    merged = job(".refloader")
    text = json.dumps([merged["before_script"], merged["script"], merged["artifacts"]])

    used = set(re.findall(r"\$\{?(REFLOADER_\w+)", text))

    assert used == set(merged["variables"])


def test_results_are_kept_whatever_comes() -> None:
    """Of a job that fails, too; and the merging job runs after jobs that fail."""
    for name in (".refloader", ".refloader-merge"):
        assert job(name)["artifacts"]["when"] == "always"
    assert job(".refloader-merge")["when"] == "always"
    assert all(name.startswith(".") for name in TEMPLATE)


def test_cases_are_told_once() -> None:
    """A merging job that told GitLab of them again would double every number."""
    assert "reports" in job(".refloader")["artifacts"]
    assert "reports" not in job(".refloader-merge")["artifacts"]


def test_a_bad_layer_fails_the_job_and_leaves_reports(workspace: Path, commands: Path) -> None:
    """The exit code is the command's; JUnit and Code Quality lie where the artifacts say."""
    done = run(
        ".refloader",
        workspace,
        commands,
        REFLOADER_LAYER="\n a good.json \nbad.json\n",
        REFLOADER_RULES="MANIFEST-LAYER-10",
    )

    assert done.returncode == 1, done.stdout + done.stderr
    assert uploaded(".refloader", workspace) == {
        "junit": ["refloader-results/junit.xml"],
        "codequality": ["refloader-results/codequality.json"],
    }
    quality = json.loads((workspace / "refloader-results/codequality.json").read_text())
    assert [(each["check_name"], each["location"]["path"]) for each in quality] == [
        ("MANIFEST-LAYER-10", "bad.json")
    ]


@pytest.mark.parametrize("variables", [{"REFLOADER_LAYER": "none.json"}, {"REFLOADER_PROFILE": "slow"}])
def test_wrong_usage_is_exit_code_2(workspace: Path, commands: Path, variables: dict[str, str]) -> None:
    """So that allow_failure can tell it from findings."""
    assert run(".refloader", workspace, commands, **variables).returncode == 2


@pytest.mark.whole
def test_parts_are_merged_into_one_report(workspace: Path, commands: Path) -> None:
    """Each job of a parallel one has a folder of its own, and the merging job reads all of them."""
    wanted = {
        "REFLOADER_LAYER": "a good.json\nbad.json",
        "REFLOADER_RULES": "MANIFEST-LAYER-10\nMANIFEST-LAYER-05",
    }
    codes = {
        run(".refloader", workspace, commands, CI_NODE_INDEX=index, CI_NODE_TOTAL="2", **wanted).returncode
        for index in ("1", "2")
    }

    done = run(".refloader-merge", workspace, commands)

    assert (codes, done.returncode) == ({0, 1}, 0), done.stdout + done.stderr
    merged = workspace / "refloader-results" / "all"
    assert sorted(os.listdir(merged)) == [
        "codequality.json",
        "junit.xml",
        "report.html",
        "results.ndjson",
        "summary.txt",
    ]
    assert "bad.json" in done.stdout


def test_a_part_that_is_missing_is_told(workspace: Path, commands: Path) -> None:
    """A report of less than all is made, and the job fails with exit code 3."""
    wanted = {"REFLOADER_LAYER": "a good.json", "REFLOADER_RULES": "MANIFEST-LAYER-10"}
    run(".refloader", workspace, commands, CI_NODE_INDEX="1", CI_NODE_TOTAL="2", **wanted)

    done = run(".refloader-merge", workspace, commands)

    assert done.returncode == 3
    assert (workspace / "refloader-results" / "all" / "report.html").is_file()


@pytest.mark.parametrize("name", [".refloader", ".refloader-merge"])
@pytest.mark.parametrize("link", ["refloader-results", "refloader-results/all"])
def test_a_folder_that_is_a_link(tmp_path: Path, name: str, link: str) -> None:
    """Nothing is removed or written where a link of the repository leads."""
    workspace, canaries = tmp_path / "work", tmp_path / "canaries"
    (canaries / "all").mkdir(parents=True)
    (workspace / link).parent.mkdir(parents=True)
    (workspace / link).symlink_to(canaries)
    for each in (canaries, canaries / "all"):
        (each / "link").symlink_to("elsewhere")

    done = run(name, workspace, runner.installed(tmp_path / "bin", 0), REFLOADER_LAYER="x")

    assert (done.returncode, done.stderr) == (2, "REFLOADER_OUT: a link in the repository leads elsewhere\n")
    assert sorted(each.name for each in canaries.rglob("*")) == ["all", "link", "link"]


def test_no_module_of_the_repository_is_run() -> None:
    """Python looks in the working folder first, and there anybody's venv.py may be."""
    starts = [line for line in job(".refloader")["before_script"][0].splitlines() if "python3 -" in line]

    assert [line.split()[:2] for line in starts] == [["python3", "-I"]]
