// Below the layers: lookups, surfaces and names of objects; and the stamping of queues and command buffers
// above.
#include "world.h"

static void function_a(void) {}

// ---- what the last layer gets from its next GetProcAddr

static void bottom_knows_global_names(void) {
    world_start();
    VkInstance instance = world_instance();
    void *create = command_terminator(command_find("vkCreateInstance"));
    EXPECT((void *)terminator_vkGetInstanceProcAddr(NULL, "vkCreateInstance") == create);
    EXPECT((void *)terminator_vkGetInstanceProcAddr(instance, "vkCreateInstance") == create);
    EXPECT(terminator_vkGetInstanceProcAddr(NULL, "vkEnumerateInstanceVersion") != NULL);
    EXPECT(terminator_vkGetInstanceProcAddr(NULL, "vkCreateDevice") != NULL);
    EXPECT(terminator_vkGetInstanceProcAddr(NULL, "vkDestroyInstance") == NULL);
    EXPECT(terminator_vkGetInstanceProcAddr(NULL, NULL) == NULL);
    EXPECT(terminator_vkGetInstanceProcAddr(instance, "vk_layerGetPhysicalDeviceProcAddr") ==
           (PFN_vkVoidFunction)terminator_gpdpa);
    EXPECT(terminator_vkGetInstanceProcAddr(instance, "vkGetDeviceProcAddr") ==
           (PFN_vkVoidFunction)terminator_vkGetDeviceProcAddr);
}

static void bottom_wants_extensions_enabled(void) {
    world_start();
    VkInstance instance = world_instance();
    const char *const name = "vkCreateDebugUtilsMessengerEXT";
    const struct command *command = command_find(name);
    EXPECT(terminator_vkGetInstanceProcAddr(instance, name) == NULL);
    world.instance.extensions[command->extension] = 2;  // by a layer
    EXPECT((void *)terminator_vkGetInstanceProcAddr(instance, name) == command_terminator(command));
    EXPECT(terminator_gpdpa(instance, name) == NULL);
    EXPECT(terminator_gpdpa(instance, "vkGetPhysicalDeviceProperties") != NULL);
}

static void bottom_wants_a_driver_that_has_it(void) {
    const char *const name = "vkGetPhysicalDeviceFragmentShadingRatesKHR";
    static const struct offer driver[] = {{"vkGetPhysicalDeviceFragmentShadingRatesKHR", (void *)function_a},
                                          {NULL, NULL}};
    world_start();
    EXPECT(terminator_vkGetInstanceProcAddr(world_instance(), name) == NULL);
    world.driver[1] = driver;
    refloader_fill_driver_table(&world.drivers[1]);
    EXPECT((void *)terminator_vkGetInstanceProcAddr(world_instance(), name) ==
           command_terminator(command_find(name)));
}

static void bottom_gives_the_driver_for_device_names(void) {
    static const struct offer driver[] = {
        {"vkCmdDraw", (void *)function_a}, {"vkCreateSwapchainKHR", (void *)function_a}, {NULL, NULL}};
    world.driver[1] = world.driver_gdpa = driver;
    world_start();
    void *own = command_terminator(command_find("vkCreateSwapchainKHR"));
    EXPECT((void *)terminator_vkGetInstanceProcAddr(world_instance(), "vkCmdDraw") == (void *)function_a);
    EXPECT((void *)terminator_vkGetInstanceProcAddr(world_instance(), "vkCreateSwapchainKHR") == own);
    EXPECT((void *)terminator_vkGetDeviceProcAddr(world_device(), "vkCmdDraw") == (void *)function_a);
    EXPECT((void *)terminator_vkGetDeviceProcAddr(world_device(), "vkCreateSwapchainKHR") == own);
    EXPECT(terminator_vkGetDeviceProcAddr(world_device(), "vkQueueSubmit") == NULL);
    EXPECT(terminator_vkGetDeviceProcAddr(world_device(), "vkCreateDevice") == NULL);
    EXPECT(terminator_vkGetDeviceProcAddr(NULL, "vkCmdDraw") == NULL);
}

