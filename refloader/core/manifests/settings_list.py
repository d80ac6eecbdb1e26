"""Applies the list of layers of a settings file to what is found: which layers it names, hides and turns off."""

from collections.abc import Iterable, Sequence

from refloader.core.manifests.settings_file import Control, Settings
from refloader.core.trail import Trail
from refloader.model.age import DOCUMENTED, Age, Trait
from refloader.model.layer import Layer, LayerFile
from refloader.model.path_rules import rules_of
from refloader.model.paths import POSIX_PATHS, PathRules
from refloader.model.place import Form, Place, Use
from refloader.rules import decides, rule


def unnamed_files(files: Iterable[LayerFile], settings: Settings) -> list[LayerFile]:
    """Return the files at listed places that hold no layer of the entry's name; files without layers are left out.

    The ordinary search may find them too: their layers have the places that they have without the list.
    """
    entries = {(entry.name, entry.path) for entry in settings.layers or ()}
    found = (file for file in files if file.layers and file.place.source == settings.path)
    return [
        file for file in found if all((each.name, file.place.path) not in entries for each in file.layers)
    ]


def without_found_again(
    listed: Sequence[Layer], files: list[LayerFile], strangers: Sequence[LayerFile]
) -> tuple[Layer, ...]:
    """Take the strangers that were found a second time from ``files``; return the listed layers without theirs."""
    ours = {id(file) for file in strangers}
    others = {file.path for file in files if id(file) not in ours}
    again = {id(file) for file in strangers if file.path in others}
    gone = {id(layer) for file in strangers if id(file) in again for layer in file.layers}
    files[:] = [file for file in files if id(file) not in again]
    return tuple(layer for layer in listed if id(layer) not in gone)


@decides("SETTINGS-01", "AMB-SETTINGS-DISCOVERY")
def listed_layers(
    found: Sequence[Layer],
    places: Iterable[Place],
    settings: Settings | None,
    trail: Trail,
    age: Age = DOCUMENTED,
) -> list[Layer]:
    """Return the layers found, without those that are only neighbours of a listed layer.

    An entry names one layer. Other layers in its file or folder count only if the ordinary search, at the unordered
    location, finds the same file or folder. In some ages an entry brings its whole file.
    """
    if settings is None or settings.layers is None:
        return list(found)
    entries = {(entry.name, entry.path) for entry in settings.layers}
    ordinary = {(place.path, place.use) for place in places if place.source != settings.path}
    whole = entries_of_files(found, settings) if age.has(Trait.SETTINGS_BRING_WHOLE_FILES) else {}
    kept = []
    for layer in found:
        folder = rules_of(layer.manifest).split(layer.manifest)[0]
        met = (layer.manifest, layer.kind) in ordinary or (folder, layer.kind) in ordinary
        named = (layer.name, layer.place.path) in entries or layer.manifest in whole
        if layer.place.source != settings.path or met or named:
            kept.append(layer)
        else:
            trail.tell(layer, rule("SETTINGS-01"), f"{settings.path} lists its place, but not this layer")
    return kept


def entries_of_files(found: Iterable[Layer], settings: Settings) -> dict[str, tuple[str, str]]:
    """Return the entries, not those that are off, whose manifest's last layer has their name, by manifest."""
    entries = {
        (entry.name, entry.path) for entry in settings.layers or () if entry.control is not Control.OFF
    }
    last = {
        each.manifest: (each.name, each.place.path) for each in found if each.place.source == settings.path
    }
    return {manifest: entry for manifest, entry in last.items() if entry in entries}


@decides(
    "AMB-SETTINGS-DISCOVERY",
    "AMB-SETTINGS-OVERRIDE",
)
def listed_places(
    settings: Settings, paths: PathRules = POSIX_PATHS, age: Age = DOCUMENTED
) -> tuple[Place, ...]:
    """Return the places of the listed layers' manifests, in the order of the list. The list replaces discovery.

    Whether a path may be that of a folder, or of a manifest of another name, is a matter of the age.
    """
    file = age.has(Trait.SETTINGS_PATHS_OF_ANY_NAME)
    return tuple(
        Place(
            entry.path,
            Use.IMPLICIT if entry.implicit else Use.EXPLICIT,
            Form.FILE if file or paths.is_manifest(entry.path) else Form.FOLDER,
            settings.path,
            rule("SETTINGS-01"),
        )
        for entry in settings.layers or ()
        if entry.control is not Control.UNORDERED
        and entry.path
        and (paths.is_manifest(entry.path) or not age.has(Trait.SETTINGS_PATHS_END_IN_JSON))
    )


@decides("AMB-SETTINGS-CONTROL")
def without_off(layers: Sequence[Layer], settings: Settings | None) -> tuple[Layer, ...]:
    """Return the layers that a settings file does not turn off. The others are neither loaded nor enumerated."""
    if settings is None:
        return tuple(layers)
    return tuple(layer for layer in layers if settings.control(layer) is not Control.OFF)
