"""What an explanation says of values and keys of a registry that lead to no layer, and which manifest it prefers."""

import json

import pytest
from pe_files import I386, pe

from refloader.host.machines.memory import MemoryHost
from refloader.inspect.explain import Explanation, explain
from refloader.inspect.explain.facts import all_reasons
from refloader.model.edition import LATEST
from refloader.model.platform import Platform
from refloader.model.reason import Span
from refloader.model.request import Build, Request
from refloader.model.system import System
from refloader.model.windows_registry import RegistryKey, RegistryValue, ValueType, registry_of

NAME = "VK_LAYER_TEST_it"
IMPLICIT = "HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos\\Vulkan\\ImplicitLayers"
EXPLICIT = IMPLICIT.replace("Implicit", "Explicit")


def layer(name: str = NAME, library: str | None = "C:\\l\\it.dll", **more: object) -> bytes:
    """The manifest of a layer."""
    entry = {
        "name": name,
        "type": "GLOBAL",
        "library_path": library,
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "d",
        "disable_environment": {"DISABLE_IT": "1"},
        **more,
    }
    entry = {key: value for key, value in entry.items() if value is not None}
    return json.dumps({"file_format_version": "1.2.0", "layer": entry}).encode()


def explained(
    files: dict[str, bytes],
    *rows: tuple[str, str],
    bits: int = 64,
    asks: tuple[str, ...] = (),
    whole: tuple[str, ...] = ("",),
) -> Explanation:
    """The explanation of a Windows whose keys name these manifests, each in a line of its own."""
    keys: dict[str, list[RegistryValue]] = {}
    for line, (key, path) in enumerate(rows, 2):
        keys.setdefault(key, []).append(RegistryValue(path, ValueType.DWORD, 0, Span("x.reg", line, 1)))
    made = [RegistryKey(key, tuple(values), Span("x.reg", 1, 1)) for key, values in keys.items()]
    platform = Platform(System.WINDOWS, registry_of(made, "x.reg", whole))
    host = MemoryHost(files=files, bits=bits, system=platform)
    return explain(host, Request(layers=asks), LATEST, Build(word_size=bits), [NAME])


@pytest.mark.rule("DISC-WINDOWS-05")
def test_the_manifest_whose_library_loads() -> None:
    """Of two manifests in the keys of 64-bit processes a 32-bit one is offered its own; both lines are told."""
    manifests = {f"C:\\l\\{bits}.json": layer(library=f"C:\\l\\{bits}.dll") for bits in (64, 32)}
    files = {**manifests, "C:\\l\\64.dll": pe(["x"]), "C:\\l\\32.dll": pe(["x"], machine=I386)}
    rows = [(IMPLICIT, path) for path in manifests]

    explanation = explained(files, *rows, bits=32)

    [change] = explanation.changes[NAME]
    assert change.what.endswith("ImplicitLayers: C:\\l\\32.json")
    assert [reason.span for reason in explanation.unfollowed[NAME]] == [
        Span("x.reg", 2, 1),
        Span("x.reg", 3, 1),
    ]


@pytest.mark.rule("DISC-WINDOWS-04")
def test_a_relative_path_may_be_the_layers() -> None:
    """Nobody knows which file it means, so it is told of every layer that is not found."""
    explanation = explained({"C:\\l\\it.json": layer()}, (IMPLICIT, "it.json"))

    assert [reason.rule for reason in explanation.unfollowed[NAME]] == ["DISC-WINDOWS-04"]


@pytest.mark.rule("DISC-WINDOWS-02")
@pytest.mark.parametrize("key", [IMPLICIT[:-1], IMPLICIT.rpartition("\\")[0]], ids=["misspelt", "above"])
def test_keys_beside_those_of_loaders(key: str) -> None:
    """A key that no loader reads and that names the layer's manifest is told of."""
    explanation = explained({"C:\\l\\it.json": layer()}, (key, "C:\\l\\it.json"))

    [reason] = explanation.unfollowed[NAME]
    assert "do not look there" in reason.fact


@pytest.mark.rule("OVERRIDE-05")
def test_what_an_override_layer_replaces() -> None:
    """A key that the paths of an override layer replace says so, and nothing of administrators."""
    override = layer(
        "VK_LAYER_LUNARG_override", None, component_layers=[NAME], override_paths=["C:\\components"]
    )
    files = {"C:\\o.json": override, "C:\\components\\it.json": layer(disable_environment=None)}

    explanation = explained(files, (IMPLICIT, "C:\\o.json"), (EXPLICIT, "C:\\x.json"))

    [passed] = explanation.passed_over
    assert (passed.path, passed.rule) == (EXPLICIT, "OVERRIDE-05")
    assert "administrator" not in passed.why


@pytest.mark.rule("ACT-EXPLICIT-01")
def test_a_layer_for_implicit_use_in_an_explicit_key() -> None:
    """What is odd about the manifest does not hide that nothing asks for the layer."""
    explanation = explained({"C:\\it.json": layer()}, (EXPLICIT, "C:\\it.json"))

    [outcome] = explanation.plan.layers
    assert [reason.rule for reason in all_reasons(explanation, outcome)][-1] == "ACT-EXPLICIT-01"


@pytest.mark.rule("ACT-APP-02")
def test_a_request_that_nobody_can_judge() -> None:
    """Where not all keys were given, a layer that is asked for and not found is no error."""
    explanation = explained({}, (IMPLICIT, "C:\\x.json"), asks=("VK_LAYER_TEST_other",), whole=(IMPLICIT,))

    [fact] = [reason.fact for reason in explanation.reasons if reason.rule == "ACT-APP-02"]
    assert fact.endswith("as far as is known")
