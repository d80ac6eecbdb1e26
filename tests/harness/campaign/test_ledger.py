"""The published ledgers: what they say is still so, their pages are fresh, and mistakes in one are told."""

import os
from pathlib import Path

import pytest

from refloader.campaign.ledger import Cause, Ledger, LedgerError, ledgers, read
from refloader.campaign.ledger_page import page
from refloader.campaign.search import Comparison, Search, signature
from refloader.native.mocks import mock_library
from refloader.predict.differential import Difference
from refloader.rules import find
from refloader.sandbox.loader import identify, system_loader

REPORTS = Path(__file__).parents[3] / "reports"
LEDGERS = {os.path.basename(ledger.folder): ledger for ledger in ledgers(str(REPORTS))}
ENTRIES = [(name, cause.id) for name, ledger in LEDGERS.items() for cause in ledger.causes]


def entry(name: str, identity: str) -> tuple[Ledger, Cause]:
    """A ledger and one of its causes."""
    ledger = LEDGERS[name]
    return ledger, next(cause for cause in ledger.causes if cause.id == identity)


@pytest.fixture(scope="module")
def searches() -> dict[tuple[str, str], Search]:
    """The loaders of this machine by version and file name."""
    path = system_loader()
    if path is None or mock_library("mock_layer") is None:
        return {}
    version = identify(path).version
    return {(version, os.path.basename(path)): Search(path, version)}


def told(difference: Difference) -> tuple[str, str, str, str]:
    """What a ledger says of a difference."""
    return difference.about, difference.kind, difference.predicted, difference.seen


def shown(cause: Cause, ledger: Ledger, searches: dict[tuple[str, str], Search]) -> Comparison:
    """A run of a cause's scenario on the loader that it is about."""
    search = searches.get((ledger.version, ledger.loader))
    if search is None:
        pytest.skip(f"this machine has no {ledger.loader}, or the mocks are not built")
    if cause.unsteady:
        pytest.skip(f"it comes and goes: {cause.unsteady}")
    return search.look(ledger.scenario(cause))


class TestEntries:
    """Every entry is still so on the loader that it is about."""

    @pytest.mark.parametrize(("name", "identity"), ENTRIES)
    def test_it_is_seen(self, name: str, identity: str, searches: dict[tuple[str, str], Search]) -> None:
        """The scenario gives the very difference that is told; one that is gone has to leave the ledger."""
        ledger, cause = entry(name, identity)

        found = shown(cause, ledger, searches)

        assert (cause.about, cause.difference, cause.predicted, cause.seen) in map(told, found.differences)

    @pytest.mark.parametrize(("name", "identity"), ENTRIES)
    def test_it_is_known_by_its_signature(
        self, name: str, identity: str, searches: dict[tuple[str, str], Search]
    ) -> None:
        """A campaign that finds just this scenario calls it by its name."""
        ledger, cause = entry(name, identity)
        scenario, result = ledger.scenario(cause), shown(cause, ledger, searches)
        difference = next(each for each in result.differences if each.about == cause.about)

        known = ledger.cause(signature(scenario, difference, result.prediction))

        assert known is not None
        assert known.id == cause.id

    @pytest.mark.parametrize(("name", "identity"), ENTRIES)
    def test_a_reading_names_its_ambiguity(self, name: str, identity: str) -> None:
        """A breach breaks a rule; another reading is one of an ambiguity, or of a rule that leaves it open."""
        _, cause = entry(name, identity)
        ambiguities = [rule for rule in cause.rules if rule.startswith("AMB-")]

        assert all(find(rule) for rule in cause.rules)
        assert cause.rules
        assert not (cause.kind == "breach" and ambiguities)


class TestPages:
    """The pages are made from the data."""

    @pytest.mark.parametrize("name", LEDGERS)
    def test_it_is_fresh(self, name: str) -> None:
        """tools/ledger.py would change nothing."""
        assert (REPORTS / name / "ledger.md").read_text(encoding="utf-8") == page(LEDGERS[name])

    @pytest.mark.parametrize("name", LEDGERS)
    def test_nothing_lies_beside_it(self, name: str) -> None:
        """Each folder is the scenario of an entry."""
        folders = {each.name for each in (REPORTS / name).iterdir() if each.is_dir()}

        assert folders == {cause.id for cause in LEDGERS[name].causes}


GOOD = """
schema = "refloader.ledger/1"
loader = "libvulkan.so.1"
version = "1.3.0"

[[cause]]
id = "one"
title = "One"
kind = "breach"
rules = ["DISC-GEN-01"]
wants = "this"
does = "that"
about = "layers"
difference = "more"
predicted = "a"
seen = "b"
signatures = ["layers: more*", "chain: *"]
"""


class TestReading:
    """A ledger says what is wrong with it."""

    def test_patterns_recognise_causes(self, tmp_path: Path) -> None:
        """The first cause that fits."""
        (tmp_path / "ledger.toml").write_text(GOOD)

        ledger = read(str(tmp_path))

        assert [cause.id for cause in ledger.causes] == ["one"]
        assert ledger.cause("layers: more; rules: X") is ledger.causes[0]
        assert ledger.cause("layers: missing") is None

    @pytest.mark.parametrize(
        ("old", "new", "told"),
        [
            ("refloader.ledger/1", "refloader.ledger/9", "schema"),
            ('kind = "breach"', 'kind = "fault"', "none of"),
            ("DISC-GEN-01", "DISC-GEN-99", "DISC-GEN-99"),
            ('title = "One"', "", "title"),
            ("[[cause]]", "[[cause", "ledger.toml"),
            ('["DISC-GEN-01"]', '"DISC-GEN-01"', "rules is no array of texts"),
            ('"chain: *"', '["chain: *"]', "signatures is no array of texts"),
            ("DISC-GEN-01", r"DISC\u001b[2J", r'"DISC\\x1b\[2J" is no rule of the catalogue'),
            ('id = "one"', r'"\u001b" = 1', "the key 'id' is missing"),
        ],
    )
    def test_mistakes_are_told(self, tmp_path: Path, old: str, new: str, told: str) -> None:
        """With the name of the file and what is wrong."""
        (tmp_path / "ledger.toml").write_text(GOOD.replace(old, new))

        with pytest.raises(LedgerError, match=told):
            read(str(tmp_path))


@pytest.mark.timeout(60)
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_a_strangers_ledger_that_never_ends(tmp_path: Path, kind: str) -> None:
    """It is refused without a read: /dev/zero would take all memory."""
    path = tmp_path / "ledger.toml"
    make = {"pipe": lambda: os.mkfifo(path), "device": lambda: path.symlink_to("/dev/null")}
    make[kind]()

    with pytest.raises(LedgerError, match="not a regular file"):
        read(str(tmp_path))
