"""Puts the live parts of all modules together: what is needed at once in one code object, the rest apart.

One code object is read and run several times faster than fifty frozen modules, each of which would go through
the import system. Modules on ``LAZY`` and functions that an ordinary decision does without are frozen on their
own and read when first used.
"""

import ast
import marshal
from collections.abc import Iterable
from dataclasses import dataclass
from types import CodeType

from refloader.native.freezing import cooling, typical
from refloader.native.freezing.problem import FreezeError
from refloader.native.freezing.shaking import Shaker, imports
from refloader.native.freezing.sources import BUILT_IN, SHIMS, Sources

ENTRIES = (("refloader.runtime.entries", "ENTRIES"),)
DECIDING = (("refloader.runtime.deciding", "plan_for"),)
TOP = "refloader"
LAZY = frozenset(
    {
        "refloader.core.json_scan",
        f"{SHIMS}.registry_rows",
        f"{SHIMS}.difflib",
        f"{SHIMS}.registry",
        "refloader.runtime.device_chain",
        "refloader.runtime.device_extensions",
        "refloader.runtime.device_facts",
        "refloader.runtime.devices",
        "refloader.runtime.groups",
        "refloader.runtime.layer_devices",
        "refloader.runtime.messengers",
        "refloader.runtime.physical_devices",
        "refloader.runtime.tool_properties",
        "refloader.runtime.trace",
    }
)
"""Modules that an ordinary vkCreateInstance does without, or with which it need not begin."""

_START = """
import gc, sys
from _imp import get_frozen_object
gc.disable()
modules, module = sys.modules, type(sys)
if "refloader.runtime._edge" not in modules:
    modules["refloader.runtime._edge"] = __import__("_edge")
def lazily(name):
    if name not in modules:
        run(name, get_frozen_object(name))
    return modules[name]
def run(name, code):
    made = module(name)
    space = made.__dict__
    space["_lazily"] = lazily
    space["_entry"] = entry
    space["_link"] = lambda names: link(space, names)
    space["_cold"] = lambda path: cold(space, path)
    exec(code, space)
    modules[name] = made
def link(space, names):
    for bound, source, name in names:
        found = modules.get(source) or found_later(source)
        space[bound] = found.__dict__[name] if name else found
def entry(source, name):
    def stub(*arguments):
        real = lazily(source).__dict__[name]
        entries = modules["refloader.runtime.entries"].ENTRIES
        for key, value in list(entries.items()):
            if value is stub:
                entries[key] = real
        return real(*arguments)
    return stub
def found_later(source):
    return lazily(source) if source.startswith("refloader.") else __import__(source)
def cold(space, path):
    def stub(*arguments, **options):
        return thawed(space, path)(*arguments, **options)
    return stub
def thawed(space, path):
    if "_thawed" not in space:
        exec(get_frozen_object(space["__name__"] + ":cold"), space)
        space["_thawed"] = True
    owner, _, name = path.rpartition(".")
    return getattr(space[owner], name) if owner else space[name]
def start(packages, names, codes):
    for name in packages:
        modules.setdefault(name, module(name)).__path__ = []
    for name, code in zip(names, codes):
        run(name, code)
start("packages", "names", "codes")
gc.freeze()
gc.enable()
"""


@dataclass(frozen=True)
class Frozen:
    """One frozen module: marshalled code, ready for the table."""

    name: str
    data: bytes
    is_package: bool


class Program:
    """The modules that some names need, each as what of it is live, in the order of import."""

    def __init__(self, sources: Sources, entries: Iterable[tuple[str, str]], lazy: frozenset[str]) -> None:
        self.lazy = lazy
        shaker = Shaker(sources.load)
        roots = list(entries)
        for module, name in roots:
            shaker.keep(module, name)
        self.modules = {name: module for name, module in shaker.modules.items() if module.live}
        self.order: list[str] = []
        for module, _ in roots:
            self._visit(module, [])
        self.apart = [name for name in self.modules if name not in self.order]

    def _visit(self, name: str, importers: list[str]) -> None:
        if name in self.order or name in BUILT_IN or name not in self.modules:
            return
        if name in importers:
            raise FreezeError(importers[-1], None, f"imports {name} in a circle")
        module = self.modules[name]
        for bound, (source, _) in module.imported.items():
            if bound in module.live_names and not (source in self.lazy and name not in self.lazy):
                self._visit(source, [*importers, name])
        self.order.append(name)

    def tree(self, name: str) -> ast.Module:
        """The live statements of a module; what comes from lazy modules is looked up where it is used."""
        module = self.modules[name]
        links: list[tuple[str, str, str | None]] = []
        later: dict[str, tuple[str, str | None]] = {}
        body: list[ast.stmt] = []
        for statement in module.body:
            if isinstance(statement, ast.Import | ast.ImportFrom):
                for bound, (source, attribute) in imports(name, statement):
                    if bound in module.live_names and source in self.lazy and name not in self.lazy:
                        later[bound] = (source, attribute)
                    elif bound in module.live_names:
                        links.append((bound, source, attribute))
            elif id(statement) in module.live:
                body.append(statement)
        tree = _Later(name, later).visit(ast.Module(body, []))
        assert isinstance(tree, ast.Module)
        if links:  # one call: import statements would take more time than all classes and functions
            tree.body = [*ast.parse(f"_link({tuple(links)!r})").body, *tree.body]
        return ast.fix_missing_locations(tree)


