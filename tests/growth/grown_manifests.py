"""Makes files and folders of manifests, settings and registries of any size, and the words that name them."""

import json
from pathlib import Path
from typing import Any

EXPLICIT, IMPLICIT = "usr/share/vulkan/explicit_layer.d", "usr/share/vulkan/implicit_layer.d"
_LIBRARY = b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\x00\x3e\x00"
"""The first bytes of a 64-bit x86 library."""

_SETTINGS = "etc/vulkan/loader_settings.d/vk_loader_settings.json"


def layer(number: int, **fields: Any) -> dict[str, Any]:
    """A layer whose library is not there. A field that is None is none of it."""
    members = {
        "name": f"VK_LAYER_TEST_number_{number}",
        "type": "GLOBAL",
        "library_path": f"./libVkLayer_{number}.so",
        "api_version": "1.3.239",
        "implementation_version": "1",
        "description": "a layer for tests",
        **fields,
    }
    return {name: value for name, value in members.items() if value is not None}


def write(path: Path, value: object, **options: Any) -> str:
    """A JSON file, with the folders that it needs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, **options))
    return str(path)


def one(path: Path, **fields: Any) -> str:
    """A manifest of one layer."""
    return write(path, {"file_format_version": "1.2.0", "layer": layer(0, **fields)})


def many_in_one(path: Path, count: int, indent: int | None = None, **fields: Any) -> str:
    """A manifest of many layers, on one line or in lines."""
    layers = [layer(number, **fields) for number in range(count)]
    return write(path, {"file_format_version": "1.2.0", "layers": layers}, indent=indent)


# ---- lint


def manifests(folder: Path, count: int) -> list[str]:
    """Many manifests in one folder."""
    for number in range(count):
        write(folder / f"{number}.json", {"file_format_version": "1.2.0", "layer": layer(number)})
    return ["lint", str(folder)]


def manifests_of_one_name(folder: Path, count: int) -> list[str]:
    """Many manifests in one folder that define one layer in as many ways."""
    for number in range(count):
        one(folder / "explicit_layer.d" / f"{number}.json", library_path=f"./lib{number}.so")
    return ["lint", str(folder)]


def drivers(folder: Path, count: int) -> list[str]:
    """Many manifests of drivers."""
    for number in range(count):
        icd = {"library_path": f"./libvulkan_{number}.so", "api_version": "1.3.0"}
        write(folder / "icd.d" / f"{number}.json", {"file_format_version": "1.0.0", "ICD": icd})
    return ["lint", str(folder)]


def named_files(folder: Path, count: int) -> list[str]:
    """Many manifests that are named each."""
    return ["lint", *(one(folder / f"{number}.json") for number in range(count))]


def folders(folder: Path, count: int) -> list[str]:
    """Many folders of a tree."""
    for number in range(count):
        one(folder / str(number) / EXPLICIT / "a.json")
    return ["lint", "--root", str(folder)]


def files_of_others(folder: Path, count: int) -> list[str]:
    """Many folders with JSON that is none of Vulkan's, and processes in a /proc that is mounted below the tree."""
    one(folder / EXPLICIT / "a.json")
    for number in range(count):
        for place in (f"opt/{number % 5}/{number}/data", f"srv/box/proc/{number}/task/{number}/fd"):
            (folder / place).mkdir(parents=True)
            (folder / place / "data.json").write_text('{"layers": []}')
    for name in ("self", "thread-self", "kmsg", "mounts", "version"):
        (folder / "srv/box/proc" / name).write_text("")
    return ["lint", "--root", str(folder)]


def files_of_sessions(folder: Path, count: int) -> list[str]:
    """Many files that set variables for sessions, and many lines in each."""
    for number in range(count):
        script = folder / f"etc/profile.d/{number}.sh"
        script.parent.mkdir(parents=True, exist_ok=True)
        script.write_text("export VK_LAYER_PATH=/nowhere\nPATH=/usr/bin\n" * 8)
    return ["explain", "--root", str(folder)]


def nested_roots(folder: Path, count: int) -> list[str]:
    """Many roots in one another's tree, and many files that set the variables of sessions."""
    for number in range(count):
        one(folder / f"opt/sdk{number}" / EXPLICIT / "a.json", library_path="/usr/lib/liba.so")
        script = folder / f"etc/profile.d/{number}.sh"
        script.parent.mkdir(parents=True, exist_ok=True)
        script.write_text("PATH=/usr/local/bin:/usr/bin\n")
    return ["lint", "--root", str(folder)]


