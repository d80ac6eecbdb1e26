// Calls the loader as an application does, and reports each answer as the worker in Python does.
#include "machine.h"

#define MOST_ITEMS (1U << 16)
#define MOST_HANDLES 512

static void *library;
static PFN_vkGetInstanceProcAddr look_up;
static struct names listed;  // the layers of the last query

static struct handle handles[MOST_HANDLES];
static size_t handle_count;

void open_loader(const char *path) {
    library = load_library(path);
    look_up = (PFN_vkGetInstanceProcAddr)exported(library, "vkGetInstanceProcAddr");
    if (look_up == NULL) refuse("the library exports no vkGetInstanceProcAddr", "");
    report_begin("open");
    report_text("path", path_of(library, (PFN_vkVoidFunction)look_up));
    report_end();
}

PFN_vkVoidFunction look_up_command(VkInstance instance, const char *name) { return look_up(instance, name); }

PFN_vkVoidFunction exported_by_loader(const char *name) { return exported(library, name); }

static PFN_vkVoidFunction command(VkInstance instance, const char *name) {
    PFN_vkVoidFunction found = look_up(instance, name);
    if (found == NULL) refuse("vkGetInstanceProcAddr gives no", name);
    return found;
}

void query_version(void) {
    PFN_vkEnumerateInstanceVersion query = (PFN_vkEnumerateInstanceVersion)look_up(NULL, "vkEnumerateInstanceVersion");
    uint32_t value = 0;
    VkResult result = query == NULL ? VK_SUCCESS : query(&value);
    report_begin("version");
    if (query == NULL) report_null("result"), report_null("value");
    else report_number("result", result), report_number("value", value);
    report_end();
}

// ---- enumerations: the two calls, up to four times while the second returns VK_INCOMPLETE

struct enumeration {
    void *given, *more;
    VkResult (*call)(const struct enumeration *, uint32_t *, void *);
    PFN_vkVoidFunction function;
};

static VkResult enumerate(const struct enumeration *what, size_t size, uint32_t *count, void **items) {
    VkResult result = VK_INCOMPLETE;
    *items = NULL;
    for (int i = 0; i < 4 && result == VK_INCOMPLETE; i++) {
        *count = 0;
        free(*items);
        *items = NULL;
        result = what->call(what, count, NULL);
        if (result < 0) break;
        if (*count > MOST_ITEMS) refuse("the loader claims too many items", "");
        *items = calloc((size_t)*count + 1, size);
        result = what->call(what, count, *items);
    }
    if (result < 0) *count = 0;
    return result;
}

static VkResult call_layers(const struct enumeration *what, uint32_t *count, void *items) {
    return ((PFN_vkEnumerateInstanceLayerProperties)what->function)(count, items);
}

static VkResult call_extensions(const struct enumeration *what, uint32_t *count, void *items) {
    return ((PFN_vkEnumerateInstanceExtensionProperties)what->function)(what->given, count, items);
}

static VkResult call_devices(const struct enumeration *what, uint32_t *count, void *items) {
    return ((PFN_vkEnumeratePhysicalDevices)what->function)(what->given, count, items);
}

static VkResult call_device_extensions(const struct enumeration *what, uint32_t *count, void *items) {
    return ((PFN_vkEnumerateDeviceExtensionProperties)what->function)(what->given, what->more, count, items);
}

static VkResult call_device_layers(const struct enumeration *what, uint32_t *count, void *items) {
    return ((PFN_vkEnumerateDeviceLayerProperties)what->function)(what->given, count, items);
}

static void remember_layer(const char *name) {
    for (uint32_t i = 0; i < listed.count; i++)
        if (strcmp(listed.items[i], name) == 0) return;
    if (listed.count < MOST_NAMES) listed.items[listed.count++] = strdup(name);
}

void query_layers(void) {
    struct enumeration what = {.call = call_layers, .function = command(NULL, "vkEnumerateInstanceLayerProperties")};
    VkLayerProperties *rows;
    uint32_t count;
    VkResult result = enumerate(&what, sizeof *rows, &count, (void **)&rows);
    report_begin("layers");
    report_number("result", result);
    report_open_list("layers");
    listed.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        report_open_list(NULL);
        report_item_text(rows[i].layerName);
        report_item_number(rows[i].specVersion);
        report_item_number(rows[i].implementationVersion);
        report_item_text(rows[i].description);
        report_close_list();
        remember_layer(rows[i].layerName);
    }
    report_close_list();
    report_end();
    free(rows);
}

