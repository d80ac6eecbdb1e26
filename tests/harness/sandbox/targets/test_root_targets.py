"""``conform --target root:DIR``: subjects run in a root filesystem, with its C library and with its files alone."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest
from small_roots import LOADER, header, linker, small_root, with_loader

from refloader.native.mocks import mock_library
from refloader.sandbox import world
from refloader.sandbox.layouts import Way
from refloader.sandbox.targets.faults import TargetError
from refloader.sandbox.targets.roots import opened
from refloader.scenario.scenario import Privilege

pytestmark = pytest.mark.slow

GIVEN = os.environ.get("REFLOADER_TEST_ROOT", "")
WHY_NOT = "" if not world.why_not(Way.ROOT) else world.why_not(Way.USER)
needs_namespaces = pytest.mark.skipif(bool(WHY_NOT), reason=f"no mount namespaces here: {WHY_NOT}")

RULE, CASE = "LLP_LOADER_5", "calls/a_layer_that_fails_is_left_out"
MANIFEST = "usr/share/vulkan/explicit_layer.d/VkLayer_test.json"


def conform(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run the verb in a folder, as a user does."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "refloader", "conform", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=300,
    )


def lines(folder: Path, name: str = "refloader-results") -> list[dict[str, Any]]:
    """The lines of the results that a run has left."""
    return [json.loads(line) for line in (folder / name / "results.ndjson").read_text().splitlines()]


def results(folder: Path) -> list[dict[str, Any]]:
    """Those of the lines that are about cases."""
    return [line for line in lines(folder) if "verdict" in line]


class TestWhoseLibcRuns:
    """The root's own if it is new enough for refloader's Python, or else this machine's, and the run says which."""

    def test_the_targets(self, tmp_path: Path) -> None:
        """A C library as new as this machine's serves."""
        root = opened(str(small_root(tmp_path)))

        assert root.libc.endswith(" of the target")
        assert root.over == {}

    def test_a_newer_one_is_the_targets(self, tmp_path: Path) -> None:
        """A newer glibc runs older programs."""
        root = opened(str(small_root(tmp_path, b"2.99")))

        assert root.libc == "glibc 2.99 of the target"

    def test_an_older_one_is_replaced(self, tmp_path: Path) -> None:
        """Linker and C library are then this machine's, at the paths of the root."""
        root = opened(str(small_root(tmp_path, b"2.1")))

        assert "of this machine" in root.libc
        assert root.libc.endswith("the target has 2.1")
        assert root.over[linker()] == os.path.realpath(linker())
        assert any(path.endswith("/libc.so.6") for path in root.over)

    def test_a_link_is_replaced_where_it_leads(self, tmp_path: Path) -> None:
        """Nothing can be mounted at a link."""
        small_root(tmp_path, b"2.1")
        place = tmp_path / linker()[1:]
        place.rename(place.with_name("ld-2.1.so"))
        place.symlink_to("ld-2.1.so")

        root = opened(str(tmp_path))

        assert f"{os.path.dirname(linker())}/ld-2.1.so" in root.over


class TestRefusals:
    """What cannot be a target is named, with the reason."""

    def test_missing(self, tmp_path: Path) -> None:
        """A folder that is not there."""
        with pytest.raises(TargetError, match="does not exist"):
            opened(str(tmp_path / "none"))

    def test_no_root(self, tmp_path: Path) -> None:
        """A folder without a dynamic linker."""
        with pytest.raises(TargetError, match="no root filesystem with glibc"):
            opened(str(tmp_path))

    def test_musl(self, tmp_path: Path) -> None:
        """A root of another C library."""
        (tmp_path / "lib").mkdir()
        (tmp_path / "lib/ld-musl-x86_64.so.1").write_bytes(header(64, 62))

        with pytest.raises(TargetError, match="is musl"):
            opened(str(tmp_path))

    @pytest.mark.parametrize(
        ("name", "bits", "machine", "words"),
        [
            ("ld-linux.so.2", 32, 3, "32-bit 386"),
            ("ld-linux-riscv64-lp64d.so.1", 64, 243, "64-bit RISCV"),
        ],
    )
    def test_another_processor(self, tmp_path: Path, name: str, bits: int, machine: int, words: str) -> None:
        """A root whose programs this machine does not run, or runs with another word size."""
        (tmp_path / "lib").mkdir()
        (tmp_path / "lib" / name).write_bytes(header(bits, machine))

        with pytest.raises(TargetError, match=f"is a root for {words}"):
            opened(str(tmp_path))

    def test_no_libc(self, tmp_path: Path) -> None:
        """A dynamic linker alone."""
        small_root(tmp_path)
        for path in tmp_path.rglob("libc.so.6"):
            path.unlink()

        with pytest.raises(TargetError, match=r"no libc\.so\.6"):
            opened(str(tmp_path))

    def test_a_layout_of_an_image(self, tmp_path: Path) -> None:
        """Its layers are packed."""
        (tmp_path / "blobs").mkdir()
        (tmp_path / "oci-layout").write_text("{}")

        with pytest.raises(TargetError, match="OCI image layout"):
            opened(str(tmp_path))

    @pytest.mark.parametrize(
        ("words", "told"),
        [
            (["--target", "root:none", "--unsafe"], '"none" does not exist'),
            (
                ["--target", "flatpak:org.game"],
                "is not root:DIR, root:IMAGE.tar, wine, wine:PREFIX, i386 or aarch64",
            ),
            (["--target", "root:.", "--layer", "./a.json"], "is relative"),
        ],
    )
    def test_wrong_usage(self, tmp_path: Path, words: list[str], told: str) -> None:
        """The command says what is wrong with it, and exits with 2."""
        done = conform(tmp_path, *words)

        assert (done.returncode, done.stdout) == (2, "")
        assert told in done.stderr
        assert "Traceback" not in done.stderr


