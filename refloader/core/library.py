"""Judges a layer's, driver's or loader's library by its static facts. Never opens one."""

from refloader.core.library_path import LibraryForm, library_form
from refloader.model import registry
from refloader.model.driver import Driver
from refloader.model.edition import Edition, since, until
from refloader.model.layer import Layer
from refloader.model.library import Library
from refloader.model.reason import Location, Reason, Severity
from refloader.model.text import quote, some
from refloader.model.version import ApiVersion
from refloader.rules import RuleId, decides, rule

NEGOTIATE = "vkNegotiateLoaderLayerInterfaceVersion"
_E2018 = since(Edition.E2018)
_E2022 = since(Edition.E2022)
_E2026 = since(Edition.E2026)
_OLD = until(Edition.E2018)
_INTROSPECTION = frozenset(
    {
        "vkEnumerateInstanceLayerProperties",
        "vkEnumerateInstanceExtensionProperties",
        "vkEnumerateDeviceLayerProperties",
        "vkEnumerateDeviceExtensionProperties",
    }
)


class _Judge:
    """Gathers the reasons about one library, all at the manifest's library_path."""

    def __init__(self, subject: str, where: Location) -> None:
        self.subject = subject
        self.where = where
        self.reasons: list[Reason] = []

    def say(
        self,
        severity: Severity,
        why: RuleId,
        fact: str,
        remedy: str = "",
        editions: frozenset[Edition] = frozenset(Edition),
    ) -> None:
        self.reasons.append(Reason(why, severity, self.subject, fact, self.where, remedy, editions))


@decides("LLP_LAYER_20", "LDP_DRIVER_11", "AMB-STALE-BARE")
def missing_library(
    library_path: str, subject: str, where: Location, *, driver: bool, installed: bool
) -> Reason:
    """What a manifest without its library amounts to.

    In a place where loaders look it is stale or broken. Elsewhere (a source tree) the library may come
    later, and a bare name may be found by another process's linker, so it is said less loudly.
    """
    form = library_form(library_path)
    loud = installed and form is not LibraryForm.BARE
    quiet = not installed and form is LibraryForm.BARE
    severity = Severity.ERROR if loud else Severity.NOTE if quiet else Severity.WARNING
    where_not = "in the dynamic linker's folders" if form is LibraryForm.BARE else "there"
    fact = f"the library {quote(library_path)} ({form}) is not {where_not}"
    why = rule("LDP_DRIVER_11") if driver else rule("LLP_LAYER_20")
    return Reason(
        why,
        severity,
        subject,
        fact,
        where,
        "install the library, correct library_path, or remove the manifest",
    )


def not_a_library(library_path: str, detail: str, subject: str, where: Location, why: RuleId) -> Reason:
    """A library_path that leads to something else than an ELF shared library."""
    fact = f"{quote(library_path)} is no shared library: {detail}"
    return Reason(why, Severity.ERROR, subject, fact, where)


def layer_library(
    layer: Layer, library: Library, where: Location, word_size: int, machine: str = ""
) -> tuple[Reason, ...]:
    """The static findings about a layer's library."""
    judge = _Judge(layer.name, where)
    _is_shared(judge, library, rule("MANIFEST-LAYER-07"))
    _architecture(judge, library, layer.library_arch, word_size, rule("MANIFEST-LAYER-09"), _E2022)
    _machine(judge, library, word_size, machine)
    _interface(judge, layer, library)
    _pre_instance(judge, layer, library)
    _exports(judge, library)
    return tuple(judge.reasons)


def _is_shared(judge: _Judge, library: Library, why: RuleId) -> None:
    if not library.shared:
        judge.say(Severity.ERROR, why, f"{quote(library.path)} is an ELF file, but not a shared object")


