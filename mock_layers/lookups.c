// Which pointer answers a name, for each of the three lookups. What is not intercepted has the next entity's answer.
#include "mock_layer.h"

#include "../refloader/native/generated/commands.h"

#define ROW(command, needed_for) \
    {"vk" #command, sizeof "vk" #command - 1, (PFN_vkVoidFunction)layer_##command, needed_for},
static const struct own_command {
    const char *name;
    size_t length;
    PFN_vkVoidFunction pointer;
    unsigned needed_for;
} own_commands[] = {OWN_COMMANDS(ROW)};

#define CORE_ROW(name, level, first, slot, exported, trampoline, terminator, result, core, ...) {#name, core},
static const struct {
    const char *name;
    int core;  // 10 for Vulkan 1.0; 0: of extensions
} cores[] = {REFLOADER_COMMANDS(CORE_ROW)};

// With the flag knows: whether a command came later than a version, by its name in Vulkan or in the extension before.
static int is_too_new(const char *name) {
    size_t length = strlen(name);
    if (flag_is("knows", "")) return 0;
    if (length > 3 && (strcmp(name + length - 3, "KHR") == 0 || strcmp(name + length - 3, "EXT") == 0)) length -= 3;
    for (size_t i = 0; i < COUNT(cores); i++)
        if (strlen(cores[i].name) == length && memcmp(cores[i].name, name, length) == 0)
            return cores[i].core > 10 + flag("knows")[2] - '0';
    return 0;
}

// Whether the flags want a command's own function.
static int is_needed(const struct own_command *row) {
    if (violates("LLP_LAYER_10_tag") && strcmp(row->name, "vkSetDebugUtilsObjectTagEXT") == 0) return 0;
    if (violates("LLP_LAYER_10_chained") && strcmp(row->name, "vkCreateSampler") == 0) return 0;
    if (is_too_new(row->name)) return 0;
    if (row->needed_for == KIND_VkQueue && meets_queues) return 1;
    if (row->needed_for == OWN_FEATURES && has_own_features()) return 1;
    return row->needed_for == 0 || (row->needed_for & wrapped_kinds) || violated_in(row->name);
}

static const struct own_command *own_command(const char *name) {
    size_t length = strlen(name);
    for (size_t i = 0; i < COUNT(own_commands); i++) {
        const struct own_command *row = &own_commands[i];
        if (row->length == length && memcmp(row->name, name, length) == 0)
            return is_needed(row) ? row : NULL;
    }
    return NULL;
}

static int hidden(const char *name) { return *hides != '\0' && holds(hides, name, strlen(name), ","); }

static enum kind first_of(const char *name) {
    uint32_t slot = find_command(name);
    return slot == SLOTS ? KIND_NONE : commands[slot].first;
}

static int is_device_level(const char *name) { return first_of(name) > KIND_VkPhysicalDevice; }

static PFN_vkVoidFunction own_answer(const char *name, enum level level) {
    uint32_t slot = find_unknown(name, level);
    if (slot == SLOTS || unknown[slot - COMMANDS].answer == 0) return NULL;
    return stub_of(slot);
}

static int has_own_command(const struct link *link, const char *name) {
    const char *own = flag("unknown_device");
    uint32_t count = words_in(own);
    int enabled = link == NULL ? 0 : link->has_own_extension;
    // With as many commands as extensions, each has the one at its place.
    if (count < 2 || count != words_in(flag("device_extensions")) || violates("LLP_LAYER_18_any")) return enabled != 0;
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(word_at(own, i), name) == 0) return enabled >> i % 31 & 1;
    return enabled != 0;
}

// LLP_LAYER_18: NULL for what is not enabled. The layer's own commands are those of its extensions, if it has any.
static int has_own_commands(VkDevice device, const char *name) {
    const struct link *link = recall(DEVICE_LEVEL, device);
    static atomic_int any_has;  // of all devices that there ever were
    any_has |= link != NULL && link->has_own_extension != 0;
    if (violates("LLP_LAYER_18_elsewhere") && any_has) return 1;
    return flag_is("device_extensions", "") || has_own_command(link, name);
}

// A function or a stub of this layer for a command of the registry that the next entity has; else NULL. Unless
// the flag ask says otherwise of devices' commands, that is known since the instance or device was made: lookups
// go down for others' commands alone (INTERCEPT-06).
static PFN_vkVoidFunction intercepted(const struct link *link, const char *name) {
    uint32_t slot = stubs_wanted ? find_command(name) : SLOTS;
    if (slot == SLOTS || !has_next(link, slot)) return NULL;
    const struct own_command *own = own_command(name);
    if (own != NULL) return own->pointer;
    if (is_too_new(name)) return NULL;
    return manners[slot].noted || (commands[slot].first & wrapped_kinds) ? stub_of(slot) : NULL;
}

