"""Small C libraries for tests that need a loader which misbehaves, the ways to show a world, and a clean end."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from refloader.harness.worker import child
from refloader.harness.worker import world as worlds
from refloader.harness.worker.world import Way


@pytest.fixture(scope="session")
def compile_loader(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Turns C text into a shared library and gives its path; skips where there is no C compiler."""
    compiler = shutil.which("cc")
    folder = tmp_path_factory.mktemp("loaders")
    # The tests' folders are private to their user, and some children give up that user.
    for each in (folder, folder.parent):
        each.chmod(0o755)

    def build(text: str) -> str:
        if compiler is None:
            pytest.skip("there is no C compiler (Debian: gcc)")
        name = f"loader{len(list(folder.glob('*.c')))}"
        source = folder / f"{name}.c"
        source.write_text(text)
        library = folder / f"lib{name}.so"
        subprocess.run([compiler, "-shared", "-fPIC", "-w", "-o", library, source], check=True)
        return str(Path(library))

    return build


@pytest.fixture
def nothing_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """After every test, once the stations are closed: the same mounts, no child, and no temporary folder."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    worlds.capabilities()
    child.close_all()
    mounts = Path("/proc/self/mounts").read_text()

    yield

    child.close_all()
    assert Path("/proc/self/mounts").read_text() == mounts
    assert list(folder.iterdir()) == []
    assert list(_children()) == []


def _children() -> Iterator[str]:
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            text = (folder / "stat").read_text()
        except OSError:
            continue
        if int(text.rpartition(")")[2].split()[1]) == os.getpid():
            yield text


@pytest.fixture(params=list(Way), ids=lambda way: way.value)
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Way:
    """Each way of showing a world that works on this machine."""
    each: Way = request.param
    if worlds.why_not(each):
        pytest.skip(f"{each.value}: {worlds.why_not(each)}")
    monkeypatch.setattr("refloader.harness.worker.redirect._machine_refusal", lambda: "")
    return each
