// The act "states", what a device has in common with others: clocks that the program can read, too (VK_EXT_calibrated_timestamps),
// and memory that comes back by a descriptor (VK_KHR_external_memory_fd, VK_EXT_external_memory_dma_buf). Their structures are no part of Vulkan's core.
#include <unistd.h>

#include "featured.h"

enum { OF_DEVICE = 0, MONOTONIC = 1, DOMAINS = 2, MOST_DOMAINS = 16 };  // VkTimeDomainKHR

#define SLACK UINT64_C(1000000)  // nanoseconds, by which clocks may be read at different times

struct timestamp_info {
    VkStructureType type;
    const void *next;
    int32_t domain;
};
#define TIMESTAMP_INFO ((VkStructureType)1000184000)
typedef VkResult (*get_timestamps)(VkDevice, uint32_t, const struct timestamp_info *, uint64_t *, uint64_t *);
typedef VkResult (*get_domains)(VkPhysicalDevice, uint32_t *, int32_t *);

static uint64_t nanoseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * UINT64_C(1000000000) + (uint64_t)time.tv_nsec;
}

static int has_both_domains(const struct device *device) {
    get_domains ask = (get_domains)program.GetInstanceProcAddr(device->instance->handle, "vkGetPhysicalDeviceCalibrateableTimeDomainsEXT");
    int32_t domains[MOST_DOMAINS];
    uint32_t count = MOST_DOMAINS, found = 0;
    if (ask == NULL || ask(device->gpu, &count, domains) < VK_SUCCESS) return 0;
    for (uint32_t i = 0; i < count && i < MOST_DOMAINS; i++)
        found |= domains[i] == OF_DEVICE || domains[i] == MONOTONIC ? 1U << domains[i] : 0;
    return found == 3;
}

// The clock of the device may stand still, and may wrap: what is later is less than half of all numbers ahead.
static int is_later(uint64_t first, uint64_t second, uint32_t bits) {
    const uint64_t ahead = (second - first) & (bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1);
    return bits == 0 || ahead < UINT64_C(1) << (bits - 1);
}

// Whether a time is no more than that before another one.
static int is_reached(uint64_t time, uint64_t other, uint64_t at_most) { return time >= other || other - time <= at_most; }

static void ask_clocks(struct player *player) {
    struct device *device = player->device;
    get_timestamps ask = (get_timestamps)device_command(device, "vkGetCalibratedTimestampsEXT");
    const struct timestamp_info infos[DOMAINS] = {{TIMESTAMP_INFO, NULL, OF_DEVICE}, {TIMESTAMP_INFO, NULL, MONOTONIC}};
    VkQueueFamilyProperties families[32] = {0};
    const uint32_t count = families_of(device->instance, device->gpu, families, COUNT(families));
    const uint32_t bits = device->family < count ? families[device->family].timestampValidBits : 64;
    uint64_t first[DOMAINS] = {0}, second[DOMAINS] = {0}, deviation = 0;
    if (ask == NULL || !has_both_domains(device) || ask(device->handle, DOMAINS, infos, first, &deviation) != VK_SUCCESS) return;
    usleep(1000);
    const uint64_t before = nanoseconds();
    if (ask(device->handle, DOMAINS, infos, second, &deviation) != VK_SUCCESS) return;
    const uint64_t after = nanoseconds();
    find(player, "outside.later_on_device", is_later(first[OF_DEVICE], second[OF_DEVICE], bits));
    if (deviation > UINT64_MAX - SLACK) return;
    find(player, "outside.monotonic",
         is_reached(second[MONOTONIC], before, deviation + SLACK) && is_reached(after, second[MONOTONIC], deviation + SLACK));
}

// ---- memory by a descriptor

struct get_fd_info {
    VkStructureType type;
    const void *next;
    VkDeviceMemory memory;
    VkExternalMemoryHandleTypeFlagBits kind;
};
struct import_fd_info {
    VkStructureType type;
    const void *next;
    VkExternalMemoryHandleTypeFlagBits kind;
    int descriptor;
};
#define GET_FD_INFO ((VkStructureType)1000074002)
#define IMPORT_FD_INFO ((VkStructureType)1000074000)
struct fd_properties {
    VkStructureType type;
    void *next;
    uint32_t bits;
};
#define FD_PROPERTIES ((VkStructureType)1000074001)
typedef VkResult (*get_fd)(VkDevice, const struct get_fd_info *, int *);
typedef VkResult (*get_fd_properties)(VkDevice, VkExternalMemoryHandleTypeFlagBits, int, struct fd_properties *);

#define USAGE (VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT)

// Descriptors that only drivers can read, and those that the kernel knows; what is written to either buffer is in the other one.
static const struct kind {
    VkExternalMemoryHandleTypeFlagBits flag;
    const char *imported, *exported;
} opaque = {VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT, "outside.imported", "outside.exported"},
  dma_buf = {(VkExternalMemoryHandleTypeFlagBits)0x200, "outside.dma_buf_imported", "outside.dma_buf_exported"};

