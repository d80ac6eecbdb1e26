"""The other readings of ambiguities about which layers are active, and in which order."""

from dataclasses import replace
from typing import Any

from refloader import engine
from refloader.core.activation import conditions, filters, metalayers, order, override
from refloader.core.activation.conditions import State
from refloader.core.chain import plan as plans
from refloader.core.manifests.settings_file import Control
from refloader.model.layer import Layer
from refloader.model.paths import POSIX_PATHS
from refloader.model.place import Use
from refloader.rules import rule
from refloader.selftest.variants.marks import Original, allows, likewise

# In a tuple, so that they stay the functions of the reference.
_OF_REFERENCE = (order._add_filtered,)


@allows(
    conditions._enable_variable, "AMB-ENABLE-VALUE", "LLP_LOADER_6: unless that enable variable is defined"
)
def any_value_enables(original: Original, layer: Layer, environment: Any) -> Any:
    """An enable variable counts with any value, the empty one included."""
    if layer.enable is not None and environment.is_set(layer.enable.variable):
        return None
    return original(layer, environment)


@allows(conditions._enable_variable, "AMB-ENABLE-VALUE", "when defined to any non-empty string value")
def any_text_enables(original: Original, layer: Layer, environment: Any) -> Any:
    """An enable variable counts with any value that is not empty."""
    if layer.enable is not None and environment.get(layer.enable.variable):
        return None
    return original(layer, environment)


@allows(conditions.disable_variable, "AMB-DISABLE-EMPTY", "when defined to any non-empty string value")
def an_empty_variable_disables_nothing(original: Original, layer: Layer, environment: Any) -> Any:
    """A disable variable without a value has no effect."""
    if layer.disable is not None and not environment.get(layer.disable.variable):
        return None
    return original(layer, environment)


@allows(
    order._add_component,
    "AMB-DISABLE-COMPONENT",
    "LLP_LOADER_7: an implicit layer that has been disabled by some other mechanism must not be loaded",
)
def components_keep_their_disable_variable(
    original: Original, chain: Any, component: Layer, meta: Layer, *others: Any
) -> Any:
    """An implicit component stays out when its disable variable is set."""
    facts = others[0]
    if component.kind is Use.IMPLICIT and conditions.disable_variable(component, facts.environment):
        return
    original(chain, component, meta, *others)


@allows(
    order._add_component,
    "AMB-DISABLE-COMPONENT",
    "the interaction list stands beside sentences on the override layer",
)
def only_the_override_layer_beats_disable_variables(
    original: Original, chain: Any, component: Layer, meta: Layer, *others: Any
) -> Any:
    """An implicit component of another meta-layer than the override layer stays out when its variable is set."""
    obeys = component.kind is Use.IMPLICIT and not meta.is_override
    if obeys and conditions.disable_variable(component, others[0].environment):
        return
    original(chain, component, meta, *others)


@allows(order._add_component, "AMB-COMPONENT-ENABLE", "LLP_LOADER_6 wants the enable variable to be defined")
def components_need_their_enable_variable(
    original: Original, chain: Any, component: Layer, meta: Layer, *others: Any
) -> Any:
    """An implicit component stays out while its enable variable is not set."""
    if component.kind is Use.IMPLICIT and conditions._enable_variable(component, others[0].environment):
        return
    original(chain, component, meta, *others)


@allows(
    conditions.implicit_state,
    "AMB-ENABLE-FILTER-VS-DISABLEVAR",
    "the filter is said to ignore the context of an implicit layer",
)
def the_enable_filter_beats_disable_variables(
    original: Original, layer: Layer, environment: Any, request: Any, found: Any, *others: Any
) -> Any:
    """VK_LOADER_LAYERS_ENABLE turns on an implicit layer whose disable variable is set."""
    state = original(layer, environment, request, found, *others)
    pattern = filters.enabled_by(found, layer)
    if state.on or pattern is None:
        return state
    return State(True, conditions._say(layer, rule("FILTER-LAYER-ENABLE-01"), f"{pattern} turns it on"))


