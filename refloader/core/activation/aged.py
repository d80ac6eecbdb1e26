"""Which layers a name stands for and which implicit ones are off, in some ages, unlike in the newest documents."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from refloader.core.activation import metalayers
from refloader.core.activation.conditions import State, implicit_state
from refloader.core.activation.facts import Chain, Facts, counting_override
from refloader.core.activation.filters import LayerFilters, enabled_by
from refloader.core.activation.known import all_by_name, by_name, hidden_by, usable_layers
from refloader.core.manifests.settings_file import Control, Settings, with_list
from refloader.core.manifests.settings_list import without_off
from refloader.core.trail import Trail
from refloader.model.age import Age, Trait
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.layer import OVERRIDE_NAME, Fate, Layer, LayerFile
from refloader.model.place import Use
from refloader.model.reason import Reason, Severity
from refloader.model.request import Build, Request
from refloader.rules import rule

STANDARD_VALIDATION = "VK_LAYER_LUNARG_standard_validation"


def has_own_place(layer: Layer, override: Layer, facts: Facts) -> bool:
    """Return whether an implicit layer that is off by itself runs at its own place, named by the override layer."""
    if override is not facts.override:
        return layer.name in override.components
    ours = layer.name in override.components and not override.override_paths and not facts.ordered
    last = facts.age.has(Trait.LAST_OF_A_NAME)
    return ours and not last and facts.age.has(Trait.COMPONENT_OF_OVERRIDE_IN_ITS_PLACE)


def with_forcing_filter(layer: Layer, state: State, facts: Facts) -> State:
    """Return the state of an implicit layer that the enable filter may turn on whatever its disable variable says."""
    forcing = facts.ordered and facts.age.has(Trait.ENABLE_FILTER_WINS_BESIDE_SETTINGS)
    if state.on or not forcing or enabled_by(facts.filters, layer) is None:
        return state
    free = replace(layer, disable=None)
    return implicit_state(free, facts.environment, facts.request, facts.filters, facts.edition, facts.age)


def left_to_variable(layer: Layer, facts: Facts) -> bool:
    """Return whether the loader leaves an implicit layer to VK_INSTANCE_LAYERS, as its text contains the name."""
    named = facts.environment.get("VK_INSTANCE_LAYERS")
    if named is None or layer.name not in named or facts.ordered:
        return False
    return facts.age.has(Trait.INSTANCE_LAYERS_ORDER_IMPLICIT)


def with_listed_of_each_name(facts: Facts, trail: Trail, is_blocked: Callable[[Layer], bool]) -> Facts:
    """Return the facts with the layers that a loader of an age lists: of each name all, the first, or every second.

    Layers that are blocked hide no others, and a name stands for one that is not, if there is one. Beside a settings
    file that lists layers, the first hides all others.
    """
    ordinary = facts.settings is None or facts.settings.layers is None
    kept: list[Layer] = []
    hiding: dict[str, Layer] = {}
    for layer in facts.known:
        first = layer if is_blocked(layer) else hiding.setdefault(layer.name, layer)
        if first is layer or facts.age.has(Trait.ALL_OF_A_NAME_LISTED):
            kept.append(layer)
            continue
        hidden_by(first, layer, trail)
        if ordinary and facts.age.has(Trait.THIRD_OF_A_NAME_LISTED):
            del hiding[layer.name]
    known = tuple(kept)
    names = by_name(sorted(known, key=is_blocked))
    return replace(facts, known=known, names=names, namesakes=all_by_name(known))


def listed_beside_settings(
    chain: Chain,
    found: Sequence[Layer],
    fitting: Sequence[Layer],
    facts: Facts,
    is_blocked: Callable[[Layer, Facts], bool],
) -> list[Layer]:
    """Return the layers that are on where instance extensions are listed, which a settings file changes by age.

    In the newest releases they are the implicit layers whose own conditions hold: those that the file lists, and only
    if none of them is on by itself, those that are found. Of one name it is the first, wherever an explicit layer has
    it too; all that are found, where all of a name are listed. What the file turns off counts as found and not as
    listed. Of what is found, ``fitting`` are the layers whose components fit, if they have any.
    """
    if facts.settings is None:
        return chain.switched_on
    if facts.age.has(Trait.EXTENSIONS_OF_SETTINGS_LISTED):
        named = [each for each in found if each.place.source == facts.settings.path]
        first = by_name(named).values()
        return list({id(each): each for each in (*first, *chain.switched_on)}.values())
    if not facts.age.has(Trait.EXTENSIONS_LISTED_WITHOUT_CONTROL):
        return chain.switched_on
    alone = replace(facts, settings=None)
    listed: list[Layer] = []
    others: list[Layer] = []
    for each in found:
        if each.kind is Use.IMPLICIT and each is not facts.override:
            (listed if each.place.source == facts.settings.path else others).append(each)
    fit = set(map(id, fitting))
    others = [each for each in others if id(each) in fit]

    def by_themselves(layers: Iterable[Layer]) -> list[Layer]:
        return [
            each
            for each in layers
            if not is_blocked(each, alone)
            and implicit_state(
                each, facts.environment, facts.request, facts.filters, facts.edition, facts.age
            ).on
        ]

    first = by_name(without_off(listed, facts.settings)).values()
    every = facts.age.has(Trait.ALL_OF_A_NAME_LISTED)
    return by_themselves(first) or by_themselves(others if every else by_name(others).values())


def say_other_overrides(layers: Sequence[Layer], kept: Sequence[Layer], trail: Trail) -> None:
    """Say in the trail that the override layers that are not kept are for other programs."""
    for layer in _left_out(layers, kept):
        if not trail.of(layer):
            trail.tell(layer, rule("OVERRIDE-01"), "the override layer does not apply to this program")


def say_faulty_metas(layers: Sequence[Layer], kept: Sequence[Layer], edition: Edition, trail: Trail) -> None:
    """Say in the trail what the meta-layers that are not kept lack."""
    names = by_name(layers)
    for layer in _left_out(layers, kept):
        reason = metalayers.fault(layer, names, edition, {})
        if reason is not None:
            trail.add(layer, reason)
        else:
            trail.tell(layer, rule("META-02"), "a component is a meta-layer that is left out, or too old")


def _left_out(layers: Sequence[Layer], kept: Sequence[Layer]) -> list[Layer]:
    stay = {id(each) for each in kept}
    return [each for each in layers if id(each) not in stay]


def all_named(layer: Layer, facts: Facts) -> tuple[Layer, ...]:
    """Return the layers that a name stands for: one, or every one that has it."""
    if not facts.age.has(Trait.LAST_OF_A_NAME) and not facts.ordered:
        if layer.kind is Use.EXPLICIT or not facts.age.has(Trait.INSTANCE_LAYERS_NAME_EXPLICIT):
            return (layer,)
        explicit = (each for each in facts.namesakes.get(layer.name, ()) if each.kind is Use.EXPLICIT)
        return (next(explicit, layer),)
    return tuple(facts.namesakes.get(layer.name, ()))


def meta_layer_stays(chain: Chain, meta: Layer, facts: Facts, *, by_application: bool) -> bool:
    """Return whether a meta-layer that is on already, or within one that is, keeps its components where they are.

    Where the last of a name counts it moves them; in the newer of these ages not if the application asks for it.
    """
    if facts.age.has(Trait.LAST_OF_A_NAME) and (
        not by_application or facts.age.has(Trait.APPLICATION_MOVES_IMPLICIT)
    ):
        return False
    on = (facts.names[name] for name in chain.metas if name in facts.names)
    return any(meta in metalayers.with_nested(each, facts.names) for each in on)


def in_found_order(facts: Facts, names: Sequence[str]) -> list[tuple[Facts, tuple[str, ...]]]:
    """Return the names of VK_INSTANCE_LAYERS one by one, in the order of discovery, with the facts for each turn.

    The layer of a turn is the one that VK_LOADER_LAYERS_ENABLE may turn on in it. Names of no layer come first.
    """
    known = {each.name for each in facts.known}
    missing = tuple(name for name in names if name not in known)
    turns = [(each, (each.name,) if each.name in names else ()) for each in facts.known]
    return [
        (replace(facts, known=()), missing),
        *((replace(facts, known=(each,)), own) for each, own in turns),
    ]


def needed_validation(facts: Facts, asked: Collection[str]) -> Reason | None:
    """Return why creation fails, in some ages, where VK_INSTANCE_LAYERS names a layer of old that is not found."""
    name = STANDARD_VALIDATION
    if name in facts.names or name not in asked or not facts.age.has(Trait.STANDARD_VALIDATION_NEEDED):
        return None
    fact = f"VK_INSTANCE_LAYERS names {name}, which is not found; VK_LAYER_KHRONOS_validation replaces it"
    return Reason(rule("ENV-INSTLAYERS-01"), Severity.ERROR, name, fact)


def own_obstacle(component: Layer, meta: Layer, facts: Facts) -> Reason | None:
    """Return why an implicit component is off by its own conditions, where these count.

    They do not for the override layer, unless another one is the first, or the release is older than 1.1.126.
    """
    counting = counting_override(facts.override, facts.known, facts.age)
    forces = meta.name == OVERRIDE_NAME and facts.age.has(Trait.EXPLICIT_OVERRIDE_COUNTS)
    if component.kind is not Use.IMPLICIT or (forces and counting in (None, meta)):
        return None
    if not facts.age.has(Trait.COMPONENT_NEEDS_OWN_CONDITIONS):
        return None
    state = implicit_state(
        component, facts.environment, facts.request, facts.filters, facts.edition, facts.age
    )
    return None if state.on else state.reason


def places_in_chain(chain: Chain, facts: Facts) -> dict[int, int]:
    """Return the places of layers in a chain that has the order of the list.

    Components of a meta-layer are at its place, unless they are on by themselves too.
    """
    places = {id(layer): place for place, layer in enumerate(facts.known)}
    moved = set(chain.turns)
    for meta in facts.known:
        override = meta is facts.override
        if meta.name not in chain.metas and not override:
            continue
        parts = metalayers.expanded(meta, facts.own if override and meta.override_paths else facts.names)
        for component in filter(None, (chain.layers.get(part.name) for part in parts)):
            if id(component) not in moved and (component.kind is Use.EXPLICIT or not override):
                moved.add(id(component))
                places[id(component)] = places[id(meta)]
    return places


def other_override(
    known: Sequence[Layer],
    environment: Environment,
    request: Request,
    filters: LayerFilters,
    edition: Edition,
    age: Age,
) -> Layer | None:
    """Return the first override layer that is on, for where the one that came before it was left out."""
    return next(
        (
            each
            for each in known
            if each.is_override and implicit_state(each, environment, request, filters, edition, age).on
        ),
        None,
    )


def in_turn(chain: Chain, facts: Facts) -> tuple[Layer, ...]:
    """Return what a loader of the age tries to load, from the application down: of each name the last that it can."""
    others = [each for each in chain.layers.values() if id(each) not in chain.turns]
    found = [*chain.turns.values(), *others]
    if facts.ordered:
        places = places_in_chain(chain, facts)
        found.sort(key=lambda layer: places.get(id(layer), 0))
    return tuple(found)


def crash_of_settings(
    settings: Settings | None,
    found: Sequence[Layer],
    edition: Edition,
    build: Build,
    blocked: Callable[[Layer], bool],
) -> str:
    """Return the file on which the loader crashes beside a settings file.

    It is a manifest in the list (``left_in_list``), or the settings file itself if it turns off a layer that is also
    found in the ordinary way, and that no filter has taken out before (``blocked``), or that a later entry lets in.
    """
    if settings is None:
        return ""
    if build.age.has(Trait.CRASH_ON_LAYER_TURNED_OFF):
        others = [each for each in found if each.place.source != settings.path and not blocked(each)]
        ordinary = usable_layers(others, edition, build.word_size, Trail())
        if any(settings.named(each.name) is Control.OFF for each in ordinary if not each.is_meta):
            return settings.path
    if build.age.has(Trait.CRASH_ON_ENTRY_BEHIND_OFF) and _lets_in_behind_off(settings, found):
        return settings.path
    return settings.crash


def _lets_in_behind_off(settings: Settings, found: Sequence[Layer]) -> bool:
    """Return whether an entry is the first to let in the layer of its file, behind one that turns its name off."""
    listed = {(each.name, each.place.path) for each in found if each.place.source == settings.path}
    off = set[str]()
    for entry in settings.layers or ():
        layer = (entry.name, entry.path)
        if entry.control is Control.OFF:
            off.add(entry.name)
        elif layer in listed:
            if entry.name in off:
                return True
            listed.discard(layer)  # a second time, it is not let in again
    return False


def left_in_list(settings: Settings, files: Sequence[LayerFile], edition: Edition, build: Build) -> Settings:
    """Return the settings with what is left of their list after the loader has read the manifests in it.

    The loader appends the layers of each manifest. If the last one does not have the entry's name, it takes the last
    two elements away, whatever they are: the place for unlisted layers, too. A list of which nothing is left counts
    as having that place if it had one.
    """
    age, entries = build.age, settings.layers
    if entries is None or not age.has(Trait.STRANGERS_IN_SETTINGS_REMOVE_TWO):
        return settings
    read = {(file.place.path, file.place.use): file for file in files if file.fate is Fate.READ}
    left: list[tuple[str, int]] = []
    added: set[int] = set()
    for index, entry in enumerate(entries):
        names = ["" if entry.control is Control.UNORDERED else entry.name]
        if entry.control not in (Control.UNORDERED, Control.OFF):
            file = read.get((entry.path, Use.IMPLICIT if entry.implicit else Use.EXPLICIT))
            if file is None:
                continue
            names = [each.name for each in usable_layers(file.layers, edition, build.word_size, Trail())]
            if not names and not age.has(Trait.CRASH_ON_LISTED_FILE_WITHOUT_LAYER):
                continue
        if not names and not left:
            return replace(settings, crash=entry.path)
        left += [(name, index) for name in names]
        added.add(index)
        if entry.control is Control.UNORDERED or left[-1][0] == entry.name:
            continue
        del left[-2:]
        unordered = any(entries[each].control is Control.UNORDERED for _, each in left)
        if unordered and age.has(Trait.CRASH_ON_STRANGER_BEHIND_UNORDERED):
            return replace(settings, crash=entry.path)
    gone = added - {index for _, index in left}
    if not left:
        gone = {each for each in gone if entries[each].control is not Control.UNORDERED}
    if not gone:
        return settings
    return with_list(settings, tuple(each for index, each in enumerate(entries) if index not in gone))
