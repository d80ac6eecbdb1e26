// failing_memory LIBRARY SCENARIO HOW KINDS FIRST STEP LAST: a child for each n = FIRST, FIRST + STEP ... LAST, or
// until no request is left to fail. In each the n-th request for memory is refused (HOW: once), or all from it on
// (good), or there is a limit that leaves n KiB (data, address), while the scenario runs; then memory is back, and
// all must work again. Each answer has to be success or VK_ERROR_OUT_OF_HOST_MEMORY, and nothing may be said on
// standard error. Prints how many: runs, runs with a failing answer, aborts, signals, wrong results, children that
// said something.
#include "host.h"

#include <stdint.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "extension_infos.h"
#include "failing_malloc.h"

#define DRIVERS 2U
#define KEYS 64
#define ROUNDS 100

// What a child says to its parent.
static struct {
    long requests, failures;
    int is_over;  // memory is back
} *shared;

static struct failing *state;
static failing_exempt_function exempt;
static const char *library;
static enum how { ONCE, FOR_GOOD, DATA, ADDRESS } how;
static unsigned kinds;
static long number;

// ---- memory goes, memory comes back

static size_t in_use(const char *field) {
    char line[256];
    size_t size = 0;
    FILE *file = fopen("/proc/self/status", "r");
    while (fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, field, strlen(field)) == 0) size = strtoul(line + strlen(field), NULL, 10) << 10;
    fclose(file);
    return size;
}

static void limit(int resource, rlim_t size) {
    struct rlimit both;
    CHECK(getrlimit(resource, &both) == 0);
    both.rlim_cur = size < both.rlim_max ? size : both.rlim_max;
    CHECK(setrlimit(resource, &both) == 0);
}

static void memory_goes(void) {
    if (how == DATA) limit(RLIMIT_DATA, in_use("VmData:") + ((size_t)number << 10));
    if (how == ADDRESS) limit(RLIMIT_AS, in_use("VmSize:") + ((size_t)number << 10));
    if (how > FOR_GOOD) return;
    state->for_good = how == FOR_GOOD;
    state->requests = 0;
    state->at = number;
    state->kinds = kinds;
}

static void memory_is_back(void) {
    limit(RLIMIT_DATA, RLIM_INFINITY);
    limit(RLIMIT_AS, RLIM_INFINITY);
    state->kinds = 0;
    shared->requests = state->requests;
    shared->is_over = 1;
}

// ---- one call each: whether it succeeded

static int succeeded(VkResult result) {
    if (result != VK_SUCCESS && result != VK_ERROR_OUT_OF_HOST_MEMORY)
        fprintf(stderr, "request %ld: result %d\n", number, result);
    CHECK(result == VK_SUCCESS || result == VK_ERROR_OUT_OF_HOST_MEMORY);
    if (result != VK_SUCCESS) shared->failures++;
    return result == VK_SUCCESS;
}

static void ask_version(void) {
    uint32_t version = 0;
    VkResult (*ask)(uint32_t *) = (VkResult(*)(uint32_t *))dlsym(vk.library, "vkEnumerateInstanceVersion");
    if (succeeded(ask(&version))) CHECK(version >= VK_MAKE_API_VERSION(0, 1, 3, 0));
}

static void ask_layers(void) {
    static VkLayerProperties layers[1024];
    uint32_t count = COUNT(layers);
    if (succeeded(vk.EnumerateInstanceLayerProperties(&count, layers))) CHECK(count == 2 || count > 100);
}

static void ask_extensions(void) {
    static VkExtensionProperties extensions[64];
    uint32_t count = COUNT(extensions), found = 0;
    if (!succeeded(vk.EnumerateInstanceExtensionProperties(NULL, &count, extensions))) return;
    for (uint32_t at = 0; at < count; at++)
        found += strcmp(extensions[at].extensionName, "VK_KHR_xcb_surface") == 0 ||
                 strcmp(extensions[at].extensionName, "VK_EXT_debug_utils") == 0;
    CHECK(found == 2);
}

static VkInstance try_to_make(void) {
    static const char *const extensions[] = {"VK_KHR_surface", "VK_KHR_xcb_surface", "VK_EXT_debug_utils"};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                 .enabledExtensionCount = COUNT(extensions),
                                 .ppEnabledExtensionNames = extensions};
    VkInstance instance = NULL;
    if (!succeeded(vk.CreateInstance(&info, NULL, &instance))) return NULL;
    CHECK(instance != NULL);
    return instance;
}

static VkPhysicalDevice ask_devices(VkInstance instance) {
    VkPhysicalDevice devices[MOST_PHYSICAL_DEVICES];
    uint32_t count = MOST_PHYSICAL_DEVICES;
    if (!succeeded(vk.EnumeratePhysicalDevices(instance, &count, devices))) return NULL;
    CHECK(count == DRIVERS);
    return devices[0];
}

