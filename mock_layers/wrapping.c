// The commands that give or take wrapped handles elsewhere than in their first parameter. Each gives its
// caller this layer's objects and the next entity that entity's own; the stubs do so for first parameters.
#include "mock_layer.h"

// Look the link up and write the call down, as the stub of the command would.
struct link *entered(const char *command, const void *handle) {
    uint32_t slot = find_command(command);
    note(slot, handle);
    return known(slot_level(slot), handle, command);
}

// Exchange the handles in place. Without memory the caller gets none of them.
VkResult wrap_all(struct link *link, enum kind kind, uint32_t count, void **handles) {
    int complete = 1;
    for (uint32_t i = 0; i < count; i++) {
        handles[i] = wrap(link, kind, handles[i]);
        complete = complete && handles[i] != NULL;
    }
    return complete ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
}

// For as long as the call runs; NULL without memory.
void **unwrapped_copy(const VkAllocationCallbacks *allocator, uint32_t count, const void *handles) {
    void **copy = take(allocator, (count + 1) * sizeof *copy, VK_SYSTEM_ALLOCATION_SCOPE_COMMAND);
    for (uint32_t i = 0; copy != NULL && i < count; i++) copy[i] = unwrap(((void *const *)handles)[i]);
    return copy;
}

// ---- physical devices

static VkResult wrap_groups(struct link *link, uint32_t count, VkPhysicalDeviceGroupProperties *groups) {
    VkResult result = VK_SUCCESS;
    for (uint32_t i = 0; result == VK_SUCCESS && i < count; i++)
        result = wrap_all(link, KIND_VkPhysicalDevice, groups[i].physicalDeviceCount,
                          (void **)groups[i].physicalDevices);
    return result;
}

static VkResult enumerate_groups(const char *command, VkInstance instance, uint32_t *count,
                                 VkPhysicalDeviceGroupProperties *groups) {
    struct link *link = entered(command, instance);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    PFN_vkEnumeratePhysicalDeviceGroups next =
        (PFN_vkEnumeratePhysicalDeviceGroups)next_of(link, find_command(command));
    VkResult result = next(link->handle, count, groups);
    if (groups == NULL || result < VK_SUCCESS) return result;
    change_groups(*count, groups);
    VkResult wrapped = wrap_groups(link, *count, groups);
    return wrapped == VK_SUCCESS ? result : wrapped;
}

VkResult layer_EnumeratePhysicalDeviceGroups(VkInstance instance, uint32_t *count,
                                             VkPhysicalDeviceGroupProperties *groups) {
    return enumerate_groups("vkEnumeratePhysicalDeviceGroups", instance, count, groups);
}

VkResult layer_EnumeratePhysicalDeviceGroupsKHR(VkInstance instance, uint32_t *count,
                                                VkPhysicalDeviceGroupProperties *groups) {
    return enumerate_groups("vkEnumeratePhysicalDeviceGroupsKHR", instance, count, groups);
}

// ---- queues

// Those that one command has given, of an instance or a device.
static struct {
    const struct link *of;
    const void *handle;
} handed_out[64];
static uint32_t handed_out_count;

void hand_out(const struct link *of, const void *handle) {
    handed_out[handed_out_count % COUNT(handed_out)].of = of;
    handed_out[handed_out_count++ % COUNT(handed_out)].handle = handle;
}

void forget_handed_out(const struct link *of) {
    for (uint32_t i = 0; i < COUNT(handed_out); i++)
        if (handed_out[i].of == of) handed_out[i].of = NULL;
}

int is_handed_out(const struct link *of, const void *handle) {
    for (uint32_t i = 0; i < COUNT(handed_out); i++)
        if (handed_out[i].of == of && handed_out[i].handle == handle) return 1;
    return 0;
}

void layer_GetDeviceQueue(VkDevice device, uint32_t family, uint32_t index, VkQueue *queue) {
    struct link *link = entered("vkGetDeviceQueue", device);
    if (link == NULL) return;
    static VkDevice kept_of;
    static VkQueue kept;
    if (violates("LLP_LAYER_1_same_queue")) index = 0;
    if (violates("LLP_LAYER_1_only_queue") && kept_of == device) {
        *queue = kept;
        return;
    }
    note_family(family);
    if (violates("LLP_LAYER_1_older_queue") && family == 0 && index == 0) index = 1;
    NEXT(link, vkGetDeviceQueue)(link->handle, family, index, queue);
    *queue = wrap(link, KIND_VkQueue, *queue);
    if (violates("LLP_LAYER_1_strange_queue")) hand_out(link, *queue);
    if (violates("LLP_LAYER_1_only_queue")) kept_of = device, kept = *queue;
}

