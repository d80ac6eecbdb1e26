"""Violators of the search on Windows: whose keys are read, which branch, which values, and in which order."""

from dataclasses import replace
from typing import Any

from refloader.core.search.windows import devices as windows_devices
from refloader.core.search.windows import keys as windows_keys
from refloader.core.search.windows import named as windows_registry
from refloader.core.search.windows import places as windows_places
from refloader.core.search.windows import values as registry_values
from refloader.core.search.windows.roles import devices_of
from refloader.model.place import Use
from refloader.model.windows_registry import MACHINE, USER, ValueType
from refloader.selftest.mutants.marks import Original, replaces


@replaces(windows_places.software, "DISC-WINDOWS-01")
def explicit_layers_of_the_user_forgotten(
    original: Original, environment: Any, build: Any, facts: Any, use: Use
) -> Any:
    """HKEY_CURRENT_USER has no key of explicit layers."""
    found = original(environment, build, facts, use)
    return _of(found, MACHINE) if use is Use.EXPLICIT else found


@replaces(windows_places.software, "DISC-WINDOWS-02")
def implicit_layers_of_the_machine_forgotten(
    original: Original, environment: Any, build: Any, facts: Any, use: Use
) -> Any:
    """HKEY_LOCAL_MACHINE has no key of implicit layers."""
    found = original(environment, build, facts, use)
    return _of(found, USER) if use is Use.IMPLICIT else found


def _of(found: Any, hive: str) -> Any:
    return tuple(place for place in found if place.path.startswith(hive))


@replaces(windows_registry._named, "DISC-WINDOWS-03")
def layers_that_are_switched_off_are_read(original: Original, value: Any, use: Use) -> Any:
    """The number of a value counts for nothing with layers."""
    layers = use in (Use.EXPLICIT, Use.IMPLICIT) and value.type is ValueType.DWORD
    return original(replace(value, data=0) if layers else value, use)


@replaces(windows_keys.software_branch, "DISC-WINDOWS-05")
def plain_keys_for_32_bit_layers(
    original: Original, environment: Any, build: Any, facts: Any, use: Use
) -> Any:
    """A 32-bit process reads the keys of layers that 64-bit processes read."""
    return original(environment, build, facts, use) if use is Use.DRIVER else windows_keys.PLAIN


@replaces(windows_keys.hives, "DISC-WINDOWS-06")
def elevated_reads_keys_of_the_user(original: Original, environment: Any, facts: Any, use: Use) -> Any:
    """Administrators' processes read the layers under HKEY_CURRENT_USER."""
    return original(replace(environment, elevated=False), facts, use)


@replaces(windows_places.of_devices, "DISC-WINDOWS-07")
def software_components_have_no_layers(
    original: Original, environment: Any, build: Any, facts: Any, use: Use
) -> Any:
    """Layers are looked for in the keys of adapters alone."""
    found = original(environment, build, facts, use)
    return found if use is Use.DRIVER else tuple(each for each in found if "component" not in each.source)


@replaces(windows_keys.value_name, "DISC-WINDOWS-08")
def no_value_of_its_own_for_32_bit_layers(original: Original, environment: Any, build: Any, use: Use) -> Any:
    """A 32-bit process reads the device values of layers that 64-bit processes read."""
    return original(environment, build if use is Use.DRIVER else replace(build, word_size=64), use)


@replaces(registry_values.device_names, "DISC-WINDOWS-09")
def one_layer_for_each_device_value(original: Original, value: Any, use: Use) -> Any:
    """Of several paths in a device's value of layers the first alone is followed."""
    names, reasons = original(value, use)
    return (names if use is Use.DRIVER else names[:1]), reasons


@replaces(windows_devices.known_devices, "DISC-WINDOWS-10")
def devices_are_guessed_from_the_registry(original: Original, platform: Any) -> Any:
    """Every numbered key of the classes is taken for a device, by number."""
    return devices_of(platform.registry) if platform.registry is not None else original(platform)


@replaces(windows_places.packages, "DISC-WINDOWS-12")
def package_has_no_layers(original: Original, environment: Any, facts: Any, use: Use) -> Any:
    """The package is searched for drivers alone."""
    return original(environment, facts, use) if use is Use.DRIVER else ()


