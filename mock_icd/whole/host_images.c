// Images that the host copies to and from by itself (VK_EXT_host_image_copy), of a driver "whole=1" that has the extension. Its
// structures are no part of Vulkan's ordinary headers.
#include "../mock_icd.h"

struct host_copy {
    VkStructureType type;
    const void *next;
    char *bytes;
    uint32_t row, height;
    VkImageSubresourceLayers part;
    VkOffset3D offset;
    VkExtent3D extent;
};
struct host_copies {
    VkStructureType type;
    const void *next;
    VkFlags flags;
    VkImage image;
    VkImageLayout layout;
    uint32_t count;
    const struct host_copy *regions;
};
struct host_layouts {
    VkStructureType type;
    void *next;
    uint32_t source_count;
    VkImageLayout *sources;
    uint32_t target_count;
    VkImageLayout *targets;
    uint8_t id[VK_UUID_SIZE];
    VkBool32 alike;
};
#define TEXEL 4U

static void list_general(uint32_t *count, VkImageLayout *layouts) {
    if (layouts == NULL) *count = 1;
    if (layouts == NULL || *count == 0) return;
    *count = 1;
    layouts[0] = VK_IMAGE_LAYOUT_GENERAL;
}

void fill_host_layouts(void *structure) {
    struct host_layouts *out = structure;
    list_general(&out->source_count, out->sources);
    list_general(&out->target_count, out->targets);
    memset(out->id, 0, sizeof out->id);
    out->alike = VK_TRUE;
}

static void copy_region(const struct thing *image, const struct host_copy *region, int is_in) {
    const uint32_t row = region->row > 0 && !violates("host_rows_close") ? region->row : region->extent.width;
    VkOffset3D offset = region->offset;
    if (violates("host_parts_from_start")) offset.x = offset.y = 0;
    for (uint32_t y = 0; y < region->extent.height; y++, offset.y++) {
        const size_t size = (size_t)region->extent.width * TEXEL;
        char *texels = bytes_at(image, texel_at(image, &region->part, offset, 0), size), *own = region->bytes + (size_t)y * row * TEXEL;
        if (texels != NULL) memcpy(is_in ? texels : own, is_in ? own : texels, size);
    }
}

VkResult driver_CopyMemoryToImageEXT(VkDevice device, const void *info) {
    const struct host_copies *copies = info;
    if (!check_handle(device, DEVICE, "vkCopyMemoryToImageEXT")) return VK_ERROR_UNKNOWN;
    for (uint32_t i = 0; i < copies->count && !violates("host_writes_lost"); i++)
        copy_region(THING((uintptr_t)copies->image), &copies->regions[i], 1);
    return VK_SUCCESS;
}

VkResult driver_CopyImageToMemoryEXT(VkDevice device, const void *info) {
    const struct host_copies *copies = info;
    if (!check_handle(device, DEVICE, "vkCopyImageToMemoryEXT")) return VK_ERROR_UNKNOWN;
    for (uint32_t i = 0; i < copies->count && !violates("host_reads_lost"); i++)
        copy_region(THING((uintptr_t)copies->image), &copies->regions[i], 0);
    return VK_SUCCESS;
}

VkResult driver_TransitionImageLayoutEXT(VkDevice device, uint32_t count, const void *transitions) {
    (void)count, (void)transitions;
    return check_handle(device, DEVICE, "vkTransitionImageLayoutEXT") ? VK_SUCCESS : VK_ERROR_UNKNOWN;
}

// From one image to another nothing is copied: no question is about it.
VkResult driver_CopyImageToImageEXT(VkDevice device, const void *info) {
    (void)info;
    return check_handle(device, DEVICE, "vkCopyImageToImageEXT") ? VK_SUCCESS : VK_ERROR_UNKNOWN;
}

// In both structures, what the older command has stands behind sType and pNext.
void driver_GetImageSubresourceLayout2EXT(VkDevice device, VkImage image, const void *part, void *layout) {
    if (!check_handle(device, DEVICE, "vkGetImageSubresourceLayout2EXT")) return;
    layout_of(THING((uintptr_t)image), (const void *)((const struct base *)part + 1), (void *)((struct base *)layout + 1));
}
