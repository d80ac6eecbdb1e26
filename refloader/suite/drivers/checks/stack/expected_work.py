"""What work of the act "states" leaves in memory: copies of images, dispatches, results of queries; pipeline caches.

Source, in the Vulkan specification: "Copying Data Between Buffers and Images" and "Copying Data Between Images"
(bufferRowLength and bufferImageHeight "control the addressing calculations"; what no region names stays as it is),
"Image Copies With Scaling" (corners; a conversion to fixed point gives "one of the two" closest integers),
VkSubresourceLayout ("offset" is where the subresource begins), "Descriptor Set Updates" (which elements a write, a
copy or an entry of a template updates), "Descriptor Set Binding" ("a separate set of bind points for each pipeline
type", so that one "does not disturb the others"), "Pipeline Layout Compatibility" (sets of a compatible layout stay
bound), "Dispatching Commands" (WorkgroupId "ranging from [baseGroup*, baseGroup* + groupCount*)"), "Copying Query
Results to a Buffer" (stride, flags, availability), and "Pipeline Cache" (of data that "is incompatible with the
device, the pipeline cache will be initially empty"; errors are those of memory alone). Of compressed formats: the
Khronos Data Format Specification, to which "Compressed Image Formats" leads. Of formats: "Format Definition" (the
bits of each), "Conversion from Floating-Point to Normalized Fixed-Point", "Required Format Support" (which each
device has).
"""

from refloader.suite.drivers.checks.stack.expected_answer import SUCCESS, Expected, count, said, texels, words

_COPIED = 2 * 8 * 8
"""The texels of two layers of a small image."""

_BLOCK = 4 * 4 * 4
"""The texels of an image of four slices, or of four layers."""

_SHEET = 5 * 3 * 3
"""The texels of a linear image."""

_LARGE = 100_000
"""The words of a large buffer."""

SETS = {
    "at_offset": count(1, "the place that a set has from the offset of a VkDescriptorBufferInfo"),
    "element": count(3, "the place of an element of an array, by a write with dstArrayElement"),
    "beside_graphics": count(
        3, "the place of the set that is bound for computing, after another one is bound for graphics"
    ),
    "before_another": count(
        3, "the place of the first set that is bound, after another one is bound as the second"
    ),
    "copied": count(2, "the place that a set has from a copy with srcArrayElement"),
    "copied_second": count(2, "the place that a set has from the second of two copies"),
    "copied_into": count(0, "the place of an element of an array, by a copy with dstArrayElement"),
    "copied_several": count(2, "the place of the second descriptor of a copy of two"),
    "by_template": count(3, "the place of the second descriptor of an update template's first entry"),
    "by_next_entry": count(1, "the place of the descriptor of an update template's second entry"),
}
"""Which of four places in a buffer, from 0 on, a shader writes to; 4 stands for none or several."""

