"""Instances and devices made through a layer alone: nodes in every order, and an entity below that fails."""

from functools import partial

import pytest

from refloader.model.edition import Edition
from refloader.suite.layers.alone import apart, beside_own, create_infos, created, many
from refloader.suite.layers.alone.applied import answers_keep, comes_to_its_end, own_extensions
from refloader.suite.layers.alone.carrying import carried, formed
from refloader.suite.layers.alone.effects import after_calls, queues
from refloader.suite.layers.alone.supported import supports
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.sessions.answers import Answers
from refloader.suite.sessions.check_result import CheckResult

ACT = "create"
NO_MEMORY = ("--only", "no-memory")
OLDEST = ("--only", created.VERSION_1_0)
WITHOUT_APPLICATION = ("--only", created.NO_APPLICATION)
HEADED = tuple(order for order in created.ORDERS if order != created.BEHIND_ANOTHER)
EACH_INSTANCE = tuple(f"create.{order}.instance" for order in HEADED)
EACH_DEVICE = tuple(f"create.{order}.device" for order in HEADED)
BEHIND_ANOTHER = {kind: f"create.{created.BEHIND_ANOTHER}.{kind}" for kind in ("instance", "device")}
OF_OWN_EXTENSIONS = {
    kind: tuple(f"create.{case}.{step}" for case in beside_own.CASES for step in steps)
    for kind, steps in {
        "instance": ("instance", "destroy_instance"),
        "device": ("device", "objects", "destroy_device"),
    }.items()
}
JUDGED_BY_OTHERS = (
    *(*EACH_INSTANCE, *EACH_DEVICE, *BEHIND_ANOTHER.values()),
    *("create.error", "create.made-up-extension.instance"),
)
BOTH = pytest.mark.parametrize("kind", ["instance", "device"])


@BOTH
@pytest.mark.same_run
@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
def test_what_is_handed_in_is_only_read(layer: LayerTrial, kind: str) -> None:
    """What the application has in the create info and on its pNext is not written to."""
    answers_keep(layer, partial(formed.create_infos_only_read, kind=kind), ACT)


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
def test_an_older_version_is_only_read(layer: LayerTrial) -> None:
    """A layer that needs a newer version than the application asks for asks for that in a copy."""
    answers_keep(layer, partial(formed.create_infos_only_read, kind="instance"), ACT, *OLDEST)