def named_nested_roots(folder: Path, count: int) -> list[str]:
    """The same roots, each of which is named."""
    words = nested_roots(folder, count)
    return [*words, *(f"/opt/sdk{number}" for number in range(count))]


def spelled_otherwise(folder: Path, count: int) -> list[str]:
    """Many manifests for Windows whose libraries lie beside them in other letters, or nowhere."""
    for number in range(count):
        one(folder / f"{number}.json", library_path=f".\\LIB{number}.dll")
        (folder / f"lib{2 * number}.dll").touch()
    return ["lint", "--os", "windows", str(folder)]


def deep_folders(folder: Path, count: int) -> list[str]:
    """Many folders with folders in them, and links besides."""
    for number in range(count):
        one(folder / f"{number % 7}" / f"{number}" / "explicit_layer.d" / "a.json")
    return ["lint", str(folder)]


def layers_on_a_line(folder: Path, count: int) -> list[str]:
    """Many layers on one endless line."""
    return ["lint", many_in_one(folder / "a.json", count)]


def layers_without_a_type(folder: Path, count: int) -> list[str]:
    """Many layers of one file that no release takes, each of which every release of a range is asked for."""
    words = many_in_one(folder / "a.json", count, type=None)
    return ["lint", "--loaders", "1.3.250..1.3.275", words]


def layers_in_lines(folder: Path, count: int) -> list[str]:
    """Many layers in lines of their own."""
    return ["lint", many_in_one(folder / "a.json", count, indent=1)]


def layers_of_one_name(folder: Path, count: int) -> list[str]:
    """Many layers of one name in one file."""
    return ["lint", many_in_one(folder / "a.json", count, name="VK_LAYER_TEST_one")]


def faults_on_a_line(folder: Path, count: int) -> list[str]:
    """Many layers with many findings each, of the same rules, and text that is not ASCII, on one line."""
    layers = [{"name": f"VK_LAYER_TEST_ä{number}"} for number in range(count)]
    manifest = {"file_format_version": "1.2.0", "layers": layers}
    return ["lint", "--notes", write(folder / "a.json", manifest, ensure_ascii=False)]


def faults_shown(folder: Path, count: int) -> list[str]:
    """The same with the line shown below each finding."""
    return [*faults_on_a_line(folder, count), "--context"]


def deep_nesting(folder: Path, count: int) -> list[str]:
    """Objects and arrays in one another, up to what is read at all and beyond."""
    nested = "[" * count * 8 + "]" * count * 8
    (folder / "a.json").write_text(f'{{"file_format_version": "1.2.0", "layer": {{"more": {nested}}}}}')
    return ["lint", str(folder / "a.json")]


def never_closed(folder: Path, count: int) -> list[str]:
    """Objects that are never closed."""
    (folder / "a.json").write_text('{"layer":' * count * 8)
    return ["lint", str(folder / "a.json")]


def a_long_string(folder: Path, count: int) -> list[str]:
    """One long text with escapes and text that is not ASCII."""
    return ["lint", one(folder / "a.json", name="a" * count * 100, description="ä\n\\" * count * 100)]


def many_keys(folder: Path, count: int) -> list[str]:
    """Keys that nobody knows and that look like known ones."""
    return ["lint", one(folder / "a.json", **{f"Library_Path{number}": 1 for number in range(count)})]


def repeated_keys(folder: Path, count: int) -> list[str]:
    """One key many times, comments and trailing commas."""
    keys = "".join(f'"name": "a{number}", // x\n' for number in range(count))
    (folder / "a.json").write_text(f'{{"file_format_version": "1.2.0", "layer": {{{keys}}}}}')
    return ["lint", str(folder / "a.json")]


def extensions(folder: Path, count: int) -> list[str]:
    """Many extensions of one layer, with many commands."""
    listed = [
        {"name": f"VK_EXT_{number}", "spec_version": "1", "entrypoints": ["vkNo"]} for number in range(count)
    ]
    words = one(folder / "a.json", instance_extensions=listed, device_extensions=listed)
    return ["lint", words]


def components(folder: Path, count: int) -> list[str]:
    """A meta-layer of many components, which are there."""
    manifests(folder / "explicit_layer.d", count)
    meta = layer(0, name="VK_LAYER_TEST_meta", component_layers=[layer(n)["name"] for n in range(count)])
    del meta["library_path"]
    write(folder / "explicit_layer.d" / "meta.json", {"file_format_version": "1.2.0", "layer": meta})
    return ["lint", str(folder)]


