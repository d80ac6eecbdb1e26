"""Decides which definitions of which modules some entries need, and which of those at start-up.

A module's hot part runs at start-up. Its cold part contains the functions that an ordinary decision does not call,
and everything that only they need. Lazy modules, and modules that only cold code needs, are frozen apart as a whole.
"""

import ast
from collections.abc import Iterable, Mapping

from refloader.dropin.build import lazy_split
from refloader.dropin.build.problem import FreezeError
from refloader.dropin.build.sources import BUILT_IN, Sources
from refloader.dropin.build.tree_shaking import Module, Shaker, alias

Link = tuple[str, str, str | None]
"""An import: the name it binds, the source module, and the name there (None: the module itself)."""

NONE: frozenset[str] = frozenset()


class Program:
    """The modules that are needed. ``order`` are those that run at start-up, in order; ``apart`` are the others."""

    def __init__(
        self,
        sources: Sources,
        entries: Iterable[tuple[str, str]],
        lazy: frozenset[str] = NONE,
        unused: Mapping[str, frozenset[str]] | None = None,
    ) -> None:
        self.lazy = lazy
        self.unused = unused or {}
        roots = list(entries)
        self.modules = _reached(Shaker(sources.load), roots)
        self.hot = _reached(Shaker(self._hot_module, self.unused), roots)
        self.order: list[str] = []
        for module, _ in roots:
            self._visit(module, [])
        self.apart = [name for name, module in self.modules.items() if module.live and name not in self.order]

    def _hot_module(self, name: str) -> Module | None:
        known = self.modules.get(name)
        return None if known is None or name in self.lazy else Module(name, known.body)

    def _visit(self, name: str, importers: list[str]) -> None:
        if name in self.order or name in BUILT_IN or name not in self.hot:
            return
        if name in importers:
            raise FreezeError(importers[-1], None, f"imports {name} in a circle")
        module = self.hot[name]
        for bound, (source, _) in module.imported.items():
            if bound in module.live_names:
                self._visit(source, [*importers, name])
        self.order.append(name)

    def parts(self, name: str) -> tuple[ast.Module, ast.Module | None]:
        """Return the hot and the cold part (None if empty) of a module that runs at start-up."""
        module, hot = self.modules[name], self.hot[name]
        warm = [each for each in _definitions(module) if id(each) in hot.live]
        later = [each for each in _definitions(module) if id(each) not in hot.live]
        stubs, functions = lazy_split.parted(warm, self.unused.get(name, NONE))
        cold = [*later, *functions]
        cold_names = module.live_names - hot.live_names
        tree = self._tree(module, stubs, hot.live_names, [])
        return tree, self._tree(module, cold, cold_names, self._wanted(module, cold)) if cold else None

    def whole(self, name: str) -> ast.Module:
        """Return a module of ``apart`` in one part."""
        module = self.modules[name]
        body = _definitions(module)
        return self._tree(module, body, module.live_names, self._wanted(module, body))

    def _wanted(self, module: Module, body: list[ast.stmt]) -> list[Link]:
        """Return the names in other modules' cold parts that ``body`` uses as ``module.name``, to load them first."""
        found: dict[Link, None] = {}
        for node in (node for statement in body for node in ast.walk(statement)):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                source = alias(module, node.value.id) or ""
                # What the module lacks is an attribute of a local variable that is called like it.
                there = source in self.order and node.attr in self.modules[source].live_names
                if there and node.attr not in self.hot[source].live_names:
                    found["_", source, node.attr] = None
        return list(found)

    def _is_cold_function(self, source: str, name: str | None) -> bool:
        """True for a function that is not there at start-up, of a module that is."""
        if source not in self.order or name is None or name in self.hot[source].live_names:
            return False
        definitions = self.modules[source].definitions.get(name, [])
        return [type(each) for each in definitions] == [ast.FunctionDef] and not _is_decorated(definitions[0])

    def _tree(self, module: Module, body: list[ast.stmt], names: set[str], wanted: list[Link]) -> ast.Module:
        """Return statements of a module, with their imports as one call, which takes a tenth of the time."""
        links: list[Link] = []
        later: list[Link] = []
        late = {bound: target for bound, target in module.imported.items() if target[0] in self.lazy}
        for bound, (source, attribute) in module.imported.items():
            if bound in names and bound not in late:
                (later if self._is_cold_function(source, attribute) else links).append(
                    (bound, source, attribute)
                )
        tree = _Late(module.name, late).visit(ast.Module(body, []))
        assert isinstance(tree, ast.Module)
        if later:
            tree.body = [*ast.parse(f"__late__({tuple(later)!r})").body, *tree.body]
        if links or wanted:
            tree.body = [*ast.parse(f"__link__({(*links, *wanted)!r})").body, *tree.body]
        return ast.fix_missing_locations(tree)


def _reached(shaker: Shaker, roots: list[tuple[str, str]]) -> dict[str, Module]:
    for module, name in roots:
        shaker.keep(module, name)
    return shaker.modules


def _is_decorated(statement: ast.stmt) -> bool:
    return bool(getattr(statement, "decorator_list", ()))


def _definitions(module: Module) -> list[ast.stmt]:
    return [
        each
        for each in module.body
        if id(each) in module.live and not isinstance(each, ast.Import | ast.ImportFrom)
    ]


class _Late(ast.NodeTransformer):
    """Replaces names of lazy modules by look-ups at the time of use, in functions and in the table of entries."""

    def __init__(self, module: str, names: Mapping[str, tuple[str, str | None]]) -> None:
        self.module = module
        self.names = names
        self.inside = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Treat the body of a function as late: it runs after the import."""
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        self.inside += 1
        node.body = [self.visit(each) for each in node.body]
        self.inside -= 1
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        """Replace an import in a function by a look-up, which loads a module that is frozen apart."""
        if not self.inside:
            return node
        (name,) = node.names
        call = ast.parse(f"_named({node.module!r}, {name.name!r})", mode="eval").body
        return ast.copy_location(ast.Assign([ast.Name(name.asname or name.name, ast.Store())], call), node)

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        """Replace, in a module-level table, functions of lazy modules by entries that load them when called."""
        if not self.inside:
            node.values = [self._entry(value) for value in node.values]
        return self.generic_visit(node)

    def _entry(self, value: ast.expr) -> ast.expr:
        if isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name):
            source, name = self.names.get(value.value.id, ("", None))
            if source and name is None:
                return ast.parse(f"_entry({source!r}, {value.attr!r})", mode="eval").body
        return value

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Replace a name of a lazy module by a look-up at the time of use."""
        if node.id not in self.names or not isinstance(node.ctx, ast.Load):
            return node
        if not self.inside:
            raise FreezeError(self.module, node, f"{node.id} comes from a lazy module and is used at import")
        source, name = self.names[node.id]
        found = ast.parse(f"_lazily({source!r})" + (f".{name}" if name else ""), mode="eval").body
        return ast.copy_location(found, node)