static void debug_utils_needs_no_driver(void) {
    world_start();
    const char *const name = "vkCmdBeginDebugUtilsLabelEXT";
    EXPECT(terminator_vkGetDeviceProcAddr(world_device(), name) == NULL);
    world.instance.extensions[command_find(name)->extension] = 1;
    EXPECT(terminator_vkGetDeviceProcAddr(world_device(), name) ==
           (PFN_vkVoidFunction)refloader_missing_value);
    PFN_vkSetDebugUtilsObjectNameEXT set =
        (PFN_vkSetDebugUtilsObjectNameEXT)vkGetDeviceProcAddr(world_device(), "vkSetDebugUtilsObjectNameEXT");
    VkDebugUtilsObjectNameInfoEXT info = {.objectType = VK_OBJECT_TYPE_DEVICE};
    EXPECT(set(world_device(), &info) == VK_SUCCESS);
}

// ---- queues and command buffers

static uintptr_t queue[2] = {ICD_LOADER_MAGIC, 1}, buffers[3][2] = {{ICD_LOADER_MAGIC}, {ICD_LOADER_MAGIC}};

static void get_queue(VkDevice device, uint32_t family, uint32_t index, VkQueue *answer) {
    EXPECT(device == world_device() && family == 3 && index == 4);
    *answer = (VkQueue)queue;
}

static VkResult allocate(VkDevice device, const VkCommandBufferAllocateInfo *info, VkCommandBuffer *answer) {
    EXPECT(device == world_device());
    for (uint32_t at = 0; at < info->commandBufferCount; at++) answer[at] = (VkCommandBuffer)buffers[at];
    return VK_SUCCESS;
}

static uintptr_t external[1] = {ICD_LOADER_MAGIC};

static VkResult create_external(VkDevice device, const VkExternalComputeQueueCreateInfoNV *info,
                                const VkAllocationCallbacks *allocator, VkExternalComputeQueueNV *answer) {
    EXPECT(device == world_device() && info == NULL && allocator == NULL);
    *answer = (VkExternalComputeQueueNV)external;
    return VK_SUCCESS;
}

static void stamping_external_queues(void) {
    static const struct offer driver[] = {{"vkCreateExternalComputeQueueNV", (void *)create_external},
                                          {NULL, NULL}};
    world.driver_gdpa = driver;
    world_start();
    VkExternalComputeQueueNV made = NULL;
    void *make = command_trampoline(command_find("vkCreateExternalComputeQueueNV"));
    EXPECT(((PFN_vkCreateExternalComputeQueueNV)make)(world_device(), NULL, NULL, &made) == VK_SUCCESS);
    EXPECT(made == (VkExternalComputeQueueNV)external && external[0] == (uintptr_t)world.table);
}

static void stamping(void) {
    static const struct offer driver[] = {{"vkGetDeviceQueue", (void *)get_queue},
                                          {"vkAllocateCommandBuffers", (void *)allocate},
                                          {NULL, NULL}};
    world.driver_gdpa = driver;
    world_start();
    VkQueue got = NULL;
    ((PFN_vkGetDeviceQueue)command_trampoline(command_find("vkGetDeviceQueue")))(world_device(), 3, 4, &got);
    EXPECT(got == (VkQueue)queue && queue[0] == (uintptr_t)world.table && queue[1] == 1);
    VkCommandBuffer made[2];
    VkCommandBufferAllocateInfo info = {.commandBufferCount = 2};
    void *make = command_trampoline(command_find("vkAllocateCommandBuffers"));
    EXPECT(((PFN_vkAllocateCommandBuffers)make)(world_device(), &info, made) == VK_SUCCESS);
    EXPECT(buffers[0][0] == (uintptr_t)world.table && buffers[1][0] == (uintptr_t)world.table);
    EXPECT(buffers[2][0] == 0);
    ((PFN_vkGetDeviceQueue2)command_trampoline(command_find("vkGetDeviceQueue2")))(world_device(), NULL,
                                                                                   &got);
    EXPECT(got == NULL);
    void *object[1] = {NULL};
    EXPECT(set_device_loader_data(world_device(), object) == VK_SUCCESS && object[0] == world.table);
    EXPECT(set_instance_loader_data(world_instance(), object) == VK_SUCCESS &&
           object[0] == world.instance.table);
}

