#include "world.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lent.h"

// What is in a handle's place before there is one: a layer that changes it too early is seen to (LLP_LAYER_22).
#define NOT_MADE ((uintptr_t)0x0DDBA11C0FFEE)
#define PORTABILITY "VK_KHR_portability_subset"
#define MOST_WISHED 512U  // extensions of an instance or a device

#define DRAWS_OR_COMPUTES (VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT)

struct program program;

int world_open(const char *loader) {
    // A program that is linked with the loader has its functions in scope, and so have the layers.
    int scope = getenv("REFLOADER_LINKED") == NULL ? RTLD_LOCAL : RTLD_GLOBAL;
    void *library = dlopen(loader, RTLD_NOW | scope);
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 0;
    }
    program.GetInstanceProcAddr = (PFN_vkGetInstanceProcAddr)dlsym(library, "vkGetInstanceProcAddr");
    if (program.GetInstanceProcAddr == NULL) return 0;
#define GLOBAL(command) program.command = (PFN_vk##command)program.GetInstanceProcAddr(NULL, "vk" #command);
    GLOBAL_COMMANDS(GLOBAL)
    GLOBAL(EnumerateInstanceVersion)
    return program.CreateInstance != NULL && program.EnumerateInstanceExtensionProperties != NULL &&
           program.EnumerateInstanceLayerProperties != NULL;
}

uint32_t loader_api(void) {
    uint32_t version = VK_API_VERSION_1_0;
    if (program.EnumerateInstanceVersion != NULL) program.EnumerateInstanceVersion(&version);
    return version;
}

static int is_among(const VkExtensionProperties *rows, uint32_t count, const char *name) {
    for (uint32_t i = 0; i < count; i++)
        if (strncmp(rows[i].extensionName, name, sizeof rows[i].extensionName) == 0) return 1;
    return 0;
}

int instance_offers(const char *extension) {
    VkExtensionProperties rows[512] = {0};
    uint32_t count = COUNT(rows);
    program.EnumerateInstanceExtensionProperties(NULL, &count, rows);
    return is_among(rows, at_most(count, COUNT(rows)), extension);
}

int device_offers(const struct instance *instance, VkPhysicalDevice gpu, const char *extension) {
    VkExtensionProperties rows[512] = {0};
    uint32_t count = COUNT(rows);
    instance->EnumerateDeviceExtensionProperties(gpu, NULL, &count, rows);
    return is_among(rows, at_most(count, COUNT(rows)), extension);
}

static int is_wished(const struct wish *wish, const char *name) {
    for (uint32_t i = 0; wish != NULL && i < wish->extension_count; i++)
        if (strcmp(wish->extensions[i], name) == 0) return 1;
    return 0;
}

static uint32_t instance_extensions(const struct wish *wish, const char **names) {
    uint32_t count = wish == NULL ? 0 : at_most(wish->extension_count, MOST_WISHED);
    for (uint32_t i = 0; i < count; i++) names[i] = wish->extensions[i];
    const char *more = program.extension;
    if (more != NULL && !is_wished(wish, more) && instance_offers(more)) names[count++] = more;
    return count;
}

VkResult instance_create(VkInstance *to, const struct wish *wish) {
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                     .pApplicationName = wish == NULL || wish->application == NULL
                                                              ? "refloader application"
                                                              : wish->application,
                                     .applicationVersion = 1,
                                     .pEngineName = "refloader",
                                     .engineVersion = 1,
                                     .apiVersion = program.api};
    const char *names[MOST_WISHED + 1];
    uint32_t count = instance_extensions(wish, names);
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .pNext = wish == NULL ? NULL : wish->chain,
                                 .pApplicationInfo = &application,
                                 .enabledLayerCount = program.layer_count,
                                 .ppEnabledLayerNames = program.layers,
                                 .enabledExtensionCount = count,
                                 .ppEnabledExtensionNames = count == 0 ? NULL : names};
    struct lent lent = lent_begin();
    application.pApplicationName = lend_text(&lent, application.pApplicationName);
    application.pEngineName = lend_text(&lent, application.pEngineName);
    info.pApplicationInfo = lend(&lent, &application, sizeof application);
    info.ppEnabledLayerNames = lend_texts(&lent, info.ppEnabledLayerNames, info.enabledLayerCount);
    info.ppEnabledExtensionNames = lend_texts(&lent, info.ppEnabledExtensionNames, info.enabledExtensionCount);
    *to = (VkInstance)NOT_MADE;
    VkResult result = program.CreateInstance(lend(&lent, &info, sizeof info), callbacks_of("instance"), to);
    lent_end(&lent);
    return result;
}

