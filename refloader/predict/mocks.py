"""Predicts what each mock library answers the loader, from the mock's kind and flags. Opens no library.

``protocol`` decides the steps of a negotiation, as it does for the drop-in library; this module has only what the
mocks in mock_layers/ and mock_icd/ export and answer. A mock with a flag that is not modelled raises BeyondError.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from refloader.core.chain.aged import looks_negotiation_up, newest_driver_interface, step_after_answer
from refloader.core.chain.links import OUT_OF_MEMORY, VERSION_1_0, asks_version, driver_version, told_version
from refloader.core.drivers.devices import MORE
from refloader.core.search.windows.devices import asks_for_adapters
from refloader.model.age import DOCUMENTED, Age, Trait
from refloader.model.driver import Driver, PciAddress, PhysicalDevice
from refloader.model.introspection import FUNCTIONS, Introspected
from refloader.model.layer import Extension, Layer
from refloader.model.library import Library
from refloader.model.registry import results
from refloader.model.version import api_version, parse_strict
from refloader.protocol import (
    NEWEST_DRIVER,
    NEWEST_LAYER,
    DriverEvent,
    DriverStep,
    LayerEvent,
    LayerStep,
    driver_answer,
    driver_exports,
    driver_step,
    layer_answer,
    layer_step,
)
from refloader.scenario.scenario import Library as Mock
from refloader.scenario.scenario import Mock as MockName

DEVICE_TYPES = ("other", "integrated", "discrete", "virtual", "cpu")
_NEGOTIATE = "vkNegotiateLoaderLayerInterfaceVersion"
_LOOKUP = "vkGetInstanceProcAddr"
_PLAIN = frozenset({_LOOKUP, "vkGetDeviceProcAddr"})
_LAYER_EXPORTS: Mapping[str, frozenset[str]] = {
    "layer": _PLAIN | {_NEGOTIATE},
    "layer_v0": frozenset({"VK_LAYER_mockGetInstanceProcAddr", "VK_LAYER_mockGetDeviceProcAddr"}),
    "layer_v1": _PLAIN,
    "layer_v2": frozenset({_NEGOTIATE}),
    "layer_renamed": frozenset(
        {"mock_NegotiateLoaderLayerInterfaceVersion", "mock_GetInstanceProcAddr", "mock_GetDeviceProcAddr"}
    ),
    "layer_early": _PLAIN | {_NEGOTIATE},
}
"""The symbols that each layer mock exports."""
_INTROSPECTION = frozenset({"layer_v0"})
"""The layer mocks that export the introspection functions."""
_ANSWERS = {"ok": True, "null_device": True, "null_pointers": False, "null_instance": False, "fail": False}
"""The values of the flag ``negotiate``, and whether the answer has a vkGetInstanceProcAddr."""
_LAYER_FLAGS = {
    "name",
    "interface",
    "negotiate",
    "negotiate_version",
    "negotiate_result",
    "fail",
    "fail_after",
    "intercept",
    "wrap",
}
_LOOKED_UP = ("driver", "driver_v6", "driver_v7")
_DRIVER_NEGOTIATES = {"driver", "driver_v2", "driver_v6", "driver_both"}
DRIVER_NEWEST = {"driver_v0": 0, "driver_v2": 3, "driver_both": 3, **dict.fromkeys(_LOOKED_UP, 7)}
"""The interface version that each driver has by its exports, where no flag says another."""
_OF_DEVICES = "devices device_name vendor device device_api device_extensions driver_id luid type"
_DRIVER_FLAGS = {
    *_OF_DEVICES.split(),
    *("name", "api", "extensions", "driver_version", "interface", "negotiate", "fail", "null", "rubbish"),
}
_CAN_BE_WRONG = {
    "vkCreateInstance",
    "vkEnumeratePhysicalDevices",
    "vkEnumerateInstanceVersion",
    "vkEnumerateInstanceExtensionProperties",
    "vk_icdNegotiateLoaderICDInterfaceVersion",
}
_ENUMERATE = "vkEnumerateInstanceExtensionProperties"
_ASK = "vk_icdNegotiateLoaderICDInterfaceVersion"
_FAILED = -3
_REFUSED = -9
_PCI = "VK_EXT_pci_bus_info"
_MOST_INTERFACE_FOR_CHECK = 4


class BeyondError(Exception):
    """The scenario does something that is not modelled here and so cannot be predicted."""


# ---- layers -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenedLayer:
    """A layer that takes part in a chain.

    ``create``, ``create_after`` and ``devices`` are the VkResults that it forces: of vkCreateInstance before and
    after it calls down, and of vkEnumeratePhysicalDevices; 0 for none. ``makes_devices`` means that it returns a
    vkGetDeviceProcAddr.
    """

    name: str
    layer: Layer
    create: int
    create_after: int
    devices: int
    makes_devices: bool = True


def opened_layer(layer: Layer, mock: Mock, age: Age = DOCUMENTED) -> OpenedLayer | None:
    """Return the layer after negotiation, or None if the loader has to omit it. Raises BeyondError."""
    exports = _LAYER_EXPORTS.get(mock.mock)
    if exports is None or mock.flags.keys() - _LAYER_FLAGS:
        raise BeyondError(f"the library of {layer.name} answers in its own way")
    names = dict(layer.functions)
    asked = names.get(_NEGOTIATE, _NEGOTIATE) in exports
    step = layer_step(LayerStep.OPENED, LayerEvent.NEGOTIATES if asked else LayerEvent.SILENT)
    if step is LayerStep.ASK:
        step = step_after_answer(*_answer(mock), age, lookup=_has_lookup(mock))
    if step is LayerStep.LOOK:
        found = names.get(_LOOKUP, _LOOKUP) in exports or f"{layer.name}GetInstanceProcAddr" in exports
        step = layer_step(step, LayerEvent.LOOKUP if found else LayerEvent.NO_LOOKUP)
    if step is LayerStep.REFUSED:
        return None
    fail, after = _results(mock, "fail"), _results(mock, "fail_after")
    devices = fail["vkEnumeratePhysicalDevices"] or after["vkEnumeratePhysicalDevices"]
    name = mock.flags.get("name", "VK_LAYER_mock")
    makes = mock.flags.get("negotiate", "ok") != "null_device"
    return OpenedLayer(name, layer, fail["vkCreateInstance"], after["vkCreateInstance"], devices, makes)


def _has_lookup(mock: Mock) -> bool:
    """Return whether the layer's answer has a vkGetInstanceProcAddr."""
    version = min(NEWEST_LAYER, _whole(mock.flags.get("interface", "2")))
    return version == NEWEST_LAYER and _ANSWERS[mock.flags.get("negotiate", "ok")]


