"""Checks the static facts of a layer's or driver's library against the rules of its system. Opens no file."""

from dataclasses import replace

from refloader.core.loading import native_format
from refloader.core.manifests.library_path import LibraryForm, library_form
from refloader.inspect.libraries.dependency_exports import NEGOTIATE
from refloader.inspect.libraries.loader_library import is_called_like_a_loader
from refloader.inspect.libraries.odd_paths import oddity
from refloader.inspect.libraries.reasons import ReasonCollector
from refloader.inspect.libraries.word_sizes import named_for, processor_meant
from refloader.model import registry
from refloader.model.driver import Driver
from refloader.model.edition import Edition, since, until
from refloader.model.introspection import FUNCTIONS, LAYERS
from refloader.model.layer import Layer
from refloader.model.library import Format, Library
from refloader.model.paths import POSIX_PATHS, PathRules
from refloader.model.place import Form, Place, Use
from refloader.model.reason import Location, Reason, Severity
from refloader.model.system import System
from refloader.model.text import quote, some
from refloader.model.version import api_version
from refloader.rules import RuleId, decides, rule

_E2018 = since(Edition.E2018)
_E2022 = since(Edition.E2022)
_E2026 = since(Edition.E2026)
_OLD = until(Edition.E2018)


@decides("LLP_LAYER_20", "LDP_DRIVER_11", "AMB-STALE-BARE")
def missing_library(
    library_path: str,
    subject: str,
    where: Location,
    *,
    driver: bool,
    installed: bool,
    paths: PathRules = POSIX_PATHS,
    spelled: str = "",
    linked: str = "",
    beside: bool = False,
    known: bool = True,
    others: bool = False,
    other_size: str = "",
) -> Reason:
    """Return the finding on a manifest whose library is missing.

    ``installed`` is whether loaders search the manifest's folder: if so, the manifest is stale or broken. The
    severity is lower in a source tree, where the library may be added later, and for a bare name, which another
    process's linker may find. ``spelled`` is a file of nearly the same name, ``linked`` one that the bare name leads
    to. ``beside`` is whether a file in the manifest's folder has the bare name, where no loader looks for it.
    ``known`` is False if the library could not be looked for, ``others`` whether the files are of packages without;
    ``other_size`` has that bare name.
    """
    form = library_form(library_path, paths)
    why = rule("LDP_DRIVER_11") if driver else rule("LLP_LAYER_20")
    if not known:
        fact = f"whether the library {quote(library_path)} ({form}) is installed is not known"
        return Reason(why, Severity.NOTE, subject, fact, where)
    loud = installed and form is not LibraryForm.BARE
    quiet = not installed and form is LibraryForm.BARE and not beside
    severity = Severity.ERROR if loud else Severity.NOTE if quiet else Severity.WARNING
    searched = (
        "the dynamic linker's folders" if paths.separator == "/" else "the folders that Windows searches"
    )
    where_not = f"in {searched}" if form is LibraryForm.BARE else "there"
    fact = f"the library {quote(library_path)} ({form}) is not {where_not}"
    fix = "install the library, correct library_path, or remove the manifest"
    if others and form is LibraryForm.BARE and not (spelled or linked or beside):
        severity = Severity.NOTE
        fact = f"the library {quote(library_path)} ({form}) is not in the package, which has none: another brings it"
        fix = "depend on the package with the library, and check both together; else correct library_path"
    if other_size:
        fix = "correct library_arch, install the library for such programs, or remove the manifest"
    odd, fix = oddity(library_path, fix)
    fact += odd
    if spelled:
        same = paths.split(spelled)[1].lower() == paths.split(library_path)[1].lower()
        fact += f"; there is {quote(spelled)}{', and letter case counts' if same else ''}"
    if linked:
        fix = quote(paths.split(library_path)[1])
        fact += f"; there is {quote(linked)}, to which the bare name leads"
    fact += f"; {quote(other_size)} is not for programs of its library_arch" if other_size else ""
    if beside:
        fix = quote(f".{paths.separator}{library_path}")
        fact += f"; it lies beside the manifest, where {fix} would lead"
    return Reason(why, severity, subject, fact, where, fix)


def not_a_library(library_path: str, detail: str, subject: str, where: Location, why: RuleId) -> Reason:
    """Return the finding on a library_path that leads to a file other than a shared library."""
    fact = f"{quote(library_path)} is no shared library: {detail}"
    return Reason(why, Severity.ERROR, subject, fact, where)


