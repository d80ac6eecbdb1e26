"""Tree shaking: finds the definitions, over all modules, that the entry points can reach; the rest is left out.

Works by names alone: a name that occurs anywhere in a live definition makes its top-level definition live. Importing
these modules has no effect other than to bind names, so nothing else is live. If the bodies of ``skipped`` functions
are ignored, the result is the definitions that are needed before any of those functions is called.
"""

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from refloader.dropin.build.problem import FreezeError


@dataclass
class Module:
    """One module: its statements, and the definitions of its top-level names.

    ``imported`` maps a name to (module, name there or None for the module itself).
    """

    name: str
    body: list[ast.stmt] = field(default_factory=list)
    definitions: dict[str, list[ast.stmt]] = field(default_factory=dict)
    imported: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    live_names: set[str] = field(default_factory=set)
    live: set[int] = field(default_factory=set)


def bound_names(statement: ast.stmt) -> list[str]:
    """Return the names that a top-level statement defines; none for a statement that is run for its effect."""
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return [statement.name]
    if isinstance(statement, ast.Assign) and all(isinstance(each, ast.Name) for each in statement.targets):
        return [each.id for each in statement.targets if isinstance(each, ast.Name)]
    return []


class Shaker:
    """Marks live definitions, and loads each module at the first reference to it."""

    def __init__(
        self, load: Callable[[str], Module | None], skipped: Mapping[str, frozenset[str]] | None = None
    ) -> None:
        self.load = load
        self.skipped = skipped or {}
        self.modules: dict[str, Module] = {}
        self.pending: list[tuple[Module, str]] = []

    def module(self, name: str) -> Module | None:
        """Return the module of that name, with its effects marked; None if it is built in and so not frozen."""
        if name not in self.modules:
            loaded = self.load(name)
            if loaded is None:
                return None
            self.modules[name] = loaded
            self._index(loaded)
        return self.modules[name]

    def keep(self, name: str, wanted: str) -> None:
        """Mark a name of a module as live, and everything that it needs."""
        module = self.module(name)
        if module is None or wanted not in module.definitions:
            raise FreezeError(name, None, f"there is no {wanted}")
        self._want(module, wanted)
        self._run()

    def _index(self, module: Module) -> None:
        for statement in module.body:
            if isinstance(statement, ast.Import | ast.ImportFrom):
                for bound, target in imports(module.name, statement):
                    module.imported[bound] = target
                continue
            names = bound_names(statement)
            for each in names:
                module.definitions.setdefault(each, []).append(statement)
        for statement in module.body:
            if not isinstance(statement, ast.Import | ast.ImportFrom) and not bound_names(statement):
                self._effect(module, statement)

    def _effect(self, module: Module, statement: ast.stmt) -> None:
        """Attach a call that completes a definition (``add_members(Use, ...)``) to it; mark others as live."""
        call = statement.value if isinstance(statement, ast.Expr) else None
        first = call.args[0] if isinstance(call, ast.Call) and call.args else None
        if isinstance(first, ast.Name) and first.id in module.definitions:
            module.definitions[first.id].append(statement)
        else:
            self._mark(module, statement)

    def _want(self, module: Module, name: str) -> None:
        if name not in module.live_names and (name in module.definitions or name in module.imported):
            module.live_names.add(name)
            self.pending.append((module, name))

    def _run(self) -> None:
        while self.pending:
            module, name = self.pending.pop()
            if name in module.imported:
                self._follow(module, name)
            for statement in module.definitions.get(name, ()):
                self._mark(module, statement)

    def _follow(self, module: Module, name: str) -> None:
        source, attribute = module.imported[name]
        target = self.module(source)
        if target is None:
            return
        if attribute is None:
            return  # the uses of the alias decide which of its names are live
        if attribute not in target.definitions and attribute not in target.imported:
            raise FreezeError(module.name, None, f"{source} has no {attribute}")
        self._want(target, attribute)

    def _mark(self, module: Module, statement: ast.stmt) -> None:
        if id(statement) in module.live:
            return
        module.live.add(id(statement))
        whole = set()
        for node in self._nodes(module, statement):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                source = alias(module, node.value.id)
                if source is not None:
                    whole.add(id(node.value))
                    self._want(module, node.value.id)
                    self._want_of(source, node.attr)
            elif isinstance(node, ast.Name):
                if id(node) not in whole:
                    self._want(module, node.id)
            elif isinstance(node, ast.Import | ast.ImportFrom):
                for _, (source, attribute) in imports(module.name, node):
                    self._want_of(source, attribute or "")

    def _want_of(self, source: str, name: str) -> None:
        target = self.module(source)
        if target is not None:
            self._want(target, name)

    def _nodes(self, module: Module, statement: ast.stmt) -> Iterator[ast.AST]:
        """Yield all nodes of a statement except those of skipped functions and methods."""
        skipped = self.skipped.get(module.name, frozenset())
        if isinstance(statement, ast.FunctionDef) and statement.name in skipped:
            return
        if not isinstance(statement, ast.ClassDef):
            yield from ast.walk(statement)
            return
        parts: list[ast.AST] = [*statement.bases, *statement.keywords, *statement.decorator_list]
        parts += [each for each in statement.body if f"{statement.name}.{_name(each)}" not in skipped]
        for part in parts:
            yield from ast.walk(part)


def _name(node: ast.stmt) -> str:
    return node.name if isinstance(node, ast.FunctionDef) else ""


def alias(module: Module, name: str) -> str | None:
    """Return the module that a name is bound to, or None if it is not bound to a module."""
    source, attribute = module.imported.get(name, ("", ""))
    return source if source and attribute is None else None


def imports(
    importer: str, statement: ast.Import | ast.ImportFrom
) -> list[tuple[str, tuple[str, str | None]]]:
    """Return what an import statement binds. ``from package import module`` has been rewritten before."""
    if isinstance(statement, ast.ImportFrom):
        if statement.level or statement.module is None:
            raise FreezeError(importer, statement, "relative imports cannot be frozen")
        return [(each.asname or each.name, (statement.module, each.name)) for each in statement.names]
    found: list[tuple[str, tuple[str, str | None]]] = []
    for each in statement.names:
        if each.asname is None and "." in each.name:
            raise FreezeError(importer, statement, f"import {each.name} needs a name of its own (as ...)")
        found.append((each.asname or each.name, (each.name, None)))
    return found