class TestLinks:
    """The layer finds the loader's nodes wherever they are, and advances the link before it calls down."""

    @pytest.mark.rule("LLP_LAYER_12", "CHAIN-INIT-07")
    def test_of_instances(self, layer: LayerTrial) -> None:
        """The next vkCreateInstance finds its own link, wherever it is behind a node of the loader."""
        answers_keep(layer, created.instance_link_advanced, ACT, step=EACH_INSTANCE)

    @pytest.mark.rule("LLP_LAYER_13", "CHAIN-INIT-07")
    def test_of_devices(self, layer: LayerTrial) -> None:
        """The next vkCreateDevice finds its own link, wherever it is behind a node of the loader."""
        answers_keep(layer, created.device_link_advanced, ACT, step=EACH_DEVICE)

    @pytest.mark.rule("LLP_LAYER_12", "CHAIN-INIT-07")
    def test_of_instances_behind_another(self, layer: LayerTrial) -> None:
        """The instance's link should be found behind another layer's structure too, though the loader's is first."""
        judge = partial(created.link_advanced_behind_another, kind="instance")
        answers_keep(layer, judge, ACT, step=BEHIND_ANOTHER["instance"], should=True)

    @pytest.mark.rule("LLP_LAYER_13", "CHAIN-INIT-07")
    def test_of_devices_behind_another(self, layer: LayerTrial) -> None:
        """The device's link should be found behind another layer's structure too, though the loader's is first."""
        judge = partial(created.link_advanced_behind_another, kind="device")
        answers_keep(layer, judge, ACT, step=BEHIND_ANOTHER["device"], should=True)

    @pytest.mark.rule("LLP_LAYER_12", "CHAIN-INIT-07")
    def test_of_instances_of_no_application(self, layer: LayerTrial) -> None:
        """The next vkCreateInstance finds its own link where the application has not said who it is, too."""
        answers_keep(layer, created.instance_link_advanced, ACT, *WITHOUT_APPLICATION)

    @pytest.mark.rule("LLP_LAYER_12", "CHAIN-INIT-07")
    def test_of_each_instance(self, layer: LayerTrial) -> None:
        """The next vkCreateInstance is that of the link which the call came with, for each instance."""
        judge = partial(apart.creation_of_each, command="vkCreateInstance")
        answers_keep(layer, judge, apart.ACT)

    @pytest.mark.rule("LLP_LAYER_13", "CHAIN-INIT-07")
    def test_of_each_device(self, layer: LayerTrial) -> None:
        """The next vkCreateDevice is that of the device's own instance, for each device."""
        judge = partial(apart.creation_of_each, command="vkCreateDevice")
        answers_keep(layer, judge, apart.ACT)

    @pytest.mark.rule("LLP_LAYER_21")
    def test_the_instance_pointer_is_left_alone_without_application(self, layer: LayerTrial) -> None:
        """What pInstance points at comes down as it was where the application has not said who it is, too."""
        answers_keep(layer, partial(created.out_kept, kind="instance"), ACT, *WITHOUT_APPLICATION)

    @pytest.mark.rule("LLP_LAYER_21")
    def test_the_instance_pointer_is_left_alone(self, layer: LayerTrial) -> None:
        """What pInstance points at comes down as the loader put it there."""
        answers_keep(layer, partial(created.out_kept, kind="instance"), ACT)

    @pytest.mark.rule("LLP_LAYER_22")
    def test_the_device_pointer_is_left_alone(self, layer: LayerTrial) -> None:
        """What pDevice points at comes down as the loader put it there."""
        answers_keep(layer, partial(created.out_kept, kind="device"), ACT)


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
class TestStructures:
    """A layer in a compliant environment leaves it compliant: what an application asks for goes down."""

    @BOTH
    @pytest.mark.same_run
    def test_reach_the_next_entity(self, layer: LayerTrial, kind: str) -> None:
        """What the application has on pNext should go down; a layer may keep what it is for."""
        answers_keep(layer, partial(created.structures_kept, kind=kind), ACT, should=True)


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
class TestNames:
    """A layer in a compliant environment leaves it compliant: what an application enables is enabled."""

    @BOTH
    @pytest.mark.same_run
    def test_of_extensions_below_go_down(self, layer: LayerTrial, kind: str) -> None:
        """An extension that only the entity below has is enabled there, as the application asks."""
        answers_keep(layer, partial(created.names_kept, kind=kind), ACT)

    @BOTH
    @pytest.mark.same_run
    def test_of_many_extensions_all_go_down(self, layer: LayerTrial, kind: str) -> None:
        """Of many extensions that only the entity below has, all are enabled there."""
        answers_keep(layer, partial(many.extensions_kept, kind=kind), ACT)

    def test_features_in_either_form(self, layer: LayerTrial) -> None:
        """A feature that is enabled by pEnabledFeatures is enabled by VkPhysicalDeviceFeatures2 too.

        That came with Vulkan 1.1: a layer of 1.0 should hand it down.
        """
        answers_keep(layer, created.features_kept, ACT, should=not supports(layer.supported_version, "1.1"))

    def test_of_applications_without_a_name(self, layer: LayerTrial) -> None:
        """An instance is made as well for an application whose pApplicationName is NULL."""
        judge = partial(created.nameless_application_accepted, usual=layer.probe(ACT))
        answers_keep(layer, judge, ACT, "--only", created.NO_NAME)

    def test_features_of_the_device_are_enough(self, layer: LayerTrial) -> None:
        """A device with features that the physical device has can be made: no others are enabled unasked."""
        answers_keep(layer, created.features_had, ACT)

    def test_extensions_of_the_device_are_enough(self, layer: LayerTrial) -> None:
        """A device can be made that has no extension which the layer would like to use: none is enabled unasked."""
        answers_keep(layer, create_infos.extensions_had, ACT)

    def test_all_queues_are_made(self, layer: LayerTrial) -> None:
        """Each queue that the application asks for is asked for below."""
        answers_keep(layer, queues.queues_kept, ACT)

    def test_priorities_of_queues(self, layer: LayerTrial) -> None:
        """Queues should be made with the priorities that the application asks for."""
        answers_keep(layer, queues.priorities_kept, ACT, should=True)


