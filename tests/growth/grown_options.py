"""Makes what options read, of any size: profiles of forks, results that replace others, releases, hives, packages."""

import json
import sys
import zipfile
from pathlib import Path

from grown_manifests import a_tree, layer
from grown_packages import a_tar
from grown_runs import mixed, written

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "host"))

from hive_files import Tree, hive

from refloader.results.results_file import Result, Subject, Verdict


def a_profile_of_folders(folder: Path, total: int) -> list[str]:
    """A profile that has many folders, on a machine with a manifest or two."""
    bases = ", ".join(f'"/vendor/{number}"' for number in range(total))
    return _explained(folder, f"[search]\nbases = [{bases}]\n")


def a_profile_of_variables(folder: Path, total: int) -> list[str]:
    """A profile that ignores many variables, the same ones again and again."""
    names = ", ".join('"VK_LAYER_PATH", "VK_DRIVER_FILES"' for _ in range(total))
    return _explained(folder, f"[variables]\nignored = [{names}]\n")


def _explained(folder: Path, profile: str) -> list[str]:
    words = a_tree(folder, 2)
    (folder / "fork.toml").write_text(f'schema = "refloader.profile/1"\nname = "grown"\n{profile}')
    return [*words, "--profile", str(folder / "fork.toml")]


def retried(folder: Path, total: int) -> list[str]:
    """Results of which each is replaced by a later one."""
    again = written(folder / "again", mixed(total, 1))
    return ["report", written(folder, mixed(total)), "--retry", again]


def releases(folder: Path, total: int) -> list[str]:
    """Results of loaders of many releases, each with findings of its own."""
    subjects = tuple(
        Subject("loader", f"l{n}", f"/usr/lib/l{n}.so", f"1.3.{n % 400}", "ab" * 32) for n in range(total)
    )
    found = [
        Result(
            "LLP_LOADER_1",
            f"l{n}",
            f"case[{n % 7}]",
            Verdict.FAIL,
            f"actual: {n % 5}",
            {},
            "refloader x",
            0.01,
        )
        for n in range(total)
    ]
    return ["report", "--by-release", written(folder, found, subjects)]


def environments(folder: Path, total: int) -> list[str]:
    """The same results from many environments."""
    words = ["report"]
    for number in range(total):
        words += ["--environment", f"m{number}={written(folder / str(number), mixed(3, number))}"]
    return words


def values_of_a_hive(folder: Path, total: int) -> list[str]:
    """A hive of Windows with many values in one key."""
    return ["lint", _hive(folder, _layers(total))]


def keys_of_a_hive(folder: Path, total: int) -> list[str]:
    """A hive with the keys of many vendors."""
    return ["lint", _hive(folder, {f"Acme{number}": {"Khronos": _layers(1)} for number in range(total)})]


def a_hive_explained(folder: Path, total: int) -> list[str]:
    """What a loader of Windows makes of the many values of a hive."""
    return ["explain", "--os", "windows", "--hive", _hive(folder, {"Khronos": _layers(total)})]


def _layers(total: int) -> Tree:
    values = {f"C:\\layers\\{number}.json": (4, bytes(4)) for number in range(total)}
    return {"Vulkan": {"ExplicitLayers": values}}


def _hive(folder: Path, tree: Tree) -> str:
    (folder / "SOFTWARE").write_bytes(hive(tree))
    return str(folder / "SOFTWARE")


def libraries_of_an_apk(folder: Path, total: int) -> list[str]:
    """An application of Android with the libraries of many layers."""
    with zipfile.ZipFile(folder / "a.apk", "w") as file:
        file.writestr("AndroidManifest.xml", "")
        for number in range(total):
            file.writestr(f"lib/arm64-v8a/libVkLayer_{number}.so", b"\x7fELF\2\1\1" + bytes(57))
    return ["lint", str(folder / "a.apk")]


def manifests_of_an_msix(folder: Path, total: int) -> list[str]:
    """A package for Windows with many manifests."""
    with zipfile.ZipFile(folder / "a.msix", "w") as file:
        file.writestr("AppxManifest.xml", '<Package><Identity Name="Acme" Version="1.0"/></Package>')
        for number in range(total):
            text = json.dumps({"file_format_version": "1.2.0", "layer": layer(number)})
            file.writestr(f"VFS/ProgramFilesX64/{number}.json", text)
    return ["lint", str(folder / "a.msix")]


def snapshot_of_a_package(folder: Path, total: int) -> list[str]:
    """The machine that a package of many entries would make, written down."""
    return ["snapshot", "-o", str(folder / "a.snapshot"), "--root", a_tar(folder, total)[1]]


def a_package_looked_at(folder: Path, total: int) -> list[str]:
    """The same machine, in a checkup."""
    return ["doctor", "--root", a_tar(folder, total)[1]]
