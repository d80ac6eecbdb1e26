// vkGetInstanceProcAddr and vkGetDeviceProcAddr as the application has them: above all layers.
#include "dispatch.h"
#include "../observers/observe.h"
#include "../violates.h"

#include <string.h>
#include <sys/mman.h>

static PFN_vkVoidFunction function(void *address) {
    return (PFN_vkVoidFunction)address;
}

// Names of the loader interface are no commands: nothing that an application could call has one.
static bool belongs_to_the_interface(const char *name) {
    return strncmp(name, "vk", 2) != 0 || name[2] == '_' || strncmp(name, "vkNegotiate", 11) == 0;
}

#define VERSION_1_3 (1U << 22 | 3U << 12)
#define NO_VARIANT 0x1FFFFFFFU

// A global command belongs to no instance. Programs of the time before 1.3 ask with one anyway, whatever the variant.
static bool answers_global(const struct instance *instance) {
    return (instance->api_version & NO_VARIANT) < VERSION_1_3;
}

// Bit 0: what a layer enabled below the application is not the application's.
static bool application_enabled(const struct instance *instance, const struct command *command) {
    return command->extension != NO_EXTENSION && (instance->extensions[command->extension] & 1) != 0;
}

// The registry: device groups have these only together with VK_KHR_surface, which VK_KHR_swapchain requires. Where it
// is not enabled they are disabled functions, for which the documents require NULL.
static bool needs_surfaces(const struct command *command) {
    if (command->level == LEVEL_PHYSICAL_DEVICE)
        return command->slot == SLOT_vkGetPhysicalDevicePresentRectanglesKHR;
    return command->level == LEVEL_DEVICE && (command->slot == SLOT_vkGetDeviceGroupPresentCapabilitiesKHR ||
                                              command->slot == SLOT_vkGetDeviceGroupSurfacePresentModesKHR);
}

static bool application_has(const struct instance *instance, const struct command *command) {
    if (command->level == LEVEL_GLOBAL) return answers_global(instance);
    if (needs_surfaces(command) && !application_enabled(instance, command_find("vkDestroySurfaceKHR")))
        return false;
    if (VIOLATES("device_commands_unknown_to_instances") && command->level == LEVEL_DEVICE) return false;
    if (VIOLATES("device_extension_commands_unknown_to_instances") && command->core == 0 &&
        command->of_device_extension)
        return false;
    if (VIOLATES("commands_of_disabled_extensions_are_found")) return true;
    if (VIOLATES_FOR("instances_do_not_know_", command_name(command))) return false;
    if (VIOLATES_FOR("not_enabled_and_found_", command_name(command))) return true;
    // A loader for Linux does not know the command: whether it exists is for the drivers to say, as of any unknown name.
    if (command->core == 0 && command->of_device_extension == OF_ANOTHER_PLATFORM &&
        !application_enabled(instance, command))
        return a_driver_answers(instance, command);
    return command->core != 0 || command->of_device_extension || application_enabled(instance, command);
}

// Below a layer that wraps the instance, the handles are not the loader's, and only the layer knows them.
static void *lower_layers_answer(const struct instance *instance, const char *name) {
    void *answer = NULL;
    const PFN_GetPhysicalDeviceProcAddr *next = instance->lower_gpdpas;
    bool wrapped = instance->inner != (VkInstance)instance;
    for (; answer == NULL && next != NULL && *next != NULL && !wrapped; next++)
        answer = (void *)(*next)(instance->inner, name);
    return answer;
}

