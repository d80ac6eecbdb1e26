"""The loader that the library acts as: the newest, or the one that REFLOADER_EDITION or REFLOADER_AGE names.

Both are read once, when the library's Python starts, and ignored in an elevated process. Decides nothing.
"""

from refloader.core import ages
from refloader.dropin.python import _edge
from refloader.model.age import DOCUMENTED, Age
from refloader.model.edition import LATEST, Edition
from refloader.model.request import REGISTRY_VERSION
from refloader.model.version import ApiVersion

_EDITION = "REFLOADER_EDITION"
_AGE = "REFLOADER_AGE"
IGNORED: list[str] = []
"""What is wrong with the values of the two variables, for the log."""


def _named(variable: str) -> str | None:
    value = _edge.getenv(variable)
    return value if value and not _edge.elevated() else None


def _edition(age: str | None) -> Edition:
    name = _named(_EDITION)
    if name is None:
        return LATEST
    if age is not None:
        IGNORED.append(f"{_EDITION} is ignored beside {_AGE}")
        return LATEST
    for edition in Edition:
        if edition.value == name:
            return edition
    names = ", ".join([edition.value for edition in Edition])
    IGNORED.append(f'{_EDITION} is "{name}", which is none of {names}: ignored')
    return LATEST


def _age(name: str | None) -> Age:
    if name is None:
        return DOCUMENTED
    if ages.release_of(name)[:3] >= ages.release_of(ages.OLDEST):
        return ages.age_of(name)
    IGNORED.append(f'{_AGE} is "{name}", which is no release from {ages.OLDEST} on: ignored')
    return DOCUMENTED


def _version(age: Age) -> ApiVersion:
    """Return the version that the loader reports: that of its release."""
    return ApiVersion(0, *ages.release_of(age.release)[:3]) if age.release else REGISTRY_VERSION


_NAMED = _named(_AGE)
EDITION: Edition = _edition(_NAMED)
AGE: Age = _age(_NAMED)
VERSION: ApiVersion = _version(AGE)
