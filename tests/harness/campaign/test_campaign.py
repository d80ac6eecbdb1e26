"""A campaign in a folder: what is finished is kept, a killed one goes on, one cause is shown once."""

import contextlib
import json
import os
import shlex
import signal
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from refloader.campaign import blocks, store, summary
from refloader.campaign.blocks import CampaignRequest, Here
from refloader.campaign.ledger import Cause, Ledger
from refloader.campaign.search import Finding
from refloader.campaign.store import BLOCK, Block, CampaignTarget, Found, Report, State, StateError
from refloader.campaign.summary import KnownCauses
from refloader.predict.differential import Difference
from refloader.scenario.scenario import Scenario
from refloader.scenario.scenario_file import load

LOADER = CampaignTarget("libvulkan.so.1", "/lib/libvulkan.so.1", "1.3.239", "0" * 64)
ORDER = Difference("chain", "another order", "a, b", "b, a")
BLOCKED = "import signal as s; assert s.SIGINT in s.pthread_sigmask(s.SIG_BLOCK, [])"
"""A program that fails if it starts with SIGINT unblocked."""


def report(block: Block, *found: tuple[int, str, int]) -> Report:
    """A finished block with findings: seed, signature, number of variables of the scenario."""
    rows = (
        Found(seed, Finding(signature, ORDER, Scenario(variables={f"V{n}": "" for n in range(many)})))
        for seed, signature, many in found
    )
    return Report(block, block.end - block.first, block.end - block.first, 1.0, tuple(rows))


class Made(Here):
    """Workers who know beforehand what each block gives; remembers what it was given."""

    def __init__(self, found: Callable[[Block], Sequence[tuple[int, str, int]]] = lambda _: ()) -> None:
        self.found = found
        self.blocks: list[Block] = []

    def submit(self, quarry: CampaignTarget, block: Block) -> Any:
        """The result, at once."""
        self.blocks.append(block)
        future: Any = blocks.Future()
        future.set_result(report(block, *self.found(block)))
        return future


def nobody(_: State) -> None:
    """Hears of a finished block and says nothing."""


class TestBlocks:
    """Every seed is handed out once."""

    def test_all_seeds_of_all_loaders(self, tmp_path: Path) -> None:
        """Blocks of one size, the last one smaller, and each loader has them."""
        state = store.opened(str(tmp_path), [LOADER, LOADER._replace(name="other")])
        workers = Made()

        finished = blocks.run(state, CampaignRequest(0, BLOCK + 5), workers, nobody)

        assert finished
        assert workers.blocks == [
            Block(0, 0, BLOCK),
            Block(1, 0, BLOCK),
            Block(0, BLOCK, BLOCK + 5),
            Block(1, BLOCK, BLOCK + 5),
        ]

    def test_what_is_done_is_not_done_again(self, tmp_path: Path) -> None:
        """A second call with more seeds takes those that are new."""
        blocks.run(store.opened(str(tmp_path), [LOADER]), CampaignRequest(10, 20), Made(), nobody)
        workers = Made()

        blocks.run(store.opened(str(tmp_path), [LOADER]), CampaignRequest(5, 25), workers, nobody)

        assert workers.blocks == [Block(0, 5, 10), Block(0, 20, 25)]

    def test_without_time_nothing_is_begun(self, tmp_path: Path) -> None:
        """The campaign is not finished then."""
        workers = Made()

        finished = blocks.run(
            store.opened(str(tmp_path), [LOADER]), CampaignRequest(0, 5, 0.0), workers, nobody
        )

        assert (finished, workers.blocks) == (False, [])


class TestProcesses:
    """The processes that work."""

    def test_modules_of_the_working_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """None is imported: the folder may be that of a loader that came with some."""
        for name in ("multiprocessing", "concurrent", "pickle", "refloader"):
            (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'imported')!r}, 'w')\n")
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("PYTHONSAFEPATH", "")
        processes = blocks.Processes(1)

        none = processes.submit(LOADER, Block(0, 0, 0)).result(timeout=60)

        assert none.found == ()
        processes.close()
        assert not (tmp_path / "imported").exists()
        assert os.environ["PYTHONSAFEPATH"] == ""

    def test_ctrl_c_while_a_worker_starts(self) -> None:
        """It gets the signal only when it is ready to ignore it, and this process as soon as it is started."""

        def start() -> None:
            with blocks._no_interrupt():
                signal.pthread_kill(threading.get_ident(), signal.SIGINT)  # not for another thread
                subprocess.run([sys.executable, "-c", BLOCKED], check=True)

        before = signal.signal(signal.SIGINT, signal.default_int_handler)  # the tests' parent may ignore it
        try:
            with pytest.raises(KeyboardInterrupt):
                start()
        finally:
            signal.signal(signal.SIGINT, before)

        assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, [])