EVIL = """
#include <stdio.h>
__attribute__((constructor)) static void started(void) {
    FILE *file = fopen("/.refloader-machine%s", "w");
    if (file) fclose(file);
}
"""


@needs_namespaces
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler for a hostile library")
class TestTrust:
    """A root brings the C library that refloader runs on, and ``ld.so.preload`` loads anything beside it."""

    @pytest.fixture
    def root(self, tmp_path: Path) -> Path:
        """A root whose linker loads a library into every process, which makes a file on the machine."""
        root = with_loader(small_root(tmp_path / "root"))
        source = tmp_path / "evil.c"
        source.write_text(EVIL % (tmp_path / "canary"))
        subprocess.run(["cc", "-shared", "-fPIC", "-o", str(root / "lib/evil.so"), str(source)], check=True)
        (root / "etc").mkdir()
        (root / "etc/ld.so.preload").write_text("/lib/evil.so")
        return root

    def test_nothing_of_it_runs_unasked(self, tmp_path: Path, root: Path) -> None:
        """The run is refused, and says what would run."""
        done = conform(tmp_path, "--target", "root:root", "--rule", RULE, "--case", CASE)

        assert done.returncode == 3
        assert "outside of the sandbox; --unsafe says that you trust the root" in done.stderr
        assert not (tmp_path / "canary").exists()

    def test_it_is_not_called_harmless(self, tmp_path: Path, root: Path) -> None:
        """Where the user trusts it, it can do what the user can: docs/security.md says so."""
        conform(tmp_path, "--target", "root:root", "--unsafe", "--rule", RULE, "--case", CASE)

        assert (tmp_path / "canary").exists()


