// The act "allocators": an instance, a device and a few objects with allocation callbacks, one set for each kind of
// object, first with memory for all, then with none for a single allocation.
//
// allocators.plain     {"instance": result, "devices": number, "device": result, OBJECT: result...}, as far as it came
// allocators.made, allocators.device_gone, allocators.gone   while everything is there, after vkDestroyDevice, and after
//                      vkDestroyInstance: {"taken": {KIND: allocations}, "alive": [command, object, cache, device,
//                      instance], "internal", "wrong_frees", "wrong_owners", "wrong_alignments", "wrong_scopes", "used_later"}
// allocators.used.KIND        {"taken", "used_later", "alive"} after an object of this kind was used again and again and destroyed; see pools.c
// allocators.lent      {"made": objects without callbacks, of a device and an instance with them, whose structures are others
//                      since, "used_later": calls by these structures}
// allocators.beside.ORDER     the same after two devices of one instance are destroyed in this order, and the instance
// allocators.failing.KIND.NUMBER   the allocation of this number (counted with 1) gets NULL: {"refused": whether it came
//                      to that, "result" (of an instance also that of vkEnumeratePhysicalDevices), and after what was
//                      made is destroyed "alive" in all scopes, "wrong_frees", "wrong_owners"}
// allocators.many.NUMBER   the same while several command buffers are allocated by one call: {"refused", "result", "left":
//                      how many elements of the array are not NULL}
// allocators.others    the same of objects that are made of others or are of later versions: {"made": their number, "leaving": the creating
//                      commands of those that left something, "alive" in
//                      the scopes of commands and objects after they are destroyed, "wrong_frees", ...}
// allocators.pipelines.KIND.NUMBER   the same while two pipelines ("compute" or "graphics") are made by one call: {"refused",
//                      "result", "missing": elements of the array that are NULL, "alive" after the others are destroyed}
#include <stdio.h>
#include <string.h>

#include "../../../native/generated/vk_core.h"
#include "../../application/callbacks.h"
#include "../driver_prober.h"
#include "../kinds.h"
#include "../lives.h"
#include "../made_of_others.h"
#include "../pools.h"
#include "../process.h"

#define MOST_FAILING 24  // allocations of one kind of object that fail, each in its turn
#define LONGEST 0.2      // of the time that the process has: for each kind of object

// Each of the first FAILING kinds is also made where memory fails.
enum { FAILING = 7 };

// What an object is made of; ``instance`` and ``physical`` are unused for an instance, ``device`` for both.
struct parents {
    VkInstance instance;
    VkPhysicalDevice physical;
    VkDevice device;
};

static VkResult make_object(const struct parents *of, const struct kind *kind, uint64_t *handle) {
    return kind_make(of->instance, of->device, kind, callbacks_of(kind->name), handle);
}

static void end_object(const struct parents *of, const struct kind *kind, uint64_t handle) {
    kind_end(of->instance, of->device, kind, callbacks_of(kind->name), handle);
}

// The structure that was handed out last becomes another one, as the application may free or alter it after the call.
static void take_back(void) { callbacks_of("nobody"); }

// ---- memory for all

static void say_counts(const char *label) {
    struct callbacks_counts counts = callbacks_counts();
    open_answer(label);
    open_object("taken");
    say_number("instance", callbacks_taken("instance"));
    say_number("device", callbacks_taken("device"));
    for (size_t i = 0; i < COUNT(kinds); i++) say_number(kinds[i].name, callbacks_taken(kinds[i].name));
    close_object();
    open_list("alive");
    for (size_t i = 0; i < CALLBACK_SCOPES; i++) say_number(NULL, counts.alive[i]);
    close_list();
    say_number("internal", counts.internal);
    say_number("wrong_frees", counts.wrong_frees);
    say_number("wrong_owners", counts.wrong_owners);
    say_number("wrong_alignments", counts.wrong_alignments);
    say_number("wrong_scopes", counts.wrong_scopes);
    say_number("used_later", counts.used_later);
    close_answer();
}

