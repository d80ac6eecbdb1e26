"""The registry of violators: each names rules that loaders can break, and replaces something that there is."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

import refloader
from refloader.dropin.build.sources import every_violator
from refloader.rules import rules
from refloader.rules.binding import binds_loaders
from refloader.selftest.mutants import registry
from refloader.selftest.mutants.marks import REPLACEMENTS
from refloader.selftest.mutants.registry import Mutant, mutants_by_name
from refloader.selftest.variants.registry import variants

pytestmark = pytest.mark.slow

ROOT = Path(refloader.__file__).parent
ALL = list(mutants_by_name().values())
CORE = [each for each in ALL if each.subject == "core"]
CALLS = sorted((ROOT / "selftest/mutants/calls").glob("*.py"))


class TestEveryViolator:
    """A violator breaks rules that bind loaders, and says in a sentence how."""

    @pytest.mark.parametrize("violator", ALL, ids=lambda each: each.name)
    def test_it_breaks_rules_of_loaders(self, violator: Mutant) -> None:
        """Each of its rules binds loaders, of whatever system."""
        rows = [rules()[rule_id] for rule_id in violator.rules]

        assert rows
        assert [row.id for row in rows if not binds_loaders(row.id)] == []

    @pytest.mark.parametrize("violator", ALL, ids=lambda each: each.name)
    def test_it_says_what_it_does(self, violator: Mutant) -> None:
        """One sentence, which reports show."""
        assert violator.does.endswith(".")

    @pytest.mark.parametrize("violator", CORE, ids=lambda each: each.name)
    def test_it_replaces_something(self, violator: Mutant) -> None:
        """What it replaces in the core is bound somewhere, and is put back."""
        targets = [target for target, _ in REPLACEMENTS[violator.name][0]]
        patch = registry.patch_of(violator.name)

        patch.apply()
        replaced = [_found(target) is not target for target in targets]
        patch.undo()

        assert (all(replaced), [_found(target) for target in targets]) == (True, targets)


def _found(target: object) -> object:
    """What is bound where a function was defined."""
    found: object = import_module(target.__module__)
    for part in target.__qualname__.split("."):  # type: ignore[attr-defined]
        found = getattr(found, part)
    return found


class TestSources:
    """The violators of the library cannot be imported here; their sources say what they are."""

    def test_all_are_frozen(self) -> None:
        """The module that names them for the freezer has each of them, and each variant."""
        tables = registry._table("in_c.toml").keys() | registry._table("in_file.toml").keys()
        tables |= {each.name for each in registry._of_families()}
        names = {each.name for each in ALL if each.subject == "library"} - tables | variants().keys()

        tree = ast.parse(every_violator(ROOT.parent))

        frozen = {
            alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names
        }
        places = ast.literal_eval(tree.body[0].value)  # type: ignore[attr-defined] # PLACES = {...}

        assert {name for name in frozen if not name.startswith("_")} == names
        assert places.keys() == names

    @pytest.mark.parametrize("path", CALLS, ids=lambda path: path.stem)
    def test_what_they_replace_is_there(self, path: Path) -> None:
        """The function that a mark names is defined in the module that it is taken from, or imported there."""
        tree = ast.parse(path.read_text(encoding="utf-8"))
        modules = dict(_modules(tree))
        targets = [
            ast.unparse(mark.args[ast.unparse(mark.func) == "completes"]).partition(".")
            for node in tree.body
            if isinstance(node, ast.FunctionDef)
            for mark in node.decorator_list
            if isinstance(mark, ast.Call)
        ]

        missing = [
            f"{owner}.{name}" for owner, _, name in targets if f"def {name}(" not in modules.get(owner, "")
        ]

        assert missing == []

    def test_c_and_its_table_agree(self) -> None:
        """Each name in in_c.toml is asked for in the library's sources, and no other name is."""
        assert registry.names_in_c() == registry._table("in_c.toml").keys()

    def test_c_and_its_kinds_agree(self) -> None:
        """Each kind in of_commands.toml is asked for in the library's sources, and no other kind is."""
        assert registry.kinds_in_c() == registry._table("of_commands.toml").keys()


def _modules(tree: ast.Module) -> list[tuple[str, str]]:
    """The modules of ours that a source imports, under the names it gives them, with their text."""
    return [
        (alias.asname or alias.name, path.read_text(encoding="utf-8"))
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
        for suffix in (".py", ".pyi")
        if (path := ROOT.parent.joinpath(*node.module.split("."), alias.name + suffix)).is_file()
    ]


class TestTables:
    """What is written down about violators and rules names things that there are."""

    def test_causes_are_of_violators_and_rules(self) -> None:
        """Each table in causes.toml is a violator's, each key in it a rule or a family."""
        strange = [name for name in registry.causes() if name not in mutants_by_name()]
        keys = {key for table in registry.causes().values() for key in table}

        assert strange == []
        assert [key for key in keys if not any(registry.within(rule_id, key) for rule_id in rules())] == []

    def test_unprovable_rules_have_no_violator(self) -> None:
        """A reason why there is none stands for rules that have none."""
        with_one = [rule_id for rule_id in registry.by_rule() if registry.why_without(rule_id)]

        assert with_one == []

    def test_gaps_are_of_violators_and_their_rules(self) -> None:
        """Each table in gaps.toml is a violator's, each key in it a rule that it violates, each reason a sentence."""
        for name, table in registry.gaps().items():
            assert set(table) <= set(mutants_by_name()[name].rules)
            assert all(len(why.split()) > 3 for why in table.values())

    def test_whoever_has_a_cause_was_looked_at(self) -> None:
        """unexamined.toml lists violators, and none that has a cause."""
        assert registry.unexamined() <= set(mutants_by_name()) - set(registry.causes())