def _answer(mock: Mock) -> tuple[LayerEvent, int]:
    """Return the layer's answer to the offered version, as an event of the protocol, and the version in it."""
    flags = mock.flags
    way = flags.get("negotiate", "ok")
    if way not in _ANSWERS:
        raise BeyondError(f"a layer's negotiation ends in {way}")
    if way == "fail":
        return layer_answer(_FAILED, NEWEST_LAYER, 0), NEWEST_LAYER
    answered = _whole(
        flags.get("negotiate_version") or str(min(NEWEST_LAYER, _whole(flags.get("interface", "2"))))
    )
    result = _whole(flags.get("negotiate_result", "0"))
    return layer_answer(result, answered, int(_has_lookup(mock))), answered


def _results(mock: Mock, flag: str) -> dict[str, int]:
    """Return the results that a flag like "vkCreateInstance:-4" forces, by command; 0 for none."""
    forced = {"vkCreateInstance": 0, "vkEnumeratePhysicalDevices": 0}
    for word in filter(None, mock.flags.get(flag, "").split(",")):
        command, _, result = word.partition(":")
        if command not in forced:
            raise BeyondError(f"a layer lets {command} fail")
        forced[command] = _whole(result or str(_FAILED))
    return forced


def introspected(path: str, mock: Mock, word_size: int) -> Library:
    """Return the facts that an Android loader learns about a mock's library: its exports and, if any, its layer."""
    if mock.mock not in _INTROSPECTION:
        return Library(path, word_size, "", True, _LAYER_EXPORTS.get(mock.mock, frozenset()))
    flags = mock.flags
    layer = Introspected(
        flags.get("name", "VK_LAYER_mock"),
        api_version(1, 3),
        description="mock layer",
        instance_extensions=_extension_rows(flags.get("instance_extensions", "")),
        device_extensions=_extension_rows(flags.get("device_extensions", "")),
        on_devices=flags.get("device_layer", "1") != "0",
    )
    return Library(path, word_size, "", True, FUNCTIONS, introspected=(layer,))


# ---- drivers ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenedDriver:
    """A driver that a loader may use.

    ``interface`` is the interface version in use, ``offered`` the one that the loader offered. ``api`` is the Vulkan
    version that the loader assumes, ``own_api`` the one that the driver implements; ``asked`` is false if the
    manifest says 1.0, so that the loader does not ask. ``create`` is the result of its vkCreateInstance, None if it
    has none; ``count_result`` that of its vkEnumeratePhysicalDevices, ``enumerates`` whether it has that.
    """

    name: str
    extensions: tuple[Extension, ...]
    interface: int
    offered: int
    api: int
    own_api: int
    create: int | None
    count_result: int
    devices: tuple[PhysicalDevice, ...]
    device_api: tuple[int, ...]
    driver_versions: tuple[int, ...]
    enumerates: bool = True
    asked: bool = True

    def created(self, wanted: int | None) -> int | None:
        """Return the result of its vkCreateInstance for the application's apiVersion (None: no VkApplicationInfo)."""
        if self.create != 0 or wanted is None:
            return self.create
        told = told_version(wanted, self.api)
        if min(self.offered, self.interface) > _MOST_INTERFACE_FOR_CHECK:
            return 0
        most = self.own_api if self.offered > _MOST_INTERFACE_FOR_CHECK else VERSION_1_0
        return _REFUSED if _release(told) > _release(most) else 0


