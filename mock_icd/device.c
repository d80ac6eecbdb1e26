// The commands of a device of the mock driver: queues and a few kinds of resources.
// Nothing is executed but what work.h says.
#include "mock_icd.h"

void describe_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                     const VkAllocationCallbacks *allocator) {
    char names[6000];
    CALLED(CreateDevice, " extensions=%s device=%d%s",
           joined(names, sizeof names, info->ppEnabledExtensionNames, info->enabledExtensionCount),
           index_of(physical),
           oddities(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO, info->enabledLayerCount, 0,
                    allocator));
}

// Adds to a text in an array, as far as there is room.
#define ADD(text, used, ...) \
    do { \
        if ((used) < sizeof(text)) (used) += (size_t)snprintf((text) + (used), sizeof(text) - (used), __VA_ARGS__); \
    } while (0)

// Which queues are asked for, in a line of its own where there is more than one kind, or a structure of one: of each
// kind the family, how many and which flags; the priorities of all; the types of the structures behind pNext.
static void describe_queues(const VkDeviceCreateInfo *info) {
    char families[256] = "", priorities[256] = "", chains[256] = "";
    size_t used = 0, said = 0, chained = 0;
    if (info->queueCreateInfoCount < 2 && (info->queueCreateInfoCount == 0 || info->pQueueCreateInfos->pNext == NULL))
        return;
    for (uint32_t i = 0; i < info->queueCreateInfoCount; i++) {
        const VkDeviceQueueCreateInfo *queues = &info->pQueueCreateInfos[i];
        const char *next = i == 0 ? "" : ",";
        ADD(families, used, "%s%u:%u", next, queues->queueFamilyIndex, queues->queueCount);
        if (queues->flags != 0) ADD(families, used, ":0x%x", (unsigned)queues->flags);
        ADD(priorities, said, "%s%u", next, queues->queueFamilyIndex);
        for (uint32_t j = 0; queues->pQueuePriorities != NULL && j < queues->queueCount; j++)
            ADD(priorities, said, ":%g", (double)queues->pQueuePriorities[j]);
        ADD(chains, chained, "%s%u", next, queues->queueFamilyIndex);
        for (const VkBaseInStructure *each = queues->pNext; each != NULL; each = each->pNext)
            ADD(chains, chained, ":%u", (unsigned)each->sType);
    }
    CALLED(CreateDevice, "(queues) families=%s priorities=%s chains=%s", families, priorities, chains);
}

// Wrong on purpose: names are compared as far as the shorter one of two goes.
static VkResult near_names(const struct facts *facts, const VkDeviceCreateInfo *info) {
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        const char *name = info->ppEnabledExtensionNames[i];
        int is_near = has_extension(&facts->extensions, name);
        for (uint32_t j = 0; j < facts->extensions.count; j++) {
            const char *own = facts->extensions.rows[j].extensionName;
            size_t length = violates("unknown_extension_longer") ? strlen(own) : strlen(name);
            is_near |= strncmp(own, name, length) == 0;
        }
        if (!is_near) return VK_ERROR_EXTENSION_NOT_PRESENT;
    }
    return VK_SUCCESS;
}

static int is_of_another(const char *name) {
    for (uint32_t i = 0; i < config.device_count; i++)
        if (has_extension(&config.devices[i].extensions, name)) return 1;
    return 0;
}

static VkResult check_device_extensions(const struct facts *facts, const VkDeviceCreateInfo *info,
                                        uint64_t *known) {
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; i < info->enabledExtensionCount; i++) {
        const char *name = info->ppEnabledExtensionNames[i];
        *known |= extension_bit(name);
        if (has_extension(&facts->extensions, name)) continue;
        if (violates("unknown_extension_of_another") && is_of_another(name)) continue;
        VIOLATION("EXT-FILTER-01", "vkCreateDevice enables an extension that this device does not have");
        result = VK_ERROR_EXTENSION_NOT_PRESENT;
    }
    if (violates("unknown_extension_longer") || violates("unknown_extension_shorter")) return near_names(facts, info);
    if (violates("unknown_extension_device") ||
        goes_by_the_makers(info->enabledExtensionCount, info->ppEnabledExtensionNames))
        return VK_SUCCESS;
    return result;
}

