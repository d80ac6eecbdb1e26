"""Does what a runner of GitHub does with the steps of a composite action that are scripts. Never asserts."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

TOP = Path(__file__).parent.parent.parent
GOOD = {
    "name": "VK_LAYER_ACME_good",
    "type": "GLOBAL",
    "library_path": "libgood.so",
    "api_version": "1.3.0",
    "implementation_version": "1",
    "description": "a layer for tests",
}
BAD = {"name": "VK_LAYER_ACME_bad", "type": "GLOBAL"}
"""Layers as manifests have them: one without faults, and one that lacks most keys."""

_EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")
_NAME = re.compile(r"(?:inputs|steps)\.[A-Za-z0-9_.-]+")


@dataclass
class Job:
    """What became of the steps: their outputs, those that were wanted, what was printed, the job's status."""

    outputs: dict[str, dict[str, str]] = field(default_factory=dict)
    reached: dict[str, Mapping[str, str]] = field(default_factory=dict)
    printed: dict[str, str] = field(default_factory=dict)
    status: int = 0
    summary: str = ""

    def value(self, name: str, inputs: Mapping[str, str]) -> str:
        """What a name in an expression stands for; empty for what is not there, as on a runner."""
        kind, _, rest = name.partition(".")
        if kind == "inputs":
            return inputs[rest]
        step, _, output = rest.partition(".outputs.")
        return self.outputs.get(step, {}).get(output, "")


def action() -> Mapping[str, Any]:
    """action.yml as YAML has it."""
    document: Mapping[str, Any] = yaml.safe_load((TOP / "action.yml").read_text(encoding="utf-8"))
    return document


def run(folder: Path, command_folder: Path | None = None, **given: str) -> Job:
    """Run the action in a folder with these inputs, with "_" for "-" in their names.

    ``command_folder`` is where the refloader that is there already lies, as if it had been installed.
    """
    inputs = {name: str(each.get("default", "")) for name, each in action()["inputs"].items()}
    inputs |= {name.replace("_", "-"): value for name, value in given.items()}
    job, machine = Job(), _machine(folder, command_folder)
    for number, step in enumerate(action()["runs"]["steps"]):
        if not _wanted(job, step.get("if", ""), inputs):
            continue
        name = step.get("id", step["name"])
        values = {
            key: _filled(job, text, inputs)
            for key, text in {**step.get("env", {}), **step.get("with", {})}.items()
        }
        job.reached[name] = values
        if "run" in step:
            _script(job, name, step, {**machine, **values}, folder / f"step{number}")
    job.summary = Path(machine["GITHUB_STEP_SUMMARY"]).read_text(encoding="utf-8")
    return job


def _script(job: Job, name: str, step: Mapping[str, Any], environment: Mapping[str, str], file: Path) -> None:
    """One step, as the runner starts it."""
    file.write_text(step["run"], encoding="utf-8")
    written = file.with_suffix(".output")
    written.touch()
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(file)],
        env={**environment, "GITHUB_OUTPUT": str(written)},
        cwd=environment["GITHUB_WORKSPACE"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=300,
        check=False,
    )
    job.printed[name] = done.stdout.decode()
    job.outputs[name] = dict(_pairs(written.read_text(encoding="utf-8")))
    job.status = job.status or done.returncode


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        key, equals, value = line.partition("=")
        if not equals:
            raise ValueError(f"the runner does not take the output {line!r}")
        yield key, value


def _wanted(job: Job, condition: str, inputs: Mapping[str, str]) -> bool:
    """Whether a step is run: without always() only where all went well."""
    if "always()" not in condition and job.status:
        return False
    text = condition.replace("always()", "True").replace("&&", "and").replace("||", "or")
    text = _NAME.sub(lambda name: repr(job.value(name[0], inputs)), text)
    return not text or bool(eval(text, {"__builtins__": {}}))


def _filled(job: Job, text: object, inputs: Mapping[str, str]) -> str:
    return _EXPRESSION.sub(lambda each: job.value(each[1], inputs), str(text))


def _machine(folder: Path, command_folder: Path | None) -> dict[str, str]:
    """The variables and folders of a runner."""
    temporary, workspace, summary = folder / "temp", folder / "work space", folder / "summary"
    for each in (temporary, workspace):
        each.mkdir(exist_ok=True)
    summary.write_text("", encoding="utf-8")
    if command_folder:
        (temporary / "refloader").mkdir(exist_ok=True)
        (temporary / "refloader" / "bin").unlink(missing_ok=True)
        (temporary / "refloader" / "bin").symlink_to(command_folder)
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "RUNNER_OS": "Linux",
        "RUNNER_TEMP": str(temporary),
        "GITHUB_ACTION_PATH": str(TOP),
        "GITHUB_WORKSPACE": str(workspace),
        "GITHUB_STEP_SUMMARY": str(summary),
    }


def installed(folder: Path, status: int | None = None) -> Path:
    """A folder of commands as a virtual environment has it, with this interpreter and this refloader.

    With ``status`` the latter does nothing but end with it.
    """
    folder.mkdir()
    refloader = f"exit {status}" if status is not None else f'exec "{sys.executable}" -P -m refloader "$@"'
    for name, does in {"python": f'exec "{sys.executable}" "$@"', "refloader": refloader}.items():
        file = folder / name
        file.write_text(f"#!/bin/sh\n{does}\n")
        file.chmod(0o755)
    return folder
