// Operations on queries, private data and pipeline caches, and on instances and devices.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

// ---- queries

static int make_queries(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->queries[i].handle == NULL)
    if (slot < 0) return 0;
    static const uint32_t counts[] = {1, 2, 5, 33, MOST_QUERIES};
    struct queries_item *queries = &unit->queries[slot];
    *queries = (struct queries_item){.count = counts[word[1] % COUNT_OF(counts)]};
    VkQueryPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                  .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                  .queryCount = queries->count};
    say_call(world, "vkCreateQueryPool, vkResetQueryPool (query pool %d of %u timestamps)", slot, queries->count);
    CHAINED(info);
    if (!went_well(world, unit->call.CreateQueryPool(unit->handle, &info, OWN, &queries->handle)))
        return queries->handle = NULL, 1;
    unit->call.ResetQueryPool(unit->handle, queries->handle, 0, queries->count);
    return 1;
}

static int end_queries(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->queries[i].handle != NULL && unit->queries[i].pending == 0)
    if (slot < 0) return 0;
    invalidate_users(unit, USE_QUERIES, (uint32_t)slot);
    say_call(world, "vkDestroyQueryPool (query pool %d)", slot);
    unit->call.DestroyQueryPool(unit->handle, unit->queries[slot].handle, OWN);
    unit->queries[slot] = (struct queries_item){.count = 0};
    return 1;
}

static int reset_queries(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->queries[i].handle != NULL && unit->queries[i].pending == 0)
    if (slot < 0) return 0;
    struct queries_item *queries = &unit->queries[slot];
    uint32_t first = word[1] % queries->count, count = 1 + word[2] % (queries->count - first);
    // What is recorded may write queries that are reset only now: it can be submitted then.
    say_call(world, "vkResetQueryPool (query pool %d, %u from %u on)", slot, count, first);
    unit->call.ResetQueryPool(unit->handle, queries->handle, first, count);
    memset(queries->is_written + first, 0, count);
    return 1;
}

static int get_queries(struct world *world, struct unit *unit, const uint32_t *word) {
    enum { CANARY = 0xA5 };
    static uint64_t rows[MOST_QUERIES * 3 + 1];
    PICK(slot, word[0], SLOTS, unit->queries[i].handle != NULL && unit->queries[i].pending == 0)
    if (slot < 0) return 0;
    struct queries_item *queries = &unit->queries[slot];
    uint32_t first = word[1] % 4 ? 0 : word[1] % queries->count;
    uint32_t count = word[2] % 4 ? queries->count - first : 1 + word[2] % (queries->count - first);
    int with_availability = word[3] & 1;
    uint32_t words = 1U + (uint32_t)with_availability + (word[3] >> 1 & 1);
    memset(rows, CANARY, sizeof rows);
    say_call(world, "vkGetQueryPoolResults (query pool %d, %u from %u on, stride %u%s)", slot, count, first, words * 8,
             with_availability ? ", with availability" : "");
    VkResult result = unit->call.GetQueryPoolResults(
        unit->handle, queries->handle, first, count, (size_t)count * words * 8, rows, words * 8,
        VK_QUERY_RESULT_64_BIT | (with_availability ? VK_QUERY_RESULT_WITH_AVAILABILITY_BIT : 0));
    uint32_t available = 0;
    const uint64_t canary = UINT64_C(0xA5A5A5A5A5A5A5A5);
    for (uint32_t i = 0; i < count; i++) {
        // Where one is not ready, the values of those behind it are left open here.
        if (with_availability && result == VK_SUCCESS) available += rows[i * words + 1] != 0;
    }
    // Nothing says what is between the results of two queries afterwards.
    say_found(world, "%s, %u available, what is behind the data untouched: %s", result_name(result), available,
              rows[count * words] == canary ? "yes" : "no");
    return 1;
}

// ---- private data

static int make_slot(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->slot[i].handle == NULL)
    if (slot < 0) return 0;
    VkPrivateDataSlotCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PRIVATE_DATA_SLOT_CREATE_INFO};
    say_call(world, "vkCreatePrivateDataSlot (slot %d)", slot);
    CHAINED(info);
    if (!went_well(world, unit->call.CreatePrivateDataSlot(unit->handle, &info, OWN, &unit->slot[slot].handle)))
        unit->slot[slot].handle = NULL;
    return 1;
}

