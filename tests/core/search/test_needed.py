"""Where the dynamic linker looks for what a library needs (ld.so(8)), and what is said of what is missing."""

import pytest

from refloader.core.linkers.needed import (
    Folders,
    Opened,
    files_of,
    is_loaded_already,
    is_of_libc,
    missing_needs,
)
from refloader.core.linkers.needed_elsewhere import files_of_dll, files_of_dylib, is_of_the_system
from refloader.model.library import Library
from refloader.model.reason import InFile, Severity
from refloader.model.system import System
from refloader.rules import rule

FOLDERS = Folders(("/variable",), ("/configured", "/lib"))


def library(rpath: tuple[str, ...] = (), runpath: tuple[str, ...] = ()) -> Library:
    """A library with these folders of its own."""
    return Library("", 64, "X86_64", True, frozenset(), rpath=rpath, runpath=runpath)


def tried(opened: Opened, name: str = "liba.so", *, elevated: bool = False) -> list[str]:
    """The files to try."""
    return list(files_of(name, opened, FOLDERS, elevated=elevated))


class TestOrder:
    """DT_RPATH, LD_LIBRARY_PATH, DT_RUNPATH, the configuration."""

    def test_runpath_lies_behind_the_variable(self) -> None:
        """And in front of the configuration."""
        opened = Opened(library(runpath=("/run",)), "/x/b.so")

        assert tried(opened) == ["/variable/liba.so", "/run/liba.so", "/configured/liba.so", "/lib/liba.so"]

    def test_rpath_lies_in_front_and_is_handed_down(self) -> None:
        """The library's own first, then that of the one that needs it."""
        asking = Opened(library(rpath=("/own",)), "/x/b.so", Opened(library(rpath=("/first",)), "/x/c.so"))

        assert tried(asking)[:3] == ["/own/liba.so", "/first/liba.so", "/variable/liba.so"]

    def test_runpath_is_not_handed_down(self) -> None:
        """It counts for what the library itself needs."""
        asking = Opened(library(), "/x/b.so", Opened(library(runpath=("/run",)), "/x/c.so"))

        assert "/run/liba.so" not in tried(asking)

    def test_runpath_puts_all_rpaths_out_of_force(self) -> None:
        """For the library that has it, its own and those above it; and one with both hands nothing down."""
        both = Opened(
            library(rpath=("/r",), runpath=("/run",)), "/x/b.so", Opened(library(rpath=("/up",)), "/x/c.so")
        )
        below = Opened(library(), "/x/d.so", Opened(library(rpath=("/r",), runpath=("/run",)), "/x/b.so"))

        assert {"/r/liba.so", "/up/liba.so"}.isdisjoint(tried(both))
        assert {"/r/liba.so", "/run/liba.so"}.isdisjoint(tried(below))

    def test_origin_is_the_folder_of_the_library_that_has_it(self) -> None:
        """Not of the one that asks; elevated processes go without."""
        asking = Opened(library(), "/x/b.so", Opened(library(rpath=("$ORIGIN/../lib",)), "/top/c.so"))

        assert tried(asking)[0] == "/top/../lib/liba.so"
        assert tried(asking, elevated=True)[0] == "/variable/liba.so"

    def test_lib_stands_for_every_layout(self) -> None:
        """As in a library_path."""
        assert "/app/lib64/liba.so" in tried(Opened(library(runpath=("/app/${LIB}",)), "/x/b.so"))

    def test_a_name_with_a_slash_is_a_path(self) -> None:
        """A relative one depends on the working directory, so nobody can tell."""
        opened = Opened(library(), "/x/b.so")

        assert tried(opened, "/opt/liba.so") == ["/opt/liba.so"]
        assert tried(opened, "$ORIGIN/liba.so") == ["/x/liba.so"]
        assert tried(opened, "./liba.so") == []


