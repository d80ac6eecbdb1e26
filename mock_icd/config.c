// What the flags of the mock driver say, read once while the library is loaded. Never answers a Vulkan call.
// Flags of physical devices hold one item for each device, ';' between them; the last one serves the rest.
#include "mock_icd.h"
#define EXTENSION_NAME(id, name) name,
#define PLATFORM_NAME(id, number, words, extension, type, fields, query) extension,

const char *const extension_names[] = {EXTENSIONS(EXTENSION_NAME) PLATFORMS(PLATFORM_NAME)};

struct config config;

void *must(void *memory) {
    if (memory == NULL) die("out of memory for the flags of", label);
    return memory;
}

// The item at an index of "A;B", or its last one; how many places before the index that one stands.
static char *item(const char *name, uint32_t index, uint32_t *behind) {
    const char *at = flag(name);
    for (; index > 0 && strchr(at, ';') != NULL; index--) at = strchr(at, ';') + 1;
    if (behind != NULL) *behind = index;
    return must(strndup(at, strcspn(at, ";")));
}

uint32_t number(const char *text, char **end, const char *name) {
    unsigned long value = strtoul(text, end, 0);
    if (*end == text || value > UINT32_MAX) die("not a number in flag", name);
    return (uint32_t)value;
}

static uint32_t item_number(const char *name, uint32_t index, int counts_up) {
    uint32_t behind;
    char *end, *text = item(name, index, &behind);
    uint32_t value = number(text, &end, name);
    if (*end != '\0') die("not a number in flag", name);
    free(text);
    return value + (counts_up ? behind : 0);
}

static uint32_t parsed_version(const char *text) {
    unsigned major, minor, patch;
    char more;
    if (sscanf(text, "%u.%u.%u%c", &major, &minor, &patch, &more) != 3) die("not a version in flag", text);
    return VK_MAKE_API_VERSION(0, major, minor, patch);
}

uint64_t extension_bit(const char *name) {
    for (uint32_t i = 0; i < KNOWN_EXTENSIONS; i++)
        if (strcmp(extension_names[i], name) == 0) return UINT64_C(1) << i;
    return 0;
}

// "NAME:VERSION,..."
static struct extensions parsed_extensions(const char *text) {
    struct extensions found = {0};
    for (const char *at = text; *at != '\0'; at += strcspn(at, ","), at += *at == ',') {
        found.rows = must(realloc(found.rows, (found.count + 1) * sizeof *found.rows));
        VkExtensionProperties *row = &found.rows[found.count++];
        memset(row, 0, sizeof *row);
        if (sscanf(at, "%255[^:,]:%u", row->extensionName, &row->specVersion) != 2)
            die("not NAME:VERSION in flag", at);
        found.known |= extension_bit(row->extensionName);
    }
    return found;
}

int has_extension(const struct extensions *list, const char *name) {
    for (uint32_t i = 0; i < list->count; i++)
        if (strcmp(list->rows[i].extensionName, name) == 0) return 1;
    return 0;
}

const struct enumeration of_extensions = {"extensions_change", "extensions_more", "extensions_short"},
  of_devices = {"devices_change", "devices_more", "devices_short"};

VkResult enumerated(const struct enumeration *ways, uint32_t *count, int wanted, uint32_t available) {
    static uint32_t calls;
    if (available > 0 && violates(ways->changes)) available -= calls++ % 2;
    if (wanted && *count >= available && violates(ways->grows)) return *count = available, VK_INCOMPLETE;
    VkResult result = counted(count, wanted, available);
    if (result == VK_INCOMPLETE && *count > 0 && takes("fewer_than_room")) --*count;
    return violates(ways->hides) ? VK_SUCCESS : result;
}

static void spoil_rows(VkExtensionProperties *rows, uint32_t count) {
    if (count > 0 && violates("extensions_unended")) memset(rows->extensionName, 'A', sizeof rows->extensionName);
    if (count > 0 && violates("extensions_unnamed")) *rows->extensionName = '\0';
    if (count > 0 && violates("extensions_rubbish")) memset(rows->extensionName, 0xFE, strlen(rows->extensionName));
    if (count > 1 && violates("extensions_twice")) rows[1] = rows[0];
    static uint32_t lists;
    if (count > 0 && violates("extensions_renumbered")) rows->specVersion += lists++ % 2;
}