// ---- surfaces

static struct {
    uint64_t magic;
    uint32_t count;
    void *plain;
    uint64_t own[2];
} surface = {SURFACE_MAGIC, 2, (void *)(uintptr_t)0x50, {0, 0x51}};
static VkSurfaceKHR given;

static VkResult support(VkPhysicalDevice device, uint32_t family, VkSurfaceKHR asked, VkBool32 *answer) {
    EXPECT(device == DRIVER_PHYSICAL_DEVICE && family == 2);
    given = asked;
    *answer = VK_TRUE;
    return VK_SUCCESS;
}

static VkResult create_swapchain(VkDevice device, const VkSwapchainCreateInfoKHR *info,
                                 const VkAllocationCallbacks *allocator, VkSwapchainKHR *answer) {
    EXPECT(device == world_device() && allocator == NULL && info->minImageCount == 7);
    given = info->surface;
    *answer = NULL;
    return VK_SUCCESS;
}

static VkResult shared(VkDevice device, uint32_t count, const VkSwapchainCreateInfoKHR *infos,
                       const VkAllocationCallbacks *allocator, VkSwapchainKHR *answer) {
    (void)answer;
    EXPECT(device == world_device() && allocator == NULL);
    for (uint32_t at = 0; at < count; at++) EXPECT(infos[at].surface == (VkSurfaceKHR)(uintptr_t)0x51);
    return VK_INCOMPLETE;
}

static void surfaces_are_the_drivers(void) {
    static const struct offer driver[] = {{"vkGetPhysicalDeviceSurfaceSupportKHR", (void *)support},
                                          {"vkCreateSwapchainKHR", (void *)create_swapchain},
                                          {"vkCreateSharedSwapchainsKHR", (void *)shared},
                                          {NULL, NULL}};
    world.driver[1] = world.driver_gdpa = driver;
    world_start();
    VkSurfaceKHR handle = (VkSurfaceKHR)&surface;
    VkBool32 supported = VK_FALSE;
    void *ask = command_terminator(command_find("vkGetPhysicalDeviceSurfaceSupportKHR"));
    ((PFN_vkGetPhysicalDeviceSurfaceSupportKHR)ask)(world_driver_device(), 2, handle, &supported);
    EXPECT(supported && given == (VkSurfaceKHR)(uintptr_t)0x51);
    EXPECT(surface_for(&world.drivers[0], handle) == (VkSurfaceKHR)(uintptr_t)0x50);
    EXPECT(surface_for(&world.drivers[0], NULL) == NULL);

    VkSwapchainCreateInfoKHR infos[12] = {{.surface = handle, .minImageCount = 7}};
    VkSwapchainKHR made[12];
    void *create = command_trampoline(command_find("vkCreateSwapchainKHR"));
    EXPECT(((PFN_vkCreateSwapchainKHR)create)(world_device(), infos, NULL, made) == VK_SUCCESS);
    EXPECT(given == (VkSurfaceKHR)(uintptr_t)0x51 && infos[0].surface == handle);
    for (int at = 0; at < 12; at++) infos[at] = infos[0];
    void *create_shared = command_trampoline(command_find("vkCreateSharedSwapchainsKHR"));
    EXPECT(((PFN_vkCreateSharedSwapchainsKHR)create_shared)(world_device(), 12, infos, NULL, made) ==
           VK_INCOMPLETE);
}

static void drivers_without_surfaces_support_none(void) {
    world_start();
    VkBool32 supported = VK_TRUE;
    void *ask = command_terminator(command_find("vkGetPhysicalDeviceSurfaceSupportKHR"));
    VkResult result =
        ((PFN_vkGetPhysicalDeviceSurfaceSupportKHR)ask)(world_driver_device(), 2, NULL, &supported);
    EXPECT(result == VK_SUCCESS && supported == VK_FALSE);
}