class _Later(ast.NodeTransformer):
    """Names out of lazy modules become a look into the module, inside functions and as entries in a table."""

    def __init__(self, module: str, names: dict[str, tuple[str, str | None]]) -> None:
        self.module = module
        self.names = names
        self.inside = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """The body of a function runs later than the import."""
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        self.inside += 1
        node.body = [self.visit(each) for each in node.body]
        self.inside -= 1
        return node

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        """The table of entries: what is called through it may come later."""
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
        """A name that is imported when it is used."""
        if node.id not in self.names or not isinstance(node.ctx, ast.Load):
            return node
        if not self.inside:
            raise FreezeError(self.module, node, f"{node.id} comes from a lazy module and is used at import")
        source, name = self.names[node.id]
        found = ast.parse(f"_lazily({source!r})" + (f".{name}" if name else ""), mode="eval").body
        return ast.copy_location(found, node)


def frozen_modules(sources: Sources, entries: Iterable[tuple[str, str]] = ENTRIES) -> list[Frozen]:
    """All there is to freeze so that these names of these modules work."""
    program = Program(sources, entries, LAZY)
    unused = unused_functions(sources)
    apart: list[Frozen] = []
    codes = []
    for name in program.order:
        tree, cold = cooling.parted(program.tree(name), unused.get(name, frozenset()))
        codes.append(compiled(name, tree))
        if cold.body:
            apart.append(Frozen(f"{name}:cold", marshal.dumps(compiled(name, cold)), False))
    apart += [
        Frozen(name, marshal.dumps(compiled(name, program.tree(name))), False) for name in program.apart
    ]
    packages = sorted({parent for name in (*program.order, *program.apart) for parent in _parents(name)})
    start = _with_constants(
        {"packages": tuple(packages), "names": tuple(program.order), "codes": tuple(codes)}
    )
    return [Frozen(TOP, marshal.dumps(start), True), *sorted(apart, key=lambda module: module.name)]


def unused_functions(sources: Sources) -> dict[str, frozenset[str]]:
    """By module, the functions and methods that an ordinary decision reaches but does not call."""
    program = Program(sources, DECIDING, frozenset())
    trees = {name: program.tree(name) for name in program.order}
    codes = [(name, compiled(name, tree)) for name, tree in trees.items()]
    used = typical.used_functions(codes, typical.decide_twice)
    return {
        name: frozenset(each for each in cooling.functions(tree) if f"{name}:{each}" not in used)
        for name, tree in trees.items()
        if not name.startswith(("refloader.runtime.", SHIMS))
    }


def _parents(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts))]


def compiled(name: str, tree: ast.Module) -> CodeType:
    """The code of a module, its file named after it; lines are known for tracebacks, columns are not."""
    for node in ast.walk(tree):
        if isinstance(node, ast.expr | ast.stmt | ast.arg | ast.keyword | ast.alias | ast.excepthandler):
            node.end_lineno = node.lineno
            node.col_offset = node.end_col_offset = -1
    return compile(tree, f"<{name}>", "exec", dont_inherit=True, optimize=0)


def _with_constants(given: dict[str, tuple[object, ...]]) -> CodeType:
    """The code that starts everything, with these values in the place of their names among its constants."""
    code = compile(_START, f"<{TOP}>", "exec", dont_inherit=True)
    constants = tuple(given.get(each, each) if isinstance(each, str) else each for each in code.co_consts)
    return code.replace(co_consts=constants)