@pytest.mark.rule("LLP_LAYER_2")
class TestEnd:
    """A layer must not make others crash."""

    def test_comes_to_its_end(self, layer: LayerTrial) -> None:
        """Whoever makes and ends instances and devices as the documents say survives it, in each step."""
        session = layer.probed(ACT)
        result = CheckResult(seen=len(session.answers), missing="instances were to be made through the layer")
        layer.judge_act(
            result, session, step="create.", is_told=lambda: session.during.startswith(JUDGED_BY_OTHERS)
        )

    def test_of_version_1_0(self, layer: LayerTrial) -> None:
        """The entity below may have nothing newer than Vulkan 1.0: what it lacks is not called."""
        case = created.VERSION_1_0
        comes_to_its_end(layer, ACT, "--only", case, step=f"create.{case}.")

    def test_of_no_name(self, layer: LayerTrial) -> None:
        """An application need not have a name: what pApplicationName points at is read only if there is one."""
        case = created.NO_NAME
        comes_to_its_end(layer, ACT, "--only", case, step=f"create.{case}.")

    def test_of_no_application(self, layer: LayerTrial) -> None:
        """An application need not say who it is: what pApplicationInfo points at is read only if there is one."""
        case = created.NO_APPLICATION
        comes_to_its_end(layer, ACT, "--only", case, step=f"create.{case}.")


class TestNextFunctions:
    """Which instance the layer gives when it asks for the next creating function."""

    @pytest.mark.rule("CHAIN-INIT-05")
    def test_create_instance(self, layer: LayerTrial) -> None:
        """vkCreateInstance is asked for with NULL."""
        answers_keep(layer, created.next_create_instance_asked, ACT)

    @pytest.mark.rule("CHAIN-INIT-06")
    def test_create_device(self, layer: LayerTrial) -> None:
        """vkCreateDevice is asked for with the instance since 2022, and should be with NULL before."""
        is_old = layer.edition <= Edition.E2018
        judge = partial(created.next_create_device_asked, instance="null" if is_old else "lower")
        answers_keep(layer, judge, ACT, should=is_old or layer.layer.is_of_2018)

    @pytest.mark.rule("CHAIN-INIT-06")
    def test_no_strange_instance(self, layer: LayerTrial) -> None:
        """A layer asks for the next vkCreateDevice with no instance that is unknown below."""
        answers_keep(layer, created.strange_instances, ACT)


@pytest.mark.rule("CHAIN-INIT-08")
class TestFailures:
    """What fails below fails above."""

    @BOTH
    @pytest.mark.same_run
    def test_failures_go_up(self, layer: LayerTrial, kind: str) -> None:
        """An error from below does not become a success."""
        answers_keep(layer, partial(created.failures_passed_up, kind=kind), ACT, step="create.error")

    @BOTH
    @pytest.mark.same_run
    def test_results_go_up_unchanged(self, layer: LayerTrial, kind: str) -> None:
        """An error from below should be handed up as it came, as in the documents' sample."""
        answers_keep(layer, partial(created.failures_unchanged, kind=kind), ACT, should=True)

    def test_no_create_instance_below(self, layer: LayerTrial) -> None:
        """Where the next entity has no vkCreateInstance, the layer should fail as the documents' sample does."""
        judge = partial(created.missing_function_refused, kind="instance")
        answers_keep(layer, judge, ACT, "--only", "none-below", step="create.none-below", should=True)

    def test_no_create_device_below(self, layer: LayerTrial) -> None:
        """Where the next entity has no vkCreateDevice, the layer should fail as the documents' sample does."""
        judge = partial(created.missing_function_refused, kind="device")
        step = "create.no-device-below.device"
        answers_keep(layer, judge, ACT, "--only", "no-device-below", step=step, should=True)