static void say_plain(const struct made *instance, uint32_t devices, const struct made *device,
                      const VkResult *results) {
    open_answer("allocators.plain");
    say_number("instance", instance->result);
    say_number("devices", devices);
    if (devices > 0) say_number("device", device->result);
    for (size_t i = 0; device->handle != NULL && i < COUNT(kinds); i++) say_number(kinds[i].name, results[i]);
    close_answer();
}

#define FIND(of, name) ((PFN_##name)device_function((of)->instance, (of)->device, #name))

static void use_event(const struct parents *of, VkEvent event) {
    PFN_vkSetEvent set = FIND(of, vkSetEvent);
    PFN_vkGetEventStatus ask = FIND(of, vkGetEventStatus);
    PFN_vkResetEvent reset = FIND(of, vkResetEvent);
    if (set == NULL || ask == NULL || reset == NULL || set(of->device, event) != VK_SUCCESS) return;
    if (ask(of->device, event) >= VK_SUCCESS) reset(of->device, event);
}

static void use_fence(const struct parents *of, VkFence fence) {
    PFN_vkGetFenceStatus ask = FIND(of, vkGetFenceStatus);
    PFN_vkResetFences reset = FIND(of, vkResetFences);
    if (ask != NULL && reset != NULL && ask(of->device, fence) >= VK_SUCCESS) reset(of->device, 1, &fence);
}

static void use_buffer(const struct parents *of, VkBuffer buffer) {
    PFN_vkGetBufferMemoryRequirements ask = FIND(of, vkGetBufferMemoryRequirements);
    VkMemoryRequirements need;
    if (ask != NULL) ask(of->device, buffer, &need);
}

// The commands of objects that take no callbacks: the structures of their makers are the application's again.
static void use_objects(const struct parents *of, const uint64_t *handles, const VkResult *results) {
    for (size_t i = 0; i < COUNT(kinds); i++) {
        if (results[i] != VK_SUCCESS) continue;
        if (strcmp(kinds[i].name, "event") == 0) use_event(of, (VkEvent)handles[i]);
        if (strcmp(kinds[i].name, "fence") == 0) use_fence(of, (VkFence)handles[i]);
        if (strcmp(kinds[i].name, "buffer") == 0) use_buffer(of, (VkBuffer)handles[i]);
    }
}

static void use_device(VkInstance instance, const struct made *owner) {
    struct parents of = {.instance = instance};
    struct made device = {0};
    uint64_t handles[COUNT(kinds)];
    VkResult results[COUNT(kinds)];
    uint32_t count = physical_devices(instance, &of.physical, 1, NULL);
    if (count > 0) kinds_of(instance, of.physical);
    if (count > 0) device = make_device(instance, of.physical, &(struct wish){.allocator = callbacks_of("device")});
    of.device = device.handle;
    for (size_t i = 0; of.device != NULL && i < COUNT(kinds); i++)
        results[i] = make_object(&of, &kinds[i], &handles[i]);
    say_plain(owner, count, &device, results);
    say_counts("allocators.made");
    if (of.device == NULL) return;
    take_back();
    use_objects(&of, handles, results);
    for (size_t i = 0; i < COUNT(kinds); i++)
        if (results[i] == VK_SUCCESS) end_object(&of, &kinds[i], handles[i]);
    destroy_device(instance, of.device, callbacks_of("device"));
    say_counts("allocators.device_gone");
}

static void with_memory(void) {
    begin("allocators.plain");
    struct made instance = make_instance(&(struct wish){.allocator = callbacks_of("instance")});
    if (instance.handle != NULL) {
        use_device(instance.handle, &instance);
        destroy_instance(instance.handle, callbacks_of("instance"));
    } else {
        say_plain(&instance, 0, &(struct made){0}, NULL);
    }
    say_counts("allocators.gone");
}

// ---- structures that are the application's again

static uint32_t make_without(const struct parents *of) {
    uint32_t count = 0;
    for (size_t i = 0; i < COUNT(kinds); i++) {
        uint64_t handle;
        if (kind_make(of->instance, of->device, &kinds[i], NULL, &handle) != VK_SUCCESS) continue;
        kind_end(of->instance, of->device, &kinds[i], NULL, handle);
        count++;
    }
    return count;
}