VkResult fill_extensions(const struct extensions *list, uint32_t *count, VkExtensionProperties *out) {
    VkResult result = enumerated(&of_extensions, count, out != NULL, list->count);
    uint32_t written = violates("extensions_overrun") ? list->count : *count;
    if (out != NULL && written > 0) memcpy(out, list->rows, written * sizeof *out);
    if (out != NULL && *violated != '\0') spoil_rows(out, *count);
    return result;
}

// "GCT2,T1": the letters of what a family's queues can do and their number.
static void parse_families(struct facts *device, const char *text) {
    static const char letters[] = "GCTSPV";  // VK_QUEUE_GRAPHICS_BIT and its successors, in order
    char *end;
    for (const char *at = text; *at != '\0'; at = *end == ',' ? end + 1 : end) {
        if (device->family_count == MOST_FAMILIES) die("too many queue families in flag", text);
        VkQueueFamilyProperties *family = &device->families[device->family_count++];
        for (; *at != '\0' && strchr(letters, *at) != NULL; at++)
            family->queueFlags |= 1U << (strchr(letters, *at) - letters);
        family->queueCount = number(at, &end, "families");
        family->minImageTransferGranularity = (VkExtent3D){violates("families_odd_steps") ? 3 : 1, 1, 1};
        if (*end != '\0' && *end != ',') die("not a list of queue families in flag", text);
    }
}

// "all", "none", or the numbers of the families that can present to windows.
static void parse_presents(struct facts *device, const char *text) {
    char *end;
    if (strcmp(text, "all") == 0) device->presents = UINT32_MAX;
    if (strcmp(text, "all") == 0 || strcmp(text, "none") == 0) return;
    for (const char *at = text;; at = end + 1) {
        uint32_t family = number(at, &end, "presents");
        if (family >= MOST_FAMILIES || (*end != '\0' && *end != ',')) die("not a list of queue families in flag", text);
        device->presents |= 1U << family;
        if (*end == '\0') return;
    }
}

// 32 hexadecimal digits; nothing stands for the device's number in each byte.
static void parse_uuid(uint8_t *uuid, const char *text, uint32_t index) {
    memset(uuid, (int)index + 1, VK_UUID_SIZE);
    if (*text == '\0') return;
    if (strspn(text, "0123456789abcdefABCDEF") != 2 * VK_UUID_SIZE || text[2 * VK_UUID_SIZE] != '\0')
        die("not 32 hexadecimal digits in flag", text);
    for (size_t i = 0; i < VK_UUID_SIZE; i++) sscanf(text + 2 * i, "%2hhx", &uuid[i]);
}

// "DOMAIN:BUS:DEVICE.FUNCTION" in hexadecimal; nothing counts the buses up.
static void parse_pci(uint32_t *pci, const char *text, uint32_t index) {
    char more;
    pci[1] = index + 1;
    if (*text != '\0' && sscanf(text, "%x:%x:%x.%x%c", &pci[0], &pci[1], &pci[2], &pci[3], &more) != 4)
        die("not a PCI address in flag", text);
}

static VkPhysicalDeviceType parsed_type(const char *text) {
    static const char *const types[] = {"other", "integrated", "discrete", "virtual", "cpu"};
    for (size_t i = 0; i < COUNT(types); i++)
        if (strcmp(types[i], text) == 0) return (VkPhysicalDeviceType)i;
    die("unknown value in flag", text);
}

// Works on one item of a flag and gives its memory back.
#define WITH_ITEM(text, name, index, ...) \
    do { \
        char *text = item(name, index, NULL); \
        __VA_ARGS__; \
        free(text); \
    } while (0)

static void make_whole(struct facts *device) {
    device->properties.limits = whole_limits();
    for (uint32_t i = 0; i < device->family_count; i++)
        device->families[i].timestampValidBits = violates("timestamp_bits")                              ? 16
                                                : takes("few_bits") || violates("timestamps_wide") ? 36
                                                                                                   : 64;
    if (takes("few_bits")) device->properties.limits.timestampPeriod = 1000;
}

