#!/usr/bin/env python3
"""An example of a runner of scenarios: one file without dependencies, to be copied and changed.

    run_scenario.py SCENARIO LOADER MOCKS EDITION

SCENARIO is a folder of ``fixtures/scenarios``, LOADER a ``libvulkan.so.1``, MOCKS the folder of
``libmock_layer.so`` and its like, EDITION 2016, 2018, 2022 or 2026. Prints what is not as expected and exits
with 1; with 0 where all is, or where another reading of the documents leads there; with 3 where the scenario
says nothing of the edition or needs more than a few lines: another system, privilege, a program of a certain
path, several steps. Needs Linux, root, ``unshare``, ``mount`` and overlay file systems; nothing on the machine is
changed.
"""

import ctypes
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile

HIDDEN = (
    "etc/vulkan",
    "etc/xdg/vulkan",
    "usr/share/vulkan",
    "usr/local/share/vulkan",
    "usr/local/etc/vulkan",
)
MOCKS = {"driver": "icd"}


def outside(scenario, loader, mocks, edition):
    """Show the scenario in a root folder of its own; then judge what the application saw and the mocks wrote."""
    with open(f"{scenario}/scenario.json", encoding="utf-8") as file:
        body = json.load(file)
    beyond = {"platform", "privilege", "elevated", "actions"} & {*body}
    if beyond or body.get("application", {}).get("executable") or edition not in body["expect"]:
        sys.exit(3)
    store, root = f"{os.getcwd()}/store", f"{os.getcwd()}/store/root"
    os.mkdir(store)
    subprocess.run(["mount", "-t", "tmpfs", "scenario", store], check=True)
    for name in ("up", "work", "root"):
        os.mkdir(f"{store}/{name}")
    layers = f"lowerdir=/,upperdir={store}/up,workdir={store}/work"
    subprocess.run(["mount", "-t", "overlay", "scenario", "-o", layers, root], check=True)
    for name in HIDDEN:
        shutil.rmtree(f"{root}/{name}", ignore_errors=True)
    for name in ("home/user", "world", *HIDDEN):
        os.makedirs(f"{root}/{name}", exist_ok=True)
    if os.path.isdir(f"{scenario}/tree"):  # a scenario of no files has none
        shutil.copytree(f"{scenario}/tree", root, dirs_exist_ok=True)
    for path, library in body.get("libraries", {}).items():
        os.makedirs(os.path.dirname(root + path), exist_ok=True)
        kind, _, variant = library["mock"].partition("_")
        name = "_".join(filter(None, ("libmock", MOCKS.get(kind, kind), variant)))
        shutil.copy(f"{mocks}/{name}.so", root + path)
        with open(f"{root}{path}.flags", "w", encoding="utf-8") as file:
            file.writelines(
                f"{key}={value}\n" for key, value in {**library["flags"], "trace": "/trace"}.items()
            )
    for path, target in body.get("links", {}).items():
        os.makedirs(os.path.dirname(root + path), exist_ok=True)
        os.symlink(target, root + path)
    shutil.copy(loader, f"{root}/loader.so")
    shutil.copy(__file__, f"{root}/runner.py")
    for name in ("proc", "dev"):
        subprocess.run(["mount", "--rbind", f"/{name}", f"{root}/{name}"], check=True)
    done = subprocess.run(
        [sys.executable, "-I", "/runner.py", json.dumps(body.get("application", {}))],
        env=body.get("variables", {"HOME": "/home/user"}),
        preexec_fn=lambda: os.chroot(root),
        capture_output=True,
        check=False,
    )
    seen = json.loads(done.stdout.splitlines()[-1]) if done.returncode == 0 else {"result": "no answer"}
    seen |= from_trace(f"{root}/trace")
    wanted = dict(body["expect"][edition])
    readings = [{}, *wanted.pop("tolerated", [])]
    found = [list(differences({**wanted, **reading}, seen)) for reading in readings]
    if all(found):
        print("\n".join(found[0]))
        sys.exit(1)


def from_trace(path):
    """Which mocks vkCreateInstance entered, from the application down; what they complained of."""
    seen = {"chain": [], "drivers": [], "violations": []}
    if not os.path.exists(path):
        return seen
    with open(path, encoding="utf-8") as file:
        lines = [line.split() for line in file]
    for who, name, what, *rest in lines:
        if what == "vkCreateInstance":
            seen["chain" if who == "layer" else "drivers"].append(name)
        elif what == "VIOLATION":
            seen["violations"].append(rest[0].rstrip(":"))
    return seen


