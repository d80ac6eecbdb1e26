// The layers that the program plays: each hands every call on and looks at it. See generated.h.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../native/generated/commands.h"
#include "generated.h"

#define MOST_NOTED 512U
#define MOST_KEPT 64U

int layer_has_physical[LAYERS];
void (*seen_by_layer)(uint32_t layer, const char *name, uint64_t *arguments);

enum level { LEVEL_GLOBAL, LEVEL_INSTANCE, LEVEL_PHYSICAL_DEVICE, LEVEL_DEVICE };
#define ROW(name, level, ...) {#name, LEVEL_##level},
static struct level_of_name {
    const char *name;
    enum level level;
} levels[] = {REFLOADER_COMMANDS(ROW){RELAYED_PHYSICAL, LEVEL_PHYSICAL_DEVICE}, {RELAYED_DEVICE, LEVEL_DEVICE}};

// What a layer keeps of an instance or a device.
struct kept {
    void *handle;
    PFN_vkGetInstanceProcAddr instance;
    PFN_vkGetDeviceProcAddr device;
    PFN_GetPhysicalDeviceProcAddr physical;
    PFN_vkSetDeviceLoaderData set_device;
    PFN_vkSetInstanceLoaderData set_instance;
    uint32_t of;  // of a device: what is kept of its instance
    PFN_vkVoidFunction *next;  // by the place in levels, as they are when the object is made
};
static struct kept kept[LAYERS][MOST_KEPT];
static uint32_t kept_count[LAYERS];
// Which of them an object belongs to.
static struct {
    void *handle;
    uint32_t kept;
} noted[LAYERS][MOST_NOTED];
static uint32_t noted_count[LAYERS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct level_of_name *)a)->name, ((const struct level_of_name *)b)->name);
}

void make_layers(void) {
    qsort(levels, COUNT_OF(levels), sizeof *levels, by_name);
    for (uint32_t i = 0; i < LAYERS; i++) {
        layer_has_physical[i] = !one_in(3);
        if (!layer_has_physical[i]) say("layer %u has no lookup of commands of physical devices", i);
    }
}

static void note(uint32_t layer, void *handle, uint32_t of) {
    pthread_mutex_lock(&lock);
    uint32_t at = 0;
    while (at < noted_count[layer] && noted[layer][at].handle != handle) at++;
    if (at < MOST_NOTED) noted[layer][at].handle = handle, noted[layer][at].kept = of;
    if (at == noted_count[layer] && at < MOST_NOTED) noted_count[layer]++;
    pthread_mutex_unlock(&lock);
    if (at == MOST_NOTED) stop();  // more than can be followed
}

static uint32_t keep(uint32_t layer, const struct kept *what) {
    pthread_mutex_lock(&lock);
    if (kept_count[layer] == MOST_KEPT) stop();  // more than can be followed
    uint32_t at = kept_count[layer]++;
    kept[layer][at] = *what;
    pthread_mutex_unlock(&lock);
    if (what->handle != NULL) note(layer, what->handle, at);
    return at;
}

// NULL for what the layer has never seen.
static struct kept *kept_of(uint32_t layer, const void *handle) {
    struct kept *found = NULL;
    pthread_mutex_lock(&lock);
    for (uint32_t i = 0; i < noted_count[layer] && found == NULL; i++)
        if (noted[layer][i].handle == handle) found = &kept[layer][noted[layer][i].kept];
    pthread_mutex_unlock(&lock);
    return found;
}

static uint32_t place_of(const char *name) {
    uint32_t first = 0, end = COUNT_OF(levels);
    while (first < end) {
        uint32_t middle = (first + end) / 2;
        int order = strcmp(levels[middle].name, name);
        if (order == 0) return middle;
        if (order < 0) first = middle + 1;
        else end = middle;
    }
    return COUNT_OF(levels);
}

static enum level level_of(const char *name) {
    uint32_t place = place_of(name);
    return place < COUNT_OF(levels) ? levels[place].level : LEVEL_GLOBAL;
}

// A layer asks for what it calls next when the object is made: later, the loader may answer for the whole chain.
static void look_up_next(struct kept *mine) {
    mine->next = calloc(COUNT_OF(levels), sizeof *mine->next);
    if (mine->next == NULL) abort();
    for (uint32_t i = 0; i < COUNT_OF(levels); i++) {
        const char *name = levels[i].name;
        if (mine->device != NULL && levels[i].level == LEVEL_DEVICE) mine->next[i] = mine->device((VkDevice)mine->handle, name);
        if (mine->device == NULL && levels[i].level != LEVEL_GLOBAL && strncmp(name, "vkGenerated", 11) != 0)
            mine->next[i] = mine->instance((VkInstance)mine->handle, name);
    }
}

// ---- creation

