// The act "states", parts of objects: commands for a part of a buffer or of a pool leave the rest alone, and a command
// buffer that a batch has twice is executed twice. And what a device tells of a pipeline cache and of images that are
// not made is what it tells of them when they are.
#include <string.h>

#include "states.h"

#define WORDS ((uint32_t)(BYTES / sizeof(uint32_t)))
#define FROM 64U  // the first word of the part
#define AT(word) ((VkDeviceSize)(word) * sizeof(uint32_t))

static int begin_again(struct player *player) {
    VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                     .flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT};
    states_clear(player);
    return player->device->BeginCommandBuffer(player->recorder.commands, &info) == VK_SUCCESS;
}

static int end_recording(struct player *player) {
    barrier(player->device, player->recorder.commands);
    return player->device->EndCommandBuffer(player->recorder.commands) == VK_SUCCESS;
}

static void copy(struct player *player, uint32_t count, const VkBufferCopy *parts) {
    VkBuffer buffer = player->buffer.handle;
    player->device->CmdCopyBuffer(player->recorder.commands, buffer, buffer, count, parts);
}

// ---- buffers

static void fill_the_rest(struct player *player) {
    if (!begin_again(player)) return;
    player->device->CmdFillBuffer(player->recorder.commands, player->buffer.handle, AT(FROM), VK_WHOLE_SIZE,
                                  FIRST_NUMBER);
    if (!end_recording(player) || !states_run(player, player->recorder.commands)) return;
    find(player, "ranges.before_filled", player->words[FROM - 1]);
    find(player, "ranges.first_filled", player->words[FROM]);
    find(player, "ranges.last_filled", player->words[WORDS - 1]);
}

static void update_a_part(struct player *player) {
    const uint32_t numbers[] = {FIRST_NUMBER, SECOND_NUMBER};
    if (!begin_again(player)) return;
    player->device->CmdUpdateBuffer(player->recorder.commands, player->buffer.handle, AT(FROM), sizeof numbers, numbers);
    if (!end_recording(player) || !states_run(player, player->recorder.commands)) return;
    find(player, "ranges.before_updated", player->words[FROM - 1]);
    find(player, "ranges.updated", player->words[FROM + 1]);
    find(player, "ranges.behind_updated", player->words[FROM + 2]);
}

static void copy_two_parts(struct player *player) {
    const VkBufferCopy parts[] = {{AT(1), AT(FROM), AT(1)}, {AT(2), AT(FROM + 4), AT(1)}};
    if (!begin_again(player)) return;
    player->words[1] = FIRST_NUMBER;
    player->words[2] = SECOND_NUMBER;
    copy(player, COUNT(parts), parts);
    if (!end_recording(player) || !states_run(player, player->recorder.commands)) return;
    find(player, "ranges.first_copied", player->words[FROM]);
    find(player, "ranges.second_copied", player->words[FROM + 4]);
    find(player, "ranges.behind_copied", player->words[FROM + 1]);
}

// Five bytes, from one that begins no word to another; the byte before and the one behind stay as they are.
static void copy_bytes(struct player *player) {
    const VkBufferCopy part = {1, AT(FROM) + 2, 5};
    static const unsigned char from[8] = {0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88};
    static const unsigned char copied[8] = {0xAA, 0xAA, 0x22, 0x33, 0x44, 0x55, 0x66, 0xAA};
    if (!begin_again(player)) return;
    memcpy(player->words, from, sizeof from);
    memset(&player->words[FROM], 0xAA, sizeof copied);
    copy(player, 1, &part);
    if (!end_recording(player) || !states_run(player, player->recorder.commands)) return;
    find(player, "ranges.bytes_copied", memcmp(&player->words[FROM], copied, sizeof copied) == 0);
}

// The command copies its data when it is recorded: what becomes of that later is of no matter.
static void update_and_forget(struct player *player) {
    uint32_t number = FIRST_NUMBER;
    if (!begin_again(player)) return;
    player->device->CmdUpdateBuffer(player->recorder.commands, player->buffer.handle, AT(FROM), sizeof number, &number);
    number = SECOND_NUMBER;
    if (!end_recording(player) || !states_run(player, player->recorder.commands)) return;
    find(player, "ranges.updated_at_once", player->words[FROM]);
}

// Each time, the numbers move by one word.
static void run_twice(struct player *player) {
    const VkBufferCopy second = {AT(1), AT(2), AT(1)}, first = {AT(0), AT(1), AT(1)};
    VkCommandBuffer both[] = {player->recorder.commands, player->recorder.commands};
    VkSubmitInfo submit = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = COUNT(both), .pCommandBuffers = both};
    if (!begin_again(player)) return;
    player->words[0] = FIRST_NUMBER;
    copy(player, 1, &second);
    barrier(player->device, player->recorder.commands);
    copy(player, 1, &first);
    if (!end_recording(player) || !states_submit(player, 1, &submit)) return;
    find(player, "ranges.once", player->words[1]);
    find(player, "ranges.twice", player->words[2]);
}