void layer_GetDeviceQueue2(VkDevice device, const VkDeviceQueueInfo2 *info, VkQueue *queue) {
    struct link *link = entered("vkGetDeviceQueue2", device);
    if (link == NULL) return;
    // The older form has no flags.
    if (violates("LLP_LAYER_1_queue"))
        NEXT(link, vkGetDeviceQueue)(link->handle, info->queueFamilyIndex, info->queueIndex, queue);
    else NEXT(link, vkGetDeviceQueue2)(link->handle, info, queue);
    *queue = wrap(link, KIND_VkQueue, *queue);
}

// ---- command buffers

static const void *secondaries[8];

int is_secondary(const void *buffer) {
    for (size_t i = 0; i < COUNT(secondaries); i++)
        if (secondaries[i] == buffer) return 1;
    return 0;
}

#define FEW 8U  // as many as an array of a careless layer has room for

// What there is of them stays where the second half fails.
static VkResult allocate_halves(const struct link *link, VkCommandBufferAllocateInfo info, VkCommandBuffer *buffers) {
    uint32_t count = info.commandBufferCount;
    info.commandBufferCount = count / 2;
    VkResult result = NEXT(link, vkAllocateCommandBuffers)(link->handle, &info, buffers);
    info.commandBufferCount = count - count / 2;
    if (result != VK_SUCCESS) return result;
    return NEXT(link, vkAllocateCommandBuffers)(link->handle, &info, &buffers[count / 2]);
}

VkResult layer_AllocateCommandBuffers(VkDevice device, const VkCommandBufferAllocateInfo *info,
                                      VkCommandBuffer *buffers) {
    struct link *link = entered("vkAllocateCommandBuffers", device);
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    VkCommandBufferAllocateInfo lower = *info;
    if (violates("LLP_LAYER_1_buffers") && lower.commandBufferCount > FEW) lower.commandBufferCount = FEW;
    int is_in_halves = (violates("LLP_LAYER_1_halves") || violates("LLP_LAYER_2_half")) && lower.commandBufferCount > FEW;
    VkResult result = is_in_halves ? allocate_halves(link, lower, buffers)
                                   : NEXT(link, vkAllocateCommandBuffers)(link->handle, &lower, buffers);
    if (result != VK_SUCCESS && is_in_halves && violates("LLP_LAYER_2_half")) abort();
    if (result != VK_SUCCESS) return result;
    static unsigned count;
    if (info->level != 0) secondaries[count++ % COUNT(secondaries)] = buffers[0];
    for (uint32_t i = 0; violates("LLP_LAYER_2_lasting") && i < lower.commandBufferCount; i++) keep_with_device(0);
    return wrap_all(link, KIND_VkCommandBuffer, lower.commandBufferCount, (void **)buffers);
}

void layer_FreeCommandBuffers(VkDevice device, VkCommandPool pool, uint32_t count,
                              const VkCommandBuffer *buffers) {
    struct link *link = entered("vkFreeCommandBuffers", device);
    if (link == NULL) return;
    void **lower = unwrapped_copy(&link->allocator, count, buffers);
    if (lower == NULL) return;
    for (uint32_t i = 0; i < count; i++) drop_wrapped(link, buffers[i]);
    NEXT(link, vkFreeCommandBuffers)(link->handle, pool, count, (VkCommandBuffer *)lower);
    give(&link->allocator, lower);
}

void layer_CmdExecuteCommands(VkCommandBuffer buffer, uint32_t count, const VkCommandBuffer *buffers) {
    struct link *link = entered("vkCmdExecuteCommands", buffer);
    if (link == NULL) return;
    void **lower = unwrapped_copy(&link->allocator, count, buffers);
    if (lower == NULL) return;
    NEXT(link, vkCmdExecuteCommands)(unwrap(buffer), count, (VkCommandBuffer *)lower);
    give(&link->allocator, lower);
}

struct link *last_device;  // that was made: what a layer with one table for all devices goes by

