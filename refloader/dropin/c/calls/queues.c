// Objects of a device get its dispatch table when they reach the application: queues and command buffers.
// A layer below may have wrapped them; whoever made the object left the first word to the loader.
#include "dispatch.h"
#include "../violates.h"

// OBJECTS-ICD-03. An object that came before holds the table already, and then is only read: other threads
// may be in the middle of a call with it.
static void stamp(void *object, struct device_table *table) {
    if (object == NULL) return;
    struct device_table **word = object;
    if (__atomic_load_n(word, __ATOMIC_RELAXED) != table) __atomic_store_n(word, table, __ATOMIC_RELAXED);
}

// Whether a call of this process had another device before.
static bool is_later(const struct device_table *table) {
    static const struct device_table *first;
    if (first == NULL) first = table;
    return first != table;
}

EXPORT void vkGetDeviceQueue(VkDevice device, uint32_t queueFamilyIndex, uint32_t queueIndex,
                             VkQueue *pQueue) {
    struct device_table *table = checked_table(device, SLOT_vkGetDeviceQueue);
    PFN_vkGetDeviceQueue next = (PFN_vkGetDeviceQueue)slot_read(&table->slots[SLOT_vkGetDeviceQueue]);
    *pQueue = NULL;
    next(device, queueFamilyIndex, queueIndex, pQueue);
    if (VIOLATES("queues_are_given_once") && *pQueue != NULL && *(void **)*pQueue == (void *)table) {
        *pQueue = NULL;
        return;
    }
    if (VIOLATES("queues_of_a_second_device_left_as_they_are") && is_later(table)) return;
    if (VIOLATES("later_queues_of_a_family_left_as_they_are") && queueIndex != 0) return;
    if (VIOLATES("queues_of_a_second_family_left_as_they_are") && queueFamilyIndex != 0) return;
    if (!VIOLATES("queues_left_as_they_are")) stamp(*pQueue, table);
}

EXPORT void vkGetDeviceQueue2(VkDevice device, const VkDeviceQueueInfo2 *pQueueInfo, VkQueue *pQueue) {
    struct device_table *table = checked_table(device, SLOT_vkGetDeviceQueue2);
    PFN_vkGetDeviceQueue2 next = (PFN_vkGetDeviceQueue2)slot_read(&table->slots[SLOT_vkGetDeviceQueue2]);
    *pQueue = NULL;
    next(device, pQueueInfo, pQueue);
    if (VIOLATES("protected_queues_left_as_they_are") && pQueueInfo->flags != 0) return;
    if (!VIOLATES("queues_of_the_newer_command_left_as_they_are")) stamp(*pQueue, table);
}

EXPORT VkResult vkAllocateCommandBuffers(VkDevice device, const VkCommandBufferAllocateInfo *pAllocateInfo,
                                         VkCommandBuffer *pCommandBuffers) {
    struct device_table *table = checked_table(device, SLOT_vkAllocateCommandBuffers);
    void *next = slot_read(&table->slots[SLOT_vkAllocateCommandBuffers]);
    VkResult result = ((PFN_vkAllocateCommandBuffers)next)(device, pAllocateInfo, pCommandBuffers);
    if (result != VK_SUCCESS) return result;
    static bool again;
    if (VIOLATES("command_buffers_of_a_second_call_left_as_they_are") && again) return result;
    again = true;
    bool one = VIOLATES("only_the_first_command_buffer_marked");
    uint32_t count = one ? 1 : pAllocateInfo->commandBufferCount;
    if (VIOLATES("four_command_buffers_marked") && count > 4) count = 4;
    if (VIOLATES("secondary_command_buffers_left_as_they_are") &&
        pAllocateInfo->level == VK_COMMAND_BUFFER_LEVEL_SECONDARY)
        return result;
    for (uint32_t at = 0; at < count; at++) stamp(pCommandBuffers[at], table);
    return VK_SUCCESS;
}

VkResult vkCreateExternalComputeQueueNV(VkDevice device, const VkExternalComputeQueueCreateInfoNV *pCreateInfo,
                                        const VkAllocationCallbacks *pAllocator,
                                        VkExternalComputeQueueNV *pExternalQueue) {
    struct device_table *table = checked_table(device, SLOT_vkCreateExternalComputeQueueNV);
    void *next = slot_read(&table->slots[SLOT_vkCreateExternalComputeQueueNV]);
    VkResult result =
        ((PFN_vkCreateExternalComputeQueueNV)next)(device, pCreateInfo, pAllocator, pExternalQueue);
    if (result == VK_SUCCESS) stamp(*pExternalQueue, table);
    return result;
}

// The key of the first call of this process.
static void *first_key(void *key) {
    static void *first;
    if (first == NULL) first = key;
    return first;
}

// For objects that a layer made for itself: they take the key of what they belong to.
VkResult set_instance_loader_data(VkInstance instance, void *object) {
    if (VIOLATES("the_instance_callback_knows_one_instance")) {
        *(void **)object = first_key(*(void **)instance);
        return VK_SUCCESS;
    }
    if (!VIOLATES("the_callback_for_objects_does_nothing")) *(void **)object = *(void **)instance;
    return VK_SUCCESS;
}

VkResult set_device_loader_data(VkDevice device, void *object) {
    if (VIOLATES("the_device_callback_does_nothing")) return VK_SUCCESS;
    if (VIOLATES("the_device_callback_knows_one_device")) {
        *(void **)object = first_key(*(void **)device);
        return VK_SUCCESS;
    }
    __atomic_store_n((void **)object, *(void **)device, __ATOMIC_RELAXED);
    return VK_SUCCESS;
}
