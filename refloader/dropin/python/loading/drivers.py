"""Opens drivers, negotiates with them (``protocol`` decides each step) and queries what they offer.

A driver's library stays open from an enumeration of extensions to the next creation of an instance, because opening
one may take tens of milliseconds. The last instance that uses it closes it.
"""

from collections.abc import Iterable

from refloader.core.chain.aged import looks_negotiation_up, newest_driver_interface
from refloader.core.chain.links import (
    OUT_OF_MEMORY,
    VERSION_1_0,
    asks_version,
    driver_version,
)
from refloader.dropin.python import _edge
from refloader.dropin.python.generated.layouts import VkExtensionProperties, VkResult
from refloader.dropin.python.loading.libraries import (
    close_library,
    kept_if_agreed,
    let_go,
    may_stay_open,
    open_library,
    own_symbol,
)
from refloader.dropin.python.memory import counted
from refloader.dropin.python.memory.acting import AGE
from refloader.dropin.python.memory.c_text import c_text
from refloader.dropin.python.memory.properties import read_extension
from refloader.dropin.python.memory.state import DriverLibrary, RefusedError, driver_name
from refloader.dropin.python.messages.log import Log
from refloader.model.age import Trait
from refloader.model.driver import Driver
from refloader.model.layer import Extension
from refloader.model.plan import Plan
from refloader.protocol import (
    NEWEST_DRIVER,
    WITH_LOOKUP,
    WITH_NEGOTIATION,
    WITH_VERSIONS,
    WITHOUT_EXPORTS,
    DriverEvent,
    DriverStep,
    asks_for_interface,
    driver_answer,
    driver_exports,
    driver_step,
    has_device_lookup,
    knows_versions,
)
from refloader.rules import decides

_NEGOTIATE = "vk_icdNegotiateLoaderICDInterfaceVersion"
_LOOKUP = "vk_icdGetInstanceProcAddr"
_DEVICE_LOOKUP = "vk_icdGetPhysicalDeviceProcAddr"
_EXTENSIONS = "vkEnumerateInstanceExtensionProperties"
_VERSION = "vkEnumerateInstanceVersion"
_CREATE = "vkCreateInstance"
_OLD = ("vkGetInstanceProcAddr", "vkCreateInstance", _EXTENSIONS)
_PROPERTIES = VkExtensionProperties.SIZE

_NEWEST = "REFLOADER_DRIVER_INTERFACE"
"""The variable that sets the newest driver interface version to use, to act as an older loader towards drivers."""

_OPEN: dict[str, DriverLibrary] = {}
"""The drivers with an open library, by manifest and library path (AMB-DUP-DRIVER: two may share one library)."""


def borrow(drivers: Iterable[Driver], log: Log) -> list[DriverLibrary]:
    """Return the drivers that can be used, each with one more user; log and omit the others."""
    found: list[DriverLibrary] = []
    try:
        for driver in drivers:
            shared = _borrowed(driver, log)
            if shared is not None:
                found.append(shared)
    except (MemoryError, RefusedError):
        give_back(found)
        raise
    return found


def used(plan: Plan) -> Iterable[Driver]:
    """Return the drivers that the plan selects."""
    return (outcome.driver for outcome in plan.drivers if outcome.used)


def _key(driver: Driver) -> str:
    return f"{driver.manifest}\n{driver.library_path}"


def _borrowed(driver: Driver, log: Log) -> DriverLibrary | None:
    # The interpreter switches threads at calls and loops only. There is none between the look-up and the count, so
    # neither this function nor ``give_back`` finds a library that the other is closing or has just closed.
    key = _key(driver)
    if key in _OPEN:
        shared = _OPEN[key]
        shared.users += 1
        return shared
    opened = _opened(driver, log)
    if opened is None:
        return None
    if key not in _OPEN:
        _OPEN[key] = opened
        opened.users += 1
        return opened
    shared = _OPEN[key]  # another thread was faster
    shared.users += 1
    close_library(opened.library)
    return shared


def keep(libraries: Iterable[DriverLibrary]) -> None:
    """Stop using these libraries, but leave them open for the vkCreateInstance that usually follows."""
    if not may_stay_open():
        give_back(libraries)
        return
    for shared in libraries:
        shared.users -= 1


def give_back(libraries: Iterable[DriverLibrary]) -> None:
    """Stop using these libraries; close each that has no other user."""
    for shared in libraries:
        key = _key(shared.driver) if shared.driver else ""
        shared.users -= 1
        if shared.users == 0 and key in _OPEN and _OPEN[key] is shared:
            del _OPEN[key]
            let_go(shared.library)


