"""``refloader init-layer`` as a user meets it: what it writes, and that what it writes keeps the rules."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from verbs import Run

from refloader.native import dropin
from refloader.native.mocks import mock_library
from refloader.native.structures import LoaderError

pytestmark = pytest.mark.slow

HEADER = Path("/usr/include/vulkan/vk_layer.h")
FILES = ["CMakeLists.txt", "README.md", "ci.yml", "layer.c", "layer.json.in"]
SHOWN = (1, 2, 3, 4, 5, 6, 12, 13, 15, 16, 17, 18, 21, 22)
"""Of the numbered rules those that a layer shows whatever it is for: it need not wrap objects or make any."""

PLAIN, IMPLICIT = ["VK_LAYER_ACME_example"], ["VK_LAYER_ACME2_Two_words", "--implicit"]


def _why_not_built() -> str:
    missing = [tool for tool in ("cc", "cmake", "nm") if shutil.which(tool) is None]
    return f"there is no {missing[0]}" if missing else "" if HEADER.exists() else f"there is no {HEADER}"


def _why_not_judged() -> str:
    try:
        dropin.dropin_folder()
    except LoaderError as error:
        return str(error)
    return _why_not_built() or ("" if mock_library("mock_icd") else "the mock driver is not built")


def _why_not_run() -> str:
    return _why_not_judged() or ("" if shutil.which("vulkaninfo") else "there is no vulkaninfo")


needs_compiler = pytest.mark.skipif(bool(_why_not_built()), reason=_why_not_built() or "there")
needs_programs = pytest.mark.skipif(bool(_why_not_run()), reason=_why_not_run() or "there")


def called(*words: str) -> "subprocess.CompletedProcess[str]":
    """A program that has to end well."""
    return subprocess.run(words, capture_output=True, text=True, timeout=300, check=True)


class TestWriting:
    """A folder of files, of which nothing was there before."""

    def test_the_files_are_told_and_there(self, run: Run, tmp_path: Path) -> None:
        """Source, manifest, build, CI and README stand in the folder that was asked for."""
        folder = tmp_path / "new" / "layer"

        result = run("init-layer", *PLAIN, "--dir", str(folder))

        assert result.exit_code == 0
        assert sorted(os.listdir(folder)) == FILES
        assert result.stdout.startswith(
            f"{folder}: layer.c, layer.json.in, CMakeLists.txt, README.md, ci.yml\n"
        )
        assert result.stdout.endswith(
            f"\nthen: refloader conform --layer {folder}/build/VkLayer_ACME_example.json\n"
        )

    def test_the_folder_is_named_after_the_layer(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Without --dir it lies in the working folder."""
        monkeypatch.chdir(tmp_path)

        run("init-layer", *PLAIN)

        assert sorted(os.listdir(tmp_path / "VK_LAYER_ACME_example")) == FILES

    @pytest.mark.rule("LLP_LAYER_9")
    def test_an_implicit_layer_can_be_switched_off(self, run: Run, tmp_path: Path) -> None:
        """Its manifest names a variable for that, and the other one that is recommended."""
        run("init-layer", *IMPLICIT, "--dir", str(tmp_path / "x"))

        layer = json.loads((tmp_path / "x" / "layer.json.in").read_text())["layer"]
        assert layer["disable_environment"] == {"DISABLE_ACME2_TWO_WORDS": "1"}
        assert layer["enable_environment"] == {"ENABLE_ACME2_TWO_WORDS": "1"}

    def test_an_author_is_named_in_the_source(self, run: Run, tmp_path: Path) -> None:
        """The text stands in the first lines, as it was given."""
        run("init-layer", *PLAIN, "--dir", str(tmp_path / "x"), "--author", "2026 Zoë */ <z@example.org>")

        lines = (tmp_path / "x" / "layer.c").read_text(encoding="utf-8").splitlines()
        assert lines[1] == "// Copyright 2026 Zoë */ <z@example.org>"


class TestBadInput:
    """A name that breaks a rule is refused with it, and no file is touched."""

    @pytest.mark.rule("LLP_LAYER_3")
    @pytest.mark.parametrize(
        ("name", "rule"),
        [
            ("example", "NAMING-LAYER-01"),
            ("", "MANIFEST-LAYER-04"),
            ("VK_LAYER_", "NAMING-LAYER-03"),
            ('VK_LAYER_ACME_a"b', "NAMING-LAYER-03"),
            ("VK_LAYER_ACME_a/../../b", "NAMING-LAYER-03"),
            ("VK_LAYER_ACME_a\n", "NAMING-LAYER-03"),
            ("VK_LAYER_ACME_ä", "NAMING-LAYER-03"),
            ("VK_LAYER_ACME_\udcff", "NAMING-LAYER-03"),
            ("VK_LAYER_ACME_" + "a" * 300, "NAMING-LAYER-03"),
            ("VK_LAYER_LUNARG_override", "OVERRIDE-01"),
        ],
    )
    def test_a_name_that_cannot_be_is_refused(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, rule: str
    ) -> None:
        """Exit code 2, the rule, and an empty folder."""
        monkeypatch.chdir(tmp_path)

        result = run("init-layer", name)

        assert result.exit_code == 2
        assert f"Error: {rule}: " in result.stderr
        assert os.listdir(tmp_path) == []

    @pytest.mark.rule("LLP_LAYER_3")
    @pytest.mark.parametrize(
        ("name", "rule"),
        [("VK_LAYER_acme_example", "NAMING-LAYER-02"), ("VK_LAYER_ACME", "NAMING-LAYER-03")],
    )
    def test_a_name_that_should_be_otherwise_is_warned_of(
        self, run: Run, tmp_path: Path, name: str, rule: str
    ) -> None:
        """The rest of the naming rules is a should: the layer is written all the same."""
        result = run("init-layer", name, "--dir", str(tmp_path / "x"))

        assert result.exit_code == 0
        assert result.stdout.startswith(f"warning {rule}: ")

    def test_what_is_there_stays(self, run: Run, tmp_path: Path) -> None:
        """An existing folder is refused, even an empty one."""
        result = run("init-layer", *PLAIN, "--dir", str(tmp_path))

        assert result.exit_code == 2
        assert "exists; nothing is overwritten" in result.stderr
        assert os.listdir(tmp_path) == []

    @pytest.mark.parametrize("path", ["", "/dev/null/x", "/proc/nowhere", "a\0b", "x" * 300])
    def test_a_path_that_cannot_be_is_wrong_usage(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
    ) -> None:
        """The reason of the system is shown."""
        monkeypatch.chdir(tmp_path)

        result = run("init-layer", *PLAIN, "--dir", path)

        assert result.exit_code == 2
        assert "nothing can be written to" in result.stderr

    def test_an_author_is_one_line(self, run: Run, tmp_path: Path) -> None:
        """A line more would be C."""
        result = run("init-layer", *PLAIN, "--dir", str(tmp_path / "x"), "--author", "me\n#error")

        assert result.exit_code == 2
        assert not (tmp_path / "x").exists()