class TestState:
    """The folder says all that there is to know."""

    def test_one_cause_is_one_class_with_the_smallest_scenario(self, tmp_path: Path) -> None:
        """However often it is found."""
        state = store.opened(str(tmp_path), [LOADER])
        state.add(report(Block(0, 0, 3), (0, "one", 5), (1, "two", 1), (2, "one", 2)))
        state.add(report(Block(0, 3, 4), (3, "one", 3)))

        again = store.opened(str(tmp_path), [LOADER])
        classes = {each.signature: each for each in again.classes.values()}

        assert again.classes == state.classes
        assert (classes["one"].count, classes["one"].seed) == (3, 2)
        assert sorted(load(again.place(classes["one"].id)).variables) == ["V0", "V1"]

    def test_a_line_that_was_not_finished_does_not_count(self, tmp_path: Path) -> None:
        """As after kill -9 in the midst of writing; the block is done again."""
        state = store.opened(str(tmp_path), [LOADER])
        state.add(report(Block(0, 0, 3), (0, "one", 1)))
        with (tmp_path / store.LINES).open("ab") as file:
            file.write(b'{"loader": 0, "first": 3, "en')

        again = store.opened(str(tmp_path), [LOADER])
        again.add(report(Block(0, 3, 6)))

        assert store.opened(str(tmp_path), [LOADER]).done == {0: set(range(6))}

    def test_a_campaign_belongs_to_its_loaders(self, tmp_path: Path) -> None:
        """Another build of a loader is another campaign."""
        store.opened(str(tmp_path), [LOADER])

        with pytest.raises(StateError, match="other loaders"):
            store.opened(str(tmp_path), [LOADER._replace(sha256="1" * 64)])

    @pytest.mark.parametrize("text", ["not JSON\n", "not even a line", "[1]\n{"])
    def test_another_file_of_that_name_is_no_campaign(self, tmp_path: Path, text: str) -> None:
        """It is said, and the file stays as it is."""
        path = tmp_path / store.LINES
        path.write_text(text)

        with pytest.raises(StateError, match="no campaign"):
            store.opened(str(tmp_path), [LOADER])

        assert path.read_text() == text

    @pytest.mark.parametrize(
        "start", [b"", f'{{"schema": "{store.SCHEMA}"'.encode()], ids=["none", "of a campaign"]
    )
    def test_a_line_without_end(self, tmp_path: Path, start: bytes) -> None:
        """The rest of a gigabyte is not read, and the file stays as it is."""
        path = tmp_path / store.LINES
        with path.open("wb") as file:
            file.write(start)
            file.truncate(1 << 30)
        tracemalloc.start()
        try:
            with pytest.raises(StateError, match="no campaign"):
                store.opened(str(tmp_path), [LOADER])
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

        assert peak < 300 << 20
        assert path.stat().st_size == 1 << 30

    @pytest.mark.parametrize(
        "wrong",
        [
            {"end": 1 << 40},
            {"first": -1},
            {"loader": 1},
            {"loader": "0"},
            {"covered": None},
            {"covered": 10**4000},
            {"covered": -1},
            {"seconds": float("nan")},
            {"seconds": 1e308},
            {"seconds": -1.0},
            {"seconds": 10**30},
            {"found": "rows"},
        ],
        ids=lambda wrong: str(wrong)[:40],
    )
    def test_a_line_of_somebody_else(self, tmp_path: Path, wrong: Mapping[str, Any]) -> None:
        """A line that no campaign writes ends this one, before it takes the memory that it asks for."""
        line = {"loader": 0, "first": 0, "end": 3, "covered": 3, "seconds": 1.0, "found": [], **wrong}

        with pytest.raises(StateError, match="no campaign"):
            self.opened_with(tmp_path, line)

    @pytest.mark.parametrize(
        "wrong",
        [{"id": "../../elsewhere"}, {"id": 5}, {"signature": 5}, {"size": "x"}, {"about": None}],
        ids=str,
    )
    def test_a_finding_of_somebody_else(self, tmp_path: Path, wrong: Mapping[str, Any]) -> None:
        """Its id names a folder and nothing else."""
        texts = dict.fromkeys(("signature", "about", "kind", "predicted", "seen"), "x")
        row = {"id": "0123456789ab", "seed": 1, "size": 2, **texts, **wrong}
        line = {"loader": 0, "first": 0, "end": 3, "covered": 3, "seconds": 1.0, "found": [row]}

        with pytest.raises(StateError, match="no campaign"):
            self.opened_with(tmp_path, line)

    def opened_with(self, folder: Path, line: Mapping[str, Any]) -> State:
        """A campaign that has this line."""
        store.opened(str(folder), [LOADER])
        with (folder / store.LINES).open("a") as file:
            file.write(f"{json.dumps(line)}\n")
        return store.opened(str(folder), [LOADER])

    @pytest.mark.parametrize("name", [store.LINES, store.CAUSES])
    def test_a_link_is_not_followed(self, tmp_path: Path, name: str) -> None:
        """It leads to what is none of the campaign's, and that stays as it was."""
        elsewhere, folder = tmp_path / "elsewhere", tmp_path / "out"
        folder.mkdir()
        elsewhere.mkdir() if name == store.CAUSES else elsewhere.touch()
        (folder / name).symlink_to(elsewhere)

        with pytest.raises(StateError, match="is a link"):
            store.opened(str(folder), [LOADER])

        assert elsewhere.is_dir() or elsewhere.read_bytes() == b""

    @pytest.mark.timeout(30)
    def test_a_pipe_is_not_waited_for(self, tmp_path: Path) -> None:
        """A pipe in the place of the lines: nobody writes to it, and nobody reads."""
        os.mkfifo(tmp_path / store.LINES)

        with pytest.raises(OSError, match="it is no file"):
            store.opened(str(tmp_path), [LOADER])

    @pytest.mark.parametrize("name", ["causes", "causes/{}.new", "causes/{}"])
    def test_a_link_that_comes_during_the_campaign(self, tmp_path: Path, name: str) -> None:
        """Somebody who may write to the folder puts it there: what it leads to stays as it was."""
        elsewhere, folder = tmp_path / "elsewhere", tmp_path / "out"
        elsewhere.mkdir()
        (elsewhere / "theirs").touch()
        state = store.opened(str(folder), [LOADER])
        place = folder / name.format(store.identity(0, "one"))
        if place.is_dir():
            place.rmdir()
        place.symlink_to(elsewhere)

        with contextlib.suppress(OSError):
            state.add(report(Block(0, 0, 3), (0, "one", 1)))

        assert [each.name for each in elsewhere.iterdir()] == ["theirs"]

    def test_a_header_that_was_cut_off_is_written_anew(self, tmp_path: Path) -> None:
        """A campaign that was killed in its first line begins again."""
        path = tmp_path / store.LINES
        store.opened(str(tmp_path), [LOADER])
        whole = path.read_bytes()
        path.write_bytes(whole[:40])

        store.opened(str(tmp_path), [LOADER])

        assert path.read_bytes() == whole

    def test_the_cut_makes_no_difference(self, tmp_path: Path) -> None:
        """The same findings in other blocks are the same classes."""
        whole = store.opened(str(tmp_path / "a"), [LOADER])
        whole.add(report(Block(0, 0, 4), (0, "x", 2), (3, "x", 2)))
        parts = store.opened(str(tmp_path / "b"), [LOADER])
        parts.add(report(Block(0, 2, 4), (3, "x", 2)))
        parts.add(report(Block(0, 0, 2), (0, "x", 2)))

        assert whole.classes == parts.classes


