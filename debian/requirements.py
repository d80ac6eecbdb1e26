"""Print what the package takes from the Python package index, by the requirements of pyproject.toml."""

import shlex
import tomllib

DEBIAN_HAS = ("click", "jinja2")  # debian/control depends on them

with open("pyproject.toml", "rb") as file:
    required = tomllib.load(file)["project"]["dependencies"]
print(shlex.join(line for line in required if not line.startswith(DEBIAN_HAS)))
