"""Checks on the act "queries": what every device can do with formats, and how large its images can be.

Source, in the Vulkan specification: "Required Format Support". Its tables list, for each format, the features that
"must be supported" in optimalTilingFeatures and bufferFeatures, since Vulkan 1.0, and what "at least one of" several
has (depth, depth with stencil, the tables of compressed blocks). What is required of linear tiling is not judged
here, nor what later versions and features add. The rows are those that ANGLE's script has read out of the
specification's own tables (its vk_mandatory_format_support_data.json, compared in November 2026): 55 of 56 are equal,
and D32_SFLOAT is in a row that the script leaves out, because a part of it is required of one among several formats.
The tables bind devices that draw; of others, and of devices of VK_KHR_portability_subset, nothing is asked here.

"Allowed Extent Values Based On Image Type": maxExtent is at least as large as the limits for images of the type,
and 1 in further dimensions; maxArrayLayers is "no less than" maxImageArrayLayers, but for three dimensions: there it
may be 1, and by the words of Vulkan 1.0 also as many as elsewhere. That is judged of sampled images of formats that
every device has for them.
"""

from collections.abc import Iterator, Mapping, Sequence

from refloader.suite.drivers.checks.devices.properties import GRAPHICS, can, is_bound
from refloader.suite.sessions.answers import Answers, number, numbers, part, texts
from refloader.suite.sessions.check_result import CheckResult

_SAMPLED, _STORAGE, _STORAGE_ATOMIC = 0x1, 0x2, 0x4
_UNIFORM_TEXEL, _STORAGE_TEXEL, _TEXEL_ATOMIC, _VERTEX = 0x8, 0x10, 0x20, 0x40
_ATTACHMENT, _BLENDED, _DEPTH = 0x80, 0x100, 0x200
_BLIT_SRC, _BLIT_DST, _LINEAR = 0x400, 0x800, 0x1000

_BITS = {
    _SAMPLED: "SAMPLED_IMAGE",
    _STORAGE: "STORAGE_IMAGE",
    _STORAGE_ATOMIC: "STORAGE_IMAGE_ATOMIC",
    _UNIFORM_TEXEL: "UNIFORM_TEXEL_BUFFER",
    _STORAGE_TEXEL: "STORAGE_TEXEL_BUFFER",
    _TEXEL_ATOMIC: "STORAGE_TEXEL_BUFFER_ATOMIC",
    _VERTEX: "VERTEX_BUFFER",
    _ATTACHMENT: "COLOR_ATTACHMENT",
    _BLENDED: "COLOR_ATTACHMENT_BLEND",
    _DEPTH: "DEPTH_STENCIL_ATTACHMENT",
    _BLIT_SRC: "BLIT_SRC",
    _BLIT_DST: "BLIT_DST",
    _LINEAR: "SAMPLED_IMAGE_FILTER_LINEAR",
}
"""The bits of VkFormatFeatureFlagBits, by their names without what all names begin and end with."""

_READ = _SAMPLED | _BLIT_SRC
_FILTERED = _READ | _LINEAR
_DRAWN = _ATTACHMENT | _BLIT_DST
_MIXED = _FILTERED | _DRAWN | _BLENDED
_WHOLE = _READ | _DRAWN
_VERTEX_TEXEL = _VERTEX | _UNIFORM_TEXEL
_ALL_TEXEL = _VERTEX_TEXEL | _STORAGE_TEXEL

