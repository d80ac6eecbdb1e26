"""Trees put together: prefixes that lie elsewhere, unpacked layers of an image, layouts of other tools."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from refloader.host.extras import Members
from refloader.host.machines.inside import Member
from refloader.host.machines.repeated_folders import (
    FREE_BYTES,
    FREE_LINKS,
    FREE_MANIFESTS,
    FREE_PATHS,
    MOST_AGAIN,
    MOST_BYTES,
)
from refloader.host.machines.root import RootHost
from refloader.host.machines.trees import layout_of, parse_map, tree_host
from refloader.host.machines.unknown_files import UnknownFiles
from refloader.host.machines.windows_root import WindowsRootHost
from refloader.host.no_links import Unlinked
from refloader.host.port import Content, Failure, Kind, Listing, Trouble
from refloader.host.temporary import TemporaryFolder
from refloader.model.platform import Platform
from refloader.model.system import System


def write(root: Path, files: Mapping[str, str]) -> Path:
    """Files below a folder; a text that starts with -> is a link."""
    for path, text in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        if text.startswith("->"):
            place.symlink_to(text.removeprefix("->"))
        else:
            place.write_text(text)
    root.mkdir(exist_ok=True)
    return root


class TestMaps:
    """A folder of this machine at a prefix of the tree."""

    def test_a_prefix_hides_what_the_tree_has_there(self, tmp_path: Path) -> None:
        """Folders on the way are made where there are none, and are listed."""
        root = write(tmp_path / "root", {"usr/lib/a": "root", "app/b": "hidden"})
        other = write(tmp_path / "other", {"c": "other"})
        host = RootHost(str(root), maps={"/app": str(other), "/usr/lib/extensions/vulkan": str(other)})

        assert host.list("/app") == Listing(("c",))
        assert host.read("/usr/lib/extensions/vulkan/c") == Content(b"other")
        assert host.list("/usr/lib/extensions") == Listing(("vulkan",))
        assert host.list("/usr/lib") == Listing(("a", "extensions"))
        assert host.kind("/usr/lib/extensions") is Kind.FOLDER
        assert host.real_path("/usr/lib/extensions/vulkan/../vulkan/c") == "/usr/lib/extensions/vulkan/c"

    def test_links_of_both_stay_in_the_tree(self, tmp_path: Path) -> None:
        """What a link in a mapped folder points to is looked up in the whole tree."""
        root = write(tmp_path / "root", {"usr/lib/a": "root", "lib": "->usr/lib"})
        other = write(
            tmp_path / "other", {"up": "->../usr/lib/a", "full": "->/lib/a", "out": f"->{root}/usr/lib/a"}
        )
        host = RootHost(str(root), maps={"/lib/own": str(other)})

        assert host.read("/usr/lib/own/full") == Content(b"root")
        assert host.read("/lib/own/up") == Failure(Trouble.MISSING)
        assert host.read("/lib/own/out") == Failure(Trouble.MISSING)

    @pytest.mark.parametrize("text", ["/app", "app=/", "=/", "/app=/nowhere/at/all"])
    def test_a_map_is_a_full_path_and_a_folder(self, text: str) -> None:
        """Anything else is refused in words."""
        with pytest.raises(ValueError, match="is not"):
            parse_map(text)

    def test_a_map_may_hold_an_equals_sign(self, tmp_path: Path) -> None:
        """In the folder, not in the prefix."""
        place = write(tmp_path / "a=b", {})

        assert parse_map(f"/app={place}") == ("/app", str(place))


class TestImageLayers:
    """Unpacked layers of an image, the upper first."""

    def host(self, tmp_path: Path, upper: Mapping[str, str], lower: Mapping[str, str]) -> RootHost:
        """Two layers."""
        return RootHost(str(write(tmp_path / "upper", upper)), under=[str(write(tmp_path / "lower", lower))])

    def test_the_upper_file_counts_and_folders_are_merged(self, tmp_path: Path) -> None:
        """Each name is listed once."""
        host = self.host(tmp_path, {"etc/a": "upper", "etc/b": "b"}, {"etc/a": "lower", "etc/c": "c"})

        assert host.read("/etc/a") == Content(b"upper")
        assert host.read("/etc/c") == Content(b"c")
        listing = host.list("/etc")
        assert isinstance(listing, Listing)
        assert sorted(listing.names) == ["a", "b", "c"]

    def test_a_whiteout_removes_what_is_under_it(self, tmp_path: Path) -> None:
        """A file, a folder, or all that a folder has in lower layers; the marks are no files."""
        upper = {"etc/.wh.a": "", ".wh.opt": "", "var/.wh..wh..opq": "", "var/new": "new"}
        host = self.host(tmp_path, upper, {"etc/a": "a", "etc/b": "b", "opt/c": "c", "var/old": "old"})

        assert host.list("/etc") == Listing(("b",))
        assert host.read("/etc/a") == Failure(Trouble.MISSING)
        assert host.read("/opt/c") == Failure(Trouble.MISSING)
        assert host.list("/var") == Listing(("new",))
        assert host.read("/var/old") == Failure(Trouble.MISSING)
        assert host.kind("/etc/.wh.a") is Kind.MISSING

    def test_a_file_over_a_folder_hides_it(self, tmp_path: Path) -> None:
        """And the other way round."""
        host = self.host(tmp_path, {"a": "file", "b/c": "c"}, {"a/x": "x", "b": "file"})

        assert host.list("/a") == Failure(Trouble.NOT_A_FOLDER)
        assert host.list("/b") == Listing(("c",))

    def test_members_are_told_at_once(self, tmp_path: Path) -> None:
        """Links to folders are no folders."""
        host = self.host(tmp_path, {"a/x": "x", "link": "->a", ".wh.gone": ""}, {"gone/y": "y", "b": "b"})

        found = host.members("/")
        assert isinstance(found, Members)
        assert (sorted(found.names), found.folders) == (["a", "b", "link"], frozenset({"a"}))
        assert host.members("/b") == Failure(Trouble.NOT_A_FOLDER)


class TestLayouts:
    """What a folder is recognised as."""

    def test_an_ordinary_folder_is_the_root(self, tmp_path: Path) -> None:
        """Also one with some of the names."""
        write(tmp_path, {"metadata": "", "rootfs/a": "a"})

        assert (layout_of(str(tmp_path)).root, layout_of(str(tmp_path)).at) == (str(tmp_path), "/")

    def test_a_flatpak_runtime_is_usr_and_what_links_into_it(self, tmp_path: Path) -> None:
        """As in a sandbox."""
        write(tmp_path, {"metadata": "[Runtime]\nname=org.example\n", "files/lib/a": "a", "files/etc/b": "b"})
        host = tree_host(str(tmp_path))

        assert host.read("/usr/lib/a") == host.read("/lib/a") == Content(b"a")
        assert host.read("/etc/b") == Content(b"b")
        assert host.kind("/files") is Kind.MISSING
        assert "runtime" in host.layout

    def test_a_flatpak_layer_lies_in_the_extensions(self, tmp_path: Path) -> None:
        """Under its own name."""
        metadata = "[Runtime]\nname = org.freedesktop.Platform.VulkanLayer.Test\n[ExtensionOf]\nref=x\n"
        host = tree_host(str(write(tmp_path, {"metadata": metadata, "files/a": "a"})))

        assert host.read("/usr/lib/extensions/vulkan/Test/a") == Content(b"a")

    def test_windows_has_a_host_of_its_own(self, tmp_path: Path) -> None:
        """By the platform."""
        assert isinstance(tree_host(str(tmp_path), platform=Platform(System.WINDOWS)), WindowsRootHost)


class TestLetterCase:
    """On macOS it does not count, on Linux it does."""

    def test_macos_finds_a_name_in_any_spelling(self, tmp_path: Path) -> None:
        """And tells it as it is written, in either form of Unicode."""
        write(tmp_path, {"Library/Caf\u00e9/A.json": "{}"})
        macos = RootHost(str(tmp_path), platform=Platform(System.MACOS))

        assert macos.read("/library/CAFE\u0301/a.JSON") == Content(b"{}")
        assert macos.real_path("/library/cafe\u0301/a.json") == "/Library/Caf\u00e9/A.json"
        assert RootHost(str(tmp_path)).kind("/library") is Kind.MISSING


def test_a_folder_that_may_not_be_entered_is_not_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is in it may be there."""
    write(tmp_path, {"closed/a": "a"})
    status = Unlinked.status

    def denied(disk: Unlinked, folder: str, name: str) -> os.stat_result:
        if folder.endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return status(disk, folder, name)

    monkeypatch.setattr(Unlinked, "status", denied)
    host = RootHost(str(tmp_path))

    assert host.kind("/closed/a") is Kind.UNKNOWN
    assert host.read("/closed/a") == Failure(Trouble.DENIED)


