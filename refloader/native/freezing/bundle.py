"""Puts the live parts of all modules together: what is needed at once in one code object, the rest apart.

One code object is read and run several times faster than fifty frozen modules, each of which would go through
the import system. Modules on ``LAZY`` are frozen on their own and imported where they are first used.
"""

import ast
import marshal
from collections.abc import Iterable
from dataclasses import dataclass
from types import CodeType

from refloader.native.freezing.problem import FreezeError
from refloader.native.freezing.shaking import Module, Shaker, imports
from refloader.native.freezing.sources import BUILT_IN, SHIMS, Sources

ENTRIES = (("refloader.runtime.entries", "ENTRIES"),)
TOP = "refloader"
LAZY = frozenset(
    {
        "refloader.core.json_scan",
        "refloader.model.registry_rows",
        f"{SHIMS}.difflib",
        f"{SHIMS}.registry",
    }
)
"""Modules that an ordinary vkCreateInstance does without."""

_START = f"""
import sys
def start(names, packages, codes):
    module, modules = type(sys), sys.modules
    for name in packages:
        made = modules.get(name)
        if made is None:
            made = modules[name] = module(name)
        made.__path__ = []
    for name, code in zip(names, codes):
        made = modules[name] = module(name)
        exec(code, made.__dict__)
start("names", "packages", "codes")
"""


@dataclass(frozen=True)
class Frozen:
    """One frozen module: marshalled code, ready for the table."""

    name: str
    data: bytes
    is_package: bool


def frozen_modules(sources: Sources, entries: Iterable[tuple[str, str]] = ENTRIES) -> list[Frozen]:
    """All there is to freeze so that these names of these modules work."""
    shaker = Shaker(sources.load)
    for module, name in entries:
        shaker.keep(module, name)
    trees = {name: _tree(module) for name, module in shaker.modules.items() if module.live}
    order = _order(shaker, trees, [module for module, _ in entries])
    eager = [name for name in order if name not in LAZY]
    lazy = [name for name in trees if name not in eager]
    codes = tuple(_compiled(name, trees[name]) for name in eager)
    packages = sorted({parent for name in (*eager, *lazy) for parent in _parents(name)})
    start = _with_constants(tuple(eager), tuple(packages), codes)
    apart = [Frozen(name, marshal.dumps(_compiled(name, trees[name])), False) for name in sorted(lazy)]
    return [Frozen(TOP, marshal.dumps(start), True), *apart]


def _parents(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts))]


def _tree(module: Module) -> ast.Module:
    """The live statements of a module; imports of lazy modules are moved to where a name is used."""
    body: list[ast.stmt] = []
    later: dict[str, tuple[str, str | None]] = {}
    for statement in module.body:
        if not isinstance(statement, ast.Import | ast.ImportFrom):
            if id(statement) in module.live:
                body.append(statement)
            continue
        for bound, (source, name) in imports(module.name, statement):
            if bound not in module.live_names:
                continue
            if source in LAZY and module.name not in LAZY:
                later[bound] = (source, name)
            elif name is None:
                body.append(_assigned(bound, source))
            else:
                body.append(statement)
    tree = ast.Module(body, [])
    if later:
        tree = _Later(module.name, later).visit(tree)
    return ast.fix_missing_locations(tree)


def _assigned(bound: str, source: str) -> ast.stmt:
    """``import a.b as c`` as an assignment: it looks up the module alone and not each package above."""
    return ast.parse(f"{bound} = __import__({source!r}, None, None, ('*',))").body[0]


class _Later(ast.NodeTransformer):
    """Names out of lazy modules become an import and a look into the module, inside functions only."""

    def __init__(self, module: str, names: dict[str, tuple[str, str | None]]) -> None:
        self.module = module
        self.names = names
        self.inside = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        self.inside += 1
        node.body = [self.visit(each) for each in node.body]
        self.inside -= 1
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id not in self.names or not isinstance(node.ctx, ast.Load):
            return node
        if not self.inside:
            raise FreezeError(self.module, node, f"{node.id} comes from a lazy module and is used at import")
        source, name = self.names[node.id]
        call = f"__import__({source!r}, None, None, ('*',))"
        found = ast.parse(f"{call}.{name}" if name else call, mode="eval").body
        return ast.copy_location(found, node)


def _order(shaker: Shaker, trees: dict[str, ast.Module], roots: Iterable[str]) -> list[str]:
    """The modules so that each comes after those it imports."""
    done: dict[str, None] = {}
    open_: set[str] = set()

    def visit(name: str, importer: str) -> None:
        if name in done or name in BUILT_IN:
            return
        if name in open_:
            raise FreezeError(importer, None, f"imports {name} in a circle")
        open_.add(name)
        module = shaker.modules[name]
        for bound, (source, _) in module.imported.items():
            if bound in module.live_names and not (source in LAZY and name not in LAZY):
                visit(source, name)
        done[name] = None

    for name in roots:
        visit(name, "")
    return [name for name in done if name in trees]


def _compiled(name: str, tree: ast.Module) -> CodeType:
    return compile(tree, f"<{name}>", "exec", dont_inherit=True, optimize=0)


def _with_constants(
    names: tuple[str, ...], packages: tuple[str, ...], codes: tuple[CodeType, ...]
) -> CodeType:
    """The code that starts everything, the code objects of the modules among its constants."""
    code = compile(_START, f"<{TOP}>", "exec", dont_inherit=True)
    given = {"names": names, "packages": packages, "codes": codes}
    return code.replace(
        co_consts=tuple(given.get(each, each) if isinstance(each, str) else each for each in code.co_consts)
    )
