"""What is known of a run's subjects beforehand: matched to results, and missed where no result was about it."""

from pathlib import Path

import pytest

from refloader import shipped
from refloader.results.expectations.case_lists import read_lists
from refloader.results.expectations.expectation_file import Entry, parse
from refloader.results.expectations.expectations import FOLDER, Known, name_of, read_all, shipped_files
from refloader.results.results_file import Expected, Result, Stale, Subject, Verdict

SYSTEM = Subject("loader", "system", "/usr/lib/libvulkan.so.1", "1.3.239", "")
OTHER = Subject("loader", "other", "/usr/lib/libother.so.1", "1.3.239", "")
TEXT = """\
schema = "refloader.expectations/1"
[subject]
file = "libvulkan.so*"
[[expected]]
rule = "META-06"
case = "a/b[*]"
verdict = "fail"
reason = "all"
[[expected]]
rule = "META-06"
case = "a/b[x]"
verdict = "crash"
reason = "this"
link = "there"
"""
FILE = parse(TEXT.encode(), "x.toml")


def result(case: str, subject: str = "system", rule: str = "META-06") -> Result:
    """A failure."""
    return Result(rule, subject, case, Verdict.FAIL)


class TestMatching:
    """A result carries what was expected of its case."""

    @pytest.mark.parametrize(
        ("seen", "expected"),
        [
            (result("a/b[y]"), Expected(Verdict.FAIL, "all", "", "x.toml", 4)),
            (result("a/b[x]"), Expected(Verdict.CRASH, "this", "there", "x.toml", 9)),
            (result("a/c"), None),
            (result("a/b[y]", rule="META-04"), None),
            (result("a/b[y]", "other"), None),
        ],
        ids=["any variant", "one variant", "another case", "another rule", "another subject"],
    )
    def test_the_entry_that_says_most(self, seen: Result, expected: Expected | None) -> None:
        """An entry about one variant goes before one about all."""
        assert Known([FILE], [SYSTEM, OTHER]).expecting(seen).expected == expected

    def test_entries_of_other_cases_are_not_looked_at(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A file may have as many as a run has results."""
        entries = "".join(
            f'[[expected]]\nrule = "META-06"\ncase = "c/{number}"\nverdict = "fail"\nreason = "x"\n'
            for number in range(300)
        )
        known = Known([parse((TEXT + entries).encode(), "x.toml")], [SYSTEM])
        looked_at: list[str] = []
        monkeypatch.setattr(Entry, "fits", lambda entry, *_: looked_at.append(entry.case))

        for number in range(300):
            assert known.expecting(result(f"c/{number}")).expected is not None

        assert set(looked_at) == {"a/b[*]"}

    @pytest.mark.parametrize(
        ("verdict", "reason", "known"),
        [
            (Verdict.FAIL, "It is sorted. Not so: actual chain: b, a; expected: a, b", True),
            (Verdict.FAIL, "Another sentence. Not so: actual chain: b, a; expected: a, b", True),
            (Verdict.FAIL, "It is sorted. Not so: actual chain: nothing; expected: a, b", False),
            (Verdict.FAIL, "It is sorted. Not so: actual: -3; expected: 0", True),
            (Verdict.FAIL, "It is sorted. Not so: actual: -3; expected: 1", False),
            (Verdict.CRASH, "It is sorted. Not so: actual: -3; expected: 0", False),
        ],
    )
    def test_another_failure_of_the_case_is_not_known(
        self, verdict: Verdict, reason: str, known: bool
    ) -> None:
        """An entry that names what differs permits no other difference, whatever the rule's sentence is."""
        text = TEXT + 'differs = ["actual chain: b, a; expected: a, b", "actual: *; expected: 0"]\n'
        file = parse(text.replace("crash", "fail").encode(), "x.toml")

        judged = Known([file], [SYSTEM]).expecting(Result("META-06", "system", "a/b[x]", verdict, reason))

        assert (judged.as_expected, judged.counts_against) == (known, not known)
        assert judged.surprising is not known
        assert judged.outdates is False

    def test_without_what_differs_any_failure_is_known(self) -> None:
        """Files from before an entry could name it mean what they meant."""
        judged = Known([FILE], [SYSTEM]).expecting(result("a/b[y]"))

        assert judged.as_expected
        assert not judged.differs_anew

    def test_a_pass_by_chance_differs_in_nothing(self) -> None:
        """An entry permits the verdicts in "also", and a pass has no reason."""
        text = TEXT.replace("crash", "fail") + 'also = ["pass"]\ndiffers = "actual: -3; expected: 0"\n'
        passed = Result("META-06", "system", "a/b[x]", Verdict.PASS)

        assert not Known([parse(text.encode(), "x.toml")], [SYSTEM]).expecting(passed).surprising

    def test_the_rest_of_the_result_stays(self) -> None:
        """The verdict is what was seen, not what was expected."""
        assert Known([FILE], [SYSTEM]).expecting(result("a/b[x]")).verdict == Verdict.FAIL


class TestEnds:
    """Who is known to end programs: a run that left cases out does not judge too little for that."""

    def test_an_entry(self) -> None:
        """A file lists a crash of one subject; one that lists only failures says nothing of the kind."""
        failures = parse(TEXT.replace('"crash"', '"fail"').encode(), "y.toml")

        assert Known([FILE], [SYSTEM, OTHER]).ending(["system", "other"]) == ("system",)
        assert Known([failures], [SYSTEM]).ending(["system"]) == ()

    @pytest.mark.parametrize(
        ("line", "ends"),
        [
            ("a/b,Crash", ("system", "other")),
            ("other:a/b,Timeout", ("other",)),
            ("a/b,Fail", ()),
        ],
    )
    def test_a_list_of_cases(self, tmp_path: Path, line: str, ends: tuple[str, ...]) -> None:
        """A list may name the subject of a case."""
        path = tmp_path / "fails.txt"
        path.write_text(f"{line}\n")
        known = Known([], [SYSTEM, OTHER], lists=read_lists([str(path)], [], []))

        assert known.ending(["system", "other"]) == ends


class TestOutOfDate:
    """An entry about a case that does not exist is found once all results were told."""

    def test_an_entry_about_no_case(self) -> None:
        """The entry about one variant was about none; the one about all was about another variant."""
        known = Known([FILE], [SYSTEM])
        known.expecting(result("a/b[y]"))

        assert list(known.stale(["system"])) == [Stale("system", "META-06", "a/b[x]", "x.toml", 9)]

    def test_an_entry_that_another_one_goes_before(self) -> None:
        """Where only the variant with an entry of its own was run, the entry about all is about it too."""
        known = Known([FILE], [SYSTEM])
        known.expecting(result("a/b[x]"))

        assert list(known.stale(["system"])) == []

    def test_who_was_not_judged_misses_nothing(self) -> None:
        """Entries of subjects that were not judged whole are left alone."""
        assert list(Known([FILE], [SYSTEM]).stale([])) == []

    def test_a_file_about_nobody_is_told(self) -> None:
        """A file that was named is about none of the subjects; one that comes with the package may be."""
        own = parse(TEXT.encode(), f"{FOLDER}/x.toml")

        assert Known([FILE, own], [OTHER]).unused == ("x.toml",)
        assert Known([FILE, own], [SYSTEM]).unused == ()


class TestShippedFiles:
    """The files that come with the package can be used, and are called the same everywhere."""

    def test_each_can_be_read(self) -> None:
        """Each is called by its place in the sources, and every reason is filled in."""
        files = read_all(shipped_files())

        assert [each.name for each in files] == sorted(each.name for each in files)
        assert f"{FOLDER}/debian-1.3.239.toml" in [each.name for each in files]
        assert [(each.name, entry.line) for each in files for entry in each.entries if not entry.reason] == []

    def test_links_lead_somewhere(self) -> None:
        """A link of a shipped entry is a path below the top of the sources, perhaps with a place in a document."""
        top = Path(__file__).parents[3]
        links = {entry.link for each in read_all(shipped_files()) for entry in each.entries if entry.link}
        places = {(top / path, place) for path, _, place in (link.partition("#") for link in links)}

        assert links
        assert [path for path, _ in places if not path.exists()] == []
        assert [(path, id) for path, id in places if id and f'id="{id}"' not in path.read_text()] == []

    def test_others_are_called_by_their_path(self, tmp_path: Path) -> None:
        """A file of one's own is not taken for one of the package."""
        assert name_of(str(tmp_path / "x.toml")) == str(tmp_path / "x.toml")

    def test_a_package_without_any(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """An installation that came without the folder knows nothing beforehand."""
        monkeypatch.setattr(shipped, "_PACKAGE", str(tmp_path / "refloader"))

        assert shipped_files() == ()