def unread_library(library_path: str, detail: str, subject: str, where: Location, why: RuleId) -> Reason:
    """Return the note on a library that cannot be read here, for which no fault is known."""
    fact = f"{quote(library_path)} was not looked into: {detail}"
    return Reason(why, Severity.NOTE, subject, fact, where)


def layer_library(
    layer: Layer,
    library: Library,
    where: Location,
    word_size: int,
    machine: str = "",
    system: System = System.LINUX,
) -> tuple[Reason, ...]:
    """Return the static findings about a layer's library, for a system and processes of a word size."""
    judge = ReasonCollector(layer.name, where)
    if not _is_native(judge, library, rule("MANIFEST-LAYER-07"), system):
        return tuple(judge.reasons)
    library = _fitting(library, layer.library_arch, word_size, machine)
    _is_shared(judge, library, rule("MANIFEST-LAYER-07"))
    if system is System.ANDROID:
        _android(judge, library)
        return tuple(judge.reasons)
    _architecture(judge, library, layer, word_size, rule("MANIFEST-LAYER-09"), _E2022)
    _machine(judge, library, layer.manifest, word_size, machine)
    _interface(judge, layer, library)
    _pre_instance(judge, layer, library)
    _exports(judge, library)
    return tuple(judge.reasons)


@decides("MANIFEST-LAYER-07", "MANIFEST-ICD-03")
def _is_native(judge: ReasonCollector, library: Library, why: RuleId, system: System) -> bool:
    """Return whether the system loads files of the library's format; report it if not."""
    native = native_format(system)
    if library.format is not native:
        fact = f"{quote(library.path)} is a file of the format {library.format}, and {system.label} loads {native}"
        judge.say(Severity.ERROR, why, fact, f"a library for {system.label}")
    return library.format is native


def _fitting(library: Library, arch: str, word_size: int, machine: str) -> Library:
    """Return the architecture of a universal file that such a process would load, or the first if none fits.

    ``arch`` is the manifest's library_arch; "32" and "64" override ``word_size``.
    """
    size = int(arch) if arch in ("32", "64") else word_size
    every = (library, *library.others)
    fitting = [each for each in every if each.word_size == size]
    return next((each for each in fitting if each.machine == machine), (fitting or every)[0])


_NOT_SHARED = {
    Format.ELF: "is an ELF file, but not a shared object",
    Format.PE: "is a Windows program, and not a DLL",
    Format.MACHO: "is a Mach-O file, but neither a dynamic library nor a bundle",
}


def _is_shared(judge: ReasonCollector, library: Library, why: RuleId) -> None:
    if not library.shared:
        judge.say(Severity.ERROR, why, f"{quote(library.path)} {_NOT_SHARED[library.format]}")


@decides("MANIFEST-LAYER-09", "MANIFEST-ICD-05")
def _architecture(
    judge: ReasonCollector,
    library: Library,
    by: Layer | Driver,
    word_size: int,
    why: RuleId,
    editions: frozenset[Edition],
) -> None:
    """Check that library_arch in the manifest, if present, is the library's word size.

    ``editions`` are those that define the field.
    """
    size, arch = str(library.word_size), by.library_arch
    if arch and arch != size:
        fact = f'"library_arch" is "{arch}" and the library is {size}-bit ({library.machine})'
        judge.say(Severity.ERROR, why, fact, f'"library_arch": "{size}"', editions)
    elif not arch and library.word_size != word_size:
        fact = f"the library is {size}-bit ({library.machine}); {word_size}-bit loaders open it in vain"
        if named_for(by.manifest) == word_size:
            fact += f", and the manifest is called as one for {word_size}-bit programs"
            judge.say(Severity.WARNING, why, fact, f"name a {word_size}-bit library", editions)
            return
        judge.say(Severity.NOTE, why, fact, f'"library_arch": "{size}"', editions)


