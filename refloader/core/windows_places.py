"""Decides where manifests are looked for on Windows: keys and values of the registry, packages. Never looks there."""

from refloader.core.editions import Traits
from refloader.model.environment import Environment
from refloader.model.place import Form, Place, Use
from refloader.model.reason import Reason
from refloader.model.request import Build
from refloader.rules import decides, rule

MACHINE = "HKEY_LOCAL_MACHINE"
USER = "HKEY_CURRENT_USER"
_NAMES = {Use.EXPLICIT: "ExplicitLayers", Use.IMPLICIT: "ImplicitLayers", Use.DRIVER: "Drivers"}
_RULES = {
    Use.EXPLICIT: "DISC-WINDOWS-01",
    Use.IMPLICIT: "DISC-WINDOWS-02",
    Use.DRIVER: "DISC-DRIVER-WINDOWS-03",
}


@decides("DISC-WINDOWS-01", "DISC-WINDOWS-02", "DISC-DRIVER-WINDOWS-03")
def standard(
    environment: Environment, build: Build, facts: Traits, use: Use
) -> tuple[tuple[Place, ...], tuple[Reason, ...]]:
    """The standard places for one use, and what there is to say about them."""
    hives = (MACHINE,) if use is Use.DRIVER else (MACHINE, USER)
    return tuple(
        Place(
            f"{hive}\\SOFTWARE\\Khronos\\Vulkan\\{_NAMES[use]}",
            use,
            Form.KEY,
            "the registry",
            rule(_RULES[use]),
        )
        for hive in hives
    ), ()


def settings(environment: Environment) -> tuple[Place, ...]:
    """Where the settings file may be named (2026: Loader Settings File)."""
    return ()
