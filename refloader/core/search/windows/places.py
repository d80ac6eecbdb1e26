"""Decides where manifests are looked for on Windows: keys and values of the registry, packages. Never looks there."""

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
"""The keys below Khronos\\Vulkan. The text of 2016 has lost them, that of 2018 has them (AMB-SEED2016-LOST)."""
REGISTRY = "the registry"
_E2018 = since(Edition.E2018)
_E2026 = since(Edition.E2026)

Places = tuple[Place, ...]


@decides("DISC-GEN-06", "AMB-WIN-ORDER")
def standard(
    environment: Environment, build: Build, facts: Traits, use: Use
) -> tuple[Places, tuple[Reason, ...]]:
    """The standard places for one use, and what is worth knowing of keys that are not among them.

    In the order of the texts: for layers the SOFTWARE keys, the device keys ("Additionally, the loader will scan
    through registry keys specific to Display Adapters", 2018), the package; for drivers the device keys, the
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
    """The keys under SOFTWARE: that of the machine, then, for layers, that of the user."""
    branch = software_branch(environment, build, facts, use)
    return tuple(
        Place(f"{hive}\\{branch}\\{_NAMES[use]}", use, Form.KEY, REGISTRY, KEY_RULES[use])
        for hive in hives(environment, facts, use)
    )


@decides("DISC-WINDOWS-07", "DISC-DRIVER-WINDOWS-01")
def of_devices(environment: Environment, build: Build, facts: Traits, use: Use) -> Places:
    """The values of display adapters and of the software components that belong to them: from 2018 on."""
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
    """The root folders of the well-known AppX/MSIX packages: from 2026 on, for drivers and for explicit layers."""
    if facts.edition not in _E2026 or use is Use.IMPLICIT:
        return ()
    why = rule("DISC-DRIVER-WINDOWS-04" if use is Use.DRIVER else "DISC-WINDOWS-12")
    return tuple(Place(folder, use, Form.FOLDER, PACKAGE, why) for folder in environment.platform.packages)


@decides("SETTINGS-02", "PRIV-SETTINGS-01")
def settings(environment: Environment) -> Places:
    """The keys that name the settings file: the user's first, which an elevated process passes over.

    No WOW6432Node: the text names the plain keys for every process.
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
