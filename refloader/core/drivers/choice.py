"""Decides which of the drivers found a loader tries to use. Does not open them."""

from collections.abc import Iterable

from refloader.core.activation.filters import DriverFilters, driver_verdict
from refloader.core.editions import traits_of_age
from refloader.model.age import DOCUMENTED, Age
from refloader.model.driver import Driver
from refloader.model.edition import Edition
from refloader.model.plan import DriverOutcome
from refloader.model.reason import InFile, Reason, Severity, of_edition
from refloader.model.request import PORTABILITY_EXTENSION, Given, Request
from refloader.model.text import quote, some
from refloader.rules import RuleId, decides, rule

DIRECT_EXTENSION = "VK_LUNARG_direct_driver_loading"
PORTABILITY_FLAG = "VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR"


@decides("LDP_LOADER_2", "DISC-DRIVER-GEN-01", "DISC-DRIVER-LINUX-05", "AMB-DUP-DRIVER", "MANIFEST-ICD-08")
def chosen_drivers(
    found: Iterable[Driver],
    filters: DriverFilters,
    request: Request,
    edition: Edition,
    word_size: int,
    bundle: str = "",
    age: Age = DOCUMENTED,
) -> tuple[DriverOutcome, ...]:
    """Return every driver found, in discovery order, and whether it is tried. A bad manifest affects only its driver.

    Two manifests that name one library are two drivers (AMB-DUP-DRIVER). ``bundle`` is the application's on macOS.
    """
    drivers = tuple(found)
    bundled = _bundled(drivers, bundle) if bundle and edition is Edition.E2026 else None
    return tuple(_outcome(driver, filters, request, edition, word_size, bundled, age) for driver in drivers)


def _outcome(
    driver: Driver,
    filters: DriverFilters,
    request: Request,
    edition: Edition,
    word_size: int,
    bundled: Driver | None,
    age: Age,
) -> DriverOutcome:
    refusals = [
        reason
        for reason in (
            _unusable(driver, edition),
            _wrong_size(driver, edition, word_size),
            _filtered(driver, filters),
            _portability(driver, request, edition, age),
            _replaced(driver, request, edition),
            _hidden(driver, bundled),
        )
        if reason is not None
    ]
    own = of_edition(driver.reasons, edition)
    if refusals:
        return DriverOutcome(driver, False, (*own, *refusals))
    fact = f"its manifest is found through {driver.place.source}"
    reason = Reason(rule("LDP_LOADER_2"), Severity.INFO, driver.manifest, fact, InFile(driver.manifest))
    return DriverOutcome(driver, True, (*own, reason))


def _bundled(found: Iterable[Driver], bundle: str) -> Driver | None:
    """Return the first driver with a usable manifest in the bundle, even if a variable names it, or None."""
    from refloader.core.search.macos_places import driver_folder  # needed only on macOS

    folder = driver_folder(bundle)
    for driver in found:
        if driver.manifest.rpartition("/")[0] == folder and Edition.E2026 not in driver.rejected:
            return driver
    return None


@decides("DISC-DRIVER-MACOS-02")
def _hidden(driver: Driver, bundled: Driver | None) -> Reason | None:
    """Return a reason if a driver in the bundle hides this one: only drivers in standard places are hidden."""
    if bundled is None or not driver.place.rule.startswith("DISC-LINUX"):
        return None
    fact = (
        f"the application's bundle has a driver, {quote(bundled.manifest)}, which hides those of the system"
    )
    return _say(driver, rule("DISC-DRIVER-MACOS-02"), fact)


def _unusable(driver: Driver, edition: Edition) -> Reason | None:
    if edition not in driver.rejected:
        return None
    return _say(driver, rule("LDP_DRIVER_4"), "the manifest is not usable")


@decides("MANIFEST-ICD-05")
def _wrong_size(driver: Driver, edition: Edition, word_size: int) -> Reason | None:
    if not driver.library_arch or edition is not Edition.E2026 or driver.library_arch == str(word_size):
        return None
    fact = f"the library is for {driver.library_arch}-bit processes and this one is {word_size}-bit"
    return _say(driver, rule("MANIFEST-ICD-05"), fact)


@decides("FILTER-GEN-02")
def _filtered(driver: Driver, filters: DriverFilters) -> Reason | None:
    name = filters.paths.split(driver.manifest)[1]
    stays, element = driver_verdict(filters, name)
    if stays:
        return None
    if filters.select:
        elements = some([quote(each) for each in filters.select])
        fact = (
            f"VK_LOADER_DRIVERS_SELECT does not match {quote(name)}: file names are compared with {elements}"
        )
        return _say(driver, rule("FILTER-DRIVER-SELECT-01"), fact)
    fact = f"VK_LOADER_DRIVERS_DISABLE has {quote(element)}, which matches {quote(name)}"
    return _say(driver, rule("FILTER-DRIVER-DISABLE-01"), fact)


@decides("AMB-PORTABILITY-ENUM")
def enumeration(executable: str = "") -> Request:
    """Return the request for an enumeration of extensions: it has no flags, so it includes portability drivers."""
    return Request(extensions=(PORTABILITY_EXTENSION,), portability=True, executable=executable)


@decides("PORTABILITY-01", "AMB-PORTABILITY-EXT")
def _portability(driver: Driver, request: Request, edition: Edition, age: Age) -> Reason | None:
    """Return a reason if a portability driver lacks the flag or the enabled extension (AMB-PORTABILITY-EXT)."""
    if not driver.is_portability or not traits_of_age(edition, age).portability:
        return None
    missing = [] if request.portability else [PORTABILITY_FLAG]
    missing += [] if PORTABILITY_EXTENSION in request.extensions else [PORTABILITY_EXTENSION]
    if not missing:
        return None
    lacking = " and ".join(missing)
    fact = f"it is a portability driver and the application does not ask with {lacking}"
    return _say(driver, rule("PORTABILITY-01"), fact, lacking)


@decides("DIRECT-DRIVER-01", "DIRECT-DRIVER-03", "DIRECT-DRIVER-04")
def brings_drivers(request: Request, edition: Edition) -> bool:
    """Return whether the application's own drivers are used: since 2026, if the extension is enabled."""
    known = edition is Edition.E2026
    return known and request.given is not Given.NONE and DIRECT_EXTENSION in request.extensions


def brings_only(request: Request, edition: Edition) -> bool:
    """Return whether the application's own drivers are the only ones."""
    return request.given is Given.EXCLUSIVE and brings_drivers(request, edition)


def _replaced(driver: Driver, request: Request, edition: Edition) -> Reason | None:
    if not brings_only(request, edition):
        return None
    return _say(driver, rule("DIRECT-DRIVER-03"), "the application uses only the drivers that it brings")


def _say(driver: Driver, why: RuleId, fact: str, remedy: str = "") -> Reason:
    return Reason(why, Severity.NOTE, driver.manifest, fact, InFile(driver.manifest), remedy)