@decides("DEBUG-WRONGARCH-01")
def _machine(judge: ReasonCollector, library: Library, manifest: str, word_size: int, machine: str) -> None:
    """Check that the library is for this machine's processor, if that is known.

    In a staging tree it is not; there the names of the manifest and of the library's folder say which one is meant.
    """
    meant, why = (
        (machine, f"the machine is {machine}") if machine else processor_meant(manifest, library.path)
    )
    if meant and library.word_size == word_size and library.machine != meant:
        fact = f"the library is for {library.machine} and {why}"
        judge.say(Severity.WARNING, rule("DEBUG-WRONGARCH-01"), fact, f"a library for {meant}")


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
def _interface(judge: ReasonCollector, layer: Layer, library: Library) -> None:
    """Check that a loader can use the library's interface: by negotiation, or by the two older exports."""
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
        suggestion = f'"functions": {{"vkGetInstanceProcAddr": "{prefixed}"}}'
        judge.say(Severity.ERROR, rule("IFACE-LAYER-V0-09"), fact, suggestion, until(Edition.E2016))
        # Since 2018 the text on version 0 requires exactly this name and does not mention "functions".
        fact = f"the library exports {prefixed} and not {NEGOTIATE}: a layer of interface version 0"
        judge.say(Severity.WARNING, rule("LLP_LAYER_4"), fact, f"export {NEGOTIATE}", _E2022)
    else:
        hint = _decorated(library, NEGOTIATE, instance)
        fact = f"the library exports neither {NEGOTIATE} nor {instance}: no loader can use it{hint}"
        judge.say(Severity.ERROR, rule("LLP_LAYER_4"), fact, f"export {NEGOTIATE}")


def _decorated(library: Library, *names: str) -> str:
    """Return a hint if a 32-bit DLL exports the names in decorated form (_name@8), which no loader looks up."""
    wanted = tuple(f"_{name}@" for name in names)
    found = sorted(name for name in library.exports if name.startswith(wanted))
    return f" (it exports {', '.join(found)}; a .def file gives plain names)" if found else ""


@decides("DISC-ANDROID-03")
def _android(judge: ReasonCollector, library: Library) -> None:
    """Check the exports by which Android's loader queries a library for its layers; it reads no manifests (2018)."""
    for name in sorted(FUNCTIONS - library.exports):
        first = name == LAYERS
        fact = f"the library does not export {name}: "
        fact += "no loader of Android finds layers in it" if first else "no loader of Android can ask it"
        severity = Severity.ERROR if first else Severity.WARNING
        judge.say(severity, rule("DISC-ANDROID-03"), fact, f"export {name}")
    if "vkGetInstanceProcAddr" not in library.exports and NEGOTIATE not in library.exports:
        fact = f"the library exports neither vkGetInstanceProcAddr nor {NEGOTIATE}: no loader can use it"
        judge.say(Severity.ERROR, rule("LLP_LAYER_4"), fact, "export vkGetInstanceProcAddr")


def _introspection(judge: ReasonCollector, library: Library) -> None:
    missing = sorted(FUNCTIONS - library.exports)
    if missing:
        fact = f"a layer of interface version 0 must also export {', '.join(missing)}; this library does not"
        judge.say(Severity.NOTE, rule("IFACE-LAYER-V0-01"), fact)


@decides("PREINST-01")
def _pre_instance(judge: ReasonCollector, layer: Layer, library: Library) -> None:
    for name, symbol in layer.pre_instance:
        if symbol not in library.exports:
            fact = (
                f'"pre_instance_functions" maps {name} to {quote(symbol)}, which the library does not export'
            )
            judge.say(Severity.ERROR, rule("PREINST-01"), fact, "export the symbol or drop the entry", _E2018)


_LAYER_MAY_EXPORT = FUNCTIONS | {"vkGetInstanceProcAddr", "vkGetDeviceProcAddr", NEGOTIATE}


@decides("IFACE-LAYER-V0-08", "INTERCEPT-08")
def _exports(judge: ReasonCollector, library: Library) -> None:
    """Note the intercepted commands that a layer exports; the documents advise against it."""
    needless = sorted(
        name for name in library.exports - _LAYER_MAY_EXPORT if registry.command(name) is not None
    )
    if needless:
        fact = f"the library exports {len(needless)} Vulkan commands it need not export: {some(needless)}"
        judge.say(Severity.NOTE, rule("IFACE-LAYER-V0-08"), fact)


def driver_library(
    driver: Driver,
    library: Library,
    where: Location,
    word_size: int,
    machine: str = "",
    system: System = System.LINUX,
) -> tuple[Reason, ...]:
    """Return the static findings about a driver's library, for a system and processes of a word size."""
    judge = ReasonCollector(driver.manifest, where)
    if not _is_native(judge, library, rule("MANIFEST-ICD-03"), system):
        return tuple(judge.reasons)
    library = _fitting(library, driver.library_arch, word_size, machine)
    _is_shared(judge, library, rule("MANIFEST-ICD-03"))
    _architecture(judge, library, driver, word_size, rule("MANIFEST-ICD-05"), _E2026)
    _machine(judge, library, driver.manifest, word_size, machine)
    _driver_interface(judge, library, driver.library_path)
    _driver_names(judge, library)
    if system is System.WINDOWS:
        _sorting(judge, library)
    return tuple(judge.reasons)


