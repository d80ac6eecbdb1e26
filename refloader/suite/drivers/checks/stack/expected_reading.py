"""What shaders of the act "states" read otherwise than from storage buffers: images, texels and uniform numbers.

Source, in the Vulkan specification: "Samplers" and "Image Operations" (filters, wrapping, levels, border colors,
depth comparison), "Image Views" (levels, layers, component swizzle), "Buffer Views", "Descriptor Sets" (immutable
samplers, inline uniform blocks). Places lie where one texel is left, or in the middle between two: then bytes may
differ by two.
"""

from refloader.suite.drivers.checks.stack.expected_answer import read

_PLACES = {
    "nearest": (5, "VK_FILTER_NEAREST takes the texel that a place lies in, of the layer that is nearest"),
    "linear": (3, "VK_FILTER_LINEAR takes the mean of two texels in the middle between them"),
    "minified": (2, "minFilter applies to a level behind the first one, and magFilter to that one"),
    "magnified": (2, "magFilter applies to the first level, and minFilter to one behind it"),
    "between_levels": (
        1,
        "VK_SAMPLER_MIPMAP_MODE_LINEAR takes the mean of two levels in the middle between them",
    ),
    "repeated": (4, "addressModeU repeats the image, and addressModeV mirrors it"),
    "clamped": (4, "addressModeU mirrors the image, and addressModeV clamps to its edge"),
    "clear_border": (3, "VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK is found beyond the image"),
    "black_border": (3, "VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK is found beyond the image"),
    "white_border": (3, "VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE is found beyond the image"),
    "clear_integers": (3, "VK_BORDER_COLOR_INT_TRANSPARENT_BLACK is four zeros beyond an image of integers"),
    "black_integers": (3, "VK_BORDER_COLOR_INT_OPAQUE_BLACK has an alpha of 1 beyond an image of integers"),
    "white_integers": (3, "VK_BORDER_COLOR_INT_OPAQUE_WHITE is four ones beyond an image of integers"),
    "levels": (4, "the level that the shader names is read, and the last one where there is none"),
    "nearest_level": (2, "VK_SAMPLER_MIPMAP_MODE_NEAREST takes the closer one of two levels"),
    "least_level": (4, "no level below minLod is read"),
    "most_level": (4, "no level above maxLod is read"),
    "level_bias": (2, "mipLodBias is added to the level that the shader names"),
    "first_level": (2, "a view begins with its baseMipLevel"),
    "first_layer": (2, "a view begins with its baseArrayLayer"),
    "turned": (1, "a view has the components of its VkComponentMapping"),
    "constants": (1, "a view has zeros and ones where its VkComponentMapping has them"),
    "fixed": (2, "the sampler of pImmutableSamplers is used, and not the one that the set is given"),
}
_COMPARISONS = ("less", "less_or_equal", "equal", "not_equal", "greater", "always")
_RELATIONS = 3

SAMPLED = {
    name: read(f"a shader samples an image: {what}", number) for name, (number, what) in _PLACES.items()
} | {
    name: read(
        f"a shader compares with depths of an image: VK_COMPARE_OP_{name.upper()} has the reference on its left",
        _RELATIONS,
    )
    for name in _COMPARISONS
}
_WORDS = 16
FETCHED = {
    name: read(f"a shader {what}", _WORDS)
    for name, what in {
        "texels": "reads a uniform texel buffer, whose view begins within the buffer",
        "stored_texels": "writes to a storage texel buffer, whose view begins within the buffer",
        "image": "reads a storage image",
        "stored_image": "writes to a storage image",
        "before_added": "finds what was there before an atomic addition to a storage image",
        "added": "adds to texels of a storage image",
        "uniform": "reads a uniform buffer, which begins within its buffer",
        "block": "reads an inline uniform block",
    }.items()
}