void states_of_ranges(struct player *player) {
    fill_the_rest(player);
    update_a_part(player);
    update_and_forget(player);
    copy_two_parts(player);
    copy_bytes(player);
    run_twice(player);
}

// ---- pipeline caches

void states_of_caches(struct player *player) {
    struct device *device = player->device;
    VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    VkPhysicalDeviceProperties facts = {.apiVersion = 0};
    struct {
        uint32_t size, version, vendor, device;
        uint8_t uuid[VK_UUID_SIZE];
    } header = {0};
    size_t size = 0, room = sizeof header;
    VkPipelineCache cache;
    device->instance->GetPhysicalDeviceProperties(device->gpu, &facts);
    if (device->CreatePipelineCache(device->handle, &info, callbacks_of("cache"), &cache) != VK_SUCCESS) return;
    VkResult result = device->GetPipelineCacheData(device->handle, cache, &size, NULL);
    if (result == VK_SUCCESS && size >= sizeof header)
        result = device->GetPipelineCacheData(device->handle, cache, &room, &header);
    if (result >= VK_SUCCESS && size >= sizeof header && room == sizeof header) {
        find(player, "caches.header", header.size >= sizeof header && header.version == 1);
        find(player, "caches.device", header.vendor == facts.vendorID && header.device == facts.deviceID);
        find(player, "caches.uuid", memcmp(header.uuid, facts.pipelineCacheUUID, sizeof header.uuid) == 0);
    }
    room = sizeof header - 4;
    memset(&header, 0, sizeof header);
    result = device->GetPipelineCacheData(device->handle, cache, &room, &header);
    if (size >= sizeof header && result >= VK_SUCCESS) find(player, "caches.short", room == 0 && header.size == 0);
    device->DestroyPipelineCache(device->handle, cache, callbacks_of("cache"));
}

// ---- images

static int is_switch(VkBool32 value) { return value == VK_FALSE || value == VK_TRUE; }

static void ask_of_an_image(struct player *player, VkImage image, const VkImageCreateInfo *info) {
    struct device *device = player->device;
    VkMemoryDedicatedRequirements own = {VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS, NULL, 77, 77};
    struct stranger stranger = {UNKNOWN_TYPE, &own};
    VkMemoryRequirements2 newer = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2, .pNext = &own},
                          unmade = {.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2};
    VkImageMemoryRequirementsInfo2 about = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_REQUIREMENTS_INFO_2, .image = image};
    VkDeviceImageMemoryRequirements without = {.sType = VK_STRUCTURE_TYPE_DEVICE_IMAGE_MEMORY_REQUIREMENTS,
                                               .pCreateInfo = info};
    VkMemoryRequirements need;
    uint32_t sparse = 0, written = 77;
    device->GetImageSparseMemoryRequirements(device->handle, image, &sparse, NULL);
    find(player, "images.not_sparse", sparse);
    device->GetImageSparseMemoryRequirements(device->handle, image, &written, NULL);
    find(player, "sparse.written", written);
    PFN_vkGetImageMemoryRequirements2 ask = DEVICE_COMMAND(device, GetImageMemoryRequirements2);
    PFN_vkGetDeviceImageMemoryRequirements foresee = DEVICE_COMMAND(device, GetDeviceImageMemoryRequirements);
    device->GetImageMemoryRequirements(device->handle, image, &need);
    if (device->api < VK_API_VERSION_1_1 || ask == NULL) return;
    ask(device->handle, &about, &newer);
    find(player, "images.other_form", states_alike(&newer.memoryRequirements, &need));
    find(player, "images.dedicated",
         is_switch(own.prefersDedicatedAllocation) && is_switch(own.requiresDedicatedAllocation));
    own.prefersDedicatedAllocation = own.requiresDedicatedAllocation = 77;
    newer.pNext = &stranger;
    ask(device->handle, &about, &newer);
    find(player, "images.behind_unknown",
         is_switch(own.prefersDedicatedAllocation) && is_switch(own.requiresDedicatedAllocation));
    if (device->api < VK_API_VERSION_1_3 || foresee == NULL) return;
    foresee(device->handle, &without, &unmade);
    find(player, "images.unmade", unmade.memoryRequirements.size >= need.size);
    find(player, "images.unmade_alike", states_alike(&unmade.memoryRequirements, &need));
}

// The image has levels and layers.
void states_of_images(struct player *player) {
    struct device *device = player->device;
    VkImageCreateInfo info = image_info(VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    VkImage image;
    info.extent = (VkExtent3D){64, 64, 1};
    info.mipLevels = 4;
    info.arrayLayers = 2;
    if (!image_is_offered(device, &info)) return;
    if (device->CreateImage(device->handle, &info, callbacks_of("image"), &image) != VK_SUCCESS) return;
    ask_of_an_image(player, image, &info);
    device->DestroyImage(device->handle, image, callbacks_of("image"));
}
