// A driver with dull devices that can do nothing. Answers what a loader asks of every driver and writes down
// what it was asked. Complains in its trace when the loader breaks its side. Its sidecar says what differs.
//
// Instance: api, extensions, devices, groups=0+1,2, subset=0|1 (of the groups), displays, surface_formats, tools.
// Devices, one item each with ';' between them: device, vendor, device_name, device_api, device_extensions,
// type, families=GCT2,T1, pci=DOMAIN:BUS:DEVICE.FUNCTION, driver_uuid, device_uuid, driver_id,
// driver_version, luid, presents=all|none|1,2 (the queue families that can present to windows).
// Interface: interface, oldest (that is still spoken), negotiate=ok|fail, negotiate_version (whatever is offered), version (that
// vkEnumerateInstanceVersion tells), version_result (what it returns), surfaces=own|loader.
// Other commands: complete=0|1 (whether all of the registry have an answer, though no other effect),
// and those nobody knows: unknown_device, unknown_physical, unknown_instance (lists of names),
// unknown_arguments=2..8 (how many arguments of theirs to write down), told (a list of commands of the registry that
// write down what they are given in the same way, do nothing and succeed), lists (the same as COMMAND:PLACE:NUMBER, for
// commands that count so many elements, where PLACE is that of the count behind the handle, and write none of them).
// heap (the bytes of its only heap, if it is not whole).
// whole=0|1: whether it is as good as a real driver for all of core, and compares every handle; flags that are
// not given then have the values of whole_flags. Then also features=robustBufferAccess,... and
// refused_application=NAME (for which no instance is made), meet=0|1|2 (whether threads meet: in vkWaitForFences or in vkQueueSubmit).
// older_names=0|1 (whether commands of devices have the names, too, that end with KHR),
// meet_in (commands in which each thread waits a while for another one, where a process has several),
// await=COMMAND:COMMAND (the first waits for a call of the second).
// Wrong on purpose: fail=COMMAND[:RESULT], null, rubbish, crash, abort, hang, exit (lists of commands; the
// last four also take "load"), magic=right|wrong, violate=NAME (see violations.h).
// Right, but not as usual: take (a list of liberties, see free_exports.c).
// Watching: trace, trace_lookups=0|1, use_allocator=0|1, message=TEXT.
#include "mock_icd.h"

const char mock_kind[] = "driver";

struct flag flag_table[] = {
    {"name", "mock", NULL}, {"trace", "", NULL}, {"trace_lookups", "0", NULL}, {"interface", newest_interface, NULL}, {"oldest", "0", NULL},
    {"negotiate", "ok", NULL}, {"negotiate_version", "", NULL}, {"version", "", NULL}, {"version_result", "0", NULL},
    {"api", "1.3.0", NULL}, {"extensions", "", NULL}, {"devices", "1", NULL}, {"vendor", "0x1000", NULL}, {"device", "0x2000", NULL},
    {"device_name", "mock driver", NULL}, {"device_api", "", NULL}, {"device_extensions", "", NULL}, {"type", "other", NULL},
    {"families", "T1", NULL}, {"pci", "", NULL}, {"driver_uuid", "", NULL}, {"device_uuid", "", NULL}, {"driver_id", "0", NULL},
    {"driver_version", "1", NULL}, {"luid", "1", NULL}, {"presents", "all", NULL}, {"groups", "", NULL}, {"subset", "0", NULL}, {"surfaces", "loader", NULL}, {"displays", "1", NULL}, {"heap", "0x100000", NULL},
    {"surface_formats", "1", NULL}, {"tools", "0", NULL}, {"message", "", NULL}, {"use_allocator", "0", NULL}, {"magic", "right", NULL}, {"complete", "0", NULL},
    {"whole", "0", NULL}, {"refused_application", "", NULL}, {"meet", "0", NULL}, {"meet_in", "", NULL}, {"await", "", NULL}, {"features", "", NULL}, {"violate", "", NULL},
    {"unknown_arguments", "2", NULL}, {"unknown_device", "", NULL}, {"unknown_physical", "", NULL}, {"unknown_instance", "", NULL},
    {"told", "", NULL}, {"lists", "", NULL}, {"fail", "", NULL}, {"null", "", NULL}, {"rubbish", "", NULL}, {"crash", "", NULL}, {"abort", "", NULL}, {"hang", "", NULL}, {"exit", "", NULL},
    {"take", "", NULL}, {"older_names", "0", NULL},
};
const size_t flag_count = COUNT(flag_table);

int takes(const char *liberty) { return holds(flag("take"), liberty, strlen(liberty), ","); }

// ---- the interface to the loader: which of it is exported is up to exports.c

#define NEGOTIATE "vk_icdNegotiateLoaderICDInterfaceVersion"
#define GET_PROC_ADDR "vk_icdGetInstanceProcAddr"
#define GET_PHYSICAL "vk_icdGetPhysicalDeviceProcAddr"
#define PHYSICAL_PREFIX "vkGetPhysicalDevice"
#define LEFT_OUT "vkGetPhysicalDeviceSurfaceSupportKHR"
#define ENUMERATE_ADAPTER "vk_icdEnumerateAdapterPhysicalDevices"

static PFN_vkVoidFunction find_without_tail(const char *name) {
    char cut[128];
    size_t length = strlen(name);
    while (length > 0 && name[length - 1] >= 'A' && name[length - 1] <= 'Z') length--;
    snprintf(cut, sizeof cut, "%.*s", (int)length, name);
    return find(cut, "p");
}