@needs_compiler
@pytest.mark.parametrize("words", [PLAIN, IMPLICIT], ids=["explicit", "implicit"])
class TestBuilt:
    """What is written can be built, installed and used as it is, and gives nothing to remark on."""

    def test_it_compiles_without_a_warning(self, run: Run, tmp_path: Path, words: list[str]) -> None:
        """As C11, with nothing but the Vulkan headers."""
        run("init-layer", *words, "--dir", str(tmp_path / "x"))

        strict = ["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O2"]
        done = called("cc", *strict, "-fsyntax-only", str(tmp_path / "x" / "layer.c"))

        assert done.stderr == ""

    @pytest.mark.rule("LLP_LAYER_4", "IFACE-LAYER-V0-08")
    def test_lint_has_nothing_to_say(self, run: Run, tmp_path: Path, words: list[str]) -> None:
        """Neither of the manifest in the build folder nor of the installed one, notes included."""
        run("init-layer", *words, "--dir", str(tmp_path / "x"))
        build = built(tmp_path / "x")
        stage(build, tmp_path / "stage")

        here = run("lint", "--notes", str(next(build.glob("VkLayer_*.json"))))
        whole = run("lint", "--notes", str(build))
        installed = run("lint", "--notes", "--root", str(tmp_path / "stage"))

        assert (
            here.stdout == whole.stdout == installed.stdout == "1 manifest: 0 errors, 0 warnings, 0 notes\n"
        )

    def test_one_symbol_is_exported(self, run: Run, tmp_path: Path, words: list[str]) -> None:
        """Everything else is handed over in negotiation."""
        run("init-layer", *words, "--dir", str(tmp_path / "x"))
        library = next(built(tmp_path / "x").glob("libVkLayer_*.so"))

        symbols = called("nm", "-D", "--defined-only", "--format=just-symbols", str(library)).stdout

        assert symbols.split() == ["vkNegotiateLoaderLayerInterfaceVersion"]


@pytest.mark.skipif(bool(_why_not_judged()), reason=_why_not_judged() or "there")
class TestJudged:
    """The layer keeps every rule that can be judged: documentation by example."""

    @pytest.mark.parametrize(
        ("words", "profile"), [(PLAIN, "full"), (IMPLICIT, "quick")], ids=["explicit", "implicit"]
    )
    def test_it_passes(self, run: Run, tmp_path: Path, words: list[str], profile: str) -> None:
        """Nothing but pass, and skips where there is nothing to judge; the main rules are passed."""
        run("init-layer", *words, "--dir", str(tmp_path / "x"))
        manifest = next(built(tmp_path / "x").glob("VkLayer_*.json"))

        result = run(
            "conform", "--layer", str(manifest), "--profile", profile, "--out", str(tmp_path / "out")
        )

        rows = map(json.loads, (tmp_path / "out" / "results.ndjson").read_text().splitlines())
        verdicts = {(row["rule"], row["verdict"]) for row in rows if row["kind"] == "result"}
        others = sorted(each for each in verdicts if each[1] not in ("pass", "skip"))
        assert others == []
        assert result.exit_code == 0
        assert {(f"LLP_LAYER_{number}", "pass") for number in SHOWN} <= verdicts


@needs_programs
class TestUsed:
    """The layer does its work in a real program."""

    def test_it_says_what_it_counted(self, run: Run, tmp_path: Path) -> None:
        """vulkaninfo makes a device and submits nothing."""
        run("init-layer", *PLAIN, "--dir", str(tmp_path / "x"))
        build = built(tmp_path / "x")
        variables = {
            "VK_LAYER_PATH": str(build),
            "VK_INSTANCE_LAYERS": "VK_LAYER_ACME_example",
            "REPORT_ACME_EXAMPLE": "1",
        }

        words = ["env", *(f"{name}={value}" for name, value in variables.items())]
        done = called(*words, sys.executable, "-m", "refloader", "exec", "--", "vulkaninfo")

        assert "VK_LAYER_ACME_example: 0 submissions\n" in done.stderr


def built(folder: Path) -> Path:
    """The build folder of a layer that was written."""
    called("cmake", "-S", str(folder), "-B", str(folder / "build"))
    called("cmake", "--build", str(folder / "build"))
    return folder / "build"


def stage(build: Path, root: Path) -> None:
    """Install it as a package would."""
    called("env", f"DESTDIR={root}", "cmake", "--install", str(build), "--prefix", "/usr")