def test_a_way_that_does_not_exist_is_a_name_that_is_not_there(tmp_path: Path) -> None:
    """Its canonical path tells where it would lead."""
    host = RootHost(str(write(tmp_path, {"a": "->/build/x/y.json"})))

    assert isinstance(host.find("/a"), Member)
    assert (host.real_path("/a"), host.outside_path("/a")) == ("/build/x/y.json", None)


def test_without_files_nothing_is_known() -> None:
    """Not missing: nobody told."""
    host = UnknownFiles(
        {"A": "1"}, platform=Platform(System.WINDOWS), elevated=True, executable="C:\\a.exe", word_size=32
    )

    assert host.kind("C:\\") is Kind.UNKNOWN
    assert (
        host.read("a") == host.list("a") == host.head("a", 1) == host.library("a") == Failure(Trouble.UNKNOWN)
    )
    assert (host.variables(), host.elevated(), host.executable(), host.word_size()) == (
        {"A": "1"},
        True,
        "C:\\a.exe",
        32,
    )


def deep(top: str, name: str, depth: int) -> str:
    """Make folders of the same name in each other below ``top``, with a file in the last; return its path there."""
    here = os.open(top, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir(name, dir_fd=here)
        above, here = here, os.open(name, os.O_RDONLY, dir_fd=here)
        os.close(above)
    os.close(os.open("file", os.O_CREAT | os.O_WRONLY, dir_fd=here))
    os.close(here)
    return "/" + f"{name}/" * depth + "file"


def test_a_folder_may_be_deeper_than_calls_can_nest(tmp_path: Path) -> None:
    """Also one that was found before, and of which the folders above were closed for others meanwhile."""
    with TemporaryFolder(str(tmp_path)) as top:
        first, second = deep(top, "a", 1500), deep(top, "b", 1500)
        host = RootHost(top)

        answers = [host.read(path) for path in (first, second, first)]

    assert answers == [Content(b"")] * 3


class TestRepeatedFolders:
    """Links to a folder of manifests, each of which finds all of them again."""

    def test_the_manifests_of_many_links(self, tmp_path: Path) -> None:
        """So many are read again, and a path that was allowed stays so; the folder's own path and others are."""
        each = MOST_AGAIN // 8 + FREE_MANIFESTS
        root = write(tmp_path / "root", {f"l/{number}.json": "{}" for number in range(each)})
        links = range(FREE_LINKS + 10)
        write(root, {**{f"k{number}": "->l" for number in links}, "other/a.json": "{}"})
        host = RootHost(str(root))

        listed = [host.list(f"/k{number}") for number in links]

        assert [isinstance(answer, Listing) for answer in listed] == [True] * (FREE_LINKS + 8) + [False] * 2
        assert isinstance(listed[-1], Failure)
        assert listed[-1].trouble is Trouble.UNKNOWN
        assert all(isinstance(host.list(path), Listing) for path in ("/k7", "/other", "/l"))

    def test_hundreds_of_links_to_a_few_manifests(self, tmp_path: Path) -> None:
        """All are followed: a store has hundreds of generations of a profile that link to one package's folder."""
        root = write(tmp_path / "root", {f"mesa/icd.d/{number}.json": "{}" for number in range(14)})
        write(root, {f"profile{number}/icd.d": "->../mesa/icd.d" for number in range(300)})
        host = RootHost(str(root))

        assert all(isinstance(host.list(f"/profile{number}/icd.d"), Listing) for number in range(300))

    def test_folders_without_manifests(self, tmp_path: Path) -> None:
        """They are listed by as many paths as there are."""
        root = write(tmp_path / "root", {f"l/{number}.so": "" for number in range(MOST_AGAIN)})
        write(root, {"k": "->l", "m": "->l"})
        host = RootHost(str(root))

        assert all(isinstance(host.list(path), Listing) for path in ("/l", "/k", "/m"))

    def test_many_links_to_one_large_file(self, tmp_path: Path) -> None:
        """It is read by some of them, and a path that was allowed stays so; its own path and others are."""
        text = "layer".ljust(MOST_BYTES // 4 + FREE_BYTES)
        root = write(tmp_path / "root", {"l/a.json": text, "l/b.json": "{}"})
        links = range(FREE_PATHS + 6)
        write(root, {f"k/{number}.json": "->../l/a.json" for number in links})
        host = RootHost(str(root))

        read = [host.read(f"/k/{number}.json") for number in links]

        assert [isinstance(answer, Content) for answer in read] == [True] * (FREE_PATHS + 4) + [False] * 2
        assert isinstance(read[-1], Failure)
        assert read[-1].trouble is Trouble.UNKNOWN
        assert all(isinstance(host.read(path), Content) for path in ("/k/9.json", "/l/a.json", "/l/b.json"))

    def test_many_links_to_one_file_that_is_no_manifest(self, tmp_path: Path) -> None:
        """It takes nothing from the manifests: targets of a build, and profiles, link to the same large data."""
        root = write(tmp_path / "root", {"data/names.json": "x" * (MOST_BYTES // 8)})
        write(root, {f"{number}/names.json": "->../data/names.json" for number in range(100)})
        host = RootHost(str(root))

        assert all(isinstance(host.read(f"/{number}/names.json"), Content) for number in range(100))