@decides("MANIFEST-LAYER-09", "MANIFEST-ICD-05")
def _architecture(
    judge: _Judge, library: Library, arch: str, word_size: int, why: RuleId, editions: frozenset[Edition]
) -> None:
    """Whether the word size in the manifest, if any, is the library's; ``editions`` know the field."""
    size = str(library.word_size)
    if arch and arch != size:
        fact = f'"library_arch" is "{arch}" and the library is {size}-bit ({library.machine})'
        judge.say(Severity.ERROR, why, fact, f'"library_arch": "{size}"', editions)
    elif not arch and library.word_size != word_size:
        fact = f"the library is {size}-bit ({library.machine}); {word_size}-bit loaders open it in vain"
        judge.say(Severity.NOTE, why, fact, f'"library_arch": "{size}"', editions)


@decides("DEBUG-WRONGARCH-01")
def _machine(judge: _Judge, library: Library, word_size: int, machine: str) -> None:
    """Whether this machine could load the library at all; an unknown machine is no reason to complain."""
    if machine and library.word_size == word_size and library.machine != machine:
        fact = f"the library is for {library.machine} and this machine is {machine}"
        judge.say(Severity.WARNING, rule("DEBUG-WRONGARCH-01"), fact, f"a library for {machine}")


@decides(
    "LLP_LAYER_4",
    "NEGOTIATE-LAYER-02",
    "IFACE-LAYER-V1-01",
    "IFACE-LAYER-V0-01",
    "IFACE-LAYER-V0-06",
    "IFACE-LAYER-V0-07",
    "IFACE-LAYER-V0-09",
    "IFACE-LAYER-V0-10",
    "AMB-LLP4-NOEXPORT",
)
def _interface(judge: _Judge, layer: Layer, library: Library) -> None:
    """Whether a loader can start to talk to the library: by negotiation, or by the two older exports."""
    renamed = dict(layer.functions)
    for name, symbol in layer.functions:
        if symbol not in library.exports:
            fact = f'"functions" maps {name} to {quote(symbol)}, which the library does not export'
            judge.say(Severity.ERROR, rule("MANIFEST-LAYER-13"), fact, "export the symbol or drop the entry")
    if renamed.get(NEGOTIATE, NEGOTIATE) in library.exports:
        return
    instance = renamed.get("vkGetInstanceProcAddr", "vkGetInstanceProcAddr")
    device = renamed.get("vkGetDeviceProcAddr", "vkGetDeviceProcAddr")
    prefixed = f"{layer.name}GetInstanceProcAddr"
    if instance in library.exports:
        fact = f"the library does not export {NEGOTIATE}; loaders use it as interface version 0 or 1"
        judge.say(Severity.WARNING, rule("LLP_LAYER_4"), fact, f"export {NEGOTIATE}", _E2022)
        if device not in library.exports:
            fact = f"the library does not export {device}, so it takes no part in device chains"
            judge.say(Severity.WARNING, rule("IFACE-LAYER-V0-07"), fact)
        _introspection(judge, library)
    elif prefixed in library.exports:
        fact = f'the library exports {prefixed} and "functions" does not name it'
        remedy = f'"functions": {{"vkGetInstanceProcAddr": "{prefixed}"}}'
        judge.say(Severity.ERROR, rule("IFACE-LAYER-V0-09"), fact, remedy, until(Edition.E2016))
        # 2018 on: the version 0 text asks for just this name and does not mention "functions".
        fact = f"the library exports {prefixed} and not {NEGOTIATE}: a layer of interface version 0"
        judge.say(Severity.WARNING, rule("LLP_LAYER_4"), fact, f"export {NEGOTIATE}", _E2022)
    else:
        fact = f"the library exports neither {NEGOTIATE} nor {instance}: no loader can use it"
        judge.say(Severity.ERROR, rule("LLP_LAYER_4"), fact, f"export {NEGOTIATE}")


def _introspection(judge: _Judge, library: Library) -> None:
    missing = sorted(_INTROSPECTION - library.exports)
    if missing:
        fact = f"a layer of interface version 0 must also export {', '.join(missing)}; this library does not"
        judge.say(Severity.NOTE, rule("IFACE-LAYER-V0-01"), fact)


