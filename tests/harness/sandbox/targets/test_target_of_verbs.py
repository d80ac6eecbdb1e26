"""``--target`` of campaign, explain and exec: the forms of conform, and a refusal of what cannot be done there."""

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from small_roots import LOADER, small_root, with_loader

from refloader.campaign import summary
from refloader.native import agent_target
from refloader.native.dropin import dropin_library
from refloader.native.machine_target import VARIABLE
from refloader.native.structures import LoaderError
from refloader.sandbox import world
from refloader.sandbox.layouts import Way

pytestmark = pytest.mark.slow

WHY_NOT = "" if not world.why_not(Way.ROOT) else world.why_not(Way.USER)
needs_namespaces = pytest.mark.skipif(bool(WHY_NOT), reason=f"no mount namespaces here: {WHY_NOT}")
needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler for a program")

I386 = "/usr/lib/i386-linux-gnu/libvulkan.so.1"
MANIFEST = """{"file_format_version": "1.2.0", "layer": {"name": "VK_LAYER_TEST_a", "type": "GLOBAL", "library_path":
"liba.so", "api_version": "1.3.0", "implementation_version": "1", "description": "a"}}"""
PROGRAM = """
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    void *loader = dlopen("libvulkan.so.1", RTLD_NOW);
    int (*version)(unsigned *) = loader == NULL ? NULL : dlsym(loader, "vkEnumerateInstanceVersion");
    unsigned number = 0;
    if (version == NULL || version(&number) != 0) return 9;
    printf("%u %s\\n", number >> 22, getenv("PYTHONPATH") == NULL ? "no variable of refloader's" : "PYTHONPATH");
    return 7;
}
"""


