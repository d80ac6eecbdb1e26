"""Where refloader keeps what it can make anew, and that nothing is kept or read where another user leads it."""

import os
from pathlib import Path

import pytest

from refloader.cli.terminal import completing
from refloader.host import bytecode
from refloader.host import cache_folder as module
from refloader.host.cache_folder import cache_folder, no_other_leads
from refloader.sandbox.wine import prefix

needs_root = pytest.mark.skipif(
    os.geteuid() != 0, reason="only root has files of other users: run this as root"
)
STRANGER = 12345


@pytest.fixture(autouse=True)
def _no_folder_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)


@pytest.fixture
def root_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Root's own home."""
    home = tmp_path / "home of root"
    home.mkdir()
    monkeypatch.setattr(module, "_own_home", lambda: str(home))
    return home


@pytest.fixture
def strange_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home of somebody else, which HOME names as after sudo."""
    home = tmp_path / "home"
    home.mkdir()
    os.chown(home, STRANGER, STRANGER)
    monkeypatch.setenv("HOME", str(home))
    return home


class TestOwnHome:
    """Whoever has a home has a cache folder in it."""

    def test_below_the_home(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """As the document on these folders has it."""
        monkeypatch.setenv("HOME", str(tmp_path))

        assert cache_folder() == f"{tmp_path}/.cache/refloader"

    def test_the_folder_that_is_named(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """It counts before the home."""
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

        assert cache_folder() == f"{tmp_path}/refloader"

    def test_no_folder(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A relative name is none."""
        monkeypatch.setenv("XDG_CACHE_HOME", "caches")

        assert cache_folder() == ""

    def test_an_ordinary_user_may_have_any(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """What he writes there he could write himself."""
        (tmp_path / ".cache").symlink_to("/nowhere")
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setattr(os, "geteuid", lambda: STRANGER)

        assert cache_folder() == f"{tmp_path}/.cache/refloader"


@needs_root
class TestRootWithAnothersHome:
    """As sudo starts it where it keeps HOME."""

    def test_it_is_not_used(self, strange_home: Path, root_home: Path) -> None:
        """Not even without a link: he can put one there at any time."""
        assert cache_folder() == f"{root_home}/.cache/refloader"

    def test_nothing_is_made_where_his_link_leads(self, strange_home: Path, root_home: Path) -> None:
        """The completion's table and a prefix of Wine are written to root's own cache."""
        canary = strange_home.parent / "canary"
        canary.mkdir()
        (strange_home / ".cache").symlink_to(canary)
        os.lchown(strange_home / ".cache", STRANGER, STRANGER)

        completing._remember(completing._place(), {})
        with prefix.Making(f"{cache_folder()}/prefix", os.geteuid()):
            pass

        assert list(canary.iterdir()) == []
        assert sorted(each.name for each in (root_home / ".cache" / "refloader").iterdir())[1:] == [
            "prefix.lock",
            "prefix.new",
        ]

    def test_root_has_no_folder_of_its_own(self, strange_home: Path, root_home: Path) -> None:
        """Then there is no cache."""
        os.chown(root_home, STRANGER, STRANGER)

        assert cache_folder() == ""

    def test_a_named_folder_of_his(
        self, tmp_path: Path, root_home: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """XDG_CACHE_HOME is kept by sudo -E."""
        (tmp_path / "caches").mkdir()
        os.chown(tmp_path / "caches", STRANGER, STRANGER)
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))

        assert cache_folder() == f"{root_home}/.cache/refloader"


@needs_root
class TestUserWithAnothersHome:
    """As su -p and sudo -E -u start an ordinary user."""

    @pytest.fixture(autouse=True)
    def _an_ordinary_user(self, root_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(os, "geteuid", lambda: STRANGER + 1)
        monkeypatch.setattr(os, "getegid", lambda: STRANGER + 1)
        os.chown(root_home, STRANGER + 1, STRANGER + 1)

    def test_it_is_not_used(self, strange_home: Path, root_home: Path) -> None:
        """Its owner could leave bytecode of refloader's modules there, which this user would run."""
        assert cache_folder() == f"{root_home}/.cache/refloader"

    def test_bytecode_is_not_taken_from_it(self, strange_home: Path, root_home: Path) -> None:
        """Not even where everybody may write to it, and nothing else keeps refloader from using it."""
        place = strange_home / ".cache" / "refloader" / "bytecode"
        place.mkdir(parents=True)
        for each in (place, *place.parents[:2]):
            os.chown(each, STRANGER, STRANGER)
            each.chmod(0o777)

        assert bytecode.folder() == f"{root_home}/.cache/refloader/bytecode"

    @pytest.mark.parametrize(("group", "is_used"), [(STRANGER + 1, True), (STRANGER, False)])
    def test_a_group_may_write(
        self, tmp_path: Path, root_home: Path, monkeypatch: pytest.MonkeyPatch, group: int, is_used: bool
    ) -> None:
        """That of the user, as where each user has a group and a umask of 002, and no other."""
        home = tmp_path / "home"
        home.mkdir()
        os.chown(home, STRANGER + 1, group)
        home.chmod(0o775)
        monkeypatch.setenv("HOME", str(home))

        assert cache_folder() == f"{home if is_used else root_home}/.cache/refloader"


@needs_root
class TestTheWay:
    """Only root can change what the path leads to."""

    def test_roots_own(self, tmp_path: Path) -> None:
        """Also what is still missing, and what links of root lead to."""
        (tmp_path / "a").mkdir()
        (tmp_path / "link").symlink_to("a/../a")

        assert no_other_leads(f"{tmp_path}/link/missing/below")

    def test_a_link_of_root_to_a_strangers_folder(self, tmp_path: Path) -> None:
        """The owner of the link is not enough."""
        (tmp_path / "his").mkdir()
        os.chown(tmp_path / "his", STRANGER, STRANGER)
        (tmp_path / "link").symlink_to(tmp_path / "his" / "below")

        assert not no_other_leads(f"{tmp_path}/link")

    def test_a_link_of_a_stranger(self, tmp_path: Path) -> None:
        """He makes it anew."""
        (tmp_path / "link").symlink_to(tmp_path)
        os.lchown(tmp_path / "link", STRANGER, STRANGER)

        assert not no_other_leads(f"{tmp_path}/link/below")

    @pytest.mark.parametrize(
        ("mode", "below", "is_safe"), [(0o777, "a", False), (0o1777, "a", True), (0o1777, "b", False)]
    )
    def test_a_folder_to_which_all_write(self, tmp_path: Path, mode: int, below: str, is_safe: bool) -> None:
        """With the sticky bit, what is root's there stays; what is missing, anybody can make."""
        shared = tmp_path / "shared"
        (shared / "a").mkdir(parents=True)
        shared.chmod(mode)

        assert no_other_leads(f"{shared}/{below}") is is_safe

    def test_links_in_a_ring(self, tmp_path: Path) -> None:
        """They lead nowhere."""
        (tmp_path / "ring").symlink_to("ring")

        assert not no_other_leads(f"{tmp_path}/ring")


@needs_root
def test_a_link_in_the_place_of_a_prefixs_mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The prefix belongs to the user that Wine runs as, who can put a link into it."""
    canary = tmp_path / "canary"
    canary.touch()
    monkeypatch.setattr(prefix, "wine", lambda: prefix.Wine("", "", "wine-1"))

    with prefix.Making(f"{tmp_path}/prefix", STRANGER) as making:
        (Path(making.folder) / ".refloader-ready").symlink_to(canary)
        with pytest.raises(FileExistsError):
            making.keep()

    assert canary.read_text() == ""
