"""Functions that a manifest names and that a dependency of its library exports: a loader's dlsym finds them there."""

import json
from pathlib import Path

import pytest
from elf_files import Symbol, elf
from verbs import Run, checked_json

from refloader.host.machines.root import RootHost
from refloader.inspect.libraries.dependency_exports import exported_by_dependencies
from refloader.inspect.libraries.linking import Linker

MANIFEST = "/usr/share/vulkan/implicit_layer.d/lent.json"
LIBRARY = "/usr/lib/libfront.so"
NAMES = ("lent_GetInstanceProcAddr", "lent_GetDeviceProcAddr")


def write(root: Path, name: str, *exports: str, needed: tuple[str, ...] = (), asks: str = "") -> None:
    """A library of the tree with these exports; ``asks`` is a symbol that another library has to define."""
    symbols = [*(Symbol(each) for each in exports), *([Symbol(asks, section=0)] if asks else [])]
    (root / "usr/lib").mkdir(parents=True, exist_ok=True)
    (root / "usr/lib" / name).write_bytes(elf(symbols, needed=needed, soname=name))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree with an implicit layer whose functions are two libraries away from the one in its manifest."""
    root = tmp_path / "root"
    write(root, "libfront.so", "vk_icdGetInstanceProcAddr", needed=("libmiddle.so",))
    write(root, "libmiddle.so", "something_else", needed=("libcore.so",))
    write(root, "libcore.so", *NAMES)
    file = root / MANIFEST.lstrip("/")
    file.parent.mkdir(parents=True)
    layer = {
        "name": "VK_LAYER_TEST_lent",
        "type": "INSTANCE",
        "library_path": "libfront.so",
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "lent",
        "functions": {"vkGetInstanceProcAddr": NAMES[0], "vkGetDeviceProcAddr": NAMES[1]},
        "disable_environment": {"DISABLE_LENT": "1"},
    }
    file.write_text(json.dumps({"file_format_version": "1.1.0", "layer": layer}))
    return root


class TestWhatDependenciesExport:
    """The names that dlsym finds behind a library."""

    def found(self, root: Path, *names: str) -> frozenset[str]:
        """Those among the names."""
        return exported_by_dependencies(Linker(RootHost(str(root))), LIBRARY, names)

    def test_of_an_indirect_one(self, root: Path) -> None:
        """All that it needs is searched; what nothing exports is not found."""
        assert self.found(root, *NAMES, "lent_Nothing") == frozenset(NAMES)

    def test_a_name_that_is_only_asked_for(self, root: Path) -> None:
        """A library that needs a function itself does not export it."""
        write(root, "libcore.so", "unlike", asks=NAMES[0])

        assert self.found(root, NAMES[0]) == frozenset()

    def test_a_command_of_vulkan(self, root: Path) -> None:
        """A layer that is linked with a loader would seem to export all of the loader's."""
        write(root, "libcore.so", "vkGetInstanceProcAddr")

        assert self.found(root, "vkGetInstanceProcAddr") == frozenset()


class TestALayer:
    """NVIDIA's driver has such a layer: its manifest names libGLX_nvidia.so.0, and libnvidia-glcore.so exports it."""

    @pytest.mark.rule("MANIFEST-LAYER-13", "LLP_LAYER_4")
    def test_lint(self, run: Run, root: Path) -> None:
        """The functions are there."""
        result = run("lint", "--root", str(root), "--format", "json", MANIFEST)

        errors = [each for each in checked_json(result, "lint-1")["findings"] if each["severity"] == "error"]
        assert errors == []

    @pytest.mark.rule("MANIFEST-LAYER-13")
    def test_lint_where_nothing_exports_them(self, run: Run, root: Path) -> None:
        """Both entries lead nowhere, and no loader enters the library."""
        write(root, "libcore.so", "unlike")

        result = run("lint", "--root", str(root), "--format", "json", MANIFEST)

        errors = [each for each in checked_json(result, "lint-1")["findings"] if each["severity"] == "error"]
        assert [each["rule"] for each in errors] == ["LLP_LAYER_4", "MANIFEST-LAYER-13", "MANIFEST-LAYER-13"]

    def test_explain(self, run: Run, root: Path) -> None:
        """It is active, and nothing is wrong with it."""
        result = run("explain", "--root", str(root), "VK_LAYER_TEST_lent")

        assert "is active" in result.output
        assert "cannot be loaded" not in result.output

    def test_a_snapshot(self, run: Run, root: Path, tmp_path: Path) -> None:
        """The libraries are not there any more, and the same is said."""
        file = str(tmp_path / "machine.json")
        assert run("snapshot", "--root", str(root), "-o", file).exit_code == 0

        result = run("explain", "--snapshot", file, "VK_LAYER_TEST_lent")

        assert "is active" in result.output
        assert "cannot be loaded" not in result.output
