"""The release and edition by which a loader is judged: what it reports, or what probes find if no release has that.

A reported version that no release has decides nothing: the patch number of a loader has no meaning in Vulkan. A
loader that descends from no release is judged by the documents that it follows. One that reports a release is taken
for it, unless it shows features that came later and descends from none: it may have the number of its headers.
"""

from typing import TYPE_CHECKING, NamedTuple

from refloader.core.ages import is_release, release_of
from refloader.host.binaries.library_files import read_library_file
from refloader.model.edition import FIRST, LATEST, Edition
from refloader.model.library import Library
from refloader.model.version import parse_loose
from refloader.native.windows_target import chosen
from refloader.scenario.observation import Observation
from refloader.scenario.registered import core_commands
from refloader.suite.loaders.subjects import edition_of

if TYPE_CHECKING:
    from refloader.suite.loaders.probing import Found

_FIRST_OF_2022 = "1.3.204"


class JudgedBy(NamedTuple):
    """An edition, the release whose features are asked for (empty: all features), and how both were found."""

    edition: Edition
    release: str
    why: str


def judged_by(path: str, seen: Observation, version: str) -> JudgedBy:
    """Return by what a loader is judged that reports ``version``, or has it in its file's name.

    ``seen`` is the observation of VERSION. A library without vkEnumerateInstanceVersion is as old as its name says,
    unless it follows later documents: a loader for Vulkan 1.0 alone can be written today.
    """
    if seen.results.get("version", 0) != 0:
        return JudgedBy(LATEST, version, "vkEnumerateInstanceVersion fails, so it is the newest")
    if parse_loose(version) is None:
        return JudgedBy(LATEST, version, "its version is not known, so it is the newest")
    as_it_says = JudgedBy(edition_of(version), version, f"its version is {version}")
    if "version" not in seen.results:
        found = _found(path)
        if found is None or found.documents is None or found.documents <= as_it_says.edition:
            return as_it_says
        return _documented(found, found.documents, version, "it has no vkEnumerateInstanceVersion")
    if is_release(version) and not version.startswith("1.0."):
        return _with_later_features(path, as_it_says)
    return _probed(path, version)


def _with_later_features(path: str, said: JudgedBy) -> JudgedBy:
    """Return ``said``, or the documents of a loader that descends from no release and has features of later ones."""
    from refloader.suite.loaders.probing import shows_later_features  # here, as above

    reported = parse_loose(said.release)
    if chosen() or reported is None or not shows_later_features(path, reported):
        return said
    found = _found(path)
    if found is None or found.documents is None or found.documents < said.edition:
        return said
    return _documented(found, found.documents, said.release, f"it reports {said.release}")


def _found(path: str) -> "Found | None":
    from refloader.suite.loaders.probing import probed  # here, as only few loaders need it

    return None if chosen() else probed(path)


def _documented(found: "Found", edition: Edition, version: str, reports: str) -> JudgedBy:
    """Return by what a loader is judged that descends from no release and follows an edition."""
    release = version if edition_of(version) is edition else FIRST[edition]
    release = max(release, found.features, key=release_of)
    share = f"in {found.following} of {found.asked} probes"
    why = f"no known release behaves like it, and {share} it does what the documents of {edition.value} say"
    has = f", with the features of {release}" if release == found.features else ""
    return JudgedBy(edition, release, f"{reports}: {why}{has}")


def _probed(path: str, version: str) -> JudgedBy:
    reports = f"it reports {version}, which no loader's release is"
    found = _found(path)
    if found is None:
        return JudgedBy(LATEST, "", f"{reports}, and no probe finds its age, so it is the newest")
    if found.documents is not None:
        return _documented(found, found.documents, version, reports)
    first, last = _numbers(found.first), _numbers(found.age.release)
    if edition_of(first) < Edition.E2022 <= edition_of(last) and _exports_all_of_1_3(path):
        first = _FIRST_OF_2022
    return JudgedBy(edition_of(first), first, f"{reports}: it is a release {found}")


def _numbers(release: str) -> str:
    """Return the version of a release; one of an SDK has a fourth number that is no part of it."""
    return ".".join(map(str, release_of(release)[:3]))


def _exports_all_of_1_3(path: str) -> bool:
    """Return whether a library exports the core commands of Vulkan 1.3, as each loader from then on does."""
    library = read_library_file(path)
    wanted = core_commands("1.3", "global", "instance", "physical device", "device")
    return isinstance(library, Library) and library.exports.issuperset(wanted)