static void report_extensions(VkResult result, const VkExtensionProperties *rows, uint32_t count) {
    report_number("result", result);
    report_open_list("extensions");
    for (uint32_t i = 0; i < count; i++) {
        report_open_list(NULL);
        report_item_text(rows[i].extensionName);
        report_item_number(rows[i].specVersion);
        report_close_list();
    }
    report_close_list();
}

void query_extensions(const char *layer) {
    struct enumeration what = {.given = layer[0] == '\0' ? NULL : (void *)(uintptr_t)layer,
                               .call = call_extensions,
                               .function = command(NULL, "vkEnumerateInstanceExtensionProperties")};
    VkExtensionProperties *rows;
    uint32_t count;
    VkResult result = enumerate(&what, sizeof *rows, &count, (void **)&rows);
    report_begin("extensions");
    report_text("layer", layer);
    report_extensions(result, rows, count);
    report_end();
    free(rows);
}

void query_extensions_of_layers(void) {
    for (uint32_t i = 0; i < listed.count; i++) query_extensions(listed.items[i]);
}

// ---- instances

static VkResult create(const struct creation *given, VkInstance *instance) {
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                     .pApplicationName = "refloader",
                                     .pEngineName = "refloader",
                                     .apiVersion = given->version};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .flags = given->flags,
                                 .pApplicationInfo = given->has_version ? &application : NULL,
                                 .enabledLayerCount = given->layers.count,
                                 .ppEnabledLayerNames = given->layers.items,
                                 .enabledExtensionCount = given->extensions.count,
                                 .ppEnabledExtensionNames = given->extensions.items};
    return ((PFN_vkCreateInstance)command(NULL, "vkCreateInstance"))(&info, NULL, instance);
}

void report_trace(long long before) {
    long long after = trace_size();
    report_open_list("trace");
    report_item_number(before);
    report_item_number(after);
    report_close_list();
}

static VkPhysicalDevice *devices_of(VkInstance instance, VkResult *result, uint32_t *count) {
    struct enumeration what = {
        .given = instance, .call = call_devices, .function = command(instance, "vkEnumeratePhysicalDevices")};
    void *found;
    *result = enumerate(&what, sizeof(VkPhysicalDevice), count, &found);
    return found;
}

static void describe(VkInstance instance, VkPhysicalDevice device, VkPhysicalDeviceProperties *properties) {
    memset(properties, 0, sizeof *properties);
    ((PFN_vkGetPhysicalDeviceProperties)command(instance, "vkGetPhysicalDeviceProperties"))(device, properties);
}

static void query_devices(VkInstance instance) {
    VkResult result;
    uint32_t count;
    VkPhysicalDevice *found = devices_of(instance, &result, &count);
    VkPhysicalDeviceProperties *all = calloc((size_t)count + 1, sizeof *all);
    for (uint32_t i = 0; i < count; i++) describe(instance, found[i], &all[i]);
    report_begin("devices");
    report_number("result", result);
    report_open_list("devices");
    for (uint32_t i = 0; i < count; i++) {
        report_open_list(NULL);
        report_item_text(all[i].deviceName);
        report_item_number(all[i].vendorID);
        report_item_number(all[i].deviceID);
        report_item_number((long long)all[i].deviceType);
        report_item_number(all[i].apiVersion);
        report_item_number(all[i].driverVersion);
        report_close_list();
    }
    report_close_list();
    report_end();
    free(all);
    free(found);
}

void query_instance(const struct creation *given) {
    VkInstance instance = NULL;
    long long before = trace_size();
    VkResult result = create(given, &instance);
    report_begin("instance");
    report_number("result", result);
    report_trace(before);
    report_end();
    if (result < 0) return;
    if (instance == NULL) refuse("vkCreateInstance succeeds and gives no instance", "");
    announce("devices");
    query_devices(instance);
    announce("destroy");
    ((PFN_vkDestroyInstance)command(instance, "vkDestroyInstance"))(instance, NULL);
}

