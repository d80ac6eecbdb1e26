"""``refloader selftest --resume`` and ``--merge``: what records prove, and which are refused. Nothing is run."""

import json
import os
import signal
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from verbs import Run, checked_json

from refloader.results.results_file import Result, Verdict
from refloader.selftest import proving, records
from refloader.selftest.mutants.of_mocks import Mocks, Wrong, mocks
from refloader.selftest.on_mocks import MockResults
from refloader.selftest.outcome import MutantOutcome
from refloader.selftest.records import FILE, UNPROVED, Plan, Records, RecordWriter, Subject, planned
from refloader.suite.conform import locked

FIRST, SECOND = "requests_reversed", "app_keys_ignored"
LAYERS = mocks("layer")


def outcomes(kind: Subject, name: str, *, caught: bool = True) -> records.Outcomes:
    """The outcomes of a mutant that each of its rules catches, or none."""
    violator = records.mutants_of(kind)[name]
    hit = tuple(violator.rules) if caught else ()
    explained = dict.fromkeys(hit, "the same decision")
    return tuple(
        MutantOutcome(rule, violator, hit, ("a/case",), explained, (), (), "", 1.0) for rule in violator.rules
    )


def write(
    folder: Path,
    plan: Plan,
    names: Sequence[str],
    *,
    shard: records.Shard = (1, 1),
    missed: Sequence[str] = (),
    not_run: Mapping[str, str] | None = None,
    is_over: bool = True,
) -> Path:
    """Write the records of a run, and return their folder."""
    folder.mkdir()
    with RecordWriter(str(folder), Records(plan, shard, {}, not_run or {}, is_over=False)) as writer:
        for name in names:
            writer.write(name, outcomes(plan.kind, name, caught=name not in missed))
        if is_over:
            writer.end()
    return folder


def changed(folder: Path, number: int, **members: Any) -> Path:
    """Change members of one line of the records."""
    lines = (folder / FILE).read_text().splitlines()
    lines[number] = json.dumps({**json.loads(lines[number]), **members})
    (folder / FILE).write_text("\n".join(lines) + "\n")
    return folder


@pytest.fixture(name="plan")
def _plan() -> Plan:
    return planned("loader", "quick", [FIRST, SECOND])


