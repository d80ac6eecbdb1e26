// One fact by two commands, or by a command's name in core and in the extension that it came with. See facts.h.
#include <string.h>

#include "../../../native/generated/device_facts.h"
#include "../../shared/answers.h"
#include "facts.h"

#define MOST_ROWS 8U
#define FORMATS 185U  // of Vulkan 1.0
#define ASK(name) \
    static void name(const struct facts *facts, PFN_vkVoidFunction function, uint32_t form, uint32_t about, struct reading *to)
#define CALL(command) ((PFN_vk##command)function)

ASK(ask_features) {
    VkPhysicalDeviceFeatures2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    if (form == 0) CALL(GetPhysicalDeviceFeatures)(facts->physical, &all.features);
    else CALL(GetPhysicalDeviceFeatures2)(facts->physical, &all);
    ADD(to, all.features);
    (void)about;
}

// Between members, and behind the end of the name, anything may stand.
ASK(ask_properties) {
    VkPhysicalDeviceProperties2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
    VkPhysicalDeviceProperties *of = &all.properties;
    if (form == 0) CALL(GetPhysicalDeviceProperties)(facts->physical, of);
    else CALL(GetPhysicalDeviceProperties2)(facts->physical, &all);
#define ADD_LIMIT(structure, member, kind, count) ADD(to, of->limits.member);
#define ADD_SPARSE(structure, member, kind, count) ADD(to, of->sparseProperties.member);
    ADD(to, of->apiVersion);
    ADD(to, of->driverVersion);
    ADD(to, of->vendorID);
    ADD(to, of->deviceID);
    ADD(to, of->deviceType);
    ADD(to, of->pipelineCacheUUID);
    MEMBERS_OF_VkPhysicalDeviceLimits(ADD_LIMIT)
    MEMBERS_OF_VkPhysicalDeviceSparseProperties(ADD_SPARSE)
    add_to_reading(to, of->deviceName, strnlen(of->deviceName, sizeof of->deviceName));
    (void)about;
}

ASK(ask_memory) {
    VkPhysicalDeviceMemoryProperties2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2};
    const VkPhysicalDeviceMemoryProperties *of = &all.memoryProperties;
    if (form == 0) CALL(GetPhysicalDeviceMemoryProperties)(facts->physical, &all.memoryProperties);
    else CALL(GetPhysicalDeviceMemoryProperties2)(facts->physical, &all);
    ADD(to, of->memoryTypeCount);
    ADD(to, of->memoryHeapCount);
    for (uint32_t i = 0; i < of->memoryTypeCount && i < VK_MAX_MEMORY_TYPES; i++) ADD(to, of->memoryTypes[i]);
    for (uint32_t i = 0; i < of->memoryHeapCount && i < VK_MAX_MEMORY_HEAPS; i++) {
        ADD(to, of->memoryHeaps[i].size);
        ADD(to, of->memoryHeaps[i].flags);
    }
    (void)about;
}

ASK(ask_families) {
    VkQueueFamilyProperties rows[MOST_ROWS];
    VkQueueFamilyProperties2 wide[MOST_ROWS];
    uint32_t count = MOST_ROWS;
    memset(rows, 0, sizeof rows);
    memset(wide, 0, sizeof wide);
    for (uint32_t i = 0; i < MOST_ROWS; i++) wide[i].sType = VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2;
    if (form == 0) CALL(GetPhysicalDeviceQueueFamilyProperties)(facts->physical, &count, rows);
    else CALL(GetPhysicalDeviceQueueFamilyProperties2)(facts->physical, &count, wide);
    ADD(to, count);
    for (uint32_t i = 0; i < count && i < MOST_ROWS; i++) add_to_reading(to, form == 0 ? &rows[i] : &wide[i].queueFamilyProperties, sizeof *rows);
    (void)about;
}

ASK(ask_formats) {
    VkFormatProperties2 all = {.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2};
    if (form == 0) CALL(GetPhysicalDeviceFormatProperties)(facts->physical, (VkFormat)about, &all.formatProperties);
    else CALL(GetPhysicalDeviceFormatProperties2)(facts->physical, (VkFormat)about, &all);
    ADD(to, all.formatProperties);
}

ASK(ask_image_formats) {
    VkImageFormatProperties2 all = {.sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2};
    const VkPhysicalDeviceImageFormatInfo2 info = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
                                                   .format = (VkFormat)about,
                                                   .type = VK_IMAGE_TYPE_2D,
                                                   .tiling = VK_IMAGE_TILING_OPTIMAL,
                                                   .usage = VK_IMAGE_USAGE_SAMPLED_BIT};
    if (form == 0)
        to->result = CALL(GetPhysicalDeviceImageFormatProperties)(facts->physical, info.format, info.type, info.tiling, info.usage,
                                                                  info.flags, &all.imageFormatProperties);
    else to->result = CALL(GetPhysicalDeviceImageFormatProperties2)(facts->physical, &info, &all);
    ADD(to, all.imageFormatProperties);
}

