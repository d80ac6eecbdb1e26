"""The house: imports run down one ladder, no folder is crowded, files stay readable in one sitting."""

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
PACKAGE = TOP / "refloader"

LADDER = (
    {"rules"},
    {"model", "protocol"},
    {"core", "core.json", "host", "native", "dropin.python._edge"},
    {"", "core.manifests", "core.search.android", "host.binaries", "host.registry"},
    {
        "shipped",
        "template",
        "core.activation",
        "core.aged",
        "core.linkers",
        "host.machines",
        "dropin.python.memory",
    },
    {"core.search.windows", "host.archives"},
    {"core.search"},
    {"core.drivers"},
    {"core.extensions"},
    {"core.chain"},
    {"engine", "dropin.python.messages"},
    {"inspect", "inspect.libraries", "inspect.profiles", "dropin.python.loading"},
    {
        "inspect.registry",
        "dropin.python.instances",
        "dropin",
        "dropin.build",
        "dropin.build.image",
        "dropin.build.shims",
    },
    {"inspect.lint", "inspect.whatif", "dropin.python.devices"},
    {"inspect.logs.surroundings"},
    {"inspect.explain", "inspect.logs.messages", "dropin.python"},
    {"inspect.logs.reading"},
    {"inspect.logs.wholes.variables"},
    {"inspect.logs.wholes"},
    {"inspect.logs.written"},
    {"inspect.logs", "inspect.snapshots", "inspect.running", "inspect.config", "inspect.releases", "results"},
    {"scenario", "results.expectations"},
    {"sandbox.agent", "sandbox.isolation"},
    {"predict", "sandbox"},
    {"sandbox.targets", "sandbox.wine", "suite.subjects"},
    {"suite.loaders"},
    {"suite.sessions"},
    {"suite.drivers.checks.devices"},
    {"suite.drivers.checks", "suite.drivers.checks.stack", "suite.layers.checks"},
    {"suite.drivers", "suite.layers"},
    {"suite.layers.alone", "suite.run"},
    {"suite.layers.alone.asked", "suite.layers.alone.carrying", "suite.layers.alone.effects"},
    {"suite.together"},
    {"suite", "selftest.variants"},
    {"campaign.worlds", "selftest.mutants"},
    {"campaign", "selftest.mutants.calls", "selftest.mutants.decisions"},
    {"selftest"},
    {"testing", "report", "doctor", "bisect"},
    {"claims"},
    {"report.rules"},
    {"report.formats"},
    {"report.differences", "report.releases"},
    {"report.pictures", "report.trends"},
    {"report.page"},
    {"cli.terminal"},
    {"cli.options"},
    {"cli.words"},
    {"cli"},
    {"__main__"},
)
"""The packages from the ground up; a module of the top folder, and one that is built into the library, stands for
itself. A package imports from those below its rung alone, and from itself."""

LEVELS = {name: level for level, rung in enumerate(LADDER) for name in rung}
CROWDED = 25
HOMES_OF_C = {"refloader", "mock_icd", "mock_layers", "tests"}
NEVER_IN_CORE = {"os", "subprocess", "ctypes", "cffi", "pathlib", "io", "shutil", "tempfile", "socket", "sys"}
FILES = sorted(
    path for path in (*PACKAGE.rglob("*.py"), *PACKAGE.rglob("_edge.pyi")) if "generated" not in path.parts
)


def module_of(path: Path) -> str:
    """The dotted name of a file below the package; empty for the package itself."""
    names = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


MODULES = {module_of(path): path for path in FILES}


def package_of(module: str) -> str:
    """The package that a module belongs to; the module itself where it has a rung of its own."""
    if module in LEVELS or MODULES[module].name == "__init__.py":
        return module
    return module.rpartition(".")[0]


@cache
def tree_of(path: Path) -> ast.Module:
    """What a file holds."""
    return ast.parse(path.read_text(encoding="utf-8"))


def imports(path: Path) -> set[str]:
    """The modules of the package that a file imports, wherever in the file."""
    found: set[str] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            inside = {f"{node.module}.{alias.name}" for alias in node.names}
            modules = {name for name in inside if name.removeprefix("refloader.") in MODULES}
            found |= modules if modules == inside else {*modules, node.module}
    own = {"" if name == "refloader" else name.removeprefix("refloader.") for name in found if is_own(name)}
    return own & MODULES.keys()


def is_own(name: str) -> bool:
    """Whether it is a module of the package."""
    return name == "refloader" or name.startswith("refloader.")


@cache
def needed_at_once(path: Path) -> set[str]:
    """The modules of the package that are imported when the file is, and not later or for types alone."""
    body = [node for node in tree_of(path).body if isinstance(node, ast.Import | ast.ImportFrom)]
    top = ast.Module(body, [])
    names: set[str] = set()
    for node in ast.walk(top):
        if isinstance(node, ast.ImportFrom) and node.module and is_own(node.module):
            names |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
    return {name.removeprefix("refloader.") for name in names} & MODULES.keys()


