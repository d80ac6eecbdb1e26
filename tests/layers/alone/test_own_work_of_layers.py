"""Images, shaders and render passes of a layer's own, where an application presents."""

from collections.abc import Callable

import pytest

from refloader.suite.layers.alone.effects import presentations
from refloader.suite.sessions.answers import part
from refloader.suite.sessions.bench import probed
from refloader.suite.sessions.session import Probe
from refloader.suite.subjects.layer import LayerSubject

pytestmark = pytest.mark.slow

Presenting = Callable[..., LayerSubject]
ALL_FRAMES = 9
SHOWN = "images[info->pImageIndices[0]]"
DRAWING = "lower->imageUsage |= 0x10"
"""VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT: an overlay adds it to what the application asks for."""


def said_of(layer: LayerSubject) -> set[str]:
    """What is said of the calls of a layer that shows each frame. Skips where the machine cannot run the act."""
    session = probed(Probe(layer.library, presentations.ACT, ("--layer", layer.name)))
    if session.ended == "not covered":
        pytest.skip(session.detail)
    assert session.ended == "ok", session.detail
    assert part(session.answers, "presentation")["shown"] == ALL_FRAMES
    return set(presentations.presents_well(session.answers).said)


class TestRightWork:
    """What a layer may do with its own."""

    @pytest.mark.parametrize(
        "deed",
        [
            "copy_own(queue, an_image(1, 1, 1), an_image(1, 2, 1), 64)",
            "copy_own(queue, an_image(7, 3, 1), an_image(7, 3, 1), 16)",
            "static VkImage kept; if (deeds == 0) kept = an_image(1, 6, 1); read_own(queue, kept, 5)",
            "static VkImage kept; if (deeds == 0) kept = an_image(1, 6, 1); read_own(queue, kept, 0)",
            "a_shader(20)",
            "for (int i = 0; i < 60; i++) a_shader(20), an_image(1, 2, 1)",
            "draw_beside(queue, 1)",
            "clear_all(queue, 1)",
            "name_otherwise(queue, 5)",
        ],
        ids=["a copy", "a part", "kept", "given up", "a shader", "many", "a small one", "a group", "layouts"],
    )
    def test_images(self, presenting: Presenting, deed: str) -> None:
        """Images with memory are copied as far as they go, in the layout that they are in, or given up."""
        assert said_of(presenting(present=deed)) == set()

    def test_drawing(self, presenting: Presenting) -> None:
        """An overlay draws to images that it has asked to be drawn to, within them."""
        layer = presenting(swapchain=DRAWING, present=f"draw(queue, {SHOWN}, 64, 1, 1)")

        assert said_of(layer) == set()


class TestWrongWork:
    """What no layer may do, and what is said of it."""

    @pytest.mark.parametrize(
        ("deed", "found"),
        [
            (
                "copy_own(queue, an_image(1, 1, 1), an_image(1, 2, 0), 64)",
                "vkCmdCopyImage is called for an image that has no memory",
            ),
            (
                "copy_own(queue, an_image(1, 1, 1), an_image(1, 2, 1), 65)",
                "vkCmdCopyImage copies more than an image has",
            ),
            (
                "copy_own(queue, an_image(1, 1, 1), an_image(1, 4, 1), 64)",
                "vkCmdCopyImage copies from or to an image that was made without the usage for it",
            ),
            ("an_image(0, 2, 1)", "vkCreateImage comes with 0 as mipLevels"),
            (
                "static VkImage kept; if (deeds == 0) kept = an_image(1, 6, 1); read_own(queue, kept, 6)",
                "vkQueueSubmit executes oldLayout TRANSFER_SRC_OPTIMAL on an image that is in"
                " SHADER_READ_ONLY_OPTIMAL",
            ),
            ("a_shader(18)", "vkCreateShaderModule comes with a codeSize that is no multiple of 4"),
            ("a_shader(0)", "vkCreateShaderModule comes with 0 as codeSize"),
            (
                "draw_beside(queue, 2)",
                "vkCreateFramebuffer comes with an area that is larger than an image that is drawn to",
            ),
            ("clear_all(queue, 0)", "vkCmdClearAttachments clears more than the renderArea"),
            (
                "name_otherwise(queue, 2)",
                "vkQueueSubmit executes oldLayout COLOR_ATTACHMENT_OPTIMAL on an image that is in READ_ONLY_OPTIMAL",
            ),
        ],
        ids=[
            "no memory",
            "beyond",
            "usage",
            "no levels",
            "layout",
            "shader",
            "no shader",
            "a small one",
            "cleared",
            "layouts",
        ],
    )
    def test_images(self, presenting: Presenting, deed: str, found: str) -> None:
        """Each finding names the command that is invalid."""
        assert f"where an application presents, {found}" in said_of(presenting(present=deed))

    @pytest.mark.parametrize(
        ("side", "is_of_pass", "is_ended", "found"),
        [
            (80, 1, 1, "vkCmdBeginRenderPass comes with a renderArea that is larger than the framebuffer"),
            (64, 0, 1, "vkCmdDraw is called in a render pass for a pipeline that was made without one"),
            (64, 1, 0, "vkEndCommandBuffer is called inside of a render pass instance"),
        ],
        ids=["beyond", "no pass", "no end"],
    )
    def test_drawing(
        self, presenting: Presenting, side: int, is_of_pass: int, is_ended: int, found: str
    ) -> None:
        """One mistake in a render pass is one finding."""
        layer = presenting(
            swapchain=DRAWING, present=f"draw(queue, {SHOWN}, {side}, {is_of_pass}, {is_ended})"
        )

        assert said_of(layer) == {f"where an application presents, {found}"}

    def test_images_that_are_to_be_copied_to(self, presenting: Presenting) -> None:
        """The application's second swapchain is not to be drawn to, and the layer does not ask for more."""
        assert said_of(presenting(present=f"draw(queue, {SHOWN}, 64, 1, 1)")) == {
            f"where an application presents, {fact}"
            for fact in (
                "vkCreateImageView is called for an image that was made for transfers alone",
                "vkCreateFramebuffer comes with an image to draw to that was made without"
                " VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT",
            )
        }