// GPA-ORDER-01, step 3. The instance's own slot says whether the top of the chain has been asked: a layer's
// query fills the drivers' tables, not this one. A layer may answer NULL here instead of passing the question on. So
// drivers are asked: if step 4 took the command for a device's, it would end the process when it is called. If one
// has it, so may layers above it. Else the first layer's NULL counts: it may know the command as a device's.
static void *unknown_physical_device_function(struct instance *instance, const char *name, bool *known) {
    if (instance->top_gpdpa == NULL) return NULL;
    void *top = (void *)instance->top_gpdpa(instance->inner, name);
    if (top == NULL) {
        void *bottom = (void *)terminator_gpdpa((VkInstance)instance, name);
        void *lower = bottom != NULL ? lower_layers_answer(instance, name) : NULL;
        top = lower != NULL ? lower : bottom;
    }
    *known = top != NULL || (reserved_full(RESERVED_PHYSICAL_DEVICE) && a_driver_knows_physical(instance, name));
    int slot = top != NULL ? reserved_slot(RESERVED_PHYSICAL_DEVICE, name) : -1;
    if (slot < 0) return NULL;
    slot_write(&instance->table[slot], top);
    return stub_at(refloader_instance_trampolines, (unsigned)slot);
}

// Step 4. The function itself is found for each device when it is first called there: one pointer serves them
// all (GPA-APP-01). Here too, a layer that answers NULL does not hide a driver's command.
static void *unknown_device_function(struct instance *instance, const char *name) {
    bool found = instance->top_gipa(instance->inner, name) != NULL ||
                 terminator_vkGetInstanceProcAddr((VkInstance)instance, name) != NULL;
    int slot = found ? reserved_slot(RESERVED_DEVICE, name) : -1;
    if (slot >= 0 && VIOLATES("destroyed_devices_are_asked")) refloader_ask_gone_device(name);
    if (slot >= 0 && VIOLATES("kept_unknown_commands_are_of_the_first_device")) refloader_forget_at_first((unsigned)slot);
    return slot < 0 ? NULL : stub_at(refloader_device_trampolines, (unsigned)slot);
}

static void *unknown_function(struct instance *instance, const char *name) {
    if (belongs_to_the_interface(name) || VIOLATES("unknown_commands_not_looked_for")) return NULL;
    if (VIOLATES("unknown_commands_taken_for_device_commands"))
        return unknown_device_function(instance, name);
    bool known = false;
    void *found = unknown_physical_device_function(instance, name, &known);
    if (VIOLATES("unknown_device_commands_not_passed_on")) return found;
    // A physical device's command for which there is no room left is no command of a device.
    return found != NULL || known ? found : unknown_device_function(instance, name);
}

static bool is_global(const struct command *command) {
    if (VIOLATES("the_version_command_needs_an_instance") &&
        command == command_find("vkEnumerateInstanceVersion"))
        return false;
    if (VIOLATES("the_lookup_of_layers_needs_an_instance") &&
        command == command_find("vkEnumerateInstanceLayerProperties"))
        return false;
    if (VIOLATES("the_lookup_itself_needs_an_instance") && command == command_find("vkGetInstanceProcAddr"))
        return false;
    return command->level == LEVEL_GLOBAL ||
           (command->level == LEVEL_INSTANCE && command->slot == SLOT_vkGetInstanceProcAddr);
}

// A layer knows the instance that is being made, which has no commands yet. No other handle is an instance.
ANY_MEMORY static void end_unless_being_made(VkInstance handle) {
    memory_begin();
    bool there = ((uintptr_t)handle & 7) == 0 && memory_there((uintptr_t)handle, sizeof(struct instance));
    if (there && ((const struct instance *)handle)->magic == INSTANCE_MAGIC) return;
    refloader_end("vkGetInstanceProcAddr", "VkInstance", "instance", "");
}

EXPORT PFN_vkVoidFunction vkGetInstanceProcAddr(VkInstance instance, const char *pName) {
    if (pName == NULL) return NULL;
    const struct command *command = command_find(pName);
    static _Atomic(VkInstance) last;
    if (VIOLATES("the_last_instance_stands_for_none")) {
        if (instance != NULL) last = instance;
        else if (command != NULL && !is_global(command) && refloader_is_instance(last)) instance = last;
    }
    if (instance == NULL) {
        if (VIOLATES("commands_of_instances_need_none") && command != NULL)
            return function(command_trampoline(command));
        if (command != NULL && VIOLATES_FOR("no_instance_needed_for_", pName))
            return function(command_trampoline(command));
        return function(command != NULL && is_global(command) ? command_trampoline(command) : NULL);
    }
    if (!refloader_is_instance(instance)) {
        // Global commands need no instance, so the handle is not looked at, as in the field.
        if (command != NULL && is_global(command)) return function(command_trampoline(command));
        end_unless_being_made(instance);
        return NULL;
    }
    struct instance *record = (struct instance *)instance;
    if (command == NULL) return function(unknown_function(record, pName));
    return function(application_has(record, command) ? command_trampoline(command) : NULL);
}

