"""Modules without cases of the requested rules are not imported, and no requested case is lost by that."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from refloader.rules import rules
from refloader.suite.run.cases import FIXTURES
from refloader.suite.run.narrowing import may_check, rules_of

pytestmark = pytest.mark.slow

POLICY_TESTS = Path(__file__).parents[3] / "policy_tests"
LISTING = '''
import json
from collections import Counter

import pytest

@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Write the rules in the marks of each module's tests, and the names of several tests, as pytest knows them."""
    found, names = {}, Counter(item.nodeid for item in items)
    for item in items:
        found.setdefault(str(item.path), set()).update(*(mark.args for mark in item.iter_markers("rule")))
    with open(FILE, "w") as file:
        json.dump({path: sorted(rules) for path, rules in found.items()}, file)
    with open(FILE + ".twice", "w") as file:
        json.dump([name for name, times in names.items() if times > 1], file)
'''


@pytest.fixture(scope="module")
def listing(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of the rules by module, beside one of the names that several cases have."""
    folder = tmp_path_factory.mktemp("listing")
    file = folder / "rules.json"
    (folder / "listing.py").write_text(f"FILE = {str(file)!r}\n{LISTING}")
    words = ["--collect-only", "-q", "-p", "no:cacheprovider", "-p", "listing"]
    subprocess.run(
        [sys.executable, "-m", "pytest", *words, *(POLICY_TESTS / kind for kind in FIXTURES)],
        env={**os.environ, "PYTHONPATH": str(folder), "PYTEST_ADDOPTS": ""},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return file


@pytest.fixture(scope="module")
def collected(listing: Path) -> dict[str, list[str]]:
    """The rules that the collected tests of each module of the suite are marked with."""
    found: dict[str, list[str]] = json.loads(listing.read_text())
    return found


@pytest.fixture(scope="module")
def shown(collected: dict[str, list[str]]) -> dict[str, frozenset[str] | None]:
    """The rules that the text of each of these modules, and of what it imports, shows."""
    return {path: rules_of(Path(path)) for path in collected}


class TestSuite:
    """The rules of a module are read from its text, and are those of the tests that pytest collects from it."""

    def test_no_module_of_a_rule_is_left_out(
        self, collected: dict[str, list[str]], shown: dict[str, frozenset[str] | None]
    ) -> None:
        """For every rule, each module with a test of the rule is collected by a run of that rule alone."""
        lost = [
            (rule_id, path)
            for path, marked in collected.items()
            for rule_id in marked
            if rule_id not in (shown[path] or marked)
        ]

        assert lost == []

    def test_no_name_twice(self, listing: Path) -> None:
        """Parameters whose names are joined to the same text would make results that cannot be told apart."""
        assert json.loads(listing.with_name(f"{listing.name}.twice").read_text()) == []

    def test_most_rules_need_few_modules(self, shown: dict[str, frozenset[str] | None]) -> None:
        """A run of one rule imports at most a quarter of the modules, whatever the rule is."""
        open_ones = sum(found is None for found in shown.values())
        most = open_ones + max(
            sum(rule_id in (found or ()) for found in shown.values()) for rule_id in rules()
        )

        assert len(shown) > 100
        assert most < len(shown) / 4


class TestText:
    """Literal marks are read; where a mark can come from elsewhere, the module may check any rule."""

    def test_literal_marks(self, tmp_path: Path) -> None:
        """All ids of all marks count, on one line or on several."""
        text = '@pytest.mark.rule("A-1", "B_2")\nx = [pytest.mark.rule(\n    "C-3",\n)]\n@pytest.mark.editions("1")'

        (tmp_path / "test_marked.py").write_text(text)

        assert rules_of(tmp_path / "test_marked.py") == {"A-1", "B_2", "C-3"}

    @pytest.mark.parametrize(
        "text",
        [
            '@pytest.mark.rule("A-1")\n@pytest.mark.rule(*RULES)\n',
            '@pytest.mark.rule("A-1")\n@pytest.mark.rule(f"A-{number}")\n',
            '@pytest.mark.rule("A-1", other("B-2"))\n',
            '@pytest.mark.rule("A-1")\n@pytest.mark.own\n',
            'from pytest import mark\n@mark.rule("A-1")\n',
            'marked = pytest.mark\n@pytest.mark.rule("A-1")\n',
            'from policy_tests.other import TestInherited\n@pytest.mark.rule("A-1")\n',
            'from .other import TestInherited\n@pytest.mark.rule("A-1")\n',
            "def test_without_marks(): ...\n",
        ],
    )
    def test_others(self, tmp_path: Path, text: str) -> None:
        """What the text does not show is not guessed."""
        (tmp_path / "test_marked.py").write_text(text)

        assert rules_of(tmp_path / "test_marked.py") is None

    def test_modules(self, tmp_path: Path) -> None:
        """A module is collected for the rules in its text alone, or for any."""
        (tmp_path / "test_shown.py").write_text('@pytest.mark.rule("A-1")\n')
        (tmp_path / "test_open.py").write_text("@pytest.mark.rule(*RULES)\n")

        assert may_check(tmp_path / "test_shown.py", "A-1".__eq__)
        assert not may_check(tmp_path / "test_shown.py", "B-2".__eq__)
        assert may_check(tmp_path / "test_open.py", "B-2".__eq__)

    def test_imported_modules(self, tmp_path: Path) -> None:
        """Rules of modules of the suite that a module imports count as its own, or leave it open."""
        suite = tmp_path / "policy_tests" / "loader"
        suite.mkdir(parents=True)
        (suite / "words.py").write_text('GOAL = "a word"\n')
        (suite / "__init__.py").touch()
        (suite / "test_first.py").write_text('@pytest.mark.rule("A-1")\n')
        (suite / "made.py").write_text("MARKS = [pytest.mark.rule(*RULES)]\n")
        own = '@pytest.mark.rule("B-2")\n'
        for name, module, names in (
            ("words", "policy_tests.loader.words", "GOAL"),
            ("package", "policy_tests.loader", "words"),
            ("inherits", "policy_tests.loader.test_first", "(\n    TestInherited,\n)"),
            ("both", "policy_tests.loader.test_both", "SELF"),
            ("made", "policy_tests.loader", "made"),
            ("missing", "policy_tests.loader.missing", "GOAL"),
        ):
            (suite / f"test_{name}.py").write_text(f"from {module} import {names}\n{own}")

        assert rules_of(suite / "test_words.py") == {"B-2"}
        assert rules_of(suite / "test_package.py") == {"B-2"}
        assert rules_of(suite / "test_inherits.py") == {"A-1", "B-2"}
        assert rules_of(suite / "test_both.py") == {"B-2"}
        assert rules_of(suite / "test_made.py") is None
        assert rules_of(suite / "test_missing.py") is None

    def test_unreadable_modules(self, tmp_path: Path) -> None:
        """A file that cannot be read is left to pytest."""
        (tmp_path / "test_odd.py").write_bytes(b'# \xff\n@pytest.mark.rule("A-1")\n')

        assert may_check(tmp_path / "test_odd.py", "B-2".__eq__)
        assert may_check(tmp_path / "test_missing.py", "B-2".__eq__)
