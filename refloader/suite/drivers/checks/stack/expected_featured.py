"""What a device that is made with all features it offers computes and draws, in the act "states".

Source, in the Vulkan specification and in SPIR-V: "Atomic Instructions", "Arithmetic Instructions", "Bit
Instructions", "Precision and Operation of SPIR-V Instructions" (sums, differences and products are "Correctly
rounded"; the precision of 64 bits "is at least that of single precision"), "Group and Subgroup Operations"
(supportedOperations says which a device has), "Texel Gathering" (the order of the four texels), "Unnormalized Texel
Coordinate Operations" (a layer is rounded, and clamped to those of the view), "Cube Map Face Selection",
"SampleMask" (where zero is written, a sample is "considered uncovered"), VkTessellationDomainOrigin (by which the
order of vertices is understood; the upper left corner if a pipeline says nothing), "Push Descriptor Updates",
vkGetBufferDeviceAddress (an address of the buffer's first byte), robustBufferAccess (what is read beyond a buffer is
zero or "from anywhere within the memory range(s) bound to the buffer"; writes "must not modify any other memory"),
"Geometry Shading", "Tessellation" (each patch of patchControlPoints vertices, and levels by which its edges are
cut), ViewportIndex, "Primitive Clipping" and "Primitive Culling" (distances of less than zero), "Primitive
Topologies" (each has its provoking vertex), primitiveRestartEnable (a special index "is treated as restarting the
assembly of primitives"), "Points" and "Line Segments" (texels that they cover), "Logical Operations", "Blend
Operations", "Blend Factors", "Vertex Input Extraction" (components that a format lacks are 0, 0, 1),
VkVertexInputBindingDescription (or pStrides of vkCmdBindVertexBuffers2, or vkCmdSetVertexInputEXT),
VkVertexInputBindingDivisorDescription, vkCmdDrawMultiEXT (VK_EXT_multi_draw), "Input Attachment",
VkTimeDomainKHR (times of VK_TIME_DOMAIN_CLOCK_MONOTONIC "are comparable with platform timestamp values captured
using the POSIX clock_gettime API"), VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT (a descriptor "owns a reference
to the underlying memory resource"), VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT, VkSparseMemoryBind
(memoryOffset is where in the memory the range of the resource is bound), "Sampler Y'CBCR Conversion"
(VK_SAMPLER_YCBCR_MODEL_CONVERSION_RGB_IDENTITY leaves the components as they are), and VkMemoryToImageCopy (rows are
memoryRowLength texels apart).
"""

from refloader.suite.drivers.checks.stack.expected_answer import read, said, texels, words

_INVOCATIONS = 64
_PLACES = 16

