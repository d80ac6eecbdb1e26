"""What a layer does wrong in two commands is two findings; one fault that several cases show is one."""

from replaced import replace

from refloader.report.arrange import findings
from refloader.results.results_file import Result

LAYER, LOADER = "LLP_LAYER_1", "LLP_LOADER_1"


def parts(failure: Result, *facts: tuple[str, ...], rule: str = LAYER) -> list[list[str]]:
    """The cases of each finding, where case 1 has the first breaches, case 2 the next ones, and so on."""
    results = [
        replace(
            failure, rule=rule, case=f"case {place}", evidence={"breaches": [{"fact": each} for each in said]}
        )
        for place, said in enumerate(facts, 1)
    ]
    return [[cause.first.case for cause in each.causes] for each in findings(results, ("fail",))]


class TestCommandsApart:
    """Findings on layers."""

    def test_five_faults(self, failure: Result) -> None:
        """Five faults in five commands are five findings, though they break one rule."""
        commands = ("vkMapMemory", "vkQueueSubmit", "vkCmdDraw", "vkCreateFence", "vkGetEventStatus")

        found = parts(failure, *((f"{each} goes down with 2 as flags, it came with 3",) for each in commands))

        assert found == [["case 1"], ["case 2"], ["case 3"], ["case 4"], ["case 5"]]

    def test_one_fault_in_several_cases(self, failure: Result) -> None:
        """Cases that name one command are one finding, by whichever of its names."""
        found = parts(
            failure,
            ("vkQueueSubmit2 goes down without pSubmits",),
            ("2 semaphores that vkQueueSubmit waits for are not waited for below",),
            ("vkQueueSubmit2KHR returns VK_SUCCESS",),
        )

        assert found == [["case 1", "case 2", "case 3"]]

    def test_one_fault_in_several_commands(self, failure: Result) -> None:
        """A case that names two commands holds those together that name one of them."""
        found = parts(
            failure, ("vkFreeMemory ends",), ("vkMapMemory ends",), ("vkFreeMemory ends", "vkMapMemory ends")
        )

        assert found == [["case 1", "case 2", "case 3"]]

    def test_what_is_right_is_no_fault(self, failure: Result) -> None:
        """Behind a semicolon a fact says what the entity below does."""
        found = parts(
            failure, ("vkCmdDraw is lost; below, vkCmdDrawIndexed is there",), ("vkCmdDrawIndexed ends",)
        )

        assert found == [["case 1"], ["case 2"]]

    def test_no_command(self, failure: Result) -> None:
        """A case that names no command may be about any fault: it makes no finding more."""
        assert parts(failure, ("an image is black",), ("vkCmdDraw ends",)) == [["case 1", "case 2"]]
        assert parts(failure, ("an image is black",), ("a buffer is empty",)) == [["case 1", "case 2"]]

    def test_loaders(self, failure: Result) -> None:
        """What loaders do wrong is parted by rules and by what a library of the case does wrong on purpose."""
        assert len(parts(failure, ("vkCmdDraw ends",), ("vkMapMemory ends",), rule=LOADER)) == 1