def differences(wanted, seen):
    """Each part that is not as wanted. What is absent from either side is not compared."""
    for part, value in wanted.items():
        if part == "extensions":
            yield from differences(value, {name: seen["extensions"].get(name, []) for name in value})
        elif part in seen and not fits(value, seen[part]):
            yield f"{part}: seen {seen[part]}; expected {value}"


def fits(pattern, names):
    """Whether names are as a pattern says: an object of what is in and out, or items from start to end."""
    if isinstance(names, str) or isinstance(pattern, str):  # the result: a name, or one of some
        return pattern == names or (not isinstance(pattern, str) and names in pattern[0]["one_of"])
    if isinstance(pattern, dict):
        return {*pattern.get("includes", ())} <= {*names} and not {*pattern.get("excludes", ())} & {*names}
    if not pattern:
        return not names
    first, rest = pattern[0], pattern[1:]
    way, said = next(iter(first.items())) if isinstance(first, dict) else ("one_of", [first])
    counts = {"any_order": [len(said)], "one_of": [1], "maybe": range(len(said) + 1)}[way]
    return any(len(names) >= n and _part(names[:n], said) and fits(rest, names[n:]) for n in counts)


def _part(names, said):
    return all(names.count(name) <= said.count(name) for name in names)


def inside(application):
    """The application: what every loader is asked, in this order. Prints one line of JSON."""
    loader = ctypes.CDLL("/loader.so")
    os.chdir("/world")
    seen = {"layers": rows(loader.vkEnumerateInstanceLayerProperties, 520)}
    seen["extensions"] = {
        name: rows(
            lambda *a, n=name: loader.vkEnumerateInstanceExtensionProperties(n.encode() or None, *a), 260
        )
        for name in ["", *seen["layers"]]
    }
    major, minor, patch = map(int, (application.get("api_version") or "1.0.0").split("."))
    info = struct.pack("<IxxxxQQIxxxxQII", 0, 0, 0, 0, 0, 0, major << 22 | minor << 12 | patch)
    lists = [[name.encode() for name in application.get(key, [])] for key in ("layers", "extensions")]
    arrays = [(ctypes.c_char_p * len(each))(*each) for each in lists]
    pointers = [ctypes.cast(each, ctypes.c_void_p).value or 0 for each in (info, *arrays)]
    if application.get("api_version") == "":
        pointers[0] = 0
    create = struct.pack(
        "<IxxxxQIxxxxQIxxxxQIxxxxQ", 1, 0, application.get("flags", 0), pointers[0],
        len(lists[0]), pointers[1], len(lists[1]), pointers[2],
    )  # fmt: skip
    instance, handles = ctypes.c_void_p(), (ctypes.c_void_p * 64)()
    result = loader.vkCreateInstance(create, None, ctypes.byref(instance))
    names = {0: "VK_SUCCESS", -3: "VK_ERROR_INITIALIZATION_FAILED", -6: "VK_ERROR_LAYER_NOT_PRESENT"}
    names |= {-7: "VK_ERROR_EXTENSION_NOT_PRESENT", -9: "VK_ERROR_INCOMPATIBLE_DRIVER"}
    seen |= {"result": names.get(result, str(result)), "devices": []}
    if result == 0:
        count = ctypes.c_uint32(64)
        loader.vkEnumeratePhysicalDevices(instance, ctypes.byref(count), handles)
        for handle in handles[: count.value]:
            properties = ctypes.create_string_buffer(824)
            loader.vkGetPhysicalDeviceProperties(ctypes.c_void_p(handle), properties)
            seen["devices"].append(properties.raw[20:276].split(b"\0")[0].decode())
        loader.vkDestroyInstance(instance, None)
    print("\n" + json.dumps(seen))


def rows(command, size):
    """The names of what an enumeration gives, each in a structure of this size."""
    count = ctypes.c_uint32(256)
    space = ctypes.create_string_buffer(256 * size)
    if command(ctypes.byref(count), space) != 0:
        return []
    return [space.raw[i * size : i * size + 256].split(b"\0")[0].decode() for i in range(count.value)]


if __name__ == "__main__":
    if len(sys.argv) == 2:
        inside(json.loads(sys.argv[1]))
    elif "UNSHARED" in os.environ:
        outside(*sys.argv[1:])
    else:
        paths = [os.path.abspath(path) for path in (__file__, *sys.argv[1:4])]
        with tempfile.TemporaryDirectory() as folder:
            again = ["unshare", "--mount", sys.executable, *paths, sys.argv[4]]
            done = subprocess.run(again, cwd=folder, env={**os.environ, "UNSHARED": "1"}, check=False)
        sys.exit(done.returncode)