#define FIND(command, expression) \
    from->command = (PFN_vk##command)(expression); \
    if (from->command == NULL && lacking == NULL) lacking = "vk" #command;

const char *instance_look_up(struct instance *from) {
    const char *lacking = NULL;
#define FIND_INSTANCE(command) FIND(command, program.GetInstanceProcAddr(from->handle, "vk" #command))
    INSTANCE_COMMANDS(FIND_INSTANCE)
    return lacking;
}

const char *device_look_up(struct device *from) {
    const char *lacking = NULL;
#define FIND_DEVICE(command) FIND(command, from->instance->GetDeviceProcAddr(from->handle, "vk" #command))
    DEVICE_COMMANDS(FIND_DEVICE)
    return lacking;
}

static int lacks(const char *step, const char *command) {
    char label[128];
    if (command == NULL) return 0;
    snprintf(label, sizeof label, "%s.lacking", step);
    answer_text(label, command);
    return 1;
}

int instance_make(const char *step, struct instance *to, const struct wish *wish) {
    memset(to, 0, sizeof *to);
    if (!ok(step, instance_create(&to->handle, wish))) return 0;
    if (lacks(step, instance_look_up(to))) {
        if (to->DestroyInstance != NULL) instance_end(to);
        return 0;
    }
    to->gpu_count = MOST_GPUS;
    VkResult result = to->EnumeratePhysicalDevices(to->handle, &to->gpu_count, to->gpus);
    to->has_more_gpus = result == VK_INCOMPLETE;
    to->gpu_count = at_most(to->gpu_count, MOST_GPUS);
    if (result >= VK_SUCCESS && to->gpu_count > 0) return 1;
    answer_text(step, "without physical devices");
    instance_end(to);
    return 0;
}

void instance_end(struct instance *instance) {
    instance->DestroyInstance(instance->handle, callbacks_of("instance"));
}

uint32_t families_of(
    const struct instance *instance, VkPhysicalDevice gpu, VkQueueFamilyProperties *families, uint32_t room) {
    uint32_t counted = 0;
    instance->GetPhysicalDeviceQueueFamilyProperties(gpu, &counted, NULL);
    counted = at_most(counted, room);
    uint32_t given = counted;
    if (counted > 0) instance->GetPhysicalDeviceQueueFamilyProperties(gpu, &given, families);
    return at_most(given, counted);
}

static uint32_t first_family(const VkQueueFamilyProperties *families, uint32_t count) {
    static const VkQueueFlags wanted[] = {DRAWS_OR_COMPUTES, VK_QUEUE_TRANSFER_BIT};
    for (uint32_t which = 0; which < COUNT(wanted); which++)
        for (uint32_t i = 0; i < count; i++)
            if (families[i].queueFlags & wanted[which]) return i;
    return 0;
}

int can_draw_or_compute(const struct device *device) { return (device->can & DRAWS_OR_COMPUTES) != 0; }

int can_fill(const struct device *device) {
    return can_draw_or_compute(device) ||
           (device->can & VK_QUEUE_TRANSFER_BIT && device->api >= VK_API_VERSION_1_1);
}

void device_choose(struct device *device, struct instance *instance, VkPhysicalDevice gpu) {
    VkQueueFamilyProperties families[32] = {0};
    VkPhysicalDeviceProperties properties = {.apiVersion = 0};
    uint32_t count = families_of(instance, gpu, families, COUNT(families));
    memset(device, 0, sizeof *device);
    device->instance = instance;
    device->gpu = gpu;
    instance->GetPhysicalDeviceProperties(gpu, &properties);
    device->api = at_most(program.api, at_most(loader_api(), properties.apiVersion));
    instance->GetPhysicalDeviceMemoryProperties(gpu, &device->memory);
    device->memory.memoryTypeCount = at_most(device->memory.memoryTypeCount, VK_MAX_MEMORY_TYPES);
    device->family = first_family(families, count);
    device->can = count == 0 ? 0 : families[device->family].queueFlags;
    device->is_portable = device_offers(instance, gpu, PORTABILITY);
}

// A device that offers VK_KHR_portability_subset is not made without it.
static uint32_t wanted_extensions(const struct device *about, const struct wish *wish, const char **names) {
    uint32_t count = wish == NULL ? 0 : at_most(wish->extension_count, MOST_WISHED);
    for (uint32_t i = 0; i < count; i++) names[i] = wish->extensions[i];
    if (about->is_portable) names[count++] = PORTABILITY;
    return count;
}

VkResult device_create(VkDevice *to, struct device *about, const struct wish *wish) {
    const float priority = 1;
    const char *names[MOST_WISHED + 1];
    uint32_t count = wanted_extensions(about, wish, names);
    VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                     .queueFamilyIndex = about->family,
                                     .queueCount = 1,
                                     .pQueuePriorities = &priority};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .pNext = wish == NULL ? NULL : wish->chain,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = wish == NULL || wish->queues == NULL ? &queue : wish->queues,
                               .enabledExtensionCount = count,
                               .ppEnabledExtensionNames = count == 0 ? NULL : names,
                               .pEnabledFeatures = wish == NULL ? NULL : wish->features};
    struct lent lent = lent_begin();
    queue.pQueuePriorities = lend(&lent, &priority, sizeof priority);
    if (info.pQueueCreateInfos == &queue) info.pQueueCreateInfos = lend(&lent, &queue, sizeof queue);
    info.ppEnabledExtensionNames = lend_texts(&lent, info.ppEnabledExtensionNames, info.enabledExtensionCount);
    info.pEnabledFeatures = lend(&lent, info.pEnabledFeatures, sizeof *info.pEnabledFeatures);
    *to = (VkDevice)NOT_MADE;
    VkResult result =
        about->instance->CreateDevice(about->gpu, lend(&lent, &info, sizeof info), callbacks_of("device"), to);
    lent_end(&lent);
    return result;
}