def components_again(folder: Path, count: int) -> list[str]:
    """A layer that names itself as its component many times, beside a library: each time is a finding of one file."""
    meta = layer(0, name="VK_LAYER_TEST_meta", component_layers=["VK_LAYER_TEST_meta"] * count * 8)
    return ["lint", write(folder / "meta.json", {"file_format_version": "1.2.0", "layer": meta})]


def links_to_a_folder(folder: Path, count: int) -> list[str]:
    """An override layer whose paths are links to one folder, each of which finds all manifests of it."""
    for number in range(count):
        write(folder / f"opt/one/{number}.json", {"file_format_version": "1.2.0", "layer": layer(number)})
        (folder / f"opt/link{number}").symlink_to("one")
    paths = [f"/opt/link{number}" for number in range(count)]
    one(
        folder / IMPLICIT / "override.json",
        name="VK_LAYER_LUNARG_override",
        library_path=None,
        component_layers=["VK_LAYER_TEST_number_0"],
        override_paths=paths,
        disable_environment={"OFF": "1"},
    )
    return ["lint", "--root", str(folder)]


def followed_links_to_a_folder(folder: Path, count: int) -> list[str]:
    """The same machine, explained."""
    return ["explain", *links_to_a_folder(folder, count)[1:]]


def nested_metas(folder: Path, count: int) -> list[str]:
    """Meta-layers that are components of one another, in a long row."""
    for number in range(count):
        meta = layer(number, component_layers=[layer(number + 1)["name"]])
        del meta["library_path"]
        write(folder / f"{number}.json", {"file_format_version": "1.2.0", "layer": meta})
    return ["lint", str(folder)]


def settings(folder: Path, count: int) -> list[str]:
    """A settings file of many layers."""
    return ["lint", write(folder / "vk_loader_settings.json", _settings(count))]


def manifests_by_release(folder: Path, count: int) -> list[str]:
    """Manifests that are judged by releases."""
    manifests(folder / EXPLICIT, count)
    return ["lint", "--loaders", "1.3.204..1.3.275", str(folder / EXPLICIT)]


def ignores(folder: Path, count: int) -> list[str]:
    """A configuration of many entries."""
    entry = '[[ignore]]\nrule = "NAMING-LAYER-01"\npath = "{}.json"\nreason = "ours"\nexpires = 2999-01-01\n'
    (folder / "refloader.toml").write_text("".join(entry.format(number) for number in range(count)))
    return ["config", "show", str(folder)]


def ignores_of_findings(folder: Path, count: int) -> list[str]:
    """Many findings, each ignored by an entry for its file, beside as many entries that have expired."""
    entry = '[[ignore]]\nrule = "MANIFEST-LAYER-07"\npath = "{}"\nreason = "{}"\nexpires = {}\n'
    rows = [entry.format(f"m/{n}.json", n, "2999-01-01") for n in range(count)]
    rows += [entry.format("", n, "2001-01-01") for n in range(count)]
    (folder / "refloader.toml").write_text("".join(rows))
    for number in range(count):
        one(folder / f"m/{number}.json", library_path=None)
    return ["lint", str(folder / "m")]


def _settings(count: int) -> dict[str, Any]:
    listed = [
        {"name": layer(n)["name"], "path": f"/{EXPLICIT}/{n}.json", "control": ("on", "off", "auto")[n % 3]}
        for n in range(count)
    ]
    return {"file_format_version": "1.0.0", "settings": {"layers": listed}}


def wrong_settings(folder: Path, count: int) -> list[str]:
    """A settings file of many wrong entries."""
    listed = [{"name": number, "control": "on"} for number in range(count)]
    value = {"file_format_version": "1.0.0", "settings": {"layers": listed}}
    return ["lint", write(folder / "vk_loader_settings.json", value)]


# ---- registries


def _export(folder: Path, count: int, data: str, key: str = "ExplicitLayers") -> str:
    head = "Windows Registry Editor Version 5.00\r\n\r\n[HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos\\Vulkan\\"
    values = "".join(f'"C:\\\\Acme\\\\layer{number}.json"={data}\r\n' for number in range(count))
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "a.reg").write_text(f"{head}{key}]\r\n{values}", "utf-16")
    return str(folder / "a.reg")


def registry_values(folder: Path, count: int) -> list[str]:
    """An export of many values of one key."""
    return ["lint", _export(folder, count, "dword:00000000")]


def wrong_values(folder: Path, count: int) -> list[str]:
    """An export of many values of a wrong type."""
    return ["lint", _export(folder, count, '"on"')]