static int end_slot(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->slot[i].handle != NULL)
    if (slot < 0) return 0;
    say_call(world, "vkDestroyPrivateDataSlot (slot %d)", slot);
    unit->call.DestroyPrivateDataSlot(unit->handle, unit->slot[slot].handle, OWN);
    unit->slot[slot].handle = NULL;
    return 1;
}

// An object that is there, of a kind by ``word``.
static uint64_t some_object(const struct unit *unit, uint32_t word, VkObjectType *type, const char **name, uint32_t *which) {
#define SOME(number, items, kind, noun) \
    if (word % 8 == (number)) \
        for (uint32_t i = 0; i < COUNT_OF(unit->items); i++) { \
            uint32_t at = (word / 8 + i) % COUNT_OF(unit->items); \
            if (unit->items[at].handle == NULL) continue; \
            *type = kind, *name = noun, *which = at; \
            return (uint64_t)(uintptr_t)unit->items[at].handle; \
        }
    SOME(0, buffer, VK_OBJECT_TYPE_BUFFER, "buffer")
    SOME(1, fence, VK_OBJECT_TYPE_FENCE, "fence")
    SOME(2, event, VK_OBJECT_TYPE_EVENT, "event")
    SOME(3, semaphore, VK_OBJECT_TYPE_SEMAPHORE, "semaphore")
    SOME(4, queries, VK_OBJECT_TYPE_QUERY_POOL, "query pool")
    SOME(5, commands, VK_OBJECT_TYPE_COMMAND_BUFFER, "command buffer")
    SOME(6, pipeline, VK_OBJECT_TYPE_PIPELINE, "pipeline")
    *type = VK_OBJECT_TYPE_DEVICE, *name = "device", *which = 0;
    return (uint64_t)(uintptr_t)unit->handle;
}

static int set_private_data(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->slot[i].handle != NULL)
    if (slot < 0) return 0;
    VkObjectType type;
    const char *name;
    uint32_t which;
    uint64_t object = some_object(unit, word[1], &type, &name, &which), data = word[2] | (uint64_t)word[3] << 32;
    say_call(world, "vkSetPrivateData (slot %d, %s %u, %llx)", slot, name, which, (unsigned long long)data);
    went_well(world, unit->call.SetPrivateData(unit->handle, type, object, unit->slot[slot].handle, data));
    return 1;
}

// Private data that was never set for an object is 0.
#define MOST_DATA 5U
static void get_of_each(struct world *world, struct unit *unit, int slot, VkObjectType type, const char *name, const uint64_t *objects,
                        uint32_t count) {
    char found[MOST_DATA * 20 + 1] = "";
    say_call(world, "vkGetPrivateData (slot %d, each %s)", slot, name);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t data = 77;
        size_t used = strlen(found);
        unit->call.GetPrivateData(unit->handle, type, objects[i], unit->slot[slot].handle, &data);
        snprintf(found + used, sizeof found - used, "%s%llx", used > 0 ? " " : "", (unsigned long long)data);
    }
    say_found(world, "%s", found);
}

static void get_all_private_data(struct world *world, struct unit *unit, int slot) {
#define EACH(items, type, noun) \
    do { \
        uint64_t objects[MOST_DATA]; \
        uint32_t count = 0; \
        for (uint32_t i = 0; i < COUNT_OF(unit->items) && count < MOST_DATA; i++) \
            if (unit->items[i].handle != NULL) objects[count++] = (uint64_t)(uintptr_t)unit->items[i].handle; \
        if (count > 0) get_of_each(world, unit, slot, type, noun, objects, count); \
    } while (0)
    EACH(buffer, VK_OBJECT_TYPE_BUFFER, "buffer");
    EACH(fence, VK_OBJECT_TYPE_FENCE, "fence");
    EACH(event, VK_OBJECT_TYPE_EVENT, "event");
    EACH(semaphore, VK_OBJECT_TYPE_SEMAPHORE, "semaphore");
    EACH(pipeline, VK_OBJECT_TYPE_PIPELINE, "pipeline");
}

