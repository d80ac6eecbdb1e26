"""Bundles the modules: those needed at start-up in one code object, the rest as separate frozen modules.

Loading one code object is several times faster than importing fifty frozen modules through the import system.
"""

import ast
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

from refloader.dropin.build import typical
from refloader.dropin.build.lazy_split import functions
from refloader.dropin.build.marshalling import marshalled
from refloader.dropin.build.nameless import nameless, texts
from refloader.dropin.build.plain import Plain
from refloader.dropin.build.program import Program
from refloader.dropin.build.sources import SHIMS, Sources, violating_modules

ENTRIES = (("refloader.dropin.python.entries", "ENTRIES"),)
DECIDING = (("refloader.dropin.python.loading.deciding", "plan_for"),)
TOP = "refloader"
VIOLATING = (*ENTRIES, ("refloader.selftest.mutants.inside", "NAME"))
LAZY = frozenset(
    {
        "refloader.core.chain.aged",
        "refloader.core.ages",
        "refloader.core.json.plain_index",
        "refloader.core.json.scan",
        f"{SHIMS}.registry_instances",
        f"{SHIMS}.registry_rows",
        f"{SHIMS}.difflib",
        f"{SHIMS}.registry",
        "refloader.dropin.python.devices.device_chain",
        "refloader.dropin.python.devices.device_extensions",
        "refloader.dropin.python.devices.device_facts",
        "refloader.dropin.python.devices.devices",
        "refloader.dropin.python.devices.groups",
        "refloader.dropin.python.devices.id_filters",
        "refloader.dropin.python.devices.layer_devices",
        "refloader.dropin.python.devices.messenger_failures",
        "refloader.dropin.python.instances.globals",
        "refloader.dropin.python.loading.aged",
        "refloader.dropin.python.instances.listing",
        "refloader.dropin.python.instances.request_messages",
        "refloader.dropin.python.messages.messengers",
        "refloader.dropin.python.devices.physical_devices",
        "refloader.dropin.python.devices.surfaces",
        "refloader.dropin.python.devices.tool_properties",
        "refloader.dropin.python.instances.trace",
        "refloader.rules.ages_table",
    }
)
"""Modules that an ordinary vkCreateInstance does not need, or not at its start."""
COMMON = {
    "refloader.core.extensions.instance_extensions": {"_passes", "is_known", "visible"},
    "refloader.core.manifests.fields": {"Fields.note", "Fields.say"},
    "refloader.model.paths": {"PathRules.has_folder", "PathRules.is_anchored"},
    "refloader.model.version": {"unpacked"},
}
"""Functions that most programs call, though the ordinary decisions of ``typical`` do not: loaded at once."""
PREPARED = (
    "refloader.core.chain.links:cold",
    "refloader.core.manifests.names",
    f"{SHIMS}.registry",
    f"{SHIMS}.registry_instances",
    "refloader.dropin.python.devices.device_chain",
    "refloader.dropin.python.devices.device_extensions",
    "refloader.dropin.python.devices.device_facts",
    "refloader.dropin.python.devices.devices",
    "refloader.dropin.python.devices.id_filters",
    "refloader.dropin.python.devices.instance_messages",
    "refloader.dropin.python.devices.physical_devices",
    "refloader.dropin.python.instances.globals",
    "refloader.dropin.python.instances.request_messages",
    "refloader.dropin.python.loading.drivers:cold",
    "refloader.dropin.python.memory.containers:cold",
    "refloader.dropin.python.memory.counted:cold",
    "refloader.dropin.python.memory.handles:cold",
    "refloader.dropin.python.memory.properties:cold",
    "refloader.dropin.python.memory.state:cold",
    "refloader.dropin.python.messages.messengers",
)
"""What most programs need of them: in an image of the interpreter it is there already."""


@dataclass(frozen=True)
class Frozen:
    """One frozen module: a row of the table, with marshalled code."""

    name: str
    data: bytes
    is_package: bool


