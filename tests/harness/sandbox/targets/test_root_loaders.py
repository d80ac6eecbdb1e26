"""``conform --target root:DIR --loader``: loaders of a root that nobody trusts, judged in the sandbox alone."""

import json
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from small_roots import LOADER, linker, small_root, with_loader

from refloader.host.pace import allowed
from refloader.sandbox import world
from refloader.sandbox.layouts import Way
from refloader.scenario.scenario import Privilege

WHY_NOT = "" if not world.why_not(Way.ROOT) else world.why_not(Way.USER)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(WHY_NOT), reason=f"no mount namespaces here: {WHY_NOT}"),
]
needs_compiler = pytest.mark.skipif(
    shutil.which("cc") is None, reason="there is no C compiler for a hostile library"
)

RULE, CASE = "LLP_LOADER_5", "calls/a_layer_that_fails_is_left_out"
SECRET = "refloader-secret"

HOSTILE = """
#include <arpa/inet.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

static void marked(const char *path) {
    int file = open(path, O_CREAT | O_WRONLY, 0644);
    if (file >= 0) close(file);
}

__attribute__((constructor)) static void started(void) {
    struct sockaddr_in there = {.sin_family = AF_INET, .sin_port = htons(PORT)};
    marked(CANARY);
    marked("/.refloader-machine" CANARY);
    marked("/proc/1/root" CANARY);
    inet_pton(AF_INET, "127.0.0.1", &there.sin_addr);
    int one = socket(AF_INET, SOCK_STREAM, 0);
    if (one >= 0 && connect(one, (struct sockaddr *)&there, sizeof there) == 0 && write(one, "heard", 5)) close(one);
    if (access(SECRET, R_OK) == 0) abort();
    if (getuid() == 0) abort();
}
"""
"""What every library of a hostile root does: it writes and sends, and ends the process where it sees a secret."""

FLAGS = """
#include <stdlib.h>
#include <sys/statvfs.h>

__attribute__((constructor)) static void started(void) {
    struct statvfs there;
    if (statvfs("/opt/vendor/libvulkan.so.1", &there) == 0 && !(there.f_flag & ST_NOSUID)) abort();
}
"""
"""Ends the process where the set-user-ID bit of the loader would have an effect."""


def conform(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run the verb in a folder, as a user does."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "refloader", "conform", "--target", "root:root", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=allowed(300),
    )


