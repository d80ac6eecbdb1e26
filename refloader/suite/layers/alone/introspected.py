"""Checks on the act "introspect": what a library of interface version 0 exports, and what that says about its layers.

A library that exports none of these functions is of a newer version and is not checked. Neither is one that
negotiates: its exports under these names may be its commands. Source: "Layer Library Interface Version 0" (2016),
"Layer Library API Version 0" (2018), "Layer Interface Version 0" (2022 and later).
"""

from collections.abc import Iterator

from refloader.suite.layers.alone.answers import SUCCESS
from refloader.suite.layers.alone.enumerated import (
    BELOW,
    COMMANDS,
    DEVICE_EXTENSIONS,
    DEVICE_LAYERS,
    INSTANCE_EXTENSIONS,
    INSTANCE_LAYERS,
)
from refloader.suite.sessions.answers import Answers, numbers, part, result, texts
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.subjects.layer import NEGOTIATE

_NEWER = (
    "the library negotiates, or does not export the functions of interface version 0: it is of a newer one"
)


def _exported(answers: Answers) -> list[str]:
    found = part(answers, "introspect.exports")
    return [command for command in COMMANDS if found.get(command) == "own"]


def _negotiates(answers: Answers) -> bool:
    return part(answers, "introspect.exports").get(NEGOTIATE) == "own"


def is_version_0(answers: Answers) -> bool:
    """Return whether the library exports all these functions, and no negotiation."""
    return len(_exported(answers)) == len(COMMANDS) and not _negotiates(answers)


def functions_exported(answers: Answers) -> CheckResult:
    """Check that a library with one of the four introspection functions, and no negotiation, has them all."""
    look = CheckResult(missing=_NEWER)
    own = _exported(answers)
    if own and not _negotiates(answers):
        look.seen = 1
        missing = [command for command in COMMANDS if command not in own]
        if missing:
            look.fail(f"the library exports {', '.join(own)}, but not {', '.join(missing)}")
    return look


def layers_listed(answers: Answers, name: str) -> CheckResult:
    """Check that the exported vkEnumerateInstanceLayerProperties never fails, and lists the layer, each only once."""
    look = _never_fails(answers, INSTANCE_LAYERS)
    listed = texts(part(answers, f"introspect.{INSTANCE_LAYERS}"), "names")
    if look.seen and name not in listed:
        look.fail(f"the exported {INSTANCE_LAYERS} lists {', '.join(listed) or 'nothing'}, but not {name}")
    if len(set(listed)) != len(listed):
        look.fail(f"the exported {INSTANCE_LAYERS} lists a layer twice: {', '.join(listed)}")
    return look


def instance_extensions_listed(answers: Answers) -> CheckResult:
    """Check that the exported vkEnumerateInstanceExtensionProperties never fails for a layer of the library."""
    return _never_fails(answers, INSTANCE_EXTENSIONS)


def device_layers_listed(answers: Answers) -> CheckResult:
    """Check that the exported vkEnumerateDeviceLayerProperties never fails, and lists only layers of the library."""
    look = _never_fails(answers, DEVICE_LAYERS)
    listed = set(texts(part(answers, f"introspect.{DEVICE_LAYERS}"), "names"))
    strangers = listed - set(texts(part(answers, f"introspect.{INSTANCE_LAYERS}"), "names"))
    if look.seen and strangers:
        look.fail(
            f"the exported {DEVICE_LAYERS} lists {', '.join(sorted(strangers))}, no layer of the library"
        )
    return look


def device_extensions_listed(answers: Answers) -> CheckResult:
    """Check that the exported vkEnumerateDeviceExtensionProperties never fails for a layer of the library."""
    return _never_fails(answers, DEVICE_EXTENSIONS)


def _never_fails(answers: Answers, command: str) -> CheckResult:
    look = CheckResult(missing=_NEWER)
    for label, answer in _answers(answers, command):
        for step in ("counted", "filled"):
            look.seen += 1
            if answer[step]["result"] < SUCCESS:
                look.fail(f"the exported {label} fails with {result(answer[step]['result'])}")
                break
    return look


def _answers(answers: Answers, command: str) -> Iterator[tuple[str, Answers]]:
    start = f"introspect.{command}"
    for label, answer in answers.items() if is_version_0(answers) else ():
        if label == start or label.startswith(f"{start}."):
            yield label.removeprefix("introspect."), answer