def is_upward(module: str, name: str) -> bool:
    """Whether a module's package lies no higher than the package of what it imports."""
    own, other = package_of(module), package_of(name)
    return other != own and LEVELS[other] >= LEVELS[own]


def outside(path: Path) -> set[str]:
    """The top packages that a file imports from, wherever in the file."""
    names: set[str] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return {name.partition(".")[0] for name in names}


def reached_at_once(module: str) -> set[str]:
    """The modules of its package that are imported when it is, directly or not."""
    pending, met = [module], set()
    while pending:
        for name in needed_at_once(MODULES[pending.pop()]) - met:
            if package_of(name) == package_of(module) and MODULES[name].name != "__init__.py":
                met.add(name)
                pending.append(name)
    return met


class TestLayout:
    """A stranger finds everything by its name, and nothing leads back up."""

    def test_imports_run_downward(self) -> None:
        """A module imports nothing from a package above or beside its own."""
        upward = {
            module: names
            for module, path in MODULES.items()
            if (names := {name for name in imports(path) if is_upward(module, name)})
        }

        assert upward == {}

    def test_no_module_needs_itself(self) -> None:
        """Within a package imports lead down as well: no module is reached from those that it imports at once."""
        assert [module for module in MODULES if module in reached_at_once(module)] == []

    def test_the_core_does_not_touch_the_machine(self) -> None:
        """No module of the core, the model or the rules imports what reaches the system."""
        touching = {
            module: names
            for module, path in MODULES.items()
            if module.partition(".")[0] in {"core", "model", "rules"}
            if (names := outside(path) & NEVER_IN_CORE)
        }

        assert touching == {}

    def test_a_file_can_be_read_in_one_sitting(self) -> None:
        """No file is longer than 400 lines."""
        lines = {
            module: len(path.read_text(encoding="utf-8").splitlines()) for module, path in MODULES.items()
        }

        assert {module: count for module, count in lines.items() if count > 400} == {}


def named_at_the_top(path: Path) -> list[str]:
    """The names that a module assigns or defines at its top, each as often as it does."""
    names: list[str] = []
    for node in tree_of(path).body:
        match node:
            case ast.Assign(targets=targets):
                names += [each.id for each in targets if isinstance(each, ast.Name)]
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
                names.append(name)
            case ast.FunctionDef(name=name, decorator_list=[]) | ast.ClassDef(name=name):
                names.append(name)
    return names


def test_a_name_means_one_thing_in_a_module() -> None:
    """A constant that is assigned again further down replaces the first one, and nothing says so."""
    twice = {
        module: names
        for module, path in MODULES.items()
        if (names := [name for name, times in Counter(named_at_the_top(path)).items() if times > 1])
    }

    assert twice == {}


def test_every_package_has_its_rung() -> None:
    """No package is without one, and none is named that is not there."""
    assert {package_of(module) for module in MODULES} == set(LEVELS)


def test_the_table_for_newcomers_is_the_ladder() -> None:
    """CONTRIBUTING.md names each part of the package once, and nothing above what it imports."""
    text = (TOP / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `refloader/([\w.]+)/?` \|", text, re.MULTILINE)
    rows = [name.removesuffix(".py") for name in named if name != "probes"]  # C alone, which imports nothing
    parts = {name.partition(".")[0] for name in LEVELS} - {"", "__main__", "shipped"}
    uses = {
        (module.partition(".")[0], name.partition(".")[0])
        for module, path in MODULES.items()
        for name in imports(path)
    }
    below = {(own, used) for own, used in uses if own in parts and used in parts and own != used}

    assert sorted(rows) == sorted(parts)
    assert {(own, used) for own, used in below if rows.index(used) > rows.index(own)} == set()


def test_no_folder_is_crowded() -> None:
    """A folder has room for so many modules that a reader sees all their names at once."""
    sources = (path for path in TOP.rglob("*.c") if path.relative_to(TOP).parts[0] in HOMES_OF_C)

    tests = (path for folder in ("tests", "policy_tests") for path in (TOP / folder).rglob("*.py"))
    alike = ("__init__.py", "conftest.py")  # each folder has them
    counted = Counter(path.parent for path in (*FILES, *sources, *tests) if path.name not in alike)

    assert {str(folder): count for folder, count in counted.items() if count > CROWDED} == {}


def test_modules_of_tests_have_names_of_their_own() -> None:
    """Pytest imports them, and the tools they test, by bare names: of two that are called alike, one is the other."""
    paths = [path for folder in ("tests", "policy_tests") for path in (TOP / folder).rglob("*.py")]
    alone = [
        path for path in paths if not (path.parent / "__init__.py").exists() and path.name != "conftest.py"
    ]

    tools = [
        path for path in (TOP / "tools").iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()
    ]

    times = Counter(path.stem for path in [*alone, *tools])

    assert [name for name, count in times.items() if count > 1] == []
