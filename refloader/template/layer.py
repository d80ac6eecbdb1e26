"""The files of a new layer, made from its name. Reads the templates that lie here and nothing else; writes nothing.

Whether a name is right is not decided here: the manifest that would be written is read as any other is.
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
"""Characters of a name: it is part of a file's name, of which most systems take 255 bytes."""


@dataclass(frozen=True, slots=True)
class NewLayer:
    """A layer that is to be written. ``name`` is its Vulkan name, ``author`` may be empty."""

    name: str
    implicit: bool = False
    author: str = ""

    @property
    def own_part(self) -> str:
        """The name without what every layer's begins with: ``ACME_example``."""
        return self.name.removeprefix("VK_LAYER_")

    @property
    def target(self) -> str:
        """What the library and the manifest are called: ``VkLayer_ACME_example``."""
        return f"VkLayer_{self.own_part}"


def files(layer: NewLayer) -> Mapping[str, str]:
    """The texts by file name. The layer's name must be one that nothing refuses."""
    environment = Environment(
        loader=PackageLoader("refloader", "template/files"),
        undefined=StrictUndefined,
        autoescape=False,  # C, JSON and CMake; what goes in is a plain name and a printable line
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
    """What the rules say of a name, an error being a refusal.

    Beyond what a manifest may hold, a name that goes into file names and C text has to be of plain characters.
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
    """What reading a manifest with this name brings up."""
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