static void lent(void) {
    struct parents of = {0};
    uint32_t count = 0;
    begin("allocators.lent");
    callbacks_count_anew();
    of.instance = make_instance(&(struct wish){.allocator = callbacks_of("instance")}).handle;
    if (of.instance == NULL) return;
    take_back();
    if (physical_devices(of.instance, &of.physical, 1, NULL) > 0) {
        kinds_of(of.instance, of.physical);
        of.device = make_device(of.instance, of.physical, &(struct wish){.allocator = callbacks_of("device")}).handle;
        take_back();
    }
    if (of.device != NULL) {
        count = make_without(&of);
        destroy_device(of.instance, of.device, callbacks_of("device"));
    }
    destroy_instance(of.instance, callbacks_of("instance"));
    open_answer("allocators.lent");
    say_number("made", count);
    say_number("used_later", callbacks_counts().used_later);
    close_answer();
}

// ---- two devices beside each other

static void beside(const char *label, int first) {
    static const char *const owners[] = {"device", "device_beside"};
    VkPhysicalDevice physical;
    VkDevice devices[COUNT(owners)] = {NULL, NULL};
    begin(label);
    callbacks_count_anew();
    struct made instance = make_instance(&(struct wish){.allocator = callbacks_of("instance")});
    if (instance.handle == NULL) return;
    uint32_t count = physical_devices(instance.handle, &physical, 1, NULL);
    for (size_t i = 0; count > 0 && i < COUNT(owners); i++)
        devices[i] = make_device(instance.handle, physical, &(struct wish){.allocator = callbacks_of(owners[i])}).handle;
    for (size_t i = 0; i < COUNT(owners); i++) {
        size_t which = (i + (size_t)first) % COUNT(owners);
        if (devices[which] != NULL) destroy_device(instance.handle, devices[which], callbacks_of(owners[which]));
    }
    destroy_instance(instance.handle, callbacks_of("instance"));
    if (devices[0] != NULL && devices[1] != NULL) say_counts(label);
}

// ---- no memory for one

static VkResult instance_once(const struct parents *unused, const struct kind *none) {
    (void)unused, (void)none;
    VkPhysicalDevice physical;
    struct made made = make_instance(&(struct wish){.allocator = callbacks_of("instance")});
    if (made.handle != NULL) physical_devices(made.handle, &physical, 1, &made.result);
    callbacks_refuse(0);
    if (made.handle != NULL) destroy_instance(made.handle, callbacks_of("instance"));
    return made.result;
}

static VkResult device_once(const struct parents *of, const struct kind *none) {
    (void)none;
    struct made made = make_device(of->instance, of->physical, &(struct wish){.allocator = callbacks_of("device")});
    callbacks_refuse(0);
    if (made.handle != NULL) destroy_device(of->instance, made.handle, callbacks_of("device"));
    return made.result;
}

static VkResult object_once(const struct parents *of, const struct kind *kind) {
    uint64_t handle;
    VkResult result = make_object(of, kind, &handle);
    callbacks_refuse(0);
    if (result == VK_SUCCESS) end_object(of, kind, handle);
    return result;
}

typedef VkResult (*attempt)(const struct parents *, const struct kind *);

// How many allocations it takes when none fails.
static int64_t needs(attempt once, const struct parents *of, const struct kind *kind, const char *name) {
    int64_t before = callbacks_taken(name);
    once(of, kind);
    return callbacks_taken(name) - before;
}

static void fail_one(attempt once, const struct parents *of, const struct kind *kind, const char *name,
                     int64_t number) {
    char label[128];
    int64_t alive = 0;
    snprintf(label, sizeof label, "allocators.failing.%s.%lld", name, (long long)number);
    begin(label);
    callbacks_count_anew();
    callbacks_refuse(number);
    int64_t before = callbacks_taken(name);
    VkResult result = once(of, kind);
    struct callbacks_counts counts = callbacks_counts();
    for (size_t i = 0; i < CALLBACK_SCOPES; i++) alive += counts.alive[i];
    open_answer(label);
    say_flag("refused", callbacks_taken(name) - before >= number);
    say_number("result", result);
    say_number("alive", alive);
    say_number("wrong_frees", counts.wrong_frees);
    say_number("wrong_owners", counts.wrong_owners);
    close_answer();
}

