"""Checks the static facts of a loader's library: its names, its location and its exports. Opens no file."""

import re

from refloader.core.loading import system_of
from refloader.inspect.libraries.reasons import ReasonCollector
from refloader.model import registry
from refloader.model.edition import Edition, since
from refloader.model.library import Library
from refloader.model.reason import Location, Reason, Severity
from refloader.model.system import System
from refloader.model.text import quote, some
from refloader.model.version import ApiVersion, api_version
from refloader.rules import decides, rule

_E2026 = since(Edition.E2026)
_NOT_2022 = frozenset(Edition) - {Edition.E2022}  # the layer document says nothing about a loader's exports
_WSI_EDITIONS = frozenset({Edition.E2018, Edition.E2026})
_WSI = ("VK_KHR_surface", "VK_KHR_swapchain", "VK_KHR_display")
_WINDOWING = {
    System.LINUX: (("VK_KHR_xcb_surface", "VK_KHR_xlib_surface", "VK_KHR_wayland_surface"), _WSI_EDITIONS),
    System.WINDOWS: (("VK_KHR_win32_surface",), _WSI_EDITIONS),
    System.MACOS: (("VK_MVK_macos_surface",), _E2026),
}
"""The window systems' extensions by system, and the editions that name them (WSI-EXT-02)."""

PLACES = {System.WINDOWS: (r"C:\Windows\System32\vulkan-1.dll", r"C:\Windows\SysWOW64\vulkan-1.dll")}
"""Where the documents place the loader (2018: ABI Versioning; 2026: Windows Dynamic Library Usage)."""

_LIKE_A_LOADER = re.compile(r"(?:lib)?vulkan[-.0-9]*\.(?:dll|so|dylib)[.0-9]*", re.ASCII | re.IGNORECASE)
_MACOS_NAME = re.compile(r"libvulkan(\.1(\.[0-9]+)*)?\.dylib", re.ASCII)
_SEPARATORS = re.compile(r"[/\\]")


def is_called_like_a_loader(path: str) -> bool:
    """True if a file has the name of a loader, like libvulkan.so.1, vulkan-1.dll and libvulkan.1.dylib."""
    return _LIKE_A_LOADER.fullmatch(_parts(path)[-1]) is not None


def _parts(path: str) -> list[str]:
    return _SEPARATORS.split(path)


def exported_version(library: Library) -> ApiVersion:
    """Return the newest Vulkan version of which the library exports a command."""
    versions = [
        command.core
        for command in registry.commands().values()
        if command.core and command.name in library.exports
    ]
    return api_version(*max(map(_numbers, versions), default=(1, 0)))


def loader_library(
    library: Library, version: ApiVersion, where: Location, system: System | None = None
) -> tuple[Reason, ...]:
    """Return the static findings about a loader's library of a Vulkan version.

    Without ``system``, the file format determines it.
    """
    system = system or system_of(library.format)
    judge = ReasonCollector(library.path, where, _NOT_2022)
    if system is System.WINDOWS:
        _windows_name(judge, library, version)
        _windows_place(judge, library)
    elif system is System.MACOS:
        _macos_names(judge, library)
    elif system is System.LINUX:
        _soname(judge, library)
    for each in (library, *library.others):
        of = f" for {each.machine}" if library.others else ""
        _core_exports(judge, each, version, of)
        _wsi_exports(judge, each, version, system, of)
    return tuple(judge.reasons)


@decides("ABI-03")
def _soname(judge: ReasonCollector, library: Library) -> None:
    if library.soname != "libvulkan.so.1":
        fact = f"the SONAME is {quote(library.soname)}" if library.soname else "the library has no SONAME"
        judge.say(Severity.ERROR, rule("ABI-03"), fact, "libvulkan.so.1")


@decides("ABI-02")
def _windows_name(judge: ReasonCollector, library: Library, version: ApiVersion) -> None:
    """Check that the name contains the ABI version, which is the major version; Windows ignores letter case."""
    right, name = f"vulkan-{version.major}.dll", _parts(library.path)[-1]
    if name.lower() != right:
        judge.say(Severity.ERROR, rule("ABI-02"), f"the file is called {quote(name)}", right)
    inner = library.soname
    if inner and inner.lower() != right:  # programs that are linked against it load it by this name
        judge.say(Severity.WARNING, rule("ABI-02"), f"its export table calls it {quote(inner)}", right)