static void ask_groups(VkInstance instance) {
    VkPhysicalDeviceGroupProperties groups[8];
    uint32_t count = COUNT(groups);
    PFN_vkEnumeratePhysicalDeviceGroups ask =
        (PFN_vkEnumeratePhysicalDeviceGroups)dlsym(vk.library, "vkEnumeratePhysicalDeviceGroups");
    memset(groups, 0, sizeof groups);
    for (uint32_t at = 0; at < count; at++) groups[at].sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES;
    if (succeeded(ask(instance, &count, groups))) CHECK(count == DRIVERS);
}

static void ask_about(VkPhysicalDevice device) {
    static VkExtensionProperties extensions[64];
    uint32_t count = COUNT(extensions);
    VkPhysicalDeviceProperties properties;
    succeeded(vk.EnumerateDeviceExtensionProperties(device, NULL, &count, extensions));
    vk.GetPhysicalDeviceProperties(device, &properties);
    CHECK(properties.deviceName[0] != '\0');
}

static void look_up(VkInstance instance, VkDevice device) {
    CHECK(vk.GetInstanceProcAddr(instance, "vkCreateDevice") != NULL);
    CHECK(vk.GetInstanceProcAddr(instance, "vkNoSuchCommand") == NULL);
    vk.GetInstanceProcAddr(instance, "vkMockUnknownKHR");
    if (device != NULL) CHECK(vk.GetDeviceProcAddr(device, "vkGetDeviceQueue") != NULL);
}

static VkBool32 on_message(uint32_t severity, VkFlags kinds, const void *data, void *user) {
    (void)severity, (void)kinds, (void)data, (void)user;
    return 0;
}

static void lives_of_objects(VkInstance instance) {
    uint64_t surface = 0, messenger = 0;
    const struct surface_info wanted = {.type = 1000005000};
    const struct messenger_info listener = {
        .type = 1000128004, .severities = 0x1111, .kinds = 7, .callback = on_message};
#define OF(type, name) ((type)vk.GetInstanceProcAddr(instance, name))
    if (succeeded(OF(create_object, "vkCreateXcbSurfaceKHR")(instance, &wanted, NULL, &surface)))
        OF(destroy_object, "vkDestroySurfaceKHR")(instance, surface, NULL);
    if (succeeded(OF(create_object, "vkCreateDebugUtilsMessengerEXT")(instance, &listener, NULL, &messenger)))
        OF(destroy_object, "vkDestroyDebugUtilsMessengerEXT")(instance, messenger, NULL);
}

static void life_of_device(VkInstance instance) {
    VkPhysicalDevice physical = ask_devices(instance);
    VkDevice device = NULL;
    if (physical == NULL) return;
    ask_about(physical);
    if (!succeeded(try_device(physical, &device, NULL))) return;
    look_up(instance, device);
    use_device(device);
    vk.DestroyDevice(device, NULL);
}

// What a program does, as far as it gets.
static void try_all(void) {
    ask_version();
    ask_layers();
    ask_extensions();
    VkInstance instance = try_to_make();
    if (instance == NULL) return;
    ask_groups(instance);
    life_of_device(instance);
    lives_of_objects(instance);
    vk.DestroyInstance(instance, NULL);
}

// ---- the scenarios

static void *as_thread(void *call) {
    ((void (*)(void))call)();
    return NULL;
}

static void on_thread(void (*call)(void), size_t stack) {
    pthread_attr_t attributes;
    pthread_t thread;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack);
    exempt(1);
    int failed = pthread_create(&thread, &attributes, as_thread, (void *)call);
    exempt(0);
    CHECK(failed == 0 || how > FOR_GOOD);  // a limit holds for the program as well
    if (failed == 0) pthread_join(thread, NULL);
    else shared->failures++;
}

static void failing(void (*call)(void)) {
    memory_goes();
    call();
    memory_is_back();
}

static void version(void) { failing(ask_version); }
static void layers(void) { failing(ask_layers); }
static void extensions(void) { failing(ask_extensions); }
static void first(void) { failing(try_all); }
static void later(void) {
    whole_life();
    failing(try_all);
}

// The library's own opening, too: it may fail, as that of any library may.
static void opening(void) {
    memory_goes();
    void *opened = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (opened == NULL) shared->failures++;
    else open_loader(library), try_all();
    memory_is_back();
    open_loader(library);
}

static void with_instance(void) {
    VkInstance instance = make_instance();
    memory_goes();
    ask_groups(instance);
    life_of_device(instance);
    memory_is_back();
    use_instance(instance);
    vk.DestroyInstance(instance, NULL);
}

// Destroying has no result: it has to be done.
static void destruction(void) {
    VkInstance instance = make_instance();
    VkDevice device = make_device(instance);
    memory_goes();
    look_up(instance, device);
    vk.DestroyDevice(device, NULL);
    vk.DestroyInstance(instance, NULL);
    memory_is_back();
    whole_life();
}

static void on_small_stack(void) {
    memory_goes();
    on_thread(try_all, 128U << 10);
    memory_is_back();
}

static void on_other_thread(void) {
    whole_life();
    memory_goes();
    on_thread(try_all, 1U << 20);
    memory_is_back();
}

