// What the programs beside this file share: a driver with one device, files in the folder where a program runs, and the
// loader, which is opened by the path given. Each program is compiled twice: as its own driver (and layer), and as it is.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#define VK_NO_PROTOTYPES
#include <vulkan/vk_icd.h>
#include <vulkan/vk_layer.h>

#define FUNCTION(name, function) \
    if (strcmp(asked, name) == 0) return (PFN_vkVoidFunction)(function);

#ifdef LIBRARY
#define EXPORTED __attribute__((visibility("default"), unused))
// The functions of the driver that a program has beside those below; NULL if it is none of them.
static PFN_vkVoidFunction of_this_program(const char *asked);

static uintptr_t instance_words[64], device_words[64];

static VkResult created(const void *info, const void *allocator, VkInstance *made) {
    static int count;
    instance_words[count % 64] = ICD_LOADER_MAGIC;
    *made = (VkInstance)&instance_words[count++ % 64];
    return VK_SUCCESS;
}

static VkResult one_device(VkInstance instance, uint32_t *count, VkPhysicalDevice *devices) {
    device_words[0] = ICD_LOADER_MAGIC;
    if (devices != NULL && *count > 0) devices[0] = (VkPhysicalDevice)&device_words[0];
    *count = 1;
    return VK_SUCCESS;
}

static void properties(VkPhysicalDevice device, VkPhysicalDeviceProperties *found) {
    memset(found, 0, sizeof *found);
    found->apiVersion = VK_API_VERSION_1_1;
}

static VkResult nothing(void) {
    return VK_SUCCESS;
}

EXPORTED VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) {
    if (*version > 5) *version = 5;
    return VK_SUCCESS;
}

EXPORTED PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance, const char *asked) {
    PFN_vkVoidFunction own = of_this_program(asked);
    if (own != NULL) return own;
    FUNCTION("vkCreateInstance", created)
    FUNCTION("vkEnumeratePhysicalDevices", one_device)
    FUNCTION("vkGetPhysicalDeviceProperties", properties)
#ifdef LACKS
    FUNCTION(LACKS, NULL)
#endif
    return strncmp(asked, "vk_", 3) == 0 ? NULL : (PFN_vkVoidFunction)nothing;
}
#else
static PFN_vkGetInstanceProcAddr of_loader;

// Write a manifest; @ in its text is the path of libdefect.so, which lies beside the program.
static void write_file(const char *path, const char *text) {
    char library[4096];
    ssize_t length = readlink("/proc/self/exe", library, sizeof library - 16);
    FILE *file = fopen(path, "w");
    if (file == NULL || length < 0) perror(path), exit(3);
    library[length] = '\0';
    strcpy(strrchr(library, '/'), "/libdefect.so");
    for (; *text != '\0'; text++) *text == '@' ? fputs(library, file) : fputc(*text, file);
    if (fclose(file) != 0) perror(path), exit(3);
}

// One driver, and no layers but those of the variables and of ./data.
static void open_loader(const char *path) {
    char here[4096], files[8192];
    if (getcwd(here, sizeof here) == NULL) exit(3);
    write_file("driver.json", "{\"file_format_version\": \"1.0.0\", "
        "\"ICD\": {\"library_path\": \"@\", \"api_version\": \"1.1.0\"}}");
    snprintf(files, sizeof files, "%s/driver.json", here);
    setenv("VK_DRIVER_FILES", files, 1), setenv("VK_ICD_FILENAMES", files, 1);
    snprintf(files, sizeof files, "%s/data", here);
    mkdir(files, 0700), setenv("XDG_DATA_HOME", files, 1), setenv("HOME", here, 1);
    void *loader = dlopen(path, RTLD_NOW);
    if (loader == NULL) fprintf(stderr, "%s\n", dlerror()), exit(3);
    of_loader = (PFN_vkGetInstanceProcAddr)dlsym(loader, "vkGetInstanceProcAddr");
}

#define CALL(instance, name) ((PFN_##name)of_loader(instance, #name))

__attribute__((unused)) static VkInstance made_instance(uint32_t version, const VkAllocationCallbacks *allocator, const char *extension) {
    VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = version};
    VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application,
        .enabledExtensionCount = extension != NULL, .ppEnabledExtensionNames = &extension};
    VkInstance instance = VK_NULL_HANDLE;
    VkResult result = CALL(NULL, vkCreateInstance)(&info, allocator, &instance);
    if (result != VK_SUCCESS) fprintf(stderr, "vkCreateInstance returns %d\n", result), exit(3);
    return instance;
}

// The last line of a program: 0 as the documents say, 1 not so.
static int said(int wrong, const char *what) {
    printf("%s: %s\n", wrong ? "not as documented" : "as documented", what);
    return wrong;
}
#endif