def opened_driver(driver: Driver, mock: Mock, age: Age = DOCUMENTED) -> OpenedDriver | None:
    """Return the driver after negotiation, or None if the loader has to omit it. Raises BeyondError."""
    if mock.mock not in DRIVER_NEWEST or mock.flags.keys() - _DRIVER_FLAGS:
        raise BeyondError(f"the library of {driver.manifest} answers in its own way")
    return _opened(mock.mock, tuple(mock.flags.items()), asks_version(driver.api_version), age)


@lru_cache(maxsize=1024)
def _opened(kind: MockName, rows: tuple[tuple[str, str], ...], asks: bool, age: Age) -> OpenedDriver | None:
    """Return the same for a mock and its flags. ``asks`` means that the loader queries the driver's version."""
    mock = Mock(kind, dict(rows))
    wrong = _wrongs(mock)
    version, offered = _negotiated(mock, wrong, age)
    creates = kind == "driver_v0" or wrong.get("vkCreateInstance") != "null"  # that one exports it
    if version is None or wrong.get(_ENUMERATE) is not None or not creates:
        return None
    flags = mock.flags
    own = _packed(flags.get("api", "1.3.0"))
    answers = wrong.get("vkEnumeratePhysicalDevices")
    count = 0 if answers == "rubbish" else _whole(flags.get("devices", "1"))
    return OpenedDriver(
        name=flags.get("name", "mock"),
        extensions=_extension_rows(flags.get("extensions", "")),
        interface=version,
        offered=offered,
        api=_driver_api(own, wrong.get("vkEnumerateInstanceVersion"))
        if asks or age.has(Trait.APPLICATION_VERSION_PASSED_ON)
        else VERSION_1_0,
        own_api=own,
        create=_code(wrong.get("vkCreateInstance"), null=None),
        count_result=_code(answers, null=_FAILED, rubbish=0) or 0,
        devices=tuple(_device(flags, index, own, version) for index in range(count)),
        device_api=tuple(_device_api(flags, index, own) for index in range(count)),
        driver_versions=tuple(_number(flags, "driver_version", "1", index) for index in range(count)),
        enumerates=answers != "null",
        asked=asks,
    )


def listing_error(mock: Mock, age: Age = DOCUMENTED) -> int:
    """Return the error of vkEnumerateInstanceExtensionProperties of a driver that could be used, or 0."""
    wrong = _wrongs(mock) if mock.mock in DRIVER_NEWEST else {}
    code = wrong.get(_ENUMERATE)
    asked = isinstance(code, int) and (mock.mock == "driver_v0" or wrong.get("vkCreateInstance") != "null")
    return int(code or 0) if asked and _negotiated(mock, wrong, age)[0] is not None else 0


def _wrongs(mock: Mock) -> dict[str, int | str]:
    """Return how commands misbehave: by returning a given VkResult, "null" or "rubbish"."""
    wrong: dict[str, int | str] = {}
    for way in ("fail", "null", "rubbish"):
        for word in filter(None, mock.flags.get(way, "").split(",")):
            command, _, result = word.partition(":")
            if command not in _CAN_BE_WRONG or (way == "rubbish" and command == _ENUMERATE):
                raise BeyondError(f"a driver's {command} is wrong")
            wrong[command] = _result(result) if way == "fail" else way
    early = (_ASK, _ENUMERATE, "vkEnumerateInstanceVersion")
    if any(wrong.get(command) in OUT_OF_MEMORY for command in early):
        raise BeyondError("a driver has no memory left before there is an instance")
    return wrong


def _result(said: str) -> int:
    """Return the VkResult in a flag: a name, a number, or empty for the default."""
    return results().get(said) or _whole(said or str(_FAILED))