@decides("PREINST-01")
def _pre_instance(judge: _Judge, layer: Layer, library: Library) -> None:
    for name, symbol in layer.pre_instance:
        if symbol not in library.exports:
            fact = (
                f'"pre_instance_functions" maps {name} to {quote(symbol)}, which the library does not export'
            )
            judge.say(Severity.ERROR, rule("PREINST-01"), fact, "export the symbol or drop the entry", _E2018)


_LAYER_MAY_EXPORT = _INTROSPECTION | {"vkGetInstanceProcAddr", "vkGetDeviceProcAddr", NEGOTIATE}


@decides("IFACE-LAYER-V0-08", "INTERCEPT-08")
def _exports(judge: _Judge, library: Library) -> None:
    """A layer is advised not to export the commands it intercepts."""
    needless = sorted(
        name for name in library.exports - _LAYER_MAY_EXPORT if registry.command(name) is not None
    )
    if needless:
        fact = f"the library exports {len(needless)} Vulkan commands it need not export: {some(needless)}"
        judge.say(Severity.NOTE, rule("IFACE-LAYER-V0-08"), fact)


def driver_library(
    driver: Driver, library: Library, where: Location, word_size: int, machine: str = ""
) -> tuple[Reason, ...]:
    """The static findings about a driver's library."""
    judge = _Judge(driver.manifest, where)
    _is_shared(judge, library, rule("MANIFEST-ICD-03"))
    _architecture(judge, library, driver.library_arch, word_size, rule("MANIFEST-ICD-05"), _E2026)
    _machine(judge, library, word_size, machine)
    _driver_interface(judge, library)
    _driver_names(judge, library)
    return tuple(judge.reasons)


_VERSION_0 = ("vkGetInstanceProcAddr", "vkCreateInstance", "vkEnumerateInstanceExtensionProperties")


@decides("GPA-ICD-01", "NEGOTIATE-ICD-01", "PHYSDEV-ICD-03", "IFACE-ICD-V0-01", "IFACE-ICD-V1-01")
def _driver_interface(judge: _Judge, library: Library) -> None:
    """The exports that make a driver one of interface version 0, 1, or 2 and later."""
    exports = library.exports
    if "vk_icdGetInstanceProcAddr" not in exports:
        _version_0(judge, exports)
        return
    if "vk_icdNegotiateLoaderICDInterfaceVersion" not in exports:
        fact = (
            "the library does not export vk_icdNegotiateLoaderICDInterfaceVersion: interface version 1, or 7 "
            "if it can be queried"
        )
        judge.say(Severity.NOTE, rule("NEGOTIATE-ICD-01"), fact)
    if "vk_icdGetPhysicalDeviceProcAddr" not in exports:
        fact = "the library does not export vk_icdGetPhysicalDeviceProcAddr, which is needed below version 7"
        judge.say(Severity.NOTE, rule("PHYSDEV-ICD-03"), fact, editions=_E2026)


def _version_0(judge: _Judge, exports: frozenset[str]) -> None:
    """Without vk_icdGetInstanceProcAddr a driver is of version 0 if it has that version's lookup, else of none."""
    remedy = "export vk_icdGetInstanceProcAddr"
    missing = [name for name in _VERSION_0 if name not in exports]
    if not missing:
        fact = "the library exports no vk_icdGetInstanceProcAddr: a driver of interface version 0"
        judge.say(Severity.NOTE, rule("IFACE-ICD-V0-01"), fact, remedy)
    elif _VERSION_0[0] in missing:
        fact = f"the library exports neither vk_icdGetInstanceProcAddr nor {', '.join(missing)}"
        judge.say(Severity.ERROR, rule("GPA-ICD-01"), fact, remedy)
    else:
        fact = f"a driver of interface version 0 must also export {', '.join(missing)}; this library does not"
        judge.say(Severity.ERROR, rule("IFACE-ICD-V0-01"), fact, remedy)


