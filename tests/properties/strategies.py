"""Draws whole machines: manifests valid, slightly wrong and hostile, variables, programs. Never judges.

One public function per value; each shrinks towards the dullest case. Names are few, so that they meet.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from hypothesis import strategies as st

from refloader.core.editions import LOADER_VARIABLES
from refloader.core.json.reader import JsonValue
from refloader.engine import decide
from refloader.host.machines.memory import MemoryHost
from refloader.host.port import Host
from refloader.model.edition import Edition
from refloader.model.layer import OVERRIDE_NAME
from refloader.model.plan import Plan
from refloader.model.reason import Reason
from refloader.model.request import Request
from refloader.model.version import api_version

HOME = "/home/user"
PROGRAM = "/usr/bin/app"
SYSTEM = ("/etc", "/usr/share", "/usr/local/share", "/usr/local/etc", "/etc/xdg")
USERS = (f"{HOME}/.local/share", f"{HOME}/.config", "/srv/user")
EXTRA = "/opt/layers"
USER_PLACES = (f"{HOME}/", "/srv/user/", f"{EXTRA}/")
SETTINGS_FILES = tuple(
    f"{base}/vulkan/loader_settings.d/vk_loader_settings.json" for base in ("/etc", USERS[0])
)

LAYERS = tuple(f"VK_LAYER_TEST_{letter}" for letter in "abcd")
META = "VK_LAYER_TEST_m"
ASKED = (*LAYERS, *LAYERS, META, META, "VK_LAYER_TEST_unknown")
PATH_VARIABLES = (
    "VK_LAYER_PATH",
    "VK_ADD_LAYER_PATH",
    "VK_IMPLICIT_LAYER_PATH",
    "VK_ADD_IMPLICIT_LAYER_PATH",
    "VK_ICD_FILENAMES",
    "VK_DRIVER_FILES",
    "VK_ADD_DRIVER_FILES",
)
NAME_VARIABLES = ("VK_INSTANCE_LAYERS", "VK_DEVICE_LAYERS")
FILTER_VARIABLES = ("VK_LOADER_LAYERS_ENABLE", "VK_LOADER_LAYERS_DISABLE", "VK_LOADER_LAYERS_ALLOW")
DRIVER_FILTERS = ("VK_LOADER_DRIVERS_SELECT", "VK_LOADER_DRIVERS_DISABLE")
BASE_VARIABLES = ("HOME", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS")
SWITCHES = tuple(f"{verb}_{letter}" for verb in ("DISABLE", "ENABLE") for letter in "ABCDME")

"""The switches of LAYERS, META and the override layer: by the last letter of the name."""

Entry = dict[str, JsonValue]


@dataclass(frozen=True)
class World:
    """A machine and what a program asks of a loader on it."""

    files: Mapping[str, bytes] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)
    request: Request = field(default_factory=Request)
    elevated: bool = False

    def host(self) -> MemoryHost:
        """The machine in memory."""
        return MemoryHost(
            files=self.files, environment=self.variables, program=PROGRAM, privileged=self.elevated
        )

    def plan(self, edition: Edition, host: Host | None = None) -> Plan:
        """What a loader of the edition does."""
        return decide(host or self.host(), self.request, edition=edition)

    def with_variables(self, variables: Mapping[str, str]) -> "World":
        """The same machine with other variables."""
        return replace(self, variables=dict(variables))

    def with_files(self, files: Mapping[str, bytes]) -> "World":
        """The same program on other files."""
        return replace(self, files=dict(files))


def all_reasons(plan: Plan) -> list[Reason]:
    """Every reason of a plan."""
    lists = [outcome.reasons for outcome in plan.layers]
    lists += [outcome.reasons for outcome in plan.drivers] + [file.reasons for file in plan.unread]
    return [*plan.reasons, *(reason for reasons in lists for reason in reasons)]


def editions() -> st.SearchStrategy[Edition]:
    """One of the four, the newest first."""
    return st.sampled_from([Edition.E2026, Edition.E2022, Edition.E2018, Edition.E2016])


def any_json() -> st.SearchStrategy[JsonValue]:
    """Values as a hostile file may hold them, with the keys and words of manifests."""
    words = st.sampled_from(
        ["layer", "name", "type", "library_path", "component_layers", "ICD", *LAYERS, "\x1b[2J"]
    )
    leaves = (
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | words | st.text(max_size=4)
    )
    return st.recursive(
        leaves,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=4),
        max_leaves=8,
    )


def names() -> st.SearchStrategy[list[str]]:
    """A few layer names, repetitions and an unknown one included."""
    return st.lists(st.sampled_from(ASKED), max_size=3)


def library_entries(name: str | None = None) -> st.SearchStrategy[Entry]:
    """The object of a layer with a library."""
    chosen = st.sampled_from(LAYERS) if name is None else st.just(name)
    lacking, enable = st.sampled_from([False, False, False, True]), st.sampled_from([None, None, "1", "yes"])
    return st.builds(_library_entry, chosen, _versions(), lacking, enable, _extras())


def _library_entry(
    name: str, version: str, lacking: bool, enable: str | None, extras: Mapping[str, JsonValue]
) -> Entry:
    letter = name[-1].upper()
    switches: Entry = {} if lacking else {"disable_environment": {f"DISABLE_{letter}": "1"}}
    switches |= {"enable_environment": {f"ENABLE_{letter}": enable}} if enable else {}
    plain: Entry = {"name": name, "type": "GLOBAL", "library_path": f"lib{letter}.so", "api_version": version}
    return {**plain, "implementation_version": "1", "description": "", **switches, **extras}


def _versions() -> st.SearchStrategy[str]:
    return st.sampled_from(["1.3.0", "1.3.0", "1.3.0", "1.0.0", "1.1.0"])


def _extras() -> st.SearchStrategy[Entry]:
    return st.fixed_dictionaries(
        {},
        optional={
            "type": st.sampled_from(["INSTANCE", "DEVICE"]),
            "library_arch": st.sampled_from(["64", "32"]),
            "instance_extensions": st.just([{"name": "VK_TEST_one", "spec_version": "1"}]),
            "pre_instance_functions": st.just({"vkEnumerateInstanceVersion": "early"}),
        },
    )


def meta_entries() -> st.SearchStrategy[Entry]:
    """The object of a meta-layer; it may list itself, others of its kind, or layers that are not there."""
    return st.builds(
        lambda entry, components: {
            **{key: value for key, value in entry.items() if key not in ("library_path", "library_arch")},
            "component_layers": list(components),
        },
        library_entries(),
        names(),
    )


def override_entries(
    folders: tuple[str, ...] = (EXTRA, "/usr/share/vulkan/explicit_layer.d"),
) -> st.SearchStrategy[Entry]:
    """The object of an override layer."""
    keys = st.fixed_dictionaries(
        {"component_layers": names()},
        optional={
            "app_keys": st.lists(st.sampled_from([PROGRAM, "/usr/bin/other"]), max_size=2),
            "blacklisted_layers": names(),
            "override_paths": st.lists(st.sampled_from(folders), max_size=2),
        },
    )
    plain = library_entries().map(
        lambda entry: {key: value for key, value in entry.items() if key not in ("library_path", "type")}
    )
    return st.builds(
        lambda entry, more: {**entry, "type": "GLOBAL", **more, "name": OVERRIDE_NAME}, plain, keys
    )


def entries() -> st.SearchStrategy[Entry]:
    """The object of any layer: mostly with a library, one in four slightly wrong."""
    right = library_entries() | library_entries() | meta_entries()
    return st.builds(_spoiled, right, st.sampled_from([None, None, None, *range(12)]), any_json())


def _spoiled(entry: Entry, place: int | None, value: JsonValue) -> Entry:
    """The entry with one member replaced, renamed or left out."""
    if place is None:
        return entry
    key = list(entry)[place % len(entry)]
    rest = {each: member for each, member in entry.items() if each != key}
    return [rest, {**entry, key: value}, {**rest, key.title(): entry[key]}][place % 3]


def layer_files() -> st.SearchStrategy[bytes]:
    """The bytes of a file in a folder for layers: a manifest of one or several layers, or anything else."""
    versions = st.sampled_from(["1.2.0", "1.0.0", "1.1.2", "1.2.1", "9.9.9"])
    one = st.builds(lambda v, e: {"file_format_version": v, "layer": e}, versions, entries())
    override = st.builds(lambda e: {"file_format_version": "1.2.0", "layer": e}, override_entries())
    several = st.builds(
        lambda v, e: {"file_format_version": v, "layers": e}, versions, st.lists(entries(), max_size=3)
    )
    return one.map(_bytes) | several.map(_bytes) | override.map(_bytes) | hostile()


def driver_files() -> st.SearchStrategy[bytes]:
    """The bytes of a file in a folder for drivers."""
    body = st.fixed_dictionaries(
        {"library_path": st.just("libdriver.so"), "api_version": _versions()},
        optional={"library_arch": st.sampled_from(["64", "32"]), "is_portability_driver": st.booleans()},
    )
    right = body.map(lambda icd: _bytes({"file_format_version": "1.0.1", "ICD": icd}))
    return right | right | hostile()


def settings_files() -> st.SearchStrategy[bytes]:
    """The bytes of a loader settings file."""
    layer = st.builds(
        lambda name, path, control, implicit: {
            "name": name,
            "path": path,
            "control": control,
            "treat_as_implicit_manifest": implicit,
        },
        st.sampled_from(LAYERS),
        st.sampled_from([f"{EXTRA}/0.json", "/usr/share/vulkan/explicit_layer.d/0.json"]),
        st.sampled_from(["auto", "on", "off", "unordered_layer_location", "odd"]),
        st.booleans(),
    )
    right = st.lists(layer, max_size=3).map(
        lambda layers: _bytes({"file_format_version": "1.0.0", "settings": {"layers": layers}})
    )
    return right | hostile()


def hostile() -> st.SearchStrategy[bytes]:
    """Bytes that are no manifest, or JSON that is a strange one."""
    return any_json().map(_bytes) | st.binary(max_size=20) | st.just(b"[" * 2000)


def manifest_of(entry: Mapping[str, JsonValue]) -> bytes:
    """The manifest of one layer."""
    return _bytes({"file_format_version": "1.2.1", "layer": dict(entry)})


def _bytes(value: object) -> bytes:
    return json.dumps(value).encode("utf-8", "surrogatepass")


def variables() -> st.SearchStrategy[dict[str, str]]:
    """A few variables: the loader's own with values that mean something, the layers' switches, the bases."""
    return st.dictionaries(
        st.sampled_from(
            [*PATH_VARIABLES, *DRIVER_FILTERS, *SWITCHES, *(NAME_VARIABLES + FILTER_VARIABLES) * 3]
        ),
        st.none(),
        max_size=4,
    ).flatmap(
        lambda drawn: st.fixed_dictionaries({name: _value(name) for name in drawn} | {"HOME": _homes()})
    )


def all_variables() -> st.SearchStrategy[dict[str, str]]:
    """Any of the loader's variables, with values that may mean nothing at all."""
    odd = st.text(alphabet=st.characters(exclude_characters="\0"), max_size=8) | st.sampled_from(
        ["\udcff", ":/"]
    )
    every = sorted({*LOADER_VARIABLES, *BASE_VARIABLES, *SWITCHES})
    wild = st.dictionaries(st.sampled_from(every), odd, max_size=5)
    return st.builds(lambda tame, more: {**tame, **more}, variables(), wild)