REGIONS = {
    "from_apart": Expected(
        _COPIED,
        "two layers are copied to an image from a buffer with bufferRowLength and bufferImageHeight",
        "texels",
    ),
    "to_apart": Expected(
        _COPIED,
        "two layers are copied from an image to a buffer with bufferRowLength and bufferImageHeight",
        "texels",
    ),
    "between": said("vkCmdCopyImageToBuffer writes nothing between rows and layers"),
}
VOLUMES = {
    "slices_in": texels("a box is copied from a buffer to an image of three dimensions", _BLOCK),
    "slices_out": words("a box is copied from an image of three dimensions to a buffer"),
    "slices_between": texels("a box is copied from one image of three dimensions to another", _BLOCK),
    "layers_in": texels("a part of two layers is copied from a buffer to an image", _BLOCK),
    "layers_out": words("a part of three layers is copied from an image to a buffer"),
    "layers_between": texels("a part of two layers is copied to two other layers of another image", _BLOCK),
    "layers_to_slices": texels("two layers are copied to two slices of an image of three dimensions", _BLOCK),
    "slices_to_layers": texels("two slices of an image of three dimensions are copied to two layers", _BLOCK),
}
VOLUMES |= {
    f"blit{name}": texels(f"a blit with VK_FILTER_NEAREST {what}", _BLOCK)
    for name, what in {
        "": "copies a part of two layers",
        "_larger": "makes a part of two layers larger",
        "_across": "mirrors two layers, by the corners of the target, from left to right",
        "_down": "mirrors two layers, by the corners of the source, upside down",
        "_turned": "makes a part of two layers larger and turns it by two mirrored axes",
        "_both": "copies two layers, as the corners of source and target are swapped alike",
        "_through": "mirrors the slices of an image of three dimensions",
    }.items()
}
VOLUMES |= {
    "cleared_layers": texels("vkCmdClearColorImage clears two of four layers, by a range for each", _BLOCK),
    "cleared_remaining": texels(
        "vkCmdClearColorImage clears the last two of four layers, by VK_REMAINING_ARRAY_LAYERS", _BLOCK
    ),
    "resolved": texels("a part of two layers is resolved, by a region for each", _BLOCK),
    "slices_in_at_once": texels(
        "a box is copied from a buffer to an image of three dimensions by one region", _BLOCK
    ),
    "slices_out_at_once": words(
        "a box is copied from an image of three dimensions to a buffer by one region"
    ),
    "slices_at_once": texels(
        "a box is copied from one image of three dimensions to another by one region", _BLOCK
    ),
    "layers_in_at_once": texels(
        "a part of two layers is copied from a buffer to an image by one region", _BLOCK
    ),
    "layers_out_at_once": words("a part of three layers is copied from an image to a buffer by one region"),
    "layers_at_once": texels("a part of two layers is copied to two others by one region", _BLOCK),
    "blit_at_once": texels("two layers are blitted, mirrored both ways, by one region", _BLOCK),
    "resolved_at_once": texels("a part of two layers is resolved by one region", _BLOCK),
}
RENEWED = {
    name: each._replace(asked=f"{each.asked}, by the command of Vulkan 1.3")
    for name, each in VOLUMES.items()
    if not name.startswith("cleared_")
}
LINEAR = {
    "size": said(
        "vkGetImageSubresourceLayout gives each layer of a linear image the size of its rows, or more"
    ),
    "array_pitch": said(
        "vkGetImageSubresourceLayout places the layers of a linear image arrayPitch bytes from each other"
    ),
    "layers": texels(
        "texels copied to a linear image lie where vkGetImageSubresourceLayout says, by layer", _SHEET
    ),
    "layers_written": texels(
        "texels that the host writes to the layers of a linear image are copied out", _SHEET
    ),
    "slices": texels(
        "texels copied to a linear image lie where vkGetImageSubresourceLayout says, by slice", _SHEET
    ),
    "slices_written": texels(
        "texels that the host writes to the slices of a linear image are copied out", _SHEET
    ),
}
SIZES = {
    "most_updated": words("vkCmdUpdateBuffer writes 65536 bytes, the most that it may", _LARGE),
    "updated": words("vkCmdUpdateBuffer writes 65532 bytes to an offset beyond 65536", _LARGE),
    "filled": words("vkCmdFillBuffer fills 65536 bytes from an offset of 65536 on", _LARGE),
    "more_filled": words("vkCmdFillBuffer fills 196616 bytes from an offset beyond 65536 on", _LARGE),
    "copied": words("vkCmdCopyBuffer copies 65536 bytes to an offset of 131072", _LARGE),
    "more_copied": words("vkCmdCopyBuffer copies 262148 bytes from an offset beyond 65536", _LARGE),
}
GROUPS = {
    "all": words("each workgroup of a vkCmdDispatch of 3, 2, 2 writes at the place of its WorkgroupId"),
    "none": words("no workgroup of a vkCmdDispatch of 0, 2, 2 or of 2, 0, 1 writes"),
    "indirect": words(
        "each workgroup of a vkCmdDispatchIndirect, whose numbers have an offset, writes at its place"
    ),
    "from_base": words(
        "each workgroup of a vkCmdDispatchBase from 5, 1, 2 on writes at the place of its WorkgroupId"
    ),
    "after_base": words(
        "each workgroup of a vkCmdDispatch after vkCmdDispatchBase writes at its place, from 0 on"
    ),
}
RESULTS = {
    "apart": words("vkCmdCopyQueryPoolResults copies three timestamps, with a stride of 32 bytes"),
    "part": words(
        "vkCmdCopyQueryPoolResults copies the second and the third of three timestamps to an offset"
    ),
    "available": words("vkCmdCopyQueryPoolResults copies three timestamps with their availability"),
    "narrow": words(
        "vkCmdCopyQueryPoolResults copies three timestamps in 32 bits, with a stride of 12 bytes"
    ),
    "narrow_available": words(
        "vkCmdCopyQueryPoolResults copies two timestamps in 32 bits with their availability"
    ),
    "unavailable": words(
        "vkCmdCopyQueryPoolResults copies availability 0 of a query that was reset between others"
    ),
    "counts": words(
        "vkCmdCopyQueryPoolResults copies the samples of three queries in which nothing is drawn"
    ),
    "narrow_counts": words("vkCmdCopyQueryPoolResults copies such samples in 32 bits"),
}
CACHES = {
    "header": said("the data of a pipeline cache begins with a header of at least 32 bytes and version 1"),
    "device": said("the header of a pipeline cache has vendorID and deviceID of the physical device"),
    "uuid": said("the header of a pipeline cache has pipelineCacheUUID of the physical device"),
    "short": said(
        "vkGetPipelineCacheData writes nothing, and zero as size, where there is no room for the header"
    ),
    "of_own": Expected(SUCCESS, "vkCreatePipelineCache of data that the driver gave"),
    "own_merged": Expected(
        SUCCESS, "vkMergePipelineCaches of a cache that was made of data that the driver gave"
    ),
    "of_header": Expected(SUCCESS, "vkCreatePipelineCache of as much of its data as there was room for"),
    "header_merged": Expected(
        SUCCESS, "vkMergePipelineCaches of a cache that was made of as much of its data as there was room for"
    ),
    "of_other_vendor": Expected(SUCCESS, "vkCreatePipelineCache of data with another vendorID"),
    "other_vendor_merged": Expected(
        SUCCESS,
        "vkMergePipelineCaches of a cache that was made of data with another vendorID",
    ),
    "of_other_device": Expected(SUCCESS, "vkCreatePipelineCache of data with another deviceID"),
    "other_device_merged": Expected(
        SUCCESS,
        "vkMergePipelineCaches of a cache that was made of data with another deviceID",
    ),
    "of_other_uuid": Expected(
        SUCCESS,
        "vkCreatePipelineCache of data with another pipelineCacheUUID",
    ),
    "other_uuid_merged": Expected(
        SUCCESS,
        "vkMergePipelineCaches of a cache that was made of data with another pipelineCacheUUID",
    ),
    "of_later_uuid": Expected(
        SUCCESS,
        "vkCreatePipelineCache of data with another last byte of pipelineCacheUUID",
    ),
    "later_uuid_merged": Expected(
        SUCCESS,
        "vkMergePipelineCaches of a cache that was made of data with another last byte of pipelineCacheUUID",
    ),
    "of_nothing": Expected(SUCCESS, "vkCreatePipelineCache without data"),
}
BINDINGS = {
    "shared": words("a buffer that is bound where another one is shows what that one is filled with"),
    "flushed": Expected(SUCCESS, "vkFlushMappedMemoryRanges of coherent memory, as a whole"),
    "after_flush": words("mapped memory has its content after vkFlushMappedMemoryRanges"),
    "invalidated": Expected(SUCCESS, "vkInvalidateMappedMemoryRanges of coherent memory, as a whole"),
    "after_invalidation": words("mapped memory has its content after vkInvalidateMappedMemoryRanges"),
    "first_image": texels("vkBindImageMemory2 binds two images, both are cleared, the first one is read"),
    "second_image": texels("vkBindImageMemory2 binds two images, both are cleared, the second one is read"),
    "idle": Expected(SUCCESS, "vkGetFenceStatus of the fence of a submission after vkQueueWaitIdle"),
}
_SMALL = 8 * 8
"""The texels of the second level of an image."""

