"""A layer's lookups over every command of the registry, with a made-up entity below it that takes notes."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial

import pytest

from refloader.model import registry
from refloader.suite.layers.alone import absent, found, older
from refloader.suite.layers.alone.applied import (
    AnswersCheck,
    answers_keep,
    comes_to_its_end,
    enabled_extensions,
)
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.sessions.answers import Answers
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.subjects.own_names import own_names

ACT = "lookups"
OF_OWN_EXTENSIONS = (
    "lookups.enabled",
    "lookups.promised",
    "lookups.older",
    "lookups.beside",
    "lookups.alone",
)
"""The steps with extensions of the layer's own."""

OF_DEVICES = (
    "lookups.open.create_device",
    "lookups.bare.create_device",
    "lookups.closed.create_device",
    "lookups.closed.physical",
)
"""The steps in which a device is made to look functions up with, and one more that no other case is about."""

CLOSED = ("lookups.closed.instance", "lookups.closed.device", "lookups.closed.physical")
"""The steps in which names are looked up above an entity that has no functions of extensions."""

DISABLED: Mapping[str, AnswersCheck] = {
    "instance": absent.disabled_instance_functions,
    "device": absent.disabled_device_functions,
}


class TestInterception:
    """What has to be intercepted for a place in a chain, and what goes down only for others' functions."""

    @pytest.mark.rule("INTERCEPT-02")
    def test_instance_chain(self, layer: LayerTrial) -> None:
        """vkGetInstanceProcAddr and vkCreateInstance are the layer's."""
        answers_keep(layer, found.instance_chain, ACT, step="lookups.first")

    @pytest.mark.rule("INTERCEPT-03")
    def test_device_chain(self, layer: LayerTrial) -> None:
        """Who intercepts functions of devices intercepts vkGetDeviceProcAddr and vkCreateDevice."""
        answers_keep(layer, found.device_chain, ACT)

    @pytest.mark.rule("INTERCEPT-06")
    def test_own_functions_are_not_asked_for_below(self, layer: LayerTrial) -> None:
        """For its own functions of Vulkan 1.0, which are always there, a lookup should not ask below."""
        answers_keep(layer, found.own_names_stay, ACT, should=True)

    @pytest.mark.rule("CONV-LAYER-10")
    def test_create_instance_with_any_instance(self, layer: LayerTrial) -> None:
        """vkCreateInstance should be found whatever the instance is."""
        answers_keep(layer, found.create_instance_with_any_instance, ACT, should=True)