@decides("GPA-ICD-04", "LDP_DRIVER_6", "AMB-DRIVER-EXPORTS")
def _driver_names(judge: _Judge, library: Library) -> None:
    """Official Vulkan names must not clash with the loader's: binding in 2016 and 2018, advice in 2026."""
    if "vk_icdGetInstanceProcAddr" not in library.exports:
        return  # interface version 0 cannot do without them
    clashing = sorted(name for name in library.exports if registry.command(name) is not None)
    if not clashing:
        return
    fact = f"the library exports {len(clashing)} commands under official names: {some(clashing)}"
    if not library.symbolic:
        fact_old = f"{fact}, and is not linked with -Bsymbolic"
        judge.say(Severity.WARNING, rule("GPA-ICD-04"), fact_old, "hide them or link with -Bsymbolic", _OLD)
    judge.say(Severity.NOTE, rule("LDP_DRIVER_6"), fact, editions=_E2026)


_NOT_2022 = frozenset(Edition) - {Edition.E2022}  # the layer document says nothing about a loader's exports
_WSI_EDITIONS = frozenset({Edition.E2018, Edition.E2026})
_WSI = ("VK_KHR_surface", "VK_KHR_swapchain", "VK_KHR_display")
_LINUX_WSI = ("VK_KHR_xcb_surface", "VK_KHR_xlib_surface", "VK_KHR_wayland_surface")


def loader_library(library: Library, version: ApiVersion, where: Location) -> tuple[Reason, ...]:
    """The static findings about a loader's library of the given Vulkan version."""
    judge = _Judge(library.path, where)
    _soname(judge, library)
    _core_exports(judge, library, version)
    _wsi_exports(judge, library, version)
    return tuple(judge.reasons)


@decides("ABI-03")
def _soname(judge: _Judge, library: Library) -> None:
    if library.soname != "libvulkan.so.1":
        fact = f"the SONAME is {quote(library.soname)}"
        judge.say(Severity.ERROR, rule("ABI-03"), fact, "libvulkan.so.1", _NOT_2022)


@decides("APP-EXPORT-01", "ABI-01")
def _core_exports(judge: _Judge, library: Library, version: ApiVersion) -> None:
    """Every core command up to the loader's own version is exported, those of all versions before it too."""
    missing = [
        command.name
        for command in registry.commands().values()
        if command.core and _not_newer(command.core, version) and command.name not in library.exports
    ]
    if missing:
        fact = f"{len(missing)} core commands of Vulkan {version} are not exported: {some(missing, 5)}"
        judge.say(Severity.ERROR, rule("APP-EXPORT-01"), fact, editions=_NOT_2022)


def _not_newer(core: str, version: ApiVersion) -> bool:
    major, _, minor = core.partition(".")
    return (int(major), int(minor or 0)) <= version.feature


@decides("WSI-EXT-01", "WSI-EXT-02", "WSI-SURFACE-02", "APP-EXPORT-01")
def _wsi_exports(judge: _Judge, library: Library, version: ApiVersion) -> None:
    """The surface, swapchain and display commands, and those of Linux window systems: all or none of each.

    The loader's version matters because VK_KHR_swapchain got commands with Vulkan 1.1.
    """
    for names, why, severity in (
        (_WSI, "WSI-EXT-01", Severity.ERROR),
        (_LINUX_WSI, "WSI-EXT-02", Severity.WARNING),
    ):
        for name in names:
            known = registry.extension(name)
            commands = known.commands if known else ()
            missing = [command for command in commands if command not in library.exports]
            if len(missing) == len(commands):
                fact = f"no command of {name} is exported"
                judge.say(severity, rule(why), fact, editions=_WSI_EDITIONS)
            elif missing and version.feature > (1, 0):
                fact = f"{name} is exported in part: {', '.join(missing)} is missing"
                judge.say(Severity.ERROR, rule("APP-EXPORT-01"), fact, editions=_NOT_2022)