static int get_private_data(struct world *world, struct unit *unit, const uint32_t *word) {
    PICK(slot, word[0], SLOTS, unit->slot[i].handle != NULL)
    if (slot < 0) return 0;
    VkObjectType type;
    const char *name;
    uint32_t which;
    uint64_t object = some_object(unit, word[1], &type, &name, &which), data = 77;
    say_call(world, "vkGetPrivateData (slot %d, %s %u)", slot, name, which);
    unit->call.GetPrivateData(unit->handle, type, object, unit->slot[slot].handle, &data);
    say_found(world, "%llx", (unsigned long long)data);
    get_all_private_data(world, unit, slot);
    return 1;
}

// ---- pipeline caches

static int use_cache(struct world *world, struct unit *unit, const uint32_t *word) {
    if (unit->cache == NULL) {
        VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
        say_call(world, "vkCreatePipelineCache");
        CHAINED(info);
        if (!went_well(world, unit->call.CreatePipelineCache(unit->handle, &info, OWN, &unit->cache))) unit->cache = NULL;
        return 1;
    }
    size_t whole = 0;
    say_call(world, "vkGetPipelineCacheData, for its size and with room for %s", word[1] & 1 ? "all" : "less");
    VkResult result = unit->call.GetPipelineCacheData(unit->handle, unit->cache, &whole, NULL);
    unsigned char *bytes = NULL;
    if (!went_well(world, result) || whole < 1 || (bytes = malloc(whole + 1)) == NULL) return 1;
    size_t room = word[1] & 1 ? whole : whole - 1, size = room;
    memset(bytes, 0xA5, whole + 1);
    result = unit->call.GetPipelineCacheData(unit->handle, unit->cache, &size, bytes);
    say_found(world, "%s, size within the room: %s, what is behind it untouched: %s", result_name(result),
              size <= room ? "yes" : "no", bytes[room] == 0xA5 ? "yes" : "no");
    free(bytes);
    return 1;
}

static int merge_caches(struct world *world, struct unit *unit, const uint32_t *word) {
    VkPipelineCache caches[12];
    uint32_t count = 0, most = 1 + word[0] % COUNT_OF(caches);
    VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    if (unit->cache == NULL) return 0;
    say_call(world, "vkCreatePipelineCache, vkMergePipelineCaches (of %u into another one)", most);
    CHAINED(info);
    while (count < most && went_well(world, unit->call.CreatePipelineCache(unit->handle, &info, OWN, &caches[count]))) count++;
    if (count == most) went_well(world, unit->call.MergePipelineCaches(unit->handle, unit->cache, count, caches));
    for (uint32_t i = 0; i < count; i++) unit->call.DestroyPipelineCache(unit->handle, caches[i], OWN);
    return 1;
}

// ---- instances and devices

static int ask_for_gpus(struct world *world, struct unit *unit, const uint32_t *word) {
    (void)unit, (void)word;
    ask_instances(world);
    return 1;
}

static int make_device_again(struct world *world, struct unit *unit, const uint32_t *word) {
    end_unit(world, unit, word[0]);
    make_unit(world, unit, word[1]);
    return 1;
}

const struct operation_row operations_on_queries[] = {
    {"make_queries", make_queries, 2, 2},
    {"end_queries", end_queries, 1, 2},
    {"reset_queries", reset_queries, 1, 2},
    {"get_queries", get_queries, 5, 2},
    {"make_slot", make_slot, 2, 3},
    {"end_slot", end_slot, 1, 3},
    {"set_private_data", set_private_data, 2, 3},
    {"get_private_data", get_private_data, 3, 3},
    {"use_cache", use_cache, 2, 0},
    {"merge_caches", merge_caches, 1, 0},
    {"ask_for_gpus", ask_for_gpus, 1, 0},
    {"make_device_again", make_device_again, 1, 0},
};
const uint32_t operations_on_queries_count = COUNT_OF(operations_on_queries);