@needs_namespaces
class TestJudged:
    """The subjects are those of the root, at its paths."""

    def test_the_loader_of_the_root(self, tmp_path: Path) -> None:
        """Without further words, what the root has is judged; results, header and replay name the target."""
        with_loader(small_root(tmp_path / "root"))

        done = conform(
            tmp_path,
            "--target",
            "root:root",
            "--unsafe",
            "--rule",
            RULE,
            "--case",
            CASE,
            "--out",
            "refloader-results",
        )

        header_line, verdicts = lines(tmp_path)[0], {line["verdict"] for line in results(tmp_path)}
        assert (done.returncode, verdicts) == (0, {"pass"})
        assert [each["path"] for each in header_line["subjects"]] == [LOADER]
        assert header_line["machine"]["target"] == "root:root"
        assert header_line["machine"]["libc"].endswith(" of the target")
        assert "target: root:root, with glibc " in done.stdout

    def test_an_older_root(self, tmp_path: Path) -> None:
        """With this machine's C library in the place of one that is too old."""
        with_loader(small_root(tmp_path / "root", b"2.1"))

        conform(tmp_path, "--target", "root:root", "--unsafe", "--loader", LOADER, "--rule", RULE, "--case", CASE,
                "--out", "refloader-results")  # fmt: skip

        assert {line["verdict"] for line in results(tmp_path)} == {"pass"}
        assert "of this machine" in lines(tmp_path)[0]["machine"]["libc"]

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root makes programs with privilege")
    def test_programs_with_privilege(self, tmp_path: Path) -> None:
        """They start in the target too, although they are told no folder of libraries."""
        reasons = [world.why_no_privilege(kind) for kind in get_args(Privilege)[1:]]
        if all(reasons):
            pytest.skip(reasons[0])
        with_loader(small_root(tmp_path / "root"))

        conform(
            tmp_path, "--target", "root:root", "--unsafe", "--profile", "quick", "--rule", "PRIV-LAYER-01"
        )

        assert "pass" in {line["verdict"] for line in results(tmp_path)}
        assert not [line for line in results(tmp_path) if "has privilege by" in line.get("reason", "")]

    def test_absolute_paths_of_the_machine(self, tmp_path: Path) -> None:
        """Results go to the folder of this machine that was named."""
        root = with_loader(small_root(tmp_path / "root"))
        place = tmp_path / "results"

        conform(
            tmp_path,
            "--target",
            f"root:{root}",
            "--unsafe",
            "--rule",
            RULE,
            "--case",
            CASE,
            "--out",
            str(place),
        )

        assert {line["verdict"] for line in lines(tmp_path, "results")[1:] if "verdict" in line} == {"pass"}

    def test_files_of_the_machine_are_not_there(self, tmp_path: Path) -> None:
        """A manifest of the root names a library that this machine has at that path, and the root has not."""
        root, library = small_root(tmp_path / "root"), tmp_path / "libtest.so"
        shutil.copyfile(str(mock_library("mock_layer")), library)
        self._manifest(root, str(library))

        done = conform(tmp_path, "--target", "root:root", "--unsafe", "--layer", f"/{MANIFEST}")

        missing = [line["reason"] for line in results(tmp_path) if line["verdict"] == "fail"]
        assert done.returncode == 1
        assert missing == [f'line 1: the library "{library}" (full path) is not there']

    @pytest.mark.parametrize(
        ("name", "code", "told"),
        [
            ("VK_LAYER_TEST_one", 1, 'the library "/nowhere/libtest.so" (full path) is not there'),
            ("VK_LAYER_TEST_two", 2, "no installed layer is called so; installed are VK_LAYER_TEST_one"),
        ],
    )
    def test_a_name(self, tmp_path: Path, name: str, code: int, told: str) -> None:
        """A layer may be named as on the machine: what is installed in the root is looked at, not what is here."""
        self._manifest(small_root(tmp_path / "root"), "/nowhere/libtest.so")

        done = conform(tmp_path, "--target", "root:root", "--unsafe", "--layer", name)

        assert done.returncode == code
        assert told in done.stdout + done.stderr

    def test_replay(self, tmp_path: Path) -> None:
        """The command that replays a finding names the target."""
        root = small_root(tmp_path / "root")
        self._manifest(root, "/nowhere/libtest.so")

        conform(tmp_path, "--target", "root:root", "--unsafe", "--layer", f"/{MANIFEST}")

        found = [line["repro"] for line in results(tmp_path) if line["verdict"] == "fail"]
        assert found
        assert all(
            each.startswith(f"refloader conform --target root:root --unsafe --layer /{MANIFEST} ")
            for each in found
        )

    def test_the_root_is_not_written_to(self, tmp_path: Path) -> None:
        """Every file of it is as before, and none is new."""
        root = with_loader(small_root(tmp_path / "root"))
        before = {path: path.lstat().st_mtime_ns for path in root.rglob("*")}

        conform(tmp_path, "--target", "root:root", "--unsafe", "--rule", RULE, "--case", CASE)

        assert {path: path.lstat().st_mtime_ns for path in root.rglob("*")} == before

    @staticmethod
    def _manifest(root: Path, library: str) -> None:
        path = root / MANIFEST
        path.parent.mkdir(parents=True)
        layer = {
            "name": "VK_LAYER_TEST_one",
            "type": "GLOBAL",
            "library_path": library,
            "api_version": "1.4.0",
            "implementation_version": "1",
            "description": "a layer of a test",
        }
        path.write_text(json.dumps({"file_format_version": "1.2.1", "layer": layer}))


@needs_namespaces
@pytest.mark.skipif(
    not GIVEN, reason="REFLOADER_TEST_ROOT names no root filesystem with a loader (docs/targets.md)"
)
def test_a_distributions_root(tmp_path: Path) -> None:
    """The loader of a real distribution answers in its own root."""
    conform(tmp_path, "--target", f"root:{GIVEN}", "--unsafe", "--profile", "quick", "--rule", "LLP_LOADER")

    machine, loaders = (
        lines(tmp_path)[0]["machine"],
        {each["name"] for each in lines(tmp_path)[0]["subjects"] if each["kind"] == "loader"},
    )
    passes = [line for line in results(tmp_path) if line["subject"] in loaders and line["verdict"] == "pass"]
    assert machine["libc"].startswith("glibc ")
    assert len(passes) > 20