@pytest.mark.rule("LLP_LAYER_2", "CONV-LAYER-02")
def test_create_infos_are_valid(layer: LayerTrial) -> None:
    """What a layer adds to a create info leaves it valid: nothing is asked for twice, each queue has a priority."""
    answers_keep(layer, create_infos.device_infos_valid, ACT)


@pytest.mark.rule("LLP_LAYER_2", "CONV-LAYER-02")
@BOTH
def test_nothing_is_destroyed_that_was_not_made(layer: LayerTrial, kind: str) -> None:
    """Where the creation below fails there is nothing to destroy, whatever stands at the handle parameter."""
    answers_keep(layer, partial(after_calls.nothing_ended_in_vain, kind=kind), ACT, step="create.error")


@pytest.mark.rule("LLP_LAYER_2", "CONV-LAYER-02")
def test_devices_are_undone(layer: LayerTrial) -> None:
    """A layer that fails in vkCreateDevice because it cannot make something of its own destroys the device below."""
    answers_keep(layer, after_calls.devices_undone, ACT, "--only", "own-failures")


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
class TestWithoutMemory:
    """A layer in a compliant environment leaves it compliant, also where callbacks of the application return NULL."""

    @BOTH
    @pytest.mark.same_run
    def test_comes_back(self, layer: LayerTrial, kind: str) -> None:
        """A creation comes back in which one allocation by the application's callbacks fails."""
        judge = partial(after_calls.lives_without_memory, kind=kind)
        answers_keep(layer, judge, ACT, *NO_MEMORY, step=f"create.no-memory.{kind}")

    @BOTH
    @pytest.mark.same_run
    def test_leaves_nothing(self, layer: LayerTrial, kind: str) -> None:
        """A creation that fails should destroy what it has made below, because nothing else can."""
        judge = partial(after_calls.nothing_left_without_memory, kind=kind)
        answers_keep(layer, judge, ACT, *NO_MEMORY, should=True)

    def test_other_objects(self, layer: LayerTrial) -> None:
        """Each other command that makes something comes back, too, where an allocation by the callbacks fails."""
        answers_keep(layer, after_calls.calls_live_without_memory, carried.ACT)

    def test_other_objects_leave_nothing(self, layer: LayerTrial) -> None:
        """Each other command that makes something and fails should leave no object below, and no memory taken."""
        answers_keep(layer, after_calls.nothing_left_of_failures, carried.ACT, should=True)

    def test_memory_of_commands(self, layer: LayerTrial) -> None:
        """Memory of the callbacks that is asked for as a command's should be back when the command is."""
        answers_keep(layer, after_calls.memory_of_commands_given_back, carried.ACT, should=True)


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
class TestManyOfThem:
    """A layer in a compliant environment leaves it compliant, however many instances and devices there are."""

    def test_one_after_the_other(self, layer: LayerTrial) -> None:
        """What could be made once is made again when that has ended, many times."""
        steps = ("many.instances.after", "many.devices.after")
        answers_keep(layer, many.later_ones_made, many.ACT, step=steps)

    def test_beside_each_other(self, layer: LayerTrial) -> None:
        """The calls of each of many that live at once reach the next entity, as those of the first do."""
        steps = ("many.instances.beside", "many.devices.beside")
        answers_keep(layer, many.each_served, many.ACT, step=steps)

    def test_as_many_as_below(self, layer: LayerTrial) -> None:
        """As many should live at the same time as the entity below makes."""
        answers_keep(layer, many.made_beside_others, many.ACT, should=True)

    def test_objects_beside_each_other(self, layer: LayerTrial) -> None:
        """Of other objects, hundreds should live at the same time where the entity below makes them."""
        answers_keep(layer, many.objects_made, carried.ACT, should=True)

    def test_on_threads(self, layer: LayerTrial) -> None:
        """Several threads use their own, while one of them makes or ends another."""
        steps = tuple(f"many.{kind}.threads" for kind in many.KINDS)
        answers_keep(layer, many.threads_served, many.ACT, step=steps)

    def test_at_once(self, layer: LayerTrial) -> None:
        """Several threads should make, list and end their own at the same time, as Vulkan lets applications do."""
        steps = tuple(f"many.{kind}.at-once" for kind in many.KINDS)
        answers_keep(layer, many.served_at_once, many.ACT, step=steps, should=True)


