"""The imagined machine: it answers as the real one would about the same tree."""

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from refloader.host.machines.memory import MemoryHost
from refloader.host.machines.real import RealHost
from refloader.host.port import ENTRY_LIMIT, SIZE_LIMIT, Content, Failure, Host, Kind, Listing, Trouble
from refloader.model.library import Library

pytestmark = pytest.mark.timeout(600)

LIBRARY = Library("/usr/lib/liba.so", 64, "X86_64", True, frozenset({"vkGetInstanceProcAddr"}))


@dataclass(frozen=True)
class Link:
    """A symbolic link; an absolute target is one inside the tree."""

    target: str


Tree = dict[str, "bytes | Link | Tree"]


def entries(tree: Tree, above: str) -> Iterator[tuple[str, bytes | Link]]:
    """Every file and link of a tree by its path."""
    for name, value in tree.items():
        path = f"{above}/{name}"
        if isinstance(value, dict):
            yield from entries(value, path)
        else:
            yield path, value


def target(link: Link, root: str) -> str:
    """Where a link of a tree leads once the tree lies at a root."""
    return root + link.target if link.target.startswith("/") else link.target


def in_memory(tree: Tree, root: str) -> MemoryHost:
    """The tree as data."""
    found = dict(entries(tree, root))
    return MemoryHost(
        files={path: value for path, value in found.items() if isinstance(value, bytes)},
        links={path: target(value, root) for path, value in found.items() if isinstance(value, Link)},
    )


def on_disk(tree: Tree, root: str) -> None:
    """The tree as files."""
    for path, value in entries(tree, root):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if isinstance(value, Link):
            os.symlink(target(value, root), path)
        else:
            with open(path, "wb") as stream:
                stream.write(value)


def answers(host: Host, path: str) -> tuple[object, ...]:
    """All that a host says about a path, the order of names and the words of failures aside."""
    listing, content = host.list(path), host.read(path)
    return (
        host.kind(path),
        sorted(listing.names) if isinstance(listing, Listing) else listing.trouble,
        content.data if isinstance(content, Content) else content.trouble,
        host.kind(path) is not Kind.MISSING and host.real_path(path),
    )


NAMES = st.sampled_from(["a", "b", "c.json", "l"])
TARGETS = st.lists(st.sampled_from(["a", "b", "c.json", "l", "..", "."]), min_size=1, max_size=4).map(
    "/".join
)
TREES = st.recursive(
    st.binary(max_size=3) | (TARGETS | TARGETS.map("/".__add__)).map(Link),
    lambda inner: st.dictionaries(NAMES, inner, min_size=1, max_size=4),
    max_leaves=12,
).filter(lambda tree: isinstance(tree, dict))
PATHS = st.lists(st.sampled_from(["a", "b", "c.json", "l", "..", ".", ""]), max_size=6).map("/".join)


class TestParity:
    """Kind, names, content and canonical path are those that the real machine gives for the same tree."""

    TREE: ClassVar[Tree] = {
        "a": {"c.json": b"{}", "l": Link(".."), "b": {"c.json": b"[]"}},
        "folder": Link("a/b"),
        "absolute": Link("/a/c.json"),
        "gone": Link("nothing"),
        "loop": Link("loop"),
        "ping": Link("pong"),
        "pong": Link("/ping"),
        "c.json": b"x",
    }

    @pytest.mark.parametrize(
        "path",
        [
            "",
            "/",
            "/a",
            "/a/",
            "//a//c.json",
            "/c.json",
            "/c.json/",
            "/c.json/.",
            "/c.json/..",
            "/c.json/x",
            "/folder",
            "/folder/c.json",
            "/folder/../c.json",
            "/folder/../../c.json",
            "/a/l/a/l/c.json",
            "/absolute",
            "/absolute/",
            "/gone",
            "/gone/..",
            "/loop",
            "/ping/x",
            "/nothing/../c.json",
            "/a/\0",
        ],
    )
    def test_a_tree_with_links_of_all_kinds(self, tmp_path: os.PathLike[str], path: str) -> None:
        """Parts are followed from left to right, and all but the last have to be there."""
        root = os.path.realpath(tmp_path)
        on_disk(self.TREE, root)

        assert answers(in_memory(self.TREE, root), root + path) == answers(RealHost({}), root + path)

    @given(tree=TREES, path=PATHS)
    def test_any_tree_and_any_path(self, tree: Tree, path: str) -> None:
        """There is no tree about which the two hosts differ."""
        with tempfile.TemporaryDirectory() as name:
            top = os.path.realpath(name)
            root = f"{top}/1/2/3/4/5/6/7/8"  # deep enough for most of the paths that lead upwards
            on_disk(tree, root)
            assume(os.path.realpath(f"{root}/{path}").startswith(top))

            assert answers(in_memory(tree, root), f"{root}/{path}") == answers(RealHost({}), f"{root}/{path}")

    def test_a_file_over_the_limit_is_not_read(self, tmp_path: os.PathLike[str]) -> None:
        """The answers are equal to the last word."""
        path = f"{os.path.realpath(tmp_path)}/a.json"
        data = b"x" * (SIZE_LIMIT + 1)
        with open(path, "wb") as stream:
            stream.write(data)

        assert MemoryHost({path: data}).read(path) == RealHost({}).read(path)
        assert MemoryHost({path: data[:-1]}).read(path) == Content(data[:-1])


