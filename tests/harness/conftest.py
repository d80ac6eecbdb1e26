"""Small C libraries for tests that need a loader which misbehaves, the ways to show a world, and a clean end."""

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from refloader.sandbox import child
from refloader.sandbox import world as worlds
from refloader.sandbox.isolation import process_tree
from refloader.sandbox.layouts import Way
from refloader.sandbox.view import SHOW


@pytest.fixture(scope="session", autouse=True)
def _root_enters_user_namespaces() -> Iterator[None]:
    """As it stays root there, it has to be said; these tests are to see that way too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(worlds.UNSAFE, "1")
        worlds.forget()
        yield


@pytest.fixture(scope="session")
def compile_loader() -> Iterator[Callable[..., str]]:
    """Turns C text into a shared library and gives its path; skips where there is no C compiler."""
    compiler = shutil.which("cc")
    folder = _open_folder()

    def build(text: str, *needed: str) -> str:
        if compiler is None:
            pytest.skip("there is no C compiler (Debian: gcc)")
        name = f"loader{len(list(folder.glob('*.c')))}"
        source = folder / f"{name}.c"
        source.write_text(text)
        library = folder / f"lib{name}.so"
        subprocess.run([compiler, "-shared", "-fPIC", "-w", "-o", library, source, *needed], check=True)
        return str(Path(library))

    yield build

    shutil.rmtree(folder)


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A folder that whoever a library runs as can come to. Pytest's are closed again whenever another one starts."""
    folder = _open_folder()
    yield folder
    shutil.rmtree(folder)


def _open_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="refloader-test-"))
    folder.chmod(0o755)
    return folder


def _mounts(own: Path) -> list[str]:
    """The mounts of this machine, but for those that tests of another process have made in their folders."""
    lines = Path("/proc/self/mounts").read_text().splitlines()
    return [line for line in lines if f"{own.parent}/" not in line or f"{own}/" in line]


@pytest.fixture
def nothing_stays(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """After every test, once the stations are closed: the same mounts, no new child, and no temporary folder.

    Libraries can reach that folder, and a file "lock" of the test's own.
    """
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv(SHOW, str(tmp_path / "lock"))
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    worlds.capabilities()
    child.close_all()
    mounts, before = _mounts(tmp_path_factory.getbasetemp()), process_tree.children()

    yield

    child.close_all()
    assert _mounts(tmp_path_factory.getbasetemp()) == mounts
    assert list(folder.iterdir()) == []
    assert process_tree.children() - before == set()


@pytest.fixture(params=list(Way), ids=lambda way: way.value)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Way:
    """Each way of showing a world that works on this machine."""
    each: Way = request.param
    if worlds.why_not(each):
        pytest.skip(f"{each.value}: {worlds.why_not(each)}")
    monkeypatch.setattr("refloader.sandbox.redirect._machine_refusal", lambda: "")
    return each