static int can_go_round(const struct device *device, const struct kind *kind) {
    const VkExternalMemoryFeatureFlags both = VK_EXTERNAL_MEMORY_FEATURE_EXPORTABLE_BIT | VK_EXTERNAL_MEMORY_FEATURE_IMPORTABLE_BIT;
    PFN_vkGetPhysicalDeviceExternalBufferProperties ask = INSTANCE_COMMAND(device->instance, GetPhysicalDeviceExternalBufferProperties);
    const VkPhysicalDeviceExternalBufferInfo info = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO,
                                                     .usage = USAGE,
                                                     .handleType = kind->flag};
    VkExternalBufferProperties can = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES};
    if (ask == NULL) return 0;
    ask(device->gpu, &info, &can);
    return (can.externalMemoryProperties.externalMemoryFeatures & both) == both;
}

// One of both buffers, with memory of its own that is exported or imported, of one of these types.
static int buffer_with(struct device *device, const struct kind *kind, const void *chain, uint32_t types, struct buffer *to) {
    const VkMemoryPropertyFlags flags = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    const VkExternalMemoryBufferCreateInfo external = {.sType = VK_STRUCTURE_TYPE_EXTERNAL_MEMORY_BUFFER_CREATE_INFO,
                                                       .handleTypes = kind->flag};
    const VkBufferCreateInfo buffer_info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .pNext = &external, .size = BYTES, .usage = USAGE};
    VkMemoryRequirements need;
    memset(to, 0, sizeof *to);
    if (made(device->CreateBuffer(device->handle, &buffer_info, callbacks_of("buffer"), &to->handle), &to->handle) != VK_SUCCESS) return 0;
    device->GetBufferMemoryRequirements(device->handle, to->handle, &need);
    const VkMemoryDedicatedAllocateInfo dedicated = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO, .pNext = chain, .buffer = to->handle};
    const VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                       .pNext = &dedicated,
                                       .allocationSize = need.size,
                                       .memoryTypeIndex = memory_type(device, need.memoryTypeBits & types, flags)};
    return info.memoryTypeIndex != UINT32_MAX &&
           made(device->AllocateMemory(device->handle, &info, callbacks_of("memory"), &to->memory), &to->memory) == VK_SUCCESS &&
           device->BindBufferMemory(device->handle, to->handle, to->memory, 0) == VK_SUCCESS;
}

// UINT32_MAX if the memory cannot be mapped.
static uint32_t count_words(struct device *device, struct buffer *buffer, uint32_t number) {
    uint32_t words[BYTES / sizeof(uint32_t)] = {0}, right = 0;
    if (!buffer_read("read", device, buffer, words)) return UINT32_MAX;
    for (uint32_t i = 0; i < COUNT(words); i++) right += words[i] == number;
    return right;
}

static void compare(struct player *player, const struct kind *kind, struct buffer *exported, struct buffer *imported) {
    struct buffer *const both[] = {exported, imported};
    const char *const what[] = {kind->imported, kind->exported};
    for (uint32_t i = 0; i < 2; i++) {
        if (!states_begin(player)) return;
        player->device->CmdFillBuffer(player->recorder.commands, both[i]->handle, 0, VK_WHOLE_SIZE, FIRST_NUMBER + i);
        if (!states_end(player)) return;
        const uint32_t right = count_words(player->device, both[1 - i], FIRST_NUMBER + i);
        if (right != UINT32_MAX) find(player, what[i], right);
    }
}

// Which types memory of a descriptor can have: it says so itself if it is no opaque one, which has that of the first memory.
static uint32_t types_of(struct device *device, const struct kind *kind, int descriptor) {
    get_fd_properties ask = (get_fd_properties)device_command(device, "vkGetMemoryFdPropertiesKHR");
    struct fd_properties properties = {FD_PROPERTIES, NULL, 0};
    if (kind == &opaque) return UINT32_MAX;
    return ask != NULL && ask(device->handle, kind->flag, descriptor, &properties) == VK_SUCCESS ? properties.bits : 0;
}

static void ask_memory(struct player *player, const struct kind *kind) {
    struct device *device = player->device;
    get_fd ask = (get_fd)device_command(device, "vkGetMemoryFdKHR");
    const VkExportMemoryAllocateInfo exporting = {.sType = VK_STRUCTURE_TYPE_EXPORT_MEMORY_ALLOCATE_INFO, .handleTypes = kind->flag};
    struct buffer exported, imported = {0};
    if (player->is_lost || ask == NULL || !can_go_round(device, kind)) return;
    if (buffer_with(device, kind, &exporting, UINT32_MAX, &exported)) {
        const struct get_fd_info info = {GET_FD_INFO, NULL, exported.memory, kind->flag};
        struct import_fd_info importing = {IMPORT_FD_INFO, NULL, kind->flag, -1};
        if (ask(device->handle, &info, &importing.descriptor) == VK_SUCCESS) {
            const uint32_t types = types_of(device, kind, importing.descriptor);
            if (buffer_with(device, kind, &importing, types, &imported)) compare(player, kind, &exported, &imported);
            else if (imported.memory == 0) close(importing.descriptor);  // it belongs to the memory once that is made
            buffer_end(device, &imported);
        }
    }
    buffer_end(device, &exported);
}

void states_of_outside(const struct featured *featured) {
    if (featured->offers->has_clocks && !featured->player->is_lost) ask_clocks(featured->player);
    if (!featured->offers->exports_memory) return;
    ask_memory(featured->player, &opaque);
    if (featured->offers->exports_dma_bufs) ask_memory(featured->player, &dma_buf);
}