REQUIRED: Mapping[int, tuple[str, int, int]] = {
    3: ("B4G4R4A4_UNORM_PACK16", _FILTERED, 0),
    4: ("R5G6B5_UNORM_PACK16", _MIXED, 0),
    8: ("A1R5G5B5_UNORM_PACK16", _MIXED, 0),
    9: ("R8_UNORM", _MIXED, _VERTEX_TEXEL),
    10: ("R8_SNORM", _FILTERED, _VERTEX_TEXEL),
    13: ("R8_UINT", _WHOLE, _VERTEX_TEXEL),
    14: ("R8_SINT", _WHOLE, _VERTEX_TEXEL),
    16: ("R8G8_UNORM", _MIXED, _VERTEX_TEXEL),
    17: ("R8G8_SNORM", _FILTERED, _VERTEX_TEXEL),
    20: ("R8G8_UINT", _WHOLE, _VERTEX_TEXEL),
    21: ("R8G8_SINT", _WHOLE, _VERTEX_TEXEL),
    37: ("R8G8B8A8_UNORM", _MIXED | _STORAGE, _ALL_TEXEL),
    38: ("R8G8B8A8_SNORM", _FILTERED | _STORAGE, _ALL_TEXEL),
    41: ("R8G8B8A8_UINT", _WHOLE | _STORAGE, _ALL_TEXEL),
    42: ("R8G8B8A8_SINT", _WHOLE | _STORAGE, _ALL_TEXEL),
    43: ("R8G8B8A8_SRGB", _MIXED, 0),
    44: ("B8G8R8A8_UNORM", _MIXED, _VERTEX_TEXEL),
    50: ("B8G8R8A8_SRGB", _MIXED, 0),
    51: ("A8B8G8R8_UNORM_PACK32", _MIXED, _ALL_TEXEL),
    52: ("A8B8G8R8_SNORM_PACK32", _FILTERED, _ALL_TEXEL),
    55: ("A8B8G8R8_UINT_PACK32", _WHOLE, _ALL_TEXEL),
    56: ("A8B8G8R8_SINT_PACK32", _WHOLE, _ALL_TEXEL),
    57: ("A8B8G8R8_SRGB_PACK32", _MIXED, 0),
    64: ("A2B10G10R10_UNORM_PACK32", _MIXED, _VERTEX_TEXEL),
    68: ("A2B10G10R10_UINT_PACK32", _WHOLE, _UNIFORM_TEXEL),
    70: ("R16_UNORM", 0, _VERTEX),
    71: ("R16_SNORM", 0, _VERTEX),
    74: ("R16_UINT", _WHOLE, _VERTEX_TEXEL),
    75: ("R16_SINT", _WHOLE, _VERTEX_TEXEL),
    76: ("R16_SFLOAT", _MIXED, _VERTEX_TEXEL),
    77: ("R16G16_UNORM", 0, _VERTEX),
    78: ("R16G16_SNORM", 0, _VERTEX),
    81: ("R16G16_UINT", _WHOLE, _VERTEX_TEXEL),
    82: ("R16G16_SINT", _WHOLE, _VERTEX_TEXEL),
    83: ("R16G16_SFLOAT", _MIXED, _VERTEX_TEXEL),
    91: ("R16G16B16A16_UNORM", 0, _VERTEX),
    92: ("R16G16B16A16_SNORM", 0, _VERTEX),
    95: ("R16G16B16A16_UINT", _WHOLE | _STORAGE, _ALL_TEXEL),
    96: ("R16G16B16A16_SINT", _WHOLE | _STORAGE, _ALL_TEXEL),
    97: ("R16G16B16A16_SFLOAT", _MIXED | _STORAGE, _ALL_TEXEL),
    98: ("R32_UINT", _WHOLE | _STORAGE | _STORAGE_ATOMIC, _ALL_TEXEL | _TEXEL_ATOMIC),
    99: ("R32_SINT", _WHOLE | _STORAGE | _STORAGE_ATOMIC, _ALL_TEXEL | _TEXEL_ATOMIC),
    100: ("R32_SFLOAT", _WHOLE | _STORAGE, _ALL_TEXEL),
    101: ("R32G32_UINT", _WHOLE | _STORAGE, _ALL_TEXEL),
    102: ("R32G32_SINT", _WHOLE | _STORAGE, _ALL_TEXEL),
    103: ("R32G32_SFLOAT", _WHOLE | _STORAGE, _ALL_TEXEL),
    104: ("R32G32B32_UINT", 0, _VERTEX),
    105: ("R32G32B32_SINT", 0, _VERTEX),
    106: ("R32G32B32_SFLOAT", 0, _VERTEX),
    107: ("R32G32B32A32_UINT", _WHOLE | _STORAGE, _ALL_TEXEL),
    108: ("R32G32B32A32_SINT", _WHOLE | _STORAGE, _ALL_TEXEL),
    109: ("R32G32B32A32_SFLOAT", _WHOLE | _STORAGE, _ALL_TEXEL),
    122: ("B10G11R11_UFLOAT_PACK32", _FILTERED, _UNIFORM_TEXEL),
    123: ("E5B9G9R9_UFLOAT_PACK32", _FILTERED, 0),
    124: ("D16_UNORM", _READ | _DEPTH, 0),
    126: ("D32_SFLOAT", _READ, 0),
}
"""By the number of the format: its name without VK_FORMAT_, optimalTilingFeatures and bufferFeatures."""