class TestMerge:
    """A merge reports what all parts have proved, and refuses what does not belong together."""

    def test_a_part_that_is_over(self, run: Run, tmp_path: Path, plan: Plan) -> None:
        """Its mutants are caught."""
        part = write(tmp_path / "a", plan, [FIRST, SECOND])

        assert run("selftest", "--merge", str(part)).exit_code == 0

    def test_two_outcomes_of_one_mutant(self, run: Run, tmp_path: Path, plan: Plan) -> None:
        """The order of the folders must not decide whether a mutant was missed."""
        caught = write(tmp_path / "a", plan, [FIRST, SECOND])
        missed = write(tmp_path / "b", plan, [FIRST, SECOND], missed=[FIRST])

        for one, other in ((caught, missed), (missed, caught)):
            result = run("selftest", "--merge", str(one), "--merge", str(other))
            assert result.exit_code == 2
            assert f"{FIRST} has outcomes in {one} and in {other}" in " ".join(result.stderr.split())

    def test_a_mutant_without_outcomes(self, run: Run, tmp_path: Path, plan: Plan) -> None:
        """A line that says nothing of a mutant's rule is no proof."""
        part = changed(write(tmp_path / "a", plan, [FIRST, SECOND]), 1, outcomes=[])

        result = run("selftest", "--merge", str(part))

        assert (result.exit_code, "is not the record of a self-test" in result.stderr) == (2, True)

    def test_half_of_the_rules(self, run: Run, tmp_path: Path) -> None:
        """Each rule of the mutant has an outcome, or the line is no proof."""
        name = next(name for name, each in LAYERS.wrong.items() if len(each.rules) > 1)
        part = write(tmp_path / "a", planned("layer", "quick", [name]), [name])
        rows = json.loads((part / FILE).read_text().splitlines()[1])["outcomes"]

        assert run("selftest", "--merge", str(part)).exit_code == 0
        assert run("selftest", "--merge", str(changed(part, 1, outcomes=rows[:1]))).exit_code == 2

    @pytest.mark.parametrize(
        ("member", "value"),
        [
            *(("problem", value) for value in (5, None, ["a"])),
            *(
                ("seconds", value)
                for value in ("a", "1", True, None, -1, 10**400, float("nan"), float("inf"))
            ),
            *(("gap", value) for value in (None, {"a": "b"})),
            *(("caught_by", value) for value in ("LLP_LAYER_1", [5], [["a"]], {"a": "b"}, None)),
            *(("cases", value) for value in ("a/case", [None])),
            *(("explained", value) for value in (5, "a", ["ab"], {"a": 5}, None)),
        ],
    )
    def test_an_outcome_of_other_types(
        self, run: Run, tmp_path: Path, plan: Plan, member: str, value: object
    ) -> None:
        """Somebody else may have written it: it is refused before anything is made of it."""
        part = write(tmp_path / "a", plan, [FIRST, SECOND])
        row = json.loads((part / FILE).read_text().splitlines()[1])["outcomes"][0]

        result = run("selftest", "--merge", str(changed(part, 1, outcomes=[{**row, member: value}])))

        assert (result.exit_code, "is not the record of a self-test" in result.stderr) == (2, True)

    @pytest.mark.parametrize(
        ("member", "value"),
        [
            *(
                ("profile", 5),
                ("profile", "quic"),
                ("built", None),
                ("mutants", [FIRST, [5]]),
                ("mutants", FIRST),
            ),
            *(("shard", value) for value in ([-2, 1], [True, True], [2, 1], [1, 1, 1], "11")),
        ],
    )
    def test_a_header_of_other_types(
        self, run: Run, tmp_path: Path, plan: Plan, member: str, value: object
    ) -> None:
        """So is a header."""
        part = changed(write(tmp_path / "a", plan, [FIRST, SECOND]), 0, **{member: value})

        assert run("selftest", "--merge", str(part)).exit_code == 2

    @pytest.mark.parametrize(
        "text", ["[" * 100_000 + "\n", '{"a":' * 100_000 + "\n", "\n", "[]\n", '"originals_are_right"\n']
    )
    def test_no_record(self, run: Run, tmp_path: Path, plan: Plan, text: str) -> None:
        """Nor is deep nesting a fault of refloader."""
        part = write(tmp_path / "a", plan, [FIRST])
        with (part / FILE).open("a") as file:
            file.write(text)

        assert run("selftest", "--merge", str(part)).exit_code == 2

    def test_a_pipe(self, run: Run, tmp_path: Path) -> None:
        """Nobody waits for somebody who writes to it."""
        os.mkfifo(tmp_path / FILE)

        result = run("selftest", "--merge", str(tmp_path))

        assert (result.exit_code, f"{tmp_path / FILE} cannot be read" in " ".join(result.stderr.split())) == (
            2,
            True,
        )

    def test_a_link_in_the_way(self, tmp_path: Path, plan: Plan) -> None:
        """What is at the name of the file that is begun may lead to a file of the user's."""
        canary = tmp_path / "canary"
        canary.write_text("mine")
        folder = tmp_path / "a"
        folder.mkdir()
        (folder / f"{FILE}.{os.getpid()}").symlink_to(canary)

        with RecordWriter(str(folder), Records(plan, (1, 1), {}, {}, is_over=False)):
            pass

        assert canary.read_text() == "mine"
        assert (folder / FILE).is_file()

    def test_another_suite(self, run: Run, tmp_path: Path, plan: Plan) -> None:
        """Its results are none of the installed suite, even where it knows all names."""
        part = changed(write(tmp_path / "a", plan, [FIRST, SECOND]), 0, suite="0" * 16)

        result = run("selftest", "--merge", str(part))

        assert result.exit_code == 2
        assert f"{part / FILE} is of another state of the suite" in " ".join(result.stderr.split())

    @pytest.mark.parametrize(("missed", "code"), [((), 3), ((FIRST,), 1)])
    def test_a_part_that_is_not_over(
        self, run: Run, tmp_path: Path, plan: Plan, missed: tuple[str, ...], code: int
    ) -> None:
        """Its originals may be wrong: that is said with each mutant, and a missed one is missed all the same."""
        part = write(tmp_path / "a", plan, [FIRST, SECOND], missed=missed, is_over=False)

        result = run("selftest", "--merge", str(part), "--format", "json")

        rows = checked_json(result, "selftest-1")["violators"]
        assert (result.exit_code, {(row["problem"], row["ok"]) for row in rows}) == (
            code,
            {(UNPROVED, False)},
        )

    def test_an_end_that_is_none(self, run: Run, tmp_path: Path, plan: Plan) -> None:
        """That the originals are not right, or a word in the header, is no proof that they are."""
        part = write(tmp_path / "a", plan, [FIRST, SECOND])

        assert run("selftest", "--merge", str(changed(part, -1, originals_are_right=False))).exit_code == 3
        assert run("selftest", "--merge", str(changed(part, 0, originals_are_right=True))).exit_code == 3

    def test_what_a_machine_cannot_run(
        self, run: Run, tmp_path: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The machine of the part says it, not the one that merges."""
        one = write(tmp_path / "one", plan, [FIRST], shard=(1, 2))
        two = write(tmp_path / "two", plan, [], shard=(2, 2), not_run={SECOND: "it was not built"})
        words = ("selftest", "--merge", str(one), "--format", "json")
        both = run(*words, "--merge", str(two))
        monkeypatch.setattr("refloader.cli.selftest.why_no_library", lambda: "it was not built here")
        alone = run(*words)

        assert checked_json(both, "selftest-1")["not_run"] == [{"name": SECOND, "reason": "it was not built"}]
        reason = "the records of its part are missing"
        assert checked_json(alone, "selftest-1")["not_run"] == [{"name": SECOND, "reason": reason}]
        assert (both.exit_code, alone.exit_code) == (0, 3)

    def test_a_mutant_of_the_library(self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """It was run, and is not said not to be, where the library is not built."""
        name = next(name for name, each in records.mutants_of("loader").items() if each.subject != "core")
        part = write(tmp_path / "a", planned("loader", "quick", [name]), [name])
        gone = write(tmp_path / "b", planned("loader", "quick", [FIRST, name]), [FIRST])
        monkeypatch.setattr("refloader.cli.selftest.why_no_library", lambda: "it was not built")

        complete, torn = (run("selftest", "--merge", str(each)) for each in (part, gone))

        assert (complete.exit_code, "was not run" in complete.stdout) == (0, False)
        assert (torn.exit_code, f"{name} was not run" in torn.stdout) == (3, True)

    @pytest.mark.parametrize(
        ("words", "told"),
        [
            (("--profile", "quick"), "leave out --profile"),
            (("-n", "3"), "leave out -n"),
            (("--patience", "4"), "leave out --patience"),
            (("--layers",), "leave out the options of a run"),
        ],
    )
    def test_options_of_a_run(
        self, run: Run, tmp_path: Path, plan: Plan, words: tuple[str, ...], told: str
    ) -> None:
        """They would have no effect."""
        part = write(tmp_path / "a", plan, [FIRST, SECOND])

        result = run("selftest", "--merge", str(part), *words)

        assert (result.exit_code, told in " ".join(result.stderr.split())) == (2, True)


class TestResume:
    """A run continues its own records alone, and none erases those of a run that was stopped."""

    WORDS = ("selftest", "--violator", FIRST, "--violator", SECOND, "--profile", "quick", "--out")

    @pytest.mark.parametrize(
        ("member", "value", "told"),
        [
            ("suite", "0" * 16, "is of another state of the suite"),
            ("profile", "full", "the profile is not the same"),
            ("built", "0" * 16, "have been built again"),
            ("shard", [1, 2], "are of part 1 of 2"),
        ],
    )
    def test_records_of_another_run(
        self, run: Run, tmp_path: Path, plan: Plan, member: str, value: object, told: str
    ) -> None:
        """Each is refused for its own reason."""
        folder = changed(write(tmp_path / "a", plan, [FIRST]), 0, **{member: value})

        result = run(*self.WORDS, str(folder), "--resume")

        assert (result.exit_code, told in " ".join(result.stderr.split())) == (2, True)

    def test_a_folder_in_use(self, run: Run, tmp_path: Path) -> None:
        """While another run writes its records there this one does not begin."""
        with locked(str(tmp_path)):
            result = run(*self.WORDS, str(tmp_path))

        assert result.exit_code == 3
        assert result.stderr == f"refloader: {tmp_path} is in use by another run\n"

    def test_other_built_parts(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A prober decides outcomes as a mock does."""
        (tmp_path / "prober").mkdir()
        (tmp_path / "prober" / "refloader_prober").write_text("one")
        monkeypatch.setattr(records, "folders", lambda name: (str(tmp_path / name),))
        one = planned("layer", "quick", []).built
        (tmp_path / "prober" / "refloader_prober").write_text("two")

        assert planned("layer", "quick", []).built != one

    def test_a_stopped_run_is_not_erased(self, run: Run, tmp_path: Path, plan: Plan) -> None:
        """Who forgets the option hears what would be lost."""
        folder = write(tmp_path / "a", plan, [FIRST], is_over=False)
        held = (folder / FILE).read_text()

        result = run(*self.WORDS, str(folder))

        assert (result.exit_code, (folder / FILE).read_text()) == (2, held)
        assert "has the outcomes of 1 mutant of a run" in " ".join(result.stderr.split())

    @pytest.mark.parametrize("known", [0, 1])
    def test_a_run_that_is_stopped(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known: int
    ) -> None:
        """It says how much its records have: nothing, if no outcome was known."""

        def stopped(*_: object, **__: object) -> Iterator[records.Outcomes]:
            yield from [outcomes("loader", FIRST)] * known
            signal.raise_signal(signal.SIGINT)

        monkeypatch.setattr("refloader.cli.selftest.outcomes_of", stopped)

        result = run(*self.WORDS, str(tmp_path))

        told = "has the outcomes of 1 mutant of a run that is not over: --resume continues it"
        assert (result.exit_code, told in " ".join(result.stderr.split())) == (3, bool(known))
        assert ("--resume" in result.stderr) is bool(known)

    def test_nothing_that_runs_here(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where no mutant can be run, nothing is proved."""
        name = next(name for name, each in records.mutants_of("loader").items() if each.subject != "core")
        monkeypatch.setattr("refloader.cli.selftest.why_no_library", lambda: "it was not built")

        result = run("selftest", "--violator", name)

        assert (result.exit_code, f"{name} was not run: it was not built" in result.stdout) == (3, True)

    def test_a_part_without_a_mutant(self, run: Run) -> None:
        """It would prove nothing and end well."""
        result = run("selftest", "--violator", FIRST, "--shard", "2/4")

        assert (result.exit_code, "part 2 of 4 has no mutant" in result.stderr) == (2, True)


class TestOriginals:
    """A run whose originals fail stays red until they have been judged again."""

    WORDS = ("selftest", "--layers", "--profile", "quick", "--out")

    def test_a_layer_that_ends_last(self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """All mutants are recorded by then, and the records prove nothing all the same."""
        verdict = Verdict.FAIL

        def judged(
            known: Mocks, chosen: Sequence[Wrong], *, recorded: Sequence[Wrong], **_: Any
        ) -> Iterator[MockResults]:
            needed = {each.like for each in (*chosen, *recorded)}
            last = next(name for name in known.clean if name not in needed)
            yield MockResults({name: () for name in known.clean if name != last}, {})
            for each in chosen:
                failed = tuple(Result(rule, "s", "alone/x", Verdict.FAIL, "why") for rule in each.rules)
                yield MockResults({}, {each.name: failed})
            yield MockResults({last: (Result("LLP_LAYER_2", "s", "alone/x", verdict, "why"),)}, {})

        monkeypatch.setattr(proving, "mock_results", judged)
        first = run(*self.WORDS, str(tmp_path))
        again = run(*self.WORDS, str(tmp_path), "--resume")
        merged = run("selftest", "--merge", str(tmp_path))
        verdict = Verdict.PASS
        right = run(*self.WORDS, str(tmp_path), "--resume")

        assert (first.exit_code, again.exit_code, merged.exit_code) == (3, 3, 3)
        assert "layers that are right fail" in again.stderr
        assert right.exit_code == run("selftest", "--merge", str(tmp_path)).exit_code == 0
