"""Reads a driver manifest as loaders of a given age do. Facts: ``rules/ages.toml``."""

from dataclasses import replace

from refloader.core.aged.json_text import read_aged
from refloader.core.aged.values import arch_of, text_of, version_of, version_text
from refloader.core.json.reader import read
from refloader.core.manifests.driver_manifest import read_driver_file
from refloader.core.manifests.layer_fields import NO_VERSION
from refloader.model.age import Age, Trait
from refloader.model.driver import Driver
from refloader.model.edition import ALL
from refloader.model.layer import NO_EDITION, Fate
from refloader.model.place import Place


def driver_of_age(data: bytes, path: str, place: Place, age: Age) -> Driver:
    """Read the driver in the bytes of one manifest."""
    document = read_aged(data, age)
    if document is None:
        fate = Fate.INVALID if data else Fate.EMPTY
        return replace(read_driver_file(read(data), path, place), rejected=ALL, fate=fate)
    driver = read_driver_file(document, path, place)
    root = document.value
    members = root.get("ICD") if type(root) is dict else None
    if any(type(each) is list and each for each in (root, members)) and age.has(Trait.CRASH_ON_DRIVER_LIST):
        return replace(driver, rejected=ALL, fate=Fate.CRASH)
    if type(root) is not dict:
        return replace(driver, rejected=ALL)
    version = text_of(root["file_format_version"], age) if "file_format_version" in root else None
    if type(members) is not dict or version is None:
        return replace(driver, rejected=ALL, fate=Fate.READ if version is not None else Fate.NO_FORMAT)
    library = members.get("library_path")
    if type(library) is not str:
        fatal = type(library) is int and library >= 0 and age.has(Trait.CRASH_ON_DRIVER_LIBRARY_NUMBER)
        return replace(driver, rejected=ALL, fate=Fate.CRASH if fatal else Fate.READ)
    if not library:  # what dlopen has for it is the program, which is no driver
        return replace(driver, rejected=ALL)
    if "api_version" not in members:
        if not age.has(Trait.DRIVER_VERSION_OPTIONAL):
            return replace(driver, rejected=ALL)
        api = NO_VERSION
    else:
        api = version_of(version_text(members["api_version"], age), age)
    if api.variant and not age.has(Trait.VARIANT_IGNORED):
        return replace(driver, rejected=ALL)
    used = replace(driver, library_path=library, api_version=api, rejected=NO_EDITION)
    if type(members.get("api_version", "")) is not str and age.has(Trait.DRIVER_READING_ENDS_AT_ODD_VERSION):
        return replace(used, library_arch="", is_portability=False)
    return replace(used, library_arch=arch_of(members, driver.library_arch, age))
