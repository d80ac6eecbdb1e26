"""The hook of pre-commit: which files it is for, what it says of them, and that pre-commit takes it."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

TOP = Path(__file__).parent.parent.parent
HOOKS = TOP / ".pre-commit-hooks.yaml"
HOOK = yaml.safe_load(HOOKS.read_text(encoding="utf-8"))[0]
BAD = '{"file_format_version": "1.0.0", "layer": {"name": "VK_LAYER_ACME_bad"}}'
PRE_COMMIT = shutil.which("pre-commit", path=str(Path(sys.executable).parent))

needs_pre_commit = pytest.mark.skipif(
    PRE_COMMIT is None, reason="there is no pre-commit beside this Python (PyPI: pre-commit)"
)


def hooked(folder: Path, *files: str) -> "subprocess.CompletedProcess[str]":
    """What pre-commit starts for these files."""
    _, *words = shlex.split(HOOK["entry"])
    command = [sys.executable, "-P", "-m", "refloader", *words, *HOOK["args"], *files]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_a_bad_export_stops_the_commit(tmp_path: Path) -> None:
    """A value of the wrong type in an installer's .reg file, and one of other programs that is let through."""
    hook = yaml.safe_load(HOOKS.read_text(encoding="utf-8"))[1]
    head = "Windows Registry Editor Version 5.00\n\n"
    key = r"[HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan\ImplicitLayers]"
    (tmp_path / "bad.reg").write_text(f'{head}{key}\n"C:\\\\a.json"="0"\n')
    (tmp_path / "other.reg").write_text(f'{head}[HKEY_CURRENT_USER\\Software\\Acme]\n"a"=dword:00000001\n')
    _, *words = shlex.split(hook["entry"])

    codes = [
        subprocess.run(
            [sys.executable, "-P", "-m", "refloader", *words, file],
            cwd=tmp_path,
            capture_output=True,
            check=False,
        ).returncode
        for file in ("bad.reg", "other.reg")
    ]

    assert codes == [1, 0]
    assert re.search(hook["files"], "setup/install.reg")


@pytest.mark.parametrize("number", [0, 1], ids=["lint", "registry"])
def test_a_file_that_is_called_like_an_option(tmp_path: Path, number: int) -> None:
    """Nothing is written to what its name says, whether the user's own arguments take the place of these or not."""
    hook = yaml.safe_load(HOOKS.read_text(encoding="utf-8"))[number]
    suffix = ("_layer.json", ".reg")[number]
    name = f"--output=canary/x{suffix}"
    planted, canary = tmp_path / name, tmp_path / "canary" / f"x{suffix}"
    for path in (planted, canary):
        path.parent.mkdir(parents=True)
        path.write_text("canary")
    _, *words = shlex.split(hook["entry"])

    subprocess.run(
        [sys.executable, "-P", "-m", "refloader", *words, *hook["args"], name],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )

    assert canary.read_text() == "canary"
    assert re.search(hook["files"], name)
    assert re.search(hook["exclude"], name)


@pytest.mark.parametrize(
    "path",
    [
        "VkLayer_acme.json",
        "layers/VK_LAYER_ACME_overlay.json",
        "share/vulkan/implicit_layer.d/acme.json",
        "explicit_layer.d/50-acme.json",
        "usr/share/vulkan/icd.d/acme_icd.x86_64.json",
        "acme_icd.json",
        "data/acme_layer.json",
        "vk_loader_settings.json",
    ],
)
def test_manifests_are_looked_at(path: str) -> None:
    """By their folders, or by what manifests are usually called."""
    assert re.search(HOOK["files"], path)


@pytest.mark.parametrize(
    "path",
    ["package.json", "layer.json.in", "icd.d/readme.txt", "layers.json", "acmeicd.d/x.json", "player.json"],
)
def test_other_files_are_not(path: str) -> None:
    """A repository has much JSON that is none of ours."""
    assert not re.search(HOOK["files"], path)


def test_a_bad_manifest_stops_the_commit(tmp_path: Path) -> None:
    """With the place and the rule; without a word on libraries that nobody has built yet."""
    (tmp_path / "VkLayer_bad.json").write_text(BAD)

    done = hooked(tmp_path, "VkLayer_bad.json")

    assert (done.returncode, "VkLayer_bad.json:1:43: error MANIFEST-LAYER-05" in done.stdout) == (1, True)


def test_json_that_is_no_manifest_is_let_through(tmp_path: Path) -> None:
    """So that ``files`` can be made wider."""
    (tmp_path / "package.json").write_text('{"name": "no manifest"}')
    (tmp_path / "broken.json").write_text("{")

    done = hooked(tmp_path, "package.json", "broken.json")

    assert (done.returncode, done.stdout) == (0, "0 manifests: 0 errors, 0 warnings, 0 notes\n")


def test_manifests_that_clash_are_seen_together() -> None:
    """pre-commit would deal the files out to several processes otherwise."""
    assert HOOK["require_serial"] is True
    assert HOOK.get("pass_filenames", True) is True


@needs_pre_commit
def test_pre_commit_takes_the_file() -> None:
    """Its own check of a file of hooks."""
    done = subprocess.run(
        [PRE_COMMIT, "validate-manifest", HOOKS], capture_output=True, text=True, check=False
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@needs_pre_commit
@pytest.mark.skipif(
    os.environ.get("REFLOADER_PRE_COMMIT") != "1", reason="it builds all of refloader; REFLOADER_PRE_COMMIT=1"
)
def test_a_repository_that_has_the_hook(tmp_path: Path) -> None:
    """pre-commit installs refloader from this checkout and finds what is wrong in a repository."""
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.org"]
    source, repository = tmp_path / "source", tmp_path / "repository"
    subprocess.run(["git", "clone", "-q", str(TOP), str(source)], check=True)
    (repository / "icd.d").mkdir(parents=True)
    (repository / "icd.d" / "bad.json").write_text(json.dumps({"ICD": {}}))
    (repository / "package.json").write_text(BAD)
    subprocess.run(["git", "init", "-q"], cwd=repository, check=True)
    subprocess.run(["git", "add", "."], cwd=repository, check=True)
    subprocess.run([*git, "commit", "-qm", "first"], cwd=repository, check=True)

    done = subprocess.run(
        [PRE_COMMIT, "try-repo", str(source), "refloader-lint", "--all-files"],
        cwd=repository,
        env={**os.environ, "PRE_COMMIT_HOME": str(tmp_path / "home")},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )

    assert done.returncode == 1, done.stdout + done.stderr
    assert "icd.d/bad.json:1:9: error " in done.stdout
    assert "package.json" not in done.stdout
