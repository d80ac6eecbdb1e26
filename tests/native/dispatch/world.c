#include "world.h"

#include "../../../refloader/native/generated/slow_entries.h"

struct world world;

static PFN_vkVoidFunction find(const struct offer *offers, const char *name) {
    for (; offers != NULL && offers->name != NULL; offers++) {
        if (strcmp(offers->name, name) == 0) return (PFN_vkVoidFunction)offers->function;
    }
    return NULL;
}

static PFN_vkVoidFunction top_gipa(VkInstance instance, const char *name) {
    if (world.top == NULL) return terminator_vkGetInstanceProcAddr((VkInstance)&world.instance, name);
    EXPECT(instance == world.instance.inner);
    return find(world.top, name);
}

static PFN_vkVoidFunction top_gpdpa(VkInstance instance, const char *name) {
    EXPECT(instance == world.instance.inner);
    return find(world.top_gpdpa, name);
}

static PFN_vkVoidFunction top_gdpa(VkDevice device, const char *name) {
    EXPECT(device == world_device());
    if (world.top_gdpa == NULL) return terminator_vkGetDeviceProcAddr(device, name);
    return find(world.top_gdpa, name);
}

static PFN_vkVoidFunction driver_gipa(VkInstance instance, const char *name) {
    return find(world.driver[instance == DRIVER_INSTANCE(1)], name);
}

static PFN_vkVoidFunction driver_gpdpa(VkInstance instance, const char *name) {
    return find(world.driver_gpdpa[instance == DRIVER_INSTANCE(1)], name);
}

static PFN_vkVoidFunction driver_gdpa(VkDevice device, const char *name) {
    EXPECT(device == world_device());
    return find(world.driver_gdpa, name);
}

static void start_driver(unsigned index) {
    struct driver *driver = &world.drivers[index];
    driver->table = calloc(1, refloader_instance_table_size);
    driver->handle = DRIVER_INSTANCE(index);
    driver->gipa = driver_gipa;
    driver->gpdpa = driver_gpdpa;
    driver->index = index;
    world.driver_list[index] = driver;
    refloader_fill_driver_table(driver);
}

static void start_device(void) {
    world.table = calloc(1, refloader_device_table_size);
    world.table->magic = DEVICE_MAGIC;
    world.table->instance = &world.instance;
    world.table->driver = &world.drivers[1];
    world.table->driver_gdpa = driver_gdpa;
    world.table->top_gdpa = top_gdpa;
    world.table->driver_device = world_device();
    world.table->device = world_device();
    world.device[0] = world.table;
    refloader_fill_device_table(world.table);
    refloader_add_device(world.table);
}

void world_start(void) {
    struct instance *instance = &world.instance;
    instance->table = calloc(1, refloader_instance_table_size);
    instance->magic = INSTANCE_MAGIC;
    instance->inner = TOP_INSTANCE;
    instance->top_gipa = top_gipa;
    instance->top_gpdpa = world.top == NULL ? terminator_gpdpa : top_gpdpa;
    if (world.top == NULL) instance->inner = (VkInstance)instance;
    start_driver(0);
    start_driver(1);
    instance->drivers = world.driver_list;
    instance->driver_count = 2;
    world.below = (struct driver_device){.magic = DRIVER_DEVICE_MAGIC, .handle = DRIVER_PHYSICAL_DEVICE};
    world.below.driver = &world.drivers[1];
    world.above =
        (struct physical_device){instance->table, PHYSICAL_DEVICE_MAGIC, TOP_PHYSICAL_DEVICE, instance};
    if (world.top == NULL) world.above.inner = world_driver_device();
    refloader_fill_instance_table(instance);
    refloader_add_instance(instance);
    start_device();
}

// Nobody else is there.
struct thread *turn_begin(void) { return NULL; }
void turn_end(struct thread *self) { (void)self; }

void machine_stderr(const char *text) {
    fputs(text, stderr);
}

// Python is not there to answer these.
#define RETURN_RESULT VkResult
#define RETURN_VOID VkResult
#define SLOW(symbol, exported, result, parameters) \
    RETURN_##result symbol(void); \
    RETURN_##result symbol(void) { \
        return VK_ERROR_UNKNOWN; \
    }
REFLOADER_SLOW_ENTRIES(SLOW)

int main(int count, char **words) {
    const struct check *const lists[] = {stub_checks, lookup_checks, bottom_checks, emulation_checks,
                                         observe_checks};
    for (size_t at = 0; at < sizeof lists / sizeof *lists; at++) {
        for (const struct check *check = lists[at]; check->name != NULL; check++) {
            if (count < 2) {
                puts(check->name);
            } else if (strcmp(check->name, words[1]) == 0) {
                check->run();
                return 0;
            }
        }
    }
    return count < 2 ? 0 : 2;
}
