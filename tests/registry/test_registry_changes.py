"""The smallest change that makes a layer active where the registry keeps it out."""

import json

import pytest

from refloader.host.machines.memory import MemoryHost
from refloader.inspect.explain import Explanation, explain
from refloader.inspect.whatif.change import Change, ChangeKind, Question
from refloader.inspect.whatif.changes import candidates
from refloader.model.edition import LATEST
from refloader.model.platform import Device, Platform
from refloader.model.reason import Span
from refloader.model.request import Build, Request
from refloader.model.system import System
from refloader.model.windows_registry import Data, RegistryKey, RegistryValue, ValueType, registry_of

NAME = "VK_LAYER_TEST_it"
PATH = "C:\\layers\\it.json"
VULKAN = "SOFTWARE\\Khronos\\Vulkan"
HKLM = f"HKEY_LOCAL_MACHINE\\{VULKAN}\\ImplicitLayers"
HKCU = f"HKEY_CURRENT_USER\\{VULKAN}\\ImplicitLayers"
WOW = HKLM.replace("SOFTWARE", "SOFTWARE\\WOW6432Node")
DEVICE = "HKEY_LOCAL_MACHINE\\SYSTEM\\CurrentControlSet\\Control\\Class\\{4d36e968-e325-11ce-bfc1-08002be10318}\\0000"
Row = tuple[str, str, ValueType, Data]


def layer(**more: object) -> bytes:
    """The manifest of the layer that is asked for."""
    entry = {
        "name": NAME,
        "type": "GLOBAL",
        "library_path": "C:\\layers\\it.dll",
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "d",
        "disable_environment": {"DISABLE_IT": "1"},
        **more,
    }
    entry = {key: value for key, value in entry.items() if value is not None}
    return json.dumps({"file_format_version": "1.2.0", "layer": entry}).encode()


def explained(
    *rows: Row, elevated: bool = False, bits: int = 64, files: dict[str, bytes] | None = None
) -> Explanation:
    """The explanation of a Windows with these registry values, the layer asked for."""
    keys: dict[str, list[RegistryValue]] = {}
    for line, (key, name, kind, data) in enumerate(rows, 1):
        keys.setdefault(key, []).append(RegistryValue(name, kind, data, Span("x.reg", line, 1)))
    made = [RegistryKey(key, tuple(values), Span("x.reg", 1, 1)) for key, values in keys.items()]
    platform = Platform(System.WINDOWS, registry_of(made, "x.reg"), devices=(Device(DEVICE),))
    libraries = {"C:\\layers\\it.dll": b"MZ"}
    host = MemoryHost(
        files=libraries | (files or {PATH: layer()}), privileged=elevated, bits=bits, system=platform
    )
    return explain(host, Request(), LATEST, Build(word_size=bits), [NAME])


def only_change(explanation: Explanation) -> Change:
    """The one step that helps."""
    [change] = explanation.changes[NAME]
    return change


DWORD = ValueType.DWORD


@pytest.mark.rule("DISC-WINDOWS-03")
@pytest.mark.parametrize(
    ("kind", "data"),
    [(DWORD, 1), (ValueType.BINARY, b"\0\0\0\0"), (ValueType.SZ, "0"), (ValueType.QWORD, 0)],
    ids=["off", "binary", "text", "qword"],
)
def test_a_value_that_says_no(kind: ValueType, data: Data) -> None:
    """Off, or of a type that loaders pass over: DWORD 0 in the same place, and the reason is the value's line."""
    explanation = explained((HKLM, PATH, kind, data))

    change = only_change(explanation)
    assert (change.kind, change.what) == (ChangeKind.SET_REGISTRY, f"{HKLM}: {PATH}")
    assert change.command.startswith('reg add "HKLM')
    [reason] = explanation.unfollowed[NAME]
    assert reason.span == Span("x.reg", 1, 1)