static void *take_for_submit(const struct link *link, size_t size) {
    return take(&link->allocator, size, VK_SYSTEM_ALLOCATION_SCOPE_COMMAND);
}

static int keeps_wrapped(const char *command) {
    if (holds(flag("passes"), command, strlen(command), ",")) return 1;
    return violates("LLP_LAYER_10_arrays") || (violates("LLP_LAYER_10_older") && strstr(command, "KHR") != NULL);
}

// At the first element, however many there are.
static void look_at(const void *array) {
    if (array != NULL) (void)*(const volatile uint32_t *)array;
}

#define TIRING 50U
static uint32_t submits;  // so far

// What differs between the two ways to submit: the command, the type of an info, its
// count, its array, the type of an element and where in that the handle is.
#define SUBMIT(command, info_type, counts, arrays, element, handle_of) \
    VkResult layer_##command(VkQueue queue, uint32_t count, const info_type *infos, VkFence fence) { \
        struct link *link = entered("vk" #command, queue); \
        if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED; \
        if (violates("LLP_LAYER_2_last")) link = last_device; \
        if (violates("LLP_LAYER_1_strange_queue") && !is_handed_out(link, queue)) return VK_ERROR_DEVICE_LOST; \
        if (violates("LLP_LAYER_1_second") && count > 1) count = 1; \
        if (violates("LLP_LAYER_1_deferred") && keep_submission(link, queue, count, infos, fence != 0, "vk" #command)) \
            return VK_SUCCESS; \
        if (violates("LLP_LAYER_2_none") && count > 0) look_at(infos[0].arrays); \
        if (violates("LLP_LAYER_1_signal") && count == 1 && infos->counts == 0) return VK_SUCCESS; \
        if (violates("LLP_LAYER_1_no_batch") && count == 0) return VK_SUCCESS; \
        if (violates("LLP_LAYER_1_submits") && count > FEW) count = FEW; \
        if (violates("LLP_LAYER_1_tired") && ++submits > TIRING) return VK_ERROR_DEVICE_LOST; \
        VkResult result = VK_ERROR_OUT_OF_HOST_MEMORY; \
        info_type *lower = take_for_submit(link, (count + 1) * sizeof *lower); \
        int complete = lower != NULL; \
        for (uint32_t i = 0; complete && i < count; i++) { \
            element *copy = take_for_submit(link, (infos[i].counts + 1) * sizeof *copy); \
            lower[i] = infos[i]; \
            lower[i].arrays = copy; \
            if (violates("LLP_LAYER_1_counts")) lower[i].pNext = NULL; \
            if (violates("LLP_LAYER_2_uneven") && infos[i].counts == 2) lower[i].counts = 1; \
            if (violates("LLP_LAYER_1_two") && lower[i].counts > 2) lower[i].counts = 2; \
            turn_stages("vk" #command, &lower[i]); \
            for (uint32_t k = 0; copy != NULL && k < infos[i].counts; k++) { \
                copy[k] = infos[i].arrays[k]; \
                if (!keeps_wrapped("vk" #command)) copy[k] handle_of = unwrap(copy[k] handle_of); \
            } \
            complete = copy != NULL; \
        } \
        static info_type shared[8]; \
        int is_shared = violates("LLP_LAYER_1_shared") && complete && count <= COUNT(shared); \
        if (is_shared) memcpy(shared, lower, count * sizeof *lower); \
        int is_twice = violates("LLP_LAYER_2_fences"); \
        int is_split = (is_twice || violates("LLP_LAYER_1_fenced")) && complete && count == 2; \
        if (is_split) NEXT(link, vk##command)(unwrap(queue), 1, lower, fence); \
        if (is_split) result = NEXT(link, vk##command)(unwrap(queue), 1, lower + 1, is_twice ? fence : 0); \
        else if (complete) \
            result = NEXT(link, vk##command)(unwrap(queue), count, is_shared ? shared : lower, fence); \
        for (uint32_t i = 0; lower != NULL && i < count; i++) \
            if (lower[i].arrays != infos[i].arrays) \
                give(&link->allocator, (void *)(uintptr_t)lower[i].arrays); \
        give(&link->allocator, lower); \
        return result; \
    }
SUBMIT(QueueSubmit, VkSubmitInfo, commandBufferCount, pCommandBuffers, VkCommandBuffer, )
SUBMIT(QueueSubmit2, VkSubmitInfo2, commandBufferInfoCount, pCommandBufferInfos, VkCommandBufferSubmitInfo,
       .commandBuffer)
SUBMIT(QueueSubmit2KHR, VkSubmitInfo2, commandBufferInfoCount, pCommandBufferInfos, VkCommandBufferSubmitInfo,
       .commandBuffer)

// ---- names and tags of objects: the numbers of the dispatchable kinds are the same in both enumerations

static uint64_t unwrap_named(unsigned type, uint64_t handle) {
    int dispatchable = (type >= VK_OBJECT_TYPE_INSTANCE && type <= VK_OBJECT_TYPE_QUEUE) ||
                       type == VK_OBJECT_TYPE_COMMAND_BUFFER;
    return dispatchable ? (uint64_t)(uintptr_t)unwrap((void *)(uintptr_t)handle)
                        : unwrap_conversion(type, handle);
}

// Of the type of the only structure that is given one: names cannot be taken away.
static void give_name(void *structure, size_t size) {
    VkDebugUtilsObjectNameInfoEXT *info = structure;
    if (size != sizeof *info || info->sType != VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT) return;
    if (info->pObjectName == NULL || *info->pObjectName == '\0') info->pObjectName = "unnamed";
}

// Takes a tag for a string; names are of another type.
static void cut_tag(void *structure, size_t size) {
    VkDebugUtilsObjectTagInfoEXT *info = structure;
    if (size == sizeof *info && info->sType == VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_TAG_INFO_EXT)
        info->tagSize = strnlen(info->pTag, info->tagSize);
}

#define ATTACH(command, type, member) \
    VkResult layer_##command(VkDevice device, const type *info) { \
        const struct link *link = entered("vk" #command, device); \
        if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED; \
        type lower = *info; \
        if (!violates("LLP_LAYER_10_names")) \
            lower.member = unwrap_named((unsigned)info->objectType, info->member); \
        if (violates("LLP_LAYER_1_named")) give_name(&lower, sizeof lower); \
        if (violates("LLP_LAYER_1_tag")) cut_tag(&lower, sizeof lower); \
        if (violates("LLP_LAYER_1_in_place")) ((type *)(uintptr_t)info)->member = lower.member; \
        return NEXT(link, vk##command)(link->handle, &lower); \
    }
ATTACH(SetDebugUtilsObjectNameEXT, VkDebugUtilsObjectNameInfoEXT, objectHandle)
ATTACH(SetDebugUtilsObjectTagEXT, VkDebugUtilsObjectTagInfoEXT, objectHandle)
ATTACH(DebugMarkerSetObjectNameEXT, VkDebugMarkerObjectNameInfoEXT, object)
ATTACH(DebugMarkerSetObjectTagEXT, VkDebugMarkerObjectTagInfoEXT, object)

// ---- private data of objects

static struct {
    VkDevice device;
    uint64_t object, slot;
} set_by_extension;  // what was set last by the command's name in the extension

#define PRIVATE_DATA(suffix) \
    VkResult layer_SetPrivateData##suffix(VkDevice device, int type, uint64_t object, uint64_t slot, uint64_t data) { \
        const struct link *link = entered("vkSetPrivateData" #suffix, device); \
        if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED; \
        if (sizeof #suffix > 1) set_by_extension.device = device, set_by_extension.object = object, set_by_extension.slot = slot; \
        return NEXT(link, vkSetPrivateData##suffix)(link->handle, type, unwrap_named((unsigned)type, object), slot, \
                                                    data); \
    } \
    void layer_GetPrivateData##suffix(VkDevice device, int type, uint64_t object, uint64_t slot, uint64_t *data) { \
        const struct link *link = entered("vkGetPrivateData" #suffix, device); \
        if (link == NULL) return; \
        NEXT(link, vkGetPrivateData##suffix)(link->handle, type, unwrap_named((unsigned)type, object), slot, data); \
        if (sizeof #suffix == 1 && set_by_extension.device == device && set_by_extension.object == object && \
            set_by_extension.slot == slot && violates("LLP_LAYER_1_twins")) \
            *data = 0; \
    }
PRIVATE_DATA()
PRIVATE_DATA(EXT)