def lookup_exported(answers: Answers, kind: str, function: str, renamed: bool) -> CheckResult:
    """Check that each layer's lookup is exported under the layer's name; a single layer may use the plain name.

    ``renamed`` says whether the manifest gives it another name, which the 2016 edition allows for version 0.
    """
    look = CheckResult(missing=_NEWER)
    layers = {
        label.partition("lookups.")[2]: answer for label, answer in answers.items() if ".lookups." in label
    }
    for layer, answer in layers.items() if is_version_0(answers) else ():
        look.seen += 1
        places = answer[kind]
        plain = len(layers) == 1 and places["plain"] == "own"
        if places["prefixed"] != "own" and not plain and not renamed:
            look.fail(f"the library exports no {layer}{function}")
        elif kind == "instance" and not renamed and answer["creates"] != "own":
            look.fail(f"the exported {layer}{function} gives no vkCreateInstance of the library")
    return look


def in_step_with_the_manifest(
    answers: Answers, extensions: tuple[str, ...], command: str, name: str
) -> CheckResult:
    """Check that the library lists the extensions that the manifest lists."""
    answer = part(answers, f"introspect.{command}.{name}") or part(answers, f"enumerate.{command}.own")
    look = CheckResult(
        seen=1 if answer else 0, missing="the library does not say which extensions the layer has"
    )
    listed = _own_names(answers, command, name)
    if answer and listed != sorted(extensions):
        said, written = ", ".join(listed) or "none", ", ".join(sorted(extensions)) or "none"
        look.fail(f"{command} of the library gives {said}, the manifest {written}")
    return look


def versions_alike(answers: Answers, name: str, *, key: str, value: str) -> CheckResult:
    """Check that the layer gives itself the version that the manifest gives it, which applications are told.

    The documents name vkEnumerateInstanceLayerProperties as the query for both nodes. ``key`` is what the prober
    calls the member of VkLayerProperties, ``value`` what the manifest says: of Vulkan, the major and minor number.
    """
    look = CheckResult(missing=f"the layer leaves {INSTANCE_LAYERS} to what is below it")
    member = {"spec_versions": "specVersion", "implementations": "implementationVersion"}[key]
    answer = part(answers, f"enumerate.{INSTANCE_LAYERS}.all")
    for each, version in zip(texts(answer, "names"), numbers(answer, key), strict=False):
        said = str(version) if key == "implementations" else f"{version >> 22 & 0x7F}.{version >> 12 & 0x3FF}"
        if each == name:
            look.seen += 1
            if said != value:
                look.fail(f"{INSTANCE_LAYERS} gives {name} the {member} {said}, its manifest {value}")
    return look


def listed_in_the_manifest(
    answers: Answers, extensions: tuple[str, ...], command: str, name: str
) -> CheckResult:
    """Check that the manifest lists extensions if the library has any: the node is required then."""
    names = _own_names(answers, command, name)
    look = CheckResult(seen=bool(names), missing="the library says of no extension that it is the layer's")
    if names and not extensions:
        look.fail(f"{command} of the library gives {', '.join(names)}, and the manifest lists no extensions")
    return look


def unlisted_extensions(
    answers: Answers, extensions: tuple[str, ...], command: str, name: str
) -> CheckResult:
    """Check that the manifest's list, if it has one, has the extensions that the library has and no others."""
    names = _own_names(answers, command, name)
    answer = part(answers, f"enumerate.{command}.own")
    look = CheckResult(
        seen=bool((names or answer) and extensions), missing="the library or the manifest lists no extensions"
    )
    promised = sorted(set(extensions) - set(names)) if part(answer, "filled").get("result") == SUCCESS else []
    if promised:
        look.fail(
            f"the manifest lists {', '.join(promised)}, and {command} of the library for its own name does not"
        )
    lacking = sorted(set(names) - set(extensions)) if extensions else []
    if lacking:
        look.fail(
            f"{command} of the library gives {', '.join(lacking)} too, which the manifest does not list"
        )
    return look


def _own_names(answers: Answers, command: str, name: str) -> list[str]:
    """Return what the library lists for the layer's own name, without what is below: other rules judge that."""
    answer = part(answers, f"introspect.{command}.{name}") or part(answers, f"enumerate.{command}.own")
    return sorted(set(texts(answer, "names")) - BELOW)