def one_case(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Judge the loader of the root by one case."""
    return conform(folder, *words, "--loader", LOADER, "--rule", RULE, "--case", CASE, "--out", "results")


def lines(folder: Path) -> list[dict[str, Any]]:
    """The lines of the results that a run has left."""
    return [json.loads(line) for line in (folder / "results/results.ndjson").read_text().splitlines()]


def verdicts(folder: Path) -> set[str]:
    """The verdicts of a run's cases."""
    return {line["verdict"] for line in lines(folder) if "verdict" in line}


class TestJudged:
    """Without ``--unsafe``, a loader of a root is judged in it, by the C library of the root."""

    def test_a_loader(self, tmp_path: Path) -> None:
        """Results, header and replay name the target and the paths in it."""
        with_loader(small_root(tmp_path / "root"))

        done = one_case(tmp_path)

        head, *_ = lines(tmp_path)
        replays = {line["repro"] for line in lines(tmp_path) if "verdict" in line}
        assert (done.returncode, verdicts(tmp_path)) == (0, {"pass"}), done.stderr
        assert [each["path"] for each in head["subjects"]] == [LOADER]
        assert head["machine"]["libc"].endswith(" of the target")
        assert any("root:root" in each for each in head["machine"]["isolation of loaders"])
        assert all(f"conform --target root:root --loader {LOADER} " in each for each in replays)
        assert str(tmp_path) not in json.dumps(lines(tmp_path))

    def test_an_older_root(self, tmp_path: Path) -> None:
        """This machine's C library takes the place of one that is too old for the worker."""
        with_loader(small_root(tmp_path / "root", b"2.1"))

        one_case(tmp_path)

        assert verdicts(tmp_path) == {"pass"}
        assert "of this machine" in lines(tmp_path)[0]["machine"]["libc"]

    def test_a_loader_by_its_name(self, tmp_path: Path) -> None:
        """The linker of the root would find it, wherever it lies; it is not this machine's."""
        with_loader(small_root(tmp_path / "root"))

        conform(tmp_path, "--loader", "libvulkan.so.1", "--rule", RULE, "--case", CASE, "--out", "results")

        assert verdicts(tmp_path) == {"pass"}

    def test_a_loader_outside_the_folders_of_the_system(self, tmp_path: Path) -> None:
        """It is shown by name."""
        root = with_loader(small_root(tmp_path / "root"))
        (root / "opt/vendor").mkdir(parents=True)
        (root / LOADER[1:]).rename(root / "opt/vendor/libvulkan.so.1")

        conform(tmp_path, "--loader", "/opt/vendor/libvulkan.so.1", "--rule", RULE, "--case", CASE, "--out",
                "results")  # fmt: skip

        assert verdicts(tmp_path) == {"pass"}

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root makes programs with privilege")
    def test_programs_with_privilege(self, tmp_path: Path) -> None:
        """They start in the root too, although they are told no folder of libraries."""
        reasons = [world.why_no_privilege(kind) for kind in get_args(Privilege)[1:]]
        if all(reasons):
            pytest.skip(reasons[0])
        with_loader(small_root(tmp_path / "root"))

        conform(
            tmp_path, "--loader", LOADER, "--profile", "quick", "--rule", "PRIV-LAYER-01", "--out", "results"
        )

        assert "pass" in verdicts(tmp_path)


class TestRootsThatDoNotStart:
    """A root that cannot run the worker is told apart from a machine that allows no root."""

    @pytest.mark.parametrize(
        ("name", "kept", "words"),
        [(linker(), 4000, "ended by signal"), ("/lib/libc.so.6", 64, "error while loading shared libraries")],
    )
    def test_its_own_words(self, tmp_path: Path, name: str, kept: int, words: str) -> None:
        """The linker, or the C library, is damaged: the message says what it printed or what ended it."""
        root = with_loader(small_root(tmp_path / "root"))
        place = next(root.rglob(os.path.basename(name)))
        data = place.read_bytes()
        spoilt = bytes(800) if kept < 800 else bytes(len(data) * 3 // 4 - kept)
        place.write_bytes(data[:kept] + spoilt + data[kept + len(spoilt) :])

        done = one_case(tmp_path)

        assert (done.returncode, done.stdout) == (3, "")
        assert "does not start in this root, on its dynamic linker and C library: " in done.stderr
        assert words in done.stderr
        assert "this machine" not in done.stderr

    def test_a_linker_that_is_cut_off(self, tmp_path: Path) -> None:
        """It is there, and said to be damaged."""
        root = with_loader(small_root(tmp_path / "root"))
        place = next(root.rglob(os.path.basename(linker())))
        place.write_bytes(place.read_bytes()[:4000])

        done = one_case(tmp_path)

        assert (done.returncode, done.stdout) == (2, "")
        assert "is damaged, or no file of ELF" in done.stderr

    def test_this_machine_as_the_root(self, tmp_path: Path) -> None:
        """Nothing tells its loaders in the root from those beside it: they are judged without a target."""
        done = conform(tmp_path, "--target", "root:/", "--loader", LOADER)

        assert done.returncode == 2
        assert "is this machine itself" in done.stderr

    @needs_compiler
    def test_a_library_that_never_ends(self, tmp_path: Path) -> None:
        """What the linker loads into every process keeps it busy: the first start ends in time, and is the reason."""
        root = with_loader(small_root(tmp_path / "root"))
        (tmp_path / "busy.c").write_text(
            "__attribute__((constructor)) static void started(void) { for (;;); }"
        )
        place = str(root / "lib/busy.so")
        subprocess.run(["cc", "-shared", "-fPIC", "-o", place, str(tmp_path / "busy.c")], check=True)
        (root / "etc").mkdir()
        (root / "etc/ld.so.preload").write_text("/lib/busy.so")

        done = one_case(tmp_path)

        assert done.returncode == 3
        assert "does not start in this root" in done.stderr
        assert "it did not end in time" in done.stderr

    def test_a_root_without_the_link_of_its_linker(self, tmp_path: Path) -> None:
        """Its linker lies elsewhere and is for this very processor: what lacks is the path."""
        root = with_loader(small_root(tmp_path / "root"))
        (root / linker()[1:]).rename(root / "usr/lib/ld-linux-x86-64.so.2")

        done = one_case(tmp_path)

        assert done.returncode == 2
        assert f"has no {linker()}" in done.stderr


class TestRefusals:
    """What cannot be judged in the sandbox alone does not run."""

    @pytest.mark.parametrize(
        "words", [(), ("--layer", "/a.json"), ("--loader", LOADER, "--driver", "/a.json")]
    )
    def test_other_subjects(self, tmp_path: Path, words: tuple[str, ...]) -> None:
        """Layers and drivers need ``--unsafe``."""
        with_loader(small_root(tmp_path / "root"))

        done = conform(tmp_path, *words)

        assert (done.returncode, done.stdout) == (3, "")
        assert "--unsafe says that you trust the root" in done.stderr

    @pytest.mark.parametrize(
        ("words", "told"),
        [
            (("--loader", "/usr/lib/none.so"), "is no file of the root"),
            (("--loader", "/usr/lib/link.so"), "is no file of the root"),
            (("--loader", "reference"), "is refloader's own"),
            (("--loader", LOADER, "--self"), "--self checks refloader's own loader"),
        ],
    )
    def test_other_loaders(self, tmp_path: Path, words: tuple[str, ...], told: str) -> None:
        """What is not in the root is no subject; a link leads to nothing outside of it."""
        root = with_loader(small_root(tmp_path / "root"))
        (tmp_path / "outside.so").write_bytes((root / LOADER[1:]).read_bytes())
        (root / "usr/lib/link.so").symlink_to(tmp_path / "outside.so")

        done = conform(tmp_path, *words)

        assert (done.returncode, done.stdout) == (2, "")
        assert told in done.stderr
        assert "Traceback" not in done.stderr


@needs_compiler
class TestHostileRoots:
    """Nothing of a root runs outside of the sandbox, and the sandbox shows nothing of this machine beside it."""

    @pytest.fixture
    def listener(self) -> Iterator[socket.socket]:
        """A socket of this machine that nobody may reach."""
        with socket.create_server(("127.0.0.1", 0)) as made:
            made.setblocking(False)
            yield made

    @pytest.fixture
    def root(self, tmp_path: Path, listener: socket.socket) -> Path:
        """A root with a loader whose linker loads a hostile library into every process."""
        tmp_path.chmod(0o777)
        root = with_loader(small_root(tmp_path / "root"))
        (root / "etc").mkdir()
        (root / "etc/ld.so.preload").write_text("/lib/hostile.so")
        self.hostile(root / "lib/hostile.so", tmp_path, listener)
        return root

    @staticmethod
    def hostile(library: Path, folder: Path, listener: socket.socket) -> None:
        """Compile the hostile library."""
        source = folder / "hostile.c"
        source.write_text(HOSTILE)
        facts = {
            "PORT": listener.getsockname()[1],
            "CANARY": f'"{folder}/canary"',
            "SECRET": f'"/usr/share/{SECRET}"',
        }
        words = [f"-D{name}={value}" for name, value in facts.items()]
        subprocess.run(["cc", "-shared", "-fPIC", *words, "-o", str(library), str(source)], check=True)

    @staticmethod
    def was_heard(listener: socket.socket) -> bool:
        """Whether anything connected to the socket."""
        try:
            listener.accept()[0].close()
        except BlockingIOError:
            return False
        return True

    def test_a_preloaded_library(self, tmp_path: Path, root: Path, listener: socket.socket) -> None:
        """It runs in the worker alone: it writes nothing, reaches nobody and is not root. The loader is judged."""
        one_case(tmp_path)

        assert verdicts(tmp_path) == {"pass"}
        assert not (tmp_path / "canary").exists()
        assert not self.was_heard(listener)

    def test_it_would_with_unsafe(self, tmp_path: Path, root: Path, listener: socket.socket) -> None:
        """The same library in refloader's own process: so the test above can fail."""
        one_case(tmp_path, "--unsafe")

        assert (tmp_path / "canary").exists()
        assert self.was_heard(listener)

    @pytest.mark.parametrize("name", ["libgcc_s.so.1", "libm.so.6", "libdl.so.2", "libutil.so.1"])
    def test_any_other_library(self, tmp_path: Path, root: Path, listener: socket.socket, name: str) -> None:
        """A hostile file in the place of a library that Python may open later does not run in the fork server."""
        (root / "etc/ld.so.preload").unlink()
        for place in root.rglob(name):
            shutil.copyfile(root / "lib/hostile.so", place)

        one_case(tmp_path)

        assert not (tmp_path / "canary").exists()
        assert not self.was_heard(listener)

    @pytest.mark.parametrize("is_link", [False, True])
    def test_links_that_lead_out(self, tmp_path: Path, root: Path, *, is_link: bool) -> None:
        """A folder of the root that is a link to one of this machine shows nothing of it; as a folder, it would."""
        outside = tmp_path / "outside"
        place = outside if is_link else root / "usr/share"
        place.mkdir(parents=True)
        (place / SECRET).write_text("secret")
        if is_link:
            (root / "usr/share").symlink_to(outside)

        done = one_case(tmp_path)

        assert (done.returncode == 0) is is_link, done.stderr

    def test_settings_that_lead_out(self, tmp_path: Path, root: Path, listener: socket.socket) -> None:
        """``/etc`` of the root is a link to a folder of this machine, in which ld.so.preload names the library."""
        (root / "etc").rename(tmp_path / "etc")
        (root / "etc").symlink_to(tmp_path / "etc")
        (root / "usr/share").mkdir()
        (root / f"usr/share/{SECRET}").write_text("secret")

        one_case(tmp_path)

        assert verdicts(tmp_path) == {"pass"}
        assert not (tmp_path / "canary").exists()

    def test_a_loader_with_the_set_user_id_bit(self, tmp_path: Path, root: Path) -> None:
        """A single file that is shown by name is mounted without the effect of that bit, as whole folders are."""
        loader = root / "opt/vendor/libvulkan.so.1"
        loader.parent.mkdir(parents=True)
        (root / LOADER[1:]).rename(loader)
        loader.chmod(0o4755)
        source = tmp_path / "flags.c"
        source.write_text(FLAGS)
        subprocess.run(
            ["cc", "-shared", "-fPIC", "-o", str(root / "lib/hostile.so"), str(source)], check=True
        )

        conform(tmp_path, "--loader", "/opt/vendor/libvulkan.so.1", "--rule", RULE, "--case", CASE, "--out",
                "results")  # fmt: skip

        assert verdicts(tmp_path) == {"pass"}

    def test_the_root_is_not_written_to(self, tmp_path: Path, root: Path) -> None:
        """Every file of it is as before, and none is new."""
        before = {path: path.lstat().st_mtime_ns for path in root.rglob("*")}

        one_case(tmp_path)

        assert {path: path.lstat().st_mtime_ns for path in root.rglob("*")} == before


def test_the_fork_server_imports_nothing_more() -> None:
    """The process that enters a root, before it is in the box, runs no Python of the root."""
    script = (
        "from refloader.sandbox.fork_server import _open_nothing_more\n"
        "_open_nothing_more('')\n"
        "try:\n    import colorsys\nexcept ImportError:\n    print('refused')\n"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)

    assert done.stdout == "refused\n"