LEVELS = {
    "first_cleared": texels("vkCmdClearColorImage clears the second level of an image and not the first one"),
    "second_cleared": texels("vkCmdClearColorImage clears the second level of an image", _SMALL),
    "both_cleared": texels(
        "vkCmdClearColorImage clears two levels by one range, the second one is read", _SMALL
    ),
    "from_second": texels(
        "vkCmdCopyImage copies from the second level of an image to a part of another one", _SMALL
    ),
    "from_second_by_newer": texels(
        "vkCmdCopyImage2 copies from the second level of an image to a part of another one", _SMALL
    ),
    "to_second": texels(
        "vkCmdCopyImage copies from a part of an image to the second level of another one", _SMALL
    ),
    "mean": texels("vkCmdBlitImage with VK_FILTER_LINEAR takes the mean of four texels", _SMALL),
    "mean_by_newer": texels("vkCmdBlitImage2 with VK_FILTER_LINEAR takes the mean of four texels", _SMALL),
    "chain": texels("vkCmdBlitImage makes each of three levels of an image from the level before it", 4),
    "stencils": texels("vkCmdCopyBufferToImage copies stencils, which vkCmdCopyImageToBuffer copies back"),
}
_BLOCK_OF_TEXELS = 4 * 4
"""The texels of a compressed block."""