_VERSION_0 = ("vkGetInstanceProcAddr", "vkCreateInstance", "vkEnumerateInstanceExtensionProperties")


@decides("GPA-ICD-01", "NEGOTIATE-ICD-01", "PHYSDEV-ICD-03", "IFACE-ICD-V0-01", "IFACE-ICD-V1-01")
def _driver_interface(judge: ReasonCollector, library: Library, path: str = "") -> None:
    """Check the exports that distinguish a driver of interface version 0, 1, or 2 and later."""
    exports = library.exports
    if "vk_icdGetInstanceProcAddr" not in exports:
        _version_0(judge, library, path)
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


def _version_0(judge: ReasonCollector, library: Library, path: str) -> None:
    """Check a driver that does not export vk_icdGetInstanceProcAddr, which must have the exports of version 0."""
    exports = library.exports
    suggestion = "export vk_icdGetInstanceProcAddr"
    missing = [name for name in _VERSION_0 if name not in exports]
    if not missing and is_called_like_a_loader(path):
        fact = f"{quote(path)} is called like a loader, and exports what one does and no vk_icdGetInstanceProcAddr"
        judge.say(Severity.WARNING, rule("GPA-ICD-01"), fact, "the library of the driver itself")
    elif not missing:
        fact = "the library exports no vk_icdGetInstanceProcAddr: a driver of interface version 0"
        judge.say(Severity.NOTE, rule("IFACE-ICD-V0-01"), fact, suggestion)
    elif _VERSION_0[0] in missing:
        hint = _decorated(library, "vk_icdGetInstanceProcAddr")
        fact = f"the library exports neither vk_icdGetInstanceProcAddr nor {', '.join(missing)}{hint}"
        judge.say(Severity.ERROR, rule("GPA-ICD-01"), fact, suggestion)
    else:
        fact = f"a driver of interface version 0 must also export {', '.join(missing)}; this library does not"
        judge.say(Severity.ERROR, rule("IFACE-ICD-V0-01"), fact, suggestion)


@decides("GPA-ICD-04", "LDP_DRIVER_6", "AMB-DRIVER-EXPORTS")
def _driver_names(judge: ReasonCollector, library: Library) -> None:
    """Report exports under official names: forbidden in 2016 and 2018, and advised against in 2026."""
    if "vk_icdGetInstanceProcAddr" not in library.exports:
        return  # interface version 0 requires them
    clashing = sorted(name for name in library.exports if registry.command(name) is not None)
    if not clashing:
        return
    fact = f"the library exports {len(clashing)} commands under official names: {some(clashing)}"
    if library.format is Format.ELF and not library.symbolic:  # other formats bind names to a library
        fact_old = f"{fact}, and is not linked with -Bsymbolic"
        judge.say(Severity.WARNING, rule("GPA-ICD-04"), fact_old, "hide them or link with -Bsymbolic", _OLD)
    judge.say(Severity.NOTE, rule("LDP_DRIVER_6"), fact, editions=_E2026)


@decides("DEVICE-SORT-WIN-03")
def _sorting(judge: ReasonCollector, library: Library) -> None:
    """Note a Windows driver without the function: it is conformant, but its devices are listed last and unsorted.

    A driver of interface version 7 may return the function when queried, which its file does not show.
    """
    name = "vk_icdEnumerateAdapterPhysicalDevices"
    if "vk_icdGetInstanceProcAddr" in library.exports and name not in library.exports:
        fact = f"the library does not export {name}: unless it gives it when asked, its devices come last, unsorted"
        judge.say(Severity.NOTE, rule("DEVICE-SORT-WIN-03"), fact, f"export {name}", _E2026)


_OF_DRIVERS = frozenset({"vk_icdGetInstanceProcAddr", "vk_icdNegotiateLoaderICDInterfaceVersion"})


@decides("LLP_LAYER_4", "GPA-ICD-01")
def library_alone(library: Library, where: Location, system: System) -> tuple[Reason, ...]:
    """Return the static findings about a library without a manifest: a driver or layer, according to its exports."""
    place = Place(library.path, Use.EXPLICIT, Form.FILE, "the command line", rule("DISC-GEN-08"))
    if any(_OF_DRIVERS & each.exports for each in (library, *library.others)):
        driver = Driver(library.path, replace(place, use=Use.DRIVER))
        return driver_library(driver, library, where, library.word_size, "", system)
    layer = Layer(library.path, Use.EXPLICIT, library.path, place, where, "", "", api_version(1, 0), 0, "")
    return layer_library(layer, library, where, library.word_size, "", system)
