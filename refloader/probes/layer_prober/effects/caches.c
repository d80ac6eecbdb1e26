// Pipeline caches and validation caches: two kinds of objects that are made, read, merged and ended in the same way, and whose
// data begins with a header. caches.KIND has of one that was made without data:
//   "result", "size": what the command for its data counts; "head": [length of the header, its version, vendor, device], "known":
//   the vendor and the device that the physical device has, and "is_uuid_known"; of Validation, the first two alone
//   "short": [result, size, whether anything is written behind] for a byte less, "tiny": the same for 7 bytes
//   "initial": what reaches the entity below of the data when another one is made of it: "same", "none", "changed", or
//   "unseen" where it makes no such object; "merged": how many of two source caches reach it, -1 where it made none
#include <string.h>

#include "../../shared/answers.h"
#include "effects.h"

#define MOST_SIZE 4096U
#define TINY 7U
#define CACHES_BELOW 16U
#define PAYLOAD 37U

struct kind {
    const char *name;
    uint32_t type, head;  // of the create info; the length of the header
    const char *create, *destroy, *data, *merge;
};
static const struct kind kinds[] = {
    {"caches.Pipeline", VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO, 32, "vkCreatePipelineCache", "vkDestroyPipelineCache",
     "vkGetPipelineCacheData", "vkMergePipelineCaches"},
    {"caches.Validation", 1000160000, 24, "vkCreateValidationCacheEXT", "vkDestroyValidationCacheEXT", "vkGetValidationCacheDataEXT",
     "vkMergeValidationCachesEXT"},
};

// Both kinds are made of the same members.
typedef VkPipelineCacheCreateInfo create_info;
typedef VkResult create_command(VkDevice, const create_info *, const void *, uint64_t *);
typedef void destroy_command(VkDevice, uint64_t, const void *);
typedef VkResult data_command(VkDevice, uint64_t, size_t *, void *);
typedef VkResult merge_command(VkDevice, uint64_t, uint32_t, const uint64_t *);

// ---- below

static const struct kind *current;
static VkPhysicalDeviceProperties below_properties;
static struct {
    size_t size;
    unsigned char data[MOST_SIZE];
} below[CACHES_BELOW];
static uint32_t below_count, merged;
static const void *given_below;  // the data that the last one was made of; NULL: none
static size_t given_size;
#define FIRST_HANDLE 0x7A00U

static void fill_below(unsigned char *to, size_t *size) {
    const uint32_t head[] = {current->head, 1, below_properties.vendorID, below_properties.deviceID};
    if (current->head == 32) {
        memcpy(to, head, 16);
        memcpy(to + 16, below_properties.pipelineCacheUUID, 16);
    } else {
        memcpy(to, head, 8);
        memset(to + 8, 0x5C, 16);
    }
    for (uint32_t i = 0; i < PAYLOAD; i++) to[current->head + i] = (unsigned char)(0x80 + 3 * i);
    *size = current->head + PAYLOAD;
}

static uint64_t create_below(const create_info *info, uint64_t *to) {
    if (below_count == CACHES_BELOW) return (uint64_t)VK_ERROR_OUT_OF_HOST_MEMORY;
    given_size = info->initialDataSize < MOST_SIZE ? info->initialDataSize : MOST_SIZE;
    given_below = given_size == 0 ? NULL : below[below_count].data;
    if (given_size == 0) fill_below(below[below_count].data, &below[below_count].size);
    else memcpy(below[below_count].data, info->pInitialData, below[below_count].size = given_size);
    *to = FIRST_HANDLE + below_count++;
    return VK_SUCCESS;
}

static uint64_t data_below(uint64_t cache, size_t *size, void *to) {
    uint64_t place = cache - FIRST_HANDLE;
    if (place >= below_count) return (uint64_t)VK_ERROR_OUT_OF_HOST_MEMORY;
    size_t room = *size, all = below[place].size;
    *size = to == NULL || room >= all ? all : room < current->head ? 0 : room;
    if (to == NULL) return VK_SUCCESS;
    memcpy(to, below[place].data, *size);
    return room < all ? VK_INCOMPLETE : VK_SUCCESS;
}

static int keep_below(const char *name, const uint64_t *a, uint64_t *result) {
    if (strcmp(name, current->create) == 0) *result = create_below(POINTER(const create_info, a[1]), POINTER(uint64_t, a[3]));
    else if (strcmp(name, current->data) == 0) *result = data_below(a[1], POINTER(size_t, a[2]), POINTER(void, a[3]));
    else if (strcmp(name, current->merge) == 0) *result = VK_SUCCESS, merged += (uint32_t)a[2];
    else return 0;
    return 1;
}

// ---- above

struct calls {
    VkDevice device;
    create_command *create;
    destroy_command *destroy;
    data_command *data;
    merge_command *merge;
};

static unsigned char data_above[MOST_SIZE + 16];