// A command nobody knows may be given a wrapped object.
static PFN_vkVoidFunction in_front_of(const struct link *link, PFN_vkVoidFunction next, const char *name,
                                      enum level level) {
    if (next == NULL || wrapped_kinds == 0 || find_command(name) != SLOTS) return next;
    uint32_t slot = add_unknown(name, level, 0);
    set_next(link, slot, next);
    return stub_of(slot);
}

static enum level level_of_unknown(const struct link *link, const char *name) {
    if (wrapped_kinds == 0 || link->GetPhysicalDeviceProcAddr == NULL || find_command(name) != SLOTS)
        return DEVICE_LEVEL;
    return link->GetPhysicalDeviceProcAddr(link->handle, name) != NULL ? INSTANCE_LEVEL : DEVICE_LEVEL;
}

// WRAP-03: who is above a layer that wraps an object has the wrapper, and so asks with it. A layer that makes a
// device of its own asks itself, with what it has from below.
static void check_is_wrapper(uint32_t kind, const struct link *link, const void *handle, const char *command) {
    if ((wrapped_kinds & kind) != 0 && link != NULL && handle == link->handle && flag_is("own_device", ""))
        VIOLATION("WRAP-03", "%s with the handle that is in the wrapper", command);
}

// ---- lookups that are wrong on purpose

// Whether this lookup does not pass on the names that no registry holds.
static int keeps_to_itself(const char *rule, const char *name) {
    return violates(rule) && find_command(name) == SLOTS && strcmp(name, GET_PHYSICAL_DEVICE) != 0;
}

// Whether the layer leaves a command of its own to the next entity, which it must not.
static int leaves(const char *name) {
    if (violates("INTERCEPT-02")) return strcmp(name, "vkGetInstanceProcAddr") == 0;
    return violates("INTERCEPT-03") && strcmp(name, "vkCreateDevice") == 0;
}

// A pointer for a command that nobody has enabled or that does not exist.
static PFN_vkVoidFunction made_up(const char *rule, PFN_vkVoidFunction next) {
    return next == NULL && violates(rule) ? (PFN_vkVoidFunction)give_answer : next;
}

// What an instance was answered for a name first, every later one is.
static PFN_vkVoidFunction kept_answer(const char *name, PFN_vkVoidFunction next) {
    static struct {
        char name[96];
        PFN_vkVoidFunction answer;
    } kept[2048];
    static size_t count;
    for (size_t i = 0; i < count; i++)
        if (strcmp(kept[i].name, name) == 0) return kept[i].answer;
    if (count < COUNT(kept) && strlen(name) < sizeof kept->name) {
        strcpy(kept[count].name, name);
        kept[count++].answer = next;
    }
    return next;
}

PFN_vkVoidFunction layer_GetInstanceProcAddr(VkInstance instance, const char *name) {
    if (!negotiated) {
        VIOLATION("NEGOTIATE-LAYER-01", "vkGetInstanceProcAddr before the negotiation");
        negotiated = 1;
    }
    if (hidden(name)) return NULL;
    if (violates("LLP_LAYER_18_unknown") && strncmp(name, "vkCmd", 5) == 0 && find_command(name) == SLOTS)
        return (PFN_vkVoidFunction)give_answer;
    if (strcmp(name, GET_PHYSICAL_DEVICE) == 0 && answers_physical && !violates("PHYSDEV-EXT-04"))
        return (PFN_vkVoidFunction)layer_GetPhysicalDeviceProcAddr;
    if (violates("PHYSDEV-EXT-03") && strcmp(name, GET_PHYSICAL_DEVICE) == 0) return NULL;
    const struct link *link = recall(INSTANCE_LEVEL, instance);
    check_is_wrapper(KIND_VkInstance, link, instance, "vkGetInstanceProcAddr");
    const struct own_command *own = own_command(name);
    if (violates("CONV-LAYER-10") && link != NULL && strcmp(name, "vkCreateInstance") == 0) return NULL;
    if (violates("INTERCEPT-06") && link != NULL && own != NULL)
        link->GetInstanceProcAddr(link->handle, name);
    if (own != NULL && own->needed_for == 0 && !(link != NULL && leaves(name))) return own->pointer;
    PFN_vkVoidFunction answer = own_answer(name, INSTANCE_LEVEL);
    if (answer == NULL) answer = own_answer(name, DEVICE_LEVEL);
    if (answer != NULL || link == NULL) return made_up("LLP_LAYER_18", answer);
    answer = intercepted(link, name);
    if (answer != NULL) return answer;
    if (keeps_to_itself("DISPATCH-LAYER-03", name)) return NULL;
    PFN_vkVoidFunction next = link->GetInstanceProcAddr(link->handle, name);
    if (violates("DISPATCH-LAYER-03_kept")) next = kept_answer(name, next);
    if (next == NULL || strcmp(name, GET_PHYSICAL_DEVICE) == 0) return made_up("LLP_LAYER_18", next);
    return in_front_of(link, next, name, level_of_unknown(link, name));
}

