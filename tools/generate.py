"""Turn the Vulkan registry of the package ``vulkan-object`` into every file that the project derives from it.

``--check`` only compares. What each file holds is the matter of the modules of ``tables``; the oddities of the
registry are tables in them.
"""

import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

from tables.carried import carried_header
from tables.chained import chained_header
from tables.commands import commands_header, exports_map, python_commands, slow_entries, stubs
from tables.driver import driver_commands
from tables.facts import device_facts
from tables.header import build_core, build_header, build_list
from tables.json_lists import build_json
from tables.layouts import python_layouts
from tables.observed import observed_header
from tables.parameters import build_parameters
from tables.program_chains import program_chains
from tables.registry import rows
from tables.requirements import build_requirements
from tables.stages import stages_header
from tables.uncarried import uncarried_header, with_list
from vulkan_object import get_vulkan_object

PINNED = "1.4.366"
PACKAGE = Path(__file__).resolve().parent.parent / "refloader"
PAGE = "../docs/layers.md"
"""The page with a list of the commands that the layer prober does not call, by its path from the package."""


def main() -> int:
    """Write all files, or with ``--check`` fail if one would change."""
    check = "--check" in sys.argv[1:]
    if version("vulkan-object") != PINNED:
        raise SystemExit(f"vulkan-object {PINNED} is needed, this is {version('vulkan-object')}")
    vk = get_vulkan_object()
    texts = build(vk)
    page = PACKAGE.parent / "docs" / "layers.md"
    stale = [] if page.exists() else [PAGE]
    if page.exists():
        texts[PAGE] = with_list(page.read_text(encoding="utf-8"), vk, rows(vk))
    stale += [name for name, text in texts.items() if not _settle(PACKAGE / name, text, check)]
    for name in stale:
        print(f"{Path(name).name} is stale: run tools/generate.py")
    return 1 if stale else 0


def build(vk: Any) -> dict[str, str]:
    """The text of every file by its path in the package."""
    banner = (
        f"// Written by tools/generate.py from vulkan-object {PINNED}"
        f" (registry {vk.headerVersionComplete}). Do not edit.\n"
    )
    commands = rows(vk)
    return {
        "model/generated/registry.json": build_json(vk),
        "model/generated/parameters.json": build_parameters(vk),
        "model/generated/requirements.json": build_requirements(vk),
        "native/generated/vk_registry.h": build_header(vk, banner),
        "native/generated/vk_core.h": build_core(vk, banner),
        "native/generated/driver_commands.h": driver_commands(vk, banner),
        "native/generated/device_facts.h": device_facts(vk, banner),
        "native/generated/command_list.h": build_list(vk, banner),
        "native/generated/commands.h": commands_header(vk, commands, banner),
        "native/generated/slow_entries.h": slow_entries(vk, commands, banner),
        "native/generated/stubs.inc": stubs(commands, banner),
        "native/generated/observed.h": observed_header(vk, commands, banner),
        "native/generated/carried.h": carried_header(vk, commands, banner),
        "native/generated/uncarried.h": uncarried_header(vk, commands, banner),
        "native/generated/chained.h": chained_header(vk, banner),
        "native/generated/program_chains.h": program_chains(vk, banner),
        "native/generated/stages.h": stages_header(vk, banner),
        "native/generated/exports.map": exports_map(commands, banner),
        "dropin/python/generated/commands.py": python_commands(vk, commands, banner),
        "dropin/python/generated/layouts.py": python_layouts(vk, banner),
    }


def _settle(target: Path, text: str, check: bool) -> bool:
    if check:
        return target.exists() and target.read_text(encoding="utf-8") == text
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")
    print(f"wrote {target.name}")
    return True


if __name__ == "__main__":
    raise SystemExit(main())
