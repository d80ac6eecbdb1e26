"""Known failures by release: what a release between two tested builds is expected to do."""

import re
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refloader.results.expectations.by_release import (
    SCHEMA,
    Build,
    ByRelease,
    Failure,
    failures,
    parse,
    released,
)
from refloader.results.expectations.expectation_file import Entry, ExpectationsError
from refloader.results.expectations.expectations import Known, of_releases, read_all
from refloader.results.results_file import Result, Subject, Verdict

RULE, CASE = "META-06", "duplicates/x"
TEXT = f"""\
schema = "{SCHEMA}"
[[build]]
release = "1.3.250"
edition = "2026"
sha256 = "aa"
[[build]]
release = "1.3.275"
edition = "2026"
[[known]]
rule = "META-06"
from = "1.3.250"
to = "1.3.275"
verdict = "fail"
reason = "in both"
link = "there"
cases = ["a/both"]
[[known]]
rule = "META-06"
from = "1.3.250"
to = "1.3.250"
verdict = "crash"
reason = "in the older"
cases = ["a/older"]
"""
FILE = parse(TEXT.encode(), "loaders.toml")


def loader(
    version: str, *, edition: str = "2026", sha256: str = "", path: str = "/x/libvulkan.so.1"
) -> Subject:
    """A loader that reports a version."""
    return Subject("loader", "system", path, version, sha256, edition)


def expected(version: str, **members: str) -> dict[str, Entry]:
    """What is expected of a loader, by case."""
    return {each.case: each for each in FILE.of(loader(version, **members))}


class TestNeighbours:
    """The two builds around a release decide: what both do is known, what one does may occur."""

    def test_a_release_between_two(self) -> None:
        """The failure of both has to occur, that of one may, and the reasons name the builds."""
        entries = expected("1.3.260")

        assert entries["a/both"].may is False
        assert entries["a/both"].also == ()
        assert entries["a/both"].reason == "a failure of 1.3.250 and of 1.3.275: in both"
        assert entries["a/older"].may is True
        assert entries["a/older"].also == (Verdict.PASS, Verdict.WARN)
        assert (
            entries["a/older"].reason == "may occur, as a failure of 1.3.250 and not of 1.3.275: in the older"
        )

    @pytest.mark.parametrize(
        ("newer", "differs"), [("differs = ['y', 'z']", ("x", "y", "z")), ("", ())], ids=["both", "one"]
    )
    def test_what_differs_is_that_of_either(self, newer: str, differs: tuple[str, ...]) -> None:
        """Between two builds a case may fail as it does in one of them; in any way if one entry has none."""
        entry = '[[known]]\nrule = "META-06"\nfrom = "{0}"\nto = "{0}"\nverdict = "fail"\nreason = "r"\n'
        entry += 'cases = ["a/ways"]\n{1}\n'
        text = TEXT + entry.format("1.3.250", 'differs = ["x"]') + entry.format("1.3.275", newer)

        found = {each.case: each for each in parse(text.encode(), "x").of(loader("1.3.260"))}

        assert found["a/ways"].differs == differs
        assert found["a/ways"].may is False

    def test_a_release_that_was_tested(self) -> None:
        """All of its failures have to occur, and no others are known."""
        assert {case: each.may for case, each in expected("1.3.250").items()} == {
            "a/both": False,
            "a/older": False,
        }
        assert {case: each.may for case, each in expected("1.3.275").items()} == {"a/both": False}

    def test_a_release_newer_than_all(self) -> None:
        """It may have the failures of the newest, which nobody can hold it to."""
        assert {case: each.may for case, each in expected("1.4.400").items()} == {"a/both": True}

    def test_a_release_older_than_all(self) -> None:
        """Nothing is known of it, and the sentence on it says so."""
        assert expected("1.2.100") == {}
        assert FILE.about(loader("1.2.100")) == (
            "loaders.toml knows nothing of system (1.2.100): the oldest release that was tested is 1.3.250"
        )

    def test_another_edition(self) -> None:
        """By other documents other cases may fail."""
        assert expected("1.3.260", edition="2018") == {}
        assert "was judged by the edition 2018" in FILE.about(loader("1.3.260", edition="2018"))

    def test_the_file_of_a_build_is_recognized(self) -> None:
        """Whatever it reports, a file of that digest is that build."""
        assert expected("1.1.0", sha256="aa") == expected("1.3.250")

    def test_a_name_is_no_build(self) -> None:
        """Of what reports 1.1.0 nothing is known, whatever its file is called."""
        assert not FILE.fits(loader("1.1.0", path="/x/libvulkan.so.1.3.250"))

    def test_a_layer(self) -> None:
        """The file is about loaders alone."""
        layer = Subject("layer", "x", "/x.json", "1.3.260", "")

        assert not FILE.fits(layer)
        assert FILE.about(layer) == ""

    @pytest.mark.parametrize(
        ("version", "path", "release"),
        [
            ("1.3.239", "/x/libvulkan.so.1.3.240", (1, 3, 239)),
            ("1.1.0", "/x/libvulkan.so.1.1.97", (1, 1, 97)),
            ("1.1.0", "/x/libvulkan-1.1.97.so", (1, 1, 97)),
            ("1.1.0", "/x/libvulkan.so.1", (1, 1, 0)),
            ("1.1.0", "/x/libvulkan.so.1.3.240", (1, 1, 0)),
            ("", "/x/libvulkan.so.1.3.240", ()),
        ],
    )
    def test_the_release_of_a_loader(self, version: str, path: str, release: tuple[int, ...]) -> None:
        """It is what the loader reports; its file's name only fills in what early loaders leave open."""
        assert released(loader(version, path=path)) == release


