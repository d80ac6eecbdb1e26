"""The layout: imports run downward, files stay readable in one sitting."""

import ast
from collections import Counter
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parent.parent
PACKAGE = TOP / "refloader"

ALLOWED = {
    "rules": set(),
    "model": {"rules"},
    "core": {"rules", "model"},
    "host": {"rules", "model"},
    "native": {"rules", "model"},
    "protocol": {"rules", "model"},
    "runtime": {"rules", "model", "core", "host", "native", "protocol", "engine"},
    "engine": {"rules", "model", "core", "host", "native", "protocol"},
    "harness": {"rules", "model", "core", "host", "native", "protocol", "engine", "violators"},
    "violators": {"rules", "model", "core", "protocol", "runtime", "engine"},
    "report": {"rules", "model", "core", "host", "native", "engine", "harness", "violators"},
    "claims": {"rules", "model", "core", "host", "native", "engine", "harness"},
    "template": {"rules", "model", "core"},
    "testing": {"rules", "model", "core", "host", "engine", "harness"},
    "cli": {
        *("rules", "model", "core", "host", "native", "engine", "harness", "report", "template", "violators"),
        "claims",
    },
}
ON_THE_LEVEL_OF_ENGINE = {
    *(
        "engine",
        "lint",
        "findings",
        "libraries",
        "whatif",
        "explanation",
        "traceability",
        "running",
        "shipped",
    ),
    *("snapshot", "registries", "lint_registries", "packages"),
    *("linking", "walking", "profiles"),
}
NEVER_IN_CORE = {"os", "subprocess", "ctypes", "cffi", "pathlib", "io", "shutil", "tempfile", "socket", "sys"}
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if "generated" not in path.parts)


def part(module: str) -> str:
    """The part of the layout a module belongs to: a folder, or the engine's level."""
    names = module.split(".")
    name = names[1] if len(names) > 1 else ""
    return "engine" if name in ON_THE_LEVEL_OF_ENGINE else name


def module_of(path: Path) -> str:
    """The dotted name of a file."""
    return ".".join(path.relative_to(TOP).with_suffix("").parts)


def imports(path: Path) -> set[str]:
    """The modules a file imports, wherever in the file."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


@pytest.mark.parametrize("path", MODULES, ids=module_of)
class TestLayout:
    """Data flows one way: a part imports only what the table of the design puts below it."""

    def test_imports_run_downward(self, path: Path) -> None:
        """A module imports nothing from a part above or beside its own."""
        own = part(module_of(path))

        used = {part(name) for name in imports(path) if name.startswith("refloader.")}

        assert own in ALLOWED or own in {"", "__init__", "__main__"}
        assert used - {own, "__version__"} <= ALLOWED.get(own, set(ALLOWED))

    def test_the_core_does_not_touch_the_machine(self, path: Path) -> None:
        """No module of the core, the model or the rules imports what reaches the system."""
        own = part(module_of(path))
        tops = {name.split(".")[0] for name in imports(path)}

        touching = tops & NEVER_IN_CORE if own in {"core", "model", "rules"} else set()

        assert touching == set()

    def test_a_file_can_be_read_in_one_sitting(self, path: Path) -> None:
        """No file is longer than 400 lines."""
        lines = len(path.read_text(encoding="utf-8").splitlines())

        assert lines <= 400


def test_modules_of_tests_have_names_of_their_own() -> None:
    """Pytest imports them by their bare names: of two that are called alike, one is the other."""
    paths = [path for folder in ("tests", "policy_tests") for path in (TOP / folder).rglob("*.py")]
    alone = [
        path for path in paths if not (path.parent / "__init__.py").exists() and path.name != "conftest.py"
    ]

    times = Counter(path.name for path in alone)

    assert [name for name, count in times.items() if count > 1] == []