def _homes() -> st.SearchStrategy[str]:
    return st.sampled_from([HOME, HOME, HOME, "", "relative"])


def _value(name: str) -> st.SearchStrategy[str]:
    if name in PATH_VARIABLES:
        return st.lists(st.sampled_from(folders()), max_size=3).map(":".join)
    if name in NAME_VARIABLES:
        return names().map(":".join)
    if name in FILTER_VARIABLES:
        return st.lists(globs(), max_size=2).map(",".join)
    if name in DRIVER_FILTERS:
        return st.sampled_from(["", "0.json", "1*", "*"])
    return st.sampled_from(["1", "", "yes"])


def globs() -> st.SearchStrategy[str]:
    """Elements of a layer filter."""
    return st.sampled_from(
        [*LAYERS, "*_a", "*test_B*", "VK_LAYER_*", "*", "~all~", "~implicit~", "~explicit~"]
    )


def folders() -> tuple[str, ...]:
    """What path variables name: folders, files in them, and a place that is not there."""
    return (EXTRA, f"{EXTRA}/0.json", "/usr/share/vulkan/explicit_layer.d", "/srv/user/drivers", "/nothing")


def requests() -> st.SearchStrategy[Request]:
    """What a program asks for."""
    return st.builds(
        Request,
        api_version=st.none() | st.sampled_from([api_version(1, 0), api_version(1, 3)]),
        layers=names().map(tuple),
        device_layers=names().map(tuple),
    )


