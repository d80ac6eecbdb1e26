"""Generated trees of links, folders and whiteouts: no answer ever comes from outside of the roots."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refloader.host.machines.root import RootHost
from refloader.host.machines.windows_root import WindowsRootHost
from refloader.host.port import Content, Failure, Kind, Listing
from refloader.inspect.lint.manifests import Linter
from refloader.model.platform import Platform
from refloader.model.system import System

SECRET = b'{"file_format_version": "1.0.0", "layer": {"name": "VK_LAYER_secret"}}'
INSIDE = b'{"file_format_version": "1.0.0", "layer": {"name": "VK_LAYER_inside"}}'
NAMES = ("a", "B", "b", "c.json", "C.JSON", ".wh.a", ".wh.c.json", "secret.json", "Windows")
PARTS = (*NAMES, "..", ".", "", "outside", "secret.json ", "..\\..", "a/../../outside", "\0")

members = st.one_of(
    st.just("folder"),
    st.just("file"),
    st.lists(st.sampled_from(PARTS[:-1]), max_size=4).map(lambda parts: "link:" + "/".join(parts)),
    st.lists(st.sampled_from(PARTS[:-1]), max_size=4).map(lambda parts: "link:/" + "/".join(parts)),
    st.sampled_from(["link:{outside}", "link:{outside}/secret.json", "link:C:\\a", "link:{root}/../outside"]),
)
trees = st.dictionaries(
    st.tuples(st.sampled_from(["", "a", "B", "a/B"]), st.sampled_from(NAMES)), members, max_size=10
)
paths = st.lists(st.sampled_from(PARTS), max_size=6)


@pytest.fixture(scope="module")
def base() -> Iterator[Path]:
    """A folder that holds a secret outside of every tree."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(os.path.realpath(name))
        (folder / "outside").mkdir()
        (folder / "outside" / "secret.json").write_bytes(SECRET)
        (folder / "secret.json").write_bytes(SECRET)
        yield folder


def made(base: Path, tree: dict[tuple[str, str], str]) -> Path:
    """A new tree with these members; what cannot be made is left out."""
    root = Path(tempfile.mkdtemp(dir=base))
    for (folder, name), member in sorted(tree.items()):
        place = root / folder / name
        if os.path.realpath(place.parent) != str(place.parent) or os.path.lexists(place):
            continue
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
        except OSError:  # a file or a link stands where a folder would be
            continue
        if member == "folder":
            place.mkdir()
        elif member == "file":
            place.write_bytes(INSIDE)
        else:
            target = member.removeprefix("link:")
            place.symlink_to(
                (target or ".").replace("{outside}", f"{base}/outside").replace("{root}", str(root))
            )
    return root


def own(*trees: dict[tuple[str, str], str]) -> list[list[str]]:
    """The paths of what is in trees, and what may lie behind their links."""
    members = [[*folder.split("/"), name] for tree in trees for folder, name in tree]
    return [*members, *([*each, "secret.json"] for each in members)]


def held(host: RootHost | WindowsRootHost, path: str, roots: tuple[Path, ...]) -> None:
    """What the host says of a path is of its trees."""
    content, listing, place = host.read(path), host.list(path), host.outside_path(path)
    assert not isinstance(content, Content) or content.data == INSIDE
    assert isinstance(listing, Listing | Failure)
    assert not isinstance(listing, Listing) or "outside" not in listing.names
    assert host.head(path, 9) != Content(SECRET[:9]) or isinstance(content, Content)
    real = os.path.realpath(place) if place is not None and "\0" not in place else str(roots[0])
    assert any(real == str(root) or real.startswith(f"{root}/") for root in roots)
    if host.kind(path) in (Kind.FILE, Kind.FOLDER):
        assert host.kind(host.real_path(path)) is host.kind(path)


@given(tree=trees, lower=trees, asked=st.lists(paths, min_size=1, max_size=8))
def test_staging_trees(
    base: Path, tree: dict[tuple[str, str], str], lower: dict[tuple[str, str], str], asked: list[list[str]]
) -> None:
    """One folder, unpacked layers of an image, a folder at a prefix, and one whose names have no letter case."""
    root, under = made(base, tree), made(base, lower)
    hosts = [
        RootHost(str(root)),
        RootHost(str(root), under=[str(under)]),
        RootHost(str(root), maps={"/a/B": str(under), "/new/place": str(under)}),
        RootHost(str(root), platform=Platform(System.MACOS)),
    ]
    for host in hosts:
        for parts in [*asked, *own(tree, lower)]:
            held(host, "/" + "/".join(parts), (root, under))


@given(
    tree=trees,
    asked=st.lists(
        st.tuples(st.sampled_from(["C:\\", "\\\\?\\C:\\", "\\", ""]), paths), min_size=1, max_size=8
    ),
)
def test_windows_images(
    base: Path, tree: dict[tuple[str, str], str], asked: list[tuple[str, list[str]]]
) -> None:
    """Paths of every form, with either separator."""
    root = made(base, tree)
    host = WindowsRootHost(str(root))
    for start, parts in [*asked, *(("C:\\", parts) for parts in own(tree))]:
        held(host, start + "\\".join(parts), (root,))
        held(host, start + "/".join(parts), (root,))


@given(tree=trees)
def test_lint_sees_no_more(base: Path, tree: dict[tuple[str, str], str]) -> None:
    """Walking a tree, what is judged and what is said is of the tree."""
    root = made(base, tree)
    for host in (RootHost(str(root)), WindowsRootHost(str(root))):
        report = Linter(host).run_installed()

        assert "VK_LAYER_secret" not in {entry.name for entry in report.entries}
        assert str(base) not in {finding.span.path for finding in report.findings}
