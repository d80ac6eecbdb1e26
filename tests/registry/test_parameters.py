"""Tests of refloader.model.parameters."""

from refloader.model.parameters import handle_type, signature


def test_a_command_has_its_parameters_in_order() -> None:
    """Parameters are in the order of the prototype."""
    found = signature("vkCreateDevice")

    assert found is not None
    assert found.parameters == ("physicalDevice", "pCreateInfo", "pAllocator", "pDevice")


def test_a_command_has_its_results() -> None:
    """The codes are those that the registry lists for the command, 1 being VK_NOT_READY."""
    status, buffer = signature("vkGetFenceStatus"), signature("vkCreateBuffer")

    assert status is not None
    assert buffer is not None
    assert {0, 1} <= status.codes
    assert 1 not in buffer.codes


def test_handles_are_required_unless_the_registry_says_otherwise() -> None:
    """A fence to submit with is optional, the queue is not."""
    found = signature("vkQueueSubmit")

    assert found is not None
    assert found.required == {"queue"}


def test_handles_are_synchronised_as_the_registry_says() -> None:
    """A queue is the caller's alone during a submission, a device is everybody's."""
    submit, buffer = signature("vkQueueSubmit"), signature("vkCreateBuffer")

    assert submit is not None
    assert buffer is not None
    assert submit.synchronised == {"queue", "fence"}
    assert buffer.synchronised == set()


def test_an_alias_is_a_command() -> None:
    """A command's older name has the same row."""
    old, new = signature("vkQueueSubmit2KHR"), signature("vkQueueSubmit2")

    assert old is not None
    assert new is not None
    assert old.parameters == new.parameters


def test_names_that_nobody_knows() -> None:
    """The registry says nothing of a made-up command."""
    assert signature("vkMadeUp") is None


def test_handle_types_have_one_name() -> None:
    """An older name of a handle type counts as the name of today, any other name as itself."""
    assert handle_type("VkDescriptorUpdateTemplateKHR") == "VkDescriptorUpdateTemplate"
    assert handle_type("VkQueue") == "VkQueue"
