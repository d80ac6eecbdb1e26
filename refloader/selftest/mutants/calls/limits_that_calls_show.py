"""Violators of the core that only calls show, and that obey a rule up to some number or for one spelling."""

from dataclasses import replace
from typing import Any

from refloader.core.activation import filters
from refloader.core.chain import links
from refloader.core.drivers import devices
from refloader.core.extensions import device_extensions
from refloader.core.manifests import layer_extras, layer_fields, library_path
from refloader.selftest.mutants.marks import Original, replaces


@replaces(filters.id_ranges, "FILTER-ID-DEVICE-01", "FILTER-ID-VENDOR-01", "FILTER-ID-DRIVER-01")
def ranges_of_one_id_are_empty(original: Original, value: str | None) -> Any:
    """A range whose ends are the same id matches nothing."""
    found = original(value)
    written = [each for each in filters.elements(value) if ":" in each]
    empty = {original(each) for each in written if each.partition(":")[0] == each.partition(":")[2]}
    return found if found is None else tuple(each for each in found if (each,) not in empty)


@replaces(filters._number, "FILTER-ID-DEVICE-01", "FILTER-ID-VENDOR-01")
def capital_digits_end_a_number(original: Original, text: str) -> int:
    """The digits of a hexadecimal id from the first of A to F in capitals on do not count."""
    if text[:2].lower() != "0x":
        return int(original(text))
    digits = next((at for at, each in enumerate(text[2:]) if each in "ABCDEF"), len(text))
    return int(text[2 : digits + 2] or "0", 16)


@replaces(devices.filtered, "FILTER-ID-MULTI-01")
def a_third_id_filter_does_not_count(original: Original, found: Any, environment: Any, edition: Any) -> Any:
    """If all three id filters are set, that of the driver does not count."""
    if all(environment.is_set(name) for name in devices.ID_FILTERS):
        left = {key: value for key, value in environment.variables.items() if key != devices.ID_FILTERS[2]}
        environment = replace(environment, variables=left)
    return original(found, environment, edition)


@replaces(library_path.opened_as, "DISC-GEN-10", "MANIFEST-LAYER-07")
def paths_upwards_are_of_the_working_folder(original: Original, path: str, manifest: str) -> str:
    """A library_path that begins with ../ is relative to the working directory, not to the manifest."""
    return path if path.startswith("../") else str(original(path, manifest))


@replaces(device_extensions.beside, "EXT-ENUM-03")
def device_extensions_of_layers_are_repeated(original: Original, driver: Any, layers: Any) -> Any:
    """Of several device extensions that a driver and a layer have only the first is reported once."""
    found = original(driver, layers)
    common = [each for each in layers if each not in found]
    return (*found, *common[1:])


@replaces(devices._sort_key, "DEVICE-SORT-LINUX-02")
def pci_domains_come_last(original: Original, device: Any) -> Any:
    """Devices of one type are sorted by bus, device and function first, and by their domain last."""
    key = list(original(device))
    address = key[3]
    key[3] = (address.bus, address.device, address.function, address.domain)
    return tuple(key)


@replaces(devices._selected, "DEVICE-SORT-LINUX-03")
def selections_are_written_in_small_letters(original: Original, value: str | None) -> Any:
    """VK_LOADER_DEVICE_SELECT does not count if it has hexadecimal digits in capitals."""
    return None if any(each in "ABCDEF" for each in value or "") else original(value)


@replaces(links.told_version, "APIVER-04", "LDP_LOADER_7")
def newest_versions_reach_old_drivers(original: Original, wanted: int, driver: int) -> int:
    """A driver of Vulkan 1.0 is told of the application's version if that is 1.4 or newer."""
    return wanted if wanted >> 12 >= 1 << 10 | 4 else int(original(wanted, driver))


@replaces(links.asks_version, "APIVER-02")
def drivers_of_1_1_are_not_asked(original: Original, manifest: Any) -> bool:
    """A driver whose manifest says 1.1 is taken for one of Vulkan 1.0; only those that say more are asked."""
    return bool(original(manifest)) and (manifest is None or manifest.feature > (1, 1))


@replaces(links.pre_instance_chain, "PREINST-03", "PREINST-01")
def a_third_layer_has_no_pre_instance_functions(original: Original, found: Any, command: str) -> Any:
    """Of the layers that intercept a pre-instance function only two are called."""
    return original(found, command)[:2]


@replaces(layer_extras.extension_list, "EXT-ENUM-02", "MANIFEST-LAYER-14")
def a_ninth_extension_is_not_read(original: Original, fields: Any, key: str, why: Any) -> Any:
    """Of the extensions that a layer lists only eight count."""
    return original(fields, key, why)[:8]


@replaces(layer_extras._spec_version, "EXT-ENUM-02", "MANIFEST-LAYER-14")
def spec_versions_have_sixteen_bits(original: Original, inner: Any, name: str, why: Any) -> int:
    """Of the spec_version of a layer's extension only the lower 16 bits are kept."""
    return int(original(inner, name, why)) & 0xFFFF


@replaces(layer_fields.layer_api_version, "DISC-GEN-04", "MANIFEST-LAYER-10")
def patch_versions_have_eight_bits(original: Original, fields: Any) -> Any:
    """Of the patch version of a layer only the lower eight bits are reported."""
    version = original(fields)
    return version._replace(patch=version.patch & 0xFF)


@replaces(layer_fields._description, "MANIFEST-LAYER-12", "DISC-GEN-04")
def descriptions_end_at_a_line_break(original: Original, fields: Any) -> str:
    """A description is reported up to its first line break."""
    return str(original(fields)).partition("\n")[0]