def registry_keys(folder: Path, count: int) -> list[str]:
    """An export of many keys."""
    text = "Windows Registry Editor Version 5.00\r\n\r\n"
    for number in range(count):
        text += f"[HKEY_LOCAL_MACHINE\\SOFTWARE\\Acme{number}\\Khronos\\Vulkan\\ExplicitLayers]\r\n"
        text += f'"C:\\\\{number}.json"=dword:00000000\r\n'
    (folder / "a.reg").write_text(text, "utf-16")
    return ["lint", str(folder / "a.reg")]


def registry_of_a_tree(folder: Path, count: int) -> list[str]:
    """A tree of Windows, and many values that name manifests in it."""
    (folder / "root/Windows").mkdir(parents=True)
    for number in range(count):
        one(folder / "root/Acme" / f"layer{number}.json", name=f"VK_LAYER_TEST_{number}")
    return ["lint", "--reg", _export(folder, count, "dword:00000000"), "--root", str(folder / "root")]


# ---- explain


def a_tree(folder: Path, count: int) -> list[str]:
    """Many explicit layers in a tree."""
    manifests(folder / EXPLICIT, count)
    return ["explain", "--root", str(folder)]


def layers_of_this_machine(folder: Path, count: int) -> list[str]:
    """Many explicit layers in one manifest, and many paths that no layer has, for the loader of this machine."""
    layers = [layer(number) for number in range(count)]
    value = {"file_format_version": "1.2.0", "x": [{"library_path": "x"}] * count, "layers": layers}
    write(folder / "a.json", value)
    return ["explain", "--env", f"VK_ADD_LAYER_PATH={folder}"]


def a_tree_looked_at(folder: Path, count: int) -> list[str]:
    """Many implicit layers beside a loader, for doctor."""
    return ["doctor", *a_tree_with_a_loader(folder, count)[1:]]


def broken_looked_at(folder: Path, count: int) -> list[str]:
    """Many manifests that are not JSON, for doctor."""
    return ["doctor", *a_tree_of_broken(folder, count)[1:]]


def conflicts_looked_at(folder: Path, count: int) -> list[str]:
    """Many layers of one name, each with a library of its own, for doctor."""
    for number in range(count):
        value = {"file_format_version": "1.2.0", "layer": {**layer(0), "library_path": f"lib{number}.so"}}
        write(folder / EXPLICIT / f"{number}.json", value)
    return ["doctor", "--root", str(folder)]


def strays_looked_at(folder: Path, count: int) -> list[str]:
    """Many manifests where nobody searches, for doctor."""
    manifests(folder / "usr/lib/vulkan/explicit_layer.d", count)
    return ["doctor", "--root", str(folder)]


def a_tree_of_implicit(folder: Path, count: int) -> list[str]:
    """Many implicit layers, which are all active."""
    for number in range(count):
        switch = {"disable_environment": {f"DISABLE_{number}": "1"}}
        value = {"file_format_version": "1.2.0", "layer": layer(number, **switch)}
        write(folder / IMPLICIT / f"{number}.json", value)
    return ["explain", "--root", str(folder)]


def a_tree_with_a_loader(folder: Path, count: int) -> list[str]:
    """Many implicit layers beside a loader of an older release, with which the documents are compared."""
    library = folder / "usr/lib/libvulkan.so.1"
    library.parent.mkdir(parents=True)
    library.with_name("libvulkan.so.1.3.239").write_bytes(_LIBRARY)
    library.symlink_to("libvulkan.so.1.3.239")
    return a_tree_of_implicit(folder, count)


def a_tree_as_a_release(folder: Path, count: int) -> list[str]:
    """Many implicit layers, as a release has them that adds all of a name."""
    return [*a_tree_of_implicit(folder, count), "--as-loader", "1.2.189"]


def metas_as_a_release(folder: Path, count: int) -> list[str]:
    """Many meta-layers, each with two components, as a release has them that follows them."""
    for number in range(count):
        parts = {"component_layers": [f"VK_LAYER_TEST_number_{number + 1}"] * 2}
        switch = {"disable_environment": {f"DISABLE_{number}": "1"}}
        fields = {
            key: value for key, value in layer(number, **switch, **parts).items() if key != "library_path"
        }
        write(folder / IMPLICIT / f"{number}.json", {"file_format_version": "1.2.0", "layer": fields})
    return ["explain", "--root", str(folder), "--as-loader", "1.3.239"]


def a_tree_of_one_name(folder: Path, count: int) -> list[str]:
    """Many layers of one name, which is asked for."""
    manifests_of_one_name(folder / "usr/share/vulkan", count)
    return ["explain", "--root", str(folder), "VK_LAYER_TEST_number_0"]


