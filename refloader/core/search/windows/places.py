"""Decides where a loader on Windows searches for manifests: registry keys and values, packages. No I/O."""

from refloader.core.editions import Traits
from refloader.core.search.windows.devices import device_keys, unnamed_devices
from refloader.core.search.windows.keys import (
    PLAIN,
    hives,
    of_other_size,
    of_user,
    software_branch,
    value_name,
)
from refloader.core.search.windows.packages import PACKAGE
from refloader.core.search.windows.roles import KEY_NAMES, KEY_RULES, SETTINGS_KEY
from refloader.model.edition import Edition, since
from refloader.model.environment import Environment
from refloader.model.place import Form, Place, Use
from refloader.model.reason import Reason
from refloader.model.request import Build
from refloader.model.windows_registry import MACHINE, USER
from refloader.rules import decides, rule

_NAMES = {use: name for name, use in KEY_NAMES.items()}
"""The keys below Khronos\\Vulkan. They are missing in the text of 2016, so 2018's apply (AMB-SEED2016-LOST)."""
REGISTRY = "the registry"
_E2018 = since(Edition.E2018)
_E2026 = since(Edition.E2026)

Places = tuple[Place, ...]


@decides("DISC-GEN-06", "AMB-WIN-ORDER")
def standard(
    environment: Environment, build: Build, facts: Traits, use: Use
) -> tuple[Places, tuple[Reason, ...]]:
    """Return the standard places for one use, and notes about relevant keys that are not among them.

    The order is that of the documents: for layers the SOFTWARE keys, the device keys ("Additionally, the loader will
    scan through registry keys specific to Display Adapters", 2018), the package; for drivers the device keys, the
    SOFTWARE key ("Additionally, the Vulkan loader will scan the values in the following Windows registry key"),
    the package.
    """
    keys, devices = software(environment, build, facts, use), of_devices(environment, build, facts, use)
    ordered = (*devices, *keys) if use is Use.DRIVER else (*keys, *devices)
    return (*ordered, *packages(environment, facts, use)), (
        *of_user(environment, build, facts, use, _NAMES[use]),
        *of_other_size(environment, build, facts, use, _NAMES[use]),
        *unnamed_devices(environment, build, facts, use),
    )


@decides("DISC-WINDOWS-01", "DISC-WINDOWS-02", "DISC-DRIVER-WINDOWS-03", "AMB-SEED2016-LOST")
def software(environment: Environment, build: Build, facts: Traits, use: Use) -> Places:
    """Return the keys under SOFTWARE: the machine's, then, for layers, the user's."""
    branch = software_branch(environment, build, facts, use)
    return tuple(
        Place(f"{hive}\\{branch}\\{_NAMES[use]}", use, Form.KEY, REGISTRY, KEY_RULES[use])
        for hive in hives(environment, facts, use)
    )


@decides("DISC-WINDOWS-07", "DISC-DRIVER-WINDOWS-01")
def of_devices(environment: Environment, build: Build, facts: Traits, use: Use) -> Places:
    """Return the registry values of display adapters and their software components, since 2018."""
    if facts.edition not in _E2018:
        return ()
    name = value_name(environment, build, use)
    why = rule("DISC-DRIVER-WINDOWS-01" if use is Use.DRIVER else "DISC-WINDOWS-07")
    return tuple(
        Place(
            f"{device.key}\\{name}",
            use,
            Form.VALUE,
            "a software component" if device.component else "a display adapter",
            why,
        )
        for device in device_keys(environment.platform, facts, use)
    )


@decides("DISC-WINDOWS-12", "DISC-DRIVER-WINDOWS-04", "AMB-WIN-PACKAGE-KIND")
def packages(environment: Environment, facts: Traits, use: Use) -> Places:
    """Return the root folders of the known AppX/MSIX packages, since 2026, for drivers and explicit layers."""
    if facts.edition not in _E2026 or use is Use.IMPLICIT:
        return ()
    why = rule("DISC-DRIVER-WINDOWS-04" if use is Use.DRIVER else "DISC-WINDOWS-12")
    return tuple(Place(folder, use, Form.FOLDER, PACKAGE, why) for folder in environment.platform.packages)


@decides("SETTINGS-02", "PRIV-SETTINGS-01")
def settings(environment: Environment) -> Places:
    """Return the keys that name the settings file: the user's, which an elevated process skips, then the machine's.

    WOW6432Node is not used, because the document names the plain keys for every process.
    """
    chosen = (MACHINE,) if environment.elevated else (USER, MACHINE)
    return tuple(
        Place(
            f"{hive}\\{PLAIN}\\{SETTINGS_KEY}",
            Use.SETTINGS,
            Form.KEY,
            REGISTRY,
            rule("SETTINGS-02"),
        )
        for hive in chosen
    )