COMPUTED = {
    "atomics": words(
        "a shader adds, compares, masks and exchanges numbers by atomic operations of four workgroups"
    ),
    "shared": words("a workgroup of 64 reads what its invocations have written to shared memory"),
    "branches": words(
        "a shader goes through loops, a switch and an array whose index is computed, on each of 64 ways"
    ),
    "integers": words("a shader computes with whole numbers of 32 bits, and with parts of them"),
    "floats": words("a shader computes with numbers of floating point, each result of which is exact"),
    "functions": words(
        "a shader computes sines, exponentials, logarithms, roots and lengths as precisely as the specification asks"
    ),
    "vectors": words(
        "a shader computes with vectors and matrices, compares their components, and packs and unpacks them"
    ),
    "wide": words("with shaderInt64, a shader computes with whole numbers of 64 bits"),
    "doubles": words(
        "with shaderFloat64, a shader computes with numbers of 64 bits, each result of which is exact"
    ),
    "halves": words("with storageBuffer16BitAccess, a shader writes each second number of 16 bits"),
    "bytes": words("with storageBuffer8BitAccess, a shader writes each fourth number of 8 bits"),
    "sizes": words("a workgroup has the size that specialization constants give"),
    "cells": words(
        "a shader adds, compares, masks and exchanges numbers of workgroup memory by atomic operations"
    ),
    "layouts": words(
        "a shader reads and writes vectors, arrays, and matrices by rows and columns, in structures of std430"
    ),
    "half_numbers": words(
        "with shaderFloat16, a shader computes with numbers of 16 bits of floating point, each result of which is"
        " exact"
    ),
    "shorts": words(
        "with shaderInt16, a shader computes with whole numbers of 16 bits, with signs and without"
    ),
    "octets": words(
        "with shaderInt8, a shader computes with whole numbers of 8 bits, with signs and without"
    ),
    "wide_atomics": words(
        "with shaderBufferInt64Atomics, a shader adds, compares, masks and exchanges numbers of 64 bits by"
        " atomic operations"
    ),
    "zeroed": words(
        "with shaderZeroInitializeWorkgroupMemory, workgroup memory is zero when each workgroup begins"
    ),
}
SUBGROUPS = {
    "places": read(
        "each invocation of a workgroup has a place of its own in a subgroup of subgroupSize", _INVOCATIONS
    ),
    "elected": said("each of the subgroups that gl_NumSubgroups counts elects one invocation"),
    "votes": read("an invocation learns whether all, any or equal numbers are in its subgroup", _INVOCATIONS),
    "ballots": read(
        "an invocation learns how many of its subgroup have an odd number, and the first one's number",
        _INVOCATIONS,
    ),
    "sums": read("an invocation learns sums, the least and the most of its subgroup's numbers", _INVOCATIONS),
    "bits": read(
        "an invocation learns the product of its subgroup's numbers, and their bitwise and, or and exclusive or",
        _INVOCATIONS,
    ),
    "shuffled": read("an invocation learns the number of another one of its subgroup", _INVOCATIONS),
    "relative": read(
        "an invocation learns the numbers of those one and three places before it, and two places behind it",
        _INVOCATIONS,
    ),
    "clustered": read(
        "an invocation learns the sum of its cluster of four invocations, and the most of its cluster of two",
        _INVOCATIONS,
    ),
    "quads": read("an invocation learns the numbers of the three beside it in its quad", _INVOCATIONS),
}
DESCRIPTORS = {
    "pushed": words("a shader writes to the buffer that vkCmdPushDescriptorSetKHR gave it, from an offset"),
    "pushed_again": words("a shader writes to the buffer of a second vkCmdPushDescriptorSetKHR"),
    "pushed_by_template": words(
        "a shader writes to the buffer that vkCmdPushDescriptorSetWithTemplateKHR gave it, from an offset"
    ),
    "pushed_by_template_again": words(
        "a shader writes to the buffer of a second vkCmdPushDescriptorSetWithTemplateKHR"
    ),
    "by_address": words(
        "a shader reads and writes a part of a buffer by the address that vkGetBufferDeviceAddress gives"
    ),
    "read_beyond": read(
        "with robustBufferAccess, what a shader reads beyond a buffer is zero or of the buffer", _PLACES
    ),
    "written_beyond": words(
        "with robustBufferAccess, what a shader writes beyond a buffer leaves another buffer alone"
    ),
}
ASSEMBLED = {
    "strip": texels("two triangles of a strip cover a square, each with the number of its first vertex"),
    "fan": texels("two triangles of a fan cover a square, each with the number of its provoking vertex"),
    "restarted": texels("a strip of triangles begins anew at the index 0xFFFF (primitiveRestartEnable)"),
    "set_later": texels(
        "a strip of triangles begins anew, as vkCmdSetPrimitiveTopology and vkCmdSetPrimitiveRestartEnable say"
    ),
    "clipped": texels("triangles whose depth is 1.5 are clipped"),
    "clamped": texels("with depthClampEnable, triangles whose depth is 1.5 are drawn"),
    "edges": texels(
        "with fillModeNonSolid, VK_POLYGON_MODE_LINE draws the edges of a triangle, and nothing in it"
    ),
    "large_point": texels("with largePoints, a point of size 4 covers 16 texels"),
    **{
        name: texels(
            f"with logicOp, VK_LOGIC_OP_{name.upper()} makes {result} of the shader's s and the attachment's d"
        )
        for name, result in {
            "xor": "s ^ d",
            "and_reverse": "s & ~d",
            "invert": "~d",
            "and": "s & d",
            "and_inverted": "~s & d",
            "no_op": "d",
            "or": "s | d",
            "nor": "~(s | d)",
            "equivalent": "~(s ^ d)",
            "or_reverse": "s | ~d",
            "copy_inverted": "~s",
            "or_inverted": "~s | d",
            "nand": "~(s & d)",
            "clear": "0",
            "set": "~0",
        }.items()
    },
    "lines": texels("two lines of a list have the number of the first vertex of each"),
    "line_strip": texels("two lines of a strip have the number of the first vertex of each"),
    "wide_lines": texels("with wideLines, two lines of width 3 cover three rows each"),
    "strides": texels("vertices are as far apart as pStrides of vkCmdBindVertexBuffers2 says"),
    "squares": texels(
        "with geometryShader, a shader makes a square of each of two points, with gl_PrimitiveIDIn in its number"
    ),
    "invocations": texels(
        "with geometryShader, each of four invocations makes a square of each of two points, with gl_InvocationID in"
        " its number"
    ),
    "viewports": texels(
        "with multiViewport, a geometry shader makes squares in the viewport that gl_ViewportIndex says"
    ),
    "viewport_depths": texels(
        "with multiViewport, squares in two viewports have the depths between minDepth and maxDepth of their own"
    ),
    "patches": texels(
        "with tessellationShader, the edges of two quadrangles of four control points each are cut in two and three"
    ),
    "clip_distances": texels(
        "with shaderClipDistance, what has one of two negative gl_ClipDistance is clipped, and all else is drawn"
    ),
    "cull_distances": texels(
        "with shaderCullDistance, a triangle of whose two gl_CullDistance one is negative at each vertex is not"
        " drawn, and any other one is"
    ),
    "patches_turned": texels(
        "with tessellationShader, the triangles of a patch whose shader says ccw are front-facing with"
        " VK_FRONT_FACE_COUNTER_CLOCKWISE, and VK_CULL_MODE_BACK_BIT culls none of them"
    ),
    "discarded": texels("a fragment shader discards each third fragment of a row, and no other one"),
    "masked": texels(
        "a fragment is not drawn where its shader writes 0 to gl_SampleMask, which it does in each third of a row"
    ),
    "demoted": texels(
        "with shaderDemoteToHelperInvocation, demoted fragments are not drawn, and those beside them have derivatives"
    ),
    "placed": texels("gl_FragCoord is the place of each fragment"),
    "derived": texels("dFdx, dFdy and fwidth are how a number grows by column, by row and by both"),
    "facing": texels(
        "with VK_FRONT_FACE_COUNTER_CLOCKWISE, gl_FrontFacing is true in a counter-clockwise triangle and false in a"
        " clockwise one"
    ),
    "curved": texels(
        "an input of a fragment shader is interpolated in perspective between three vertices, one of which is farther"
        " away"
    ),
    "straight": texels(
        "with noperspective, an input of a fragment shader is interpolated linearly on the screen between three"
        " vertices, one of which is farther away"
    ),
    "point_places": texels("with largePoints, gl_PointCoord is the place in a point of size 4"),
    "formats": texels("a shader gets attributes of eight formats, whose lacking components are 0, 0 and 1"),
    "more_formats": texels(
        "a shader gets attributes of eight other formats: of one, three and four components, signed and unsigned"
    ),
}
TAKEN = {
    "numbers": texels(
        "a subpass reads at each texel what the subpass before it has left in its input attachment"
    ),
}
BLENDS = {
    "sum": texels("VK_BLEND_OP_ADD makes the sum of what is drawn and what is there"),
    "reversed": texels(
        "VK_BLEND_OP_REVERSE_SUBTRACT makes their difference, in the second of two attachments"
    ),
    "difference": texels("VK_BLEND_OP_SUBTRACT makes their difference"),
    "masked": texels("red and blue alone are written without blending, to the second of two attachments"),
    "least": texels("VK_BLEND_OP_MIN makes the lesser one of each component"),
    "most": texels(
        "VK_BLEND_OP_MAX makes the greater one of each component, in the second of two attachments"
    ),
    "sum_but_alpha": texels("colorBlendOp makes sums, and alphaBlendOp the difference of both alphas"),
    "alpha_alone": texels(
        "colorBlendOp makes differences, and alphaBlendOp the sum of both alphas, in the second of two attachments"
    ),
    "by_alpha": texels("VK_BLEND_FACTOR_SRC_ALPHA and what is left to 1 weigh both colours"),
    "by_target": texels("VK_BLEND_FACTOR_DST_ALPHA and what is left to 1 weigh both colours"),
    "saturated": texels(
        "VK_BLEND_FACTOR_SRC_ALPHA_SATURATE is the lesser of both alphas' parts for colours and 1 for alpha, in the"
        " second of two attachments"
    ),
    "apart": texels(
        "VK_BLEND_FACTOR_DST_COLOR makes a product, and alpha has factors of its own, in the second of two"
        " attachments"
    ),
}
GATHERED = {
    "sheets": read("a shader reads images of an array that one write gives, by a sampler of its own", 2),
    "other_format": said("an image of VK_FORMAT_R32_UINT is read by a view of VK_FORMAT_R8G8B8A8_UNORM"),
    "faces": read("a shader reads each face of a cube from the layer that belongs to it", 6),
    "line": read("a shader reads an image of one dimension by a view of its second layer", 16),
    "lines": read(
        "a shader reads images of one dimension in layers; beyond these, it reads the nearest layer", 16
    ),
    "layers": read(
        "a shader reads images of two dimensions in layers; beyond these, it reads the nearest layer", 16
    ),
    "box": read("a shader reads an image of three dimensions by its three coordinates", 16),
    "beside": read("textureLodOffset reads the texel that is as far away as its offset says", 16),
    "fetched": read("texelFetch reads the texel of an image of three dimensions at three coordinates", 16),
    "projected": read("textureProjLod divides a place by its last coordinate", 16),
    "slopes": read("textureGrad reads the level that its derivatives ask for", 16),
    "turned": read(
        "a shader reads the four texels of each face of a cube by the directions that belong to them", 24
    ),
    "four": read("textureGather gives one component of each of four texels in their order", 64),
    "sizes": read(
        "textureSize and textureQueryLevels give the sizes and levels of images of each dimension", 5
    ),
}
OUTSIDE = {
    "later_on_device": said(
        "of two vkGetCalibratedTimestampsEXT, the later one gives no earlier time of VK_TIME_DOMAIN_DEVICE"
    ),
    "monotonic": said(
        "the time of VK_TIME_DOMAIN_CLOCK_MONOTONIC is that of clock_gettime before and after it, by maxDeviation"
    ),
    "imported": words(
        "what is written to exported memory is in the memory that its descriptor was imported to"
    ),
    "exported": words("what is written to imported memory is in the memory that its descriptor came from"),
    "dma_buf_imported": words(
        "what is written to exported memory is in the memory that its DMA buffer was imported to"
    ),
    "dma_buf_exported": words(
        "what is written to imported memory is in the memory that its DMA buffer came from"
    ),
}
PLANES = {
    "read": read("a sampler with a VkSamplerYcbcrConversion reads both planes of an image, as they are", 8),
}
HOST_IMAGES = {
    "written": texels(
        "a device reads what vkCopyMemoryToImageEXT has written to an image, and to a part of it"
    ),
    "read": words("vkCopyImageToMemoryEXT reads a part of what a device has written to an image", 5 * 11),
}
PAGES = {
    "bound": words("two pages of a sparse buffer hold what each was filled with"),
    "exchanged": words(
        "vkQueueBindSparse exchanges the memory of two pages of a sparse buffer, and what is in it"
    ),
}
EXTENDED = {
    "several": texels("vkCmdDrawMultiEXT draws three times, with the vertices of each VkMultiDrawInfoEXT"),
    "several_indexed": texels(
        "vkCmdDrawMultiIndexedEXT draws three times, with the indices and the vertexOffset of each"
        " VkMultiDrawIndexedInfoEXT"
    ),
    "several_shifted": texels("vkCmdDrawMultiIndexedEXT draws three times, with pVertexOffset for all"),
    "divisor": texels("with vertexAttributeInstanceRateDivisor 2, each two instances share an attribute"),
    "divisor_zero": texels("with vertexAttributeInstanceRateZeroDivisor, all instances share an attribute"),
    "input": texels("a pipeline without attributes has those of vkCmdSetVertexInputEXT"),
    "input_divisor": texels(
        "with divisor 2 of vkCmdSetVertexInputEXT, each two instances share an attribute"
    ),
}
