"""Violators of the standard places: bases that are forgotten, invented or searched in another order."""

from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core.search import unix_places
from refloader.model.edition import Edition
from refloader.model.place import Form, Use
from refloader.selftest.mutants.marks import Original, replaces
from refloader.selftest.mutants.variables import without


def _without(bases: list[Any], *folders: str) -> list[Any]:
    return [base for base in bases if base[0] not in folders]


@replaces(unix_places._fixed_bases, "DISC-LINUX-01")
def etc_of_2016_forgotten(original: Original, environment: Any, build: Any, facts: Any) -> Any:
    """/etc is not among the fixed folders of 2016."""
    bases = original(environment, build, facts)
    return _without(bases, "/etc") if facts.edition is Edition.E2016 else bases


@replaces(unix_places._fixed_bases, "DISC-LINUX-02")
def local_folders_of_2018_forgotten(original: Original, environment: Any, build: Any, facts: Any) -> Any:
    """The two folders under /usr/local are not among those of 2018."""
    bases = original(environment, build, facts)
    return _without(bases, *build.local_bases) if facts.edition is Edition.E2018 else bases


@replaces(unix_places._home_base, "DISC-LINUX-03")
def config_home_ignored(original: Original, environment: Any, name: str, fallback: str, why: str) -> Any:
    """XDG_CONFIG_HOME has no effect."""
    return original(without(environment, "XDG_CONFIG_HOME"), name, fallback, why)


@replaces(unix_places._dirs, "DISC-LINUX-04")
def config_dirs_ignored(original: Original, environment: Any, name: str, fallback: str, why: str) -> Any:
    """XDG_CONFIG_DIRS has no effect."""
    return original(without(environment, "XDG_CONFIG_DIRS"), name, fallback, why)


@replaces(unix_places._dirs, "DISC-LINUX-04")
def no_etc_xdg_beside_a_config_home(
    original: Original, environment: Any, name: str, fallback: str, why: str
) -> Any:
    """/etc/xdg does not stand in for XDG_CONFIG_DIRS where XDG_CONFIG_HOME is set."""
    lost = name == "XDG_CONFIG_DIRS" and environment.get("XDG_CONFIG_HOME")
    return original(environment, name, "" if lost else fallback, why)


@replaces(unix_places._dirs, "DISC-LINUX-08")
def no_system_folders_beside_a_data_home(
    original: Original, environment: Any, name: str, fallback: str, why: str
) -> Any:
    """/usr/local/share does not stand in for XDG_DATA_DIRS where XDG_DATA_HOME is set."""
    lost = name == "XDG_DATA_DIRS" and environment.get("XDG_DATA_HOME")
    return original(environment, name, "/usr/share" if lost else fallback, why)


@replaces(unix_places._build_bases, "DISC-LINUX-05")
def sysconfdir_ignored(original: Original, build: Any) -> Any:
    """Nothing is looked for in SYSCONFDIR."""
    return original(build)[1:]


@replaces(unix_places._build_bases, "DISC-LINUX-06")
def extrasysconfdir_ignored(original: Original, build: Any) -> Any:
    """The loader is built with SYSCONFDIR=/usr/local/etc and EXTRASYSCONFDIR=/etc, and passes over the latter."""
    return original(replace(build, sysconfdir="/usr/local/etc", extrasysconfdir="/etc"))[:1]


@replaces(unix_places._home_base, "DISC-LINUX-07")
def data_home_ignored(original: Original, environment: Any, name: str, fallback: str, why: str) -> Any:
    """XDG_DATA_HOME has no effect."""
    return original(without(environment, "XDG_DATA_HOME"), name, fallback, why)


@replaces(unix_places._dirs, "DISC-LINUX-08")
def data_dirs_ignored(original: Original, environment: Any, name: str, fallback: str, why: str) -> Any:
    """XDG_DATA_DIRS has no effect."""
    return original(without(environment, "XDG_DATA_DIRS"), name, fallback, why)


@replaces(unix_places.standard, "DISC-LINUX-09")
def parent_folders_searched(original: Original, environment: Any, build: Any, facts: Any, use: Use) -> Any:
    """The folder above implicit_layer.d and explicit_layer.d is searched as well."""
    found = original(environment, build, facts, use)
    return found + tuple(replace(place, path=place.path.rpartition("/")[0]) for place in found)


@replaces(unix_places.xdg_bases, "DISC-LINUX-10")
def bases_reversed(original: Original, environment: Any, build: Any) -> Any:
    """The bases are searched from the last to the first."""
    return original(environment, build)[::-1]