BLOCKS = {
    name: texels(f"a block of {format_name} has the values that its bits stand for", _BLOCK_OF_TEXELS)
    for name, format_name in {
        "bc1": "VK_FORMAT_BC1_RGB_UNORM_BLOCK",
        "bc3": "VK_FORMAT_BC3_UNORM_BLOCK",
        "bc4": "VK_FORMAT_BC4_UNORM_BLOCK",
        "bc5": "VK_FORMAT_BC5_UNORM_BLOCK",
        "bc7": "VK_FORMAT_BC7_UNORM_BLOCK",
        "etc2": "VK_FORMAT_ETC2_R8G8B8_UNORM_BLOCK",
        "astc": "VK_FORMAT_ASTC_4x4_UNORM_BLOCK",
    }.items()
}
FORMATS = {
    name: texels(f"an image of VK_FORMAT_{format_name} is cleared, each bit of a texel is where it has to be")
    for name, format_name in {
        "rgba8_unorm": "R8G8B8A8_UNORM",
        "rgba8_snorm": "R8G8B8A8_SNORM",
        "rgba8_uint": "R8G8B8A8_UINT",
        "rgba8_sint": "R8G8B8A8_SINT",
        "rgba8_srgb": "R8G8B8A8_SRGB",
        "bgra8_unorm": "B8G8R8A8_UNORM",
        "bgra8_srgb": "B8G8R8A8_SRGB",
        "a2b10g10r10_unorm": "A2B10G10R10_UNORM_PACK32",
        "a2b10g10r10_uint": "A2B10G10R10_UINT_PACK32",
        "b10g11r11_ufloat": "B10G11R11_UFLOAT_PACK32",
        "rg16_sfloat": "R16G16_SFLOAT",
        "rg16_uint": "R16G16_UINT",
        "rg16_sint": "R16G16_SINT",
        "r32_uint": "R32_UINT",
        "r32_sfloat": "R32_SFLOAT",
    }.items()
}
