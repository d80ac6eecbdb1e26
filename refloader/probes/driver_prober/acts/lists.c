// The act "lists": what programs, and no loader, ask of a driver by the two-call protocol (rows.h says the steps).
//
// enumerate.tools.N.STEP, .sparse.N.STEP and .sparse2.N.STEP (of an image that is sparse), .domains.N.STEP, .domains-khr
// .N.STEP and .rates.N.STEP (where the device offers the extension that brings the command), .cache.N.STEP: the bytes of
// an empty pipeline cache of a device. What comes before a list has steps of its own: lists.instance, lists.device.N,
// lists.device-extensions.N. Rows are the bytes of an element in hexadecimal digits, where they have a meaning.
#include <inttypes.h>
#include <stdio.h>

#include "../../../native/generated/vk_core.h"
#include "../extensions.h"
#include "../rows.h"

// ---- how each function is asked, and what its rows are

static VkResult ask_tools(const struct enumeration *asked, uint32_t *count, void *rows) {
    PFN_vkGetPhysicalDeviceToolProperties function = (PFN_vkGetPhysicalDeviceToolProperties)asked->function;
    return function((VkPhysicalDevice)asked->handle, count, rows);
}

static const VkPhysicalDeviceSparseImageFormatInfo2 image = {
    .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SPARSE_IMAGE_FORMAT_INFO_2,
    .format = VK_FORMAT_R8G8B8A8_UNORM,
    .type = VK_IMAGE_TYPE_2D,
    .samples = VK_SAMPLE_COUNT_1_BIT,
    .usage = VK_IMAGE_USAGE_SAMPLED_BIT,
    .tiling = VK_IMAGE_TILING_OPTIMAL,
};

static VkResult ask_sparse(const struct enumeration *asked, uint32_t *count, void *rows) {
    PFN_vkGetPhysicalDeviceSparseImageFormatProperties function =
        (PFN_vkGetPhysicalDeviceSparseImageFormatProperties)asked->function;
    function((VkPhysicalDevice)asked->handle, image.format, image.type, image.samples, image.usage, image.tiling,
             count, rows);
    return VK_SUCCESS;
}

static VkResult ask_sparse2(const struct enumeration *asked, uint32_t *count, void *rows) {
    PFN_vkGetPhysicalDeviceSparseImageFormatProperties2 function =
        (PFN_vkGetPhysicalDeviceSparseImageFormatProperties2)asked->function;
    return function((VkPhysicalDevice)asked->handle, &image, count, rows), VK_SUCCESS;
}

typedef VkResult (*plain_list)(VkPhysicalDevice, uint32_t *, void *);

static VkResult ask_plainly(const struct enumeration *asked, uint32_t *count, void *rows) {
    return ((plain_list)asked->function)((VkPhysicalDevice)asked->handle, count, rows);
}

// VkPhysicalDeviceFragmentShadingRateKHR and its type.
#define RATE_TYPE ((VkStructureType)1000226004)
struct rate {
    VkStructureType type;
    void *next;
    uint32_t sample_counts, width, height;
};

// The bytes of a cache are counted by a size_t, and are no rows: one that is larger than they are is not read.
struct cache {
    VkDevice device;
    VkPipelineCache handle;
};

static VkResult ask_cache(const struct enumeration *asked, uint32_t *count, void *rows) {
    const struct cache *cache = asked->handle;
    size_t size = *count;
    VkResult result =
        ((PFN_vkGetPipelineCacheData)asked->function)(cache->device, cache->handle, &size, rows);
    *count = size > UINT32_MAX ? UINT32_MAX : (uint32_t)size;
    return result;
}

static void say_tool(const void *row) {
    const VkPhysicalDeviceToolProperties *tool = row;
    open_object(NULL);
    say_member("name", tool->name, sizeof tool->name);
    close_object();
}

static void say_sparse(const void *row) {
    const VkSparseImageFormatProperties *properties = row;
    open_object(NULL);
    say_number("aspect", properties->aspectMask);
    say_number("width", properties->imageGranularity.width);
    say_number("height", properties->imageGranularity.height);
    say_number("flags", properties->flags);
    close_object();
}

static void say_sparse2(const void *row) { say_sparse(&((const VkSparseImageFormatProperties2 *)row)->properties); }

static void say_domain(const void *row) { say_number(NULL, *(const int32_t *)row); }

static void say_rate(const void *row) {
    const struct rate *rate = row;
    open_object(NULL);
    say_number("width", rate->width);
    say_number("height", rate->height);
    close_object();
}

static void say_byte(const void *row) { say_number(NULL, *(const unsigned char *)row); }

// ---- asking

static void list(const char *kind, const char *command, VkInstance instance, VkPhysicalDevice device, uint32_t number,
                 struct enumeration asked) {
    char label[64];
    snprintf(label, sizeof label, "enumerate.%s.%" PRIu32, kind, number);
    asked.label = label;
    asked.function = instance_function(instance, command);
    asked.handle = device;
    if (asked.function != NULL) enumerate(&asked);
}

// What is no step of any list.
static void begin_before(const char *what, uint32_t number) {
    char label[64];
    snprintf(label, sizeof label, "lists.%s.%" PRIu32, what, number);
    begin(label);
}