class TestNames:
    """What is there in every process, and what tells a machine from a package."""

    @pytest.mark.parametrize(
        "name", ["ld-linux-x86-64.so.2", "ld-musl-x86_64.so.1", "ld.so.1", "libvulkan.so.1"]
    )
    def test_linker_and_loader_are_loaded(self, name: str) -> None:
        """Nobody has to find them."""
        assert is_loaded_already(name)

    @pytest.mark.parametrize("name", ["libc.so.6", "libc.musl-x86_64.so.1", "libm.so.6"])
    def test_the_c_library_is_known(self, name: str) -> None:
        """Of either kind."""
        assert is_of_libc(name)
        assert not is_of_libc("libcurl.so.4")


@pytest.mark.rule("MANIFEST-LAYER-07", "MANIFEST-ICD-03")
class TestSaid:
    """A library with a missing need cannot be loaded; in a tree that is no whole machine nobody knows."""

    @pytest.mark.parametrize(
        ("known", "installed", "severity"),
        [(True, True, Severity.ERROR), (True, False, Severity.WARNING), (False, True, Severity.NOTE)],
    )
    def test_weight(self, known: bool, installed: bool, severity: Severity) -> None:
        """An error only where loaders look and the machine is whole."""
        missing = [("libx.so", "/usr/lib/a.so"), ("liby.so", "/usr/lib/libz.so.1")]
        why = rule("MANIFEST-LAYER-07")

        said = missing_needs(
            missing, "/usr/lib/a.so", "VK_LAYER_a", InFile("/a.json"), why, known=known, installed=installed
        )

        assert said.severity is severity
        assert "libx.so, liby.so (for libz.so.1)" in said.fact
        assert ("not known" in said.fact) is not known


class TestElsewhere:
    """Windows looks beside the library and in the folders of the process, macOS where the name says."""

    def test_a_dll_may_lie_beside_the_one_that_needs_it(self) -> None:
        """Or in the folders of the process, in their order."""
        folders = Folders((), ("C:\\Windows\\System32",))

        assert files_of_dll("a.dll", "C:\\Vendor\\layer.dll", folders) == (
            "C:\\Vendor\\a.dll",
            "C:\\Windows\\System32\\a.dll",
        )

    @pytest.mark.parametrize(
        ("name", "files"),
        [
            ("@loader_path/../b.dylib", ("/app/lib/../b.dylib",)),
            ("@rpath/b.dylib", ("/app/lib/own/b.dylib", "/opt/b.dylib")),
            ("@executable_path/b.dylib", None),
            ("/opt/x/b.dylib", ("/first/b.dylib", "/opt/x/b.dylib", "/usr/local/lib/b.dylib")),
        ],
    )
    def test_a_dylib_lies_where_its_name_says(self, name: str, files: tuple[str, ...] | None) -> None:
        """Where that depends on the program nobody knows."""
        asking = library(rpath=("@loader_path/own", "@executable_path/x", "/opt"))

        assert (
            files_of_dylib(name, asking, "/app/lib/a.dylib", Folders(("/first",), ("/usr/local/lib",)))
            == files
        )

    def test_without_run_paths_the_program_decides(self) -> None:
        """Its own LC_RPATH count for its libraries."""
        assert files_of_dylib("@rpath/b.dylib", library(), "/a.dylib", FOLDERS) is None

    @pytest.mark.parametrize(
        ("name", "system"),
        [
            ("KERNEL32.dll", System.WINDOWS),
            ("api-ms-win-crt-heap-l1-1-0.dll", System.WINDOWS),
            ("vulkan-1.dll", System.WINDOWS),
            ("/usr/lib/libSystem.B.dylib", System.MACOS),
            ("@rpath/libvulkan.1.dylib", System.MACOS),
        ],
    )
    def test_what_every_machine_has_is_not_looked_for(self, name: str, system: System) -> None:
        """Nor what is no file at all, nor the loader."""
        assert is_of_the_system(name, system)
        assert not is_of_the_system("VCRUNTIME140.dll", System.WINDOWS)