// The first, the last, and some between where there are many.
static void fail_each(attempt once, const struct parents *of, const struct kind *kind, const char *name) {
    double start = seconds(), longest = share_of_time(LONGEST);
    int64_t all = needs(once, of, kind, name), tried = all < MOST_FAILING ? all : MOST_FAILING;
    for (int64_t i = 0; i < tried && seconds() - start < longest; i++)
        fail_one(once, of, kind, name, tried == 1 ? 1 : 1 + i * (all - 1) / (tried - 1));
}

// ---- no memory for one of several command buffers

enum { MANY = 4, MOST_REFUSED = 12 };

static int64_t allocate_many(const struct parents *of, VkCommandPool pool, int64_t number) {
    char label[64];
    int64_t left = 0, before = callbacks_taken("buffers");
    VkCommandBuffer buffers[MANY];
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandPool = pool,
                                        .commandBufferCount = MANY};
    PFN_vkAllocateCommandBuffers allocate =
        (PFN_vkAllocateCommandBuffers)device_function(of->instance, of->device, "vkAllocateCommandBuffers");
    PFN_vkFreeCommandBuffers give_back =
        (PFN_vkFreeCommandBuffers)device_function(of->instance, of->device, "vkFreeCommandBuffers");
    if (allocate == NULL || give_back == NULL) return 0;
    memset(buffers, 0xA5, sizeof buffers);
    snprintf(label, sizeof label, "allocators.many.%lld", (long long)number);
    begin(label);
    callbacks_refuse(number);
    VkResult result = allocate(of->device, &info, buffers);
    callbacks_refuse(0);
    int64_t taken = callbacks_taken("buffers") - before;
    for (int i = 0; i < MANY; i++) left += buffers[i] != NULL;
    open_answer(label);
    say_flag("refused", taken >= number);
    say_number("result", result);
    say_number("left", left);
    close_answer();
    if (result == VK_SUCCESS) give_back(of->device, pool, MANY, buffers);
    return taken >= number;
}

static void without_memory_for_many(const struct parents *of) {
    VkCommandPool pool;
    VkCommandPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    PFN_vkCreateCommandPool create =
        (PFN_vkCreateCommandPool)device_function(of->instance, of->device, "vkCreateCommandPool");
    PFN_vkDestroyCommandPool end =
        (PFN_vkDestroyCommandPool)device_function(of->instance, of->device, "vkDestroyCommandPool");
    if (create == NULL || end == NULL) return;
    begin("allocators.many");
    if (create(of->device, &info, callbacks_of("buffers"), &pool) != VK_SUCCESS) return;
    for (int64_t number = 1; number <= MOST_REFUSED && allocate_many(of, pool, number);) number++;
    end(of->device, pool, callbacks_of("buffers"));
}

static void without_memory(void) {
    struct parents of = {0};
    begin("allocators.failing.instance");
    fail_each(instance_once, &of, NULL, "instance");
    of.instance = make_instance(&(struct wish){0}).handle;
    if (of.instance == NULL) return;
    if (physical_devices(of.instance, &of.physical, 1, NULL) > 0) {
        kinds_of(of.instance, of.physical);
        fail_each(device_once, &of, NULL, "device");
        of.device = make_device(of.instance, of.physical, &(struct wish){0}).handle;
    }
    for (size_t i = 0; of.device != NULL && i < FAILING; i++)
        fail_each(object_once, &of, &kinds[i], kinds[i].name);
    if (of.device != NULL) without_memory_for_many(&of);
    begin("allocators.end");
    if (of.device != NULL) destroy_device(of.instance, of.device, NULL);
    destroy_instance(of.instance, NULL);
}

void probe_allocators(void) {
    callbacks_use();
    enter("allocators");
    live_once();
    with_memory();
    beside("allocators.beside.first", 0);
    beside("allocators.beside.second", 1);
    use_pools();
    lent();
    make_of_others();
    callbacks_count_anew();
    without_memory();
}