def close_unused() -> None:
    """Close the libraries that an enumeration left open and that the new instance does not use."""
    for shared in tuple(_OPEN.values()):
        if not shared.users:
            shared.users += 1  # so that no other thread closes it first
            give_back((shared,))


def _opened(driver: Driver, log: Log) -> DriverLibrary | None:
    library = open_library(driver.library_path, driver.manifest, "driver", driver.manifest, log)
    if not library:
        return None
    return kept_if_agreed(library, lambda: _negotiated(driver, library, log))


# ---- negotiation ------------------------------------------------------------------------------------------------


def _newest(log: Log) -> int:
    """Return the newest interface version to use. An elevated process always uses the newest that exists."""
    text = None if _edge.elevated() else _edge.getenv(_NEWEST)
    if not text:
        return newest_driver_interface(AGE) if AGE else NEWEST_DRIVER
    if len(text) == 1 and "0" <= text <= str(NEWEST_DRIVER):
        return int(text)
    log.say(
        "warn", "driver", f'{_NEWEST} is "{text}", which is no version from 0 to {NEWEST_DRIVER}: ignored'
    )
    return NEWEST_DRIVER


def _negotiated(driver: Driver, library: int, log: Log) -> DriverLibrary | None:
    newest = _newest(log)
    ask = _edge.symbol(library, _NEGOTIATE) if newest >= WITH_NEGOTIATION else 0
    lookup = _edge.symbol(library, _LOOKUP) if newest >= WITH_LOOKUP else 0
    old = not lookup and all(own_symbol(library, name, name) for name in _OLD)
    event = driver_exports(negotiate=bool(ask), lookup=bool(lookup), old=old)
    step = driver_step(DriverStep.OPENED, event)
    version = 0
    if step is DriverStep.QUERY:
        ask = _edge.call(lookup, 0, c_text(_NEGOTIATE)) if looks_negotiation_up(newest, AGE) else 0
        event = DriverEvent.FOUND if ask else DriverEvent.NOT_FOUND
        step = driver_step(step, event)
    if step is DriverStep.ASK:
        event, version = _offer(ask, newest)
        step = driver_step(step, event)
    if step is DriverStep.REFUSED:
        log.say("error", "driver", f"{driver.manifest}: {event.value}; the driver is not used{_by(newest)}")
        return None
    if step is DriverStep.VERSION_1:
        version = 1
    gipa = lookup or own_symbol(library, _OLD[0], _OLD[0])
    return _described(driver, library, version, gipa, newest, log)


def _by(newest: int) -> str:
    """Return the end of a refusal's message: the version of the loader, unless it acts as the newest one."""
    return f" by a loader of interface version {newest}" if newest < NEWEST_DRIVER else ""


def given(lookup: int, log: Log) -> DriverLibrary | None:
    """Negotiate with a driver that the application passed as a function; log a failure and return None.

    A driver without a function, 0, is omitted without a message: vkCreateInstance reports it with its index.
    """
    if not lookup:
        return None
    newest = _newest(log)
    ask = _edge.call(lookup, 0, c_text(_NEGOTIATE)) if newest >= WITHOUT_EXPORTS else 0
    event, version = DriverEvent.FOUND if ask else DriverEvent.NOT_FOUND, 0
    step = driver_step(DriverStep.GIVEN, event)
    if step is DriverStep.ASK_GIVEN:
        event, version = _offer(ask, newest)
        step = driver_step(step, event)
    if step is DriverStep.REFUSED:
        log.say("error", "driver", f"{driver_name(None)}: {event.value}; the driver is not used{_by(newest)}")
        return None
    shared = _described(None, 0, version, lookup, newest, log)
    if shared is not None:
        shared.users = 1
    return shared


def _offer(ask: int, newest: int) -> tuple[DriverEvent, int]:
    cell = _edge.Memory(8)
    _edge.put32(cell.address, newest)
    result = _edge.result(ask, cell.address)
    version = _edge.u32(cell.address)
    if AGE.has(Trait.ODD_DRIVER_ANSWER_ACCEPTED):
        version = min(version, newest)
    return driver_answer(result, version, newest), version


# ---- what the driver offers ---------------------------------------------------------------------------------------


