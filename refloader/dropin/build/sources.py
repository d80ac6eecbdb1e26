"""Finds the sources to freeze and applies the transformations to each, in order."""

import ast
import json
import pickle
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from refloader.dropin.build.classes import Classes
from refloader.dropin.build.numbers import MODULES, Numbers, constants_of
from refloader.dropin.build.patterns import Patterns
from refloader.dropin.build.plain import Plain
from refloader.dropin.build.problem import FreezeError
from refloader.dropin.build.rules import Rules, known_rules
from refloader.dropin.build.tree_shaking import Module

SHIMS = "refloader.dropin.build.shims"
STANDARD = {
    "array": "array",
    "bisect": "bisect",
    "collections.abc": "abc",
    "contextlib": "contextlib",
    "dataclasses": "dataclasses",
    "difflib": "difflib",
    "enum": "enum",
    "functools": "functools",
    "math": "math",
    "posixpath": "posixpath",
    "types": "types",
    "typing": "typing",
}
"""The modules of the standard library that frozen code may import, and the shim that replaces each."""

OURS = {
    "refloader.core.manifests.clean_when_many": "clean_when_many",
    "refloader.core.search.fork": "elsewhere",
    "refloader.core.json.plain": "json_plain",
    "refloader.model.registry": "registry",
}
"""Modules of refloader that need what the library lacks, and the shim that replaces each."""
OF_OTHER_SYSTEMS = (
    "refloader.core.search.android.",
    "refloader.core.search.fuchsia_",
    "refloader.core.search.macos_",
    "refloader.core.search.windows.",
    "refloader.model.windows_",
)
"""Prefixes of the modules that decide for other operating systems. The library never calls them."""

EDGE = "refloader.dropin.python._edge"
BUILT_IN = frozenset({"_collections", "_edge", "_functools", "_imp", "_sre", "gc", "sys", EDGE})
"""The modules that are compiled into the interpreter."""

ROWS, INSTANCES = f"{SHIMS}.registry_rows", f"{SHIMS}.registry_instances"
SETTINGS = "refloader.dropin.python.loading.build_settings"
AGES = "refloader.rules.ages_table"
VIOLATORS = "refloader.selftest.mutants.calls.every"


class Sources:
    """The frozen modules by name. ``settings`` is the source of the module with the build options."""

    def __init__(self, root: Path, settings: str = "") -> None:
        self.root = root
        self.rules = known_rules(root)
        self.made = {
            ROWS: registry_rows(root),
            INSTANCES: registry_instances(root),
            SETTINGS: settings,
            VIOLATORS: every_violator(root),
            AGES: ages_table(root),
        }
        self.constants = {name: constants_of(self._text(name)) for name in MODULES}
        self._transformed: dict[str, bytes] = {}

    def load(self, name: str) -> Module | None:
        """Return a copy of the transformed module, which may be changed, or None if it is built in."""
        if name in BUILT_IN:
            return None
        if name not in self._transformed:
            self._transformed[name] = pickle.dumps(transformed(name, self._text(name), self).body)
        return Module(name, pickle.loads(self._transformed[name]))

    def _text(self, name: str) -> str:
        if name in self.made:
            return self.made[name]
        path = self.path(name)
        if path is None:
            raise FreezeError(name, None, "no such module, or not one that may be frozen")
        return path.read_text(encoding="utf-8")

    def path(self, name: str) -> Path | None:
        """Return the file of a module of refloader, or None if it has none."""
        base = self.root.joinpath(*name.split("."))
        found = [path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()]
        return found[0] if found and name.split(".")[0] == "refloader" else None

    def is_module(self, name: str) -> bool:
        """True if the name is that of a module rather than of something in one."""
        return name in self.made or name in OURS or name == EDGE or self.path(name) is not None


def transformed(name: str, text: str, sources: Sources) -> ast.Module:
    """Return one module with all transformations applied, before tree shaking."""
    tree = ast.parse(text)
    tree = Imports(name, sources).visit(tree)
    tree = Numbers(sources.constants).visit(tree)
    tree = Rules(name, sources.rules).visit(tree)
    tree = Patterns(name).visit(tree)
    if not name.startswith(SHIMS + ".") or name == f"{SHIMS}.registry":
        tree = Classes(name).visit(tree)
    tree = Plain().visit(tree)
    ast.fix_missing_locations(tree)
    assert isinstance(tree, ast.Module)
    return tree