// ---- names of objects: what the top of the chain is told, then what the driver is told

static uint64_t named;

static VkResult name_object(VkDevice device, const VkDebugUtilsObjectNameInfoEXT *info) {
    EXPECT(device == world_device());
    named = info->objectHandle;
    return VK_SUCCESS;
}

static uint64_t name_at(const void *command, VkObjectType type, const void *handle) {
    VkDebugUtilsObjectNameInfoEXT info = {.objectType = type, .objectHandle = (uint64_t)(uintptr_t)handle};
    EXPECT(((PFN_vkSetDebugUtilsObjectNameEXT)(uintptr_t)command)(world_device(), &info) == VK_SUCCESS);
    return named;
}

static void names_of_loader_objects(void) {
    static const struct offer nothing[] = {{NULL, NULL}};
    static const struct offer driver[] = {{"vkSetDebugUtilsObjectNameEXT", (void *)name_object},
                                          {NULL, NULL}};
    world.top = nothing;
    world.top_gdpa = world.driver_gdpa = driver;
    world_start();
    const struct command *command = command_find("vkSetDebugUtilsObjectNameEXT");
    void *above = command_trampoline(command), *below = command_terminator(command);
    EXPECT(name_at(above, VK_OBJECT_TYPE_INSTANCE, &world.instance) == (uintptr_t)TOP_INSTANCE);
    EXPECT(name_at(above, VK_OBJECT_TYPE_PHYSICAL_DEVICE, &world.above) == (uintptr_t)TOP_PHYSICAL_DEVICE);
    EXPECT(name_at(above, VK_OBJECT_TYPE_SURFACE_KHR, &surface) == (uintptr_t)&surface);
    EXPECT(name_at(above, VK_OBJECT_TYPE_DEVICE, world.device) == (uintptr_t)world.device);
    EXPECT(name_at(below, VK_OBJECT_TYPE_INSTANCE, &world.instance) == (uintptr_t)DRIVER_INSTANCE(1));
    EXPECT(name_at(below, VK_OBJECT_TYPE_PHYSICAL_DEVICE, &world.below) == (uintptr_t)DRIVER_PHYSICAL_DEVICE);
    EXPECT(name_at(below, VK_OBJECT_TYPE_SURFACE_KHR, &surface) == 0x51);
}

static void names_of_messengers(void) {
    static const struct offer driver[] = {{"vkSetDebugUtilsObjectNameEXT", (void *)name_object},
                                          {NULL, NULL}};
    world.top_gdpa = world.driver_gdpa = driver;
    world_start();
    const struct command *command = command_find("vkSetDebugUtilsObjectNameEXT");
    void *above = command_trampoline(command), *below = command_terminator(command);
    uint64_t object[2] = {1, 2};
    EXPECT(name_at(above, VK_OBJECT_TYPE_DEBUG_UTILS_MESSENGER_EXT, object) == (uintptr_t)object);
    named = 7;
    EXPECT(name_at(below, VK_OBJECT_TYPE_DEBUG_UTILS_MESSENGER_EXT, object) == 7);
    EXPECT(name_at(below, VK_OBJECT_TYPE_DEBUG_REPORT_CALLBACK_EXT, object) == 7);
}

const struct check bottom_checks[] = {
    {"bottom-knows-global-names", bottom_knows_global_names},
    {"bottom-wants-extensions-enabled", bottom_wants_extensions_enabled},
    {"bottom-wants-a-driver-that-has-it", bottom_wants_a_driver_that_has_it},
    {"bottom-gives-the-driver-for-device-names", bottom_gives_the_driver_for_device_names},
    {"debug-utils-needs-no-driver", debug_utils_needs_no_driver},
    {"stamping", stamping},
    {"stamping-external-queues", stamping_external_queues},
    {"surfaces-are-the-drivers", surfaces_are_the_drivers},
    {"drivers-without-surfaces-support-none", drivers_without_surfaces_support_none},
    {"names-of-loader-objects", names_of_loader_objects},
    {"names-of-messengers", names_of_messengers},
    {NULL, NULL},
};