class TestImagined:
    """What only data can say: order, blocked paths, libraries, the process."""

    def test_names_come_in_the_order_of_the_files(self) -> None:
        """The order of the data is the order of the system, and each name comes once."""
        host = MemoryHost({"/d/b.json": b"", "/d/a.json": b"", "/d/b/c": b"", "/e": b"", "/d/b/d": b""})

        assert host.list("/d") == Listing(("b.json", "a.json", "b"))
        assert host.list("/") == Listing(("d", "e"))

    def test_a_folder_of_very_many_names_is_cut(self) -> None:
        """The rest is told of, not read."""
        found = MemoryHost({f"/d/{number}": b"" for number in range(ENTRY_LIMIT + 1)}).list("/d")

        assert isinstance(found, Listing)
        assert (len(found.names), found.truncated) == (ENTRY_LIMIT, True)

    def test_blocked_paths_are_denied(self) -> None:
        """Files and folders alike, also through links."""
        host = MemoryHost({"/d/a.json": b"{}"}, links={"/l": "/d"}, blocked=frozenset({"/d", "/d/a.json"}))

        assert host.list("/l") == host.list("/d/") == Failure(Trouble.DENIED)
        assert host.read("/l/a.json") == Failure(Trouble.DENIED)

    def test_a_library_is_a_file_of_which_the_facts_are_known(self) -> None:
        """Its bytes are not."""
        host = MemoryHost(
            {"/usr/lib/b.so": b""}, libraries={"/usr/lib/a.so": LIBRARY}, links={"/a": "/usr/lib/a.so"}
        )

        assert host.library("/a") == host.library("/usr/lib/../lib/a.so") == LIBRARY
        assert host.kind("/a") is Kind.FILE
        assert host.list("/usr/lib") == Listing(("b.so", "a.so"))
        assert host.list("/a") == Failure(Trouble.NOT_A_FOLDER)
        assert host.read("/a") == Failure(Trouble.OTHER, "only the facts of this library are known")

    def test_what_is_no_library_says_so(self) -> None:
        """A file, a folder and nothing."""
        host = MemoryHost({"/usr/lib/b.so": b""})

        assert host.library("/usr/lib/b.so") == Failure(Trouble.OTHER, "not an ELF file")
        assert host.library("/usr/lib") == Failure(Trouble.NOT_A_FILE)
        assert host.library("/usr/lib/c.so") == Failure(Trouble.MISSING)

    def test_relative_paths_start_at_the_working_directory(self) -> None:
        """As for a real process."""
        host = MemoryHost({"/home/user/a.json": b"{}"}, working_directory="/home/user")

        assert host.read("a.json") == host.read("./../user/a.json") == Content(b"{}")
        assert host.real_path("../user/a.json") == "/home/user/a.json"

    def test_the_process_is_what_it_is_told_to_be(self) -> None:
        """Variables, privilege, program and word size."""
        host = MemoryHost(environment={"A": "1"}, privileged=True, program="/usr/bin/app", bits=32)

        assert (host.variables(), host.elevated()) == ({"A": "1"}, True)
        assert (host.executable(), host.word_size()) == ("/usr/bin/app", 32)

    def test_an_empty_machine_has_a_root(self) -> None:
        """And nothing in it."""
        assert MemoryHost().list("/") == Listing(())
        assert MemoryHost().kind("/") is Kind.FOLDER
