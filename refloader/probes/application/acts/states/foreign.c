// The act "states", pipeline caches that are made of data: the driver's own, as much of it as there was room for, and
// that of a device with another header, which "is incompatible": the cache is then "initially empty".
#include <stdlib.h>
#include <string.h>

#include "states.h"

enum { HEADER = 32, MOST_DATA = 1 << 20 };

struct data {
    size_t size;
    uint8_t *bytes;
};

static int make_cache(struct player *player, const uint8_t *bytes, size_t size, const char *what, VkPipelineCache *to) {
    struct device *device = player->device;
    const VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO,
                                            .initialDataSize = size,
                                            .pInitialData = bytes};
    VkResult result = device->CreatePipelineCache(device->handle, &info, callbacks_of("cache"), to);
    find(player, what, result);
    return result == VK_SUCCESS;
}

// What a cache has; the data are of no use where they are no header at least.
static int get_data(struct player *player, VkPipelineCache cache, struct data *to) {
    struct device *device = player->device;
    if (device->GetPipelineCacheData(device->handle, cache, &to->size, NULL) != VK_SUCCESS) return 0;
    if (to->size < HEADER || to->size > MOST_DATA || (to->bytes = calloc(1, to->size)) == NULL) return 0;
    size_t room = to->size;
    if (device->GetPipelineCacheData(device->handle, cache, &room, to->bytes) == VK_SUCCESS) return 1;
    free(to->bytes);
    return 0;
}

// Made of data, it is merged into a plain one.
static void try_data(struct player *player, VkPipelineCache plain, const uint8_t *bytes, size_t size, const char *made_of,
                     const char *merged) {
    struct device *device = player->device;
    VkPipelineCache cache;
    if (!make_cache(player, bytes, size, made_of, &cache)) return;
    find(player, merged, device->MergePipelineCaches(device->handle, plain, 1, &cache));
    device->DestroyPipelineCache(device->handle, cache, callbacks_of("cache"));
}

// Of a header with one byte changed, at this place of it.
static void try_other(struct player *player, VkPipelineCache plain, const struct data *data, size_t place, const char *made_of,
                      const char *merged) {
    data->bytes[place] ^= 0x5A;
    try_data(player, plain, data->bytes, data->size, made_of, merged);
    data->bytes[place] ^= 0x5A;
}

// As much as there was room for may be handed in as it came.
static void try_cut(struct player *player, VkPipelineCache plain) {
    struct device *device = player->device;
    uint8_t bytes[HEADER] = {0};
    size_t size = sizeof bytes;
    VkResult result = device->GetPipelineCacheData(device->handle, plain, &size, bytes);
    if (result >= VK_SUCCESS && size == sizeof bytes)
        try_data(player, plain, bytes, sizeof bytes, "caches.of_header", "caches.header_merged");
}

void states_of_foreign(struct player *player) {
    struct device *device = player->device;
    struct data data = {0};
    VkPipelineCache plain;
    if (!make_cache(player, NULL, 0, "caches.of_nothing", &plain)) return;
    if (get_data(player, plain, &data)) {
        try_data(player, plain, data.bytes, data.size, "caches.of_own", "caches.own_merged");
        try_other(player, plain, &data, 8, "caches.of_other_vendor", "caches.other_vendor_merged");
        try_other(player, plain, &data, 12, "caches.of_other_device", "caches.other_device_merged");
        try_other(player, plain, &data, 16, "caches.of_other_uuid", "caches.other_uuid_merged");
        try_other(player, plain, &data, HEADER - 1, "caches.of_later_uuid", "caches.later_uuid_merged");
        free(data.bytes);
    }
    try_cut(player, plain);
    device->DestroyPipelineCache(device->handle, plain, callbacks_of("cache"));
}