@decides("ABI-02")
def _windows_place(judge: ReasonCollector, library: Library) -> None:
    """Check the folder: on 64-bit Windows, System32 is for 64-bit and SysWOW64 for 32-bit loaders (since 2018)."""
    folder, size = "".join(_parts(library.path)[-2:-1]).lower(), library.word_size
    if folder == "syswow64" and size == 64:
        fact = "a 64-bit loader lies in SysWOW64, where 32-bit processes look"
        judge.say(Severity.ERROR, rule("ABI-02"), fact, "System32", _WSI_EDITIONS)
    elif folder == "system32" and size == 32:
        fact = "a 32-bit loader lies in System32, which on 64-bit Windows is where 64-bit processes look"
        judge.say(Severity.WARNING, rule("ABI-02"), fact, "SysWOW64 on 64-bit Windows", _WSI_EDITIONS)


@decides("ABI-04")
def _macos_names(judge: ReasonCollector, library: Library) -> None:
    """Check the names: programs link against libvulkan.dylib and load the install name, which has the ABI version."""
    name, inner = _parts(library.path)[-1], library.soname.rpartition("/")[2]
    if not _MACOS_NAME.fullmatch(name):
        fact = f"the file is called {quote(name)}"
        judge.say(Severity.ERROR, rule("ABI-04"), fact, "libvulkan.1.dylib or libvulkan.dylib", _E2026)
    if inner != "libvulkan.1.dylib":
        fact = f"the install name is {quote(library.soname)}"
        judge.say(
            Severity.ERROR, rule("ABI-04"), fact, "libvulkan.1.dylib, as in @rpath/libvulkan.1.dylib", _E2026
        )


@decides("APP-EXPORT-01", "ABI-01")
def _core_exports(judge: ReasonCollector, library: Library, version: ApiVersion, of: str) -> None:
    """Check that the library exports every core command of the loader's version and of all earlier ones.

    ``of`` names the architecture if the file has several.
    """
    missing = [
        command.name
        for command in registry.commands().values()
        if command.core and _numbers(command.core) <= version.feature and command.name not in library.exports
    ]
    if missing:
        fact = f"{len(missing)} core commands of Vulkan {version} are not exported{of}: "
        judge.say(Severity.ERROR, rule("APP-EXPORT-01"), fact + some(missing, 5))


def _numbers(core: str) -> tuple[int, int]:
    major, _, minor = core.partition(".")
    return int(major), int(minor or 0)


@decides("WSI-EXT-01", "WSI-EXT-02", "WSI-SURFACE-02", "APP-EXPORT-01")
def _wsi_exports(
    judge: ReasonCollector, library: Library, version: ApiVersion, system: System, of: str
) -> None:
    """Check that the library exports the commands of the surface, swapchain, display and window system extensions.

    Reports an extension without any command, and one with only some. The latter only from version 1.1 on, because
    VK_KHR_swapchain got commands with Vulkan 1.1. WSI-EXT-01 and WSI-EXT-02 do not apply to Android's loader.
    """
    if system is System.ANDROID:
        return
    windowing, editions = _WINDOWING.get(system, ((), _WSI_EDITIONS))
    for names, why, severity, ages in (
        (_WSI, "WSI-EXT-01", Severity.ERROR, _WSI_EDITIONS),
        (windowing, "WSI-EXT-02", Severity.WARNING, editions),
    ):
        for name in names:
            known = registry.extension(name)
            commands = known.commands if known else ()
            missing = [command for command in commands if command not in library.exports]
            if len(missing) == len(commands):
                fact = f"no command of {name} is exported{of}"
                judge.say(severity, rule(why), fact, editions=ages)
            elif missing and version.feature > (1, 0):
                fact = f"{name} is exported in part: {', '.join(missing)} is missing{of}"
                judge.say(Severity.ERROR, rule("APP-EXPORT-01"), fact)