// libc has room for 32 keys of each thread; for more it has to allocate.
static void with_many_keys(void) {
    pthread_key_t keys[KEYS];
    for (unsigned at = 0; at < KEYS; at++) CHECK(pthread_key_create(&keys[at], NULL) == 0);
    open_loader(library);
    memory_goes();
    try_all();
    memory_is_back();
    whole_life();
    on_other_thread();
}

static void forking(void) {
    VkInstance instance = make_instance();
    memory_goes();
    pid_t child = fork();
    if (child == 0) {
        try_all();
        vk.DestroyInstance(instance, NULL);
        _exit(0);
    }
    if (child > 0) child_is_well(child);
    try_all();
    memory_is_back();
    vk.DestroyInstance(instance, NULL);
}

// The start of the interpreter fits into what is set aside: a second call does not start it again. It requests little
// if it comes from an image, which it does not with this variable.
static void start(void) {
    memory_goes();
    vk.DestroyInstance(NULL, NULL);
    long requests = state->requests;
    vk.DestroyInstance(NULL, NULL);
    if (state->requests - requests > 20) fprintf(stderr, "%ld requests more\n", state->requests - requests);
    long least = getenv("REFLOADER_EDITION") != NULL ? 200 : 5;
    if (requests <= least) fprintf(stderr, "%ld requests\n", requests);
    CHECK(requests > least && state->requests - requests <= 20);
    memory_is_back();
}

// What fails again and again costs nothing for good: of two rows of rounds the second holds no more blocks than the
// first, but for what waits for the interpreter's collector.
static void leaks(void) {
    long highest[2] = {0, 0};
    for (int round = 0; round < 2 * ROUNDS; round++) {
        failing(try_all);
        long *most = &highest[round / ROUNDS];
        if (state->live > *most) *most = state->live;
    }
    long more = highest[1] - highest[0];
    if (more >= ROUNDS / 4) fprintf(stderr, "request %ld: %ld blocks more\n", number, more);
    CHECK(more < ROUNDS / 4);
}

static const struct {
    const char *name;
    void (*run)(void);
    int is_open;  // the library, before
} scenarios[] = {
    {"version", version, 1},         {"layers", layers, 1},
    {"extensions", extensions, 1},   {"first", first, 1},
    {"later", later, 1},             {"opening", opening, 0},
    {"instance", with_instance, 1},  {"destruction", destruction, 1},
    {"small", on_small_stack, 1},    {"thread", on_other_thread, 1},
    {"keys", with_many_keys, 0},     {"fork", forking, 1},
    {"leaks", leaks, 1},             {"start", start, 1},
};

// ---- a child for each number

static int run_one(void (*run)(void), FILE *heard) {
    if (ftruncate(fileno(heard), 0) != 0) abort();
    memset(shared, 0, sizeof *shared);
    pid_t child = fork();
    if (child == 0) {
        dup2(fileno(heard), STDERR_FILENO);
        alarm(60);
        run();
        whole_life();
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status;
}

static long said(FILE *heard) {
    fseek(heard, 0, SEEK_END);
    return ftell(heard);
}

static void show(FILE *heard, int status) {
    char text[600];
    rewind(heard);
    size_t size = fread(text, 1, sizeof text - 1, heard);
    text[size] = '\0';
    fprintf(stderr, "-- n = %ld, status %#x:\n%s\n", number, (unsigned)status, text);
}

int main(int count, char **arguments) {
    static const char *const ways[] = {"once", "good", "data", "address"};
    long runs = 0, failed = 0, aborts = 0, signals = 0, wrong = 0, heard = 0;
    CHECK(count == 8);
    library = arguments[1];
    for (unsigned at = 0; at < COUNT(ways); at++)
        if (strcmp(ways[at], arguments[3]) == 0) how = (enum how)at;
    kinds = (unsigned)strtoul(arguments[4], NULL, 0);
    state = ((failing_state_function)dlsym(RTLD_DEFAULT, "failing_state"))();
    exempt = (failing_exempt_function)dlsym(RTLD_DEFAULT, "failing_exempt");
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    long step = strtol(arguments[6], NULL, 10), last = strtol(arguments[7], NULL, 10);
    FILE *output = tmpfile();
    for (unsigned at = 0; at < COUNT(scenarios); at++) {
        if (strcmp(scenarios[at].name, arguments[2]) != 0) continue;
        if (scenarios[at].is_open) open_loader(library);
        for (number = strtol(arguments[5], NULL, 10); number <= last; number += step) {
            int status = run_one(scenarios[at].run, output);
            runs++;
            failed += shared->failures > 0;
            aborts += WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
            signals += WIFSIGNALED(status) && WTERMSIG(status) != SIGABRT;
            wrong += WIFEXITED(status) && WEXITSTATUS(status) != 0;
            heard += said(output) > 0;
            if (status != 0 || said(output) > 0) show(output, status);
            if (how <= FOR_GOOD && shared->is_over && shared->requests <= number) break;
        }
    }
    printf("%ld %ld %ld %ld %ld %ld\n", runs, failed, aborts, signals, wrong, heard);
    return 0;
}
