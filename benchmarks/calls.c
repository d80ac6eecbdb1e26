// calls LIBRARY WHAT: measures one libvulkan and prints lines "name value". Never compares.
//   calls   nanoseconds of one call, the least of many batches: what disturbs a batch only ever adds
//   cycles  microseconds of one create and destroy, the median of many
//   first   milliseconds of the process's first vkCreateInstance, without and with opening the library
//   usual   milliseconds of what most programs begin with: extensions, layers, an instance, devices, a device
//   chain   microseconds of one call through the chain, the median of few batches: a recording has room for them
//   memory  kilobytes resident after 2,000 cycles, how many more after 10,000 others, and resident with a device
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "loader_interface.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define BATCHES 600
#define CALLS 2000
#define CYCLES 300
#define MUST(condition) \
    do { \
        if (!(condition)) { \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            exit(1); \
        } \
    } while (0)
#define LOOK_UP(command) PFN_vk##command command = (PFN_vk##command)dlsym(library, "vk" #command)

static void *library;
static PFN_vkCreateInstance create_instance;
static PFN_vkDestroyInstance destroy_instance;
static PFN_vkCreateDevice create_device;
static PFN_vkDestroyDevice destroy_device;
static PFN_vkEnumeratePhysicalDevices enumerate_devices;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void open_library(const char *path) {
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    MUST(library != NULL);
    create_instance = (PFN_vkCreateInstance)dlsym(library, "vkCreateInstance");
    destroy_instance = (PFN_vkDestroyInstance)dlsym(library, "vkDestroyInstance");
    create_device = (PFN_vkCreateDevice)dlsym(library, "vkCreateDevice");
    destroy_device = (PFN_vkDestroyDevice)dlsym(library, "vkDestroyDevice");
    enumerate_devices = (PFN_vkEnumeratePhysicalDevices)dlsym(library, "vkEnumeratePhysicalDevices");
}

static VkInstance make_instance(void) {
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                     .apiVersion = VK_MAKE_API_VERSION(0, 1, 3, 0)};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .pApplicationInfo = &application};
    VkInstance instance = NULL;
    MUST(create_instance(&info, NULL, &instance) == VK_SUCCESS);
    return instance;
}

static VkPhysicalDevice only_device(VkInstance instance) {
    VkPhysicalDevice device = NULL;
    uint32_t count = 1;
    MUST(enumerate_devices(instance, &count, &device) == VK_SUCCESS && count == 1);
    return device;
}

static VkDevice make_device(VkPhysicalDevice physical) {
    float priority = 1.0F;
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueCount = 1,
                                     .pQueuePriorities = &priority};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue};
    VkDevice device = NULL;
    MUST(create_device(physical, &info, NULL, &device) == VK_SUCCESS);
    return device;
}

static VkCommandBuffer make_buffer(VkDevice device) {
    LOOK_UP(CreateCommandPool);
    LOOK_UP(AllocateCommandBuffers);
    VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                        .commandBufferCount = 1};
    VkCommandBuffer buffer = NULL;
    MUST(CreateCommandPool(device, &pool_info, NULL, &info.commandPool) == VK_SUCCESS);
    MUST(AllocateCommandBuffers(device, &info, &buffer) == VK_SUCCESS);
    return buffer;
}

// Nanoseconds of one, the least of many batches. A processor's predictors can settle in a slower state until
// something disturbs them, which is no merit of a library's: so there is a short sleep after each batch.
#define LEAST(name, statement) \
    do { \
        double least = 1e9; \
        for (int batch = 0; batch < BATCHES; batch++) { \
            double start = now(); \
            for (unsigned i = 0; i < CALLS; i++) statement; \
            double each = (now() - start) * 1e9 / CALLS; \
            if (each < least) least = each; \
            usleep(50); \
        } \
        printf("%s %f\n", name, least); \
    } while (0)

// What an application looks up: names of each level, old and new, and one that nobody has.
static const char *const names[] = {
    "vkCmdDraw",          "vkQueueSubmit",      "vkAllocateMemory", "vkCreateBuffer",
    "vkCmdBindPipeline",  "vkDestroyDevice",    "vkGetDeviceQueue", "vkResetCommandBuffer",
    "vkCmdPipelineBarrier", "vkCreateSemaphore", "vkUnmapMemory",   "vkEndCommandBuffer",
    "vkCmdBeginRendering", "vkCreateImageView", "vkMapMemory",      "vkNoSuchCommand"};

static void measure_calls(void) {
    LOOK_UP(GetInstanceProcAddr);
    LOOK_UP(GetDeviceProcAddr);
    LOOK_UP(GetPhysicalDeviceProperties);
    LOOK_UP(ResetCommandBuffer);
    VkPhysicalDeviceProperties properties;
    VkInstance instance = make_instance();
    VkPhysicalDevice physical = only_device(instance);
    VkDevice device = make_device(physical);
    VkCommandBuffer buffer = make_buffer(device);
    PFN_vkResetCommandBuffer reset =
        (PFN_vkResetCommandBuffer)GetDeviceProcAddr(device, "vkResetCommandBuffer");
    PFN_vkGetPhysicalDeviceProperties get =
        (PFN_vkGetPhysicalDeviceProperties)GetInstanceProcAddr(instance, "vkGetPhysicalDeviceProperties");
    MUST(reset != NULL && get != NULL);
    LEAST("exported_device", ResetCommandBuffer(buffer, 0));
    LEAST("looked_up_device", reset(buffer, 0));
    LEAST("exported_physical", GetPhysicalDeviceProperties(physical, &properties));
    LEAST("looked_up_physical", get(physical, &properties));
    LEAST("instance_lookup", GetInstanceProcAddr(instance, names[i % COUNT(names)]));
    LEAST("device_lookup", GetDeviceProcAddr(device, names[i % COUNT(names)]));
    destroy_device(device, NULL);
    destroy_instance(instance, NULL);
}