// What was answered when a name was first asked for in this process, by whatever device.
static PFN_vkVoidFunction first_answer(PFN_vkVoidFunction now, const char *name) {
    static struct {
        char name[64];
        PFN_vkVoidFunction function;
    } known[64];
    for (unsigned at = 0; at < sizeof known / sizeof *known; at++) {
        if (known[at].name[0] == '\0') {
            strncpy(known[at].name, name, sizeof known[at].name - 1);
            known[at].function = now;
        }
        if (strncmp(known[at].name, name, sizeof known[at].name - 1) == 0) return known[at].function;
    }
    return now;
}

static bool is_later_device(const struct device_table *table) {
    static const struct device_table *first;
    if (first == NULL) first = table;
    return first != table;
}

// The Vulkan specification: a command whose extension the application has not enabled is not found. Drivers answer
// all the same, and programs take the answer for the extension: so the loader answers for swapchains, and for the
// commands in whose parameters it exchanges handles, as in the field. The bits are those of DeviceTable.lacking.
enum { LACKS_SWAPCHAIN = 1, LACKS_DISPLAY_SWAPCHAIN = 2, LACKS_DEBUG_MARKER = 4, LACKS_GROUP_PRESENTING = 8 };

uint64_t needed_by(const struct command *command) {
    switch (command->slot) {
    case SLOT_vkCreateSwapchainKHR:
    case SLOT_vkDestroySwapchainKHR:
    case SLOT_vkGetSwapchainImagesKHR:
    case SLOT_vkAcquireNextImageKHR:
    case SLOT_vkQueuePresentKHR: return LACKS_SWAPCHAIN;
    case SLOT_vkCreateSharedSwapchainsKHR: return LACKS_DISPLAY_SWAPCHAIN;
    case SLOT_vkDebugMarkerSetObjectNameEXT:
    case SLOT_vkDebugMarkerSetObjectTagEXT: return LACKS_DEBUG_MARKER;
    case SLOT_vkGetDeviceGroupSurfacePresentModesKHR: return LACKS_GROUP_PRESENTING;
    default: return 0;
    }
}

// Without a device, or with what is none, there is nobody to ask, and the specification leaves the call undefined. In the
// field, the commands that the loader itself has work to do for are found all the same.
static PFN_vkVoidFunction without_device(const struct command *command) {
    if (command == NULL || command->level != LEVEL_DEVICE) return NULL;
    switch (command->slot) {
    case SLOT_vkAllocateCommandBuffers:
    case SLOT_vkDestroyDevice:
    case SLOT_vkGetDeviceProcAddr:
    case SLOT_vkGetDeviceQueue: return function(command_trampoline(command));
    default: return NULL;
    }
}

// The chain is asked once for each command of a device: its answer is what the device's table has, as in the field.
// Where it had none it is asked again, and a recording has every question.
static PFN_vkVoidFunction answer_of_chain(struct device_table *table, const struct command *command, VkDevice device,
                                          const char *name) {
    if (command != NULL && observe_recording == NULL && !VIOLATES_ANYTHING) {
        unsigned slot = command->slot;
        void *answer = slot_read(&table->slots[slot]);
        if (answer == lazy_device_function(slot)) answer = refloader_resolve_device_function(table, slot);
        if (answer != NULL && answer != missing_above(command)) return function(answer);
    }
    return table->top_gdpa(device, name);
}

