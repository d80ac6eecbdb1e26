// The act "queries", its third part: sType and pNext of the structures that other commands fill are the program's, and so is
// a structure of no known type behind them (queries.c says the answers).
#include <string.h>

#include "queries.h"

enum { FAMILIES = 16 };

static struct names heads, unknown;
static uint32_t asked;

// What each structure with a type begins with.
struct head {
    VkStructureType type;
    void *next;
};

static void check(const char *name, const void *filled, VkStructureType type, const struct stranger *behind) {
    const struct head *head = filled;
    const struct stranger untouched = stranger_before(NULL);
    asked++;
    if (head->type != type || head->next != behind) add_name(&heads, name);
    if (behind->type != untouched.type || behind->next != NULL ||
        memcmp(behind->rest, untouched.rest, sizeof untouched.rest) != 0)
        add_name(&unknown, name);
}

static void ask_memory(const struct gpu *gpu) {
    struct stranger behind = stranger_before(NULL);
    VkPhysicalDeviceMemoryProperties2 memory = {VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2, &behind, {0}};
    PFN_vkGetPhysicalDeviceMemoryProperties2 ask = FIND(gpu, vkGetPhysicalDeviceMemoryProperties2);
    if (ask == NULL) return;
    ask(gpu->handle, &memory);
    check("VkPhysicalDeviceMemoryProperties2", &memory, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2, &behind);
}

static void ask_format(const struct gpu *gpu) {
    struct stranger behind = stranger_before(NULL);
    VkFormatProperties2 format = {VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, &behind, {0}};
    PFN_vkGetPhysicalDeviceFormatProperties2 ask = FIND(gpu, vkGetPhysicalDeviceFormatProperties2);
    if (ask == NULL) return;
    ask(gpu->handle, VK_FORMAT_R8G8B8A8_UNORM, &format);
    check("VkFormatProperties2", &format, VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, &behind);
}

static void ask_image_format(const struct gpu *gpu) {
    struct stranger behind = stranger_before(NULL);
    VkPhysicalDeviceImageFormatInfo2 info = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
                                             .format = VK_FORMAT_R8G8B8A8_UNORM,
                                             .type = VK_IMAGE_TYPE_2D,
                                             .tiling = VK_IMAGE_TILING_OPTIMAL,
                                             .usage = VK_IMAGE_USAGE_SAMPLED_BIT};
    VkImageFormatProperties2 image = {.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2, .pNext = &behind};
    PFN_vkGetPhysicalDeviceImageFormatProperties2 ask = FIND(gpu, vkGetPhysicalDeviceImageFormatProperties2);
    if (ask == NULL || ask(gpu->handle, &info, &image) != VK_SUCCESS) return;
    check("VkImageFormatProperties2", &image, VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2, &behind);
}

static void ask_families(const struct gpu *gpu) {
    struct stranger behind[FAMILIES];
    VkQueueFamilyProperties2 families[FAMILIES];
    uint32_t count = FAMILIES;
    PFN_vkGetPhysicalDeviceQueueFamilyProperties2 ask = FIND(gpu, vkGetPhysicalDeviceQueueFamilyProperties2);
    if (ask == NULL) return;
    for (uint32_t i = 0; i < FAMILIES; i++) {
        behind[i] = stranger_before(NULL);
        families[i] = (VkQueueFamilyProperties2){.sType = VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2,
                                                 .pNext = &behind[i]};
    }
    ask(gpu->handle, &count, families);
    for (uint32_t i = 0; i < count && i < FAMILIES; i++)
        check("VkQueueFamilyProperties2", &families[i], VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2, &behind[i]);
}

// Of all devices: the first one that comes here asks.
static void ask_groups(const struct gpu *gpu) {
    enum { GROUPS = 16 };
    static struct stranger behind[GROUPS];
    static VkPhysicalDeviceGroupProperties groups[GROUPS];
    static int are_asked;
    uint32_t count = GROUPS;
    PFN_vkEnumeratePhysicalDeviceGroups ask = FIND(gpu, vkEnumeratePhysicalDeviceGroups);
    if (ask == NULL || are_asked) return;
    are_asked = 1;
    for (uint32_t i = 0; i < GROUPS; i++) {
        behind[i] = stranger_before(NULL);
        groups[i] = (VkPhysicalDeviceGroupProperties){.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES,
                                                      .pNext = &behind[i]};
    }
    if (ask(gpu->instance, &count, groups) < VK_SUCCESS) return;
    for (uint32_t i = 0; i < count && i < GROUPS; i++)
        check("VkPhysicalDeviceGroupProperties", &groups[i], VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES,
              &behind[i]);
}

static void ask_external_buffer(const struct gpu *gpu) {
    struct stranger behind = stranger_before(NULL);
    VkPhysicalDeviceExternalBufferInfo info = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO,
                                               .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                               .handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT};
    VkExternalBufferProperties buffer = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES, .pNext = &behind};
    PFN_vkGetPhysicalDeviceExternalBufferProperties ask = FIND(gpu, vkGetPhysicalDeviceExternalBufferProperties);
    if (ask == NULL) return;
    ask(gpu->handle, &info, &buffer);
    check("VkExternalBufferProperties", &buffer, VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES, &behind);
}

static void ask_external_fence(const struct gpu *gpu) {
    struct stranger behind = stranger_before(NULL);
    VkPhysicalDeviceExternalFenceInfo info = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_FENCE_INFO,
                                              .handleType = VK_EXTERNAL_FENCE_HANDLE_TYPE_OPAQUE_FD_BIT};
    VkExternalFenceProperties fence = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_FENCE_PROPERTIES, .pNext = &behind};
    PFN_vkGetPhysicalDeviceExternalFenceProperties ask = FIND(gpu, vkGetPhysicalDeviceExternalFenceProperties);
    if (ask == NULL) return;
    ask(gpu->handle, &info, &fence);
    check("VkExternalFenceProperties", &fence, VK_STRUCTURE_TYPE_EXTERNAL_FENCE_PROPERTIES, &behind);
}

static void ask_external_semaphore(const struct gpu *gpu) {
    struct stranger behind = stranger_before(NULL);
    VkPhysicalDeviceExternalSemaphoreInfo info = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_SEMAPHORE_INFO,
                                                  .handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT};
    VkExternalSemaphoreProperties semaphore = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES, .pNext = &behind};
    PFN_vkGetPhysicalDeviceExternalSemaphoreProperties ask = FIND(gpu, vkGetPhysicalDeviceExternalSemaphoreProperties);
    if (ask == NULL) return;
    ask(gpu->handle, &info, &semaphore);
    check("VkExternalSemaphoreProperties", &semaphore, VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES, &behind);
}

void ask_heads(const struct gpu *gpu) {
    begin(label_of_query("heads", gpu));
    ask_external_buffer(gpu);
    ask_external_fence(gpu);
    ask_external_semaphore(gpu);
    ask_memory(gpu);
    ask_format(gpu);
    ask_image_format(gpu);
    ask_families(gpu);
    ask_groups(gpu);
    open_answer(label_of_query("heads", gpu));
    say_number("asked", asked);
    say_names("heads", &heads);
    say_names("unknown", &unknown);
    close_answer();
    asked = 0;
}
