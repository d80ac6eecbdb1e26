"""Judges of the features of formats that every device has, on answers that keep and that break the tables."""

import pytest

from refloader.suite.drivers.checks.devices import formats
from refloader.suite.sessions.answers import Answers

FORMATS = 185
R16G16B16A16_SFLOAT, R32_SFLOAT, R32G32B32_UINT = 97, 100, 104
BLENDED, STORAGE_TEXEL = 0x100, 0x10
DEPTH, FILTERED = 0x200, 0x1401
D32_SFLOAT, D32_SFLOAT_S8_UINT, ETC2_R8G8B8_UNORM = 126, 130, 147
DEPTHS = (D32_SFLOAT, D32_SFLOAT_S8_UINT)
BLOCKS_OF_ETC2 = range(ETC2_R8G8B8_UNORM, 157)


def found(optimal: dict[int, int] | None = None, buffer: dict[int, int] | None = None) -> Answers:
    """A device whose formats have what the tables say and nothing else, but for the given ones."""
    of_images, of_buffers = [0] * FORMATS, [0] * FORMATS
    for number, (_, images, buffers) in formats.REQUIRED.items():
        of_images[number] = (optimal or {}).get(number, images)
        of_buffers[number] = (buffer or {}).get(number, buffers)
    for number in (*DEPTHS, *BLOCKS_OF_ETC2):
        of_images[number] |= DEPTH if number in DEPTHS else FILTERED
        of_images[number] = (optimal or {}).get(number, of_images[number])
    return {"queries.features.0": {"optimal": of_images, "buffer": of_buffers}}


def facts(flags: int = 0x1, *extensions: str) -> Answers:
    """A device with one queue family."""
    row = {"queue_families": [{"flags": flags}], "extensions": dict.fromkeys(extensions, 1)}
    return {"facts.device.0": row}


def lacking(number: int, bit: int, *, buffer: bool = False) -> Answers:
    """A device of which one format lacks one feature."""
    _, images, buffers = formats.REQUIRED[number]
    return found(buffer={number: buffers & ~bit}) if buffer else found({number: images & ~bit})


def test_the_tables_alone_are_enough() -> None:
    """A device that has no other feature than those of the tables is right."""
    look = formats.required_formats(found(), facts())

    assert look.seen == len(formats.REQUIRED) + len(formats.ONE_OF)
    assert not look.broken


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        (
            lacking(R16G16B16A16_SFLOAT, BLENDED),
            "has: VK_FORMAT_R16G16B16A16_SFLOAT (COLOR_ATTACHMENT_BLEND)",
        ),
        (lacking(R32_SFLOAT, STORAGE_TEXEL, buffer=True), "has: VK_FORMAT_R32_SFLOAT (STORAGE_TEXEL_BUFFER)"),
        (found(buffer={R32G32B32_UINT: 0}), "has: VK_FORMAT_R32G32B32_UINT (VERTEX_BUFFER)"),
    ],
)
def test_a_feature_is_lacking(answers: Answers, sentence: str) -> None:
    """A format lacks a feature of images or of buffers."""
    look = formats.required_formats(answers, facts())

    assert [each.fact for each in look.broken] == [
        f"physical device 0 lacks features of formats that every device {sentence}"
    ]


@pytest.mark.parametrize(
    ("optimal", "sentence"),
    [
        ({D32_SFLOAT: 0x401}, "DEPTH_STENCIL_ATTACHMENT for none of X8_D24_UNORM_PACK32 and D32_SFLOAT"),
        (
            {D32_SFLOAT_S8_UINT: 0},
            "DEPTH_STENCIL_ATTACHMENT for none of D24_UNORM_S8_UINT and D32_SFLOAT_S8_UINT",
        ),
        (
            {ETC2_R8G8B8_UNORM: 0x401},
            "SAMPLED_IMAGE, BLIT_SRC, SAMPLED_IMAGE_FILTER_LINEAR for none of the tables of BC, ETC2 with EAC, and"
            " ASTC",
        ),
    ],
)
def test_none_of_several(optimal: dict[int, int], sentence: str) -> None:
    """One of two formats, and one whole table of compressed blocks, have what each device has."""
    look = formats.required_formats(found(optimal), facts())

    assert [each.fact for each in look.broken] == [f"physical device 0 has {sentence}"]


@pytest.mark.parametrize("others", [facts(0x2), facts(0x1, "VK_KHR_portability_subset"), {}])
def test_who_need_not_have_them(others: Answers) -> None:
    """Devices that do not draw, portability subsets, and devices of which nothing is known are not judged."""
    look = formats.required_formats(lacking(R32_SFLOAT, STORAGE_TEXEL, buffer=True), others)

    assert (look.seen, look.broken) == (0, [])


def test_a_feature_of_one_format_alone() -> None:
    """Atomic operations are asked of the two integer formats of 32 bits alone."""
    atomic = {number for number, (_, images, _) in formats.REQUIRED.items() if images & 0x4}

    assert atomic == {98, 99}


@pytest.mark.parametrize(
    ("small", "sentences"),
    [
        (
            "37 2 4096 2048 1 256",
            ["VK_FORMAT_R8G8B8A8_UNORM in 2 dimensions: 4096 x 2048 x 1, 256 layers"],
        ),
        ("104 2 4096 2048 1 256", []),
        ("150 2 4096 2048 1 256", []),
        ("rubbish", []),
    ],
)
def test_images_that_are_too_small(small: str, sentences: list[str]) -> None:
    """Images of a format that not every device samples may be as small as they are."""
    answers: Answers = {"queries.levels.0": {"asked": 9, "small": [small]}}
    start = "images of physical device 0 are smaller, or have fewer layers, than its limits say: "

    look = formats.images_are_large_enough(answers, facts())

    assert look.seen == 9
    assert [each.fact for each in look.broken] == [f"{start}{sentence}" for sentence in sentences]
