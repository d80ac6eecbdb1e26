"""Checks on the act "lookups": names for which a layer has to answer NULL, as it is asked above a closed entity.

That entity has the commands of core alone, and supports no extension. Source: "Layer Conventions and Rules",
"Requirements of Well-Behaved Layers".
"""

from collections.abc import Iterable, Iterator

from refloader.model import registry
from refloader.suite.layers.alone.answers import MADE_UP, NO_DEVICE, NO_INSTANCE, Pass, lookup_name, lookups
from refloader.suite.sessions.answers import Answers, part
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.subjects.layer import DEVICE_LOOKUP

NOBODYS = (
    "vkCmdNobodysEXT",
    "vkGetPhysicalDeviceNobodysEXT",
    "vkGetNobodysKHR",
    "vkQueueNobodys",
    "vkNobodys",
    "nobodys",
)
"""Names that begin as commands of each kind do, and that no registry and no entity below has."""

_CLOSED = "lookups.closed"
_LOOKUPS = ("instance", "device", "physical")

# ---- functions that are not enabled


def disabled_instance_functions(answers: Answers) -> CheckResult:
    """Check that vkGetInstanceProcAddr returns NULL for functions of instance extensions that are not enabled."""
    return _disabled(answers, "instance", NO_INSTANCE)


def disabled_device_functions(answers: Answers) -> CheckResult:
    """Check that vkGetDeviceProcAddr returns NULL for functions of extensions that are not enabled."""
    return _disabled(answers, "device", NO_DEVICE)


def _disabled(answers: Answers, kind: str, missing: str) -> CheckResult:
    """Check the lookups with no extension enabled, and none supported below."""
    found = lookups(answers, f"{_CLOSED}.{kind}")
    names = set(_of_instance_extensions() if kind == "instance" else _of_extensions("device"))
    result = CheckResult(
        seen=len(names) if found.seen else 0, missing=f"{missing}, or the layer enables extensions itself"
    )
    given = names & found.theirs
    if given:
        result.fail(
            f"{lookup_name(kind)} gives functions of its own for {result.some(given)}, "
            f"whose extensions are not enabled ({len(given)} in all)"
        )
    return result


def disabled_entrypoints(answers: Answers, names: Iterable[str]) -> CheckResult:
    """Check that functions that the manifest lists for device extensions are NULL as long as none is enabled.

    Those of the registry are left to ``disabled_device_functions``.
    """
    found: Pass = lookups(answers, f"{_CLOSED}.device")
    result = CheckResult(
        missing="the manifest lists no functions of the layer's own, or no device could be made with the layer"
    )
    for name in (name for name in names if found.seen and not registry.command(name)):
        result.seen += 1
        if name in found.theirs:
            result.fail(
                f"{DEVICE_LOOKUP} gives a function of its own for {name}, whose extension is not enabled"
            )
    return result


def functions_apart(answers: Answers, names: Iterable[str], kind: str) -> CheckResult:
    """Check that what one device or instance enables is not there for others that have not enabled it.

    Only functions are judged that were NULL before any other had enabled them; the rest is left to the checks above.
    """
    result = CheckResult(
        missing="the manifest lists no extensions with functions, or nothing could be made with them"
    )
    before = lookups(answers, f"{_CLOSED}.{kind}")
    fitting = {name for name in names if _can_be_of(name, kind)} - before.theirs if before.seen else set()
    for place, which in (("older", f"an older {kind}"), ("beside", f"another {kind}")):
        found = lookups(answers, f"lookups.{place}.{kind}")
        result.seen += len(fitting) if found.seen else 0
        given = fitting & found.theirs
        if given:
            what = (
                f"a function of its own for {result.some(given)} of {which}, whose extension is not enabled"
            )
            result.fail(f"{lookup_name(kind)} gives {what}: it is for one that has been made since")
    return result


def _can_be_of(name: str, kind: str) -> bool:
    """Return whether a function is there only once an extension of that kind is enabled.

    Those of device extensions an instance has for all devices. What no registry knows is in lists for devices alone.
    """
    known = registry.command(name)
    of_instances = registry.instance_extensions()
    if kind == "instance":
        return known is not None and bool(known.extensions) and of_instances >= set(known.extensions)
    return known is None or (
        known.level == "device" and known.core is None and of_instances.isdisjoint(known.extensions)
    )


# ---- names of no command


def unknown_names(answers: Answers) -> CheckResult:
    """Check that no lookup gives a function of the layer for a name that neither the layer nor anybody below has.

    "A layer must return NULL [...] for entry-points that it does not support": nobody supports these.
    """
    result = CheckResult(missing="the layer has no vkGetInstanceProcAddr to ask")
    invented = {"without an instance": _of_nobody(answers, "lookups.none", result)}
    for kind in _LOOKUPS:
        invented[f"of {lookup_name(kind)}"] = _of_nobody(answers, f"{_CLOSED}.{kind}", result)
    for where, names in invented.items():
        if names:
            result.fail(
                f"the lookup {where} gives a function of the layer for {result.some(names)}: no command"
            )
    return result


def _of_nobody(answers: Answers, label: str, result: CheckResult) -> frozenset[str]:
    found = lookups(answers, label)
    result.seen += found.seen
    return found.theirs & {*MADE_UP, *NOBODYS}


def lookups_without_instance(answers: Answers) -> CheckResult:
    """Check that without an instance the layer comes back for every name."""
    found = lookups(answers, "lookups.none")
    result = CheckResult(seen=1 if found.seen else 0, missing="the layer has no vkGetInstanceProcAddr to ask")
    until = part(answers, "lookups.none").get("until")
    if until:
        result.fail(f'vkGetInstanceProcAddr(NULL, "{until}") crashes or hangs instead of answering NULL')
    return result


# ---- the registry


def _of_extensions(level: str) -> Iterator[str]:
    for name, command in registry.commands().items():
        if command.core is None and command.extensions and command.level == level:
            yield name


def _of_instance_extensions() -> Iterator[str]:
    """Yield instance and physical-device functions that only instance extensions provide."""
    for name in (*_of_extensions("instance"), *_of_extensions("physical device")):
        if (known := registry.command(name)) and registry.instance_extensions() >= set(known.extensions):
            yield name