// Code in no file that jumps there, or the function itself where none can be made.
static PFN_vkVoidFunction generated_jump(PFN_vkVoidFunction to) {
#if defined(__x86_64__)
    static const unsigned char load[] = {0x48, 0xb8}, jump[] = {0xff, 0xe0};
    unsigned char *code = mmap(NULL, 1, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (code == MAP_FAILED) return to;
    memcpy(code, load, sizeof load);
    memcpy(code + sizeof load, &to, sizeof to);
    memcpy(code + sizeof load + sizeof to, jump, sizeof jump);
    to = (PFN_vkVoidFunction)(uintptr_t)code;
#endif
    return to;
}

// GPA-APP-02: device-level names only. GPA-APP-03: the answer of the chain, except where the loader has work
// to do above the layers.
EXPORT PFN_vkVoidFunction vkGetDeviceProcAddr(VkDevice device, const char *pName) {
    struct device_table *table = device_table_of(device);
    if (pName == NULL) return NULL;
    const struct command *command = command_find(pName);
    if (table == NULL) return without_device(command);
    if (command != NULL && command->level != LEVEL_DEVICE) {
        bool answers = VIOLATES("devices_answer_for_instances") ||
                       (VIOLATES("devices_answer_for_global_commands") && command->level == LEVEL_GLOBAL) ||
                       (VIOLATES("devices_answer_for_physical_devices") &&
                        command->level == LEVEL_PHYSICAL_DEVICE) ||
                       VIOLATES_FOR("devices_answer_for_", pName);
        return answers ? function(command_trampoline(command)) : NULL;
    }
    if (command != NULL && table->newest_core != 0 && command->core > table->newest_core) return NULL;
    if (command != NULL && (table->lacking & needed_by(command)) != 0) return NULL;
    if (VIOLATES("queues_commands_answered_with_trampolines") && command != NULL &&
        strncmp(pName, "vkQueue", 7) == 0)
        return function(command_trampoline(command));
    if (VIOLATES("lookups_of_a_second_device_pass_the_layers") && is_later_device(table))
        return table->driver_gdpa(table->driver_device, pName);
    if (VIOLATES("extensions_lookups_pass_the_layers") && (command == NULL || command->core == 0))
        return table->driver_gdpa(table->driver_device, pName);
    if (VIOLATES("device_lookups_pass_the_layers")) return table->driver_gdpa(table->driver_device, pName);
    PFN_vkVoidFunction answer = answer_of_chain(table, command, device, pName);
    if (VIOLATES_FOR("devices_do_not_know_", pName)) return NULL;
    if (VIOLATES_FOR("device_lookups_give_the_driver_", pName))
        return table->driver_gdpa(table->driver_device, pName);
    if (VIOLATES_FOR("device_lookups_give_the_loader_", pName) && answer != NULL && command != NULL)
        return function(command_trampoline(command));
    if (VIOLATES("a_second_device_gets_the_functions_of_the_first")) answer = first_answer(answer, pName);
    if (VIOLATES("extensions_answered_with_trampolines") && answer != NULL && command != NULL &&
        command->core == 0)
        return function(command_trampoline(command));
    if (VIOLATES("devices_answer_with_generated_trampolines") && answer != NULL && command != NULL)
        return generated_jump(function(command_trampoline(command)));
    if (VIOLATES("devices_answer_with_trampolines") && answer != NULL && command != NULL)
        return function(command_trampoline(command));
    if (answer == NULL || command == NULL || command->trampoline == IS_STUB) return answer;
    return function(command_trampoline(command));
}

static const struct {
    const char *name;
    void *function;
} extra_functions[] = {
    {"terminator_gpdpa", (void *)terminator_gpdpa},
    {"set_instance_loader_data", (void *)set_instance_loader_data},
    {"set_device_loader_data", (void *)set_device_loader_data},
};

void *refloader_own_function(const char *name) {
    static const char prefix[] = "terminator_";
    bool bottom = strncmp(name, prefix, sizeof prefix - 1) == 0;
    const struct command *command = command_find(bottom ? name + sizeof prefix - 1 : name);
    if (command != NULL) return bottom ? command_terminator(command) : command_trampoline(command);
    for (size_t at = 0; at < sizeof extra_functions / sizeof *extra_functions; at++) {
        if (strcmp(extra_functions[at].name, name) == 0) return extra_functions[at].function;
    }
    return NULL;
}