def trees() -> st.SearchStrategy[dict[str, bytes]]:
    """The files of a machine: manifests in standard folders, users' folders and others, in any order."""
    return st.builds(
        lambda *parts: {path: data for part in parts for path, data in part.items()},
        solid(),
        _in("implicit_layer.d", layer_files()),
        _in("explicit_layer.d", layer_files()),
        _in("icd.d", driver_files()),
        st.dictionaries(
            st.sampled_from([f"{EXTRA}/{number}.json" for number in range(3)]), layer_files(), max_size=2
        ),
        st.just({}) | st.dictionaries(st.sampled_from(SETTINGS_FILES), settings_files(), max_size=1),
    )


def solid() -> st.SearchStrategy[dict[str, bytes]]:
    """Right manifests that fit together: each of them may be there or not."""
    some = st.lists(st.sampled_from(LAYERS), min_size=1, max_size=2, unique=True)
    meta = st.builds(_meta_entry, st.sampled_from([META, OVERRIDE_NAME]), some, _blacklists())
    folder = "/usr/share/vulkan/{}_layer.d/{}.json"
    files = {
        folder.format(kind, name[-1]): _clean(name) for name in LAYERS for kind in ("explicit", "implicit")
    }
    files |= {folder.format(kind, "m"): meta for kind in ("explicit", "implicit")}
    icd: Entry = {"library_path": "libdriver.so", "api_version": "1.3.0"}
    driver = st.just(_bytes({"file_format_version": "1.0.0", "ICD": icd}))
    return st.fixed_dictionaries(
        {"/usr/share/vulkan/icd.d/plain.json": driver},
        optional={path: entry.map(manifest_of) for path, entry in files.items()},
    )