@pytest.mark.rule("DISC-WINDOWS-06")
def test_a_user_key_of_an_administrator() -> None:
    """The user's key is not read, so the value belongs into the machine's."""
    explanation = explained((HKCU, PATH, DWORD, 0), elevated=True)

    assert only_change(explanation).what == f"{HKLM}: {PATH}"
    assert [each.rule for each in explanation.unfollowed[NAME]] == ["DISC-WINDOWS-06"]


@pytest.mark.rule("DISC-WINDOWS-05")
def test_the_keys_of_the_other_word_size() -> None:
    """A 32-bit process reads WOW6432Node and nothing else."""
    explanation = explained((HKLM, PATH, DWORD, 0), bits=32)

    assert only_change(explanation).what == f"{WOW}: {PATH}"
    [passed] = explanation.passed_over
    assert (passed.path, passed.why) == (HKLM, "only 64-bit processes read it")


@pytest.mark.rule("DISC-WINDOWS-04")
def test_quotation_marks_around_a_path() -> None:
    """They are part of the name, so the name has to be written anew."""
    explanation = explained((HKLM, f'"{PATH}"', DWORD, 0))

    assert only_change(explanation).what == f"{HKLM}: {PATH}"


@pytest.mark.rule("DISC-WINDOWS-09")
def test_a_device_value_of_another_type() -> None:
    """A path that a loader does not read for its type is written as REG_SZ."""
    explanation = explained((DEVICE, "VulkanImplicitLayers", ValueType.EXPAND_SZ, PATH))

    change = only_change(explanation)
    assert change.what == f"{DEVICE}: VulkanImplicitLayers"
    assert change.command.endswith(f'/t REG_SZ /d "{PATH}" /f')


def test_an_override_layer_that_the_registry_names() -> None:
    """Its blacklist is edited; where that alone does not help, its value is among what is tried next."""
    override = layer(
        name="VK_LAYER_LUNARG_override",
        library_path=None,
        component_layers=["VK_LAYER_TEST_other"],
        blacklisted_layers=[NAME],
    )
    files = {PATH: layer(), "C:\\o.json": override, "C:\\other.json": layer(name="VK_LAYER_TEST_other")}
    rows = [(HKLM, PATH, DWORD, 0), (HKCU, "C:\\o.json", DWORD, 0)]
    explicit = HKLM.replace("Implicit", "Explicit")
    explanation = explained(*rows, (explicit, "C:\\other.json", DWORD, 0), files=files)

    host = MemoryHost(files=files, system=explanation.platform)
    question = Question(NAME, explanation.plan, {}, Request(), files, host.platform())
    removed = [each.what for each in candidates(question) if each.kind is ChangeKind.REMOVE_REGISTRY]
    assert only_change(explanation).what == "C:\\o.json: layer.blacklisted_layers"
    assert removed == [f"{HKCU}: C:\\o.json"]


def test_a_layer_that_is_nowhere() -> None:
    """It has to be installed, and to be asked for; nobody is told to write a manifest."""
    first, second = explained((HKLM, "C:\\none.json", DWORD, 0), files={"C:\\x": b""}).changes[NAME]

    assert [first.kind, second.kind] == [ChangeKind.SET, ChangeKind.INSTALL]
    assert NAME in second.what
    assert not second.tried


def test_what_a_variable_replaces() -> None:
    """A key that VK_IMPLICIT_LAYER_PATH hides says so; taking the variable away is the change."""
    host = MemoryHost(
        files={PATH: layer(), "C:\\layers\\it.dll": b"MZ"},
        environment={"VK_IMPLICIT_LAYER_PATH": "C:\\none"},
        system=Platform(
            System.WINDOWS,
            registry_of(
                [
                    RegistryKey(
                        HKLM, (RegistryValue(PATH, DWORD, 0, Span("x.reg", 2, 1)),), Span("x.reg", 1, 1)
                    )
                ],
                "x",
            ),
        ),
    )

    explanation = explain(host, Request(), LATEST, Build(), [NAME])

    assert only_change(explanation).kind is ChangeKind.UNSET
    assert [each.why for each in explanation.passed_over] == ["variables that are set replace it"]
