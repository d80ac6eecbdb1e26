"""The modules in the image of the started interpreter: what they ask for, and what is loaded later."""

import ast
import json
from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Any

import pytest

from refloader.dropin.build import typical
from refloader.dropin.build.__main__ import ROOT, build_settings
from refloader.dropin.build.bundle import DECIDING, ENTRIES, LAZY, PREPARED, compiled, unused_functions
from refloader.dropin.build.program import Program
from refloader.dropin.build.sources import INSTANCES, ROWS, SHIMS, Sources

REGISTRY = f"{SHIMS}.registry"
ASKED = {"REFLOADER_AGE", "REFLOADER_EDITION"}
"""The variables that c/image/restore.c asks for: where one is set, the modules are imported anew."""


@pytest.mark.slow
class TestModules:
    """What an image holds must not depend on the process in which it was made."""

    def test_importing_asks_for_two_variables(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The modules ask the machine nothing else when they are imported, not even those that come later."""
        asked: list[object] = []

        def question(name: str) -> Callable[..., None]:
            return lambda *arguments: asked.append((name, *arguments))

        def edge() -> ModuleType:
            module = ModuleType(typical.EDGE)
            for name in _functions():
                setattr(module, name, question(name))
            return module

        sources = Sources(ROOT, build_settings({}))
        program = Program(sources, ENTRIES)
        codes = [(name, compiled(name, program.parts(name)[0])) for name in program.order]
        monkeypatch.setattr(typical, "edge", edge)
        monkeypatch.setattr(typical, "ENVIRONMENTS", ())
        typical.used_functions(codes)

        assert {each for each in asked if each not in {("getenv", name) for name in ASKED}} == set()
        assert {("getenv", name) for name in ASKED} == set(asked)

    def test_what_is_prepared_is_there(self) -> None:
        """Each name is a module that is frozen apart, or the cold part of one."""
        sources = Sources(ROOT, build_settings({}))
        program = Program(sources, ENTRIES, LAZY, unused_functions(sources))
        cold = {f"{name}:cold" for name in program.order if program.parts(name)[1] is not None}

        assert set(PREPARED) <= cold | set(program.apart)

    def test_instance_extensions_are_found_without_the_rest_of_the_registry(self) -> None:
        """Most programs ask for one, and for nothing else in the registry, which is twenty times as large."""
        sources = Sources(ROOT, build_settings({}))
        loaded: list[str] = []
        space: dict[str, Any] = {"__name__": REGISTRY}

        def lazily(name: str) -> ModuleType:
            loaded.append(name)
            module = ModuleType(name)
            exec(sources.made[name], module.__dict__)
            return module

        space |= {"__link__": partial(typical._link, space), "_lazily": lazily}
        exec(compiled(REGISTRY, Program(sources, ENTRIES, LAZY).whole(REGISTRY)), space)
        kinds = [space["extension"](name).kind for name in ("VK_KHR_surface", "VK_EXT_debug_utils")]

        assert kinds == ["instance", "instance"]
        assert set(loaded) == {INSTANCES}
        assert space["extension"]("VK_KHR_swapchain").kind == "device"
        assert set(loaded) == {INSTANCES, ROWS}

    def test_listing_extensions_loads_no_reader_of_manifests(self) -> None:
        """What the reader of odd manifests needs is frozen apart; a C reader reads those of most machines."""
        program = Program(Sources(ROOT, build_settings({})), ENTRIES, LAZY)
        tree = program.whole("refloader.dropin.python.instances.globals")
        sources = {each.value for each in ast.walk(tree) if isinstance(each, ast.Constant)}

        assert "refloader.core.manifests.names" in sources
        assert "refloader.core.manifests.fields" not in sources

    @pytest.mark.parametrize(
        "variables",
        [
            pytest.param({}, id="none"),
            pytest.param({"VK_DRIVER_FILES": "/etc/vulkan/icd.d/driver.json"}, id="a driver"),
            pytest.param(
                {"VK_ICD_FILENAMES": ":".join(["/etc/vulkan/icd.d/driver.json"] * 2)}, id="two drivers"
            ),
            pytest.param({"VK_LAYER_PATH": "/usr/share/vulkan/explicit_layer.d"}, id="a folder of layers"),
            pytest.param({"VK_ADD_LAYER_PATH": "/usr/share/vulkan/explicit_layer.d"}, id="one more folder"),
            pytest.param({"VK_INSTANCE_LAYERS": "VK_LAYER_ACME_one"}, id="a layer"),
            pytest.param({"DISABLE_THREE": "1"}, id="a layer less"),
        ],
    )
    def test_common_variables_load_nothing_more(
        self, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str]
    ) -> None:
        """What the start has loaded decides: code that is frozen apart costs each process as much as the rest."""
        sources = Sources(ROOT, build_settings({}))
        unused = unused_functions(sources)
        program = Program(sources, DECIDING)
        codes = [(name, compiled(name, program.parts(name)[0])) for name in program.order]
        monkeypatch.setattr(typical, "ENVIRONMENTS", (variables,))

        called = typical.used_functions(codes)

        cold = {f"{module}:{name}" for module, names in unused.items() for name in names}
        assert called & cold == set()

    @pytest.mark.parametrize("machine", ["debian-12", "nvidia-580"])
    def test_common_manifests_load_nothing_more(self, monkeypatch: pytest.MonkeyPatch, machine: str) -> None:
        """Mesa's and NVIDIA's drivers and implicit layers are on most machines."""
        sources = Sources(ROOT, build_settings({}))
        unused = unused_functions(sources)
        program = Program(sources, DECIDING)
        codes = [(name, compiled(name, program.parts(name)[0])) for name in program.order]
        folders = {
            f"/usr/share/vulkan/{kind}": {
                each.name: json.loads(each.read_bytes())
                for each in (ROOT / "fixtures/manifests" / machine / kind).glob("*.json")
            }
            for kind in ("icd.d", "implicit_layer.d")
        }
        monkeypatch.setattr(typical, "_FOLDERS", folders)
        monkeypatch.setattr(typical, "ENVIRONMENTS", ({"HOME": "/home/user"},))

        called = typical.used_functions(codes)

        cold = {f"{module}:{name}" for module, names in unused.items() for name in names}
        assert all(folders.values())
        assert called & cold == set()


def _functions() -> list[str]:
    """The names in _edge.pyi."""
    text = (ROOT / "refloader/dropin/python/_edge.pyi").read_text(encoding="utf-8")
    return [
        each.target.id if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name) else each.name
        for each in ast.parse(text).body
        if isinstance(each, ast.FunctionDef | ast.ClassDef | ast.AnnAssign)
    ]