def _clean(name: str) -> st.SearchStrategy[Entry]:
    enable = st.sampled_from([None, None, "1"])
    return st.builds(_library_entry, st.just(name), _versions(), st.just(False), enable, st.just({}))


def _blacklists() -> st.SearchStrategy[Entry]:
    return st.fixed_dictionaries(
        {},
        optional={
            "app_keys": st.sampled_from([[PROGRAM], ["/usr/bin/other"], []]),
            "blacklisted_layers": st.lists(st.sampled_from(LAYERS), max_size=1),
            "override_paths": st.just(["/usr/share/vulkan/explicit_layer.d"]),
        },
    )


def _meta_entry(name: str, components: list[str], more: Entry) -> Entry:
    plain = _library_entry(name, "1.0.0", False, None, {"component_layers": list(components)})
    more = more if name == OVERRIDE_NAME else {}
    return {key: value for key, value in {**plain, **more}.items() if key != "library_path"}


def _in(folder: str, files: st.SearchStrategy[bytes]) -> st.SearchStrategy[dict[str, bytes]]:
    bases = (*SYSTEM[:2], USERS[0], USERS[1])
    paths = [f"{base}/vulkan/{folder}/{number}.json" for base in bases for number in range(3)]
    return st.dictionaries(st.sampled_from(paths), files, max_size=2)


def worlds(
    files: st.SearchStrategy[dict[str, bytes]] | None = None,
    environment: st.SearchStrategy[dict[str, str]] | None = None,
) -> st.SearchStrategy[World]:
    """A whole machine with a program that is not elevated."""
    return st.builds(
        World,
        trees() if files is None else files,
        variables() if environment is None else environment,
        requests(),
    )