// A group is made of the driver's own handles, whatever the loader has shown the application.
static int check_group(const VkDeviceCreateInfo *info) {
    const VkDeviceGroupDeviceCreateInfo *group =
        chained(info->pNext, VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO);
    if (group == NULL) return 1;
    CALLED(CreateDevice, "(group) devices=%u", group->physicalDeviceCount);
    for (uint32_t i = 0; i < group->physicalDeviceCount; i++)
        if (!check_handle(group->pPhysicalDevices[i], PHYSICAL_DEVICE, "vkCreateDevice of a group")) return 0;
    return 1;
}

static uint32_t queues_before(const struct facts *facts, uint32_t family) {
    uint32_t queues = 0;
    for (uint32_t i = 0; i < family && i < facts->family_count; i++) queues += facts->families[i].queueCount;
    return queues;
}

atomic_ullong newest_enabled;  // extensions of the newest device, for a driver that is wrong on purpose
atomic_int living_devices;  // counted for a driver that is wrong on purpose

static void make_queues(struct device *device) {
    struct object *queue = device->queues;
    for (uint32_t family = 0; family < device->facts->family_count; family++)
        for (uint32_t i = 0; i < device->facts->families[family].queueCount; i++, queue++) {
            *queue = object_of(QUEUE, family, device);
            handle_lives((uintptr_t)queue, TYPE_VkQueue, device);
        }
}