PFN_vkVoidFunction layer_GetDeviceProcAddr(VkDevice device, const char *name) {
    check_is_wrapper(KIND_VkDevice, recall(DEVICE_LEVEL, device), device, "vkGetDeviceProcAddr");
    if (hidden(name)) return NULL;
    if (violates("LLP_LAYER_18_physical") && strcmp(name, "vkEnumerateDeviceExtensionProperties") == 0)
        return (PFN_vkVoidFunction)layer_EnumerateDeviceExtensionProperties;
    if (violates("LLP_LAYER_18_listed") && strcmp(name, "vkMockOfDevice") == 0)
        return (PFN_vkVoidFunction)layer_DestroyDevice;
    if (violates("MANIFEST-LAYER-16_unlisted") && strcmp(name, "vkMockUnlistedREF") == 0 && has_own_commands(device, name))
        return (PFN_vkVoidFunction)layer_DestroyDevice;
    const struct link *seen = violates("CHAIN-DIST-04") ? recall(DEVICE_LEVEL, device) : NULL;
    if (seen != NULL) return seen->GetDeviceProcAddr(seen->handle, name);
    const struct own_command *own = own_command(name);
    if (own != NULL && own->needed_for == 0 && is_device_level(name)) return own->pointer;
    PFN_vkVoidFunction answer = own_answer(name, DEVICE_LEVEL);
    if (answer != NULL && has_own_commands(device, name)) return answer;
    const struct link *link = known(DEVICE_LEVEL, device, "vkGetDeviceProcAddr");
    if (link == NULL) return NULL;
    answer = intercepted(link, name);
    if (answer != NULL) return answer;
    if (keeps_to_itself("DISPATCH-LAYER-04", name)) return NULL;
    if (violates("DISPATCH-LAYER-04_older") && strcmp(name, "vkQueueSubmit2KHR") == 0) return NULL;
    PFN_vkVoidFunction next = link->GetDeviceProcAddr(link->handle, name);
    if (next == NULL && violates("DISPATCH-LAYER-04_instances"))
        next = link->instance->GetInstanceProcAddr(link->instance->handle, name);
    if (next == NULL && violates("LLP_LAYER_18_below") && is_device_level(name))
        next = link->instance->GetInstanceProcAddr(link->instance->handle, name);
    if (strstr(name, "SwapchainKHR") != NULL) next = made_up("LLP_LAYER_18_swapchain", next);
    return in_front_of(link, made_up("LLP_LAYER_18_device", next), name, DEVICE_LEVEL);
}

// The answer to what takes no physical device, which is NULL.
static PFN_vkVoidFunction of_other_kind(VkInstance instance, const char *name) {
    const struct link *link = recall(INSTANCE_LEVEL, instance);
    if (violates("PHYSDEV-EXT-02")) return (PFN_vkVoidFunction)give_answer;
    if (violates("DISPATCH-LAYER-05_instances") && link != NULL && own_command(name) == NULL)
        return link->GetInstanceProcAddr(link->handle, name);
    if (violates("PHYSDEV-EXT-02_down") && link != NULL && link->GetPhysicalDeviceProcAddr != NULL)
        link->GetPhysicalDeviceProcAddr(link->handle, name);
    return NULL;
}

// PHYSDEV-EXT-02: its pointer for what it knows to take a physical device, NULL for what it knows to take
// something else, and the next entity's answer for the rest.
PFN_vkVoidFunction layer_GetPhysicalDeviceProcAddr(VkInstance instance, const char *name) {
    enum kind first = first_of(name);
    PFN_vkVoidFunction answer = own_answer(name, INSTANCE_LEVEL);
    if (violates("LLP_LAYER_18_denied") && strcmp(name, "vkGetPhysicalDeviceMockREF") == 0)
        return (PFN_vkVoidFunction)give_answer;
    if (answer != NULL) return answer;
    if (find_command(name) != SLOTS && first != KIND_VkPhysicalDevice) return of_other_kind(instance, name);
    if (violates("PHYSDEV-EXT-02_own") && own_answer(name, DEVICE_LEVEL) != NULL) return own_answer(name, DEVICE_LEVEL);
    if (own_answer(name, DEVICE_LEVEL) != NULL || hidden(name)) return NULL;
    const struct own_command *own = own_command(name);
    if (own != NULL && own->needed_for == 0) return own->pointer;
    const struct link *link = known(INSTANCE_LEVEL, instance, GET_PHYSICAL_DEVICE);
    check_is_wrapper(KIND_VkInstance, link, instance, GET_PHYSICAL_DEVICE);
    if (link == NULL || link->GetPhysicalDeviceProcAddr == NULL) return NULL;
    answer = intercepted(link, name);
    if (answer != NULL) return answer;
    if (keeps_to_itself("DISPATCH-LAYER-05", name)) return NULL;
    if (last_instance == NULL && keeps_to_itself("DISPATCH-LAYER-05_gone", name)) return NULL;
    VkInstance below = violates("LLP_LAYER_10_lookup") ? instance : link->handle;
    return in_front_of(link, link->GetPhysicalDeviceProcAddr(below, name), name, INSTANCE_LEVEL);
}