def frozen_modules(sources: Sources, entries: Iterable[tuple[str, str]] = ENTRIES) -> list[Frozen]:
    """Return everything that must be frozen for these entries (module, name) to work.

    The interpreter imports ``encodings`` at the first byte that is not UTF-8. An empty module suffices, because UTF-8
    and its error handlers are built in.
    """
    return _bundled(Program(sources, entries, LAZY, unused_functions(sources)))


def frozen_whole(sources: Sources) -> list[Frozen]:
    """Return the same with the mutants, each module of which is loaded where one of them is to be.

    All else is loaded at once, so that a mutant can replace any function.
    """
    return _bundled(Program(sources, VIOLATING, frozenset(violating_modules(sources.root))))


def _bundled(program: Program) -> list[Frozen]:
    codes, apart = [], []
    for name in program.order:
        hot, cold = program.parts(name)
        codes.append(compiled(name, hot))
        if cold is not None:
            apart.append((f"{name}:cold", compiled(name, cold)))
    apart += [(name, compiled(name, program.whole(name))) for name in program.apart]
    asked = texts((*codes, *(code for _, code in apart)))
    codes = [nameless(code, asked) for code in codes]
    apart = [(name, nameless(code, asked)) for name, code in apart]
    packages = sorted({parent for name in (*program.order, *program.apart) for parent in _parents(name)})
    there = {name for name, _ in apart}
    prepared = tuple(name for name in PREPARED if name in there)
    start = starting(
        {
            "packages": tuple(packages),
            "names": tuple(program.order),
            "codes": tuple(codes),
            "prepared": prepared,
        }
    )
    apart.append(("encodings", compiled("encodings", ast.Module([], []))))
    rest = [Frozen(name, marshalled(code), False) for name, code in sorted(apart, key=lambda row: row[0])]
    return [Frozen(TOP, marshalled(start), True), *rest]


def unused_functions(sources: Sources) -> dict[str, frozenset[str]]:
    """Return, by module, the functions and methods that an ordinary decision references but does not call."""
    program = Program(sources, DECIDING)
    trees = {name: program.parts(name)[0] for name in program.order}
    used = typical.used_functions([(name, compiled(name, tree)) for name, tree in trees.items()])
    return {
        name: frozenset(each for each in functions(tree) if f"{name}:{each}" not in used)
        - COMMON.get(name, set())
        for name, tree in trees.items()
        if not name.startswith(("refloader.dropin.python.", SHIMS))
    }


def _parents(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[:count]) for count in range(1, len(parts))]


def compiled(name: str, tree: ast.Module) -> CodeType:
    """Compile a module under its own name as file name; keep line numbers for tracebacks, drop columns."""
    for node in ast.walk(tree):
        if isinstance(node, ast.expr | ast.stmt | ast.arg | ast.keyword | ast.alias | ast.excepthandler):
            node.end_lineno = node.lineno
            node.col_offset = node.end_col_offset = -1
    with warnings.catch_warnings():
        warnings.simplefilter(
            "error", SyntaxWarning
        )  # a constant in the place of a name may change what "is" says
        return compile(tree, f"<{name}>", "exec", dont_inherit=True, optimize=0)


def starting(given: dict[str, tuple[object, ...]]) -> CodeType:
    """Compile start.py, the code that runs first, with the constants named in ``given`` replaced by their values."""
    text = Path(__file__).with_name("start.py").read_text(encoding="utf-8")
    tree = Plain().visit(ast.parse(text))
    tree.body = [each for each in tree.body if not _is_for_checkers(each)]
    code = compile(tree, f"<{TOP}>", "exec", dont_inherit=True)
    constants = tuple(given.get(each, each) if isinstance(each, str) else each for each in code.co_consts)
    return code.replace(co_consts=constants)


def _is_for_checkers(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.module == "typing"