def _of_drivers(found: Any, use: Use, *bases: str) -> Any:
    """The places less those of drivers under some bases."""
    forgotten = {f"{base}/vulkan/icd.d" for base in bases} if use is Use.DRIVER else set()
    return tuple(place for place in found if place.path not in forgotten)


@replaces(unix_places.standard, "DISC-DRIVER-LINUX-01")
def etc_drivers_of_2016_forgotten(
    original: Original, environment: Any, build: Any, facts: Any, use: Use
) -> Any:
    """/etc/vulkan/icd.d is not searched in 2016."""
    found = original(environment, build, facts, use)
    return _of_drivers(found, use, "/etc") if facts.edition is Edition.E2016 else found


@replaces(unix_places.standard, "DISC-DRIVER-LINUX-02")
def local_drivers_of_2018_forgotten(
    original: Original, environment: Any, build: Any, facts: Any, use: Use
) -> Any:
    """Drivers under /usr/local are not found in 2018."""
    found = original(environment, build, facts, use)
    return _of_drivers(found, use, *build.local_bases) if facts.edition is Edition.E2018 else found


@replaces(unix_places.standard, "DISC-DRIVER-LINUX-03", "DISC-DRIVER-LINUX-04")
def etc_drivers_forgotten(original: Original, environment: Any, build: Any, facts: Any, use: Use) -> Any:
    """/etc/xdg/vulkan/icd.d is not searched."""
    found = original(environment, build, facts, use)
    return _of_drivers(found, use, "/etc/xdg") if facts.edition is Edition.E2026 else found


# ---- parts of the list ------------------------------------------------------------------------------------------


@replaces(unix_places._home_base, "DISC-LINUX-03")
def config_home_without_fallback(
    original: Original, environment: Any, name: str, fallback: str, why: str
) -> Any:
    """Where XDG_CONFIG_HOME is not set, .config in the home folder is not searched."""
    lost = name == "XDG_CONFIG_HOME" and not environment.get(name)
    return [] if lost else original(environment, name, fallback, why)


@replaces(unix_places._home_base, "DISC-LINUX-03")
def config_home_beside_its_fallback(
    original: Original, environment: Any, name: str, fallback: str, why: str
) -> Any:
    """.config in the home folder is searched although XDG_CONFIG_HOME is set."""
    found = original(environment, name, fallback, why)
    if name == "XDG_CONFIG_HOME" and environment.get(name):
        found += original(without(environment, name), name, fallback, why)
    return found


@replaces(unix_places._home_base, "DISC-LINUX-07")
def data_home_without_fallback(
    original: Original, environment: Any, name: str, fallback: str, why: str
) -> Any:
    """Where XDG_DATA_HOME is not set, .local/share in the home folder is not searched."""
    lost = name == "XDG_DATA_HOME" and not environment.get(name)
    return [] if lost else original(environment, name, fallback, why)


@replaces(unix_places._home_base, "DISC-LINUX-07")
def data_home_beside_its_fallback(
    original: Original, environment: Any, name: str, fallback: str, why: str
) -> Any:
    """.local/share in the home folder is searched although XDG_DATA_HOME is set."""
    found = original(environment, name, fallback, why)
    if name == "XDG_DATA_HOME" and environment.get(name):
        found += original(without(environment, name), name, fallback, why)
    return found


@replaces(unix_places._dirs, "DISC-LINUX-04")
def one_config_dir(original: Original, environment: Any, name: str, fallback: str, why: str) -> Any:
    """Of the entries of XDG_CONFIG_DIRS only the first is searched."""
    found = original(environment, name, fallback, why)
    return found[:1] if name == "XDG_CONFIG_DIRS" else found


@replaces(unix_places._dirs, "DISC-LINUX-04")
def config_dirs_beside_their_fallback(
    original: Original, environment: Any, name: str, fallback: str, why: str
) -> Any:
    """/etc/xdg is searched although XDG_CONFIG_DIRS is set and does not name it."""
    found = original(environment, name, fallback, why)
    return found + (original(without(environment, name), name, fallback, why) if "CONFIG" in name else [])


@replaces(unix_places._dirs, "DISC-LINUX-08")
def two_data_dirs(original: Original, environment: Any, name: str, fallback: str, why: str) -> Any:
    """Of the entries of XDG_DATA_DIRS only the first two are searched."""
    found = original(environment, name, fallback, why)
    return found[:2] if name == "XDG_DATA_DIRS" else found


