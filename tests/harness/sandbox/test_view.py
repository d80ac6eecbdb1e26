"""What a library gets to see because of the names in it and the files beside it, and how long that is looked for."""

import importlib.util
import os
import socket
import time
from pathlib import Path

import pytest

import refloader
from refloader.host import privacy
from refloader.inspect.libraries.linking import Linker
from refloader.sandbox import library_data, view
from refloader.sandbox.view import is_sidecar, with_neighbours

pytestmark = pytest.mark.slow

ELF = b"\x7fELF\2\1".ljust(16, b"\0") + b"\3\0"
CORE_DUMP = ELF[:16] + b"\4\0"


def library(path: Path, *names: str) -> str:
    """A file that begins as a library does, with these names in it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(ELF + b"\0".join(map(os.fsencode, ("", *names, ""))))
    return str(path)


def shown(subject: str) -> list[str]:
    """What is shown by name."""
    return list(view.named(view.view((subject,))))


class TestNeighbours:
    """A library that another one names is shown with it, and nothing else that has such a name."""

    @pytest.mark.parametrize("name", ["libother.so", "libother.so.1.2", "lib-a+b_c.so.3"])
    def test_a_library(self, tmp_path: Path, name: str) -> None:
        """It is found by its name."""
        other = library(tmp_path / name)
        subject = library(tmp_path / "libsubject.so", f"{name}")

        assert with_neighbours(subject) == (subject, other)

    @pytest.mark.parametrize("before", ["", "path=", "/nowhere/libx.so:"])
    def test_a_library_elsewhere(self, tmp_path: Path, before: str) -> None:
        """It is found by its absolute path, whatever stands before that: a stub opens the loader behind it so."""
        other = library(tmp_path / "other" / "libreal.so.1")
        subject = library(tmp_path / "package" / "libsubject.so", f"{before}{other}")

        assert shown(subject) == [subject, other]

    @pytest.mark.parametrize("content", ["secret", CORE_DUMP.decode("latin-1"), None])
    def test_what_is_no_library_elsewhere(self, tmp_path: Path, content: str | None) -> None:
        """An absolute path with the name of a library shows no other file, and no folder."""
        other = tmp_path / "home" / "libdata.so"
        other.parent.mkdir()
        other.mkdir() if content is None else other.write_text(content, encoding="latin-1")
        subject = library(tmp_path / "package" / "libsubject.so", str(other))

        assert shown(subject) == [subject]

    def test_a_link_to_a_secret(self, tmp_path: Path) -> None:
        """A link that came with a library has the name of one and leads to a file that is none."""
        secret = tmp_path / "home" / "id_rsa"
        secret.parent.mkdir()
        secret.write_text("secret")
        subject = library(tmp_path / "package" / "libsubject.so", "libdata.so.1")
        (tmp_path / "package" / "libdata.so.1").symlink_to(secret)

        assert with_neighbours(subject) == (subject,)
        assert shown(subject) == [subject]

    @pytest.mark.parametrize("head", [CORE_DUMP, CORE_DUMP[:5] + b"\2" + CORE_DUMP[6:16] + b"\0\4", ELF[:17]])
    def test_a_link_to_a_core_dump(self, tmp_path: Path, head: bytes) -> None:
        """What was in the memory of somebody's process lies in a file that begins as a library does."""
        dump = tmp_path / "home" / "core"
        dump.parent.mkdir()
        dump.write_bytes(head)
        subject = library(tmp_path / "package" / "libsubject.so", "libdata.so.1")
        (tmp_path / "package" / "libdata.so.1").symlink_to(dump)

        assert shown(subject) == [subject]

    def test_a_core_dump_that_is_needed(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Nor is one shown that a library names as one to be opened with it, wherever it says that it is."""
        dump, other = tmp_path / "core", library(tmp_path / "other" / "libother.so")
        dump.write_bytes(CORE_DUMP)
        subject = library(tmp_path / "package" / "libsubject.so")
        monkeypatch.setattr(Linker, "reached", lambda *_: (str(dump), other))

        assert shown(subject) == [subject, other]

    def test_a_link_to_a_folder(self, tmp_path: Path) -> None:
        """Nor does a folder."""
        (tmp_path / "home").mkdir()
        subject = library(tmp_path / "package" / "libsubject.so", "folder.so")
        (tmp_path / "package" / "folder.so").symlink_to(tmp_path / "home")

        assert shown(subject) == [subject]

    def test_a_pipe(self, tmp_path: Path) -> None:
        """Nobody waits for a pipe under the name of a library."""
        subject = library(tmp_path / "libsubject.so", "libpipe.so")
        os.mkfifo(tmp_path / "libpipe.so")

        assert with_neighbours(subject) == (subject,)

    @pytest.mark.parametrize("filling", [b"a", b".so", b"a.so-", b".", b"/", b"lib.so\0"])
    def test_a_library_that_is_hard_to_search(self, tmp_path: Path, filling: bytes) -> None:
        """What fills a library makes no difference to how long it is looked through."""
        subject = library(tmp_path / "libsubject.so")
        Path(subject).write_bytes(ELF + filling * ((4 << 20) // len(filling)))
        started = time.process_time()

        with_neighbours(subject)
        shown(subject)

        assert time.process_time() - started < 10

    def test_a_link_to_what_does_not_end(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Some files of the kernel have a reader wait for more: each is looked at, and opened without waiting."""
        waiting = tmp_path / "trace_pipe"
        waiting.write_bytes(ELF)
        subject = library(tmp_path / "package" / "libsubject.so", "libdata.so.1")
        (tmp_path / "package" / "libdata.so.1").symlink_to(waiting)
        opened = dict[str, int]()
        original = os.open

        def opening(path: str, flags: int, *arguments: int, **more: int) -> int:
            opened[path] = flags
            return original(path, flags, *arguments, **more)

        monkeypatch.setattr(os, "open", opening)

        assert str(waiting) in shown(subject)
        assert opened[str(tmp_path / "package" / "libdata.so.1")] & os.O_PATH
        again = [flags for path, flags in opened.items() if path.startswith("/proc/self/fd/")]
        assert again
        assert all(flags & os.O_NONBLOCK for flags in again)


class TestFolders:
    """What lies with a library that does not name it, and what the user shows."""

    def test_a_library_that_is_not_named(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Code may put a name together: a library that every user can read is shown, a link to one is not."""
        monkeypatch.setattr(privacy, "is_everybodys", lambda path: "private" not in path)
        subject, other = library(tmp_path / "libsubject.so"), library(tmp_path / "libother.so")
        library(tmp_path / "libprivate.so")
        (tmp_path / "notes.so").write_text("secret")
        (tmp_path / "liblink.so").symlink_to(other)

        assert with_neighbours(subject) == (subject, other)

    def test_a_folder_of_many(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where much lies beside it, a library is shown if it is named."""
        monkeypatch.setattr(privacy, "is_everybodys", lambda path: True)
        subject = library(tmp_path / "libsubject.so")
        for number in range(20):
            library(tmp_path / f"lib{number}.so")

        assert with_neighbours(subject) == (subject,)

    def test_the_folder_of_the_library_itself(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The user's folder comes before what lies in it: a mount has no room where its files are already."""
        monkeypatch.setenv(view.SHOW, str(tmp_path))
        subject = library(tmp_path / "libsubject.so")

        assert shown(subject) == [str(tmp_path), subject]

    def test_a_hidden_folder(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A folder that is hidden from all is covered no more if the user asks for it itself; others still are."""
        monkeypatch.setenv(view.SHOW, "/usr/local/src/:/usr/src/project")

        assert {*view.hidden()} - {*view.covered()} == {"/usr/local/src"}

    def test_packages_of_other_releases(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Python's packages are hidden in /usr/local/lib for each release, not only for the one that runs."""
        (tmp_path / "python3.2").mkdir()
        monkeypatch.setattr(view, "_LOCAL", str(tmp_path))

        assert f"{tmp_path}/python3.2/site-packages" in view.hidden.__wrapped__()


class TestTheLibraryItself:
    """A manifest names the library, and a link leads to it: both came with it."""

    def test_a_secret_in_its_place(self, tmp_path: Path) -> None:
        """What is no library is not shown as one."""
        secret = tmp_path / "home" / "id_rsa"
        secret.parent.mkdir()
        secret.write_text("secret")

        assert shown(str(secret)) == []

    def test_what_does_not_end_in_its_place(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Nobody waits for a file of the kernel, such as its log: all that is judged beside it would wait as well."""
        waiting = tmp_path / "kmsg"
        waiting.write_bytes(b"6,1,1,-;a line\n")
        subject = tmp_path / "libsubject.so"
        subject.symlink_to(waiting)

        def opening(path: object, *_: object, **__: object) -> None:
            raise AssertionError(f"{path} is opened to be waited for")

        monkeypatch.setattr("builtins.open", opening)

        assert with_neighbours(str(subject)) == (str(subject),)
        assert shown(str(waiting)) == shown(str(subject)) == []

    def test_what_cannot_be_read_in_its_place(self) -> None:
        """The subjects beside it have their sandbox all the same."""
        assert shown("/proc/self/mem") == []


class TestSidecars:
    """The text that says how a mock is to behave is a small file of its own."""

    def test_a_file(self, tmp_path: Path) -> None:
        """It is shown with its library."""
        subject = library(tmp_path / "libsubject.so")
        (tmp_path / "libsubject.so.flags").write_text("name=mock\n")

        assert with_neighbours(subject) == (subject, f"{subject}.flags")

    def test_a_link(self, tmp_path: Path) -> None:
        """A link may lead to anybody's secret, and is none."""
        (tmp_path / "secret").write_text("secret")
        subject = library(tmp_path / "package" / "libsubject.so")
        Path(f"{subject}.flags").symlink_to(tmp_path / "secret")
        Path(f"{subject}.violate").symlink_to(tmp_path / "secret")

        assert with_neighbours(subject) == (subject,)
        assert shown(subject) == [subject]
        assert not is_sidecar(f"{subject}.flags")

    def test_a_large_file(self, tmp_path: Path) -> None:
        """One that is far too large for that is not read."""
        subject = library(tmp_path / "libsubject.so")
        with open(f"{subject}.flags", "wb") as file:
            file.truncate(1 << 40)

        assert not is_sidecar(f"{subject}.flags")


class TestData:
    """Of its installation a library is shown what it names, if that is no secret."""

    @pytest.fixture(autouse=True)
    def _reached(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The folder for temporary files, which others may not enter, does not count."""
        monkeypatch.setattr(library_data, "is_everybodys", lambda path: "unreached" not in path)

    @pytest.fixture
    def installation(self, tmp_path: Path) -> Path:
        """A folder with a library in ``lib`` and two files in ``etc``."""
        top = tmp_path / "opt"
        (top / "etc").mkdir(parents=True)
        for name, mode in (("public.conf", 0o644), ("private.key", 0o600)):
            (top / "etc" / name).write_text("text")
            (top / "etc" / name).chmod(mode)
        return top

    def test_a_public_file(self, installation: Path) -> None:
        """What everybody can read is shown."""
        public = str(installation / "etc" / "public.conf")
        subject = library(installation / "lib" / "libsubject.so", public)

        assert shown(subject) == [subject, public]

    @pytest.mark.parametrize("home", ["opt", ""])
    def test_a_home(self, installation: Path, monkeypatch: pytest.MonkeyPatch, home: str) -> None:
        """Who puts a library into ``lib`` of a home, or of a folder in it, shows it nothing else of that."""
        monkeypatch.setattr(view, "_homes", lambda: frozenset({str(installation.parent / home)}))
        names = (str(installation / "etc" / "public.conf"), str(installation / "etc"))
        subject = library(installation / "lib" / "vendor" / "libsubject.so", *names)

        assert shown(subject) == [subject]
        assert set(view.not_shown(subject)) == set(names)

    def test_a_hidden_json_file(self, installation: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Below ``share`` and ``etc``, a file of this suffix is data, and no manifest for others."""
        monkeypatch.setattr(view, "_homes", lambda: frozenset({str(installation)}))
        profile = installation / "share" / "product" / "profile.json"
        profile.parent.mkdir(parents=True)
        profile.write_text("{}")
        by_path = library(installation / "lib" / "libpath.so", str(profile))
        by_name = library(installation / "lib" / "libname.so", "share/product/profile.json")

        assert view.not_shown(by_path) == (str(profile),)
        assert view.not_shown(by_name) == (str(profile),)

    def test_a_home_in_it(self, installation: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Nor is a home shown that lies in a folder of it."""
        home = installation / "share" / "people" / "user"
        home.mkdir(parents=True)
        (home / "notes.txt").write_text("text")
        monkeypatch.setattr(view, "_homes", lambda: frozenset({str(home)}))
        subject = library(installation / "lib" / "libsubject.so", str(home.parent), str(home / "notes.txt"))

        assert shown(subject) == [subject]

    def test_an_installation_that_nobody_enters(self, tmp_path: Path) -> None:
        """What everybody could read if they got to it is not public where the installation is its owner's."""
        public = tmp_path / "unreached" / "share" / "public.bin"
        public.parent.mkdir(parents=True)
        public.write_text("text")
        subject = library(tmp_path / "unreached" / "lib" / "libsubject.so", str(public))

        assert shown(subject) == [subject]
        assert view.not_shown(subject) == (str(public),)

    def test_a_private_file(self, installation: Path) -> None:
        """What only its owner can read is not, though the harness could."""
        subject = library(installation / "lib" / "libsubject.so", str(installation / "etc" / "private.key"))

        assert shown(subject) == [subject]

    def test_a_link_out_of_it(self, installation: Path, tmp_path: Path) -> None:
        """Nor is what a link in it leads to elsewhere."""
        (tmp_path / "secret").write_text("secret")
        (installation / "etc" / "link").symlink_to(tmp_path / "secret")
        subject = library(installation / "lib" / "libsubject.so", str(installation / "etc" / "link"))

        assert shown(subject) == [subject]

    def test_a_folder(self, installation: Path) -> None:
        """A folder in which everything is public is shown as it is."""
        data = installation / "share" / "vendor"
        (data / "below").mkdir(parents=True)
        (data / "below" / "file").write_text("text")
        (data / "link").symlink_to("below/file")
        subject = library(installation / "lib" / "libsubject.so", str(data))

        assert shown(subject) == [subject, str(data)]

    @pytest.mark.parametrize("name", ["etc", "etc/"])
    def test_a_folder_with_a_secret(self, installation: Path, name: str) -> None:
        """Of one that holds a private file the others are shown."""
        subject = library(installation / "lib" / "libsubject.so", str(installation / name))

        assert shown(subject) == [subject, str(installation / "etc" / "public.conf")]

    @pytest.mark.parametrize("secret", ["below", "a/b/below", ".hidden"])
    def test_a_folder_with_a_closed_one(self, installation: Path, secret: str) -> None:
        """What lies in a folder that nobody may enter, or that is hidden, is not public, whatever its own rights."""
        (installation / "etc" / "private.key").unlink()
        closed = installation / "etc" / secret
        closed.mkdir(parents=True)
        (closed / "key").write_text("secret")
        closed.chmod(0o700)
        subject = library(installation / "lib" / "libsubject.so", str(installation / "etc"))

        assert shown(subject) == [subject, str(installation / "etc" / "public.conf")]

    def test_a_file_in_a_closed_folder(self, installation: Path) -> None:
        """What everybody could read if they got to it is not shown, though its own name is known."""
        closed = installation / "etc" / "closed"
        (closed / "below").mkdir(parents=True)
        (closed / "below" / "key").write_text("secret")
        closed.chmod(0o700)
        names = (str(closed / "below" / "key"), str(closed / "below"), str(closed))
        subject = library(installation / "lib" / "libsubject.so", *names)

        assert shown(subject) == [subject]

    def test_a_link_to_what_is_hidden(self, installation: Path) -> None:
        """A link makes nothing public that its own name does not."""
        (installation / "etc" / ".hidden").mkdir()
        (installation / "etc" / ".hidden" / "key").write_text("secret")
        (installation / "etc" / "link").symlink_to(".hidden")
        names = (str(installation / "etc" / "link"), str(installation / "etc" / "link" / "key"))
        subject = library(installation / "lib" / "libsubject.so", *names)

        assert shown(subject) == [subject]

    def test_what_is_no_file(self, installation: Path) -> None:
        """A pipe takes what is written to it, also where nothing else can be changed."""
        pipe, place = installation / "etc" / "pipe", installation / "etc" / "socket"
        os.mkfifo(pipe)
        pipe.chmod(0o666)
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(str(place))
        place.chmod(0o777)
        subject = library(installation / "lib" / "libsubject.so", str(pipe), str(place))

        assert shown(subject) == [subject]

    def test_a_large_folder(self, installation: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """One that takes too long to look through is not shown as a whole."""
        (installation / "etc" / "private.key").unlink()
        monkeypatch.setattr(library_data, "_MOST_IN_FOLDER", 3)
        for number in range(4):
            (installation / "etc" / str(number)).write_text("")
        subject = library(installation / "lib" / "libsubject.so", str(installation / "etc"))

        assert len(shown(subject)) == 4


class TestDataFromTheLibrary:
    """A product finds its data from where its library lies, by names that its code puts together."""

    @pytest.fixture(autouse=True)
    def _everybodys(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(library_data, "is_everybodys", lambda path: "private" not in path)

    @pytest.mark.parametrize("name", ["%s/tables.bin", "tables.bin", "tables", "%s/%s.bin\0tables"])
    def test_a_file_beside_it(self, tmp_path: Path, name: str) -> None:
        """A file in its folder is shown if it is named, with its suffix or without."""
        subject = library(tmp_path / "package" / "libsubject.so", name)
        for other in ("tables.bin", *map(str, range(20))):
            (tmp_path / "package" / other).write_text("A")

        assert shown(subject) == [subject, str(tmp_path / "package" / "tables.bin")]

    @pytest.mark.parametrize("name", ["retables.bin", "tables.binary", "my-tables.bin", "table"])
    def test_a_part_of_a_word(self, tmp_path: Path, name: str) -> None:
        """Nor is a file named where a longer word begins or ends with its name."""
        subject = library(tmp_path / "package" / "libsubject.so", name)
        for other in ("tables.bin", *map(str, range(20))):
            (tmp_path / "package" / other).write_text("A")

        assert shown(subject) == [subject]

    def test_a_folder_of_few(self, tmp_path: Path) -> None:
        """A compiler may leave no name in a library: in a folder of its own all is shown."""
        subject = library(tmp_path / "package" / "libsubject.so")
        for name in ("tables.bin", "data/rest.bin"):
            (tmp_path / "package" / name).parent.mkdir(exist_ok=True)
            (tmp_path / "package" / name).write_text("A")

        assert shown(subject) == [
            subject,
            str(tmp_path / "package/data"),
            str(tmp_path / "package/tables.bin"),
        ]

    @pytest.mark.parametrize("mode", [0o1777, 0o1755, 0o777])
    def test_a_folder_for_everybody(self, tmp_path: Path, mode: int) -> None:
        """A folder like ``/tmp`` has the files of others, whatever they are called."""
        subject = library(tmp_path / "libsubject.so", "tables.bin")
        (tmp_path / "tables.bin").write_text("A")
        tmp_path.chmod(mode)

        assert shown(subject) == [subject]

    def test_a_project(self, tmp_path: Path) -> None:
        """Where something is hidden somebody works: what lies there is told of as what is hidden."""
        subject = library(tmp_path / "libsubject.so", "tables.bin")
        for name in ("tables.bin", "results.ndjson", ".env"):
            (tmp_path / name).write_text("A")

        assert shown(subject) == [subject]
        assert view.not_shown(subject) == (str(tmp_path / "tables.bin"),)

    def test_data_of_another_library(self, tmp_path: Path) -> None:
        """A library that the subject names by its path is shown, and not what lies beside that one."""
        other = library(tmp_path / "other" / "libother.so")
        (tmp_path / "other" / "tables.bin").write_text("A")
        subject = library(tmp_path / "package" / "libsubject.so", other)

        assert shown(subject) == [subject, other]

    @pytest.mark.parametrize("link", ["package", "package/data"])
    def test_a_link_into_a_home(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, link: str) -> None:
        """A home stays hidden behind links of folders, be it the library's or one in ``share``."""
        home = tmp_path / "home" / "user"
        monkeypatch.setattr(view, "_homes", lambda: frozenset({str(home)}))
        (home / "files").mkdir(parents=True)
        (home / "files" / "tables.bin").write_text("A")
        path = tmp_path / "opt" / "acme" / "libsubject.so"
        path.parent.mkdir(parents=True)
        (tmp_path / "opt" / "share").symlink_to(home)
        subject = library(home / "files" / "libsubject.so", "tables.bin")
        if link == "package":
            (tmp_path / "linked").symlink_to(home / "files")
            subject = str(tmp_path / "linked" / "libsubject.so")
        else:
            subject = library(path, "../share/files")

        assert [each for each in shown(subject) if "libsubject.so" not in each] == []

    def test_a_home_below_it(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Nor is a home shown that lies in a folder beside the library."""
        monkeypatch.setattr(view, "_homes", lambda: frozenset({str(tmp_path / "people" / "user")}))
        subject = library(tmp_path / "libsubject.so")
        for name in ("people/user/notes.txt", "people/.keep", "people/user/.profile"):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text("A")

        assert shown(subject) == [subject]

    def test_what_others_share(self, tmp_path: Path) -> None:
        """A ``share`` further up is not the product's."""
        (tmp_path / "share" / "finance").mkdir(parents=True)
        (tmp_path / "share" / "finance" / "tables.bin").write_text("A")
        subject = library(tmp_path / "opt" / "acme" / "libsubject.so", "../../share/finance")

        assert shown(subject) == [subject]

    @pytest.mark.parametrize("name", ["%s/../share/acme/tables.bin", "share/acme/tables.bin"])
    def test_a_file_of_the_installation(self, tmp_path: Path, name: str) -> None:
        """So is one in the ``share`` beside the folder of the library."""
        data = tmp_path / "opt" / "share" / "acme" / "tables.bin"
        data.parent.mkdir(parents=True)
        data.write_text("A")
        (data.parent / "other.bin").write_text("A")
        subject = library(tmp_path / "opt" / "lib" / "libsubject.so", name)

        assert shown(subject) == [subject, str(data)]

    def test_a_folder_of_the_installation(self, tmp_path: Path) -> None:
        """Of a name that goes on with what is put together the folder is shown."""
        data = tmp_path / "opt" / "share" / "acme"
        data.mkdir(parents=True)
        (data / "tables.bin").write_text("A")
        subject = library(tmp_path / "opt" / "bin" / "libsubject.so", "../share/acme/%s.bin")

        assert shown(subject) == [subject, str(data)]

    def test_a_library_behind_a_link(self, tmp_path: Path) -> None:
        """Code learns of its library the path that it was opened by, and looks for data there."""
        real = library(tmp_path / "versions" / "libsubject.so.1", "tables.bin", "real.bin")
        subject = tmp_path / "current" / "libsubject.so"
        subject.parent.mkdir()
        subject.symlink_to(real)
        (tmp_path / "current" / "tables.bin").write_text("A")
        (tmp_path / "versions" / "real.bin").write_text("A")

        data = [str(tmp_path / "versions" / "real.bin"), str(tmp_path / "current" / "tables.bin")]
        assert shown(str(subject)) == [real, str(subject), *data]

    def test_a_home(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """What lies in a home is not shown, and is told of as what is hidden."""
        monkeypatch.setattr(view, "_homes", lambda: frozenset({str(tmp_path)}))
        subject = library(tmp_path / "build" / "libsubject.so", "tables.bin")
        (tmp_path / "build" / "tables.bin").write_text("A")

        assert shown(subject) == [subject]
        assert view.not_shown(subject) == (str(tmp_path / "build" / "tables.bin"),)

    def test_a_private_file(self, tmp_path: Path) -> None:
        """Nor is what not everybody can read."""
        subject = library(tmp_path / "libsubject.so", "private.bin", "public.bin")
        for name in ("private.bin", "public.bin"):
            (tmp_path / name).write_text("A")

        assert shown(subject) == [subject, str(tmp_path / "public.bin")]
        assert view.not_shown(subject) == (str(tmp_path / "private.bin"),)

    def test_what_the_user_shows(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is hidden no more once the user shows the folder."""
        monkeypatch.setenv(view.SHOW, str(tmp_path))
        subject = library(tmp_path / "libsubject.so", "private.bin")
        (tmp_path / "private.bin").write_text("A")

        assert view.not_shown(subject) == ()

    @pytest.mark.parametrize("link", ["../secret", "pipe"])
    def test_a_link_and_a_pipe(self, tmp_path: Path, link: str) -> None:
        """A link beside the library leads elsewhere, and a pipe takes what is written to it."""
        (tmp_path / "secret").write_text("secret")
        subject = library(tmp_path / "package" / "libsubject.so", "tables.bin", "pipe")
        os.mkfifo(tmp_path / "package" / "pipe")
        (tmp_path / "package" / "tables.bin").symlink_to(link)

        assert shown(subject) == [subject]

    def test_a_folder_of_many(self, tmp_path: Path) -> None:
        """Where very much lies beside it, nothing of that is looked for: it is no folder of its own."""
        subject = library(tmp_path / "libsubject.so", "tables.bin")
        for number in range(100):
            (tmp_path / f"{number}.txt").write_text("")
        (tmp_path / "tables.bin").write_text("A")

        assert shown(subject) == [subject]

    def test_a_name_that_repeats(self, tmp_path: Path) -> None:
        """How often a name begins makes no difference to how long a library is looked through."""
        subject = library(tmp_path / "libsubject.so")
        Path(subject).write_bytes(ELF + b"a" * (4 << 20) + b"share/a/" * (1 << 18) + b"../" * (1 << 18))
        for name in ("aaaa", "aaaa.bin", "share"):
            (tmp_path / name).write_text("A")
        started = time.process_time()

        shown(subject)

        assert time.process_time() - started < 10


class TestSystem:
    """Folders that everybody is shown are the system's, and those of the package."""

    def test_no_checkout(self) -> None:
        """Of a checkout that was installed as editable, only the package is shown."""
        shown_to_all = [path for path in view.everybodys() if os.path.isdir(path)]

        assert os.path.dirname(refloader.__file__) in shown_to_all
        assert not [
            path
            for path in shown_to_all
            if any(os.path.exists(os.path.join(path, name)) for name in ("pyproject.toml", ".git"))
        ]

    def test_a_folder_around_the_checkout(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """An editable installation may have one in the path of the package."""
        monkeypatch.setattr(refloader, "__path__", [str(tmp_path), *refloader.__path__])
        monkeypatch.setattr(view, "_everybodys", view._everybodys.__wrapped__)

        assert str(tmp_path) not in view.everybodys()

    @pytest.mark.parametrize("flatpak", [True, False])
    def test_an_application(self, monkeypatch: pytest.MonkeyPatch, flatpak: bool) -> None:
        """In a Flatpak /app holds libraries, in a container somebody's project."""
        exists = os.path.exists
        monkeypatch.setattr(
            os.path, "exists", lambda path: flatpak if path == "/.flatpak-info" else exists(path)
        )
        spec = importlib.util.find_spec(view.__name__)
        assert spec
        assert spec.loader
        fresh = importlib.util.module_from_spec(spec)

        spec.loader.exec_module(fresh)

        assert ("/app" in fresh._SYSTEM) is flatpak
        assert "/usr" in fresh._SYSTEM
