"""What a device does by optional features and extensions, in the act "states"; without them nothing is asked.

Source, in the Vulkan specification: VkPipelineRasterizationProvokingVertexStateCreateInfoEXT (the mode says whether
the first or the last vertex of a primitive is the provoking one), VkPipelineViewportDepthClipControlCreateInfoEXT
(with negativeOneToOne the view volume begins at -w), VkPipelineColorWriteCreateInfoEXT and
vkCmdSetColorWriteEnableEXT (without the enable nothing is written to the attachment),
VkConditionalRenderingBeginInfoEXT (a 32-bit value of zero discards the commands;
VK_CONDITIONAL_RENDERING_INVERTED_BIT_EXT turns that round), "Transform Feedback" (from pOffsets on, and from the byte
offset of a counter buffer on), VkDescriptorBufferInfo (range is the size of a descriptor in bytes; OpArrayLength is
computed from it), VkBufferViewCreateInfo, nullDescriptor (loads from a null descriptor return zero, stores to one
are discarded), pSampleMask, "Multisample Coverage" (with alphaToCoverageEnable, alpha determines each bit of the
coverage; no algorithm is required, but it is intended that 1 gives all samples and 0 none), alphaToOneEnable, "Sample
Shading", VkSamplerReductionMode, VkSamplerCustomBorderColorCreateInfoEXT,
VkPipelineRasterizationDepthClipStateCreateInfoEXT (depthClipEnable takes the place of depthClampEnable in clipping),
VkImportMemoryHostPointerInfoEXT, "Atomic Instructions" of SPIR-V on an OpImageTexelPointer (the operation of each
invocation is done at once, in some order), shaderStorageBufferArrayDynamicIndexing and -NonUniformIndexing, "Cube Map
Face Selection" and "Layer Selection" (a layer of an array of cubes has six faces), and "Texel Gathering" (with
ConstOffsets, one texel for each of four offsets), the built-ins DrawIndex, BaseVertex, BaseInstance and ViewIndex,
inheritedQueries (secondary command buffers may be executed while a query is active),
VkRenderPassMultiviewCreateInfo (each view is drawn to the layer of its number), and "Tessellator Spacing" (with
n = f, all segments are equal; PointMode makes one point of each distinct vertex).
"""

from refloader.suite.drivers.checks.stack.expected_answer import (
    count,
    read,
    said,
    texels,
    word,
    words,
)