static void list_cache(VkInstance instance, VkPhysicalDevice physical, uint32_t number) {
    char label[64];
    if (!is_wanted("cache")) return;
    snprintf(label, sizeof label, "enumerate.cache.%" PRIu32, number);
    begin_before("device-extensions", number);
    device_offers(instance, physical, PORTABILITY);  // as a device is made: where that crashes, it is not the cache
    begin_before("device", number);
    struct cache cache = {.device = make_device(instance, physical, &(struct wish){0}).handle};
    VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    if (cache.device == NULL) return;
    PFN_vkCreatePipelineCache create =
        (PFN_vkCreatePipelineCache)device_function(instance, cache.device, "vkCreatePipelineCache");
    PFN_vkDestroyPipelineCache destroy =
        (PFN_vkDestroyPipelineCache)device_function(instance, cache.device, "vkDestroyPipelineCache");
    struct enumeration asked = {
        .label = label,
        .row_size = 1,
        .ask = ask_cache,
        .say = say_byte,
        .function = device_function(instance, cache.device, "vkGetPipelineCacheData"),
        .handle = &cache,
    };
    if (create != NULL && destroy != NULL && asked.function != NULL &&
        create(cache.device, &info, NULL, &cache.handle) == VK_SUCCESS) {
        enumerate(&asked);
        begin_before("device", number);
        destroy(cache.device, cache.handle, NULL);
    }
    destroy_device(instance, cache.device, NULL);
}

static uint32_t api_of(VkInstance instance, VkPhysicalDevice device) {
    PFN_vkGetPhysicalDeviceProperties ask =
        (PFN_vkGetPhysicalDeviceProperties)instance_function(instance, "vkGetPhysicalDeviceProperties");
    VkPhysicalDeviceProperties properties = {.apiVersion = 0};
    if (ask != NULL) ask(device, &properties);
    return properties.apiVersion;
}

static void list_of_extensions(VkInstance instance, VkPhysicalDevice device, uint32_t number) {
    static const struct enumeration domains = {.row_size = sizeof(int32_t), .ask = ask_plainly, .say = say_domain},
                                    rates = {.row_size = sizeof(struct rate),
                                             .type = RATE_TYPE,
                                             .ask = ask_plainly,
                                             .say = say_rate};
    begin_before("device-extensions", number);
    int has_domains = is_wanted("domains") && device_offers(instance, device, "VK_EXT_calibrated_timestamps");
    int has_domains_khr = is_wanted("domains-khr") && device_offers(instance, device, "VK_KHR_calibrated_timestamps");
    int has_rates = is_wanted("rates") && device_offers(instance, device, "VK_KHR_fragment_shading_rate");
    if (has_domains)
        list("domains", "vkGetPhysicalDeviceCalibrateableTimeDomainsEXT", instance, device, number, domains);
    if (has_domains_khr)
        list("domains-khr", "vkGetPhysicalDeviceCalibrateableTimeDomainsKHR", instance, device, number, domains);
    if (has_rates)
        list("rates", "vkGetPhysicalDeviceFragmentShadingRatesKHR", instance, device, number, rates);
}

static void list_of(VkInstance instance, VkPhysicalDevice device, uint32_t number, uint32_t api, int has_properties2) {
    begin_before("device", number);
    uint32_t supported = api_of(instance, device), lower = supported < api ? supported : api;
    list("sparse", "vkGetPhysicalDeviceSparseImageFormatProperties", instance, device, number,
         (struct enumeration){
             .row_size = sizeof(VkSparseImageFormatProperties), .ask = ask_sparse, .say = say_sparse});
    if (lower >= VK_API_VERSION_1_1)
        list("sparse2", "vkGetPhysicalDeviceSparseImageFormatProperties2", instance, device, number,
             (struct enumeration){.row_size = sizeof(VkSparseImageFormatProperties2),
                                  .type = VK_STRUCTURE_TYPE_SPARSE_IMAGE_FORMAT_PROPERTIES_2,
                                  .ask = ask_sparse2,
                                  .say = say_sparse2});
    if (lower >= VK_API_VERSION_1_3)
        list("tools", "vkGetPhysicalDeviceToolProperties", instance, device, number,
             (struct enumeration){.row_size = sizeof(VkPhysicalDeviceToolProperties),
                                  .type = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TOOL_PROPERTIES,
                                  .ask = ask_tools,
                                  .say = say_tool});
    if (lower >= VK_API_VERSION_1_1 || has_properties2)  // what the extensions of devices depend on
        list_of_extensions(instance, device, number);
    list_cache(instance, device, number);
}

void probe_lists(void) {
    VkPhysicalDevice devices[MOST_DEVICES];
    enter("lists");
    begin("lists.instance");
    struct wish wish = {.api_version = newest_version()};
    int has_properties2 = instance_offers(PROPERTIES2);
    if (has_properties2) wish.extensions = (struct words){.word = {PROPERTIES2}, .count = 1};
    struct made instance = make_instance(&wish);
    open_answer("lists.instance");
    say_number("result", instance.result);
    close_answer();
    if (!instance.is_readable) return;
    uint32_t count = physical_devices(instance.handle, devices, MOST_DEVICES, NULL);
    for (uint32_t i = 0; i < count; i++)
        if (is_readable(devices[i], sizeof(void *))) list_of(instance.handle, devices[i], i, wish.api_version, has_properties2);
    if (options.only[0] != '\0') return;  // the list is there
    begin("lists.end");
    destroy_instance(instance.handle, NULL);
}
