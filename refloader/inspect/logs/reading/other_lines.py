"""Lines of other tools on files and cards: libraries that manifests name, what ``file`` says, cards of Windows."""

import re

from refloader.inspect.logs.reading.facts import Log

NAMING = re.compile(r"\"library_path\"\s*:\s*\"(?P<library>[^\"]{1,1024})\"")
_GREPPED = re.compile(
    r"(?P<path>/[^\s:]{1,1024}\.json):\s*\"library_path\"\s*:\s*\"(?P<library>[^\"]{1,1024})\""
)
_GL_EXTENSION = re.compile(r"\borg\.freedesktop\.Platform\.GL\.(?P<name>nvidia-[\d-]{5,14})\b")
_BUILT = re.compile(
    r"(?P<path>/[^\s:]{1,1024}): +ELF (?:32|64)-bit \w{3} (?:shared object|pie executable|executable), "
    r"(?P<processor>x86-64|ARM aarch64|ARM|Intel 80386|Intel i386|UCB RISC-V)"
)
"""What ``file`` says of a library."""

_ADAPTER = re.compile(
    r"(?:NVIDIA (?:GeForce|RTX|Quadro|Tesla)|AMD Radeon|Radeon|Intel\(R\)) ?[\w() -]{2,60}$"
)
"""A card as Windows lists it: a line of its own."""

_MOST = 2000


def note_others(log: Log, line: str, number: int) -> None:
    """Note what a line of another tool says: each of its kinds by itself."""
    extension = _GL_EXTENSION.search(line)
    if extension is not None and len(log.flatpak_drivers) < _MOST:
        log.flatpak_drivers.setdefault(extension["name"], number)
    if line.strip().startswith('"library_path"') and (bare := NAMING.search(line)) is not None:
        log.named.setdefault(bare["library"], number)
    built = _BUILT.match(line)
    if built is not None and len(log.built) < _MOST:
        log.built[built["path"]] = (built["processor"], number)
    adapter = _ADAPTER.match(line.strip())
    if adapter is not None and len(log.adapters) < _MOST:
        log.adapters.setdefault(adapter[0], number)
    naming = _GREPPED.match(line)
    if naming is not None and len(log.naming) < _MOST:
        log.naming[naming["path"]] = (naming["library"], number)