@replaces(unix_places._dirs, "DISC-LINUX-08")
def data_dirs_beside_their_fallback(
    original: Original, environment: Any, name: str, fallback: str, why: str
) -> Any:
    """/usr/local/share and /usr/share are searched although XDG_DATA_DIRS is set and does not name them."""
    found = original(environment, name, fallback, why)
    return found + (original(without(environment, name), name, fallback, why) if "DATA" in name else [])


@replaces(unix_places.xdg_bases, "DISC-LINUX-10")
def user_folders_side_by_side(original: Original, environment: Any, build: Any) -> Any:
    """The user's data folder comes right after the user's configuration folder."""
    ranks = {"DISC-LINUX-03": 0, "DISC-LINUX-07": 1}
    return sorted(original(environment, build), key=lambda base: ranks.get(base[2], 2))


def _below(original: Original, search: Any, place: Any) -> Any:
    """The manifests in a folder, and those in the folders in it."""
    found = list(original(search, place))
    for name in getattr(search.host.list(place.path), "names", ()):
        inner = getattr(search.host.list(f"{place.path}/{name}"), "names", ())
        found += [f"{place.path}/{name}/{each}" for each in inner if each.endswith(".json")]
    return found


@replaces(engine._Search._paths, "DISC-LINUX-09")
def child_folders_searched(original: Original, search: Any, place: Any) -> Any:
    """The folders in implicit_layer.d and explicit_layer.d are searched as well."""
    standard = place.form is Form.FOLDER and place.path.endswith("_layer.d")
    return _below(original, search, place) if standard else original(search, place)


@replaces(engine._Search._paths, "DISC-DRIVER-LINUX-03")
def child_folders_of_drivers_searched(original: Original, search: Any, place: Any) -> Any:
    """The folders in icd.d are searched as well."""
    standard = place.form is Form.FOLDER and place.path.endswith("/icd.d")
    return _below(original, search, place) if standard else original(search, place)


@replaces(unix_places.standard, "DISC-LINUX-02")
def no_implicit_layers_at_home_in_2018(
    original: Original, environment: Any, build: Any, facts: Any, use: Use
) -> Any:
    """2018: the home folder is searched for explicit layers alone."""
    found = original(environment, build, facts, use)
    lost = facts.edition is Edition.E2018 and use is Use.IMPLICIT
    return tuple(each for each in found if not lost or each.source != "HOME")


@replaces(unix_places.standard, "DISC-DRIVER-LINUX-01")
def home_drivers_of_2016_forgotten(
    original: Original, environment: Any, build: Any, facts: Any, use: Use
) -> Any:
    """2016: the home folder is not searched for drivers."""
    found = original(environment, build, facts, use)
    lost = facts.edition is Edition.E2016 and use is Use.DRIVER
    return tuple(each for each in found if not lost or each.source != "HOME")


@replaces(unix_places.standard, "DISC-DRIVER-LINUX-02")
def home_drivers_of_2018_forgotten(
    original: Original, environment: Any, build: Any, facts: Any, use: Use
) -> Any:
    """2018: the home folder is not searched for drivers."""
    found = original(environment, build, facts, use)
    lost = facts.edition is Edition.E2018 and use is Use.DRIVER
    return tuple(each for each in found if not lost or each.source != "HOME")


@replaces(unix_places.standard, "DISC-DRIVER-LINUX-03")
def one_data_dir_of_drivers(original: Original, environment: Any, build: Any, facts: Any, use: Use) -> Any:
    """Of the entries of XDG_DATA_DIRS only the first is searched for drivers."""
    found = original(environment, build, facts, use)
    later = [each for each in found if each.rule == "DISC-LINUX-08"][1:] if use is Use.DRIVER else []
    return tuple(each for each in found if each not in later)


# ---- one kind of manifest in one folder -------------------------------------------------------------------------


def _less(original: Original, arguments: Any, lost: Use, why: str) -> Any:
    """The places less those of one use that one rule gives."""
    found = original(*arguments)
    return tuple(each for each in found if each.use is not lost or each.rule != why)


@replaces(unix_places.standard, "DISC-LINUX-03")
def no_implicit_layers_in_the_config_home(original: Original, *arguments: Any) -> Any:
    """XDG_CONFIG_HOME and its fallback are searched for explicit layers alone."""
    return _less(original, arguments, Use.IMPLICIT, "DISC-LINUX-03")


@replaces(unix_places.standard, "DISC-LINUX-03")
def no_explicit_layers_in_the_config_home(original: Original, *arguments: Any) -> Any:
    """XDG_CONFIG_HOME and its fallback are searched for implicit layers alone."""
    return _less(original, arguments, Use.EXPLICIT, "DISC-LINUX-03")


