// The library that stands for a driver or a layer; see relay.h. Decides nothing.
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "../../native/generated/commands.h"
#include "relay.h"

#define EXPORT __attribute__((visibility("default")))

static relayed_call *call;
static relayed_lookup_of *look_up;
static relayed_negotiation *negotiate;
static struct relay self;

#define FUNCTION(name, ...) \
    static uint64_t relay_##name(ALL_WORDS) { \
        uint64_t arguments[MOST_ARGUMENTS] = LIST_OF_ALL_WORDS; \
        return call(&self, #name, arguments); \
    }
REFLOADER_COMMANDS(FUNCTION)
FUNCTION(vkGeneratedPhysicalTEST)
FUNCTION(vkGeneratedDeviceTEST)

#define ROW(name, ...) {#name, (PFN_vkVoidFunction)relay_##name},
static struct row {
    const char *name;
    PFN_vkVoidFunction function;
} rows[] = {REFLOADER_COMMANDS(ROW) ROW(vkGeneratedPhysicalTEST) ROW(vkGeneratedDeviceTEST)};

static int by_name(const void *a, const void *b) { return strcmp(((const struct row *)a)->name, ((const struct row *)b)->name); }

static PFN_vkVoidFunction function_of(const char *name) {
    const struct row wanted = {.name = name};
    const struct row *found = bsearch(&wanted, rows, sizeof rows / sizeof *rows, sizeof *rows, by_name);
    return found == NULL ? NULL : found->function;
}

static PFN_vkVoidFunction physical(VkInstance instance, const char *name) {
    return look_up(&self, LOOKUP_PHYSICAL, instance, name);
}

__attribute__((constructor)) static void find_program(void) {
    Dl_info own;
    qsort(rows, sizeof rows / sizeof *rows, sizeof *rows, by_name);
    call = (relayed_call *)dlsym(RTLD_DEFAULT, "refloader_relayed_call");
    look_up = (relayed_lookup_of *)dlsym(RTLD_DEFAULT, "refloader_relayed_lookup");
    negotiate = (relayed_negotiation *)dlsym(RTLD_DEFAULT, "refloader_relayed_negotiation");
    if (call == NULL || look_up == NULL || negotiate == NULL || dladdr((void *)&self, &own) == 0) return;
    const char *name = strrchr(own.dli_fname, '/');
    name = name == NULL ? own.dli_fname : name + 1;
    // A loader may open a copy that has another name: then nobody can tell which one this is, and it refuses.
    if (strncmp(name, "layer", 5) != 0 && strncmp(name, "driver", 6) != 0) {
        negotiate = NULL, look_up = NULL;
        return;
    }
    self = (struct relay){.is_layer = strncmp(name, "layer", 5) == 0,
                          .number = (uint32_t)strtoul(name + strcspn(name, "0123456789"), NULL, 10),
                          .function = function_of,
                          .physical = physical};
}

EXPORT VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) {
    return negotiate == NULL ? VK_ERROR_INCOMPATIBLE_DRIVER : negotiate(&self, version, NULL);
}

EXPORT PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance, const char *name) {
    return look_up == NULL ? NULL : look_up(&self, LOOKUP_INSTANCE, instance, name);
}

EXPORT PFN_vkVoidFunction vk_icdGetPhysicalDeviceProcAddr(VkInstance instance, const char *name) {
    return look_up == NULL ? NULL : physical(instance, name);
}

EXPORT VkResult vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *offer) {
    return negotiate == NULL ? VK_ERROR_INITIALIZATION_FAILED : negotiate(&self, NULL, offer);
}
