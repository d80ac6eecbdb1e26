"""A library that the dynamic linker does not open: told once, and nothing else is held against it."""

import shutil
import subprocess
from pathlib import Path

import pytest

from refloader.model.edition import LATEST
from refloader.suite.drivers.checks.libraries import opened
from refloader.suite.drivers.trial import DriverTrial
from refloader.suite.subjects.driver import bare_driver


@pytest.fixture
def unopened(tmp_path: Path) -> DriverTrial:
    """A driver whose library needs another one that is gone."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler (Debian: gcc)")
    source, needed, library = (tmp_path / name for name in ("x.c", "libneeded.so", "libdriver.so"))
    source.write_text("void *vk_icdGetInstanceProcAddr(void *i, char *n) { return i ? n : i; }\n")
    shared = [compiler, "-shared", "-fPIC", "-w", str(source)]
    subprocess.run([*shared, "-o", needed], check=True)
    subprocess.run([*shared, "-o", library, "-Wl,--no-as-needed", needed], check=True)
    needed.unlink()
    return DriverTrial(bare_driver(str(library)), LATEST)


class TestJudge:
    """What the prober says of its first step."""

    def test_opened(self) -> None:
        """A library that is there is opened."""
        result = opened({"load": {"path": "/libx.so"}})

        assert (result.seen, result.broken) == (1, [])

    def test_refused(self) -> None:
        """The linker's own words are told."""
        [breach] = opened({"load": {"refused": "liby.so: cannot open shared object file"}}).broken

        assert breach.fact == "the library cannot be opened: liby.so: cannot open shared object file"

    @pytest.mark.parametrize("answers", [{}, {"load": None}, {"load": 7}, {"load": {}}])
    def test_nothing_said(self, answers: dict[str, object]) -> None:
        """A driver that ends the prober when it is opened is told by that end."""
        assert opened(answers).seen == 0


class TestTrial:
    """All other tests have nothing to look at."""

    def test_opening(self, unopened: DriverTrial) -> None:
        """The one test of it gets the answer."""
        assert "libneeded.so" in unopened.opening().answers["load"]["refused"]

    def test_the_others_skip(self, unopened: DriverTrial) -> None:
        """They say why, in the linker's words."""
        with pytest.raises(pytest.skip.Exception, match=r"library cannot be loaded: .*libneeded\.so"):
            unopened.probe("negotiate")