def refloader(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a verb in a folder, as a user does."""
    variables = {name: value for name, value in os.environ.items() if name != VARIABLE}
    command = [sys.executable, "-P", "-m", "refloader", *words]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=300, check=False, env=variables
    )


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (
            ("campaign", "--loader", "a.so", "--target", "mars"),
            2,
            '"mars" is not root:DIR, root:IMAGE.tar, wine',
        ),
        (
            ("campaign", "--loader", "a.so", "--target", "wine"),
            2,
            "a campaign generates machines of Linux only",
        ),
        (("campaign", "--loader", "/a", "--target", "root:a.tar"), 2, "unpack the image and name its folder"),
        (("campaign", "--loader", "a.so", "--target", "root:no"), 2, '"no" does not exist'),
        (
            ("campaign", "--loader", "/a", "--target", "i386", "--dask", "a:1"),
            2,
            "--target goes without --dask",
        ),
        (("explain", "--target", "mars"), 2, '"mars" is not root:DIR, root:IMAGE.tar, wine'),
        (("explain", "--target", "wine"), 2, "explain --reg FILE"),
        (("explain", "--target", "aarch64"), 2, "explain --root DIR"),
        (("explain", "--target", "root:no"), 2, '"no" does not exist'),
        (("explain", "--target", "root:.", "--pid", "1"), 2, "--target goes without --pid and --container"),
        (("explain", "--target", "root:.", "--bits", "32"), 2, "--target says which machine it is"),
        (("explain", "--target", "i386", "--bits", "64"), 2, "leave out the options that name another"),
        (("explain", "--target", "i386", "--log", "-"), 2, "the log says which machine it is of"),
        (("exec", "--target", "mars", "true"), 2, '"mars" is not root:DIR, root:IMAGE.tar, wine'),
        (("exec", "--target", "i386", "true"), 2, "whose library is one for this machine"),
        (("exec", "--target", "wine", "true"), 2, "whose library is one for this machine"),
        (("exec", "--target", "root:.", "--scenario", "a", "true"), 2, "--scenario goes without --target"),
        (("exec", "--unsafe", "true"), 2, "--unsafe goes with --target"),
        (("exec", "--target", "root:.", "true"), 3, "--unsafe says that you trust the root"),
    ],
)
def test_what_cannot_be_done(tmp_path: Path, words: tuple[str, ...], status: int, told: str) -> None:
    """Wrong usage exits 2 and a root that nobody trusts 3, with the reason, and nothing is left behind."""
    (tmp_path / "a.tar").touch()

    done = refloader(tmp_path, *words)

    assert done.returncode == status, done.stdout + done.stderr
    assert told in " ".join(done.stderr.split())
    assert [each.name for each in tmp_path.iterdir()] == ["a.tar"]


class TestCampaign:
    """The worlds run where the loader runs; the command that replays a finding has the target."""

    @pytest.mark.skipif(not os.path.exists(I386), reason=f"there is no {I386} (Debian: libvulkan1:i386)")
    @pytest.mark.skipif(
        bool(agent_target.why_not_started("i386")), reason=agent_target.why_not_started("i386") or "it starts"
    )
    def test_a_loader_of_another_word_size(self, tmp_path: Path) -> None:
        """Every world is compared, and those of these seeds are as this loader's age predicts."""
        words = ("--target", "i386", "--loader", I386, "--seeds", "3", "-n", "1", "--out", "c")
        done = refloader(tmp_path, "campaign", *words)

        assert done.returncode == 0, done.stdout + done.stderr
        found = json.loads((tmp_path / "c/summary.json").read_text())
        assert (found["loaders"][0]["version"], found["loaders"][0]["compared"]) == ("1.3.239", 3)

    def test_the_command_of_a_finding(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It names the target."""
        monkeypatch.setenv(VARIABLE, "i386")

        told = summary.command("/lib/libvulkan.so.1", "c/causes/a")

        assert told == "refloader conform --target i386 --loader /lib/libvulkan.so.1 --scenario c/causes/a"

    @needs_namespaces
    def test_a_loader_of_a_root(self, tmp_path: Path) -> None:
        """Its path is the root's; the campaign goes on with the same command."""
        with_loader(small_root(tmp_path / "root"))
        words = ("campaign", "--target", "root:root", "--loader", LOADER, "-n", "1", "--out", "c", "--seeds")

        first, second = (refloader(tmp_path, *words, seeds) for seeds in ("2", "4"))

        assert (first.returncode, second.returncode) in ((0, 0), (0, 1), (1, 1)), second.stderr
        found = json.loads((tmp_path / "c/summary.json").read_text())
        assert (found["loaders"][0]["worlds"], found["loaders"][0]["compared"]) == (4, 4)


class TestExplain:
    """What is explained is the root, or this machine's 32-bit processes."""

    def test_a_root(self, tmp_path: Path) -> None:
        """It is the same as the root as a container."""
        folder = tmp_path / "root/usr/share/vulkan/implicit_layer.d"
        folder.mkdir(parents=True)
        (folder / "a.json").write_text(MANIFEST)

        there = refloader(tmp_path, "explain", "--target", "root:root", "TEST_a")
        same = refloader(tmp_path, "explain", "--container", "root", "TEST_a")

        assert "VK_LAYER_TEST_a" in there.stdout
        assert (there.returncode, there.stdout) == (same.returncode, same.stdout)

    def test_processes_of_32_bits(self, tmp_path: Path) -> None:
        """It is the same as with --bits 32."""
        manifest = tmp_path / "a.json"
        manifest.write_text(MANIFEST.replace("liba.so", sys.executable))
        env = ("--env", f"VK_DRIVER_FILES={tmp_path}/none.json", "--format", "json")

        there = refloader(tmp_path, "explain", "--target", "i386", *env)
        same = refloader(tmp_path, "explain", "--bits", "32", *env)

        assert json.loads(there.stdout) == json.loads(same.stdout)


@needs_namespaces
@needs_compiler
class TestExec:
    """A program of a trusted root runs there, on the reference loader."""

    def test_a_program_of_a_root(self, tmp_path: Path) -> None:
        """It finds the reference loader by name, without variables of refloader's Python; its exit code counts."""
        try:
            dropin_library()
        except LoaderError as error:
            pytest.skip(str(error))
        root = small_root(tmp_path / "root")
        (tmp_path / "p.c").write_text(PROGRAM)
        (root / "opt").mkdir(exist_ok=True)
        subprocess.run(["cc", "-o", str(root / "opt/p"), str(tmp_path / "p.c"), "-ldl"], check=True)

        done = refloader(
            tmp_path, "exec", "--unsafe", "--target", "root:root", "--trace", "t.json", "--", "/opt/p"
        )

        assert (done.returncode, done.stdout) == (7, "1 no variable of refloader's\n"), done.stderr
        assert json.loads((tmp_path / "t.json").read_text())["exit_code"] == 7

    def test_a_program_that_ends_by_a_signal(self, tmp_path: Path) -> None:
        """The exit code is 128 + n, as without a root: 3 would say that it was never run."""
        root = small_root(tmp_path / "root")
        (tmp_path / "p.c").write_text("#include <stdlib.h>\nint main(void) { abort(); }\n")
        (root / "opt").mkdir(exist_ok=True)
        subprocess.run(["cc", "-o", str(root / "opt/p"), str(tmp_path / "p.c")], check=True)

        done = refloader(tmp_path, "exec", "--unsafe", "--target", "root:root", "--", "/opt/p")

        assert done.returncode == 128 + signal.SIGABRT, done.stderr