static void read_device(struct facts *device, uint32_t index) {
    VkPhysicalDeviceProperties *properties = &device->properties;
    properties->driverVersion = item_number("driver_version", index, 0);
    properties->vendorID = item_number("vendor", index, 0);
    properties->deviceID = item_number("device", index, 1);
    device->driver_id = item_number("driver_id", index, 0);
    device->luid = item_number("luid", index, 1);
    WITH_ITEM(text, "device_api", index,
              properties->apiVersion = *text == '\0' ? config.api : parsed_version(text));
    WITH_ITEM(text, "type", index, properties->deviceType = parsed_type(text));
    WITH_ITEM(text, "device_name", index,
              snprintf(properties->deviceName, sizeof properties->deviceName, "%s", text));
    WITH_ITEM(text, "device_extensions", index, device->extensions = parsed_extensions(text));
    WITH_ITEM(text, "families", index, parse_families(device, text));
    WITH_ITEM(text, "presents", index, parse_presents(device, text));
    WITH_ITEM(text, "pci", index, parse_pci(device->pci, text, index));
    WITH_ITEM(text, "device_uuid", index, parse_uuid(device->device_uuid, text, index));
    WITH_ITEM(text, "driver_uuid", index, parse_uuid(device->driver_uuid, text, 0xD0 - 1));
    if (config.whole) make_whole(device);
    memcpy(properties->pipelineCacheUUID, device->device_uuid, VK_UUID_SIZE);
    config.device_extensions |= device->extensions.known;
    if (VK_API_VERSION_MINOR(properties->apiVersion) > config.newest_minor)
        config.newest_minor = VK_API_VERSION_MINOR(properties->apiVersion);
}

static uint32_t device_number(const char *at, char **end) {
    uint32_t device = number(at, end, "groups");
    if (device >= config.device_count) die("no such device in flag", at);
    return device;
}

// "0+1,2"; without the flag each device is a group of its own.
static void read_groups(void) {
    char *end;
    int named = *flag("groups") != '\0';
    config.groups = must(calloc(config.device_count + strlen(flag("groups")) + 1, sizeof *config.groups));
    for (uint32_t i = 0; !named && i < config.device_count; i++)
        config.groups[config.group_count++] = (struct group){.count = 1, .members = {i}};
    for (const char *at = flag("groups"); *at != '\0'; at = *end == ',' ? end + 1 : end) {
        struct group *group = &config.groups[config.group_count++];
        do {
            if (group->count == VK_MAX_DEVICE_GROUP_SIZE) die("too many devices in flag", flag("groups"));
            if (group->count > 0) at = end + 1;
            group->members[group->count++] = device_number(at, &end);
        } while (*end == '+');
        if (*end != '\0' && *end != ',') die("not a list of groups in flag", at);
    }
}

static int switched(const char *name) {
    if (!flag_is(name, "0") && !flag_is(name, "1")) die("unknown value in flag", flag(name));
    return flag_is(name, "1");
}

void read_config(uint32_t newest_interface) {
    config.interface = flag_number("interface");
    if (config.interface > newest_interface) die("unknown value in flag", flag("interface"));
    config.oldest = flag_number("oldest");
    config.device_count = flag_number("devices");
    if (config.device_count > MOST_DEVICES) die("too many devices", flag("devices"));
    config.answer = flag_is("negotiate_version", "") ? config.interface : flag_number("negotiate_version");
    config.api = parsed_version(flag("api"));
    config.version = flag_is("version", "") ? config.api : parsed_version(flag("version"));
    config.newest_minor = VK_API_VERSION_MINOR(config.api);
    config.extensions = parsed_extensions(flag("extensions"));
    config.whole = switched("whole");
    config.devices = must(calloc(config.device_count + 1, sizeof *config.devices));
    // One is read even of none, so that a mistyped flag is found.
    for (uint32_t i = 0; i < config.device_count || i == 0; i++) read_device(&config.devices[i], i);
    read_groups();
    check_words("surfaces", "own,loader");
    config.own_surfaces = flag_is("surfaces", "own");
    config.use_allocator = switched("use_allocator");
    config.complete = switched("complete");
    check_words("meet", "0,1,2");
    config.meet = (int)flag_number("meet");
    config.meets = !flag_is("meet_in", "") || !flag_is("await", "");
    if (!flag_is("await", "") && strchr(flag("await"), ':') == NULL) die("no second command in flag", "await");
    config.unknown_arguments = flag_number("unknown_arguments");
    if (config.unknown_arguments < 2 || config.unknown_arguments > 8)
        die("unknown value in flag", flag("unknown_arguments"));
    config.trace_lookups = switched("trace_lookups");
    flag_number("displays");
    flag_number("surface_formats");
    flag_number("tools");
}