def _negotiated(mock: Mock, wrong: Mapping[str, int | str], age: Age) -> tuple[int | None, int]:
    """Return the interface version of a driver, None if it cannot be used, and the version that it was offered."""
    newest = _whole(mock.flags.get("interface", str(DRIVER_NEWEST[mock.mock])))
    asks = mock.mock in _DRIVER_NEGOTIATES
    lookup = mock.mock != "driver_v0"
    step = driver_step(DriverStep.OPENED, driver_exports(negotiate=asks, lookup=lookup, old=not lookup))
    if step is DriverStep.QUERY:
        asked = looks_negotiation_up(newest_driver_interface(age), age)
        found = newest >= NEWEST_DRIVER and wrong.get(_ASK) != "null" and asked
        step = driver_step(step, DriverEvent.FOUND if found else DriverEvent.NOT_FOUND)
    if step in (DriverStep.VERSION_1, DriverStep.VERSION_0):
        return int(step is DriverStep.VERSION_1), 0
    version = min(NEWEST_DRIVER, newest)
    # A function that stands in for the real one leaves the mock without the version that was offered.
    answer = wrong.get(_ASK)
    odd = answer not in (None, "null", _REFUSED)
    if odd and (answer != "rubbish" or age.has(Trait.ODD_DRIVER_ANSWER_ACCEPTED)):
        return version, 0
    step = driver_step(step, _driver_event(mock, answer, version))
    return (version if step is DriverStep.NEGOTIATED else None), NEWEST_DRIVER


def _driver_event(mock: Mock, wrong: int | str | None, version: int) -> DriverEvent:
    if wrong == "rubbish":
        return driver_answer(0, 0xFFFFFFFF)
    if wrong == "null" or mock.flags.get("negotiate", "ok") == "fail":
        return driver_answer(_REFUSED, version)
    return driver_answer(wrong if isinstance(wrong, int) else 0, version)


def _driver_api(own: int, wrong: int | str | None) -> int:
    """Return the Vulkan version that the loader assumes for a driver after querying it."""
    if wrong == "null":
        return VERSION_1_0
    result = wrong if isinstance(wrong, int) else 0
    return driver_version(result, 0xFFFFFFFF if wrong == "rubbish" else own)


def _code(wrong: int | str | None, *, null: int | None, rubbish: int = _FAILED) -> int | None:
    """Return the result of a command that may misbehave."""
    if isinstance(wrong, int):
        return wrong
    return {None: 0, "null": null, "rubbish": rubbish}[wrong]


def _extension_rows(text: str) -> tuple[Extension, ...]:
    pairs = [row.partition(":") for row in text.split(",") if row]
    if not all(name for name, _, _ in pairs):
        raise BeyondError(f"{text} is no list of NAME:VERSION")
    return tuple(Extension(name, _whole(version)) for name, _, version in pairs)


# ---- devices ------------------------------------------------------------------------------------------------


def _device(flags: Mapping[str, str], index: int, own: int, interface: int) -> PhysicalDevice:
    """Return one device with the properties that a loader can query."""
    name, kind = _item(flags, "device_name", "mock driver", index)[0], _item(flags, "type", "other", index)[0]
    minor = _release(max(own, _device_api(flags, index, own))) & 0x3FF
    more = minor > 0  # it has vkGetPhysicalDeviceProperties2
    offers = f"{MORE}:" in flags.get("extensions", "")  # it has that query by its older name
    extensions = [row.name for row in _extension_rows(_item(flags, "device_extensions", "", index)[0])]
    if kind not in DEVICE_TYPES:
        raise BeyondError(f"{kind} is no type of a device")
    return PhysicalDevice(
        name,
        _number(flags, "vendor", "0x1000", index),
        _number(flags, "device", "0x2000", index, counts_up=True),
        DEVICE_TYPES.index(kind),
        driver_id=_number(flags, "driver_id", "0", index) if more else None,
        pci=PciAddress(0, index + 1, 0, 0) if (more or offers) and _PCI in extensions else None,
        adapter=_number(flags, "luid", "1", index, counts_up=True) if asks_for_adapters(interface) else None,
    )


def _device_api(flags: Mapping[str, str], index: int, own: int) -> int:
    text = _item(flags, "device_api", "", index)[0]
    return _packed(text) if text else own


def _item(flags: Mapping[str, str], name: str, default: str, index: int) -> tuple[str, int]:
    """Return the item of "A;B" at an index, or else its last item, and the distance from that item to the index."""
    items = flags.get(name, default).split(";")
    return items[min(index, len(items) - 1)], max(0, index - len(items) + 1)


def _number(flags: Mapping[str, str], name: str, default: str, index: int, *, counts_up: bool = False) -> int:
    text, behind = _item(flags, name, default, index)
    return _whole(text) + (behind if counts_up else 0)


def _whole(text: str) -> int:
    """Return a whole number in a flag. Raises BeyondError."""
    try:
        return int(text, 0)
    except ValueError:
        raise BeyondError(f"{text} is no number") from None


def _packed(text: str) -> int:
    version = parse_strict(text)
    if version is None:
        raise BeyondError(f"{text} is no version")
    return version.packed


def _release(packed: int) -> int:
    return packed >> 12 & 0x1FFFF