static int begin_calls(const struct effects *effects, struct calls *calls) {
    const char *const names[] = {current->create, current->destroy, current->data, current->merge};
    int is_own = 0, is_whole = 1;
    for (size_t i = 0; i < COUNT(names); i++) is_own |= own_of_device(effects, names[i]) != NULL;
    for (size_t i = 0; i < COUNT(names); i++) is_whole &= any_of_device(effects, names[i]) != NULL;
    *calls = (struct calls){(VkDevice)effects->device.upper, (create_command *)any_of_device(effects, current->create),
                            (destroy_command *)any_of_device(effects, current->destroy),
                            (data_command *)any_of_device(effects, current->data),
                            (merge_command *)any_of_device(effects, current->merge)};
    return is_own && is_whole;
}

static VkResult make_cache(const struct calls *calls, size_t size, const void *data, uint64_t *cache) {
    const create_info info = {.sType = (VkStructureType)current->type, .initialDataSize = size, .pInitialData = data};
    return calls->create(calls->device, &info, NULL, cache);
}

static void say_head(const struct effects *effects) {
    VkPhysicalDeviceProperties properties = {0};
    PFN_vkGetPhysicalDeviceProperties ask =
        (PFN_vkGetPhysicalDeviceProperties)instance_function(&effects->instance, "vkGetPhysicalDeviceProperties");
    uint32_t head[4];
    memcpy(head, data_above, sizeof head);
    if (ask != NULL) ask(effects->physical, &properties);
    open_list("head");
    for (size_t i = 0; i < (current->head == 32 ? 4U : 2U); i++) say_number(NULL, head[i]);
    close_list();
    open_list("known");
    say_number(NULL, properties.vendorID);
    say_number(NULL, properties.deviceID);
    close_list();
    say_flag("is_uuid_known", memcmp(data_above + 16, properties.pipelineCacheUUID, 16) == 0);
}

static void say_with_room(const struct calls *calls, const char *key, uint64_t cache, size_t room) {
    size_t size = room;
    memset(data_above, 0xA5, sizeof data_above);
    VkResult result = calls->data(calls->device, cache, &size, data_above);
    int is_behind = 0;
    for (size_t i = 0; i < 16; i++) is_behind |= data_above[room + i] != 0xA5;
    open_list(key);
    say_number(NULL, result);
    say_number(NULL, (int64_t)size);
    say_flag(NULL, is_behind);
    close_list();
}

// What is read from one that was made without data, and made into another one.
static const char *hand_back(const struct calls *calls, size_t size, uint64_t *cache) {
    uint32_t before = below_count;
    if (before == 0) return "unseen";
    given_below = NULL, given_size = 0;
    if (make_cache(calls, size, data_above, cache) != VK_SUCCESS || below_count == before) return "unseen";
    if (given_below == NULL) return "none";
    return given_size == below[0].size && memcmp(given_below, below[0].data, given_size) == 0 ? "same" : "changed";
}

static void probe_kind(const struct effects *effects, const struct calls *calls) {
    uint64_t cache[3] = {0};
    size_t size = 0;
    open_answer(current->name);
    VkResult result = make_cache(calls, 0, NULL, &cache[0]);
    if (result == VK_SUCCESS) result = calls->data(calls->device, cache[0], &size, NULL);
    say_number("size", (int64_t)size);
    if (result == VK_SUCCESS && size <= MOST_SIZE && size > 0) {
        say_with_room(calls, "short", cache[0], size - 1);
        say_with_room(calls, "tiny", cache[0], TINY < size ? TINY : size - 1);
        memset(data_above, 0, sizeof data_above);
        result = calls->data(calls->device, cache[0], &size, data_above);
        say_head(effects);
        say_text("initial", hand_back(calls, size, &cache[1]));
    }
    say_number("result", result);
    merged = 0;
    if (make_cache(calls, 0, NULL, &cache[2]) == VK_SUCCESS && cache[1] != 0) {
        calls->merge(calls->device, cache[2], 2, cache);
        say_number("merged", below_count < 3 ? -1 : (int64_t)merged);
    }
    for (size_t i = 0; i < COUNT(cache); i++)
        if (cache[i] != 0) calls->destroy(calls->device, cache[i], NULL);
    close_answer();
}

void probe_caches(const struct effects *effects) {
    struct calls calls;
    answer_command("vkGetPhysicalDeviceProperties", (const uint64_t[]){0, (uintptr_t)&below_properties},
                   (uint64_t[]){0});
    carried = keep_below;
    for (size_t i = 0; i < COUNT(kinds); i++) {
        current = &kinds[i];
        below_count = 0;
        if (begin_calls(effects, &calls)) probe_kind(effects, &calls);
    }
}

void probe_no_caches(const struct effects *effects) {
    struct calls calls;
    char label[64] = "null.";
    carried = keep_below;
    for (size_t i = 0; i < COUNT(kinds); i++) {
        current = &kinds[i];
        if (!begin_calls(effects, &calls)) continue;
        strncpy(label + 5, current->destroy, sizeof label - 6);
        calls.destroy(calls.device, 0, NULL);
        open_answer(label);
        close_answer();
    }
}
