"""The versions of the suite: their registers, what became of their cases, and the tool that keeps them."""

import json
import sys
from pathlib import Path

import pytest

from refloader.rules import rules
from refloader.rules.suites import Deprecated, UnknownSuiteError, named, newest, parsed, suite, versions

TOP = Path(__file__).parent.parent.parent
sys.path.insert(0, str(TOP / "tools"))
from generate_suite import Found, cases, lost, text, untrue  # noqa: E402

REGISTER = "\n".join(
    json.dumps(each)
    for each in (
        {"rules": ["LLP_LAYER_1", "LLP_LAYER_9"]},
        ["layer", "static", {"2026": "LLP_LAYER_1"}],
        ["layer", "handles/wrapped", {"2022 2026": "LLP_LAYER_9"}, ["two", "three"]],
    )
)
RENAMED = Deprecated("handles/wrapped[two]", "handles/twice", "2026.2", "it has another name")
GONE = Deprecated("handles/wrapped[two]", "", "2026.2", "no document says so any more")


class TestRegisters:
    """A version is a set of rules and cases, which ``--suite`` and the standard take from its register."""

    def test_of_a_kind_and_an_edition(self) -> None:
        """A case counts for the kinds and editions of its line, each variant by its own name."""
        version = parsed("2026.1", "", REGISTER, {})

        assert dict(version.of("layer", "2022")) == {
            "handles/wrapped[two]": ("LLP_LAYER_9",),
            "handles/wrapped[three]": ("LLP_LAYER_9",),
        }
        assert "static" in version.of("layer", "2026")
        assert not version.of("driver", "2026")

    def test_a_renamed_case_is_served_by_its_new_name(self) -> None:
        """It is asked for as before."""
        version = parsed("2026.1", "2026-12-01", REGISTER, {RENAMED.case: RENAMED})

        assert version.of("layer", "2026")["handles/twice"] == ("LLP_LAYER_9",)
        assert "handles/wrapped[two]" not in version.of("layer", "2026")

    def test_a_case_that_was_taken_away_is_not_asked_for(self) -> None:
        """The reason stays."""
        version = parsed("2026.1", "2026-12-01", REGISTER, {GONE.case: GONE})

        assert set(version.of("layer", "2022")) == {"handles/wrapped[three]"}
        assert version.gone == {"handles/wrapped[two]": "no document says so any more"}

    def test_a_draft_is_named_by_its_cases(self) -> None:
        """Two drafts of one version may ask for other cases; a released version never changes."""
        draft, other = (parsed("2026.1", "", each, {}) for each in (REGISTER, REGISTER + " "))

        assert draft.name.startswith("2026.1-draft.")
        assert draft.name != other.name
        assert parsed("2026.1", "2026-12-01", REGISTER, {}).name == "2026.1"


class TestThisInstallation:
    """The versions that come with refloader."""

    def test_the_newest_is_found_by_its_name(self) -> None:
        """A name of another draft, or of a version that is not here, finds none."""
        assert versions()[-1] == "2026.1"
        assert named(newest().name) == newest()
        assert named("2026.1-draft.00000000") is None
        assert named("2031.1") is None

    def test_a_version_that_is_not_here(self) -> None:
        """The message has those that are."""
        with pytest.raises(UnknownSuiteError, match=r"no suite 2031\.1; it has .*2026\.1"):
            suite("2031.1")

    def test_its_rules_are_in_the_catalogue(self) -> None:
        """Each rule that a case judges is one of the version's set."""
        version = newest()

        assert version.rules <= set(rules())
        judged = {each for every in version.cases.values() for some in every.values() for each in some}
        assert judged <= version.rules

    def test_a_manifest_is_read_by_every_rule(self) -> None:
        """Rules that only a fault brings up are judged too; other cases judge their own alone."""
        version = newest()

        assert version.has("MANIFEST-ICD-04", "static")
        assert not version.has("MANIFEST-ICD-04", "driver_manifest/nothing")
        assert not version.has("NO-SUCH-RULE", "static")


class TestKeeping:
    """A case of a released version keeps its name and its rules, or a row says what became of it."""

    VERSION = parsed("2026.1", "2026-12-01", REGISTER, {})

    @staticmethod
    def found(**changed: tuple[str, ...]) -> Found:
        """The cases of the register as the suite has them, some with other rules; without rules a case is gone."""
        layer = {"static": ("LLP_LAYER_1",)}
        layer |= {f"handles/wrapped[{name}]": ("LLP_LAYER_9",) for name in ("two", "three")}
        layer |= {f"handles/wrapped[{name}]": judged for name, judged in changed.items()}
        layer = {name: judged for name, judged in layer.items() if judged}
        return {
            ("layer", "2026"): layer,
            ("layer", "2022"): {name: judged for name, judged in layer.items() if name != "static"},
        }

    def test_all_there(self) -> None:
        """Further cases are no problem: they belong to the next version."""
        assert not list(lost(self.VERSION, self.found(four=("LLP_LAYER_1",))))

    def test_a_case_that_disappears(self) -> None:
        """It is named, with what to do."""
        said = sorted(lost(self.VERSION, self.found(two=())))

        assert (
            said[0] == "2026.1: the layer case handles/wrapped[two] of 2022 is gone: add a row [[deprecated]]"
        )

    def test_a_case_that_judges_less(self) -> None:
        """It would mean something else than before."""
        assert "no longer judges LLP_LAYER_9" in next(lost(self.VERSION, self.found(two=("LLP_LAYER_1",))))

    def test_a_row_answers_for_it(self) -> None:
        """For a case that has another name and for one that is gone."""
        for row in (GONE, RENAMED):
            version = parsed("2026.1", "2026-12-01", REGISTER, {row.case: row})
            found = self.found(two=())
            for every in found.values():
                every |= {row.now: ("LLP_LAYER_9",)} if row.now else {}

            assert not list(lost(version, found))
            assert not list(untrue({row.case: row}, found))

    def test_rows_are_true(self) -> None:
        """A row names no case that there is, and none in its place that there is not."""
        assert len(list(untrue({RENAMED.case: RENAMED}, self.found()))) == 2

    def test_the_register_has_the_cases_of_the_suite(self) -> None:
        """What is written is what was found, and the committed register of a draft is up to date."""
        found = cases()
        written = text(found)

        ordered = {
            kind: {case: tuple(sorted(judged)) for case, judged in every.items()}
            for kind, every in found.items()
        }
        assert parsed("2026.1", "", written, {}).cases == ordered
        assert (TOP / "refloader/rules/generated/suite-2026.1.jsonl").read_text(encoding="utf-8") == written
