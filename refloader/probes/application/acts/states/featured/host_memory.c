// The act "states", memory of the program itself that a device uses (VK_EXT_external_memory_host): what either writes there the
// other one reads. Structures of extensions are no part of Vulkan's ordinary headers.
#include <stdlib.h>

#include "featured.h"

struct import_info {
    VkStructureType type;
    const void *next;
    VkExternalMemoryHandleTypeFlagBits kind;
    void *bytes;
};
struct bytes_properties {
    VkStructureType type;
    void *next;
    uint32_t bits;
};
struct import_properties {
    VkStructureType type;
    void *next;
    VkDeviceSize alignment;
};
#define IMPORT_INFO ((VkStructureType)1000178000)
#define BYTES_PROPERTIES ((VkStructureType)1000178001)
#define IMPORT_PROPERTIES ((VkStructureType)1000178002)
#define KIND ((VkExternalMemoryHandleTypeFlagBits)0x80)
typedef VkResult (*get_bytes_properties)(VkDevice, VkExternalMemoryHandleTypeFlagBits, const void *, struct bytes_properties *);

// The specification bounds the alignment. A buffer that needs more memory than that is not asked for.
enum { WORDS = BYTES / sizeof(uint32_t), MOST_ALIGNMENT = 65536, MOST_SIZE = 1 << 20 };

static const VkExternalMemoryBufferCreateInfo external = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
                                                          .handleTypes = KIND};
static const VkBufferCreateInfo buffer_info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                               .pNext = &external,
                                               .size = BYTES,
                                               .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT};

// Memory that has to be made for one buffer alone is not asked for.
static int can_import(const struct device *device) {
    PFN_vkGetPhysicalDeviceExternalBufferProperties ask = INSTANCE_COMMAND(device->instance, GetPhysicalDeviceExternalBufferProperties);
    const VkPhysicalDeviceExternalBufferInfo info = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO, .usage = buffer_info.usage, .handleType = KIND};
    VkExternalBufferProperties can = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES};
    if (ask == NULL) return 0;
    ask(device->gpu, &info, &can);
    const VkExternalMemoryFeatureFlags features = can.externalMemoryProperties.externalMemoryFeatures;
    return (features & (VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT | VK_EXTERNAL_MEMORY_FEATURE_DEDICATED_ONLY_BIT)) ==
           VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT;
}

static VkDeviceSize alignment_of(const struct device *device) {
    PFN_vkGetPhysicalDeviceProperties2 describe = INSTANCE_COMMAND(device->instance, GetPhysicalDeviceProperties2);
    struct import_properties import = {IMPORT_PROPERTIES, NULL, 0};
    VkPhysicalDeviceProperties2 all = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &import};
    if (describe == NULL) return 0;
    describe(device->gpu, &all);
    return import.alignment;
}

// The numbers that the program has written come out of the buffer, and those that the device writes are the program's.
static void ask_both(struct player *player, const struct buffer *imported, uint32_t *bytes) {
    struct device *device = player->device;
    VkCommandBuffer commands = player->recorder.commands;
    const VkBufferCopy whole = {0, 0, BYTES};
    uint32_t read = 0, written = 0;
    for (uint32_t i = 0; i < WORDS; i++) bytes[i] = FIRST_NUMBER + i;
    states_clear(player);
    if (!states_begin(player)) return;
    device->CmdCopyBuffer(commands, imported->handle, player->buffer.handle, 1, &whole);
    barrier(device, commands);
    device->CmdFillBuffer(commands, imported->handle, 0, VK_WHOLE_SIZE, SECOND_NUMBER);
    if (!states_end(player)) return;
    for (uint32_t i = 0; i < WORDS; i++) read += player->words[i] == FIRST_NUMBER + i;
    for (uint32_t i = 0; i < WORDS; i++) written += bytes[i] == SECOND_NUMBER;
    find(player, "host_memory.read", read);
    find(player, "host_memory.written", written);
}

static VkResult import(struct device *device, VkMemoryRequirements need, void *bytes, VkDeviceSize size, VkDeviceMemory *to) {
    const VkMemoryPropertyFlags flags = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    get_bytes_properties ask = (get_bytes_properties)device_command(device, "vkGetMemoryHostPointerPropertiesEXT");
    struct bytes_properties properties = {BYTES_PROPERTIES, NULL, 0};
    const struct import_info info = {IMPORT_INFO, NULL, KIND, bytes};
    VkMemoryAllocateInfo allocation = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &info, .allocationSize = size};
    *to = 0;
    if (ask == NULL || ask(device->handle, KIND, bytes, &properties) != VK_SUCCESS) return NO_COMMAND;
    allocation.memoryTypeIndex = memory_type(device, need.memoryTypeBits & properties.bits, flags);
    if (allocation.memoryTypeIndex == UINT32_MAX) return NO_MEMORY_TYPE;
    return made(device->AllocateMemory(device->handle, &allocation, callbacks_of("memory"), to), to);
}

static void ask_with(struct player *player, VkDeviceSize alignment) {
    struct device *device = player->device;
    struct buffer imported = {0};
    VkMemoryRequirements need;
    if (made(device->CreateBuffer(device->handle, &buffer_info, callbacks_of("buffer"), &imported.handle), &imported.handle) != VK_SUCCESS) return;
    device->GetBufferMemoryRequirements(device->handle, imported.handle, &need);
    const int is_usable = need.size >= BYTES && need.size <= MOST_SIZE && need.alignment > 0 && alignment % need.alignment == 0;
    const VkDeviceSize size = (need.size + alignment - 1) / alignment * alignment;
    void *bytes = is_usable ? aligned_alloc(alignment, size) : NULL;
    if (bytes != NULL && import(device, need, bytes, size, &imported.memory) == VK_SUCCESS &&
        device->BindBufferMemory(device->handle, imported.handle, imported.memory, 0) == VK_SUCCESS)
        ask_both(player, &imported, bytes);
    buffer_end(device, &imported);
    free(bytes);
}

void states_of_host_memory(const struct featured *featured) {
    struct player *player = featured->player;
    if (!featured->offers->imports_host || player->is_lost || !can_import(player->device)) return;
    const VkDeviceSize alignment = alignment_of(player->device);
    if (alignment > 0 && alignment <= MOST_ALIGNMENT && (alignment & (alignment - 1)) == 0) ask_with(player, alignment);
}
