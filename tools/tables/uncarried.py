"""Writes native/generated/uncarried.h: the commands of which carried.h has no row, and the handles that they take.

The layer prober cannot call these. Where a layer wraps such a handle, it says so instead. docs/layers.md lists them.
"""

from collections.abc import Iterator
from typing import Any

from tables.carried_commands import LEFT_OUT, OF_OTHER_ACTS
from tables.carried_structures import Structures
from tables.registry import Row

MOST_PARAMETERS = 15
_BEGIN, _END = "<!-- list: tools/generate.py -->\n", "<!-- end of list -->\n"


def is_carried(vk: Any, known: Structures, name: str) -> bool:
    """Whether carried.h has a row for a command: no other act has it, and the sizes of its parameters are known."""
    params = vk.commands[name].params
    return (
        not LEFT_OUT.match(name)
        and len(params) <= MOST_PARAMETERS
        and all(known.is_known(param.type) for param in params)
    )


def uncarried(vk: Any, rows: list[Row]) -> list[str]:
    """The commands that no act calls."""
    known = Structures(vk)
    return [
        row.name for row in rows if not OF_OTHER_ACTS.match(row.name) and not is_carried(vk, known, row.name)
    ]


def uncarried_header(vk: Any, rows: list[Row], banner: str) -> str:
    """The text of uncarried.h."""
    pairs = [
        f"    TAKES({name}, {handle})"
        for name in uncarried(vk, rows)
        for handle in sorted(set(_handles(vk, vk.commands[name].params)))
    ]
    return "\n".join(
        (
            banner + "#ifndef REFLOADER_UNCARRIED_H\n#define REFLOADER_UNCARRIED_H\n",
            "// A command and a type of handle that it takes or makes, be it in a structure.",
            "#define UNCARRIED_COMMANDS(TAKES) \\",
            " \\\n".join(pairs),
            "\n#endif\n",
        )
    )


def with_list(page: str, vk: Any, rows: list[Row]) -> str:
    """The page of the documentation with its list made anew: by extension, the commands that no act calls."""
    head, _, rest = page.partition(_BEGIN)
    _, _, tail = rest.partition(_END)
    extensions: dict[str, list[str]] = {}
    for name in uncarried(vk, rows):
        extensions.setdefault(vk.commands[name].extensions[0], []).append(name)
    lines = (f"| `{name}` | {', '.join(every)} |\n" for name, every in sorted(extensions.items()))
    return f"{head}{_BEGIN}| extension | commands |\n|---|---|\n{''.join(lines)}{_END}{tail}"


def _handles(vk: Any, members: Any, nesting: int = 0) -> Iterator[str]:
    """Yield the types of handles in parameters, and in the structures that they point to."""
    for member in members:
        if member.type in vk.handles:
            yield member.type
        elif member.type in vk.structs and nesting < 4:
            yield from _handles(vk, vk.structs[member.type].members, nesting + 1)
