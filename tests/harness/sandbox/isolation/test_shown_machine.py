"""What a station makes before it has a root of its own: all of it lies in a folder of its own."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from refloader.sandbox import child, view
from refloader.sandbox.isolation import namespace
from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.scenario import Scenario

needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a machine to be shown, with nothing mounted in it, and a link to its own folder."""
    monkeypatch.setattr(namespace, "_make_proc", lambda path: os.symlink("/proc", path))
    monkeypatch.setattr(namespace, "_make_devices", os.mkdir)
    made = tmp_path / "machine"
    made.mkdir()
    return made


def built(path: Path, *options: str) -> str:
    """A library that says nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    source = path.with_suffix(".c")
    source.write_text("int said;\n")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", path, source, *options], check=True)
    source.unlink()
    return str(path)


def test_links_of_its_own(folder: Path) -> None:
    """A link is made where it is asked for, with the folders that lead to it."""
    namespace._show_machine(str(folder), (("/a/b/lib.so", "/c/lib.so"),), {"/etc/hosts": "text"})

    assert os.readlink(folder / "a" / "b" / "lib.so") == "/c/lib.so"
    assert (folder / "etc" / "hosts").read_text() == "text"


def test_a_link_on_the_way(folder: Path, tmp_path: Path) -> None:
    """Nothing is made behind it."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()

    rows = (("/a", str(elsewhere)), ("/a/lib.so", "/c/lib.so"), ("/a/b/lib.so", "/c/lib.so"))
    namespace._show_machine(str(folder), rows, {})

    assert list(elsewhere.iterdir()) == []


def test_what_is_mounted_on_the_way(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is made in a /proc, whose links lead to the machine's own folders."""
    monkeypatch.chdir(tmp_path)
    rows = (("/proc/self/cwd/lib.so", "/c/lib.so"), ("/proc/self/cwd/a/lib.so", "/c/lib.so"))
    namespace._show_machine(str(folder), rows, {})

    assert sorted(path.name for path in tmp_path.iterdir()) == ["machine"]


def test_other_devices(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is made in a folder of another file system: all that is the station's is one."""
    (folder / "mounted" / "below").mkdir(parents=True)
    result = os.lstat

    def elsewhere(path: str) -> os.stat_result:
        status = list(result(path))
        status[2] += "mounted" in str(path)
        return os.stat_result(status)

    monkeypatch.setattr(os, "lstat", elsewhere)

    rows = (("/mounted/lib.so", "/c"), ("/mounted/below/lib.so", "/c"), ("/mounted/new/lib.so", "/c"))
    namespace._show_machine(str(folder), rows, {})

    assert [path.name for path in (folder / "mounted").rglob("*")] == ["below"]


def test_without_hidden(tmp_path: Path) -> None:
    """A folder that holds people's projects gives way to what else is in it."""
    for name in ("bin", "lib", "src"):
        (tmp_path / name).mkdir()
    paths = (str(tmp_path), "/bin", str(tmp_path / "src" / "app"))

    found = list(namespace.without_hidden(paths, (f"{tmp_path}/src",)))

    assert found == [f"{tmp_path}/bin", f"{tmp_path}/lib", "/bin", f"{tmp_path}/src/app"]


def test_a_file_that_is_there(folder: Path) -> None:
    """What was made first stays."""
    namespace._show_machine(str(folder), (("/etc/hosts", "/elsewhere"),), {"/etc/hosts": "text"})

    assert not (folder / "etc" / "hosts").is_symlink()


@needs_compiler
@pytest.mark.parametrize("proc", ["/proc", "//proc", "/tmp/../proc"])
def test_a_library_needed_through_proc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proc: str) -> None:
    """A name that leads elsewhere for each process makes nothing on the machine, and is shown to nobody."""
    canary = tmp_path / "canary"
    canary.mkdir(mode=0o777)
    canary.chmod(0o777)
    package = tmp_path / "package"
    name = f"{proc}/self/cwd{canary}/below/libother.so"
    other = built(Path(f"{package}{canary}/below/libother.so"), f"-Wl,-soname,{name}")
    subject = built(package / "libsubject.so", "-Wl,--no-as-needed", other)
    monkeypatch.chdir(package)

    shown = view.view((subject,))
    ForeignLoader(subject).observe(Scenario(), timeout=5.0)

    assert [path for path, _, _ in shown if "/proc/" in path] == []
    assert other in [path for path, _, _ in shown]
    assert list(canary.iterdir()) == []


def secret_of(folder: Path) -> Path:
    """A file that only its owner may read."""
    path = folder / "secret"
    path.write_text("refloader-canary")
    path.chmod(0o600)
    return path


@pytest.mark.parametrize("swapped", ["file", "folder"])
def test_a_link_in_a_pinned_path(folder: Path, tmp_path: Path, swapped: str) -> None:
    """Nothing behind it is shown: it has come after the path was chosen, from the owner of the folder."""
    secret = secret_of(tmp_path)
    package = tmp_path / "package"
    if swapped == "file":
        package.mkdir()
        (package / "secret").symlink_to(secret)
    else:
        package.symlink_to(tmp_path)
    path = f"{package}/secret"

    with pytest.raises(OSError, match="a link has taken its place"):
        namespace._show_machine(str(folder), ((path, ""),), {}, {path})

    assert [each for each in folder.rglob("*") if each.is_file() and each.read_bytes()] == []


def test_a_link_to_a_folder_in_a_pinned_path(folder: Path, tmp_path: Path) -> None:
    """A folder is no exception."""
    (tmp_path / "package").symlink_to(tmp_path)
    path = f"{tmp_path}/package"

    with pytest.raises(OSError, match="a link has taken its place"):
        namespace._show_machine(str(folder), ((path, ""),), {}, {path})


@needs_compiler
@pytest.mark.parametrize("way", ["beside", "flags"])
def test_a_link_after_the_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    """What was a library, or a sidecar, when it was found is a link to a secret when its real path is asked for."""
    secret = secret_of(tmp_path)
    other = Path(built(tmp_path / "package" / "libother.so"))
    source = tmp_path / "names.c"
    source.write_text('const char names[] = "libother.so";\n')
    subject = tmp_path / "package" / "libsubject.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", subject, source], check=True)
    flags = tmp_path / "package" / "libsubject.so.flags"
    flags.write_text("")
    planted = other if way == "beside" else flags
    found = view._sidecars if way == "flags" else view._beside

    def then_a_link(*arguments: str) -> tuple[str, ...]:
        paths = found(*arguments)
        planted.unlink(missing_ok=True)
        planted.symlink_to(secret)
        return paths

    monkeypatch.setattr(view, "_sidecars" if way == "flags" else "_beside", then_a_link)

    shown = view.view((str(subject),))

    assert [path for path, _, _ in shown if path == str(secret)] == []


def test_content_behind_a_link(tmp_path: Path) -> None:
    """What a library's folder has is sent to a box only if it is a library, or for everybody to read."""
    secret = secret_of(tmp_path)
    link = tmp_path / "libsubject.so.flags"
    link.symlink_to(secret)

    with pytest.raises(PermissionError, match="not every user may read"):
        child._content(str(link))

    assert child._content(str(secret)) == b"refloader-canary"