// ---- steps: handles have the names of the steps that made them

struct handle *handle_of(const char *name) {
    for (size_t i = handle_count; i > 0; i--)
        if (strcmp(handles[i - 1].name, name) == 0) return &handles[i - 1];
    return NULL;
}

static void keep(const char *name, void *value, VkInstance instance) {
    if (handle_count == MOST_HANDLES) give_up("the script makes too many objects", "");
    handles[handle_count++] = (struct handle){strdup(name), (uintptr_t)value, value, instance};
}

void keep_number(const char *name, uint64_t number) {
    keep(name, (void *)(uintptr_t)number, NULL);
    handles[handle_count - 1].number = number;
}

static void step_create(const char *label, const struct creation *given) {
    VkInstance instance = NULL;
    VkResult result = create(given, &instance);
    keep(label, result >= 0 ? instance : NULL, result >= 0 ? instance : NULL);
    report_number("answer", result);
}

// The handles are "label.0" and so on, and "label.NAME", for the first of those that have one name.
static void step_devices(const char *label, struct handle *of) {
    VkResult result;
    uint32_t count;
    char name[512];
    VkInstance instance = of->value;
    VkPhysicalDevice *found = devices_of(instance, &result, &count);
    VkPhysicalDeviceProperties *all = calloc((size_t)count + 1, sizeof *all);
    for (uint32_t i = 0; i < count; i++) describe(instance, found[i], &all[i]);
    for (uint32_t i = count; i > 0; i--) {
        snprintf(name, sizeof name, "%s.%s", label, all[i - 1].deviceName);
        keep(name, found[i - 1], instance);
    }
    report_open_object("answer");
    report_number("result", result);
    report_open_list("names");
    for (uint32_t i = 0; i < count; i++) {
        snprintf(name, sizeof name, "%s.%u", label, (unsigned)i);
        keep(name, found[i], instance);
        report_item_text(all[i].deviceName);
    }
    report_close_list();
    report_close_object();
    free(all);
    free(found);
}

static void step_device(const char *label, struct handle *of, const struct creation *given) {
    float priority = 1;
    VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                               .queueCreateInfoCount = 1,
                               .pQueueCreateInfos = &queue,
                               .enabledLayerCount = given->layers.count,
                               .ppEnabledLayerNames = given->layers.items,
                               .enabledExtensionCount = given->extensions.count,
                               .ppEnabledExtensionNames = given->extensions.items};
    VkDevice device = NULL;
    VkInstance instance = of->instance;
    VkResult result = ((PFN_vkCreateDevice)command(instance, "vkCreateDevice"))(of->value, &info, NULL, &device);
    keep(label, result >= 0 ? device : NULL, instance);
    report_number("answer", result);
}

static void step_lookup(struct handle *of, struct names *names, int of_device) {
    PFN_vkGetDeviceProcAddr device =
        of_device ? (PFN_vkGetDeviceProcAddr)command(of->instance, "vkGetDeviceProcAddr") : NULL;
    report_open_list("answer");
    for (uint32_t i = 0; i < names->count; i++)
        report_item_text(home_of(of_device ? device(of->value, names->items[i])
                                           : look_up(of == NULL ? NULL : of->value, names->items[i])));
    report_close_list();
}

static void step_exports(struct names *names) {
    report_open_list("answer");
    for (uint32_t i = 0; i < names->count; i++)
        report_item_text(home_of(exported(library, names->items[i])));
    report_close_list();
}

static void step_device_extensions(struct handle *of, struct names *names) {
    struct enumeration what = {.given = of->value,
                               .more = names->count == 0 ? NULL : (void *)(uintptr_t)names->items[0],
                               .call = call_device_extensions,
                               .function = command(of->instance, "vkEnumerateDeviceExtensionProperties")};
    VkExtensionProperties *rows;
    uint32_t count;
    VkResult result = enumerate(&what, sizeof *rows, &count, (void **)&rows);
    report_open_object("answer");
    report_extensions(result, rows, count);
    report_close_object();
    free(rows);
}

