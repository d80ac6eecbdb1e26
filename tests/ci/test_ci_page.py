"""docs/ci.md: what it shows is taken by the action, the template, the hook and the command line as they are."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
import runner
import yaml

from refloader.cli.main import main

PAGE = (runner.TOP / "docs" / "ci.md").read_text(encoding="utf-8")
SHOWN = dict(re.findall(r"^```yaml\n# (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
WORKFLOWS = [name for name in SHOWN if name.startswith(".github/")]
OURS = "OWNER/refloader@"
ZIZMOR = shutil.which("zizmor", path=str(Path(sys.executable).parent))


def shown(name: str) -> Any:
    """One of the page's files, parsed."""
    return yaml.safe_load(SHOWN[name])


def test_the_page_shows_a_file_of_each_kind() -> None:
    """The tests below would say nothing if the page had none."""
    assert sorted(SHOWN) == [
        ".github/workflows/layer.yml",
        ".github/workflows/loader.yml",
        ".github/workflows/manifests.yml",
        ".gitlab-ci.yml",
        ".pre-commit-config.yaml",
    ]


@pytest.mark.parametrize("name", WORKFLOWS)
def test_workflows_give_inputs_that_there_are(name: str) -> None:
    """A runner warns of others, and goes on without them."""
    jobs = shown(name)["jobs"].values()
    given = {
        key
        for job in jobs
        for step in job["steps"]
        if step.get("uses", "").startswith(OURS)
        for key in step["with"]
    }

    assert given
    assert given <= set(runner.action()["inputs"])


@pytest.mark.skipif(ZIZMOR is None, reason="there is no zizmor beside this Python (PyPI: zizmor)")
@pytest.mark.parametrize("name", WORKFLOWS)
def test_workflows_can_be_copied(name: str, tmp_path: Path) -> None:
    """zizmor finds nothing in them but that our own action is not named by a hash, which the page cannot know."""
    file = tmp_path / name
    file.parent.mkdir(parents=True)
    file.write_text(SHOWN[name].replace(f"{OURS}v0.1.0", f"{OURS}{'0' * 40} # v0.1.0"))
    config = str(Path(__file__).parent / "zizmor.yml")

    done = subprocess.run(
        [str(ZIZMOR), "--offline", "--no-progress", "--config", config, str(file)],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith("No findings to report.")


def test_every_input_and_output_is_told() -> None:
    """Each stands on the page by its name."""
    action = runner.action()

    missing = [name for name in (*action["inputs"], *action["outputs"]) if f"`{name}`" not in PAGE]

    assert missing == []


def test_the_gitlab_file_fits_the_template() -> None:
    """Its jobs extend what is there and set what is known."""
    template = yaml.safe_load((runner.TOP / "ci" / "gitlab.yml").read_text(encoding="utf-8"))
    jobs = {name: job for name, job in shown(".gitlab-ci.yml").items() if name != "include"}
    known = {name for job in template.values() for name in job.get("variables", {})}

    assert {job["extends"] for job in jobs.values()} == {".refloader", ".refloader-merge"}
    assert {name for job in jobs.values() for name in job.get("variables", {})} <= known
    assert [name for name in known if name not in PAGE] == []


def test_the_hooks_are_there() -> None:
    """By the ids that the page has."""
    hooks = yaml.safe_load((runner.TOP / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    wanted = [hook["id"] for each in shown(".pre-commit-config.yaml")["repos"] for hook in each["hooks"]]

    assert wanted == ["refloader-lint", "refloader-lint-registry"] == [hook["id"] for hook in hooks]


def test_commands_have_the_options_that_are_shown() -> None:
    """Each ``refloader VERB --option`` of the page, in text or in a block."""
    context = click.Context(main)
    lines = re.findall(r"refloader ([a-z][a-z-]+)((?: +[^\s`]+)*)", PAGE)

    checked = 0
    for verb, words in lines:
        command = main.get_command(context, verb)
        if command is None:
            continue
        options = {
            each for parameter in command.params for each in (*parameter.opts, *parameter.secondary_opts)
        }
        used = {word for word in words.split() if word.startswith("--")}
        assert used <= options, (verb, used - options)
        checked += 1
    assert checked >= 6


CMAKE, CTEST = shutil.which("cmake"), shutil.which("ctest")


@pytest.mark.skipif(not (CMAKE and CTEST), reason="there is no cmake with ctest (Debian: cmake)")
def test_the_ctest_example(tmp_path: Path) -> None:
    """CMake takes it as it is, and both tests run refloader on the manifest beside the built layer."""
    (shown_lists,) = re.findall(r"^```cmake\n# CMakeLists.txt\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    (tmp_path / "CMakeLists.txt").write_text(
        f"cmake_minimum_required(VERSION 3.20)\nproject(acme C)\n{shown_lists}", encoding="utf-8"
    )
    (tmp_path / "acme.c").write_text("int acme;\n", encoding="utf-8")
    (tmp_path / "VkLayer_acme.json.in").write_text("{}\n", encoding="utf-8")
    program, calls = tmp_path / "bin/refloader", tmp_path / "calls"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho "$@" >>"{calls}"\ntest "$1" = lint\n', encoding="utf-8")
    program.chmod(0o755)
    build = tmp_path / "b"

    configure = [CMAKE, "-S", tmp_path, "-B", build, f"-DREFLOADER={program}"]
    for words in (configure, [CMAKE, "--build", build]):
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    tested = subprocess.run([CTEST, "--test-dir", build], capture_output=True, text=True, check=False)

    manifest = build / "VkLayer_acme.json"
    assert calls.read_text(encoding="utf-8").splitlines() == [
        f"lint --strict {manifest}",
        f"conform --layer {manifest} --out {build}/refloader-results",
    ]
    assert tested.returncode != 0, "a test that fails is reported"
    assert "50% tests passed, 1 tests failed out of 2" in tested.stdout
