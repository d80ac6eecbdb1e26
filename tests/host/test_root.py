"""A staging tree as a machine of its own: nothing outside of it is ever seen."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refloader.engine import decide
from refloader.host.machines.inside import Folder, Folding, Inside, Member
from refloader.host.machines.real import RealHost
from refloader.host.machines.root import RootHost
from refloader.host.port import Content, Failure, Kind, Listing, Trouble

pytestmark = [pytest.mark.timeout(600), pytest.mark.usefixtures("processor_time")]

SECRET = b"not of the tree"
LINKS = {
    "absolute": "/data/a.json",
    "outside": "/secret",
    "upward": "../../../../secret",
    "folder": "/",
    "parent": "..",
    "loop": "loop",
    "ping": "pong",
    "pong": "/ping",
    "gone": "/nothing",
}


def _found(answer: Folder | Member | Failure) -> tuple[object, ...]:
    """What counts of an answer, without the identity of folders."""
    if isinstance(answer, Failure):
        return (answer,)
    if isinstance(answer, Folder):
        return answer.parts, answer.places
    return answer.parts, answer.place, answer.kind


@pytest.fixture(scope="module")
def staging() -> Iterator[Path]:
    """A root folder with a file, links of all kinds, and a secret beside it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(os.path.realpath(name))
        (folder / "secret").write_bytes(SECRET)
        root = folder / "root"
        (root / "data").mkdir(parents=True)
        (root / "data" / "a.json").write_bytes(b"{}")
        (root / "real").symlink_to(folder / "secret")
        for link, target in LINKS.items():
            (root / link).symlink_to(target)
        yield root


class TestInside:
    """Paths of the tree are looked up under its root, links included."""

    @pytest.mark.parametrize(
        "path",
        [
            "/data/a.json",
            "data//a.json",
            "/data/../data/./a.json",
            "/../../data/a.json",
            "/absolute",
            "/folder/data/a.json",
            "/folder/folder/absolute",
            "/data/../parent/data/a.json",
        ],
    )
    def test_every_way_to_the_file_ends_at_it(self, staging: Path, path: str) -> None:
        """Absolute links start at the root, and above the root is the root."""
        host = RootHost(str(staging))

        assert host.read(path) == Content(b"{}")
        assert host.kind(path) is Kind.FILE
        assert host.real_path(path) == "/data/a.json"

    def test_the_root_can_be_listed(self, staging: Path) -> None:
        """All names, in the order of the system."""
        found = RootHost(str(staging)).list("/")

        assert found == Listing(tuple(os.listdir(staging)))

    def test_the_process_is_what_it_is_told_to_be(self, staging: Path) -> None:
        """A tree runs nothing, so all of that is given."""
        host = RootHost(str(staging), {"A": "1"}, elevated=True, executable="/usr/bin/app", word_size=32)

        assert (host.variables(), host.elevated()) == ({"A": "1"}, True)
        assert (host.executable(), host.word_size()) == ("/usr/bin/app", 32)
        assert RootHost(str(staging)).variables() == {}

    def test_a_plan_names_the_paths_of_the_tree(self, staging: Path) -> None:
        """What is decided for a tree never mentions where it lies on this machine."""
        plan = decide(RootHost(str(staging), {"VK_LAYER_PATH": "/data"}))

        assert [file.path for file in plan.unread] == ["/data/a.json"]
        assert str(staging) not in str(plan)


class TestNeverOutside:
    """No path, no link and no combination of them leads out of the root."""

    @pytest.mark.parametrize(
        "path", ["/outside", "/upward", "/real", "/../secret", "/folder/../../secret", "/parent/../secret"]
    )
    def test_what_lies_beside_the_root_is_not_there(self, staging: Path, path: str) -> None:
        """The names that would lead there on this machine name nothing."""
        host = RootHost(str(staging))

        assert host.read(path) == Failure(Trouble.MISSING)
        assert host.kind(path) is Kind.MISSING
        assert host.library(path) == Failure(Trouble.MISSING)

    @pytest.mark.parametrize("path", ["/loop", "/ping", "/loop/a.json", "/folder/ping"])
    def test_a_loop_of_links_ends(self, staging: Path, path: str) -> None:
        """After forty links it counts as a loop, as on Linux."""
        host = RootHost(str(staging))

        assert host.read(path) == host.list(path) == host.library(path) == Failure(Trouble.LOOP)
        assert host.kind(path) is Kind.MISSING
        assert host.real_path(path) == path

    @given(
        parts=st.lists(
            st.sampled_from([*LINKS, "data", "a.json", "..", ".", "", "secret", "real"]), max_size=12
        )
    )
    def test_any_path_stays_inside(self, staging: Path, parts: list[str]) -> None:
        """Whatever the parts, the place is in the tree and the secret is never read."""
        host = RootHost(str(staging))
        path = "/" + "/".join(parts)

        place = host.outside_path(path)

        assert place is None or place == str(staging) or place.startswith(f"{staging}/")
        assert host.read(path) != Content(SECRET)

    @given(
        paths=st.lists(
            st.lists(
                st.sampled_from([*LINKS, "data", "Data", "a.json", "..", ".", "", "secret", "b.json"]),
                max_size=4,
            ).map("/".join),
            max_size=6,
        ),
        lower=st.sampled_from(["", "data"]),
        fold=st.sampled_from([None, str.casefold]),
    )
    def test_a_folder_that_is_remembered_changes_nothing(
        self, staging: Path, paths: list[str], lower: str, fold: Folding | None
    ) -> None:
        """A path is resolved as from the root, whatever was asked for before: in layers and in any case, too."""
        layers = [str(staging), *([str(staging / lower)] if lower else [])]
        one, other = (Inside(layers, {("data", "data"): str(staging / "data")}, fold) for _ in range(2))

        assert [_found(one.find_path(path)) for path in paths] == [
            _found(other.find(path.split("/"))) for path in paths
        ]

    @pytest.mark.parametrize("path", ["/data/a\0.json", "\0"])
    def test_a_nul_character_names_nothing(self, staging: Path, path: str) -> None:
        """It ends in a Failure, as on the real machine."""
        assert RootHost(str(staging)).read(path) == Failure(Trouble.OTHER, "the path holds a NUL character")


class TestRootOfTheMachine:
    """The machine's own root as the tree is the machine."""

    @pytest.mark.parametrize("path", ["/", "/etc/passwd", "/usr/../etc/passwd", "/../etc/passwd", "/nothing"])
    def test_it_answers_as_the_machine_does(self, path: str) -> None:
        """Same kinds, contents and canonical paths."""
        root, real = RootHost("/"), RealHost({})

        assert root.kind(path) is real.kind(path)
        assert root.read(path) == real.read(path)
        assert root.real_path(path) == real.real_path(path)
