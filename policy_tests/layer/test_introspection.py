"""Libraries of interface version 0: what they export, and what that says of the layers in them."""

from collections.abc import Callable
from functools import partial

import pytest

from refloader.model.edition import Edition
from refloader.model.version import parse_strict
from refloader.suite.layers.alone import introspected
from refloader.suite.layers.alone.applied import answers_keep
from refloader.suite.layers.alone.enumerated import DEVICE_EXTENSIONS, INSTANCE_EXTENSIONS, INSTANCE_LAYERS
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.subjects.layer import DEVICE_LOOKUP, INSTANCE_LOOKUP

ACT = "introspect"


class TestIntrospectionFunctions:
    """Four functions tell of all layers in the library; none of them ever fails."""

    @pytest.mark.rule("IFACE-LAYER-V0-01")
    def test_all_are_exported(self, layer: LayerTrial) -> None:
        """A library that has some of them has them all; since 2018 it may be of version 1, which needs none."""
        should = layer.edition is not Edition.E2016
        answers_keep(layer, introspected.functions_exported, ACT, should=should)

    @pytest.mark.rule("IFACE-LAYER-V0-02")
    def test_layers(self, layer: LayerTrial) -> None:
        """vkEnumerateInstanceLayerProperties enumerates the layers in the library."""
        judge = partial(introspected.layers_listed, name=layer.layer.name)
        answers_keep(layer, judge, ACT, step="introspect.vkEnumerateInstanceLayer")

    @pytest.mark.rule("IFACE-LAYER-V0-03")
    def test_instance_extensions(self, layer: LayerTrial) -> None:
        """vkEnumerateInstanceExtensionProperties answers for each layer in the library."""
        step = "introspect.vkEnumerateInstanceExtension"
        answers_keep(layer, introspected.instance_extensions_listed, ACT, step=step)

    @pytest.mark.rule("IFACE-LAYER-V0-04")
    def test_device_layers(self, layer: LayerTrial) -> None:
        """vkEnumerateDeviceLayerProperties enumerates some of the library's layers, with no physical device."""
        step = "introspect.vkEnumerateDeviceLayer"
        answers_keep(layer, introspected.device_layers_listed, ACT, step=step)

    @pytest.mark.rule("IFACE-LAYER-V0-05")
    def test_device_extensions(self, layer: LayerTrial) -> None:
        """vkEnumerateDeviceExtensionProperties answers for each layer in the library, with no physical device."""
        step = "introspect.vkEnumerateDeviceExtension"
        answers_keep(layer, introspected.device_extensions_listed, ACT, step=step)


class TestLookupExports:
    """Each layer's two lookups are exported."""

    @pytest.mark.rule("IFACE-LAYER-V0-06")
    def test_of_instances(self, layer: LayerTrial) -> None:
        """<layer>GetInstanceProcAddr, or vkGetInstanceProcAddr where there is but one layer."""
        renamed = INSTANCE_LOOKUP in dict(layer.layer.functions)
        judge = partial(
            introspected.lookup_exported, kind="instance", function="GetInstanceProcAddr", renamed=renamed
        )
        answers_keep(layer, judge, ACT, step="introspect.lookups")

    @pytest.mark.rule("IFACE-LAYER-V0-07")
    def test_of_devices(self, layer: LayerTrial) -> None:
        """<layer>GetDeviceProcAddr, or vkGetDeviceProcAddr where there is but one layer."""
        renamed = DEVICE_LOOKUP in dict(layer.layer.functions)
        judge = partial(
            introspected.lookup_exported, kind="device", function="GetDeviceProcAddr", renamed=renamed
        )
        answers_keep(layer, judge, ACT)


NODES = [
    pytest.param(INSTANCE_EXTENSIONS, marks=pytest.mark.rule("MANIFEST-LAYER-14")),
    pytest.param(DEVICE_EXTENSIONS, marks=pytest.mark.rule("MANIFEST-LAYER-15")),
]


class TestNodesOfTheManifest:
    """A list of extensions is required in the manifest if the layer has any."""

    @pytest.mark.parametrize("command", NODES)
    def test_are_there(self, layer: LayerTrial, command: str) -> None:
        """A manifest without the list is of a layer without such extensions."""
        _compare(layer, introspected.listed_in_the_manifest, command)

    @pytest.mark.parametrize("command", NODES)
    def test_are_complete(self, layer: LayerTrial, command: str) -> None:
        """The list should have all that the library lists under the layer's name, and nothing else."""
        _compare(layer, introspected.unlisted_extensions, command, should=True)


class TestVersions:
    """The manifest and the library should give a layer the same versions: applications get those of the manifest."""

    @pytest.mark.rule("MANIFEST-LAYER-10")
    def test_of_vulkan(self, layer: LayerTrial) -> None:
        """The api_version should be the specVersion that vkEnumerateInstanceLayerProperties gives."""
        version = parse_strict(layer.layer.api_version)
        if version is None:
            pytest.skip("the manifest names no version of Vulkan")
        _compare_versions(layer, "spec_versions", f"{version.major}.{version.minor}")

    @pytest.mark.rule("MANIFEST-LAYER-11")
    def test_of_the_layer(self, layer: LayerTrial) -> None:
        """The implementation_version should be the implementationVersion that the library gives."""
        value = layer.layer.implementation_version
        if value is None:
            pytest.skip("the layer came without a manifest")
        _compare_versions(layer, "implementations", str(value))


def _compare_versions(layer: LayerTrial, key: str, value: str) -> None:
    judge = partial(introspected.versions_alike, name=layer.layer.name, key=key, value=value)
    answers_keep(layer, judge, "enumerate", "--only", INSTANCE_LAYERS, should=True)


@pytest.mark.rule("IFACE-LAYER-V0-10")
class TestInStep:
    """A library and its manifest say the same of the layer."""

    @pytest.mark.parametrize("command", [INSTANCE_EXTENSIONS, DEVICE_EXTENSIONS])
    def test_extensions(self, layer: LayerTrial, command: str) -> None:
        """The extensions that the library lists are those of the manifest."""
        _compare(layer, introspected.in_step_with_the_manifest, command)


def _compare(
    layer: LayerTrial, check: Callable[..., CheckResult], command: str, *, should: bool = False
) -> None:
    """Compare what the library lists for its own name with the manifest's list of the same kind."""
    subject = layer.layer
    if not subject.manifest:
        pytest.skip("the layer came without a manifest")
    is_instance = command == INSTANCE_EXTENSIONS
    listed = subject.instance_extensions if is_instance else subject.device_extensions
    judge = partial(check, extensions=listed, command=command, name=subject.name)
    answers_keep(layer, judge, "enumerate", "--only", command, should=should)