class Imports(ast.NodeTransformer):
    """Rewrites import statements: one name each, with modules under their frozen names."""

    def __init__(self, module: str, sources: Sources) -> None:
        self.module = module
        self.sources = sources

    def visit_Import(self, node: ast.Import) -> list[ast.stmt]:
        """Import each module in a statement of its own."""
        return [self._module(each.name, each.asname or each.name) for each in node.names]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> list[ast.stmt]:
        """Import each name in a statement of its own; if the name is a module, import the module."""
        source = node.module or ""
        if source == "__future__" or source in ("refloader.rules", "re"):
            return []
        made: list[ast.stmt] = []
        for each in node.names:
            inside = f"{source}.{each.name}"
            if source.startswith("refloader") and self.sources.is_module(inside):
                made.append(self._module(inside, each.asname or each.name))
            else:
                alias = ast.alias(each.name, each.asname)
                made.append(ast.copy_location(ast.ImportFrom(frozen_name(source), [alias], 0), node))
        return made

    def _module(self, name: str, bound: str) -> ast.stmt:
        return ast.Import([ast.alias(frozen_name(name), bound)])


def frozen_name(name: str) -> str:
    """Return the name under which a module is frozen."""
    shim = STANDARD.get(name) or OURS.get(name)
    if name.startswith(OF_OTHER_SYSTEMS):
        shim = "elsewhere"
    return f"{SHIMS}.{shim}" if shim else name


def every_violator(root: Path) -> str:
    """Return the source of a module that loads the modules of a mutant or variant, and nothing else of them.

    Functions without a reference are not frozen, so it references every mutant's and every variant's function.
    """
    places: dict[str, list[int]] = {}
    loads = []
    for number, name in enumerate(violating_modules(root)):
        path = root.joinpath(*name.split(".")).with_suffix(".py")
        functions = []
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            marked = list(_marked(node)) if isinstance(node, ast.FunctionDef) else []
            functions += [node.name] if isinstance(node, ast.FunctionDef) and marked else []
            for each in marked:
                places[each] = list(dict.fromkeys([*places.get(each, []), number]))
        if functions:
            imports = [f"        from {name} import {each} as part" for each in functions]
            loads += [f"    if number == {number}:", *imports]
    return "\n".join([f"PLACES = {places!r}", "def load(number):", *loads, ""])


def violating_modules(root: Path) -> list[str]:
    """Return the names of the modules of mutants and variants, which are frozen apart."""
    return [
        f"refloader.selftest.{folder.replace('/', '.')}.{path.stem}"
        for folder in ("mutants/calls", "variants")
        for path in sorted(root.joinpath("refloader/selftest", folder).glob("*.py"))
        if path.stem not in ("__init__", "marks", "registry")
    ]


_BEGINS, _CONTINUES = frozenset({"replaces", "allows"}), frozenset({"completes", "likewise"})


def _marked(node: ast.FunctionDef) -> Iterator[str]:
    """Yield the names of the mutants and variants that a function is a part of."""
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Name):
            if mark.func.id in _BEGINS:
                yield node.name
            elif mark.func.id in _CONTINUES:
                yield str(ast.literal_eval(mark.args[0]))


def _registry(root: Path) -> Any:
    return json.loads((root / "refloader/model/generated/registry.json").read_text(encoding="utf-8"))


def _extension_rows(data: Any, *, of_instances: bool) -> list[list[object]]:
    return [
        [name, row["type"], row["spec_version"], row["platform"], row["depends"], row["promoted_to"]]
        + row["commands"]
        for name, row in data["extensions"].items()
        if (row["type"] == "instance") is of_instances
    ]


def registry_instances(root: Path) -> str:
    """Return the registry's instance extensions as the source of a module of one string.

    Most programs ask for some of them, and for nothing else in the registry, which is twenty times as large.
    """
    return f"INSTANCE_EXTENSIONS = {_lines(_extension_rows(_registry(root), of_instances=True))!r}\n"


def registry_rows(root: Path) -> str:
    """Return the rest of the registry as the source of a module of strings: a line per name, with fields in tabs."""
    data = _registry(root)
    commands = [
        [name, row["level"], row["core"], row["alias"]]
        + [f"{each}{'' if each in row['always'] else '?'}" for each in row["extensions"]]
        for name, row in data["commands"].items()
    ]
    return "\n".join(
        [
            f"OTHER_EXTENSIONS = {_lines(_extension_rows(data, of_instances=False))!r}",
            f"COMMANDS = {_lines(commands)!r}",
            f"HEADER_VERSION = {data['header_version']!r}",
            f"RESULTS = {tuple(data['results'].items())!r}",
        ]
    )


def ages_table(root: Path) -> str:
    """Return the table of ages as the source of the module that reads it."""
    table = tomllib.loads((root / "refloader/rules/ages.toml").read_text(encoding="utf-8"))
    return f"TABLE = {table!r}\n\ndef table():\n    return TABLE\n"


def _lines(rows: list[list[object]]) -> str:
    return "\n" + "".join("\t".join("" if each is None else str(each) for each in row) + "\n" for row in rows)
