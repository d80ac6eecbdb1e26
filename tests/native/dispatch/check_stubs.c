// The stubs: where they lead, and that they leave every parameter alone.
#include <pthread.h>

#include "world.h"

struct call {
    const void *handle;
    uint64_t words[9];
    double numbers[8];
    unsigned count;
};
static struct call seen;

typedef uint64_t (*many_parameters)(const void *handle, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t,
                                    uint64_t, uint64_t, uint64_t, uint64_t, double, double, double, double,
                                    double, double, double, double);

static uint64_t target(const void *handle, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e,
                       uint64_t f, uint64_t g, uint64_t h, uint64_t i, double j, double k, double l, double m,
                       double n, double o, double p, double q) {
    seen = (struct call){handle, {a, b, c, d, e, f, g, h, i}, {j, k, l, m, n, o, p, q}, seen.count + 1};
    return 0x123456789ABCDEF0;
}

static void wrong_target(void) {
    fputs("a stub used another slot than its own\n", stderr);
    exit(1);
}

static void call_through(const void *stub, const void *handle, const void *arriving) {
    seen.count = 0;
    uint64_t answer = ((many_parameters)(uintptr_t)stub)(handle, 1, ~2ULL, 3, 4, 5, 6, 7, 8, ~9ULL, 0.5, 1.5,
                                                         2.5, 3.5, 4.5, 5.5, 6.5, 7.5);
    EXPECT(answer == 0x123456789ABCDEF0);
    EXPECT(seen.count == 1 && seen.handle == arriving);
    const uint64_t words[9] = {1, ~2ULL, 3, 4, 5, 6, 7, 8, ~9ULL};
    EXPECT(memcmp(seen.words, words, sizeof words) == 0);
    for (int at = 0; at < 8; at++) EXPECT(seen.numbers[at] == 0.5 + at);
}

// The slot alone leads to the target.
static void only(void **table, unsigned count, unsigned slot) {
    for (unsigned at = 0; at < count; at++) table[at] = (void *)wrong_target;
    table[slot] = (void *)target;
}

static void trampolines_of_the_instance_table(void) {
    static const struct offer nothing[] = {{NULL, NULL}};
    world.top = nothing;
    world_start();
    for (unsigned slot = 0; slot < INSTANCE_SLOTS + RESERVED_SLOTS; slot++) {
        const struct command *command = slot < INSTANCE_SLOTS ? command_at(LEVEL_INSTANCE, slot) : NULL;
        if (command != NULL && command->trampoline != IS_STUB) continue;
        only(world.instance.table, INSTANCE_SLOTS + RESERVED_SLOTS, slot);
        void *stub = stub_at(refloader_instance_trampolines, slot);
        if (command != NULL) EXPECT(stub == command_trampoline(command));
        if (command != NULL && command->level == LEVEL_INSTANCE) {
            call_through(stub, &world.instance, TOP_INSTANCE);
        } else {
            call_through(stub, &world.above, TOP_PHYSICAL_DEVICE);
        }
    }
}

static void terminators(void) {
    world_start();
    for (unsigned slot = 0; slot < INSTANCE_SLOTS + RESERVED_SLOTS; slot++) {
        const struct command *command = slot < INSTANCE_SLOTS ? command_at(LEVEL_INSTANCE, slot) : NULL;
        if (command != NULL && command->terminator != IS_STUB) continue;
        only(world.drivers[1].table, INSTANCE_SLOTS + RESERVED_SLOTS, slot);
        only(world.drivers[0].table, INSTANCE_SLOTS + RESERVED_SLOTS, (slot + 1) % INSTANCE_SLOTS);
        call_through(stub_at(refloader_terminators, slot), &world.below, DRIVER_PHYSICAL_DEVICE);
    }
}

static void device_trampolines(void) {
    world_start();
    for (unsigned slot = 0; slot < DEVICE_SLOTS + RESERVED_SLOTS; slot++) {
        const struct command *command = slot < DEVICE_SLOTS ? command_at(LEVEL_DEVICE, slot) : NULL;
        if (command != NULL && command->trampoline != IS_STUB) continue;
        only(world.table->slots, DEVICE_SLOTS + RESERVED_SLOTS, slot);
        call_through(stub_at(refloader_device_trampolines, slot), world.device, world.device);
    }
}

static void first_call_finds_the_function(void) {
    static const struct offer driver[] = {{"vkCmdDrawMeshTasksEXT", (void *)target}, {NULL, NULL}};
    world.driver_gdpa = driver;
    world_start();
    const void *stub = command_trampoline(command_find("vkCmdDrawMeshTasksEXT"));

    EXPECT(world.table->slots[SLOT_vkCmdDrawMeshTasksEXT] != (void *)target);
    call_through(stub, world.device, world.device);
    EXPECT(world.table->slots[SLOT_vkCmdDrawMeshTasksEXT] == (void *)target);
    call_through(stub, world.device, world.device);
}