static void *link_in(const void *chain, uint32_t type, uint32_t function) {
    for (const VkBaseInStructure *at = chain; at != NULL; at = at->pNext)
        if ((uint32_t)at->sType == type && (uint32_t)((const VkLayerInstanceCreateInfo *)(const void *)at)->function == function)
            return (void *)(uintptr_t)at;
    return NULL;
}

static uint64_t create_instance(uint32_t layer, uint64_t *a) {
    const VkInstanceCreateInfo *info = POINTER(const VkInstanceCreateInfo, a[0]);
    VkLayerInstanceCreateInfo *link = link_in(info->pNext, 47, VK_LAYER_LINK_INFO);
    VkLayerInstanceCreateInfo *data = link_in(info->pNext, 47, VK_LOADER_DATA_CALLBACK);
    if (link == NULL || link->u.pLayerInfo == NULL) return (uint64_t)VK_ERROR_INITIALIZATION_FAILED;
    struct kept mine = {.instance = link->u.pLayerInfo->pfnNextGetInstanceProcAddr,
                        .physical = link->u.pLayerInfo->pfnNextGetPhysicalDeviceProcAddr,
                        .set_instance = data == NULL ? NULL : data->u.pfnSetInstanceLoaderData};
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    PFN_vkCreateInstance next = (PFN_vkCreateInstance)mine.instance(NULL, "vkCreateInstance");
    if (next == NULL) return (uint64_t)VK_ERROR_INITIALIZATION_FAILED;
    VkResult result = next(info, POINTER(const VkAllocationCallbacks, a[1]), POINTER(VkInstance, a[2]));
    mine.handle = result == VK_SUCCESS ? *POINTER(void *, a[2]) : NULL;
    if (result == VK_SUCCESS) look_up_next(&mine), keep(layer, &mine);
    return (uint64_t)result;
}

static uint64_t create_device(uint32_t layer, uint64_t *a) {
    const VkDeviceCreateInfo *info = POINTER(const VkDeviceCreateInfo, a[1]);
    VkLayerDeviceCreateInfo *link = link_in(info->pNext, 48, VK_LAYER_LINK_INFO);
    VkLayerDeviceCreateInfo *data = link_in(info->pNext, 48, VK_LOADER_DATA_CALLBACK);
    struct kept *instance = kept_of(layer, POINTER(void, a[0]));
    if (link == NULL || link->u.pLayerInfo == NULL || instance == NULL) return (uint64_t)VK_ERROR_INITIALIZATION_FAILED;
    struct kept mine = {.device = link->u.pLayerInfo->pfnNextGetDeviceProcAddr,
                        .instance = link->u.pLayerInfo->pfnNextGetInstanceProcAddr,
                        .of = (uint32_t)(instance - kept[layer]),
                        .set_device = data == NULL ? NULL : data->u.pfnSetDeviceLoaderData};
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    PFN_vkCreateDevice next = (PFN_vkCreateDevice)mine.instance((VkInstance)instance->handle, "vkCreateDevice");
    if (next == NULL) return (uint64_t)VK_ERROR_INITIALIZATION_FAILED;
    VkResult result = next(POINTER(struct VkPhysicalDevice_T, a[0]), info, POINTER(const VkAllocationCallbacks, a[2]), POINTER(VkDevice, a[3]));
    mine.handle = result == VK_SUCCESS ? *POINTER(void *, a[3]) : NULL;
    if (result == VK_SUCCESS) look_up_next(&mine), keep(layer, &mine);
    return (uint64_t)result;
}

// Objects of the layer's own for every device and instance that it knows, one after the other.
void check_loader_data(void) {
    const char *of_devices = "vkSetDeviceLoaderData", *of_instances = "vkSetInstanceLoaderData", *said = NULL;
    for (uint32_t layer = 0; layer < LAYERS; layer++) {
        for (uint32_t i = 0; i < kept_count[layer]; i++) {
            struct kept *of = &kept[layer][i];
            uintptr_t own[4] = {0};
            if (of->handle == NULL || (of->set_device == NULL && of->set_instance == NULL)) continue;
            int is_device = of->set_device != NULL;
            const char *name = is_device ? of_devices : of_instances;
            if (name != said) say("%s for a layer's objects", said = name);
            VkResult result = is_device ? of->set_device((VkDevice)of->handle, own) : of->set_instance((VkInstance)of->handle, own);
            if (result != VK_SUCCESS) fail("data", "%s returns %d", name, (int)result);
            else if (own[0] != *(uintptr_t *)of->handle)
                fail("data", "%s puts another first word into a layer's object than its parent has, with %u parents alive", name,
                     kept_count[layer]);
        }
    }
}

// ---- all other calls

static uint64_t called(PFN_vkVoidFunction function, const uint64_t *a) {
    return call_with((any_function)function, a);
}