PFN_vkVoidFunction device_command(const struct device *device, const char *name) {
    char older[96];
    PFN_vkVoidFunction found = NULL;
    snprintf(older, sizeof older, "%sKHR", name);
    if (program.by_older_names) found = device->instance->GetDeviceProcAddr(device->handle, older);
    return found != NULL ? found : device->instance->GetDeviceProcAddr(device->handle, name);
}

PFN_vkVoidFunction needed(PFN_vkVoidFunction found, const char *name) {
    if (found != NULL) return found;
    fprintf(stderr, "%s is not found, although the version or an extension of the device has it\n", name);
    abort();
}

int device_make(const char *step, struct device *to, struct instance *instance, const struct wish *wish) {
    device_choose(to, instance, instance->gpus[0]);
    return device_start(step, to, wish);
}

int device_start(const char *step, struct device *device, const struct wish *wish) {
    if (!ok(step, device_create(&device->handle, device, wish))) return 0;
    if (lacks(step, device_look_up(device))) {
        if (device->DestroyDevice != NULL) device_end(device);
        return 0;
    }
    device->GetDeviceQueue(device->handle, device->family, 0, &device->queue);
    return 1;
}

void device_end(struct device *device) { device->DestroyDevice(device->handle, callbacks_of("device")); }

uint32_t device_once(struct instance *instance) {
    struct device device;
    uint32_t count = 1;
    VkPhysicalDevice gpu;
    if (instance->EnumeratePhysicalDevices(instance->handle, &count, &gpu) < 0 || count != 1) return 0;
    device_choose(&device, instance, gpu);
    VkResult result = device_create(&device.handle, &device, NULL);
    if (result != VK_SUCCESS) return (uint32_t)ok("device_once", result);
    if (device_look_up(&device) != NULL) return 0;
    device_end(&device);
    return 1;
}

void device_use(void (*use)(struct device *)) {
    struct instance instance;
    struct device device;
    if (!instance_make("instance", &instance, NULL)) return;
    if (device_make("device", &device, &instance, NULL)) {
        use(&device);
        device_end(&device);
    }
    instance_end(&instance);
}
