"""Decides the standard places on systems that search folders below base folders: Linux, macOS, Fuchsia."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from refloader.core.editions import Traits, traits
from refloader.model.age import Age, Trait
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.paths import POSIX_PATHS
from refloader.model.place import SETTINGS_FILE, Form, Place, Use
from refloader.model.request import Build
from refloader.rules import RuleId, decides, rule

Base = tuple[str, str, RuleId]
"""A folder that contains ``vulkan/``, the source of the folder, and the rule for it."""

SUFFIX = {
    Use.EXPLICIT: "vulkan/explicit_layer.d",
    Use.IMPLICIT: "vulkan/implicit_layer.d",
    Use.DRIVER: "vulkan/icd.d",
    Use.SETTINGS: "vulkan/loader_settings.d",
}
"""The path below each base, by use."""


@decides(
    "DISC-LINUX-01",
    "DISC-LINUX-02",
    "DISC-LINUX-09",
    "DISC-LINUX-10",
    "DISC-GEN-06",
    "DISC-DRIVER-LINUX-01",
    "DISC-DRIVER-LINUX-02",
    "DISC-DRIVER-LINUX-03",
    "DISC-DRIVER-LINUX-04",
    "AMB-ORDER-2018",
    "AMB-BUILD-FOLDERS",
    "AMB-MORE-FOLDERS",
)
def standard(environment: Environment, build: Build, facts: Traits, use: Use) -> tuple[Place, ...]:
    """Return the standard places: each base of the edition with the suffix of the use, no other folders."""
    values = tuple((name, environment.get(name)) for name in _BASE_VARIABLES)
    return _standard_of(values, _as_far_as_asked(build, values), facts.edition, use)


_BASE_VARIABLES = ("HOME", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS")
_OF_PLACES = (Trait.USER_FOLDERS_LAST, Trait.PATHS_AS_SPELT)
"""The traits that decide what the places are: releases that agree in them have the same."""


def _as_far_as_asked(build: Build, values: Iterable[tuple[str, str | None]]) -> Build:
    """Return the build with those traits of its age alone that the places depend on: none without variables.

    There is no folder of the user then, and the usual folders of a build have one spelling.
    """
    if not build.age:
        return build
    plain = not any(value for _, value in values) and _folders_of(build) == _folders_of(Build())
    traits_asked = () if plain else _OF_PLACES
    return replace(build, age=Age(traits=frozenset(each for each in traits_asked if build.age.has(each))))


def _folders_of(build: Build) -> tuple[object, ...]:
    return (
        build.sysconfdir,
        build.extrasysconfdir,
        build.config_dirs,
        build.data_dirs,
        build.local_bases,
        build.profile,
    )


@lru_cache(maxsize=256)
def _standard_of(
    values: tuple[tuple[str, str | None], ...], build: Build, edition: Edition, use: Use
) -> tuple[Place, ...]:
    """Return the places for the given values of ``_BASE_VARIABLES``, cached: they rarely change in a process."""
    environment = Environment({name: value for name, value in values if value is not None})
    facts = traits(edition)
    bases = xdg_bases(environment, build) if facts.xdg else _fixed_bases(environment, build, facts)
    if build.age.has(Trait.PATHS_AS_SPELT):
        paths = [f"{folder.removesuffix('/')}/{SUFFIX[use]}" for folder, _, _ in bases]
    else:
        paths = [POSIX_PATHS.plain(f"{folder}/{SUFFIX[use]}") for folder, _, _ in bases]
    return tuple(
        Place(path, use, Form.FOLDER, source, why)
        for path, (_, source, why) in zip(paths, bases, strict=True)
    )


def _fixed_bases(environment: Environment, build: Build, facts: Traits) -> list[Base]:
    """Return the fixed folders of 2016 and 2018, in the order of the lists (AMB-ORDER-2018), with HOME last."""
    if facts.edition is Edition.E2016:
        why = rule("DISC-LINUX-01")
        bases = [("/usr/share", "the fixed list", why), ("/etc", "the fixed list", why)]
    else:
        why = rule("DISC-LINUX-02")
        bases = [(base, "the build option for local bases", why) for base in build.local_bases]
        bases += [("/etc", "the fixed list", why), ("/usr/share", "the fixed list", why)]
    home = _home(environment)
    return [*bases, (f"{home}/.local/share", "HOME", rule("DISC-LINUX-11"))] if home else bases


@decides("AMB-RANK-1-TWICE")
def xdg_bases(environment: Environment, build: Build) -> list[Base]:
    """Return the bases of 2022 and 2026 in search order (2022: Linux Layer Discovery, table and example).

    The loader joins all bases with colons before it selects each path, so a colon splits a home folder too.
    """
    if build.age.has(Trait.USER_FOLDERS_LAST):
        return _user_last(environment, build)
    bases = [
        *_home_base(environment, "XDG_CONFIG_HOME", ".config", "DISC-LINUX-03"),
        *_dirs(environment, "XDG_CONFIG_DIRS", build.config_dirs, "DISC-LINUX-04"),
        *_build_bases(build),
        *_home_base(environment, "XDG_DATA_HOME", ".local/share", "DISC-LINUX-07"),
        *_dirs(environment, "XDG_DATA_DIRS", build.data_dirs, "DISC-LINUX-08"),
    ]
    return _split(bases)


def _user_last(environment: Environment, build: Build) -> list[Base]:
    """Return the bases of loaders before 1.2.191, for which an empty XDG_DATA_HOME is no folder."""
    home = _home_base(environment, "XDG_DATA_HOME", ".local/share", "DISC-LINUX-07")
    return _split(
        [
            *_dirs(environment, "XDG_CONFIG_DIRS", build.config_dirs, "DISC-LINUX-04"),
            *_build_bases(build),
            *_dirs(environment, "XDG_DATA_DIRS", build.data_dirs, "DISC-LINUX-08"),
            *(() if environment.get("XDG_DATA_HOME") == "" else home),
        ]
    )


def _split(bases: Iterable[Base]) -> list[Base]:
    return [(folder, source, why) for joined, source, why in bases for folder in joined.split(":") if folder]


@decides("DISC-LINUX-03", "DISC-LINUX-07", "AMB-XDG-EMPTY")
def _home_base(environment: Environment, name: str, fallback: str, why: str) -> list[Base]:
    """Return a per-user base: the variable, or the folder under HOME if the variable is unset or empty.

    An elevated process has no such base, because the variable and HOME are hidden. A relative HOME
    counts from the working directory, as in the field.
    """
    value = environment.get(name)
    if value:
        return [(value, name, rule(why))]
    home = _home(environment)
    return [(f"{home}/{fallback}", "HOME", rule(why))] if home else []


def _home(environment: Environment) -> str:
    return environment.get("HOME") or ""


@decides("DISC-LINUX-04", "DISC-LINUX-08")
def _dirs(environment: Environment, name: str, fallback: str, why: str) -> list[Base]:
    """Return the entries of a colon-separated list, or of its fallback if the variable is unset or empty."""
    value = environment.get(name)
    source = name if value else f"the fallback of {name}"
    return [(entry, source, rule(why)) for entry in (value or fallback).split(":") if entry]


@decides("DISC-LINUX-05", "DISC-LINUX-06")
def _build_bases(build: Build) -> list[Base]:
    """Return SYSCONFDIR, then EXTRASYSCONFDIR if the build has one that differs."""
    bases = [(build.sysconfdir, "SYSCONFDIR", rule("DISC-LINUX-05"))]
    if build.extrasysconfdir and build.extrasysconfdir != build.sysconfdir:
        bases.append((build.extrasysconfdir, "EXTRASYSCONFDIR", rule("DISC-LINUX-06")))
    return bases


@decides("SETTINGS-03", "PRIV-SETTINGS-01", "AMB-SETTINGS-ORDER")
def settings(environment: Environment) -> tuple[Place, ...]:
    """Return the places of vk_loader_settings.json, in the order of the text (2026: Loader Settings File).

    HOME and XDG_DATA_HOME are hidden from elevated processes, so these search only /etc.
    """
    return _settings_of(_home(environment), environment.get("XDG_DATA_HOME"))


@lru_cache(maxsize=256)
def _settings_of(home: str, data_home: str | None) -> tuple[Place, ...]:
    """Return the places for the given values of the two variables, cached."""
    bases = [(f"{home}/.local/share", "HOME")] if home else []
    bases += [(data_home, "XDG_DATA_HOME")] if data_home else []
    bases += [("/etc", "the fixed list")]
    return _settings_in(bases)


def settings_like_manifests(environment: Environment, build: Build) -> tuple[Place, ...]:
    """Return the places of the settings file for loaders that search all folders of manifests for it."""
    bases = xdg_bases(environment, build)
    if build.age.has(Trait.SETTINGS_IN_FIRST_OF_A_LIST):
        lists = ("DISC-LINUX-04", "DISC-LINUX-08")
        whys = [why for _, _, why in bases]
        bases = [
            each for place, each in enumerate(bases) if each[2] not in lists or each[2] not in whys[:place]
        ]
    found = [(base, source) for base, source, _ in bases]
    own = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME")
    return _settings_in(sorted(found, key=lambda each: each[1] not in own))


def _settings_in(bases: Sequence[tuple[str, str]]) -> tuple[Place, ...]:
    return tuple(
        Place(
            POSIX_PATHS.plain(f"{base}/{SUFFIX[Use.SETTINGS]}/{SETTINGS_FILE}"),
            Use.SETTINGS,
            Form.FILE,
            source,
            rule("SETTINGS-03"),
        )
        for base, source in bases
    )
