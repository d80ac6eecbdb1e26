"""Renders the files of a new layer from its name. Reads only the templates in this folder; writes nothing.

A name is checked mainly by reading the manifest that would be written, as any other manifest is read; see ``remarks``
for the additional checks.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from jinja2 import Environment, PackageLoader, StrictUndefined

from refloader.core.json import reader
from refloader.core.manifests.layer_manifest import read_layer_file
from refloader.model.layer import OVERRIDE_NAME
from refloader.model.place import Form, Place, Use
from refloader.model.reason import Reason, Severity
from refloader.model.text import quote
from refloader.rules import rule

API_VERSION = "1.4.0"
_FILES = ("layer.c", "layer.json.in", "CMakeLists.txt", "README.md", "ci.yml")
_PLAIN_NAME = re.compile(r"VK_LAYER_[A-Za-z0-9_]+", re.ASCII)
_LONGEST = 120
"""The maximum length of a name: it is part of a file name, which most systems limit to 255 bytes."""


@dataclass(frozen=True, slots=True)
class NewLayer:
    """The layer to generate. ``name`` is its Vulkan name; ``author`` may be empty."""

    name: str
    implicit: bool = False
    author: str = ""

    @property
    def own_part(self) -> str:
        """The name without the prefix ``VK_LAYER_``: ``ACME_example``."""
        return self.name.removeprefix("VK_LAYER_")

    @property
    def target(self) -> str:
        """The base name of the library and the manifest: ``VkLayer_ACME_example``."""
        return f"VkLayer_{self.own_part}"


def files(layer: NewLayer) -> Mapping[str, str]:
    """Return the file contents by file name. ``remarks`` must not have reported an error for the layer's name."""
    environment = Environment(
        loader=PackageLoader("refloader", "template/files"),
        undefined=StrictUndefined,
        autoescape=False,  # C, JSON and CMake; only a plain name and a printable line are inserted
        trim_blocks=True,
        keep_trailing_newline=True,
    )
    gaps = _gaps(layer)
    return {name: environment.get_template(f"{name}.j2").render(gaps) for name in _FILES}


def _gaps(layer: NewLayer) -> Mapping[str, str | bool]:
    variable = layer.own_part.upper()
    return {
        "name": layer.name,
        "author": layer.author,
        "description": "Counts what is submitted to each device",
        "api_version": API_VERSION,
        "target": layer.target,
        "implicit": layer.implicit,
        "folder": "implicit_layer.d" if layer.implicit else "explicit_layer.d",
        "enable": f"ENABLE_{variable}",
        "disable": f"DISABLE_{variable}",
        "report": f"REPORT_{variable}",
    }


def remarks(name: str) -> tuple[Reason, ...]:
    """Return the remarks of the rules on a name; a remark of severity ERROR means that the name is rejected.

    In addition to the rules for manifests, the name has to consist of letters, digits and underscores, because it
    becomes part of file names and C source.
    """
    if not _PLAIN_NAME.fullmatch(name) and name.startswith("VK_LAYER_"):
        fact = f"the name {quote(name)} has other characters than letters, digits and underscores after VK_LAYER_"
        return (_refusal("NAMING-LAYER-03", name, fact, "VK_LAYER_<VENDOR>_<name>"),)
    if len(name) > _LONGEST and name.isascii():
        fact = f"the name is {len(name)} characters long, and its files are named after it"
        return (_refusal("NAMING-LAYER-03", name, fact, f"at most {_LONGEST} characters"),)
    if name == OVERRIDE_NAME:
        return (_refusal("OVERRIDE-01", name, f"the name {name} makes a manifest the override layer", ""),)
    return _read(name)


def _refusal(rule_id: str, name: str, fact: str, remedy: str) -> Reason:
    return Reason(rule(rule_id), Severity.ERROR, name, fact, remedy=remedy)


def _read(name: str) -> tuple[Reason, ...]:
    """Return the reasons that reading a manifest with this name gives."""
    entry = {
        "name": name,
        "type": "GLOBAL",
        "library_path": "./libVkLayer.so",
        "api_version": API_VERSION,
        "implementation_version": "1",
        "description": "",
    }
    text = json.dumps({"file_format_version": "1.2.0", "layer": entry})
    place = Place("layer.json", Use.EXPLICIT, Form.FILE, "the command line", rule("DISC-GEN-08"))
    file = read_layer_file(reader.read(text.encode()), "layer.json", place)
    return tuple(reason for layer in file.layers for reason in layer.reasons) or file.reasons