def known(pattern: str) -> Ledger:
    """A ledger with one cause."""
    import re

    rest = dict.fromkeys(("wants", "does", "about", "difference", "predicted", "seen"), "")
    cause = Cause(
        id="order", title="It is so", kind="breach", rules=(), signatures=(re.compile(pattern),), **rest
    )
    return Ledger("/reports/x", "libvulkan.so.1", "1.3.239", (cause,))


class TestSummary:
    """Known causes are counted, new ones shown with a command."""

    def found(self, folder: Path) -> State:
        """A campaign with two causes."""
        state = store.opened(str(folder), [LOADER])
        state.add(report(Block(0, 0, 3), (0, "one", 1), (1, "two", 1), (2, "two", 1)))
        return state

    def test_a_new_cause_has_a_command(self, tmp_path: Path) -> None:
        """The scenario's folder is named for conform."""
        state = self.found(tmp_path)

        lines = list(summary.text(state, KnownCauses((known("two"),)), finished=True))

        new = summary.unknown(state, KnownCauses((known("two"),)))
        assert [each.signature for each in new] == ["one"]
        assert f"--scenario {shlex.quote(state.place(new[0].id))}" in "\n".join(lines)
        assert "  2 x known, order: It is so" in lines

    def test_a_ledger_of_another_version_says_nothing(self, tmp_path: Path) -> None:
        """A ledger is about one version of one file."""
        other = known("two")

        unknown = summary.unknown(
            self.found(tmp_path), KnownCauses((Ledger("", other.loader, "1.4.0", other.causes),))
        )

        assert len(unknown) == 2

    def test_a_ledger_that_is_named_counts_for_any_loader(self, tmp_path: Path) -> None:
        """The author of a fork names the ledger of what was forked."""
        other = known("two")
        named = Ledger("", "libvulkan.so.1.4.0", "1.4.0", other.causes)

        unknown = summary.unknown(self.found(tmp_path), KnownCauses(named=(named,)))

        assert [each.signature for each in unknown] == ["one"]

    def test_json(self, tmp_path: Path) -> None:
        """The same as data, and it fits its schema."""
        jsonschema = pytest.importorskip("jsonschema")
        schema = json.loads((Path(__file__).parents[3] / "reports/schema/campaign-1.schema.json").read_text())
        state = self.found(tmp_path)

        document = summary.document(state, KnownCauses((known("two"),)), finished=False)

        jsonschema.validate(document, schema)
        assert [(row["signature"], row["known"], row["count"]) for row in document["causes"]] == [
            ("two", "order", 2),
            ("one", "", 1),
        ]
        assert os.path.isdir(document["causes"][1]["scenario"])