class TestBesideOwnExtensions:
    """What an application asks for beside extensions of the layer's own."""

    @BOTH
    @pytest.mark.same_run
    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_the_rest_goes_down(self, layer: LayerTrial, kind: str) -> None:
        """Extensions of others and queues go down as they do without."""
        judge = partial(beside_own.rest_kept, kind=kind)
        steps = OF_OWN_EXTENSIONS[kind]
        answers_keep(layer, judge, ACT, *beside_own.CASE, *own_extensions(layer), step=steps)

    @pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
    def test_features_go_down(self, layer: LayerTrial) -> None:
        """A feature should go down as it does without."""
        answers_keep(
            layer, beside_own.features_kept, ACT, *beside_own.CASE, *own_extensions(layer), should=True
        )

    @pytest.mark.rule("LLP_LAYER_17", "CONV-LAYER-08")
    def test_others_are_accepted(self, layer: LayerTrial) -> None:
        """vkCreateInstance does not fail for an extension that the layer does not know, beside its own."""
        answers_keep(layer, beside_own.others_accepted, ACT, *beside_own.CASE, *own_extensions(layer))


class TestUnknownNames:
    """What a layer does not know may be meant for others."""

    @pytest.mark.rule("LLP_LAYER_17", "CONV-LAYER-08")
    def test_extensions(self, layer: LayerTrial) -> None:
        """vkCreateInstance does not fail for an extension that the layer does not know."""
        answers_keep(layer, created.made_up_extension_accepted, ACT, step="create.made-up-extension.instance")

    @pytest.mark.rule("LLP_LAYER_17", "CONV-LAYER-08")
    def test_many_extensions(self, layer: LayerTrial) -> None:
        """vkCreateInstance does not fail for extensions that the layer does not know, however many there are."""
        answers_keep(layer, many.extensions_accepted, ACT, step="create.many-extensions.instance")

    @pytest.mark.rule("CONV-LAYER-08")
    def test_layers(self, layer: LayerTrial) -> None:
        """vkCreateInstance does not fail for the name of a layer that the layer does not know."""
        answers_keep(layer, created.made_up_layer_accepted, ACT, step="create.made-up-layer.instance")

    @pytest.mark.rule("CONV-LAYER-08")
    @pytest.mark.editions("2016")
    def test_extensions_of_devices(self, layer: LayerTrial) -> None:
        """vkCreateDevice does not fail for an unknown extension; later editions do not say so any more."""
        answers_keep(layer, created.made_up_names_of_device_accepted, ACT)

    @BOTH
    @pytest.mark.same_run
    @pytest.mark.rule("CONV-LAYER-08")
    @pytest.mark.editions("2016")
    def test_structures(self, layer: LayerTrial, kind: str) -> None:
        """Creation does not fail for a structure of an unknown type; later editions do not say so any more."""
        usual = layer.probe(ACT)

        def judge(answers: Answers) -> CheckResult:
            return created.unknown_structure_accepted({**usual, **answers}, kind)

        step = f"create.unknown-structure.{kind}"
        answers_keep(layer, judge, ACT, "--only", "unknown-structure", step=step)


@pytest.mark.rule("OBJECTS-LAYER-03")
class TestOldLoaders:
    """A loader without the callbacks for dispatch pointers."""

    def test_dispatch_pointers_are_copied(self, layer: LayerTrial) -> None:
        """Without callbacks the layer should copy the parent's dispatch pointer into each object that it makes."""
        answers_keep(layer, created.first_words_copied, ACT, "--only", "old-loader", should=True)
