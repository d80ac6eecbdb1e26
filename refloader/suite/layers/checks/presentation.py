"""The check on images of swapchains that a layer passes down: they are acquired while they are used and presented.

Source: "Layer Conventions and Rules" (no invalid calls to lower layers), and the Vulkan specification, "WSI
Swapchain": an image may only be used after vkAcquireNextImageKHR has returned it, until vkQueuePresentKHR releases
it, "this includes transitioning the image layout and rendering commands". What is presented is an acquired image of
its swapchain (VUID-VkPresentInfoKHR-pImageIndices-01430).
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.layers.checks.lifetimes import Alive, Thing, handles, succeeded
from refloader.suite.layers.checks.moments import Side, judge_below
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.recording import Call

_LISTS, _PRESENTS, _ACQUIRES = "vkGetSwapchainImagesKHR", "vkQueuePresentKHR", "vkAcquireNextImage"
_SUBMITS, _EXECUTES, _COMMAND_BUFFER = "vkQueueSubmit", "vkCmdExecuteCommands", "VkCommandBuffer"
_BEGINS = ("vkBeginCommandBuffer", "vkResetCommandBuffer")
_GIVES_IMAGE = frozenset({0, 1000001003})
_RELEASES_ANYWAY = frozenset({-1000001004, -1000000000, -1000255000})
"""VK_ERROR_OUT_OF_DATE_KHR, VK_ERROR_SURFACE_LOST_KHR, VK_ERROR_FULL_SCREEN_EXCLUSIVE_MODE_LOST_EXT."""
_PLACE = re.compile(r"\[(\d+)\]\Z")
_LAST_RECORDED = "[63]"
_MOST_USED = 64
"""How many images of swapchains are followed in one command buffer."""
_MEANS = ("vkCreateImageView", "vkCreateFramebuffer")
"""What makes objects that stand for images."""


class _Shown(NamedTuple):
    """An image by its swapchain and its index there."""

    swapchain: Thing
    place: int


def acquired(view: LayerCalls) -> CheckResult:
    """Check that below the layer images of swapchains are used and presented only while they are acquired.

    Not judged where the application itself, or a layer above, does otherwise.
    """
    result = CheckResult(missing="the layer was to pass down images of swapchains")
    return judge_below(view, result, _Side(), _Side())


class _Side(Side):
    """The images of swapchains on one side of the layer, and which command buffers use them."""

    def __init__(self) -> None:
        super().__init__()
        self._images: dict[int, _Shown] = {}
        self._means: dict[tuple[str, int], frozenset[int]] = {}
        self._recorded: dict[int, dict[int, Call]] = {}
        self._acquired: dict[_Shown, Call] = {}
        self._left_out: set[Thing] = set()

    def enter(self, call: Call, alive: Alive) -> None:
        """Take what a call uses or presents."""
        command = call.command
        if command.startswith("vkCmd"):
            self._record(call)
        elif command in _BEGINS:
            for buffer in _buffers(call):
                self._recorded.pop(buffer, None)
        elif call.left is None:
            return
        elif command.startswith(_SUBMITS):
            self._submit(call)
        elif command == _PRESENTS:
            self._present(call, alive)
        elif command.startswith("vkReleaseSwapchainImages"):
            self._left_out |= {thing for fact in handles(call) for thing in alive.find(fact.type, fact.value)}

    def leave(self, call: Call, alive: Alive) -> None:
        """Take what a call has returned."""
        if not succeeded(call):
            return
        if call.command == _LISTS:
            self._list(call, alive)
        elif call.command.startswith(_ACQUIRES) and call.result in _GIVES_IMAGE:
            self._acquire(call, alive)
        elif call.command in _MEANS:
            images = self._images_of(call)
            for fact in call.made:
                self._means[fact.type, fact.value] = frozenset(images)
        elif call.command == "vkAllocateCommandBuffers":
            for fact in call.made:
                self._recorded.pop(fact.value, None)
        else:
            for fact in call.made:  # an image that has the number of one that is gone
                if fact.type == "VkImage":
                    self._images.pop(fact.value, None)

    def _list(self, call: Call, alive: Alive) -> None:
        swapchain = _swapchain(call, alive)
        for fact in call.made:
            place = _PLACE.search(fact.path)
            if swapchain is not None and place and fact.type == "VkImage":
                self._images[fact.value] = _Shown(swapchain, int(place[1]))

    def _acquire(self, call: Call, alive: Alive) -> None:
        swapchain, index = _swapchain(call, alive), call.out("pImageIndex")
        if swapchain is not None and index is not None:
            self._acquired[_Shown(swapchain, index.value)] = call

    def _record(self, call: Call) -> None:
        buffer, *others = _buffers(call) or [0]  # a recording may lack what a call was made on
        used = self._recorded.setdefault(buffer, {})
        for other in others:
            used.update(self._recorded.get(other, {}))
        for image in self._images_of(call):
            used.setdefault(image, call)
        while len(used) > _MOST_USED:
            used.popitem()

    def _images_of(self, call: Call) -> Iterator[int]:
        for fact in handles(call):
            if fact.type == "VkImage" and fact.value in self._images:
                yield fact.value
            else:
                yield from self._means.get((fact.type, fact.value), ())

    def _submit(self, call: Call) -> None:
        if call.result < 0:
            return
        for buffer in _buffers(call):
            for image, use in self._recorded.get(buffer, {}).items():
                shown = self._images.get(image)
                if shown is None or shown.swapchain in self._left_out or shown.swapchain.ended:
                    continue
                self.uses += 1
                if shown not in self._acquired:
                    text = f"{call.command} executes {use.command} on an image of a swapchain that is not acquired"
                    self.broken.append((text, (use, call)))

    def _present(self, call: Call, alive: Alive) -> None:
        given = {fact.path: fact for fact in reversed(call.given)}
        for fact in handles(call):
            place = _PLACE.search(fact.path)
            index = given.get(f"pPresentInfo.pImageIndices[{place[1]}]") if place else None
            found = alive.find(fact.type, fact.value) if fact.type == "VkSwapchainKHR" else []
            if len(found) != 1 or index is None:
                continue
            if call.result < 0 and call.result not in _RELEASES_ANYWAY:
                self._left_out.add(found[0])
            if found[0] in self._left_out:
                continue
            self.uses += 1
            if self._acquired.pop(_Shown(found[0], index.value), None) is None:
                self.broken.append(
                    (f"{call.command} presents an image that is not acquired ({fact.path})", (call,))
                )


def _swapchain(call: Call, alive: Alive) -> Thing | None:
    found = [alive.find(fact.type, fact.value) for fact in handles(call) if fact.type == "VkSwapchainKHR"]
    return found[0][0] if len(found) == 1 and len(found[0]) == 1 else None


def _buffers(call: Call) -> list[int]:
    return [fact.value for fact in handles(call) if fact.type == _COMMAND_BUFFER]
