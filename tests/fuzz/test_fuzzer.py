"""The fuzzer sees what is wrong, and charges the input that did it."""

import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
from fuzzing import corpora
from fuzzing.target import step, verbs_on
from fuzzing.targets import targets

PLANTED = Path(__file__).parent / "faulty_target.py"
FUZZ = Path(__file__).parents[2] / "tools" / "fuzz.py"

_AS_IN_THE_FOREGROUND = """import os, signal, sys
signal.signal(signal.SIGHUP, signal.SIG_DFL)
os.execv(sys.executable, [sys.executable, *sys.argv[1:]])
"""
"""Runs a program that a signal ends that this process may ignore, as under nohup."""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the fuzzer says of targets that are wrong on purpose."""
    mark = tmp_path_factory.mktemp("faulty") / "mark"
    variables = {**os.environ, "FAULTY_TARGET_MARK": str(mark)}
    line = [sys.executable, str(PLANTED)]
    done = subprocess.run(line, capture_output=True, timeout=240, check=False, env=variables)
    assert done.returncode == 0, done.stderr.decode()
    found: dict[str, Any] = json.loads(done.stdout)
    return found


class TestASignalEndsIt:
    """It leaves neither its folder for temporary files nor processes."""

    @pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP])
    def test_nothing_is_left(self, tmp_path: Path, ending: signal.Signals) -> None:
        """The folder may be one in memory, which would stay until the machine ends."""
        scratch = tmp_path / "scratch"
        scratch.mkdir()
        words = ["settings", "--inputs", "1000000", "--jobs", "1", "--out", str(tmp_path / "found")]
        variables = {**os.environ, "TMPDIR": str(scratch)}
        reset = [sys.executable, "-c", _AS_IN_THE_FOREGROUND, str(FUZZ), *words]
        running = subprocess.Popen(reset, env=variables, stderr=subprocess.DEVNULL, start_new_session=True)
        try:
            while running.poll() is None and not [*scratch.glob("fuzz-*/*")]:
                time.sleep(0.05)
            running.send_signal(ending)
            code = running.wait(timeout=120)
        finally:
            running.kill()
            running.wait()

        assert code == 128 + ending
        assert not [*scratch.iterdir()]
        with pytest.raises(ProcessLookupError):
            os.killpg(running.pid, 0)


class TestWhatIsWrongIsFound:
    """One input of thirty is bad: one finding of the right kind, and all others are run."""

    @pytest.mark.parametrize(
        ("name", "kind"),
        [
            ("raises", "traceback: KeyError"),
            ("spins", "hang: "),
            ("grows", "memory: "),
            ("asks", "memory: "),
            ("aborts", "crash: "),
            ("prints", "control characters: "),
            ("garbles", "unreadable output: "),
        ],
    )
    def test_it_is_of_its_kind(self, told: dict[str, Any], name: str, kind: str) -> None:
        """The input before and those after it are counted too, though its process has ended."""
        tally = told["tallies"][name]
        [(key, count)] = tally["found"].items()

        assert key.startswith(kind)
        assert count == 1
        assert tally["inputs"] == 30

    def test_what_is_slow_only_once_is_not_found(self, told: dict[str, Any]) -> None:
        """A crowded machine takes longer for the same work: an input hangs if it does so each time."""
        tally = told["tallies"]["spins once"]

        assert tally == {"inputs": 30, "found": {}}

    def test_it_can_be_made_shorter(self, told: dict[str, Any]) -> None:
        """Nothing is left of an input but what is wrong with it."""
        assert told["shorter"] == "17"


class TestInputs:
    """Inputs follow from a seed and a number."""

    @pytest.mark.parametrize("name", sorted(targets()))
    def test_they_are_the_same_each_time(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """Made once more, a day later, they have the same bytes, and hardly any two numbers have."""
        target = targets()[name]

        first = [target.input(3, number) for number in range(12)]
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + 86400)
        again = [target.input(3, number) for number in range(12)]

        assert first == again
        assert len({each.data for each in first}) > 6


class TestLaidOut:
    """What a variant does not read costs nothing."""

    def test_only_what_the_words_name_is_written(self, tmp_path: Path) -> None:
        """A file by its name, a tree by the folder at its top."""
        files = [("input.json", b"{}"), ("root/a/b.json", b"1"), ("other/c.json", b"2")]
        run, number = verbs_on(lambda data: files, step("lint {}/input.json"), step("lint --root {}/root"))

        run(b"", 1, str(tmp_path))

        assert number == 2
        assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["b.json"]


class TestCorporaForOthers:
    """What OSS-Fuzz takes: a zip of inputs and a dictionary for each target."""

    def test_they_are_the_same_each_time(self, tmp_path: Path) -> None:
        """The names are those that OSS-Fuzz looks for, and each word is quoted."""
        made = [corpora.write(targets(), str(tmp_path / each), 1) for each in ("one", "two")]

        names = [str(Path(path).relative_to(tmp_path / "one")) for path in made[0]]
        assert names[:2] == ["corpus/layer_manifest_seed_corpus.zip", "layer_manifest.dict"]
        assert len(names) == 8
        for one, two in zip(*made, strict=True):
            assert Path(one).read_bytes() == Path(two).read_bytes()

    def test_a_corpus_holds_inputs_and_a_dictionary_words(self, tmp_path: Path) -> None:
        """Names of extensions are among the words of layer manifests."""
        corpora.write(targets(), str(tmp_path), 1)

        with zipfile.ZipFile(tmp_path / "corpus/reg_seed_corpus.zip") as archive:
            assert len(archive.namelist()) > 100
        words = (tmp_path / "layer_manifest.dict").read_text(encoding="ascii").splitlines()
        assert '"VK_EXT_debug_utils"' in words
        assert '"component_layers"' in words
        assert [each for each in words[1:] if not (each.startswith('"') and each.endswith('"'))] == []