@allows(
    order._add_implicit,
    "AMB-IMPL-IN-ENV",
    "2016: no additional effect; the first occurrence is the one in the implicit group",
)
def named_implicit_layers_keep_their_place(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """An implicit layer that is on by itself keeps its place when VK_INSTANCE_LAYERS names it."""
    named = order.environment_names(facts.environment)
    for layer in facts.known:
        if layer.kind is not Use.IMPLICIT or layer is facts.override:
            continue
        if layer.name not in named:
            original(chain, replace(facts, known=(layer,)), trail)
            continue
        state = conditions.implicit_state(
            layer, facts.environment, facts.request, facts.filters, facts.edition, facts.age
        )
        if state.on and order._setting(facts, layer) is Control.AUTO:
            order._add(chain, layer, facts, trail, state.reason.rule)


@allows(
    order._add_variable,
    "AMB-INSTLAYERS-IMPLICIT",
    "LLP_LOADER_6 wants the enable variable to be defined",
)
def a_name_does_not_enable_implicit_layers(
    original: Original, chain: Any, facts: Any, trail: Any, variable: str, names: Any
) -> Any:
    """VK_INSTANCE_LAYERS turns on no implicit layer whose enable variable is not set."""
    kept = []
    for name in names:
        layer = facts.names.get(name)
        waits = layer is not None and layer.kind is Use.IMPLICIT
        if not waits or conditions._enable_variable(layer, facts.environment) is None:
            kept.append(name)
    original(chain, facts, trail, variable, tuple(kept))


@allows(
    order.environment_names, "AMB-INSTLAYERS-SEP", "the 2026 example of the Unix variable has a semicolon"
)
def semicolons_separate_names_too(original: Original, *arguments: Any) -> Any:
    """VK_INSTANCE_LAYERS may hold semicolons beside colons."""
    return tuple(part for name in original(*arguments) for part in name.split(";") if part)


@allows(order._add_filtered, "AMB-ENABLE-VS-INSTLAYERS", "their mutual order is not stated")
def the_filter_precedes_instance_layers(original: Original, *arguments: Any) -> Any:
    """The layers of VK_LOADER_LAYERS_ENABLE stand before those of VK_INSTANCE_LAYERS."""


@likewise("the_filter_precedes_instance_layers", order._add_variable)
def _filtered_before(original: Original, chain: Any, facts: Any, trail: Any, *others: Any) -> Any:
    _OF_REFERENCE[0](chain, facts, trail)
    original(chain, facts, trail, *others)


@allows(order._add_filtered, "AMB-ENABLE-VS-INSTLAYERS", "the order among several matches is not stated")
def filtered_layers_backwards(original: Original, chain: Any, facts: Any, trail: Any) -> Any:
    """The layers of VK_LOADER_LAYERS_ENABLE stand in the opposite order of discovery."""
    original(chain, replace(facts, known=tuple(reversed(facts.known))), trail)


@allows(
    order.missing_request,
    "AMB-DISABLE-REQUESTED",
    "such a layer is said to be not enabled; the result of vkCreateInstance is not stated",
)
def disabled_requests_are_left_out(original: Original, facts: Any, names: Any) -> Any:
    """A requested layer that a filter or the blacklist disables is left out, and the instance is made."""
    for name in names:
        why = original(facts, (name,))
        if why is not None and why.rule != rule("AMB-DISABLE-REQUESTED"):
            return why
    return None


@allows(order._obstacle, "AMB-REQUEST-DISABLED", "a layer named by the application is to be enabled")
def requests_beat_disable_variables(original: Original, layer: Layer, facts: Any, why: Any) -> Any:
    """An implicit layer that is requested by name is loaded although its disable variable is set."""
    blocked = order._blocked(layer, facts)
    return original(layer, facts, why) if blocked is not None else None


@allows(override._applies, "AMB-APPKEYS-MATCH", "how a path is compared is not stated")
def app_keys_are_normalised(original: Original, layer: Layer, environment: Any, trail: Any) -> Any:
    """A path in app_keys matches with doubled separators, too."""
    if POSIX_PATHS.plain(environment.executable) in map(POSIX_PATHS.plain, layer.app_keys):
        return True
    return original(layer, environment, trail)


@allows(override.choose, "AMB-OVERRIDE-MULTI", "several override layers are not covered")
def the_first_override_layer_counts(
    original: Original, implicit: Any, environment: Any, request: Any, found: Any, edition: Any, *others: Any
) -> Any:
    """Of several override layers that apply, the first found counts, named or global."""
    for layer in implicit:
        usable = layer.is_override and edition not in layer.rejected
        if usable and override._applies(layer, environment, others[0]):
            return original((layer,), environment, request, found, edition, *others)
    return original((), environment, request, found, edition, *others)


@allows(
    metalayers._version_fault,
    "AMB-META-VERSION",
    "all component layers must be at the same Vulkan API major and minor version as the meta-layer",
)
def components_have_the_same_version(original: Original, meta: Any, known: Any, edition: Any) -> Any:
    """A meta-layer with a component of a newer version cannot be used."""
    for name in meta.components:
        if known[name].api_version.feature != meta.api_version.feature:
            return metalayers._say(meta, rule("LLP_LOADER_10"), f"the component {name} has another version")
    return original(meta, known, edition)


@allows(metalayers._component_fault, "AMB-META-RECURSE", "meta-layers that name meta-layers are not covered")
def meta_layers_do_not_nest(original: Original, meta: Any, name: str, known: Any, above: Any) -> Any:
    """A meta-layer with a meta-layer among its components cannot be used."""
    if name in known and known[name].is_meta:
        return metalayers._say(meta, rule("AMB-META-RECURSE"), f"the component {name} is a meta-layer")
    return original(meta, name, known, above)


@allows(filters.elements, "AMB-FILTER-SPACES", "spaces in comma lists are not covered")
def spaces_around_elements_do_not_count(original: Original, value: Any) -> Any:
    """Spaces around the elements of filter lists are left out."""
    return tuple(each.strip() for each in original(value) if each.strip())


@allows(filters.glob_matches, "AMB-ALLSTAR", "nothing is said about ** or one letter plus star")
def the_shortest_globs_match_nothing(original: Original, pattern: str, name: str) -> Any:
    """The globs ** and P* match nothing."""
    return False if len(pattern) == 2 and pattern.endswith("*") else original(pattern, name)


@allows(filters._match_of_driver, "AMB-DRIVERS-ALL", "~all~ is documented for VK_LOADER_LAYERS_DISABLE alone")
def all_is_no_word_for_drivers(original: Original, patterns: Any, file_name: str) -> Any:
    """~all~ in a filter of drivers is the name of a manifest."""
    return original(tuple(each for each in patterns if each.lower() != "~all~"), file_name)


@allows(filters.driver_verdict, "AMB-SELECT-EMPTY", "an empty filter list is not covered")
def an_empty_selection_leaves_no_driver(original: Original, found: Any, file_name: str) -> Any:
    """VK_LOADER_DRIVERS_SELECT without an element selects no driver."""
    if found.select is not None and not found.select:
        return False, ""
    return original(found, file_name)


@allows(order._add_override, "AMB-OVERRIDE-COMPONENT", "LLP_LOADER_11: after all other implicit layers")
def implicit_components_move_to_the_override_layer(
    original: Original, chain: Any, facts: Any, trail: Any
) -> Any:
    """An implicit layer that is a component of the override layer stands with it."""
    for component in order.components_of(facts.override, facts) if facts.override else ():
        chain.layers.pop(component.name, None)
    original(chain, facts, trail)


@allows(plans.make_plan, "AMB-DUP-DISABLED", "duplicates are ignored among all enabled layers")
def a_layer_that_is_off_hides_no_other(
    original: Original, discovery: Any, environment: Any, request: Any, build: Any, edition: Any, *others: Any
) -> Any:
    """Of two layers with one name the second counts where the first is off."""

    def is_off(layer: Layer) -> bool:
        facts = (environment, request, discovery.filters, edition, build.age)
        return layer.kind is Use.IMPLICIT and not conditions.implicit_state(layer, *facts).on

    found = discovery.found
    kept = [
        layer
        for place, layer in enumerate(found)
        if layer is discovery.override
        or not is_off(layer)
        or all(layer.name != other.name or is_off(other) for other in found[place + 1 :])
    ]
    discovery = replace(discovery, found=tuple(kept))
    return original(discovery, environment, request, build, edition, *others)


@allows(
    order.missing_request,
    "",
    "no document says what vkCreateInstance does if VK_INSTANCE_LAYERS names a layer that is not there",
)
def unknown_names_of_the_variable_fail(original: Original, facts: Any, names: Any) -> Any:
    """vkCreateInstance fails, too, if VK_INSTANCE_LAYERS names a layer that is not there."""
    unknown = [name for name in order.environment_names(facts.environment) if name not in facts.names]
    return original(facts, (*names, *unknown))


@allows(filters.layer_filters, "AMB-GLOB-MIDDLE", "such elements are not among the accepted forms")
def elements_of_other_forms_spoil_a_filter(original: Original, *arguments: Any) -> Any:
    """A filter of layers with a star inside an element is an error, and has no effect at all."""
    found = original(*arguments)
    return replace(found, **{name: _sound(getattr(found, name)) for name in ("enable", "disable", "allow")})


def _sound(patterns: tuple[str, ...]) -> tuple[str, ...]:
    return () if any("*" in each[1:-1] for each in patterns) else patterns


@allows(engine._explicit, "AMB-OVERRIDE-EXPLICIT", "that one in an explicit folder has no effect is not said")
def an_explicit_override_layer_counts(original: Original, search: Any, chosen: Any, trail: Any) -> Any:
    """An explicit meta-layer with the override layer's name is the override layer if there is no implicit one."""
    chosen, found = original(search, chosen, trail)
    for layer in found if chosen is None else ():
        implicit = replace(layer, kind=Use.IMPLICIT)
        usable = implicit.is_override and search.edition not in layer.rejected
        if usable and override._applies(implicit, search.environment, trail):
            others = original(search, implicit, trail)[1] if implicit.override_paths else found
            return implicit, (implicit, *[each for each in others if each is not layer])
    return chosen, found


@allows(conditions.implicit_state, "AMB-APPKEYS-SCOPE", "the table of fields has the keys for meta-layers")
def every_meta_layer_has_programs(original: Original, layer: Layer, environment: Any, *others: Any) -> Any:
    """An implicit meta-layer with app_keys is off in programs that it does not name, whatever its name."""
    if layer.is_meta and layer.app_keys and environment.executable not in layer.app_keys:
        return State(False, conditions._say(layer, rule("AMB-APPKEYS-SCOPE"), "it is for other programs"))
    return original(layer, environment, *others)


@allows(order.build_chain, "AMB-APPKEYS-SCOPE", "the table of fields has the keys for meta-layers")
def every_meta_layer_has_a_blacklist(original: Original, facts: Any, trail: Any) -> Any:
    """The blacklisted_layers of every implicit meta-layer that is on are not used."""
    return original(replace(facts, blocked=facts.blocked | _named_in_blacklists(facts)), trail)


@likewise("every_meta_layer_has_a_blacklist", plans._enumerated)
def _not_listed(original: Original, known: Any, facts: Any) -> Any:
    return original(known, replace(facts, blocked=facts.blocked | _named_in_blacklists(facts)))


def _named_in_blacklists(facts: Any) -> frozenset[str]:
    metas = [each for each in facts.known if each.kind is Use.IMPLICIT and each.is_meta and each.blacklist]
    now = (facts.environment, facts.request, facts.filters, facts.edition, facts.age)
    metas = [each for each in metas if not each.is_override and conditions.implicit_state(each, *now).on]
    return frozenset([name for each in metas for name in each.blacklist])


_OLDER: list[Any] = []
"""The meta-layers that have a component of another version."""


@allows(plans._enumerated, "META-03", "for the meta-layer to be used: nothing is said of its listing")
def meta_layers_are_listed_whatever_their_versions(original: Original, known: Any, facts: Any) -> Any:
    """A meta-layer that cannot be used for the versions of its components is listed all the same."""
    names = {each.name for each in known}
    more = {each.name: each for each in _OLDER if each.name not in names}
    _OLDER.clear()
    return original((*known, *more.values()), facts)


@likewise("meta_layers_are_listed_whatever_their_versions", metalayers._version_fault)
def _noted(original: Original, meta: Any, *others: Any) -> Any:
    problem = original(meta, *others)
    if problem is not None:
        _OLDER.append(meta)
    return problem
