// A driver with dull devices that can do nothing. Answers what a loader asks of every driver and writes down
// what it was asked. Complains in its trace when the loader breaks its side. Its sidecar says what differs.
//
// Instance: api, extensions, devices, groups=0+1,2, subset=0|1 (of the groups), displays, surface_formats, tools.
// Devices, one item each with ';' between them: device, vendor, device_name, device_api, device_extensions,
// type, families=GCT2,T1, pci=DOMAIN:BUS:DEVICE.FUNCTION, driver_uuid, device_uuid, driver_id,
// driver_version, luid.
// Interface: interface, oldest (that is still spoken), negotiate=ok|fail, negotiate_version (whatever is offered), version (that
// vkEnumerateInstanceVersion tells), version_result (what it returns), surfaces=own|loader.
// Other commands: complete=0|1 (whether all of the registry have an answer, though no other effect),
// and those nobody knows: unknown_device, unknown_physical, unknown_instance (lists of names),
// unknown_arguments=2..8 (how many arguments of theirs to write down), told (a list of commands of the registry that
// write down what they are given in the same way, do nothing and succeed).
// whole=0|1: whether it is as good as a real driver for all of core, and compares every handle; flags that are
// not given then have the values of whole_flags. Then also features=robustBufferAccess,... and
// refused_application=NAME (for which no instance is made), meet=0|1|2 (whether threads meet: in vkWaitForFences or in vkQueueSubmit).
// meet_in (commands in which each thread waits a while for another one, where a process has several),
// await=COMMAND:COMMAND (the first waits for a call of the second).
// Wrong on purpose: fail=COMMAND[:RESULT], null, rubbish, crash, abort, hang, exit (lists of commands; the
// last four also take "load"), magic=right|wrong, violate=NAME (see violations.h).
// Right, but not as usual: take (a list of liberties, see free_exports.c).
// Watching: trace, trace_lookups=0|1, use_allocator=0|1, message=TEXT.
#define _GNU_SOURCE

#include <pthread.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>

// A mock ignores most of what it is given.
#pragma GCC diagnostic ignored "-Wunused-parameter"

#include "exports.h"

#define MOCK_KIND "driver"
#define MOCK_FLAGS \
    {"name", "mock"}, {"trace", ""}, {"trace_lookups", "0"}, {"interface", newest_interface}, {"oldest", "0"}, \
    {"negotiate", "ok"}, {"negotiate_version", ""}, {"version", ""}, {"version_result", "0"}, \
    {"api", "1.3.0"}, {"extensions", ""}, {"devices", "1"}, {"vendor", "0x1000"}, {"device", "0x2000"}, \
    {"device_name", "mock driver"}, {"device_api", ""}, {"device_extensions", ""}, {"type", "other"}, \
    {"families", "T1"}, {"pci", ""}, {"driver_uuid", ""}, {"device_uuid", ""}, {"driver_id", "0"}, \
    {"driver_version", "1"}, {"luid", "1"}, {"groups", ""}, {"subset", "0"}, {"surfaces", "loader"}, {"displays", "1"}, \
    {"surface_formats", "1"}, {"tools", "0"}, {"message", ""}, {"use_allocator", "0"}, {"magic", "right"}, {"complete", "0"}, \
    {"whole", "0"}, {"refused_application", ""}, {"meet", "0"}, {"meet_in", ""}, {"await", ""}, {"features", ""}, {"violate", ""}, \
    {"unknown_arguments", "2"}, {"unknown_device", ""}, {"unknown_physical", ""}, {"unknown_instance", ""}, \
    {"told", ""}, {"fail", ""}, {"null", ""}, {"rubbish", ""}, {"crash", ""}, {"abort", ""}, {"hang", ""}, {"exit", ""}, \
    {"take", ""},
#include "mock_common.h"

int takes(const char *liberty) { return holds(flag("take"), liberty, strlen(liberty), ","); }

#include "violations.h"
#include "config.h"
#include "whole_facts.h"
#include "handles.h"
#include "meeting.h"
#include "objects.h"
#include "given_handles.h"
#include "messengers.h"
#include "negotiation.h"
#include "harm.h"
#include "instance.h"
#include "physical.h"
#include "work.h"
#include "device.h"
#include "surfaces.h"
#include "displays.h"
#include "debugging.h"
#include "misbehaviour.h"
#include "whole.h"
#include "computing.h"
#include "whole_answers.h"
#include "commands.h"

// ---- the interface to the loader: which of it is exported is up to exports.c

#define NEGOTIATE "vk_icdNegotiateLoaderICDInterfaceVersion"
#define GET_PROC_ADDR "vk_icdGetInstanceProcAddr"
#define GET_PHYSICAL "vk_icdGetPhysicalDeviceProcAddr"
#define LEFT_OUT "vkGetPhysicalDeviceSurfaceSupportKHR"
#define ENUMERATE_ADAPTER "vk_icdEnumerateAdapterPhysicalDevices"

static PFN_vkVoidFunction get_physical_device_proc_addr(VkInstance instance, const char *name) {
    trace_lookup(GET_PHYSICAL, instance, name);
    check_negotiated(GET_PHYSICAL);
    if (agreed() < 4) VIOLATION("PHYSDEV-ICD-01", GET_PHYSICAL " at interface %u", agreed());
    if (violates("PHYSDEV-ICD-02") && strcmp(name, LEFT_OUT) == 0) return NULL;
    PFN_vkVoidFunction found = find(name, violates("PHYSDEV-ICD-02_others") ? "gipd" : "p");
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

static int is_name_of(const struct command *row, const char *name) {
    size_t length = strlen(row->name);
    return strncmp(row->name, name, length) == 0 &&
           (name[length] == '\0' || strcmp(name + length, row->suffix) == 0);
}

// Everything with a name can be made wrong, whether or not it is answered otherwise.
static int is_known(const char *name) {
    for (size_t i = 0; i < COUNT(commands); i++)
        if (is_name_of(&commands[i], name)) return 1;
    for (size_t i = 0; i < COUNT(resources); i++)
        if (is_name_of(&resources[i], name)) return 1;
    for (size_t i = 0; i < COUNT(wholes); i++)
        if (strcmp(wholes[i].name, name) == 0) return 1;
    for (size_t i = 0; i < COUNT(platforms); i++)
        if (strcmp(platforms[i].command, name) == 0 || strcmp(platforms[i].query, name) == 0) return 1;
    for (size_t i = 0; i < COUNT(interface_functions); i++)
        if (strcmp(interface_functions[i].name, name) == 0) return 1;
    return strcmp(name, "vkDestroySurfaceKHR") == 0 || holds(flag("told"), name, strlen(name), ",");
}

__attribute__((constructor)) static void on_load(void) {
    read_flags();
    check_words("negotiate", "ok,fail");
    check_words("magic", "right,wrong");
    check_words("violate", VIOLATIONS);
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
    for (uint32_t i = 0; i < config.device_count || i == 0; i++) free(config.devices[i].extensions.rows);
    free(config.extensions.rows);
    free(config.devices);
    free(config.groups);
    free(handles.rows);
}