static void step_device_layers(struct handle *of) {
    struct enumeration what = {.given = of->value,
                               .call = call_device_layers,
                               .function = command(of->instance, "vkEnumerateDeviceLayerProperties")};
    VkLayerProperties *rows;
    uint32_t count;
    VkResult result = enumerate(&what, sizeof *rows, &count, (void **)&rows);
    report_open_object("answer");
    report_number("result", result);
    report_open_list("layers");
    for (uint32_t i = 0; i < count; i++) report_item_text(rows[i].layerName);
    report_close_list();
    report_close_object();
    free(rows);
}

#define MOST_GROUPS 16

static void step_groups(struct handle *of, const char *name) {
    PFN_vkEnumeratePhysicalDeviceGroups query = (PFN_vkEnumeratePhysicalDeviceGroups)command(of->value, name);
    VkPhysicalDeviceGroupProperties *found = calloc(MOST_GROUPS, sizeof *found);
    uint32_t count = MOST_GROUPS;
    for (uint32_t i = 0; i < MOST_GROUPS; i++) found[i].sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES;
    VkResult result = query(of->value, &count, found);
    report_open_object("answer");
    report_number("result", result);
    report_open_list("groups");
    for (uint32_t i = 0; result >= 0 && i < count && i < MOST_GROUPS; i++) {
        report_open_list(NULL);
        for (uint32_t k = 0; k < found[i].physicalDeviceCount && k < VK_MAX_DEVICE_GROUP_SIZE; k++) {
            VkPhysicalDeviceProperties properties;
            describe(of->value, found[i].physicalDevices[k], &properties);
            report_item_text(properties.deviceName);
        }
        report_close_list();
    }
    report_close_list();
    report_close_object();
    free(found);
}

static void step_queue(const char *label, struct handle *of, uint32_t index) {
    VkQueue queue = NULL;
    ((PFN_vkGetDeviceQueue)command(of->instance, "vkGetDeviceQueue"))(of->value, 0, index, &queue);
    keep(label, queue, of->instance);
    report_null("answer");
}

static void answer(const char *verb, const char *label, struct handle *of, const struct creation *given,
                   struct names *names) {
    if (strcmp(verb, "create") == 0) step_create(label, given);
    else if (strcmp(verb, "devices") == 0) step_devices(label, of);
    else if (strcmp(verb, "device") == 0) step_device(label, of, given);
    else if (strcmp(verb, "queue") == 0) step_queue(label, of, given->flags);
    else if (strcmp(verb, "lookup") == 0) step_lookup(of, names, 0);
    else if (strcmp(verb, "device_lookup") == 0) step_lookup(of, names, 1);
    else if (strcmp(verb, "exports") == 0) step_exports(names);
    else if (strcmp(verb, "device_extensions") == 0) step_device_extensions(of, names);
    else if (strcmp(verb, "device_layers") == 0) step_device_layers(of);
    else if (strcmp(verb, "groups") == 0)
        step_groups(of, names->count == 0 ? "vkEnumeratePhysicalDeviceGroups" : names->items[0]);
    else if (strcmp(verb, "word") == 0) report_number("answer", *(const intptr_t *)of->value);
    else if (strcmp(verb, "destroy") == 0)
        ((PFN_vkDestroyInstance)command(of->value, "vkDestroyInstance"))(of->value, NULL), report_null("answer");
    else if (strcmp(verb, "destroy_device") == 0)
        ((PFN_vkDestroyDevice)command(of->instance, "vkDestroyDevice"))(of->value, NULL), report_null("answer");
    else give_up("there is no step", verb);
}

// ``of`` is empty for a step on no object.
void do_step(const char *verb, const char *label, const char *of, const struct creation *given, struct names *names) {
    struct handle *object = of[0] == '\0' ? NULL : handle_of(of);
    long long before = trace_size();
    report_begin("step");
    report_text("verb", verb);
    report_text("label", label);
    int of_device = strncmp(verb, "device", 6) == 0 || strcmp(verb, "queue") == 0 || strcmp(verb, "destroy_device") == 0;
    if (of[0] != '\0' && (object == NULL || object->number == 0)) report_null("answer");
    else if (of_device && strcmp(verb, "devices") != 0 && object->instance == NULL)
        give_up("no instance is known of", of);
    else answer(verb, label, object, given, names);
    report_trace(before);
    report_end();
}