static int ascending(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static void print_median(const char *name, double *seconds) {
    qsort(seconds, CYCLES, sizeof *seconds, ascending);
    printf("%s %f\n", name, seconds[CYCLES / 2] * 1e6);
}

static void measure_chain(void) {
    static double took[CYCLES];
    VkInstance instance = make_instance();
    VkDevice device = make_device(only_device(instance));
    VkCommandBuffer buffer = make_buffer(device);
    LOOK_UP(ResetCommandBuffer);
    for (int i = -20; i < CYCLES; i++) {
        double start = now();
        for (unsigned call = 0; call < CALLS / 4; call++) ResetCommandBuffer(buffer, 0);
        if (i >= 0) took[i] = (now() - start) / (CALLS / 4);
    }
    print_median("chain", took);
    destroy_device(device, NULL);
    destroy_instance(instance, NULL);
}

static void measure_cycles(void) {
    static double took[CYCLES];
    for (int i = -20; i < CYCLES; i++) {
        double start = now();
        destroy_instance(make_instance(), NULL);
        if (i >= 0) took[i] = now() - start;
    }
    print_median("instance_cycle", took);
    VkInstance instance = make_instance();
    VkPhysicalDevice physical = only_device(instance);
    for (int i = -20; i < CYCLES; i++) {
        double start = now();
        destroy_device(make_device(physical), NULL);
        if (i >= 0) took[i] = now() - start;
    }
    print_median("device_cycle", took);
    destroy_instance(instance, NULL);
}

static void list_extensions(void) {
    LOOK_UP(EnumerateInstanceExtensionProperties);
    uint32_t count = 0;
    MUST(EnumerateInstanceExtensionProperties(NULL, &count, NULL) == VK_SUCCESS && count > 0);
    VkExtensionProperties *rows = calloc(count, sizeof *rows);
    MUST(rows != NULL && EnumerateInstanceExtensionProperties(NULL, &count, rows) == VK_SUCCESS);
    free(rows);
}

static void list_layers(void) {
    LOOK_UP(EnumerateInstanceLayerProperties);
    uint32_t count = 0;
    MUST(EnumerateInstanceLayerProperties(&count, NULL) == VK_SUCCESS && count > 0);
    VkLayerProperties *rows = calloc(count, sizeof *rows);
    MUST(rows != NULL && EnumerateInstanceLayerProperties(&count, rows) == VK_SUCCESS);
    free(rows);
}

static void measure_usual(double opened) {
    list_extensions();
    list_layers();
    VkInstance instance = make_instance();
    uint32_t count = 0;
    MUST(enumerate_devices(instance, &count, NULL) == VK_SUCCESS && count == 1);
    VkDevice device = make_device(only_device(instance));
    printf("usual %f\n", (now() - opened) * 1e3);
    destroy_device(device, NULL);
    destroy_instance(instance, NULL);
}

static long resident(void) {
    char line[256];
    long kilobytes = 0;
    FILE *file = fopen("/proc/self/status", "r");
    MUST(file != NULL);
    while (fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "VmRSS: %ld", &kilobytes) == 1) break;
    fclose(file);
    return kilobytes;
}

static void cycle(void) {
    VkInstance instance = make_instance();
    destroy_device(make_device(only_device(instance)), NULL);
    destroy_instance(instance, NULL);
}

static void measure_memory(void) {
    for (int i = 0; i < 2000; i++) cycle();
    long before = resident();
    for (int i = 0; i < 10000; i++) cycle();
    printf("resident %ld\ngrowth %ld\n", before, resident() - before);
    make_device(only_device(make_instance()));
    printf("in_use %ld\n", resident());
}

int main(int count, char **arguments) {
    MUST(count == 3);
    const char *what = arguments[2];
    double start = now();
    open_library(arguments[1]);
    double opened = now();
    if (strcmp(what, "first") == 0) {
        VkInstance instance = make_instance();
        double made = now();
        printf("first %f\nopened_and_first %f\n", (made - opened) * 1e3, (made - start) * 1e3);
        destroy_instance(instance, NULL);
    } else if (strcmp(what, "usual") == 0) {
        measure_usual(opened);
    } else if (strcmp(what, "calls") == 0) {
        measure_calls();
    } else if (strcmp(what, "chain") == 0) {
        measure_chain();
    } else if (strcmp(what, "cycles") == 0) {
        measure_cycles();
    } else {
        MUST(strcmp(what, "memory") == 0);
        measure_memory();
    }
    // Not through exit: only what is measured matters.
    fflush(stdout);
    _exit(0);
}