class TestForwarding:
    """What the layer does not intercept is answered by the entity below."""

    @pytest.mark.rule("DISPATCH-LAYER-03")
    def test_names_of_instances(self, layer: LayerTrial) -> None:
        """vkGetInstanceProcAddr goes down for names that are not the layer's, made-up ones included."""
        answers_keep(layer, found.instance_names_forwarded, ACT, step="lookups.open.instance")

    @pytest.mark.rule("DISPATCH-LAYER-04")
    def test_names_of_devices(self, layer: LayerTrial) -> None:
        """vkGetDeviceProcAddr goes down for names that are not the layer's, made-up ones included."""
        answers_keep(layer, found.device_names_forwarded, ACT, step="lookups.open.device")

    @pytest.mark.rule("DISPATCH-LAYER-04")
    def test_older_names_of_devices(self, layer: LayerTrial) -> None:
        """A command that Vulkan took over is found by the name of its extension, too, if that is enabled."""
        step = ("lookups.offered.create_device", "lookups.offered.device")
        answers_keep(layer, older.found_by_older_names, ACT, *older.enabled_names(), step=step)

    @pytest.mark.rule("DISPATCH-LAYER-04", "LLP_LAYER_18", "CONV-LAYER-09")
    def test_names_of_other_kinds(self, layer: LayerTrial) -> None:
        """vkGetDeviceProcAddr has NULL where the next one has, for commands of instances too."""
        answers_keep(layer, found.device_names_from_the_same_lookup, ACT, step="lookups.open.device")

    @pytest.mark.rule("DISPATCH-LAYER-05")
    def test_names_of_physical_devices(self, layer: LayerTrial) -> None:
        """vk_layerGetPhysicalDeviceProcAddr goes down for what the layer does not know."""
        answers_keep(layer, found.physical_names_forwarded, ACT, step="lookups.open.physical")

    @pytest.mark.rule("DISPATCH-LAYER-05")
    def test_names_of_no_physical_device(self, layer: LayerTrial) -> None:
        """vk_layerGetPhysicalDeviceProcAddr gives of what is below only what the next one gives."""
        answers_keep(layer, absent.physical_functions_below, ACT, step="lookups.open.physical")

    @pytest.mark.rule("DISPATCH-LAYER-03", "DISPATCH-LAYER-04")
    def test_instances_are_not_mixed_up(self, layer: LayerTrial) -> None:
        """With several instances over different entities, each lookup goes to its own."""
        answers_keep(layer, found.own_next_asked, ACT, step=("lookups.again", "lookups.left"))

    @pytest.mark.rule("DISPATCH-LAYER-03", "DISPATCH-LAYER-04")
    def test_answers_are_of_this_instance(self, layer: LayerTrial) -> None:
        """A lookup gives what the next entity of this instance has, and not what another instance was given."""
        answers_keep(layer, absent.answers_of_this_instance, ACT, step=CLOSED)

    @pytest.mark.rule("LLP_LAYER_10", "WRAP-01")
    def test_handles_are_unwrapped(self, layer: LayerTrial) -> None:
        """No lookup passes a handle of the layer's own down."""
        answers_keep(layer, found.own_handles_unwrapped, ACT)


@pytest.mark.rule("LLP_LAYER_18", "CONV-LAYER-09")
class TestDisabledFunctions:
    """Functions that are not enabled are NULL, from the layer itself or from the entity below."""

    @pytest.mark.parametrize("kind", DISABLED)
    @pytest.mark.same_run
    def test_null(self, layer: LayerTrial, kind: str) -> None:
        """Functions of extensions are NULL when none is enabled and the entity below has none."""
        answers_keep(layer, DISABLED[kind], ACT, step=f"lookups.closed.{kind}")

    def test_where_the_entity_below_has_them(self, layer: LayerTrial) -> None:
        """Functions of extensions that a device does not enable are NULL, also if an instance finds them below."""
        answers_keep(layer, absent.functions_below_disabled, ACT, step="lookups.bare.device")

    def test_functions_of_instances(self, layer: LayerTrial) -> None:
        """For the layer's functions that take no device, vkGetDeviceProcAddr should have NULL, as Vulkan says."""
        answers_keep(layer, absent.functions_of_instances, ACT, step="lookups.open.device", should=True)

    def test_of_physical_devices(self, layer: LayerTrial) -> None:
        """vk_layerGetPhysicalDeviceProcAddr should give no function that the layer's vkGetInstanceProcAddr denies."""
        names = [*_all_listed(layer), *own_names(layer.layer)]
        arguments = (*enabled_extensions(layer), *_functions(names)) if names else ()
        answers_keep(layer, absent.disabled_physical_functions, ACT, *arguments, should=True)

    def test_of_one_extension_of_several(self, layer: LayerTrial) -> None:
        """Functions of an extension are NULL if a device enables another one of the layer's alone."""
        promises = layer.layer.promises
        if sum(bool(functions) for _, functions in promises) < 2:
            pytest.skip("the manifest does not list functions for several extensions of devices")
        judge = partial(absent.functions_of_other_extensions, promises=promises)
        _promised(layer, _all_listed(layer), lambda answers, _: judge(answers))

    def test_listed_functions_are_null_if_not_enabled(self, layer: LayerTrial) -> None:
        """Functions that the manifest lists for device extensions are NULL for a device without these."""
        names = layer.layer.entrypoints
        answers_keep(
            layer, lambda answers: absent.disabled_entrypoints(answers, names), ACT, *_functions(names)
        )

    @pytest.mark.parametrize("kind", DISABLED)
    @pytest.mark.same_run
    def test_enabled_elsewhere(self, layer: LayerTrial, kind: str) -> None:
        """Functions of extensions that another instance or device enables stay NULL for this one."""
        names = _all_listed(layer)
        _promised(layer, names, partial(absent.functions_apart, kind=kind))


