"""What once was too much for refloader is not any more, and neither is a small sample of other inputs."""

import subprocess
import sys
from pathlib import Path

import pytest
from fuzzing.targets import targets

from refloader.claims.verifying import verify

pytestmark = pytest.mark.slow

TOP = Path(__file__).resolve().parents[2]
FOLDER = TOP / "fixtures" / "fuzz"


def fuzzed(out: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """What tools/fuzz.py prints, in processes that are limited."""
    line = [sys.executable, str(TOP / "tools" / "fuzz.py"), "--jobs", "2", "--out", str(out), *words]
    return subprocess.run(line, capture_output=True, text=True, timeout=300, check=False)


class TestInputsOfTheRepository:
    """Every file in fixtures/fuzz goes through all that is done with its kind."""

    @pytest.mark.timeout(400)
    def test_nothing_is_wrong_with_them(self, tmp_path: Path) -> None:
        """No traceback, no hang, no memory, no control characters, no document that cannot be read."""
        done = fuzzed(tmp_path, "--corpus")

        assert done.returncode == 0, done.stdout
        assert "Traceback" not in done.stderr

    def test_they_are_few_and_small(self) -> None:
        """Each is of a target, says in README.md how it came about, and takes a few KB."""
        paths = [path for path in FOLDER.rglob("*") if path.is_file() and path != FOLDER / "README.md"]
        words = (FOLDER / "README.md").read_text(encoding="utf-8")

        assert len(paths) < 150
        assert sum(path.stat().st_size for path in paths) < 1_000_000
        assert [path for path in paths if f"`{path.parent.name}/{path.name}`" not in words] == []


class TestSeeds:
    """A seed that is refused at its beginning leaves what is behind that untried."""

    @pytest.mark.parametrize("path", sorted((FOLDER / "claim").iterdir()), ids=lambda path: path.name)
    def test_claims_hold(self, path: Path) -> None:
        """Also after the document of a claim has changed."""
        assert verify(path.read_bytes()).problems == ()

    def test_there_are_signed_claims(self) -> None:
        """They are made from those seeds."""
        assert "signed" in targets()


class TestASample:
    """A few inputs of each target, the same each time."""

    @pytest.mark.whole
    @pytest.mark.timeout(400)
    def test_nothing_is_wrong_with_it(self, tmp_path: Path) -> None:
        """The same as of the inputs of the repository."""
        done = fuzzed(tmp_path, "--inputs", "600", "--seed", "2026")

        assert done.returncode == 0, done.stdout