def _described(
    driver: Driver | None, library: int, version: int, gipa: int, newest: int, log: Log
) -> DriverLibrary | None:
    if not _global(library, version, gipa, _CREATE):
        log.say(
            "error",
            "driver",
            f"{driver_name(driver)}: has no {_CREATE}; the driver is not used [LDP_LOADER_1]",
        )
        return None
    try:
        extensions = _extensions(library, version, gipa)
    except RefusedError as refusal:
        text = f"{driver_name(driver)}: {_EXTENSIONS} gives {refusal.result}, and so does the command"
        log.say("error", "driver", text)
        raise
    if isinstance(extensions, str):
        text = f"{driver_name(driver)}: {_EXTENSIONS} {extensions}; the driver is not used"
        log.say("error", "driver", text)
        return None
    gpdpa = _device_lookup(library, version, gipa)
    api_version = _api_version(driver, gipa, log) if knows_versions(newest) else 0
    if api_version and log.wants("warn", "driver"):
        _tell_old_interface(driver, api_version, version, log)
    return DriverLibrary(
        driver=driver,
        library=library,
        interface=version,
        gipa=gipa,
        gpdpa=gpdpa,
        api_version=api_version,
        extensions=extensions,
        direct=driver is None,
    )


def _device_lookup(library: int, version: int, gipa: int) -> int:
    if not has_device_lookup(version):
        return 0
    asked = _edge.call(gipa, 0, c_text(_DEVICE_LOOKUP)) if asks_for_interface(version) else 0
    if asked or not library:
        return asked
    return _edge.symbol(library, _DEVICE_LOOKUP)


def _api_version(driver: Driver | None, gipa: int, log: Log) -> int:
    """Return the driver's Vulkan version; log why a driver whose manifest says 1.1 or newer counts as one of 1.0."""
    asks = asks_version(driver.api_version if driver else None)
    if not asks and not AGE.has(Trait.APPLICATION_VERSION_PASSED_ON):
        return VERSION_1_0
    function = _edge.call(gipa, 0, c_text(_VERSION))
    if not function:
        _tell_1_0(driver, "is not found", log)
        return VERSION_1_0
    cell = _edge.Memory(8)
    result = _edge.result(function, cell.address)
    version = driver_version(result, _edge.u32(cell.address))
    if version == VERSION_1_0:
        _tell_1_0(driver, f"gives {result} and the version {_edge.u32(cell.address):#x}", log)
    return version


def _tell_1_0(driver: Driver | None, fact: str, log: Log) -> None:
    text = f"{driver_name(driver)}: {_VERSION} {fact}; the driver is used as one of Vulkan 1.0 [APIVER-03]"
    log.say("warn", "driver", text)


@decides("LDP_DRIVER_7")
def _tell_old_interface(driver: Driver | None, api_version: int, interface: int, log: Log) -> None:
    """Log a driver of Vulkan 1.1 or newer whose interface version is below 5."""
    if api_version > VERSION_1_0 and interface < WITH_VERSIONS:
        supports = f"supports Vulkan {api_version >> 22 & 0x7F}.{api_version >> 12 & 0x3FF}"
        needs = f"interface version {interface}; this needs version {WITH_VERSIONS} or newer [LDP_DRIVER_7]"
        log.say("warn", "driver", f"{driver_name(driver)}: it {supports}, but only {needs}")


@decides("LDP_LOADER_12", "EXT-FILTER-07", "GPA-ICD-03", "IFACE-ICD-V0-01")
def _extensions(library: int, version: int, gipa: int) -> tuple[Extension, ...] | str:
    """Return the driver's instance extensions, or why they cannot be read. Never passes a layer name.

    Raises RefusedError where a driver's error is that of the command.
    """
    function = _global(library, version, gipa, _EXTENSIONS)
    if not function:
        return "is not found"
    code, memory, count = counted.ask(function, (0,), _PROPERTIES)
    if code in OUT_OF_MEMORY:
        raise RefusedError(code)
    if code < 0 and AGE.has(Trait.DRIVER_LISTING_ERROR_FAILS):
        raise RefusedError(code)
    if code < 0:
        return _trouble(function, code)
    return tuple(read_extension(memory.address + _PROPERTIES * index) for index in range(count))


def _trouble(function: int, code: int) -> str:
    """Return why the extensions cannot be read: there are too many, or the driver returns an error."""
    cell = _edge.Memory(8)
    told = _edge.u32(cell.address) if _edge.result(function, 0, cell.address, 0) == VkResult.SUCCESS else 0
    return (
        f"counts {told}, more than the {counted.MOST} that are read"
        if told > counted.MOST
        else f"gives {code}"
    )


def create_function(shared: DriverLibrary) -> int:
    """Return the driver's vkCreateInstance."""
    return _global(shared.library, shared.interface, shared.gipa, _CREATE)


def _global(library: int, version: int, gipa: int, name: str) -> int:
    """Return a global command: in interface version 0 an export if there is one, else the lookup's for NULL."""
    exported = own_symbol(library, name, name) if version == 0 and library else 0
    return exported or _edge.call(gipa, 0, c_text(name))