ONE_OF: Mapping[str, tuple[int, tuple[range, ...]]] = {
    "X8_D24_UNORM_PACK32 and D32_SFLOAT": (_DEPTH, (range(125, 126), range(126, 127))),
    "D24_UNORM_S8_UINT and D32_SFLOAT_S8_UINT": (_DEPTH, (range(129, 130), range(130, 131))),
    "the tables of BC, ETC2 with EAC, and ASTC": (
        _FILTERED,
        (range(131, 147), range(147, 157), range(157, 185)),
    ),
}
"""By what it is that one of several has: optimalTilingFeatures, and the numbers of the formats of each."""

_MOST = 3


def required_formats(answers: Answers, facts: Answers) -> CheckResult:
    """Check that no format lacks a feature that it has on every device that draws.

    ``facts`` are the answers that say which of the devices draw.
    """
    look = CheckResult(
        missing="the driver has no physical device here that draws and is no portability subset"
    )
    for device, row in _drawing(answers, facts):
        optimal, buffer = numbers(row, "optimal"), numbers(row, "buffer")
        lacking = []
        for at, (name, of_images, of_buffers) in REQUIRED.items():
            if at >= min(len(optimal), len(buffer)):
                continue
            look.seen += 1
            lost = of_images & ~optimal[at], of_buffers & ~buffer[at]
            if any(lost):
                lacking.append(f"VK_FORMAT_{name} ({', '.join(_names(lost[0] | lost[1]))})")
        _check_one_of(look, device, optimal)
        if lacking:
            look.fail(
                f"physical device {device} lacks features of formats that every device has:"
                f" {look.some(lacking, _MOST)}"
            )
    return look


def _check_one_of(look: CheckResult, device: str, optimal: Sequence[int]) -> None:
    """Check that one of several formats, or of several tables all formats, have the features."""
    for names, (features, sets) in ONE_OF.items():
        if sets[-1][-1] >= len(optimal):
            continue
        look.seen += 1
        if not any(all(optimal[at] & features == features for at in each) for each in sets):
            look.fail(f"physical device {device} has {', '.join(_names(features))} for none of {names}")


def images_are_large_enough(answers: Answers, facts: Answers) -> CheckResult:
    """Check that images of formats that every device can sample are as large as the limits say."""
    look = CheckResult(
        missing="the driver has no physical device here that draws and is no portability subset"
    )
    for device, row in _drawing(answers, facts, "queries.levels."):
        look.seen += number(row, "asked")
        small = [text for words in texts(row, "small") if (text := _of_small(words))]
        if small:
            look.fail(
                f"images of physical device {device} are smaller, or have fewer layers, than its limits say:"
                f" {look.some(small, _MOST)}"
            )
    return look


def _of_small(words: str) -> str:
    """Return what an image can be; nothing if not every device has its format for sampled images."""
    match words.split():
        case [format_, dimensions, width, height, depth, layers] if format_.isdigit():
            name, of_images, _ = REQUIRED.get(int(format_), ("", 0, 0))
            shape = f"{width} x {height} x {depth}, {layers} layers"
            return f"VK_FORMAT_{name} in {dimensions} dimensions: {shape}" if of_images & _SAMPLED else ""
    return ""


def _names(bits: int) -> Iterator[str]:
    return (name for bit, name in _BITS.items() if bits & bit)


def _drawing(
    answers: Answers, facts: Answers, head: str = "queries.features."
) -> Iterator[tuple[str, Answers]]:
    """Yield the answers about each device that draws and is bound to what the tables ask for."""
    for label in answers:
        device = label.removeprefix(head)
        row = part(facts, f"facts.device.{device}")
        if label.startswith(head) and row and is_bound(row) and can(row) & GRAPHICS:
            yield device, part(answers, label)
