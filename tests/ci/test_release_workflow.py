"""The workflow that publishes a release. No runner is here: what it names exists, and only a tag publishes."""

import re
from pathlib import Path
from typing import Any

import pytest
import runner
import yaml

FILE = runner.TOP / ".github/workflows/release.yml"


@pytest.fixture(scope="module")
def workflow() -> dict[str, Any]:
    """The workflow as it is read by a runner."""
    return yaml.safe_load(FILE.read_text(encoding="utf-8"))


def scripts(workflow: dict[str, Any]) -> str:
    """All commands of all jobs."""
    return "\n".join(
        step["run"] for job in workflow["jobs"].values() for step in job["steps"] if "run" in step
    )


def test_what_it_runs_exists(workflow: dict[str, Any]) -> None:
    """Files of the repository, and the extra of the project."""
    text = scripts(workflow)

    for name in ("ci/oldest-libc", "tools/release.py"):
        assert name in text
        assert (runner.TOP / name).is_file()
    assert "'.[release]'" in text
    assert "\nrelease = [" in (runner.TOP / "pyproject.toml").read_text(encoding="utf-8")


def test_scripts_hold_no_expression(workflow: dict[str, Any]) -> None:
    """What is put into a script by the runner could be a script itself."""
    assert "${{" not in scripts(workflow)


def test_only_a_tag_publishes(workflow: dict[str, Any]) -> None:
    """After the builds were tried; what is started by hand stops there."""
    jobs = workflow["jobs"]

    assert [name for name, job in jobs.items() if "id-token" in (job["permissions"] or {})] == ["publish"]
    assert "github.ref_type == 'tag'" in jobs["publish"]["if"]
    assert jobs["publish"]["needs"] == "try"
    assert jobs["try"]["needs"] == "build"


def test_the_systems_are_those_of_the_page(workflow: dict[str, Any]) -> None:
    """docs/installing.md names what a release is tried on."""
    page = (Path(runner.TOP) / "docs/installing.md").read_text(encoding="utf-8")
    images = workflow["jobs"]["try"]["strategy"]["matrix"]["image"]

    for image in images:
        python, system = re.fullmatch(r"python:([\d.]+)-slim-(\w+)", image).groups()
        assert f"{python} on {system}" in page
