"""Carries out an application's steps on an opened loader and returns each answer as plain data.

Runs in the worker and imports only the standard library and modules that do the same. Never checks an answer. The
language of the steps is that of ``scenario.script``: a handle has the name of the step that created it, even after
the object is destroyed, so that a scenario can use a stale handle on purpose.
"""

import ctypes
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from refloader.native import calls
from refloader.native.structures import (
    POINTER,
    U32,
    DeviceInfo,
    ExtensionProperties,
    InstanceInfo,
    LayerProperties,
    LoaderError,
    QueueInfo,
    SymbolInfo,
    enumerated,
    function,
    names,
    to_bytes,
    to_text,
)
from refloader.sandbox.call_arguments import Words, handles_in

_GROUP_PROPERTIES = 1000070000


class _Group(ctypes.Structure):
    """VkPhysicalDeviceGroupProperties."""

    _fields_ = (("kind", U32), ("next", POINTER), ("count", U32), ("devices", POINTER * 32), ("subset", U32))


class Application:
    """An application on a loader; ``defaults`` are its options for vkCreateInstance, which a step can override."""

    def __init__(self, loader: calls.Loader, defaults: Mapping[str, Any]) -> None:
        self._loader = loader
        self._defaults = defaults
        self._words = Words()
        self._instance_of: dict[str, int] = {}
        """The instance that each physical device and device belongs to, by name."""
        self.lacking: str | None = None
        """Why the last step was not carried out: the name of an object that there is not, or "" for a command."""

    def do(self, verb: str, label: str, options: Mapping[str, Any]) -> object:
        """Carry out one step; return None if it uses an object that an earlier step failed to create.

        ``lacking`` says afterwards whether the step was carried out.

        Raises:
            LoaderError: the loader cannot be called at all.
        """
        self.lacking = self._missing(options)
        if self.lacking is not None:
            return None
        method: Callable[[str, Mapping[str, Any]], object] = getattr(self, f"_do_{verb}")
        if verb == "threads":
            return method(label, options)
        with self._words.in_command():
            return method(label, options)

    def _missing(self, options: Mapping[str, Any]) -> str | None:
        """Return the name of the first object that a step uses and that there is not; None if there is each."""
        names = [options.get("of"), options.get("followed"), *options.get("via", ())[1:]]
        names += handles_in(options.get("args", ()))
        return next((name for name in names if name is not None and not self._words.handles.get(name)), None)

    # ---- instances and devices

    def _do_create(self, label: str, options: Mapping[str, Any]) -> int:
        """Call vkCreateInstance and return the VkResult."""
        given = {**self._defaults, **options}
        info = InstanceInfo(kind=1, flags=given["flags"], next=self._words.word(options.get("next")))
        if given["version"] is not None:
            info.application = ctypes.pointer(calls.application_info(given["version"]))
        info.layer_count, info.layers = names(given["layers"])
        info.extension_count, info.extensions = names(given["extensions"])
        handle = POINTER(0)
        create = self._loader.command(None, "vkCreateInstance", POINTER, POINTER, POINTER)
        allocator = self._words.word(options.get("allocator"))
        result = create(ctypes.byref(info), allocator, ctypes.byref(handle))
        self._keep(label, handle.value if result >= 0 else 0)
        self._instance_of[label] = self._words.handles[label]
        return result

    def _do_destroy(self, _label: str, options: Mapping[str, Any]) -> None:
        """Call vkDestroyInstance."""
        instance = self._words.word(options["of"])
        command = self._loader.command(instance, "vkDestroyInstance", POINTER, POINTER)
        command(instance, self._words.word(options.get("allocator")))

    def _do_devices(self, label: str, options: Mapping[str, Any]) -> dict[str, object]:
        """Call vkEnumeratePhysicalDevices: return the VkResult and device names.

        The handles are ``label.0`` and so on, and ``label.NAME``, for the first of those that have one name.
        """
        instance = self._words.word(options["of"])
        walk = self._loader.command(instance, "vkEnumeratePhysicalDevices", POINTER, POINTER, POINTER)
        result, found = enumerated(lambda count, room: walk(instance, count, room), POINTER)
        names = [self._device_name(instance, handle) for handle in found]
        for name, handle in (*zip(reversed(names), reversed(found), strict=True), *enumerate(found)):
            self._keep(f"{label}.{name}", handle)
            self._instance_of[f"{label}.{name}"] = instance
        return {"result": result, "names": names}

    def _do_groups(self, _label: str, options: Mapping[str, Any]) -> dict[str, object]:
        """Call vkEnumeratePhysicalDeviceGroups and return the VkResult and the names of each group's members."""
        instance, command = self._words.word(options["of"]), options["command"]
        walk = self._loader.command(instance, command, POINTER, POINTER, POINTER)
        count, room = U32(16), (_Group * 16)(*[_Group(kind=_GROUP_PROPERTIES)] * 16)
        result = walk(instance, ctypes.byref(count), ctypes.byref(room))
        found = room[: min(count.value, 16)] if result >= 0 else []
        members = [
            [self._device_name(instance, handle) for handle in group.devices[: group.count]]
            for group in found
        ]
        return {"result": result, "groups": members}

    def _do_device(self, label: str, options: Mapping[str, Any]) -> int:
        """Call vkCreateDevice with one queue of the first family and return the VkResult."""
        parent = options["of"]
        queue = QueueInfo(kind=2, count=1, priorities=ctypes.pointer(ctypes.c_float(1)))
        info = DeviceInfo(kind=3, next=self._words.word(options.get("next")), queue_count=1)
        info.queues = ctypes.pointer(queue)
        info.layer_count, layers = names(options.get("layers", ()))
        info.layers = ctypes.cast(layers, POINTER)
        info.extension_count, info.extensions = names(options.get("extensions", ()))
        handle = POINTER(0)
        create = self._loader.command(self._instance(parent), "vkCreateDevice", *[POINTER] * 4)
        allocator = self._words.word(options.get("allocator"))
        result = create(self._words.word(parent), ctypes.byref(info), allocator, ctypes.byref(handle))
        self._keep(label, handle.value if result >= 0 else 0)
        self._instance_of[label] = self._instance(parent)
        return result

    def _do_destroy_device(self, _label: str, options: Mapping[str, Any]) -> None:
        """Call vkDestroyDevice."""
        command = self._loader.command(self._instance(options["of"]), "vkDestroyDevice", POINTER, POINTER)
        command(self._words.word(options["of"]), self._words.word(options.get("allocator")))

    def _do_queue(self, label: str, options: Mapping[str, Any]) -> None:
        """Call vkGetDeviceQueue."""
        handle = POINTER(0)
        command = self._loader.command(
            self._instance(options["of"]), "vkGetDeviceQueue", POINTER, U32, U32, POINTER
        )
        command(self._words.word(options["of"]), 0, options.get("index", 0), ctypes.byref(handle))
        self._keep(label, handle.value)

    # ---- questions

    def _do_lookup(self, _label: str, options: Mapping[str, Any]) -> list[str]:
        """Call vkGetInstanceProcAddr for each name and return the file that the address lies in, "" for NULL."""
        of = self._words.word(options.get("of"))
        return [_home(self._loader.look_up(of or None, name)) for name in options["names"]]

    def _do_device_lookup(self, _label: str, options: Mapping[str, Any]) -> list[str]:
        """Call vkGetDeviceProcAddr for each name and return the file that the address lies in, "" for NULL.

        With ``followed``, an address in no file counts as where its code leads that is given that handle.
        """
        found = [self._of_device(options["of"], name) for name in options["names"]]
        if options.get("followed"):
            found = [_followed(address, self._words.word(options["followed"])) for address in found]
        return [_home(address) for address in found]

    def _do_exports(self, _label: str, options: Mapping[str, Any]) -> list[str]:
        """Look each name up in the library's exports and return the file that the address lies in, "" for none."""
        return [_home(self._loader.export(name)) for name in options["names"]]

    def _do_pointer(self, label: str, options: Mapping[str, Any]) -> str:
        """Look a command up for later calls and return the file that the address lies in, "" for NULL."""
        address = self._address(options["via"], options["name"])
        self._keep(label, address)
        return _home(address)

    def _do_word(self, _label: str, options: Mapping[str, Any]) -> int:
        """Return the first word of what a handle points to: a dispatchable object's dispatch pointer."""
        return ctypes.c_uint64.from_address(self._words.word(options["of"])).value

    def _do_device_extensions(self, _label: str, options: Mapping[str, Any]) -> dict[str, object]:
        """Call vkEnumerateDeviceExtensionProperties and return the VkResult, names and versions."""
        device, layer = self._words.word(options["of"]), options.get("layer")
        command = self._loader.command(
            self._instance(options["of"]),
            "vkEnumerateDeviceExtensionProperties",
            POINTER,
            ctypes.c_char_p,
            POINTER,
            POINTER,
        )
        name = None if layer is None else to_bytes(layer)
        result, rows = enumerated(lambda count, room: command(device, name, count, room), ExtensionProperties)
        return {"result": result, "extensions": [[to_text(row.name), row.spec_version] for row in rows]}

    def _do_device_layers(self, _label: str, options: Mapping[str, Any]) -> dict[str, object]:
        """Call vkEnumerateDeviceLayerProperties and return the VkResult and the names."""
        device = self._words.word(options["of"])
        command = self._loader.command(
            self._instance(options["of"]), "vkEnumerateDeviceLayerProperties", *[POINTER] * 3
        )
        result, rows = enumerated(lambda count, room: command(device, count, room), LayerProperties)
        return {"result": result, "layers": [to_text(row.name) for row in rows]}

    def _do_heard(self, _label: str, _options: Mapping[str, Any]) -> list[object]:
        """Return the messages that the application's messengers received since the last such step."""
        return self._words.heard()

    def _do_allocations(self, _label: str, options: Mapping[str, Any]) -> dict[str, int]:
        """Return the counts of the application's allocator: of its calls, of blocks, and of mistakes with them."""
        return self._words.allocations(options["name"])

    def _do_set(self, _label: str, options: Mapping[str, Any]) -> None:
        """Set an environment variable of the process, or unset it with None."""
        if options["value"] is None:
            os.environ.pop(options["name"], None)
        else:
            os.environ[options["name"]] = options["value"]

    def _do_libraries(self, _label: str, _options: Mapping[str, Any]) -> list[str]:
        """Return the names of the libraries that are mapped into the process."""
        with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as file:
            paths = {line.split(maxsplit=5)[5].rstrip("\n") for line in file if line.count("/")}
        return sorted({os.path.basename(path) for path in paths if ".so" in path})

    # ---- several threads

    def _do_threads(self, _label: str, options: Mapping[str, Any]) -> list[list[dict[str, object]]]:
        """Run each script on a thread of its own, in rounds; return the different answers of each one's rounds.

        A single script runs on the calling thread, for a comparison.
        """
        scripts = options["scripts"]
        together = threading.Barrier(len(scripts))
        runs = [_Rounds(self, script, options.get("rounds", 1), together) for script in scripts]
        threads = [threading.Thread(target=each.run) for each in runs if len(runs) > 1]
        for thread in threads:
            thread.start()
        if not threads:
            runs[0].run()
        for thread in threads:
            thread.join()
        for each in runs:
            self._take_over(each)
        return [each.answers for each in runs]

    def _take_over(self, run: "_Rounds") -> None:
        if run.error is not None:
            raise run.error
        self._words.handles |= run.application._words.handles
        self._instance_of |= run.application._instance_of

    def apart(self) -> "Application":
        """Return an application of the running thread that knows the objects so far."""
        own = Application(self._loader, self._defaults)
        own._words, own._instance_of = self._words.apart(), dict(self._instance_of)
        return own

    # ---- any other call

    def _do_call(self, _label: str, options: Mapping[str, Any]) -> dict[str, object] | None:
        """Call any command with 64-bit arguments; return its result and what it wrote, None if it is not found."""
        address = self._address(options["via"], options["name"])
        if not address:
            self.lacking = ""
            return None
        self._owned(options["args"])
        with self._words.read() as written:
            arguments = [self._words.word(each) for each in options["args"]]
            kinds = [ctypes.c_uint64] * len(arguments)
            if options["returns"] == "word":
                returned = ctypes.CFUNCTYPE(ctypes.c_uint64, *kinds)(address)(*arguments)
            else:
                returned = function(address, *kinds)(*arguments)
            if options["returns"] == "result" and returned < 0:
                self._words.nothing_made()
        return {"returned": None if options["returns"] == "nothing" else returned, "read": written}

    def _owned(self, arguments: Sequence[Any]) -> None:
        """Remember that what a call creates belongs to the instance of the object that it is called on."""
        owner = self._instance_of.get(arguments[0]) if arguments and isinstance(arguments[0], str) else None
        for each in arguments:
            if owner is not None and isinstance(each, dict) and "out" in each:
                self._instance_of[each["out"]] = owner

    def _address(self, via: Sequence[Any], name: str) -> int:
        """Return a command's address, by the lookup of an instance or a device, the global lookup, or the exports.

        What an earlier step found is the same for every name.
        """
        kind, *of = via
        if kind == "pointer":
            return self._words.handles[of[0]]
        if kind == "device":
            return self._of_device(of[0], name)
        if kind == "export":
            return self._loader.export(name)
        return self._loader.look_up(self._words.word(of[0]) if of else None, name)

    def _of_device(self, device: str, name: str) -> int:
        address = self._loader.look_up(self._instance(device), "vkGetDeviceProcAddr")
        if not address:
            raise LoaderError("vkGetInstanceProcAddr gives no vkGetDeviceProcAddr")
        look_up = ctypes.CFUNCTYPE(POINTER, POINTER, ctypes.c_char_p)(address)
        return look_up(self._words.word(device), to_bytes(name)) or 0

    def _device_name(self, instance: int, handle: int) -> str:
        describe = self._loader.command(instance, "vkGetPhysicalDeviceProperties", POINTER, POINTER)
        return calls.device_name(describe, handle)

    def _instance(self, name: str) -> int:
        return self._instance_of[name]

    def _keep(self, label: str, handle: int | None) -> None:
        self._words.handles[label] = handle or 0