@replaces(windows_places.of_devices, "DISC-DRIVER-WINDOWS-01")
def driver_names_of_devices_not_read(
    original: Original, environment: Any, build: Any, facts: Any, use: Use
) -> Any:
    """VulkanDriverName has no effect."""
    return () if use is Use.DRIVER else original(environment, build, facts, use)


@replaces(windows_devices.device_keys, "DISC-DRIVER-WINDOWS-02")
def dxgi_is_not_asked(original: Original, platform: Any, facts: Any, use: Use) -> Any:
    """Drivers are looked for in the keys that the PnP manager names, in its order."""
    return original(replace(platform, adapters=()), facts, use)


@replaces(windows_registry._named, "DISC-DRIVER-WINDOWS-03")
def drivers_that_are_switched_off_are_read(original: Original, value: Any, use: Use) -> Any:
    """The number of a value counts for nothing with drivers."""
    counts = use is not Use.DRIVER or value.type is not ValueType.DWORD
    return original(value if counts else replace(value, data=0), use)


@replaces(windows_keys.hives, "DISC-DRIVER-WINDOWS-03")
def drivers_of_the_user_are_read(original: Original, environment: Any, facts: Any, use: Use) -> Any:
    """HKEY_CURRENT_USER has a key of drivers."""
    return (MACHINE, USER) if use is Use.DRIVER else original(environment, facts, use)


@replaces(windows_places.packages, "DISC-DRIVER-WINDOWS-04")
def package_has_no_drivers(original: Original, environment: Any, facts: Any, use: Use) -> Any:
    """The package is searched for layers alone."""
    return () if use is Use.DRIVER else original(environment, facts, use)


@replaces(windows_places.settings, "SETTINGS-02")
def settings_of_the_machine_first(original: Original, environment: Any) -> Any:
    """The settings file of the machine comes before that of the user."""
    return original(environment)[::-1]


@replaces(windows_places.settings, "PRIV-SETTINGS-01")
def elevated_reads_settings_of_the_user(original: Original, environment: Any) -> Any:
    """Administrators' processes follow the settings file that a user names."""
    return original(replace(environment, elevated=False))


@replaces(windows_devices.ordered, "DEVICE-SORT-WIN-01")
def preference_of_adapters_ignored(original: Original, devices: Any, *others: Any) -> Any:
    """Devices stay in the order of their drivers, those of no adapter at the end."""
    return tuple(sorted(devices, key=lambda device: device.adapter in (None, 0)))


@replaces(windows_devices.ordered, "DEVICE-SORT-WIN-02")
def devices_without_an_adapter_first(original: Original, devices: Any, *others: Any) -> Any:
    """What cannot be sorted comes before what can."""
    arranged = original(devices, *others)
    return tuple(sorted(arranged, key=lambda device: device.adapter not in (None, 0)))


@replaces(windows_devices.asks_for_adapters, "IFACE-ICD-V6-01")
def old_drivers_are_asked_for_adapters(original: Original, interface: int) -> Any:
    """Drivers of every version are asked for the devices of an adapter."""
    return True


@replaces(windows_devices.device_keys, "DISC-WINDOWS-07")
def dxgi_chooses_the_devices_of_layers_too(original: Original, platform: Any, facts: Any, use: Use) -> Any:
    """Layers are looked for in the keys of the devices that DXGI names, in its order."""
    return original(platform, facts, Use.DRIVER)


@replaces(windows_keys.hives, "DISC-WINDOWS-06")
def elevated_reads_implicit_keys_of_the_user(
    original: Original, environment: Any, facts: Any, use: Use
) -> Any:
    """Administrators' processes read the implicit layers under HKEY_CURRENT_USER, though not the explicit ones."""
    return (MACHINE, USER) if use is Use.IMPLICIT else original(environment, facts, use)


@replaces(windows_places.packages, "DISC-DRIVER-WINDOWS-04")
def drivers_of_the_package_stand_in(original: Original, environment: Any, facts: Any, use: Use) -> Any:
    """The package is searched for drivers only where the registry has no key of drivers."""
    key = windows_keys.key_at(environment, f"{MACHINE}\\{windows_keys.PLAIN}\\Drivers")
    return () if use is Use.DRIVER and key is not None else original(environment, facts, use)