@pytest.mark.rule("LLP_LAYER_2")
def test_devices_can_be_made(layer: LayerTrial) -> None:
    """A device is made above entities that have functions of extensions, and above those that have none."""
    comes_to_its_end(layer, ACT, step=OF_DEVICES)


@pytest.mark.rule("LLP_LAYER_18")
class TestUnknownNames:
    """What a layer has nothing for is NULL."""

    @pytest.mark.parametrize("only", [(), ("--only", "none")], ids=["usual", "without_instance"])
    def test_names_of_nobody(self, layer: LayerTrial, only: tuple[str, ...]) -> None:
        """No lookup returns a function for a name that is no command."""
        answers_keep(layer, absent.unknown_names, ACT, *only, *_functions(absent.NOBODYS))

    def test_every_name_is_answered(self, layer: LayerTrial) -> None:
        """Asked without an instance, which no loader does for all names, the layer should still come back."""
        answers_keep(layer, absent.lookups_without_instance, ACT, "--only", "none", should=True)


class TestPhysicalDeviceLookup:
    """vk_layerGetPhysicalDeviceProcAddr tells loaders which unknown functions take a physical device."""

    @pytest.mark.rule("PHYSDEV-EXT-01")
    @pytest.mark.editions("2022", "2026")
    def test_is_there(self, layer: LayerTrial) -> None:
        """A layer that intercepts functions of physical devices should have it."""
        answers_keep(layer, found.physical_lookup_offered, ACT, should=True)

    @pytest.mark.rule("PHYSDEV-EXT-02")
    def test_answers(self, layer: LayerTrial) -> None:
        """The lookup should give functions of physical devices; for the layer's others NULL, without asking below."""
        answers_keep(layer, found.physical_lookup_answers, ACT, step="lookups.open.physical", should=True)

    @pytest.mark.rule("PHYSDEV-EXT-02", "LLP_LAYER_1", "CONV-LAYER-01")
    def test_functions_of_devices(self, layer: LayerTrial) -> None:
        """A function of devices that loaders may not know is none of physical devices: it would be called as one."""
        _promised(layer, layer.layer.entrypoints, found.physical_lookup_of_devices)

    @pytest.mark.rule("PHYSDEV-EXT-03")
    def test_is_reached_through_the_layer(self, layer: LayerTrial) -> None:
        """A layer above finds the next one by asking vkGetInstanceProcAddr for its name."""
        answers_keep(layer, found.physical_lookup_reached, ACT)

    @pytest.mark.rule("PHYSDEV-EXT-04")
    def test_is_published_in_both_ways(self, layer: LayerTrial) -> None:
        """A layer that has the function should give it in the negotiation and from vkGetInstanceProcAddr."""
        answers_keep(layer, found.physical_lookup_published, ACT, should=True)

    @pytest.mark.rule("IFACE-LAYER-V2-02", "PHYSDEV-EXT-01")
    @pytest.mark.editions("2022", "2026")
    def test_is_not_optional_for_wrappers(self, layer: LayerTrial) -> None:
        """A layer that wraps VkInstance must have it."""
        answers_keep(layer, found.physical_lookup_of_wrappers, ACT)


