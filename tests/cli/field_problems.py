"""Builds the machines of fixtures/field, each with a problem that people had."""

import gzip
import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from elf_files import Symbol, elf

FIELD = Path(__file__).resolve().parent.parent.parent / "fixtures" / "field"
LIBRARIES = "/usr/lib/x86_64-linux-gnu"
EXPORTS = {
    "libc": ("malloc",),
    "layer": ("vkNegotiateLoaderLayerInterfaceVersion",),
    "driver": ("vk_icdGetInstanceProcAddr", "vk_icdNegotiateLoaderICDInterfaceVersion"),
    "loader": ("vkGetInstanceProcAddr", "vkCreateInstance", "vkEnumerateInstanceVersion"),
}
EXPORTS["both"] = EXPORTS["layer"] + EXPORTS["driver"]
BASE = {
    f"{LIBRARIES}/libc.so.6": {"of": "libc"},
    "/usr/lib/i386-linux-gnu/libc.so.6": {"of": "libc", "bits": 32},
}
NAME = "VK_LAYER_TEST_capture"


@dataclass(frozen=True)
class Problem:
    """One problem: what the machine is, and what explain has to say. The keys are described in fixtures/field."""

    told: Mapping[str, Any]

    @property
    def name(self) -> str:
        """The number of the problem, and which variant of it this is."""
        variant = self.told.get("variant")
        return f"{self.told['id']} {variant}" if variant else str(self.told["id"])

    @property
    def asked(self) -> list[str]:
        """The names that are given to explain."""
        return list(self.told.get("ask", [NAME]))

    @property
    def verb(self) -> str:
        """The verb that is asked: explain, doctor or lint."""
        return str(self.told.get("verb", "explain"))

    @property
    def is_windows(self) -> bool:
        """Whether the machine runs Windows."""
        return self.told.get("system") == "windows"

    def words(self, root: Path) -> list[str]:
        """The command line, without the names."""
        told = self.told
        own = ["--os", "windows", "--reg", str(root.with_suffix(".reg"))] if self.is_windows else []
        told_env = told.get("env", {}) if self.verb != "lint" else {}
        env = [word for name, value in told_env.items() for word in ("--env", f"{name}={value}")]
        return [self.verb, "--root", str(root), *own, *env, *told.get("options", [])]

    def build(self, root: Path) -> None:
        """Write the machine's files."""
        told = self.told
        if told.get("of_root") and os.geteuid() != 0:
            pytest.skip("the machine has files of root's group: run the tests as root")
        root.mkdir(parents=True)
        libraries = {} if self.is_windows else dict(BASE)
        drivers = list(told.get("drivers", ()))
        if not self.is_windows and told.get("machine") != "empty":
            libraries[f"{LIBRARIES}/libvulkan_soft.so"] = "driver"
            drivers.append({"at": "/usr/share/vulkan/icd.d/soft.json", "library": "libvulkan_soft.so"})
        if "loader" in told:
            file = f"libvulkan.so.{told['loader']}"
            libraries[f"{LIBRARIES}/{file}"] = "loader"
            _link(root, f"{LIBRARIES}/libvulkan.so.1", file)
        for path, library in {**libraries, **told.get("libraries", {})}.items():
            _write(root, path, _library({"of": library} if isinstance(library, str) else library))
        for layer in told.get("layers", ()):
            mark = b"\xef\xbb\xbf" if layer["at"] in told.get("bom", ()) else b""
            _write(root, layer["at"], mark + _layer(layer))
        for driver in drivers:
            _write(root, driver["at"], _driver(driver))
        for each in told.get("packed", ()):
            data = _driver(each) if each.get("driver") else _layer(each)
            _write(root, f"{each['at']}.gz", gzip.compress(data))
        for path, text in told.get("files", {}).items():
            _write(root, path, text.encode())
        for path, coding in told.get("encoded", {}).items():
            _encode(root, path, coding)
        for path, target in told.get("links", {}).items():
            _link(root, path, target)
        for path in told.get("folders", ()):
            (root / path.lstrip("/")).mkdir(parents=True, exist_ok=True)
        for path, mode in told.get("modes", {}).items():
            (root / path.lstrip("/")).chmod(int(mode, 8))
        if self.is_windows:
            root.with_suffix(".reg").write_text(told["registry"].replace("\n", "\r\n"), newline="")


def problems() -> list[Problem]:
    """All problems, in the order of the files."""
    found = []
    for file in sorted(FIELD.glob("*.toml")):
        found += [Problem(each) for each in tomllib.loads(file.read_text(encoding="utf-8"))["problem"]]
    return found


def _write(root: Path, path: str, data: bytes) -> None:
    file = root / path.lstrip("/")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)


def _link(root: Path, path: str, target: str) -> None:
    file = root / path.lstrip("/")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.symlink_to(target)


def _encode(root: Path, path: str, coding: str) -> None:
    file = root / path.lstrip("/")
    file.write_bytes(file.read_text(encoding="utf-8").encode(coding))


def _library(library: Mapping[str, Any]) -> bytes:
    wide = library.get("bits", 64) == 64
    data = elf(
        [Symbol(name) for name in EXPORTS[library["of"]]],
        wide=wide,
        machine=library.get("machine", 62 if wide else 3),
        needed=library.get("needed", ()),
        runpath=library.get("runpath", ""),
        needs=[
            (version, file) for file, versions in library.get("needs", {}).items() for version in versions
        ],
        defines=library.get("defines", ()),
    )
    return data[: len(data) - library.get("cut", 0)]


def _layer(told: Mapping[str, Any]) -> bytes:
    entry: dict[str, Any] = {
        "name": told.get("name", NAME),
        "type": "GLOBAL",
        "library_path": told.get("library", "libcapture.so"),
        "api_version": told.get("api", "1.3.0"),
        "implementation_version": "1",
        "description": "a layer for tests",
    }
    if "components" in told:
        del entry["library_path"]
        entry["component_layers"] = told["components"]
    for key, field in (("paths", "override_paths"), ("blacklist", "blacklisted_layers")):
        if key in told:
            entry[field] = told[key]
    for key, field in (("enable", "enable_environment"), ("disable", "disable_environment")):
        if key in told:
            entry[field] = {told[key]: "1"}
    if "arch" in told:
        entry["library_arch"] = told["arch"]
    if "app_keys" in told:
        entry["app_keys"] = told["app_keys"]
    for key in told.get("drop", ()):
        del entry[key]
    return json.dumps({"file_format_version": "1.2.0", "layer": entry}, indent=1).encode()


def _driver(told: Mapping[str, Any]) -> bytes:
    entry: dict[str, Any] = {"library_path": told["library"], "api_version": "1.3.0"}
    if told.get("portability"):
        entry["is_portability_driver"] = True
    return json.dumps({"file_format_version": "1.0.1", "ICD": entry}, indent=1).encode()