@replaces(unix_places.standard, "DISC-LINUX-05")
def no_implicit_layers_in_sysconfdir(original: Original, *arguments: Any) -> Any:
    """SYSCONFDIR is searched for explicit layers alone."""
    return _less(original, arguments, Use.IMPLICIT, "DISC-LINUX-05")


@replaces(unix_places.standard, "DISC-LINUX-07")
def no_implicit_layers_in_the_data_home(original: Original, *arguments: Any) -> Any:
    """XDG_DATA_HOME and its fallback are searched for explicit layers alone."""
    return _less(original, arguments, Use.IMPLICIT, "DISC-LINUX-07")


@replaces(unix_places.standard, "DISC-LINUX-07")
def no_explicit_layers_in_the_data_home(original: Original, *arguments: Any) -> Any:
    """XDG_DATA_HOME and its fallback are searched for implicit layers alone."""
    return _less(original, arguments, Use.EXPLICIT, "DISC-LINUX-07")


@replaces(unix_places.standard, "DISC-LINUX-08")
def no_implicit_layers_in_data_dirs(original: Original, *arguments: Any) -> Any:
    """The entries of XDG_DATA_DIRS are searched for explicit layers alone."""
    return _less(original, arguments, Use.IMPLICIT, "DISC-LINUX-08")


@replaces(unix_places.standard, "DISC-LINUX-01")
def no_implicit_layers_at_home_in_2016(
    original: Original, environment: Any, build: Any, facts: Any, use: Use
) -> Any:
    """2016: the home folder is searched for explicit layers alone."""
    found = original(environment, build, facts, use)
    lost = facts.edition is Edition.E2016 and use is Use.IMPLICIT
    return tuple(each for each in found if not lost or each.source != "HOME")


@replaces(unix_places.standard, "DISC-LINUX-02")
def no_implicit_layers_in_local_share_in_2018(
    original: Original, environment: Any, build: Any, facts: Any, use: Use
) -> Any:
    """2018: /usr/local/share is searched for explicit layers alone."""
    found = original(environment, build, facts, use)
    lost = facts.edition is Edition.E2018 and use is Use.IMPLICIT
    return tuple(each for each in found if not lost or not each.path.startswith("/usr/local/share/"))


@replaces(unix_places.standard, "DISC-DRIVER-LINUX-03")
def drivers_not_in_the_config_home(original: Original, *arguments: Any) -> Any:
    """XDG_CONFIG_HOME and its fallback are not searched for drivers."""
    return _less(original, arguments, Use.DRIVER, "DISC-LINUX-03")


@replaces(unix_places.standard, "DISC-DRIVER-LINUX-04")
def drivers_of_the_user_come_last(
    original: Original, environment: Any, build: Any, facts: Any, use: Use
) -> Any:
    """The user's own folders are searched for drivers after those of the system."""
    found = original(environment, build, facts, use)
    own = ("DISC-LINUX-03", "DISC-LINUX-07") if use is Use.DRIVER else ()
    return tuple(sorted(found, key=lambda each: each.rule in own))


@replaces(unix_places.standard, "DISC-LINUX-04")
def no_implicit_layers_in_config_dirs(original: Original, *arguments: Any) -> Any:
    """The entries of XDG_CONFIG_DIRS are searched for explicit layers alone."""
    return _less(original, arguments, Use.IMPLICIT, "DISC-LINUX-04")


@replaces(unix_places.standard, "DISC-DRIVER-LINUX-03")
def drivers_not_in_the_data_home(original: Original, *arguments: Any) -> Any:
    """XDG_DATA_HOME and its fallback are not searched for drivers."""
    return _less(original, arguments, Use.DRIVER, "DISC-LINUX-07")


@replaces(unix_places._home, "DISC-LINUX-03", "DISC-LINUX-07")
def homes_with_a_slash_passed_over(original: Original, environment: Any) -> str:
    """A HOME that ends in a slash counts as not set."""
    home: str = original(environment)
    return "" if home.endswith("/") else home


@replaces(unix_places._dirs, "DISC-LINUX-04")
def long_config_dirs_do_not_count(
    original: Original, environment: Any, name: str, fallback: str, why: str
) -> Any:
    """XDG_CONFIG_DIRS has no effect if its value has more than 256 characters."""
    if name == "XDG_CONFIG_DIRS" and len(environment.get(name) or "") > 256:
        environment = without(environment, name)
    return original(environment, name, fallback, why)