static PFN_vkVoidFunction get_physical_device_proc_addr(VkInstance instance, const char *name) {
    trace_lookup(GET_PHYSICAL, instance, name);
    check_negotiated(GET_PHYSICAL);
    if (agreed() < 4) VIOLATION("PHYSDEV-ICD-01", GET_PHYSICAL " at interface %u", agreed());
    if (violates("PHYSDEV-ICD-02_never")) return NULL;
    if (violates("PHYSDEV-ICD-02_ended") && one_has_ended) return NULL;
    if (violates("PHYSDEV-ICD-02") && strcmp(name, LEFT_OUT) == 0) return NULL;
    if (violates("PHYSDEV-ICD-02_prefix") && strncmp(name, PHYSICAL_PREFIX, sizeof PHYSICAL_PREFIX - 1) != 0) return NULL;
    if (violates("PHYSDEV-ICD-02_newer") && strcmp(name, "vkGetPhysicalDeviceToolProperties") == 0) return NULL;
    PFN_vkVoidFunction found = find(name, violates("PHYSDEV-ICD-02_others") ? "gipd" : "p");
    if (found == NULL && violates("PHYSDEV-ICD-02_tails")) found = find_without_tail(name);
    return found == NULL && violates("PHYSDEV-ICD-02_unknown") ? (PFN_vkVoidFunction)do_nothing : found;
}

static PFN_vkVoidFunction get_instance_proc_addr(VkInstance instance, const char *name);

static const struct {
    const char *name;
    PFN_vkVoidFunction pointer;
} interface_functions[] = {
    {NEGOTIATE, (PFN_vkVoidFunction)negotiate},
    {GET_PROC_ADDR, (PFN_vkVoidFunction)get_instance_proc_addr},
    {GET_PHYSICAL, (PFN_vkVoidFunction)get_physical_device_proc_addr},
    {ENUMERATE_ADAPTER, (PFN_vkVoidFunction)enumerate_adapter_physical_devices},
};

PFN_vkVoidFunction interface_function(const char *name) {
    PFN_vkVoidFunction found = NULL;
    for (size_t i = 0; found == NULL && i < COUNT(interface_functions); i++)
        if (strcmp(interface_functions[i].name, name) == 0) found = interface_functions[i].pointer;
    if (found != NULL) replace_wrong(name, &found);
    return found;
}

// From version 7 on the others can be looked up. A driver of an older one that offers its negotiation in no other
// way would be one of version 1 to any loader.
static int is_looked_up(const char *name) {
    int physical = strcmp(name, GET_PHYSICAL) == 0;
    if (violates("NEGOTIATE-ICD-01") || (physical && violates("PHYSDEV-ICD-03"))) return 1;
    if (strcmp(name, NEGOTIATE) == 0 && violates("DIRECT-DRIVER-07")) return 0;
    return config.interface >= 7 && !(physical && violates("IFACE-ICD-V7-01"));
}

static PFN_vkVoidFunction get_instance_proc_addr(VkInstance instance, const char *name) {
    PFN_vkVoidFunction official = official_function(name);
    if (official != NULL) return official;
    if (is_looked_up(name) && strncmp(name, "vk_icd", 6) == 0 && strcmp(name, GET_PROC_ADDR) != 0) {
        trace_lookup(GET_PROC_ADDR, instance, name);
        if (instance == NULL && violates("IFACE-ICD-V7-01_late") && strcmp(name, GET_PHYSICAL) == 0) return NULL;
        if (instance != NULL) VIOLATION("IFACE-ICD-V7-02", "%s is asked for with an instance", name);
        return interface_function(name);
    }
    if (config.oldest > 1 && agreed() < config.oldest) return NULL;
    check_negotiated(GET_PROC_ADDR);
    return driver_GetInstanceProcAddr(instance, name);
}

PFN_vkVoidFunction plain_lookup(VkInstance instance, const char *name) {
    return driver_GetInstanceProcAddr(instance, name);
}

PFN_vkVoidFunction plain_function(const char *name) { return find(name, "g"); }

// ---- loading

// Everything with a name can be made wrong, whether or not it is answered otherwise.
static int is_known(const char *name) {
    if (is_command(name)) return 1;
    for (size_t i = 0; i < COUNT(interface_functions); i++)
        if (strcmp(interface_functions[i].name, name) == 0) return 1;
    return holds(flag("told"), name, strlen(name), ",");
}

__attribute__((constructor)) static void on_load(void) {
    read_flags();
    check_words("negotiate", "ok,fail");
    check_words("magic", "right,wrong");
    check_words("violate", violations);
    check_words("take", liberties);
    violated = flag("violate");
    at_pages = takes("at_pages");
    beside_boundaries = takes("beside_boundaries");
#if UINTPTR_MAX > UINT32_MAX
    if (takes("half_magic")) first_word |= (uintptr_t)0x5A5A5A5AU << 32;
#else
    if (flag_is("whole", "1")) die("the layouts that whole=1 goes by are those of 64 bits, unlike the process of", label);
#endif
    if (flag_is("magic", "wrong")) first_word = 0;
    if (flag_is("whole", "1")) set_whole_flags();
    read_config((uint32_t)strtoul(newest_interface, NULL, 10));
    read_wrongs(is_known);
    fill_table();
    negotiated = !exports_negotiation && config.interface < 2;
    trace("load");
    harm_when_loaded();
    misbehave_on_load();
    take_liberties_on_load();
}

__attribute__((destructor)) static void on_unload(void) {
    if (living > 0)
        trace("unload living=%u", living);
    else
        trace("unload");
    free_names();
    for (uint32_t i = 0; config.devices != NULL && (i < config.device_count || i == 0); i++)  // none if it exits early
        free(config.devices[i].extensions.rows);
    free(config.extensions.rows);
    free(config.devices);
    free(config.groups);
    free_handles();
}