class TestPromisedFunctions:
    """A layer that brings an extension brings its functions, also over drivers that have none of it."""

    @pytest.mark.rule("MANIFEST-LAYER-16", "LLP_LAYER_1", "CONV-LAYER-01")
    def test_of_the_manifest(self, layer: LayerTrial) -> None:
        """Functions that the manifest lists for an extension which the layer reports are there once it is enabled."""
        check = partial(_reported, layer, are_reported=True)
        _promised(layer, layer.layer.entrypoints, check, step=OF_OWN_EXTENSIONS)

    @pytest.mark.rule("MANIFEST-LAYER-16", "LLP_LAYER_1", "CONV-LAYER-01")
    def test_of_the_manifest_alone(self, layer: LayerTrial) -> None:
        """It should be there, too, for extensions that the layer does not report above this entity."""
        check = partial(_reported, layer, are_reported=False)
        _promised(layer, layer.layer.entrypoints, check, should=True)

    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_of_the_registry(self, layer: LayerTrial) -> None:
        """What else the registry knows of an extension that the manifest lists should be there as well."""
        _promised(
            layer, [name for name in _all_listed(layer) if name not in layer.layer.entrypoints], should=True
        )


def _all_listed(layer: LayerTrial) -> list[str]:
    """Return the functions of the extensions in the manifest, those that it lists first."""
    known = {
        *_known(layer.layer.device_extensions, "device"),
        *_known(layer.layer.instance_extensions, "instance", "physical device"),
    }
    return [*layer.layer.entrypoints, *sorted(known - {*layer.layer.entrypoints})]


def _known(extensions: Iterable[str], *levels: str) -> Iterator[str]:
    """Yield the commands that the registry has of extensions, without those that need another one as well."""
    for each in extensions:
        row = registry.extension(each)
        for name in row.commands if row else ():
            known = registry.command(name)
            if known and each in known.always and known.level in levels:
                yield name


def _reported(
    layer: LayerTrial, answers: Answers, names: Collection[str], *, are_reported: bool
) -> CheckResult:
    """Check those that the manifest lists, which are all ``names``, by their extensions."""
    return found.reported_functions(answers, layer.layer.promises, are_reported=are_reported)


def _promised(
    layer: LayerTrial,
    names: Collection[str],
    check: Callable[[Answers, Collection[str]], CheckResult] = found.promised_functions,
    *,
    step: tuple[str, ...] = (),
    should: bool = False,
) -> None:
    if not names:
        pytest.skip("the manifest lists no functions, and no extensions that have others")
    answers_keep(
        layer,
        lambda answers: check(answers, names),
        ACT,
        *enabled_extensions(layer),
        *_functions(names),
        step=step,
        should=should,
    )


@pytest.mark.rule("IFACE-LAYER-V0-10")
class TestManifest:
    """The manifest and the library are kept in step."""

    def test_listed_functions_are_found(self, layer: LayerTrial) -> None:
        """Functions that the manifest lists for device extensions are there once these are enabled."""
        names = layer.layer.entrypoints
        answers_keep(
            layer,
            lambda answers: found.manifest_entrypoints(answers, names),
            ACT,
            *enabled_extensions(layer),
            *_functions(names),
        )


@pytest.mark.rule("MANIFEST-LAYER-16")
def test_functions_that_are_not_listed(layer: LayerTrial) -> None:
    """Functions that devices get by enabling an extension of the layer's are all in the manifest."""
    names = own_names(layer.layer)
    if not (names and layer.layer.device_extensions):
        pytest.skip(
            "the manifest lists no device extensions, or the library names no functions but those listed"
        )
    arguments = (*enabled_extensions(layer), *_functions([*_all_listed(layer), *names]))
    answers_keep(layer, lambda answers: absent.unlisted_functions(answers, names), ACT, *arguments)


def _functions(names: Iterable[str]) -> Iterator[str]:
    """Have the prober look these up, too: the registry need not have them."""
    return (word for name in names for word in ("--function", name))
