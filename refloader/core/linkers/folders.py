"""Decides in which folders the dynamic linker of a system searches for the bare name of a library. No I/O."""

from collections.abc import Mapping, Sequence

from refloader.core.linkers.needed import Folders
from refloader.core.manifests.library_path import DEFAULT_FOLDERS, named_folders
from refloader.model.paths import PathRules
from refloader.model.platform import Platform
from refloader.model.system import System
from refloader.rules import decides

_TRIPLETS = (
    "x86_64-linux-gnu",
    "aarch64-linux-gnu",
    "riscv64-linux-gnu",
    "powerpc64le-linux-gnu",
    "s390x-linux-gnu",
    "i386-linux-gnu",
    "arm-linux-gnueabihf",
)
_UNTOLD = (
    *(f"{base}/{triplet}" for triplet in _TRIPLETS for base in ("/lib", "/usr/lib")),
    *("/lib32", "/usr/lib32", "/libx32", "/usr/local/lib"),
)
"""The folders that distributions configure, for a tree without a linker configuration, for example a package."""


@decides("DISC-GEN-10")
def linux_folders(variable: str | None, configured: Sequence[str]) -> Folders:
    """Return the folders on Linux: LD_LIBRARY_PATH, the configured folders, the default folders.

    Without configured folders, the usual ones of distributions are added.
    """
    rest = (*configured, *DEFAULT_FOLDERS, *(() if configured else _UNTOLD))
    return Folders(named_folders(variable), tuple(dict.fromkeys(rest)))


def other_folders(
    platform: Platform, variables: Mapping[str, str], word_size: int, *, elevated: bool, executable: str
) -> Folders:
    """Return the folders on a system other than Linux."""
    if platform.system is System.WINDOWS:
        return Folders((), windows_folders(variables, word_size, executable))
    if platform.system is System.MACOS:
        return _macos_folders(variables, elevated=elevated)
    if platform.system is System.ANDROID:
        lib = "lib64" if word_size == 64 else "lib"
        return Folders(
            platform.native_libraries, tuple(f"/{base}/{lib}" for base in ("system", "vendor", "odm"))
        )
    return Folders((), ("/pkg/lib", "/lib"))  # a program on Fuchsia gets the libraries of its package


@decides("DISC-GEN-10")
def _macos_folders(variables: Mapping[str, str], *, elevated: bool) -> Folders:
    """Return the folders that dlopen(3) of macOS lists for a name without a slash.

    Elevated programs ignore the variables.
    """
    first, last = (
        [folder for folder in variables.get(name, "").split(":") if folder and not elevated]
        for name in ("DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH")
    )
    return Folders(tuple(first), tuple(last) or ("/usr/local/lib", "/usr/lib"))


@decides("MANIFEST-LAYER-07", "MANIFEST-ICD-03")
def windows_folders(variables: Mapping[str, str], word_size: int, executable: str) -> tuple[str, ...]:
    """Return the program's own folder, the system's, and those of PATH; the manifest's folder is not searched."""
    known = {name.upper(): value for name, value in variables.items()}
    paths, root = System.WINDOWS.paths, system_root(variables)
    own = [paths.split(executable)[0]] if executable else []
    system = [
        paths.join(root, "SysWOW64" if word_size == 32 else "System32"),
        paths.join(root, "System"),
        root,
    ]
    return tuple(dict.fromkeys((*own, *system, *_entries(known.get("PATH", ""), paths))))


def _entries(value: str, paths: PathRules) -> list[str]:
    """Return the absolute folders of PATH, without quotation marks. Other entries, as with variables, are ignored."""
    entries = (entry.strip().strip('"') for entry in paths.entries(value))
    return [entry for entry in entries if paths.is_full(entry)]


def system_root(variables: Mapping[str, str]) -> str:
    """Return the folder of Windows."""
    known = {name.upper(): value for name, value in variables.items()}
    return (known.get("SYSTEMROOT") or known.get("WINDIR") or "C:\\Windows").rstrip("\\/")


_SHARED = ("catroot\\", "catroot2\\", "driverstore\\", "drivers\\etc\\", "logfiles\\", "spool\\")
"""The folders below System32 that processes of both word sizes share."""


def redirected(path: str, root: str) -> str:
    """Return the path that a 32-bit process on 64-bit Windows accesses.

    Windows redirects System32 to SysWOW64, and Sysnative to System32.
    """
    paths = System.WINDOWS.paths
    plain, same = paths.plain(path), paths.identity(path)
    if len(plain) != len(same):
        plain = same  # the identity has no dots and no verbatim prefix, so offsets into it are right
    for name, other in (("System32", "SysWOW64"), ("Sysnative", "System32")):
        folder = paths.join(root, name)
        below = plain[len(folder) + 1 :]
        if not same.startswith(paths.identity(folder) + "\\"):
            continue
        shared = name == "System32" and f"{below}\\".casefold().startswith(_SHARED)
        return path if shared else paths.join(paths.join(root, other), below)
    return path