PROVOKING = {
    "last_of_list": texels("a triangle has the number of its last vertex, as provokingVertexMode says"),
    "last_of_strip": texels("a triangle of a strip has the number of its last vertex"),
}
DEPTH_RANGE = {
    "usual": texels("without negativeOneToOne, a depth of -0.5 is clipped"),
    "negative": texels("with negativeOneToOne, a depth of -0.5 is drawn"),
    "beyond": texels("with negativeOneToOne, a depth of -1.5 is clipped"),
}
COLOUR_WRITES = {
    "off": texels("an attachment is left alone, whose VkPipelineColorWriteCreateInfoEXT has VK_FALSE"),
    "on": texels("an attachment is written, whose VkPipelineColorWriteCreateInfoEXT has VK_TRUE"),
    "set_off": texels("an attachment is left alone after vkCmdSetColorWriteEnableEXT with VK_FALSE"),
    "set_on": texels("an attachment is written after vkCmdSetColorWriteEnableEXT with VK_TRUE"),
}
CONDITIONAL = {
    "drawn": texels("a draw is executed whose condition is 2"),
    "computed": words("a dispatch is executed whose condition is 2"),
    "high_bit": texels("a draw is executed whose condition is 0x80000000"),
    "high_bit_computed": words("a dispatch is executed whose condition is 0x80000000"),
    "left_out": texels("a draw is discarded whose condition is 0"),
    "left_out_computed": words("a dispatch is discarded whose condition is 0"),
    "inverted": texels("a draw is executed whose inverted condition is 0"),
    "inverted_computed": words("a dispatch is executed whose inverted condition is 0"),
    "inverted_left_out": texels("a draw is discarded whose inverted condition is 2"),
    "inverted_left_out_computed": words("a dispatch is discarded whose inverted condition is 2"),
    "behind": texels("a draw behind vkCmdEndConditionalRenderingEXT is executed, though the condition was 0"),
    "behind_computed": words(
        "a dispatch behind vkCmdEndConditionalRenderingEXT is executed, though the condition was 0"
    ),
}
FEEDBACK = {
    "captured": words(
        "vkCmdBindTransformFeedbackBuffersEXT has vertices of two draws captured from its offset on, and no others"
    ),
    "resumed": words("a capture goes on where the counter buffer says that one before has ended"),
    "in_part": words("nothing is captured of a vertex that pSizes leaves no room for"),
}
LENGTHS = {
    "part": word(10, "the length of an array in a storage buffer, whose descriptor has a range of 40 bytes"),
    "part_from": word(65, "the first word of a storage buffer, whose descriptor has an offset of 256 bytes"),
    "moved": word(
        128, "the length of an array in a dynamic storage buffer, whose descriptor has a range of 512 bytes"
    ),
    "moved_from": word(
        129,
        "the first word of a storage buffer whose descriptor has an offset of 256 bytes, with the second of two"
        " dynamic offsets, of 256 bytes",
    ),
    "texels": word(16, "the texels of a buffer view of VK_FORMAT_R32_UINT with a range of 64 bytes"),
    "texels_from": word(65, "the first texel of a buffer view with an offset of 256 bytes"),
}
NULL_DESCRIPTORS = {
    "storage": word(0, "with nullDescriptor, a word of a storage buffer that is VK_NULL_HANDLE"),
    "uniform": word(0, "with nullDescriptor, a word of a uniform buffer that is VK_NULL_HANDLE"),
    "texels": word(0, "with nullDescriptor, a texel of a buffer view that is VK_NULL_HANDLE"),
    "image": word(0, "with nullDescriptor, red, green and blue of an image view that is VK_NULL_HANDLE"),
    "written": words(
        "with nullDescriptor, what is written to a storage buffer that is VK_NULL_HANDLE is in no other buffer",
        252,
    ),
}
SAMPLES = {
    "all": texels("a draw covers each of four samples of a texel"),
    "masked": texels("a draw covers the samples that pSampleMask has, and no others"),
    "more_by_alpha": said("with alphaToCoverageEnable, alpha of 1 covers more samples than alpha of 0"),
    "by_alpha_all_or_none": texels(
        "with alphaToCoverageEnable, alpha of 1 covers each of four samples, and alpha of 0 none"
    ),
    "opaque": texels("with alphaToOneEnable, what is drawn has an alpha of 1"),
    "each": texels("with sampleRateShading, each sample has the colour that its gl_SampleID gives"),
}
REDUCED = {
    "least": read("VK_SAMPLER_REDUCTION_MODE_MIN gives the least of four texels", 2),
    "most": read("VK_SAMPLER_REDUCTION_MODE_MAX gives the most of four texels", 2),
}
BORDER = {
    "own": read("a sampler gives its customBorderColor beside an image, and no texel of it otherwise", 3),
}
DEPTH_CLIP = {
    "off": texels("with a depthClipEnable of VK_FALSE, a depth of 1.5 is drawn"),
    "off_and_clamped": texels(
        "with a depthClipEnable of VK_FALSE and depthClampEnable, a depth of 1.5 is drawn"
    ),
    "on_and_clamped": texels(
        "with a depthClipEnable of VK_TRUE, a depth of 1.5 is clipped in spite of depthClampEnable"
    ),
}
HOST_MEMORY = {
    "read": words("a device reads what the program has written to its own memory, which was imported"),
    "written": words("a program finds what the device has written to its own memory, which was imported"),
}
IMAGE_ATOMICS = {
    "added": word(528, "a texel to which imageAtomicAdd adds each number from 1 to 32"),
    "least": word(0x7FFFFFF0, "the least of 32 numbers without a sign, by imageAtomicMin"),
    "most": word(0x8000000F, "the most of 32 numbers without a sign, by imageAtomicMax"),
    "all_bits": word(0, "a texel in which each of 32 imageAtomicAnd clears one bit"),
    "any_bits": word(0xFFFFFFFF, "a texel in which each of 32 imageAtomicOr sets one bit"),
    "odd_bits": word(1, "a texel in which each of 32 imageAtomicXor turns two bits"),
    "exchanged": said("of 32 imageAtomicExchange, each number but one comes back once, and that one is left"),
    "compared": said(
        "of 32 imageAtomicCompSwap with 0, one stores its number, which is left and comes back to all others"
    ),
    "buffer": word(528, "a texel of a buffer to which imageAtomicAdd adds each number from 1 to 32"),
    "numbered": count(
        32, "the different numbers that 32 imageAtomicAdd of 1 to one texel of a buffer give back"
    ),
    "least_signed": word(0xFFFFFFF0, "the least of 32 numbers with a sign, by imageAtomicMin"),
    "most_signed": word(11, "the most of 32 numbers with a sign, by imageAtomicMax"),
}
INDEXED = {
    "of_group": read(
        "a shader reads the storage buffer of an array that the number of its workgroup names", 24
    ),
    "of_invocation": read(
        "with shaderStorageBufferArrayNonUniformIndexing, invocations of a workgroup read different storage buffers"
        " of an array",
        24,
    ),
}
CUBE_ARRAYS = {
    "faces": read("a shader reads each face of two cubes from the layer that belongs to it", 12),
    "second": read("a view of the second cube alone has its faces", 6),
}
GATHER_OFFSETS = {
    "moved": read("textureGatherOffset gives four texels that are moved by an offset, which is computed", 16),
    "each": read("textureGatherOffsets gives one texel for each of four offsets", 16),
}
PARAMETERS = {
    "alone": texels(
        "with shaderDrawParameters, gl_BaseVertex and gl_BaseInstance are those of vkCmdDraw and vkCmdDrawIndexed,"
        " and gl_DrawID is 0"
    ),
    "several": texels(
        "with shaderDrawParameters, gl_DrawID counts the draws of one vkCmdDrawIndirect, and gl_BaseVertex and"
        " gl_BaseInstance are those of each"
    ),
}
INHERITED = {
    "some": said(
        "a query that is active around vkCmdExecuteCommands counts what the secondary command buffer draws"
    ),
    "exactly": count(
        64, "the samples that a precise query counts, of which a secondary command buffer draws 64"
    ),
}
VIEWED = {
    "first": said(
        "view 0 of a subpass with the view mask 5 is drawn to the first layer, with its gl_ViewIndex"
    ),
    "none_between": said("nothing is drawn to the layer of view 1, which the view mask 5 does not have"),
    "third": texels("view 2 is drawn to the third layer, with its gl_ViewIndex in the vertex shader"),
    "third_fragments": texels("view 2 is drawn with its gl_ViewIndex in the fragment shader"),
    "clipped": said("what reaches beyond the image is clipped, and drawn to the layer of its view"),
}
TESSELLATED = {
    "equal": texels("equal_spacing cuts each of three isolines in four where 3.5 segments are asked for"),
    "even": texels(
        "fractional_even_spacing cuts each of three isolines in four equal segments where 4 are asked for"
    ),
    "odd": texels(
        "fractional_odd_spacing cuts each of three isolines in three equal segments where 3 are asked for"
    ),
}
EXTENSIONS = {
    "provoking": PROVOKING,
    "depth_range": DEPTH_RANGE,
    "colour_writes": COLOUR_WRITES,
    "conditional": CONDITIONAL,
    "feedback": FEEDBACK,
    "lengths": LENGTHS,
    "null_descriptors": NULL_DESCRIPTORS,
    "samples": SAMPLES,
    "reduced": REDUCED,
    "border": BORDER,
    "depth_clip": DEPTH_CLIP,
    "host_memory": HOST_MEMORY,
    "image_atomics": IMAGE_ATOMICS,
    "indexed": INDEXED,
    "cube_arrays": CUBE_ARRAYS,
    "gather_offsets": GATHER_OFFSETS,
    "parameters": PARAMETERS,
    "inherited": INHERITED,
    "viewed": VIEWED,
    "tessellated": TESSELLATED,
}
NEEDED = {
    "provoking": "a device with provokingVertexLast",
    "depth_range": "a device with depthClipControl",
    "colour_writes": "a device with colorWriteEnable",
    "conditional": "a device with conditionalRendering",
    "feedback": "a device with transformFeedback",
    "lengths": "a device that computes",
    "null_descriptors": "a device with nullDescriptor that computes",
    "samples": "a device that draws and computes, and has images of four samples that shaders can read",
    "reduced": "a device with samplerFilterMinmax, also of VK_FORMAT_R32_SFLOAT",
    "border": "a device with customBorderColors",
    "depth_clip": "a device with depthClipEnable (VK_EXT_depth_clip_enable)",
    "host_memory": "a device with VK_EXT_external_memory_host that can import memory for any buffer",
    "image_atomics": "a device that computes, with atomic operations of VK_FORMAT_R32_UINT and VK_FORMAT_R32_SINT",
    "indexed": "a device with shaderStorageBufferArrayDynamicIndexing that computes",
    "cube_arrays": "a device with imageCubeArray that computes",
    "gather_offsets": "a device with shaderImageGatherExtended that computes",
    "parameters": "a device of Vulkan 1.2 with shaderDrawParameters that draws",
    "inherited": "a device with inheritedQueries that draws",
    "viewed": "a device of Vulkan 1.2 with multiview that draws",
    "tessellated": "a device with tessellationShader and shaderTessellationAndGeometryPointSize, and without"
    " VK_KHR_portability_subset",
}
"""Which devices are asked for a kind."""
