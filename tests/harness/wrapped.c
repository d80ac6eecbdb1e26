/* A libvulkan.so.1 in front of another one, beside it as libbehind.so: it forwards what that one exports, and changes
 * what that one calls (its slots for imported functions are written anew) by the name of FAULT. "none" changes nothing.
 * NAMES and ROWS are generated: the exports, a string and an index each. x86-64 alone. */
#define _GNU_SOURCE
#define VK_NO_PROTOTYPES
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vulkan/vulkan.h>

#include "exports.h"

#define IS(name) (strcmp(FAULT, name) == 0)
#define BEHIND(command) ((PFN_##command)dlsym(behind, #command))

__attribute__((visibility("hidden"))) void *forwarded[EXPORTS];
static void *behind;

/* ---- variables */

static char *first_of(const char *list) { return strndup(list, strcspn(list, ":")); }

static char *changed_value(const char *name, char *(*get)(const char *)) {
    char *value = get(name);
    if (IS("older_variable_first") && !strcmp(name, "VK_DRIVER_FILES") && get("VK_ICD_FILENAMES")) return NULL;
    if (IS("one_name_counts") && !strcmp(name, "VK_INSTANCE_LAYERS") && value) return first_of(value);
    if (IS("layer_paths_are_unsafe") && strstr(name, "LAYER_PATH") != NULL) return getenv(name);
    return value;
}
static char *of_environment(const char *name) { return changed_value(name, getenv); }
static char *of_safe_environment(const char *name) { return changed_value(name, secure_getenv); }

/* Some loaders compare these before they ask for any variable. */
static uid_t effective_user(void) { return IS("layer_paths_are_unsafe") ? getuid() : geteuid(); }
static gid_t effective_group(void) { return IS("layer_paths_are_unsafe") ? getgid() : getegid(); }

/* ---- manifests */

static FILE *opened(const char *path, const char *mode) {
    FILE *file = fopen(path, mode);
    char text[65536], *at;
    if (file == NULL || !IS("switch_is_not_read") || strstr(path, ".json") == NULL) return file;
    size_t size = fread(text, 1, sizeof text - 1, file);
    text[size] = '\0';
    for (at = text; (at = strstr(at, "\"enable_environment\"")) != NULL; at++) at[1] = 'x';
    FILE *copy = fdopen(memfd_create("manifest", 0), "w+");
    if (copy == NULL) abort();
    fwrite(text, 1, size, copy);
    rewind(copy);
    fclose(file);
    return copy;
}

/* ---- commands */

static VkResult create_instance(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *callbacks,
                                VkInstance *instance) {
    VkInstanceCreateInfo copy = *info;
    const char *names[64];
    if (IS("request_backwards") && info->enabledLayerCount <= 64) {
        for (uint32_t i = 0; i < info->enabledLayerCount; i++)
            names[i] = info->ppEnabledLayerNames[info->enabledLayerCount - 1 - i];
        copy.ppEnabledLayerNames = names;
    }
    VkResult result = BEHIND(vkCreateInstance)(&copy, callbacks, instance);
    if (IS("another_error") && result == VK_ERROR_INCOMPATIBLE_DRIVER) return VK_ERROR_INITIALIZATION_FAILED;
    return result;
}

static VkResult extensions(const char *layer, uint32_t *count, VkExtensionProperties *properties) {
    if (IS("layers_are_not_told_apart")) layer = NULL;
    return BEHIND(vkEnumerateInstanceExtensionProperties)(layer, count, properties);
}

/* ---- queues that begin with a copy of their device's table: no sentence says that it is the very same */

#define TABLE 8192
#define DEVICES 16

static void queue_with_a_table(VkDevice device, uint32_t family, uint32_t index, VkQueue *queue) {
    static struct { const void *of; char copy[TABLE]; } tables[DEVICES];
    BEHIND(vkGetDeviceQueue)(device, family, index, queue);
    const void **word = (const void **)*queue;
    for (int i = 0; word != NULL && i < DEVICES; i++) {
        if (tables[i].of != NULL && tables[i].of != *word) continue;
        tables[i].of = *word;
        memcpy(tables[i].copy, *word, TABLE);
        *word = tables[i].copy;
        return;
    }
}