// A queue comes without a VkResult: what stands where another command's result would is nobody's.
static void note_results(uint32_t layer, const char *name, const uint64_t *a, struct kept *of, uint64_t result) {
    uint32_t place = (uint32_t)(of - kept[layer]);
    if (strcmp(name, "vkGetDeviceQueue") == 0) note(layer, *POINTER(void *, a[3]), place);
    if ((int32_t)result < 0) return;
    if (strcmp(name, "vkEnumeratePhysicalDevices") == 0 && a[2] != 0)
        for (uint32_t i = 0; i < *POINTER(uint32_t, a[1]); i++) note(layer, POINTER(void *, a[2])[i], place);
    if (strncmp(name, "vkEnumeratePhysicalDeviceGroups", 31) == 0 && a[2] != 0)
        for (uint32_t i = 0; i < *POINTER(uint32_t, a[1]); i++) {
            const VkPhysicalDeviceGroupProperties *group = POINTER(VkPhysicalDeviceGroupProperties, a[2]) + i;
            for (uint32_t at = 0; at < group->physicalDeviceCount; at++) note(layer, group->physicalDevices[at], place);
        }
    if (strcmp(name, "vkAllocateCommandBuffers") == 0)
        for (uint32_t i = 0; i < POINTER(const VkCommandBufferAllocateInfo, a[1])->commandBufferCount; i++)
            note(layer, POINTER(void *, a[2])[i], place);
}

uint64_t call_of_layer(const struct relay *relay, const char *name, uint64_t *a) {
    uint32_t layer = relay->number;
    if (strcmp(name, "vkGetInstanceProcAddr") == 0)
        return (uint64_t)(uintptr_t)lookup_of_layer(relay, LOOKUP_INSTANCE, POINTER(void, a[0]), POINTER(const char, a[1]));
    if (strcmp(name, "vkGetDeviceProcAddr") == 0)
        return (uint64_t)(uintptr_t)lookup_of_layer(relay, LOOKUP_DEVICE, POINTER(void, a[0]), POINTER(const char, a[1]));
    if (strcmp(name, "vkCreateInstance") == 0) return create_instance(layer, a);
    if (strcmp(name, "vkCreateDevice") == 0) {
        if (seen_by_layer != NULL) seen_by_layer(layer, name, a);
        return create_device(layer, a);
    }
    struct kept *of = kept_of(layer, POINTER(void, a[0]));
    if (of == NULL) {
        fail("passed", "%s reaches a layer with a handle that it has never seen", name);
        return 0;
    }
    if (seen_by_layer != NULL) seen_by_layer(layer, name, a);
    uint32_t place = place_of(name);
    PFN_vkVoidFunction next = place < COUNT_OF(levels) ? of->next[place] : NULL;
    if (next == NULL) {
        fail("passed", "%s reaches a layer, and there is no such function for it to call", name);
        return 0;
    }
    uint64_t result = called(next, a);
    note_results(layer, name, a, of, result);
    if (strcmp(name, "vkDestroyDevice") == 0 || strcmp(name, "vkDestroyInstance") == 0) of->handle = NULL;
    return result;
}

// Its own function for whatever there is below it.
PFN_vkVoidFunction lookup_of_layer(const struct relay *relay, enum relayed_lookup lookup, const void *handle, const char *name) {
    PFN_vkVoidFunction own = relay->function(name);
    if (own != NULL && (strcmp(name, "vkGetInstanceProcAddr") == 0 || strcmp(name, "vkGetDeviceProcAddr") == 0)) return own;
    if (strcmp(name, "vkCreateInstance") == 0) return own;
    if (strcmp(name, "vkCreateDevice") == 0) return lookup == LOOKUP_DEVICE ? NULL : own;
    struct kept *of = kept_of(relay->number, handle);
    if (of == NULL) return NULL;
    uint32_t place = place_of(name);
    if (lookup == LOOKUP_PHYSICAL && (of->physical == NULL || (own != NULL && level_of(name) != LEVEL_PHYSICAL_DEVICE))) return NULL;
    // What no loader knows is asked for when it is wanted.
    if (lookup == LOOKUP_PHYSICAL && strcmp(name, RELAYED_PHYSICAL) == 0) of->next[place] = of->physical((VkInstance)of->handle, name);
    if (lookup == LOOKUP_INSTANCE && of->device == NULL && strncmp(name, "vkGenerated", 11) == 0)
        of->next[place] = of->instance((VkInstance)of->handle, name);
    if (own != NULL && place < COUNT_OF(levels)) return of->next[place] == NULL ? NULL : own;
    if (lookup == LOOKUP_PHYSICAL) return of->physical((VkInstance)of->handle, name);
    return lookup == LOOKUP_DEVICE && of->device != NULL ? of->device((VkDevice)of->handle, name) : of->instance((VkInstance)of->handle, name);
}