class _Rounds:
    """The rounds of one script on its thread, with the different ``answers`` that they gave.

    ``application`` is that of the last round, ``error`` what ended the rounds before their time.
    """

    def __init__(self, base: Application, script: Sequence[Any], rounds: int, together: threading.Barrier):
        self._base, self._script, self._rounds, self._together = base, script, rounds, together
        self._loader = base._loader
        self.application = base
        self.answers: list[dict[str, object]] = []
        self.error: Exception | None = None

    def run(self) -> None:
        try:
            for _ in range(self._rounds):
                self.application = self._base.apart()
                self._together.wait()
                self._one_round()
        except threading.BrokenBarrierError:
            pass  # another thread says why
        except Exception as error:  # the boundary of the thread: the one that waits for it raises it
            self.error = error
            self._together.abort()

    def _one_round(self) -> None:
        answers: dict[str, object] = {}
        for verb, *details in self._script:
            if details[1:]:
                answers[details[0]] = self.application.do(verb, *details)
            else:
                answers[" ".join((verb, *details))] = getattr(self._loader, verb)(*details)
        if answers not in self.answers:
            self.answers.append(answers)


def _home(address: int) -> str:
    """Return the name of the file that an address lies in, "" for NULL; in no file "?", or "no code"."""
    if not address:
        return ""
    symbol = SymbolInfo()
    found = ctypes.CDLL(None).dladdr(ctypes.c_void_p(address), ctypes.byref(symbol))
    if found and symbol.path:
        return os.path.basename(os.fsdecode(symbol.path))
    return "?" if _is_code(address) else "no code"


_FOLLOWERS: list[Any] = []


def open_follower(library: str) -> None:
    """Open the C library that follows generated code. Raises OSError."""
    follow = ctypes.CDLL(library).following_end
    follow.restype, follow.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_void_p]
    _FOLLOWERS[:] = [follow]


def _followed(address: int, first: int) -> int:
    """Return where code in no file leads that is called with this parameter; the address itself if nobody can say."""
    if _home(address) != "?" or not _FOLLOWERS:
        return address
    return _FOLLOWERS[0](address, first) or address


def _is_code(address: int) -> bool:
    """Return whether an address lies in memory that can be executed."""
    with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as file:
        for line in file:
            bounds, rights, *_ = line.split(maxsplit=2)
            first, end = (int(each, 16) for each in bounds.split("-"))
            if first <= address < end:
                return "x" in rights
    return False