static PFN_vkVoidFunction queues_of(const char *name, PFN_vkVoidFunction found) {
    return strcmp(name, "vkGetDeviceQueue") ? found : (PFN_vkVoidFunction)queue_with_a_table;
}
static PFN_vkVoidFunction found_by_instance(VkInstance instance, const char *name) {
    return queues_of(name, BEHIND(vkGetInstanceProcAddr)(instance, name));
}
static PFN_vkVoidFunction found_by_device(VkDevice device, const char *name) {
    return queues_of(name, BEHIND(vkGetDeviceProcAddr)(device, name));
}
static void *hook_of_queues(const char *name) {
    if (strcmp(name, "vkGetDeviceQueue") == 0) return (void *)queue_with_a_table;
    if (strcmp(name, "vkGetInstanceProcAddr") == 0) return (void *)found_by_instance;
    return strcmp(name, "vkGetDeviceProcAddr") ? NULL : (void *)found_by_device;
}

/* ---- threads */

#include "thread_faults.h"

static const struct hook {
    const char *name;
    void *function;
} hooks[] = {
    {"getenv", of_environment},
    {"secure_getenv", of_safe_environment},
    {"geteuid", effective_user},
    {"getegid", effective_group},
    {"fopen", opened},
    {"vkCreateInstance", create_instance},
    {"vkEnumerateInstanceExtensionProperties", extensions},
};

/* ---- the library behind */

static void *hook_of(const char *name) {
    if (IS("tables_of_queues")) return hook_of_queues(name);
    if (is_of_threads()) return strcmp(name, "vkGetInstanceProcAddr") ? NULL : (void *)look_up_on_threads;
    for (size_t i = 0; !IS("none") && i < sizeof hooks / sizeof *hooks; i++)
        if (!strcmp(hooks[i].name, name)) return hooks[i].function;
    return NULL;
}

static void write_slots(const struct link_map *map, const ElfW(Rela) * slots, size_t size, const ElfW(Sym) * symbols,
                        const char *strings) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (size_t i = 0; i < size / sizeof *slots; i++) {
        unsigned type = ELF64_R_TYPE(slots[i].r_info);
        if (type != R_X86_64_JUMP_SLOT && type != R_X86_64_GLOB_DAT) continue;
        void *hook = hook_of(strings + symbols[ELF64_R_SYM(slots[i].r_info)].st_name);
        void **slot = (void **)(map->l_addr + slots[i].r_offset);
        if (hook == NULL) continue;
        mprotect((void *)((uintptr_t)slot & ~(page - 1)), page, PROT_READ | PROT_WRITE);
        *slot = hook;
    }
}

static void hook_all(void) {
    const struct link_map *map;
    uintptr_t found[DT_NUM] = {0};
    if (dlinfo(behind, RTLD_DI_LINKMAP, &map) != 0) abort();
    for (const ElfW(Dyn) *each = map->l_ld; each->d_tag != DT_NULL; each++)
        if (each->d_tag > 0 && each->d_tag < DT_NUM) found[each->d_tag] = each->d_un.d_ptr;
    const void *symbols = (void *)found[DT_SYMTAB], *strings = (void *)found[DT_STRTAB];
    write_slots(map, (void *)found[DT_RELA], found[DT_RELASZ], symbols, strings);
    write_slots(map, (void *)found[DT_JMPREL], found[DT_PLTRELSZ], symbols, strings);
}

__attribute__((constructor)) static void open_behind(void) {
    static const char *const names[EXPORTS] = {NAMES};
    Dl_info self;
    char path[4096];
    dladdr((void *)open_behind, &self);
    snprintf(path, sizeof path, "%.*s/libbehind.so", (int)(strrchr(self.dli_fname, '/') - self.dli_fname),
             self.dli_fname);
    behind = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (behind == NULL) abort();
    for (int i = 0; i < EXPORTS; i++) {
        void *hook = hook_of(names[i]);
        forwarded[i] = hook != NULL ? hook : dlsym(behind, names[i]);
    }
    hook_all();
}

#define ROW(name, index) \
    __asm__(".globl " name "\n.type " name ",@function\n" name ": jmp *forwarded+8*" #index "(%rip)\n");
ROWS