ASK(ask_sparse_formats) {
    VkSparseImageFormatProperties rows[MOST_ROWS];
    VkSparseImageFormatProperties2 wide[MOST_ROWS];
    const VkPhysicalDeviceSparseImageFormatInfo2 info = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SPARSE_IMAGE_FORMAT_INFO_2,
                                                         .format = (VkFormat)about,
                                                         .type = VK_IMAGE_TYPE_2D,
                                                         .samples = VK_SAMPLE_COUNT_1_BIT,
                                                         .usage = VK_IMAGE_USAGE_SAMPLED_BIT,
                                                         .tiling = VK_IMAGE_TILING_OPTIMAL};
    uint32_t count = MOST_ROWS;
    memset(rows, 0, sizeof rows);
    memset(wide, 0, sizeof wide);
    for (uint32_t i = 0; i < MOST_ROWS; i++) wide[i].sType = VK_STRUCTURE_TYPE_SPARSE_IMAGE_FORMAT_PROPERTIES_2;
    if (form == 0)
        CALL(GetPhysicalDeviceSparseImageFormatProperties)(facts->physical, info.format, info.type, info.samples, info.usage,
                                                           info.tiling, &count, rows);
    else CALL(GetPhysicalDeviceSparseImageFormatProperties2)(facts->physical, &info, &count, wide);
    ADD(to, count);
    for (uint32_t i = 0; i < count && i < MOST_ROWS; i++) add_to_reading(to, form == 0 ? &rows[i] : &wide[i].properties, sizeof *rows);
}

// Of memory, fences and semaphores that come from elsewhere: each handle type by itself.
ASK(ask_external_buffers) {
    const VkPhysicalDeviceExternalBufferInfo info = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO,
                                                     .usage = 2,
                                                     .handleType = (VkExternalMemoryHandleTypeFlagBits)(1U << about)};
    VkExternalBufferProperties all = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES};
    CALL(GetPhysicalDeviceExternalBufferProperties)(facts->physical, &info, &all);
    ADD(to, all.externalMemoryProperties);
    (void)form;
}

ASK(ask_external_fences) {
    const VkPhysicalDeviceExternalFenceInfo info = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_FENCE_INFO,
                                                    .handleType = (VkExternalFenceHandleTypeFlagBits)(1U << about)};
    VkExternalFenceProperties all = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_FENCE_PROPERTIES};
    CALL(GetPhysicalDeviceExternalFenceProperties)(facts->physical, &info, &all);
    ADD(to, all.exportFromImportedHandleTypes);
    ADD(to, all.compatibleHandleTypes);
    ADD(to, all.externalFenceFeatures);
    (void)form;
}

ASK(ask_external_semaphores) {
    const VkPhysicalDeviceExternalSemaphoreInfo info = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_SEMAPHORE_INFO,
                                                        .handleType = (VkExternalSemaphoreHandleTypeFlagBits)(1U << about)};
    VkExternalSemaphoreProperties all = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES};
    CALL(GetPhysicalDeviceExternalSemaphoreProperties)(facts->physical, &info, &all);
    ADD(to, all.exportFromImportedHandleTypes);
    ADD(to, all.compatibleHandleTypes);
    ADD(to, all.externalSemaphoreFeatures);
    (void)form;
}

#define THREE(command) {"vk" command, "vk" command "2", "vk" command "2KHR"}
#define BOTH(command) {"vk" command, NULL, "vk" command "KHR"}
static const struct inquiry inquiries[] = {
    {THREE("GetPhysicalDeviceFeatures"), 1, 1, ask_features},
    {THREE("GetPhysicalDeviceProperties"), 1, 1, ask_properties},
    {THREE("GetPhysicalDeviceMemoryProperties"), 1, 1, ask_memory},
    {THREE("GetPhysicalDeviceQueueFamilyProperties"), 1, 1, ask_families},
    {THREE("GetPhysicalDeviceFormatProperties"), 1, FORMATS, ask_formats},
    {THREE("GetPhysicalDeviceImageFormatProperties"), 1, FORMATS, ask_image_formats},
    {THREE("GetPhysicalDeviceSparseImageFormatProperties"), 1, FORMATS, ask_sparse_formats},
    {BOTH("GetPhysicalDeviceExternalBufferProperties"), 1, 9, ask_external_buffers},
    {BOTH("GetPhysicalDeviceExternalFenceProperties"), 1, 4, ask_external_fences},
    {BOTH("GetPhysicalDeviceExternalSemaphoreProperties"), 1, 5, ask_external_semaphores},
};

void compare_commands(const struct facts *facts) {
    for (size_t i = 0; i < COUNT(inquiries); i++) compare_forms(facts, &inquiries[i]);
}