class TestResults:
    """Results are held to what is expected."""

    @pytest.mark.parametrize(
        ("case", "verdict", "excused", "surprising"),
        [
            ("a/both", Verdict.FAIL, True, False),
            ("a/both", Verdict.PASS, False, True),
            ("a/both", Verdict.CRASH, False, True),
            ("a/older", Verdict.CRASH, True, False),
            ("a/older", Verdict.PASS, False, False),
            ("a/older", Verdict.WARN, True, False),
            ("a/other", Verdict.FAIL, False, False),
        ],
    )
    def test_a_result(self, case: str, verdict: Verdict, excused: bool, surprising: bool) -> None:
        """Known failures are excused; one that both neighbours have is missed where it is gone."""
        known = Known([FILE], [loader("1.3.260")])

        result = known.expecting(Result("META-06", "system", case, verdict))

        assert (result.as_expected, result.surprising) == (excused, surprising)

    def test_what_may_occur_is_never_out_of_date(self) -> None:
        """Only the entry on what both have is, where its case does not exist."""
        known = Known([FILE], [loader("1.3.260")])

        assert [each.case for each in known.stale(["system"])] == ["a/both"]

    def test_the_notes_tell_what_is_applied(self) -> None:
        """The file, the neighbours and the numbers are told."""
        assert Known([FILE], [loader("1.3.260")]).notes == (
            "loaders.toml expects of system (1.3.260) what 1.3.250 and 1.3.275 do: 1 failure expected, "
            "1 failure that may occur",
        )


VERDICTS = st.sampled_from([Verdict.FAIL, Verdict.CRASH, None])


class TestProperties:
    """The rule of the two neighbours, on any history of a case."""

    @given(st.lists(VERDICTS, min_size=1, max_size=8), st.integers(0, 170), st.data())
    def test_the_neighbours_decide(
        self, history: list[Verdict | None], patch: int, data: st.DataObject
    ) -> None:
        """Builds are 10, 30, 50 …: between two of them a failure is known if both have it, possible if one has it."""
        patches = [10 + 20 * at for at in range(len(history))]
        builds = tuple(Build(f"1.3.{each}", "2026") for each in patches)
        found: list[Mapping[tuple[str, str], Verdict]] = [
            {(RULE, CASE): each} if each else {} for each in history
        ]
        file = ByRelease("x", builds, tuple(failures(found)))

        entries = list(file.of(loader(f"1.3.{patch}")))

        older = [at for at, each in enumerate(patches) if each <= patch]
        newer = [at for at, each in enumerate(patches) if each >= patch]
        beside = [history[older[-1]]] if older else []
        beside += [history[newer[0]]] if newer else [None]
        failing = [each for each in beside if each] if older else []
        assert len(entries) == bool(failing)
        for entry in entries:
            assert entry.may == (len(failing) < 2)
            assert {entry.verdict, *entry.also} == {*failing} | (
                {Verdict.PASS, Verdict.WARN} if entry.may else set()
            )

    @given(st.lists(VERDICTS, max_size=10))
    def test_entries_say_what_the_builds_did(self, history: list[Verdict | None]) -> None:
        """Each failure of each build is in exactly one entry, with its verdict."""
        found: list[Mapping[tuple[str, str], Verdict]] = [
            {(RULE, CASE): each} if each else {} for each in history
        ]
        entries = list(failures(found))

        told = [[each.verdict for each in entries if each.holds(at)] for at in range(len(history))]
        assert told == [[each] if each else [] for each in history]


class TestFile:
    """What is wrong with a file is told with its line."""

    @pytest.mark.parametrize(
        ("old", "new", "said"),
        [
            (SCHEMA, "refloader.expectations-by-release/2", "x.toml:1:1: the schema is not"),
            ("META-06", "META-99", 'x.toml:9:1: "META-99" is no rule for loaders'),
            ("META-06", "LLP_LAYER_1", 'x.toml:9:1: "LLP_LAYER_1" is no rule for loaders'),
            ('to = "1.3.275"', 'to = "1.3.270"', "are no consecutive builds of this file"),
            ('"fail"', '"pass"', '"pass" is no verdict of a failure'),
            ('reason = "in both"\n', "", 'x.toml:9:1: "reason" is missing'),
            ('link = "there"', "link = 1", '"link" does not belong here'),
            ('release = "1.3.250"', 'release = "1.3.300"', "not in the order of their releases"),
            ('edition = "2026"', 'edition = "2027"', 'there is no edition "2027"'),
            ("[[known]]", "[known]", "x.toml:"),
        ],
    )
    def test_a_mistake(self, old: str, new: str, said: str) -> None:
        """Each is refused."""
        with pytest.raises(ExpectationsError, match=re.escape(said)):
            parse(TEXT.replace(old, new).encode(), "x.toml")

    def test_the_shipped_file(self) -> None:
        """It can be read, and knows the releases from 1.1.97 on."""
        [file] = read_all([of_releases()])

        assert isinstance(file, ByRelease)
        assert file.name == "reports/expectations/by-release/loaders.toml"
        assert file.builds[0].release == "1.1.97"
        assert file.failures

    def test_a_failure_names_its_line(self) -> None:
        """Documents point there."""
        assert FILE.failures[0] == Failure(RULE, "a/both", 0, 1, Verdict.FAIL, "in both", "there", (), 9)
