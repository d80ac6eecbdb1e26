"""The stack for programs of the other word size: whether it is there in part only."""

from collections.abc import Iterator, Sequence

from refloader.doctor.values import Finding, LoaderFile, Topic, Weight
from refloader.host.port import Host
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.libraries.word_sizes import named_for
from refloader.inspect.lint.collection import entry_of, missing_twins
from refloader.inspect.packages import Part, install, install_files
from refloader.model.driver import Driver
from refloader.model.layer import Layer
from refloader.model.plan import Plan
from refloader.model.system import System
from refloader.model.text import number_of, quote, some

_MOST = 3


def findings(
    host: Host, plan: Plan, libraries: Libraries, loaders: Sequence[LoaderFile], *, of_parts: bool
) -> Iterator[Finding]:
    """Yield which half of a 32-bit stack is missing; nothing if there is none, or it is whole. Linux only.

    A tree ``of_parts`` needs no loader.
    """
    if host.platform().system is not System.LINUX or host.word_size() != 64:
        return
    sizes = {o.driver.manifest: libraries.word_sizes(o.driver) for o in plan.drivers}
    misnamed = [each for each, known in sizes.items() if known == {32} and named_for(each) == 64]
    drivers = [manifest for manifest, known in sizes.items() if 32 in known and manifest not in misnamed]
    yield from _misnamed(host, plan, libraries)
    loader = next((each for each in loaders if each.bits == 32), None)
    if loader is not None and not drivers:
        fact = f"32-bit programs find a loader ({loader.path}) and no driver"
        used = [o.driver.library_path.rpartition("/")[2] for o in plan.drivers if o.used]
        command = install(host, Part.DRIVERS_32) or install_files(host, used[:_MOST], 32)
        yield Finding(Topic.BITS, Weight.WRONG, fact, command, "install the 32-bit library of the driver")
    elif drivers and loader is None and not of_parts:
        names = some([quote(each) for each in drivers], _MOST)
        fact = f"{number_of(len(drivers), 'driver')} for 32-bit programs ({names}), and no 32-bit loader"
        yield Finding(
            Topic.BITS, Weight.WRONG, fact, install(host, Part.LOADER_32), "install the 32-bit loader"
        )
    if loader is not None or drivers:
        entries = [
            entry_of(o.layer, o.layer.where, libraries.word_sizes(o.layer)) for o in plan.layers if o.active
        ]
        for reason in missing_twins(entries, sizes.values()):
            fact = f"{quote(reason.subject)}: {reason.fact}"
            yield Finding(Topic.BITS, Weight.NOTE, fact, "", reason.remedy, str(reason.rule))


def _misnamed(host: Host, plan: Plan, libraries: Libraries) -> Iterator[Finding]:
    """Yield the manifests that are called as for 64-bit programs, and have a library for 32-bit ones alone."""
    parts: list[tuple[Driver | Layer, str]] = [(o.driver, "driver") for o in plan.drivers]
    parts += [(o.layer, "layer") for o in plan.layers]
    for each, part in parts:
        manifest, library = each.manifest, each.library_path
        if not library or named_for(manifest) != 64 or libraries.word_sizes(each) != {32}:
            continue
        fact = (
            f"{quote(manifest)} is called as one for 64-bit programs, and its library {quote(library)} is for"
        )
        fact += f" 32-bit programs: 64-bit programs have no {part} by it"
        command = install_files(host, [library.rpartition("/")[2]], 64, again=True)
        advice = f"install the 64-bit library of the {part} again"
        yield Finding(Topic.BITS, Weight.WRONG, fact, command, advice, path=manifest)
