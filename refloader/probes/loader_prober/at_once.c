// Several threads at once: each makes instances and devices of its own, and devices of an instance that all share.
// Each call has to reach its driver. See generated.h.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "generated.h"

#define THREADS 3U
#define ROUNDS 2U

struct thread {
    pthread_t id;
    uint64_t state;
    struct instance *shared;
    uint32_t number;
};
static pthread_barrier_t together;

static VkResult make(PFN_vkCreateDevice create, VkPhysicalDevice gpu, VkDevice *device) {
    const float priority = 1;
    const VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    const VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue};
    return create(gpu, &info, NULL, device);
}

// A device of whatever physical device: made, asked for its queue, ended. Gives its driver's instance, or NULL. On which
// thread a loader calls a driver without callbacks is its own choice: what counts are the driver's objects.
static struct below *use_device(VkInstance instance, VkPhysicalDevice gpu) {
    VkDevice device = NULL;
    VkQueue queue = NULL;
    PFN_vkDestroyDevice end = (PFN_vkDestroyDevice)get_instance_proc(instance, "vkDestroyDevice");
    PFN_vkGetDeviceQueue get = (PFN_vkGetDeviceQueue)get_instance_proc(instance, "vkGetDeviceQueue");
    VkResult result = make((PFN_vkCreateDevice)get_instance_proc(instance, "vkCreateDevice"), gpu, &device);
    if (result != VK_SUCCESS) {
        fail("threads", "vkCreateDevice on one of several threads returns %d, and no driver has refused", (int)result);
        return NULL;
    }
    get(device, 0, 0, &queue);
    struct below *lower = object_at(queue, IS_QUEUE, NULL);
    if (lower == NULL || (void *)lower->parent != (void *)device) {
        fail("threads", "vkGetDeviceQueue on one of several threads gives the queue of another device");
        return NULL;
    }
    end(device, NULL);
    if (lower->parent->is_alive) fail("threads", "vkDestroyDevice on one of several threads does not reach the driver of the device");
    return lower->parent->parent->parent;
}

static void use_instance(struct thread *thread) {
    const VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    PFN_vkCreateInstance create = (PFN_vkCreateInstance)get_instance_proc(NULL, "vkCreateInstance");
    VkInstance instance = NULL;
    VkPhysicalDevice gpus[MOST_LISTED];
    uint32_t counted = 0, room, expected;
    struct below *lower = NULL;
    if (create(&info, NULL, &instance) != VK_SUCCESS) return;
    PFN_vkEnumeratePhysicalDevices list = (PFN_vkEnumeratePhysicalDevices)get_instance_proc(instance, "vkEnumeratePhysicalDevices");
    list(instance, &counted, NULL);
    if (counted > 0 && counted < MOST_LISTED) {
        room = any_of(&thread->state, 2) ? 1 + any_of(&thread->state, counted) : counted;
        expected = room;
        VkResult result = list(instance, &room, gpus);
        // Of less than all, no sentence asks for as many as there is room for.
        if (room > expected || (expected == counted && room != counted) ||
            result != (expected < counted ? VK_INCOMPLETE : VK_SUCCESS))
            fail("threads", "vkEnumeratePhysicalDevices on one of several threads, with room for %u of %u, gives %u and returns %d", expected, counted, room, (int)result);
        else if (room > 0) lower = use_device(instance, gpus[any_of(&thread->state, room)]);
    }
    ((PFN_vkDestroyInstance)get_instance_proc(instance, "vkDestroyInstance"))(instance, NULL);
    if (lower != NULL && lower->is_alive) fail("threads", "vkDestroyInstance on one of several threads does not reach a driver of the instance");
}

static void *run(void *given) {
    struct thread *thread = given;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct instance *shared = thread->shared;
        pthread_barrier_wait(&together);
        if (shared != NULL) use_device(shared->handle, shared->gpu[any_of(&thread->state, shared->gpu_count)].handle);
        pthread_barrier_wait(&together);
        use_instance(thread);
    }
    return NULL;
}

void several_threads(void) {
    struct thread threads[THREADS];
    struct instance *shared = NULL;
    for (uint32_t i = 0; i < INSTANCES; i++)
        if (instances[i].is_used && instances[i].gpu_count > 0) shared = &instances[i];
    say("%u threads make and end devices%s and instances of their own", THREADS, shared == NULL ? "" : " of one instance,");
    threads_meet = 1;
    pthread_barrier_init(&together, NULL, THREADS);
    for (uint32_t i = 0; i < THREADS; i++) {
        threads[i] = (struct thread){.state = any_word(), .shared = shared, .number = i};
        pthread_create(&threads[i].id, NULL, run, &threads[i]);
    }
    for (uint32_t i = 0; i < THREADS; i++) pthread_join(threads[i].id, NULL);
    threads_meet = 0;
}
