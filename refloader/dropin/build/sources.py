"""Finds the sources that are frozen and puts each through the transformations, in their order."""

import ast
import json
from pathlib import Path

from refloader.dropin.build.classes import Classes
from refloader.dropin.build.numbers import MODULES, Numbers, constants_of
from refloader.dropin.build.patterns import Patterns
from refloader.dropin.build.plain import Plain
from refloader.dropin.build.problem import FreezeError
from refloader.dropin.build.rules import Rules, known_rules
from refloader.dropin.build.shaking import Module

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
"""The modules of the standard library that frozen code may import, and the shim that serves each."""

OURS = {
    "refloader.core.manifests.clean_manifest": "clean_manifest",
    "refloader.core.search.fork": "elsewhere",
    "refloader.core.json.plain": "json_plain",
    "refloader.model.registry": "registry",
}
"""Our own modules that need what is not there, and what stands for them."""
OF_OTHER_SYSTEMS = (
    "refloader.core.search.android.",
    "refloader.core.search.fuchsia_",
    "refloader.core.search.macos_",
    "refloader.core.search.windows.",
    "refloader.model.windows_",
)
"""How the names of modules begin that decide for other systems than the library's own, which asks none of them."""

EDGE = "refloader.dropin.python._edge"
BUILT_IN = frozenset({"_collections", "_edge", "_functools", "_imp", "_sre", "gc", "sys", EDGE})
"""What is compiled into the interpreter."""

ROWS = f"{SHIMS}.registry_rows"
SETTINGS = "refloader.dropin.python.loading.build_settings"
VIOLATORS = "refloader.selftest.mutants.calls.every"


class Sources:
    """The frozen modules by name. ``settings`` is the text of the module of build settings."""

    def __init__(self, root: Path, settings: str = "") -> None:
        self.root = root
        self.rules = known_rules(root)
        self.made = {ROWS: registry_rows(root), SETTINGS: settings, VIOLATORS: every_violator(root)}
        self.constants = {name: constants_of(self._text(name)) for name in MODULES}

    def load(self, name: str) -> Module | None:
        """The module, transformed; None for what is built in."""
        if name in BUILT_IN:
            return None
        return Module(name, transformed(name, self._text(name), self).body)

    def _text(self, name: str) -> str:
        if name in self.made:
            return self.made[name]
        path = self.path(name)
        if path is None:
            raise FreezeError(name, None, "no such module, or not one that may be frozen")
        return path.read_text(encoding="utf-8")

    def path(self, name: str) -> Path | None:
        """The file of one of our modules."""
        base = self.root.joinpath(*name.split("."))
        found = [path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()]
        return found[0] if found and name.split(".")[0] == "refloader" else None

    def is_module(self, name: str) -> bool:
        """Whether the name is a module rather than something inside one."""
        return name in self.made or name in OURS or name == EDGE or self.path(name) is not None


def transformed(name: str, text: str, sources: Sources) -> ast.Module:
    """One module as it is frozen, all of its definitions still there."""
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
    """Import statements that name modules as they are named when frozen, one name each."""

    def __init__(self, module: str, sources: Sources) -> None:
        self.module = module
        self.sources = sources

    def visit_Import(self, node: ast.Import) -> list[ast.stmt]:
        """Each module on its own."""
        return [self._module(each.name, each.asname or each.name) for each in node.names]

    def visit_ImportFrom(self, node: ast.ImportFrom) -> list[ast.stmt]:
        """Each name on its own; what names a module imports that module."""
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
    """The name under which a module is frozen."""
    shim = STANDARD.get(name) or OURS.get(name)
    if name.startswith(OF_OTHER_SYSTEMS):
        shim = "elsewhere"
    return f"{SHIMS}.{shim}" if shim else name


def every_violator(root: Path) -> str:
    """A module that mentions each function of the library's violators: what nobody mentions is not frozen."""
    lines, names = [], []
    for path in sorted(root.joinpath("refloader/selftest/mutants/calls").glob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.decorator_list:
                lines.append(f"from refloader.selftest.mutants.calls.{path.stem} import {node.name}")
                names.append(node.name)
    return "\n".join([*lines, f"EVERY = ({''.join(f'{name}, ' for name in names)})"])


def registry_rows(root: Path) -> str:
    """The registry as a module of texts: a line for each name, its facts split by tabs."""
    data = json.loads((root / "refloader/model/generated/registry.json").read_text(encoding="utf-8"))
    extensions = [
        [name, row["type"], row["spec_version"], row["platform"], row["depends"], row["promoted_to"]]
        + row["commands"]
        for name, row in data["extensions"].items()
    ]
    commands = [
        [name, row["level"], row["core"], row["alias"], *row["extensions"]]
        for name, row in data["commands"].items()
    ]
    return "\n".join(
        [
            f"EXTENSIONS = {_lines(extensions)!r}",
            f"COMMANDS = {_lines(commands)!r}",
            f"HEADER_VERSION = {data['header_version']!r}",
            f"RESULTS = {tuple(data['results'].items())!r}",
        ]
    )


def _lines(rows: list[list[object]]) -> str:
    return "\n" + "".join("\t".join("" if each is None else str(each) for each in row) + "\n" for row in rows)