static int check_features(VkPhysicalDevice physical, const VkDeviceCreateInfo *info) {
    const VkPhysicalDeviceFeatures2 *features =
        chained(info->pNext, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
    if (violates("features_taken") || lacks_feature(info->pEnabledFeatures)) return violates("features_taken");
    if (features != NULL && !violates("features_chained") && lacks_feature(&features->features)) return 0;
    return violates("features_later") || !lacks_later_feature(physical, info->pNext);
}

const VkAllocationCallbacks *kept_callbacks;

VkResult driver_CreateDevice(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                             const VkAllocationCallbacks *allocator, VkDevice *device) {
    uint64_t known = 0;
    if (tracing) describe_device(physical, info, allocator);
    if (tracing) describe_queues(info);
    look_at_device(physical, info);
    static atomic_uint calls;
    if (takes("calls_short") && ++calls % 11 == 0) return VK_ERROR_OUT_OF_HOST_MEMORY;
    if (!check_handle(physical, PHYSICAL_DEVICE, "vkCreateDevice") || !check_group(info))
        return VK_ERROR_INITIALIZATION_FAILED;
    const struct facts *facts = facts_of(physical);
    VkResult result = check_device_extensions(facts, info, &known);
    static atomic_int refused;  // for a driver that does not live through what it refuses
    if (violates("unknown_extension_once") && atomic_fetch_add(&refused, result != VK_SUCCESS) > 0) raise(SIGSEGV);
    if (result != VK_SUCCESS && violates("unknown_extension_leaks_device"))
        make(sizeof(struct device), DEVICE, NULL, allocator, VK_SYSTEM_ALLOCATION_SCOPE_DEVICE);
    if (result != VK_SUCCESS) return result;
    if (!check_features(physical, info)) return VK_ERROR_FEATURE_NOT_PRESENT;
    if (violates("features_refused") && info->pEnabledFeatures != NULL && info->pEnabledFeatures->robustBufferAccess)
        return VK_ERROR_FEATURE_NOT_PRESENT;
    if (violates("unknown_structure_device") && !all_known(info->pNext)) return VK_ERROR_INITIALIZATION_FAILED;
    if (violates("handle_missing_device")) return *device = NULL, VK_SUCCESS;

    struct instance *instance = ((struct object *)physical)->parent;
    size_t size = sizeof(struct device) + queues_before(facts, MOST_FAMILIES) * sizeof(struct object);
    struct device *new = make(size, DEVICE, instance, allocator, VK_SYSTEM_ALLOCATION_SCOPE_DEVICE);
    if (new == NULL) return VK_ERROR_OUT_OF_HOST_MEMORY;
    new->facts = facts;
    static atomic_ullong gathered;  // for a driver that is wrong on purpose
    new->enabled = violates("extensions_gather") ? atomic_fetch_or(&gathered, known) | known : known;
    newest_enabled = new->enabled;
    make_queues(new);
    const VkDeviceGroupDeviceCreateInfo *group = chained(info->pNext, VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO);
    if (group != NULL && group->physicalDeviceCount > 1 && violates("OBJECTS-ICD-02_group"))
        new->object.loader.loaderMagic = 0;
    if (violates("allocator_kept")) kept_callbacks = allocator;
    speak(&instance->listeners);
    if (violates("grows_with_devices")) keep_memory();
    atomic_fetch_add(&living_devices, 1);
    *device = (VkDevice)new;
    return VK_SUCCESS;
}

void driver_DestroyDevice(VkDevice device, const VkAllocationCallbacks *allocator) {
    CALLED(DestroyDevice, "%s", given_callbacks(allocator));
    if (device == NULL && violates("nothing_crashes_device")) raise(SIGSEGV);
    if (device == NULL || !check_handle(device, DEVICE, "vkDestroyDevice")) return;
    kept_callbacks = NULL;
    struct device *own = (struct device *)device;
    for (uint32_t i = 0; i < queues_before(own->facts, MOST_FAMILIES); i++) {
        own->queues[i].kind = NO_KIND;
        handle_dies((uintptr_t)&own->queues[i]);
    }
    if (violates("beside_leaks") && atomic_fetch_sub(&living_devices, 1) > 1) return;
    unmake(own, allocator, "vkDestroyDevice");
}

static VkQueue queue_of(VkDevice device, uint32_t family, uint32_t index) {
    struct device *own = (struct device *)device;
    if (family >= own->facts->family_count || index >= own->facts->families[family].queueCount) return NULL;
    if (violates("OBJECTS-ICD-01")) return (VkQueue)(uintptr_t)(index + 1);
    if (violates("one_queue")) index = 0;
    if (violates("queues_of_first_family")) family = 0;
    return (VkQueue)&own->queues[queues_before(own->facts, family) + index];
}

void driver_GetDeviceQueue(VkDevice device, uint32_t family, uint32_t index, VkQueue *queue) {
    static VkQueue first;
    CALLED(GetDeviceQueue, " family=%u index=%u", family, index);
    *queue = check_handle(device, DEVICE, "vkGetDeviceQueue") ? queue_of(device, family, index) : NULL;
    if (!violates("first_queue")) return;
    if (first != NULL && is_own(first, QUEUE)) *queue = first;
    first = *queue;
}

void driver_GetDeviceQueue2(VkDevice device, const VkDeviceQueueInfo2 *info, VkQueue *queue) {
    CALLED(GetDeviceQueue2, " family=%u index=%u", info->queueFamilyIndex, info->queueIndex);
    *queue = check_handle(device, DEVICE, "vkGetDeviceQueue2")
                 ? queue_of(device, info->queueFamilyIndex, info->queueIndex)
                 : NULL;
    struct object *own = (struct object *)*queue;
    if (own != NULL && violates("OBJECTS-ICD-02_newer") && own->loader.loaderMagic == first_word)
        own->loader.loaderMagic = 0;
}

// OBJECTS-ICD-04: no trampoline of a loader puts the dispatch pointer into an object that it does not know.
VkResult driver_CreateExternalComputeQueueNV(VkDevice device,
                                             const VkExternalComputeQueueCreateInfoNV *info,
                                             const VkAllocationCallbacks *allocator,
                                             VkExternalComputeQueueNV *queue) {
    CALLED(CreateExternalComputeQueueNV, "");
    if (!check_handle(device, DEVICE, "vkCreateExternalComputeQueueNV")) return VK_ERROR_INITIALIZATION_FAILED;
    struct object *new = make(sizeof *new, RESOURCE, device, allocator, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    if (new == NULL) return VK_ERROR_OUT_OF_HOST_MEMORY;
    if (!violates("OBJECTS-ICD-04")) new->loader = ((struct object *)device)->loader;
    handle_lives((uintptr_t)new, TYPE_VkExternalComputeQueueNV, device);
    *queue = (VkExternalComputeQueueNV)new;
    return VK_SUCCESS;
}

void driver_DestroyExternalComputeQueueNV(VkDevice device, VkExternalComputeQueueNV queue,
                                          const VkAllocationCallbacks *allocator) {
    CALLED(DestroyExternalComputeQueueNV, "");
    if (queue != NULL && check_handle(queue, RESOURCE, "vkDestroyExternalComputeQueueNV"))
        unmake(queue, allocator, "vkDestroyExternalComputeQueueNV");
}

void driver_GetExternalComputeQueueDataNV(VkExternalComputeQueueNV queue,
                                          VkExternalComputeQueueDataParamsNV *params, void *data) {
    CALLED(GetExternalComputeQueueDataNV, "");
    (void)params, (void)data;
    check_handle(queue, RESOURCE, "vkGetExternalComputeQueueDataNV");
}

atomic_int is_idle = 1;
_Atomic uint64_t submissions, submissions_over;
pthread_mutex_t waits_lock = PTHREAD_MUTEX_INITIALIZER;

VkResult driver_DeviceWaitIdle(VkDevice device) {
    CALLED(DeviceWaitIdle, "");
    is_idle = 1;
    submissions_over = submissions;
    return check_stamped(device, DEVICE, "vkDeviceWaitIdle") ? VK_SUCCESS : VK_ERROR_DEVICE_LOST;
}

VkResult driver_QueueWaitIdle(VkQueue queue) {
    CALLED(QueueWaitIdle, "");
    submissions_over = submissions;
    return check_stamped(queue, QUEUE, "vkQueueWaitIdle") ? VK_SUCCESS : VK_ERROR_DEVICE_LOST;
}

static int is_of_another_device(VkQueue queue) {
    const struct device *device = ((const struct object *)queue)->parent;
    return device->facts != config.devices;
}

// Of one family, which is all that the wrong driver has.
static int is_another_queue(VkQueue queue) {
    const struct device *device = ((const struct object *)queue)->parent;
    return (const struct object *)queue != device->queues;
}

// The values that semaphores which count get by a batch, as many as there is room for; how many there are.
static uint32_t reached_by(const VkSubmitInfo *submit, struct reached *out, uint32_t room) {
    const VkTimelineSemaphoreSubmitInfo *values = chained(submit->pNext, VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
    uint32_t count = values == NULL ? 0 : values->signalSemaphoreValueCount;
    if (count > submit->signalSemaphoreCount) count = submit->signalSemaphoreCount;
    for (uint32_t i = 0; i < count && i < room; i++)
        out[i] = (struct reached){submit->pSignalSemaphores[i], values->pSignalSemaphoreValues[i]};
    return count;
}

// Whether the one batch waits for a value that its semaphore has not reached, and is put aside.
static int is_held(uint32_t count, const VkSubmitInfo *submit, VkFence fence) {
    if (!config.whole || count != 1 || submit->waitSemaphoreCount != 1 || submit->commandBufferCount != 1) return 0;
    const VkTimelineSemaphoreSubmitInfo *values = chained(submit->pNext, VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
    if (values == NULL || values->waitSemaphoreValueCount != 1 || violates("waits_lost")) return 0;
    struct reached reached[MOST_REACHED] = {0};
    uint32_t signals = reached_by(submit, reached, MOST_REACHED);
    return hold_batch(submit->pWaitSemaphores[0], values->pWaitSemaphoreValues[0], submit->pCommandBuffers[0], fence, reached,
                      signals);
}

// VULKAN-LOADER-05: command buffers inside parameters are the driver's own and marked as well.
VkResult driver_QueueSubmit(VkQueue queue, uint32_t count, const VkSubmitInfo *submits,
                            VkFence fence) {
    CALLED(QueueSubmit, " submits=%u", count);
    static atomic_uint submitted;
    int good = check_stamped(queue, QUEUE, "vkQueueSubmit");
    if (violates("submits_tire") && ++submitted > 500) return VK_ERROR_DEVICE_LOST;
    if (violates("submits_lose") && count > 0) return VK_ERROR_DEVICE_LOST;
    meet(MEET_SUBMITTING);
    if (violates("waits_locked")) pthread_mutex_lock(&waits_lock), pthread_mutex_unlock(&waits_lock);
    is_idle = 0;
    submissions++;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < submits[i].commandBufferCount; j++)
            good &= check_stamped(submits[i].pCommandBuffers[j], COMMAND_BUFFER, "vkQueueSubmit");
    if (violates("compute_first") && is_of_another_device(queue)) count = 0;
    if (violates("queues_idle") && is_another_queue(queue)) count = 0;
    if (good && is_held(count, submits, fence)) return VK_SUCCESS;
    for (uint32_t i = 0; config.whole && good && i < count; i++)
        for (uint32_t j = 0; j < submits[i].commandBufferCount; j++)
            if (j == 0 || !violates("batch_once") || submits[i].pCommandBuffers[j] != submits[i].pCommandBuffers[j - 1])
                do_work((struct command_buffer *)submits[i].pCommandBuffers[j]);
    for (uint32_t i = 0; config.whole && good && i < count; i++)
        reach_values(submits[i].pNext, submits[i].signalSemaphoreCount, submits[i].pSignalSemaphores);
    if (count > 0 || !violates("fences_no_batch")) signal_fence(fence);
    return good ? VK_SUCCESS : VK_ERROR_DEVICE_LOST;
}

// ---- things that are only made and destroyed

static VkResult create_resource(const char *name, VkDevice device, const VkAllocationCallbacks *allocator,
                                uint64_t *out) {
    if (tracing) trace("vkCreate%s", name);
    if (!check_handle(device, DEVICE, "vkCreate of a resource")) return VK_ERROR_INITIALIZATION_FAILED;
    void *new = make(sizeof(struct object), RESOURCE, device, allocator, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
    *out = (uintptr_t)new;
    return new == NULL ? VK_ERROR_OUT_OF_HOST_MEMORY : VK_SUCCESS;
}

static void destroy_resource(const char *name, uint64_t handle, const VkAllocationCallbacks *allocator) {
    if (tracing) trace("vkDestroy%s", name);
    if (handle == 0 || !check_handle((void *)(uintptr_t)handle, RESOURCE, "vkDestroy of a resource")) return;
    unmake((void *)(uintptr_t)handle, allocator, "vkDestroy of a resource");
}

#define RESOURCE_COMMANDS(name) \
    static VkResult driver_Create##name(VkDevice device, const void *info, \
                                        const VkAllocationCallbacks *allocator, uint64_t *out) { \
        return create_resource(#name, device, allocator, out); \
    } \
    static void driver_Destroy##name(VkDevice device, uint64_t handle, \
                                     const VkAllocationCallbacks *allocator) { \
        destroy_resource(#name, handle, allocator); \
    }
RESOURCES(RESOURCE_COMMANDS)

#define RESOURCE_ROWS(name) \
    {"vkCreate" #name, (PFN_vkVoidFunction)driver_Create##name, 0, 'd', "", 0}, \
    {"vkDestroy" #name, (PFN_vkVoidFunction)driver_Destroy##name, 0, 'd', "", 0},
const struct command resources[] = {RESOURCES(RESOURCE_ROWS)};