def a_tree_of_drivers(folder: Path, count: int) -> list[str]:
    """Many drivers in a tree."""
    drivers(folder / "usr/share/vulkan", count)
    return ["explain", "--root", str(folder)]


def a_tree_of_broken(folder: Path, count: int) -> list[str]:
    """Many manifests in a tree that give no layer."""
    for number in range(count):
        write(folder / EXPLICIT / f"{number}.json", {"file_format_version": "1.2.0", "layers": [1]})
    return ["explain", "--root", str(folder)]


def a_tree_and_a_name(folder: Path, count: int) -> list[str]:
    """Many layers, and one that nobody knows."""
    manifests(folder / EXPLICIT, count)
    return ["explain", "--root", str(folder), "VK_LAYER_TEST_missing"]


def layers_in_a_tree(folder: Path, count: int) -> list[str]:
    """Many layers in one manifest of a tree."""
    many_in_one(folder / EXPLICIT / "a.json", count)
    return ["explain", "--root", str(folder)]


def paths_of_a_variable(folder: Path, count: int) -> list[str]:
    """A variable that names many folders."""
    for number in range(count):
        one(folder / "opt" / str(number) / "a.json", name=f"VK_LAYER_TEST_{number}")
    named = ":".join(f"/opt/{number}" for number in range(count))
    return ["explain", "--root", str(folder), "--env", f"VK_LAYER_PATH={named}"]


def names_of_a_variable(folder: Path, count: int) -> list[str]:
    """A variable that names many layers."""
    manifests(folder / EXPLICIT, 1)
    named = ":".join(layer(0)["name"] for _ in range(count))
    return ["explain", "--root", str(folder), "--env", f"VK_INSTANCE_LAYERS={named}"]


def filters_of_a_variable(folder: Path, count: int) -> list[str]:
    """A variable of many filters."""
    manifests(folder / EXPLICIT, 3)
    named = ",".join(f"VK_LAYER_*_{number}" for number in range(count))
    return ["explain", "--root", str(folder), "--env", f"VK_LOADER_LAYERS_DISABLE={named}"]


def filters_and_layers(folder: Path, count: int) -> list[str]:
    """A variable of many filters, and as many layers."""
    manifests(folder / EXPLICIT, count)
    named = ",".join(f"*_Q{number}*" for number in range(count * 20))
    return ["explain", "--root", str(folder), "--env", f"VK_LOADER_LAYERS_DISABLE={named}"]


def settings_in_a_tree(folder: Path, count: int) -> list[str]:
    """A settings file of many layers, which are there."""
    manifests(folder / EXPLICIT, count)
    write(folder / _SETTINGS, _settings(count))
    return ["explain", "--root", str(folder)]


def settings_of_programs(folder: Path, count: int) -> list[str]:
    """Settings for many programs, each of which turns one layer off, and a question about it."""
    manifests(folder / EXPLICIT, 1)
    listed = [{"name": layer(0)["name"], "path": f"/{EXPLICIT}/0.json", "control": "off"}]
    objects = [{"app_keys": [f"/usr/bin/{number}"], "layers": listed} for number in range(count)]
    value = {"file_format_version": "1.0.0", "settings_array": [*objects, {"layers": listed * count}]}
    write(folder / _SETTINGS, value)
    return ["explain", "--root", str(folder), layer(0)["name"]]


def components_in_a_tree(folder: Path, count: int) -> list[str]:
    """A meta-layer of many components that is asked for."""
    components(folder / "usr/share/vulkan", count)
    return ["explain", "--root", str(folder), "--request", "VK_LAYER_TEST_meta"]


def components_that_are_missing(folder: Path, count: int) -> list[str]:
    """A meta-layer that is asked about, and of whose many components none is there."""
    names = [f"VK_LAYER_TEST_c{number}" for number in range(count * 8)]
    meta = layer(0, name="VK_LAYER_TEST_meta", component_layers=names)
    del meta["library_path"]
    place = folder / "usr/share/vulkan/implicit_layer.d"
    place.mkdir(parents=True)
    write(place / "meta.json", {"file_format_version": "1.2.0", "layer": meta})
    return ["explain", "--root", str(folder), "VK_LAYER_TEST_meta"]


def explained_values(folder: Path, count: int) -> list[str]:
    """Many values of one key of a registry."""
    return ["explain", "--os", "windows", "--reg", _export(folder, count, "dword:00000000")]


def explained_values_off(folder: Path, count: int) -> list[str]:
    """Many values that are switched off, and a name that nobody knows."""
    words = ["explain", "--os", "windows", "--reg", _export(folder, count, "dword:00000001")]
    return [*words, "VK_LAYER_TEST_missing"]
