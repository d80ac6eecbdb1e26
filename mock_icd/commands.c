// Which pointer answers a name: the table of all commands, and what of it the flags leave standing.
// Never looks a command up by anything but its name.
#include "mock_icd.h"
#define ROW(command, minor, level, suffix, extensions) \
    {"vk" #command, (PFN_vkVoidFunction)driver_##command, minor, level, suffix, extensions},

static const struct command commands[] = {COMMANDS(ROW)};

static int is_name_of(const struct command *row, const char *name) {
    size_t length = strlen(row->name);
    return strncmp(row->name, name, length) == 0 &&
           (name[length] == '\0' || strcmp(name + length, row->suffix) == 0);
}

// Whether the driver can answer a command of this name, with the right flags.
int is_command(const char *name) {
    for (size_t i = 0; i < COUNT(commands); i++)
        if (is_name_of(&commands[i], name)) return 1;
    for (size_t i = 0; i < RESOURCE_COUNT; i++)
        if (is_name_of(&resources[i], name)) return 1;
    for (size_t i = 0; i < WHOLE_END; i++)
        if (strcmp(wholes[i].name, name) == 0) return 1;
    for (size_t i = 0; i < PLATFORM_COUNT; i++)
        if (strcmp(platforms[i].command, name) == 0 || strcmp(platforms[i].query, name) == 0) return 1;
    return strcmp(name, "vkDestroySurfaceKHR") == 0;
}

// Every name that has an answer, by a hash of it: a loader asks for hundreds of names for each instance.
static struct command table[2048];

static struct command *place_of(const char *name) {
    uint32_t hash = 2166136261U;
    for (const char *at = name; *at != '\0'; at++) hash = (hash ^ (unsigned char)*at) * 16777619U;
    size_t place = hash % COUNT(table);
    while (table[place].name != NULL && strcmp(table[place].name, name) != 0)
        place = (place + 1) % COUNT(table);
    return &table[place];
}

static void answer(struct command row) {
    replace_wrong(row.name, &row.pointer);
    if (row.pointer != NULL) *place_of(row.name) = row;
}

static void answer_command(const struct command *row) {
    int of_devices = row->level == 'd' || row->level == 'p';
    uint64_t brought = config.extensions.known | (of_devices ? config.device_extensions : 0);
    uint32_t minor = row->level == 'd' ? config.newest_minor : VK_API_VERSION_MINOR(config.api);
    if (row->minor <= minor || (*row->suffix == '\0' && (row->extensions & brought))) answer(*row);
    if (*row->suffix == '\0' || !(row->extensions & (brought | config.device_extensions))) return;
    struct command alias = *row;
    char name[128];
    snprintf(name, sizeof name, "%s%s", row->name, row->suffix);
    alias.name = must(strdup(name));
    alias.minor = NEVER;
    answer(alias);
}

// Surfaces are the driver's own when the flag says so; the queries of presentation are always its own.
static void answer_platforms(void) {
    for (size_t i = 0; i < PLATFORM_COUNT; i++) {
        if (!(config.extensions.known & extension_bit(platforms[i].extension))) continue;
        if (config.own_surfaces)
            answer((struct command){.name = platforms[i].command, .pointer = create_surface_functions[i],
                                    .minor = NEVER, .level = 'i'});
        if (*platforms[i].query != '\0')
            answer((struct command){.name = platforms[i].query, .minor = NEVER, .level = 'p',
                                    .pointer = (PFN_vkVoidFunction)presentation_support});
    }
    int destroys = config.own_surfaces || violates("IFACE-ICD-V3-01");
    if (destroys && (config.extensions.known & BIT(SURFACE)))
        answer((struct command){.name = "vkDestroySurfaceKHR", .minor = NEVER, .level = 'i',
                                .pointer = (PFN_vkVoidFunction)driver_DestroySurfaceKHR});
}

static void answer_as_unknown(const char *name, char level, uint32_t place) {
    if (place == MOST_NAMES) die("too many unknown commands with", name);
    unknown_names[place] = must(strndup(name, strcspn(name, ",:")));
    answer((struct command){.name = unknown_names[place], .pointer = unknown_functions[place], .level = level,
                            .suffix = ""});
}

static uint32_t answer_unknown_names(const char *name, char level, uint32_t used) {
    for (const char *at = flag(name); *at != '\0'; at += strcspn(at, ","), at += *at == ',')
        answer_as_unknown(at, level, used++);
    return used;
}

// The levels of all commands of the registry follow from their first parameters.
#include "../refloader/native/generated/command_list.h"
#define LEVEL_VkInstance 'i'
#define LEVEL_VkPhysicalDevice 'p'
#define LEVEL_VkDevice 'd'
#define LEVEL_VkQueue 'd'
#define LEVEL_VkCommandBuffer 'd'
#define LEVEL_VkExternalComputeQueueNV 'd'
#define LEVEL_VkInstanceCreateInfo 'g'
#define LEVEL_uint32_t 'g'
#define LEVEL_char 'g'
#define LIST_ROW(command, first) {#command, LEVEL_##first},
static const struct {
    const char *name;
    char level;
} registry[] = {VK_COMMAND_LIST(LIST_ROW)};

uintptr_t do_nothing(void) { return 0; }

static void answer_all(void) {
    for (size_t i = 0; i < COUNT(registry); i++)
        if (registry[i].level != 'g' && place_of(registry[i].name)->name == NULL)
            answer((struct command){.name = registry[i].name, .pointer = (PFN_vkVoidFunction)do_nothing,
                                    .level = registry[i].level, .suffix = ""});
}

static int is_debugging(const char *name) {
    return strstr(name, "DebugUtils") != NULL && (config.extensions.known & BIT(UTILS));
}

static int is_registered(const char *name) {
    for (size_t i = 0; i < COUNT(registry); i++)
        if (strcmp(registry[i].name, name) == 0) return 1;
    return 0;
}

// A command of a later core under the name that it had in an extension.
static void answer_by_older_name(size_t at, uint8_t minor, char level) {
    char name[128];
    snprintf(name, sizeof name, "%sKHR", wholes[at].name);
    if (level == 'd' && minor > 0 && minor != NEVER && flag_is("older_names", "1") && is_registered(name))
        answer((struct command){.name = must(strdup(name)), .pointer = whole_functions[at], .minor = minor,
                                .level = level, .suffix = ""});
}

// What has the same function under the name of an extension has the same answer.
static void answer_alike(const char *name, PFN_vkVoidFunction before, PFN_vkVoidFunction answer) {
    char alias[128];
    snprintf(alias, sizeof alias, "%sKHR", name);
    struct command *found = place_of(alias);
    if (found->name != NULL && found->pointer == before) found->pointer = answer;
}

// A command that has an answer of its own is still called through the function that compares its handles.
static void answer_all_of_core(void) {
    prepare_whole();
    for (size_t i = 0; i < WHOLE_END; i++) {
        struct command *found = place_of(wholes[i].name);
        uint8_t minor = command_facts[wholes[i].at].minor;
        char level = command_facts[wholes[i].at].level;
        uint32_t newest = level == 'd' ? config.newest_minor : VK_API_VERSION_MINOR(config.api);
        if (found->name != NULL) {
            if (wholes[i].answer == NULL || is_wrong(wholes[i].name)) wholes[i].own = found->pointer;
            answer_alike(wholes[i].name, found->pointer, whole_functions[i]);
            found->pointer = whole_functions[i];
        } else if (minor <= newest || is_debugging(wholes[i].name)) {
            answer((struct command){.name = wholes[i].name, .pointer = whole_functions[i], .minor = minor,
                                    .level = level, .suffix = "", .extensions = minor == NEVER ? BIT(UTILS) : 0});
        }
        answer_by_older_name(i, minor, level);
    }
}

static char level_of(const char *name) {
    for (size_t i = 0; i < COUNT(registry); i++)
        if (strlen(registry[i].name) == strcspn(name, ",:") && strncmp(registry[i].name, name, strcspn(name, ",:")) == 0)
            return registry[i].level;
    die("unknown value in flag", name);
}

static void answer_told_names(void) {
    uint32_t used = first_told;
    for (const char *at = flag("told"); *at != '\0'; at += strcspn(at, ","), at += *at == ',')
        answer_as_unknown(at, level_of(at), used++);
    for (const char *at = flag("lists"); *at != '\0'; at += strcspn(at, ","), at += *at == ',') {
        struct told_list list;
        if (sscanf(at + strcspn(at, ":"), ":%u:%u", &list.at, &list.number) != 2 || list.at > 5)
            die("unknown value in flag", at);
        answer_as_unknown(at, level_of(at), used);
        told_lists[used++] = list;
    }
}

void fill_table(void) {
    uint32_t used = answer_unknown_names("unknown_device", 'd', 0);
    used = answer_unknown_names("unknown_physical", 'p', used);
    first_told = answer_unknown_names("unknown_instance", 'i', used);
    for (size_t i = 0; i < COUNT(commands); i++) answer_command(&commands[i]);
    for (size_t i = 0; !config.whole && i < RESOURCE_COUNT; i++) answer_command(&resources[i]);
    answer_platforms();
    if (config.whole) answer_all_of_core();
    if (config.complete) answer_all();
    answer_told_names();
}

// What a wrong driver leaves out that has to be found.
static const struct {
    const char *violation, *command;
} left_out[] = {{"GPA-ICD-02", "vkGetPhysicalDeviceFormatProperties"},
                {"GPA-ICD-02_device", "vkGetDeviceProcAddr"},
                {"GPA-ICD-03", "vkEnumerateInstanceExtensionProperties"},
                {"IFACE-ICD-V1-01", "vkCreateInstance"},
                {"WSI-SURFACE-04", "vkDestroySurfaceKHR"},
                {"WSI-SURFACE-04_query", "vkGetPhysicalDeviceSurfaceFormatsKHR"}};

static int is_left_out(const char *name) {
    for (size_t i = 0; i < COUNT(left_out); i++)
        if (violates(left_out[i].violation) && strcmp(left_out[i].command, name) == 0) return 1;
    return 0;
}

PFN_vkVoidFunction find(const char *name, const char *levels) {
    const struct command *row = place_of(name);
    if (*violated != '\0' && is_left_out(name)) return NULL;
    return row->name != NULL && strchr(levels, row->level) != NULL ? row->pointer : NULL;
}

static PFN_vkVoidFunction find_wrongly(const char *name, PFN_vkVoidFunction found) {
    if (violates("GPA-ICD-02_crash") && found == NULL) raise(SIGSEGV);
    if (violates("GPA-ICD-02_unknown") && found == NULL) return (PFN_vkVoidFunction)do_nothing;
    if (violates("GPA-ICD-02_nowhere") && strcmp(name, "vkGetPhysicalDeviceMemoryProperties") == 0)
        return (PFN_vkVoidFunction)(uintptr_t)0x5A5A5A50U;
    return found;
}

void trace_lookup(const char *function, const void *handle, const char *name) {
    char text[300];
    if (!tracing || !config.trace_lookups) return;
    spell(text, sizeof text, name);
    trace("%s handle=%s name=%s", function, class_of(handle), text);
}

PFN_vkVoidFunction driver_GetInstanceProcAddr(VkInstance instance, const char *name) {
    trace_lookup("vkGetInstanceProcAddr", instance, name);
    if (instance == NULL && violates("GPA-ICD-03_living") && instances > 0 && strcmp(name, "vkEnumerateInstanceVersion") == 0) return NULL;
    if (instance == NULL) return find(name, violates("GPA-ICD-03_others") ? "gipd" : "g");
    if (!check_handle(instance, INSTANCE, "vkGetInstanceProcAddr")) return NULL;
    PFN_vkVoidFunction found = find(name, "gipd");
    static _Thread_local const char *last;  // for a driver that is wrong on purpose
    static _Thread_local PFN_vkVoidFunction last_found;
    if (violates("GPA-ICD-02_buffer") && name == last) return last_found;
    last = name, last_found = found;
    if (violates("GPA-ICD-02_older") && (void *)instance != newest_of_all && strcmp(name, "vkGetPhysicalDeviceFormatProperties2") == 0)
        return NULL;
    if (violates("GPA-ICD-02_newest") && newest_is_bare && strstr(name, "2KHR") != NULL) return NULL;
    if (violates("aliases_short") && strcmp(name, "vkGetPhysicalDeviceFeatures2KHR") == 0)
        return (PFN_vkVoidFunction)driver_features_alone;
    return *violated == '\0' ? found : find_wrongly(name, found);
}

PFN_vkVoidFunction driver_GetDeviceProcAddr(VkDevice device, const char *name) {
    trace_lookup("vkGetDeviceProcAddr", device, name);
    if (!check_handle(device, DEVICE, "vkGetDeviceProcAddr")) return NULL;
    const struct device *own = (const struct device *)device;
    const struct command *row = place_of(name);
    if (row->name == NULL) {
        int is_given = (violates("GPA-ICD-02_commands") && strncmp(name, "vkCmd", 5) == 0) ||
                       (violates("functions_above") && strcmp(name, "vkMapMemory2") == 0);
        return is_given ? (PFN_vkVoidFunction)do_nothing : NULL;
    }
    if (row->level != 'd') return violates("GPA-ICD-02_kinds") ? row->pointer : NULL;
    if (violates("GPA-ICD-02_lacking") && strcmp(name, "vkResetFences") == 0) return NULL;
    if (violates("extended_lacking") && own->facts != &config.devices[0] && strcmp(name, "vkResetFences") == 0) return NULL;
    int in_core = row->minor <= VK_API_VERSION_MINOR(own->facts->properties.apiVersion);
    if (violates("disabled_functions")) return row->pointer;
    const uint64_t enabled = violates("functions_of_newest") ? newest_enabled : own->enabled;
    return in_core || (row->extensions & (enabled | config.extensions.known)) ? row->pointer : NULL;
}

// A loader opens and closes a driver thousands of times in one process.
void free_names(void) {
    for (size_t i = 0; i < COUNT(table); i++)
        if (table[i].minor == NEVER && table[i].suffix != NULL && *table[i].suffix != '\0')
            free((char *)(uintptr_t)table[i].name);  // an alias, put together by answer_command
    for (size_t i = 0; i < MOST_NAMES; i++) free(unknown_names[i]);
}