static void exported_functions_are_there(void) {
    static const struct offer driver[] = {{"vkCmdDraw", (void *)target}, {NULL, NULL}};
    world.driver_gdpa = driver;
    world_start();
    EXPECT(world.table->slots[SLOT_vkCmdDraw] == (void *)target);
    EXPECT(world.table->slots[SLOT_vkQueueSubmit] == missing_above(command_find("vkQueueSubmit")));
}

static void absent_functions_say_so(void) {
    world_start();
    PFN_vkQueueSubmit submit = (PFN_vkQueueSubmit)command_trampoline(command_find("vkQueueSubmit"));
    EXPECT(submit((VkQueue)world.device, 0, NULL, NULL) == VK_ERROR_EXTENSION_NOT_PRESENT);
    PFN_vkVoidFunction xcb = command_trampoline(command_find("vkGetPhysicalDeviceXcbPresentationSupportKHR"));
    EXPECT(((VkBool32 (*)(VkPhysicalDevice))xcb)(world_physical_device()) == VK_FALSE);
}

static void *draw(void *stub) {
    for (int at = 0; at < 1000; at++) ((void (*)(void *))stub)(world.device);
    return NULL;
}

static void nothing(void *device) {
    EXPECT(device == world.device);
}

static void many_threads_find_the_function(void) {
    static const struct offer driver[] = {{"vkCmdDrawMeshTasksEXT", (void *)nothing}, {NULL, NULL}};
    world.driver_gdpa = driver;
    world_start();
    pthread_t threads[8];
    void *stub = command_trampoline(command_find("vkCmdDrawMeshTasksEXT"));
    for (int at = 0; at < 8; at++) pthread_create(&threads[at], NULL, draw, stub);
    for (int at = 0; at < 8; at++) pthread_join(threads[at], NULL);
}

static void abort_device_null(void) {
    world_start();
    ((void (*)(void *))(uintptr_t)command_trampoline(command_find("vkCmdDraw")))(NULL);
}

static void abort_device_foreign(void) {
    static void *foreign[20], *object[1] = {foreign};
    world_start();
    ((void (*)(void *))(uintptr_t)command_trampoline(command_find("vkQueueSubmit")))(object);
}

static void abort_device_destroyed(void) {
    world_start();
    refloader_remove_device(world.table);
    PFN_vkGetDeviceQueue get = (PFN_vkGetDeviceQueue)command_trampoline(command_find("vkGetDeviceQueue"));
    VkQueue queue;
    get(world_device(), 0, 0, &queue);
}

static void abort_instance_destroyed(void) {
    world_start();
    refloader_remove_instance(&world.instance);
    ((void (*)(void *))command_trampoline(command_find("vkDestroySurfaceKHR")))(&world.instance);
}

static void abort_physical_device_foreign(void) {
    world_start();
    ((void (*)(void *))command_trampoline(command_find("vkGetPhysicalDeviceProperties")))(&world.below);
}

static void abort_terminator_null(void) {
    world_start();
    ((void (*)(void *))command_terminator(command_find("vkGetPhysicalDeviceProperties")))(NULL);
}

static void abort_terminator_foreign(void) {
    world_start();
    ((void (*)(void *, void *))command_terminator(command_find("vkGetPhysicalDeviceFeatures2")))(&world.above,
                                                                                                 NULL);
}

const struct check stub_checks[] = {
    {"trampolines-of-the-instance-table", trampolines_of_the_instance_table},
    {"terminators", terminators},
    {"device-trampolines", device_trampolines},
    {"first-call-finds-the-function", first_call_finds_the_function},
    {"exported-functions-are-there", exported_functions_are_there},
    {"absent-functions-say-so", absent_functions_say_so},
    {"many-threads-find-the-function", many_threads_find_the_function},
    {"abort:vkCmdDraw:VkCommandBuffer", abort_device_null},
    {"abort:vkQueueSubmit:VkQueue", abort_device_foreign},
    {"abort:vkGetDeviceQueue:VkDevice", abort_device_destroyed},
    {"abort:vkDestroySurfaceKHR:VkInstance", abort_instance_destroyed},
    {"abort:vkGetPhysicalDeviceProperties:VkPhysicalDevice", abort_physical_device_foreign},
    {"abort:vkGetPhysicalDeviceProperties:VkPhysicalDevice (passed down by a layer)", abort_terminator_null},
    {"abort:vkGetPhysicalDeviceFeatures2:VkPhysicalDevice (passed down by a layer)",
     abort_terminator_foreign},
    {NULL, NULL},
};
