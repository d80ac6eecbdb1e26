"""An application's steps as data: the language of scripts, and a builder for them. Runs nothing.

A step is ``(verb, label, options)``. The label names the step's answer in ``Observation.answers``, the lines that the
mocks wrote during the step in ``Observation.lines``, and the handle that the step created.

An argument of a call is a 64-bit word: a number, None for 0, the name of a handle, a list for the address of a block
of such words, or an object for the address of what it describes:

``{"text": "..."}``                      a C string
``{"read": [words]}``                    words that are read after the call
``{"out": name}``                        a handle that the call writes
``{"outs": name, "count": n}``           several handles that the call writes: name.0 and so on
``{"allocator": name, "fails_at": n}``   a VkAllocationCallbacks
``{"utils": user word, "severities": bits, "types": bits, "next": ...}``
                                         the create info of a debug utils messenger, by default for every message
``{"report": user word, "flags": bits, "next": ...}``
                                         the create info of a debug report callback, by default for every message
``{"direct": [library paths], "mode": "exclusive" | "inclusive", "next": ...}``
                                         a VkDirectDriverLoadingListLUNARG; the path None gives a NULL function

A step on an object that an earlier step failed to create is not done; its answer is None.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from refloader.model.version import parse_loose
from refloader.scenario.actions import Action

Argument: TypeAlias = Any
Via: TypeAlias = tuple[str, ...]

GLOBAL: Via = ("global",)
EXPORT: Via = ("export",)


def of_instance(instance: str) -> Via:
    """Return the ``via`` of a command that vkGetInstanceProcAddr returns for an instance."""
    return "instance", instance


def of_device(device: str) -> Via:
    """Return the ``via`` of a command that vkGetDeviceProcAddr returns for a device."""
    return "device", device


def of_pointer(label: str) -> Via:
    """Return the ``via`` of the function that the step ``pointer`` of this label found."""
    return "pointer", label


def pair(low: int, high: int) -> int:
    """Return two 32-bit members of a structure as one word."""
    return (low & 0xFFFF_FFFF) | high << 32


def text(content: str) -> Argument:
    """Return the argument for the address of a C string."""
    return {"text": content}


def read(*words: Argument) -> Argument:
    """Return the argument for the address of words that ``answers[label]["read"]`` has after the call."""
    return {"read": list(words)}


def out(name: str) -> Argument:
    """Return the argument for the address of a word that is the handle ``name`` after the call."""
    return {"out": name}


def outs(name: str, count: int) -> Argument:
    """Return the argument for the address of words that are the handles ``name.0`` and so on after the call."""
    return {"outs": name, "count": count}


def allocator(name: str, *, fails_at: int = 0) -> Argument:
    """Return the argument for the address of a counting VkAllocationCallbacks; one name stands for one allocator."""
    return {"allocator": name, "fails_at": fails_at}


class Script:
    """Builds a script. Each method adds one step and returns its label; the docstrings say what its answer is.

    Raises:
        ValueError: a step uses an object that no earlier step creates.
    """

    def __init__(self, known: Iterable[str] = ()) -> None:
        self._actions: list[Action] = []
        self._known = set(known)
        """The labels of steps that come before this script."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """The steps as data."""
        return tuple(self._actions)

    def create(self, label: str = "instance", *, api: str | None = None, **options: Argument) -> str:
        """vkCreateInstance with ``layers``, ``extensions``, ``flags``, ``next``, ``allocator``: the VkResult.

        What is not given is taken from the scenario's ``Application``.
        """
        if api is not None:
            version = parse_loose(api) if api else None
            options["version"] = version.packed if version else None
        return self._add("create", label, options)

    def destroy(self, instance: str = "instance", **options: Argument) -> str:
        """vkDestroyInstance, optionally with ``allocator``: no answer."""
        return self._add("destroy", self._next("destroy"), {"of": instance, **options})

    def devices(self, instance: str = "instance", label: str = "devices") -> str:
        """vkEnumeratePhysicalDevices: ``{"result", "names"}``; the handles are "devices.0" and so on.

        No document gives an order to the devices of drivers in one folder. "devices.NAME" is the first of that name.
        """
        return self._add("devices", label, {"of": instance})

    def groups(
        self, instance: str = "instance", *, command: str = "vkEnumeratePhysicalDeviceGroups", label: str = ""
    ) -> str:
        """The given command: ``{"result", "groups"}`` with the names of each group's members."""
        return self._add("groups", label or self._next("groups"), {"of": instance, "command": command})

    def device(self, physical: str = "devices.0", label: str = "device", **options: Argument) -> str:
        """vkCreateDevice with ``extensions``, ``layers``, ``next``, ``allocator``: the VkResult."""
        return self._add("device", label, {"of": physical, **options})

    def destroy_device(self, device: str = "device", **options: Argument) -> str:
        """vkDestroyDevice, optionally with ``allocator``: no answer."""
        return self._add("destroy_device", self._next("destroy_device"), {"of": device, **options})

    def queue(self, device: str = "device", label: str = "queue", *, index: int = 0) -> str:
        """vkGetDeviceQueue for a queue of the first family: no answer."""
        return self._add("queue", label, {"of": device, "index": index})

    def lookup(self, instance: str | None, names: Sequence[str], label: str = "") -> str:
        """vkGetInstanceProcAddr: for each name the file that contains the pointer, "" for NULL, "?" for no file."""
        return self._add("lookup", label or self._next("lookup"), {"of": instance, "names": list(names)})

    def device_lookup(self, device: str, names: Sequence[str], label: str = "", *, followed: str = "") -> str:
        """vkGetDeviceProcAddr: the same as ``lookup``.

        With ``followed``, a handle, generated code counts as what it leads to if its first parameter is the handle.
        The code is executed as far as that.
        """
        options: dict[str, Any] = {"of": device, "names": list(names)}
        if followed:
            options["followed"] = followed
        return self._add("device_lookup", label or self._next("device_lookup"), options)

    def exports(self, names: Sequence[str], label: str = "") -> str:
        """The exports of the loader's library: the same as ``lookup``."""
        return self._add("exports", label or self._next("exports"), {"names": list(names)})

    def pointer(self, name: str, *, via: Via, label: str = "") -> str:
        """Look a command up once, for later calls ``of_pointer``: the same as ``lookup`` for this one name."""
        return self._add("pointer", label or self._next("pointer"), {"name": name, "via": list(via)})

    def word(self, handle: str, label: str = "") -> str:
        """The first word of a dispatchable object: its dispatch pointer."""
        return self._add("word", label or self._next("word"), {"of": handle})

    def device_extensions(
        self, physical: str = "devices.0", *, layer: str | None = None, label: str = ""
    ) -> str:
        """vkEnumerateDeviceExtensionProperties: ``{"result", "extensions": [[name, version], ...]}``."""
        options = {"of": physical, "layer": layer}
        return self._add("device_extensions", label or self._next("device_extensions"), options)

    def device_layers(self, physical: str = "devices.0", label: str = "") -> str:
        """vkEnumerateDeviceLayerProperties: ``{"result", "layers"}``."""
        return self._add("device_layers", label or self._next("device_layers"), {"of": physical})

    def heard(self, label: str = "") -> str:
        """What the messengers received since the last such step: rows of kind, user word, severity or flags, text."""
        return self._add("heard", label or self._next("heard"), {})

    def allocations(self, name: str, label: str = "") -> str:
        """What the allocator of that name counts: ``{"calls", "held", "unknown", "overruns", "late_writes",
        "strangers", "elsewhere"}``."""
        return self._add("allocations", label or self._next("allocations"), {"name": name})

    def set(self, name: str, value: str | None) -> str:
        """Set an environment variable of the running application, or unset it with None: no answer."""
        return self._add("set", self._next("set"), {"name": name, "value": value})

    def libraries(self, label: str = "") -> str:
        """The file names of the libraries that are mapped into the process, sorted."""
        return self._add("libraries", label or self._next("libraries"), {})

    def call(
        self, name: str, *arguments: Argument, via: Via, returns: str = "result", label: str = ""
    ) -> str:
        """Any command: ``{"returned", "read"}``, None if the lookup does not find it.

        ``returns`` is the type of the return value: "result" (VkResult), "word" (64 bits) or "nothing".
        """
        options = {"name": name, "args": list(arguments), "via": list(via), "returns": returns}
        return self._add("call", label or self._next(name), options)

    def thread(self) -> "Script":
        """Return an empty script for ``threads``, whose steps can use the objects that this one creates so far."""
        return Script(self._made)

    def threads(self, *scripts: "Script", rounds: int = 1, label: str = "threads") -> str:
        """Run scripts at once, each on a thread of its own, and again for some rounds: a list for each script.

        It has the different answers that the rounds gave, each the answers of all steps by their labels. The threads
        begin each round together. An object that a script creates is known to the steps of the same round, and that
        of the last round to the steps after ``threads``. One script alone runs on the thread that does all others.
        """
        steps = [[list(step) for step in each.actions] for each in scripts]
        self._add("threads", label, {"scripts": steps, "rounds": rounds})
        self._known.update(name for each in scripts for name in each._made)
        return label

    def query(self, *action: str) -> None:
        """Add a query that needs no instance: version; layers; extensions of a layer. Queries have no label."""
        self._actions.append(action)

    def _next(self, verb: str) -> str:
        """Return the default label of a step: the verb, with a number from the second such step on."""
        taken = {step[1] for step in self._actions if len(step) == 3}
        number = 2
        while verb in taken:
            verb = f"{verb.rstrip('0123456789')}{number}"
            number += 1
        return verb

    @property
    def _made(self) -> frozenset[str]:
        """The labels of the steps that are done before the next one."""
        return frozenset((*self._known, *(step[1] for step in self._actions if len(step) == 3)))

    def _add(self, verb: str, label: str, options: Mapping[str, Argument]) -> str:
        made = self._made
        for name in (options.get("of"), options.get("followed"), *options.get("via", ())[1:]):
            if isinstance(name, str) and name.partition(".")[0] not in made:
                raise ValueError(f"no step before made {name}")
        self._actions.append((verb, label, dict(options)))
        return label
