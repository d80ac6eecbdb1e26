"""Merging runs: parts, machines and retries."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from replaced import replace

from refloader.results.merge import Conflict, Place, Source, merged
from refloader.results.parts import note
from refloader.results.results_file import (
    Footer,
    Header,
    Result,
    Run,
    Stale,
    Subject,
    Verdict,
    count,
    lines,
    parse,
)

LAYER = Subject("layer", "a.json", "/etc/a.json", "1.3.0", "ab" * 32, "2026")
OTHER = Subject("layer", "b.json", "/etc/b.json", "1.3.0", "cd" * 32, "2026")
MACHINE = {"system": "Linux", "release": "6.1.0", "machine": "x86_64"}
ARM = {**MACHINE, "machine": "aarch64"}
PASS = Result("LLP_LAYER_9", "a.json", "c", Verdict.PASS)
FAIL = replace(PASS, verdict=Verdict.FAIL, reason="it is in the chain")


def run(
    *results: Result,
    subjects: tuple[Subject, ...] = (LAYER,),
    finished: bool = True,
    problems: tuple[str, ...] = (),
    unmatched: tuple[Stale, ...] = (),
    **members: object,
) -> Run:
    """A run of one layer, or of others, with these members of its header."""
    plain = Header("0.1.0", "cat", subjects, MACHINE, "2026-03-01T10:00:00+00:00", "all", "refloader conform")
    header = replace(plain, **members)  # type: ignore[arg-type]
    ended = "2026-03-01T10:01:00+00:00"
    footer = Footer(ended, count(results), unmatched=unmatched) if finished else None
    return Run(header, results, footer, problems, tuple(range(2, 2 + len(results))))


def merge(*runs: Run, retries: tuple[Run, ...] = ()) -> Run:
    """The runs as one, which has to go without a conflict."""
    sources = [Source(f"{number}.ndjson", each) for number, each in enumerate(runs)]
    again = [Source(f"retry{number}.ndjson", each, retry=True) for number, each in enumerate(retries)]
    found = merged([*sources, *again])
    assert found.conflicts == ()
    return found.run


def names(found: Run) -> list[str]:
    """Those of its subjects."""
    return [subject.name for subject in found.header.subjects]


def reread(found: Run) -> Run:
    """The run as it is after it was written and read."""
    return parse(line.encode() for line in lines(found))


class TestParts:
    """The parts of a run are the run."""

    @given(homes=st.lists(st.integers(1, 4), min_size=1, max_size=30), order=st.permutations([1, 2, 3, 4]))
    def test_any_partition_is_the_run(self, homes: list[int], order: list[int]) -> None:
        """Whatever part each case is in, and in whatever order parts are given."""
        results = [replace(FAIL, case=f"c{number}") for number in range(len(homes))]
        parts = {
            which: run(
                *(each for each, home in zip(results, homes, strict=True) if home == which),
                shard=(which, 4),
                notes=("a note", note((which, 4))),
            )
            for which in order
        }

        found = merge(*parts.values())

        assert sorted(each.case for each in found.results) == sorted(each.case for each in results)
        assert set(map(id, found.results)) <= {id(each) for part in parts.values() for each in part.results}
        assert (found.problems, found.truncated, found.exit_code) == ((), False, 1)
        assert found.footer is not None
        assert found.footer.counts == count(results)
        assert (found.header.subjects, found.header.notes) == ((LAYER,), ("a note",))

    @given(st.permutations([1, 2, 3, 4, 5]))
    def test_a_merge_of_merges(self, order: list[int]) -> None:
        """It does not matter in which steps runs are merged, nor whether they were written between."""
        a, b, c, d, e = (run(replace(PASS, case=f"c{each}"), shard=(each, 5)) for each in order)

        steps = merge(reread(merge(a, b)), reread(merge(c, d)), e)

        assert steps.problems == ()
        assert {each.shard for each in steps.header.runs} == {(each, 5) for each in order}
        assert sorted(each.case for each in steps.results) == ["c1", "c2", "c3", "c4", "c5"]

    def test_a_run_of_any_number_of_parts(self) -> None:
        """A file that anybody may have written costs no more than its size."""
        (told,) = merge(run(PASS, shard=(2, 10**12))).problems

        assert told.startswith("parts 1, 3, 4, ")
        assert told.endswith(f", 21 and {10**12 - 21} more of {10**12} are missing")

    def test_what_is_missing(self) -> None:
        """It is a problem, which a reader of the merge sees as well, until the part comes."""
        first, second, third = (run(replace(PASS, case=str(each)), shard=(each, 3)) for each in (1, 2, 3))

        found = reread(merge(first, third))

        assert found.problems == ("part 2 of 3 is missing",)
        assert found.exit_code == 3
        assert merge(found, second).problems == ()

    def test_a_part_alone(self) -> None:
        """It is no run."""
        assert merge(run(PASS, shard=(2, 4))).problems == ("parts 1, 3 and 4 of 4 are missing",)

    def test_a_run_alone_stays_as_it_is(self) -> None:
        """So does one that was merged."""
        alone, several = run(PASS), merge(run(PASS), run(subjects=(OTHER,)))

        assert merge(alone) == alone
        assert merge(several) == several

    def test_parts_on_machines_of_a_kind(self) -> None:
        """Hosted machines differ in their kernels; parts of one run are of one machine all the same."""
        other = {**MACHINE, "release": "6.1.1"}

        found = merge(run(PASS, shard=(1, 2)), run(shard=(2, 2), machine=other))

        assert (names(found), found.problems) == (["a.json"], ())

    def test_parts_of_several_suites(self) -> None:
        """Each suite deals its own cases out: there may be gaps."""
        found = merge(run(PASS, shard=(1, 2)), run(shard=(2, 2), suite_version="0.2.0"))

        [problem] = found.problems
        assert problem.startswith("the parts are of several suites, 0.1.0 (rules cat) and 0.2.0")

    def test_parts_of_two_machines(self) -> None:
        """Each machine has to have all parts."""
        found = merge(
            run(PASS, shard=(1, 2), environment="x86"),
            run(shard=(2, 2), environment="x86"),
            run(PASS, shard=(1, 2), environment="arm"),
        )

        assert found.problems == ("part 2 of 2 of the run on arm is missing",)

    def test_an_entry_that_no_part_has_a_case_for(self) -> None:
        """It is out of date once all parts are there."""
        gone, one = (Stale("a.json", "LLP_LAYER_9", case, "x.toml", 3) for case in ("gone", "one"))
        first, second = run(shard=(1, 2), unmatched=(gone, one)), run(shard=(2, 2), unmatched=(gone,))

        assert merge(first).stale == ()
        assert merge(first, second).stale == (gone,)
        assert merge(first, second).exit_code == 1


class TestMachines:
    """What is of several machines is kept apart, with the machine at every result."""

    def test_one_layer_on_two(self) -> None:
        """Its name says where it was judged."""
        found = merge(run(PASS, environment="x86"), run(FAIL, environment="arm"))

        assert names(found) == ["a.json [arm]", "a.json [x86]"]
        assert [(each.subject, each.environment) for each in found.results] == [
            ("a.json [arm]", "arm"),
            ("a.json [x86]", "x86"),
        ]
        assert [each.own_name for each in found.header.subjects] == ["a.json", "a.json"]

    def test_machines_without_a_name(self) -> None:
        """They are called by what their headers say of them."""
        found = merge(run(PASS), run(FAIL, machine=ARM))

        assert names(found) == ["a.json [Linux 6.1.0 aarch64]", "a.json [Linux 6.1.0 x86_64]"]
        assert found.header.machine == {"Linux 6.1.0 aarch64": ARM, "Linux 6.1.0 x86_64": MACHINE}

    def test_other_subjects_keep_their_names(self) -> None:
        """The machine is beside them."""
        found = merge(run(PASS, environment="x86"), run(subjects=(OTHER,), environment="arm"))

        assert [(each.name, each.environment) for each in found.header.subjects] == [
            ("b.json", "arm"),
            ("a.json", "x86"),
        ]

    def test_one_machine_is_no_tag(self) -> None:
        """Runs on other subjects stand side by side as they are."""
        found = merge(run(PASS), run(subjects=(OTHER,)))

        assert [each.environment for each in found.header.subjects] == ["", ""]
        assert [each.environment for each in found.results] == [""]
        assert found.header.machine == MACHINE

    def test_another_build_of_one_name(self) -> None:
        """It is told by its digest."""
        rebuilt = replace(LAYER, sha256="ef" * 32)

        found = merge(run(PASS), run(FAIL, subjects=(rebuilt,)))

        assert sorted(names(found)) == ["a.json [abababab]", "a.json [efefefef]"]

    def test_another_library_behind_one_manifest(self) -> None:
        """The same manifest leads to what was built anew."""
        builds = [replace(LAYER, library={"sha256": each * 32}) for each in ("12", "34")]

        found = merge(*(run(PASS, subjects=(each,)) for each in builds))

        assert sorted(names(found)) == ["a.json [12121212]", "a.json [34343434]"]

    def test_a_name_that_is_taken(self) -> None:
        """No two subjects share a name, whatever they are called."""
        taken = replace(OTHER, name="a.json [arm]")

        found = merge(
            run(PASS, environment="x86"),
            run(PASS, environment="arm"),
            run(subjects=(taken,), environment="arm"),
        )

        assert sorted(names(found)) == ["a.json [arm]", "a.json [arm] (2)", "a.json [x86]"]

    def test_the_order_does_not_matter(self) -> None:
        """Three machines, given in all orders, come to one document."""
        runs = [run(PASS, environment=name) for name in ("x86", "arm", "riscv")]

        assert len({tuple(lines(merge(*each))) for each in permutations(runs)}) == 1

    def test_a_machine_comes_to_a_merge(self) -> None:
        """Names are as if all had been merged at once."""
        runs = [run(PASS, environment=name) for name in ("x86", "arm", "riscv")]

        again = merge(reread(merge(*runs[:2])), runs[2])

        assert names(again) == names(merge(*runs))
        assert again.results == merge(*runs).results

    def test_a_merge_is_given_no_name(self) -> None:
        """It has several already."""
        both = merge(run(PASS, environment="x86"), run(PASS, environment="arm"))

        with pytest.raises(ValueError, match=r"m\.ndjson is of several machines already"):
            merged([Source("m.ndjson", both, environment="lab")])

    def test_other_suites_are_noted(self) -> None:
        """It is no problem: machines are not upgraded together."""
        found = merge(run(PASS, environment="a"), run(PASS, environment="b", suite_version="0.2.0"))

        assert found.problems == ()
        assert any("0.1.0 with cat, 0.2.0 with cat" in each for each in found.header.notes)


class TestRetries:
    """Of several runs of one case the latest retry counts, and what came before is kept."""

    def test_the_retry_counts(self) -> None:
        """The first verdict stays beside it."""
        [found] = merge(run(FAIL), retries=(run(PASS),)).results

        assert (found.verdict, found.retried) == (Verdict.PASS, (Verdict.FAIL,))

    def test_every_document_can_say_so(self) -> None:
        """A note of the header tells how many verdicts were others, once, also after another merge."""
        found = merge(run(FAIL, replace(PASS, case="d")), retries=(run(PASS, replace(PASS, case="d")),))

        told = ("cases were run again, and the last run of each counts: 1 of 2 came out otherwise before",)
        assert found.header.notes == told
        assert merge(reread(found), run(subjects=(OTHER,))).header.notes == told

    def test_a_header_can_mark_it(self) -> None:
        """Then it does not matter where it stands."""
        marked = run(PASS, retry=True)

        for runs in ((run(FAIL), marked), (marked, run(FAIL))):
            assert [each.verdict for each in merge(*runs).results] == [Verdict.PASS]

    def test_the_latest_counts(self) -> None:
        """By the time that they began, whatever order they are given in."""
        crash = run(replace(FAIL, verdict=Verdict.CRASH), started="2026-03-01T12:00:00+02:00")
        last = run(PASS, started="2026-03-01T11:00:00+00:00")

        for retries in ((crash, last), (last, crash)):
            [found] = merge(run(FAIL), retries=retries).results
            assert (found.verdict, found.retried) == (Verdict.PASS, (Verdict.FAIL, Verdict.CRASH))

    def test_two_that_began_together(self) -> None:
        """The one that is given later counts."""
        [found] = merge(run(PASS), retries=(run(FAIL), run(PASS))).results

        assert (found.verdict, found.retried) == (Verdict.PASS, (Verdict.PASS, Verdict.FAIL))

    def test_a_retry_of_a_merge(self) -> None:
        """What was retried before is kept as well."""
        [found] = merge(reread(merge(run(FAIL), retries=(run(FAIL),))), retries=(run(PASS),)).results

        assert found.retried == (Verdict.FAIL, Verdict.FAIL)

    def test_a_case_of_the_retry_alone(self) -> None:
        """It is a case like any."""
        found = merge(run(FAIL), retries=(run(replace(PASS, case="new")),))

        assert [(each.case, each.retried) for each in found.results] == [("c", ()), ("new", ())]

    def test_it_makes_up_for_a_truncated_part(self) -> None:
        """The same part, run to its end, has all of its cases."""
        cut = run(FAIL, shard=(1, 2), finished=False)
        again, other = run(PASS, shard=(1, 2)), run(shard=(2, 2))

        assert merge(cut, other).problems == ("0.ndjson is truncated: results may be missing",)
        assert merge(cut, other).truncated
        found = merge(cut, other, retries=(again,))
        assert (found.truncated, found.problems) == (False, ())
        assert found.header.notes[0] == "0.ndjson is truncated, and a retry has all of its cases"

    def test_a_retry_of_some_rules_does_not(self) -> None:
        """It lacks most cases."""
        cut = run(FAIL, finished=False)
        some = run(PASS, command="refloader conform --rule LLP_LAYER_9")

        assert merge(cut, retries=(some,)).truncated

    def test_a_retry_on_another_machine_of_the_kind(self) -> None:
        """Where there is one machine, a retry is of that one."""
        found = merge(run(FAIL, environment="lab"), retries=(run(PASS, machine=ARM),))

        assert [each.retried for each in found.results] == [(Verdict.FAIL,)]

    def test_a_retry_that_could_be_of_two_machines(self) -> None:
        """It has to be named."""
        sources = [Source(each, run(FAIL, environment=each)) for each in ("x86", "arm")]

        with pytest.raises(ValueError, match="r is a retry on an unnamed machine, and there are arm, x86"):
            merged([*sources, Source("r", run(PASS), retry=True)])


class TestConflicts:
    """The same case twice is a conflict, told with both places."""

    def test_two_runs_of_one_case(self) -> None:
        """The files and the lines are named."""
        found = merged([Source("a", run(PASS)), Source("b", run(replace(PASS, case="x"), FAIL))])

        assert found.conflicts == (Conflict(PASS, Place("a", 2), Place("b", 3)),)

    def test_a_part_twice(self) -> None:
        """Two jobs were given the same number."""
        found = merged([Source("a", run(PASS, shard=(1, 2))), Source("b", run(PASS, shard=(1, 2)))])

        assert len(found.conflicts) == 1

    def test_an_unlisted_subject(self) -> None:
        """What no header lists is one subject by its name."""
        stray = replace(PASS, subject="stray")

        assert len(merged([Source("a", run(stray)), Source("b", run(stray))]).conflicts) == 1


class TestDamage:
    """What was wrong with the runs stays with the merge."""

    def test_problems_are_kept(self) -> None:
        """They name the file, and are there after it was written."""
        found = reread(merge(run(PASS, problems=("line 3 was skipped",)), run(subjects=(OTHER,))))

        assert found.problems == ("0.ndjson: line 3 was skipped",)

    def test_problems_are_told_once(self) -> None:
        """A merge of that merge says the same."""
        found = reread(merge(run(PASS, problems=("line 3 was skipped",)), run(subjects=(OTHER,))))

        again = merge(found, run(subjects=(replace(OTHER, name="c.json"),)))

        assert again.problems == ("0.ndjson: line 3 was skipped",)


class TestSuites:
    """A merge is by the version of the suite that its runs have in common."""

    def test_one(self) -> None:
        """It stays so."""
        parts = [run(PASS, suite="2026.1", shard=(which, 2)) for which in (1, 2)]

        assert merge(parts[0], replace(parts[1], results=())).header.suite == "2026.1"

    def test_a_run_by_none(self) -> None:
        """As that of a fork by its own profile: it is named, also in the merge of a merge."""
        other = replace(FAIL, case="d")
        both = merge(run(PASS, suite="2026.1"), run(other, suite=""))

        assert both.header.suite == "2026.1, none"
        assert merge(both, run(replace(FAIL, case="e"), suite="2026.1")).header.suite == "2026.1, none"

    def test_none(self) -> None:
        """Nothing is said of what they come to."""
        assert merge(run(PASS), run(replace(FAIL, case="d"))).header.suite == ""
