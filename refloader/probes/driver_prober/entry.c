// The way into a driver for a loader of a given age, and the act "entry", which only goes it. entry.entry has what
// struct entry says.
#include <stdio.h>
#include <string.h>

#include "driver_prober.h"

struct entry entry = {.by = "", .negotiation = "none"};

static PFN_vk_icdNegotiateLoaderICDInterfaceVersion queried_negotiation(void) {
    PFN_vkVoidFunction queried = entry.instance(NULL, NEGOTIATE);
    entry.negotiation = queried == NULL ? "none" : "queried";
    return (PFN_vk_icdNegotiateLoaderICDInterfaceVersion)queried;
}

static PFN_vk_icdNegotiateLoaderICDInterfaceVersion negotiation_for(uint32_t age) {
    void *found = exported(NEGOTIATE);
    entry.negotiation = found == NULL ? "none" : "exported";
    if (found != NULL || age < 7) return (PFN_vk_icdNegotiateLoaderICDInterfaceVersion)found;
    return queried_negotiation();
}

// Whether it ends in a version that both sides have.
static int agree(PFN_vk_icdNegotiateLoaderICDInterfaceVersion negotiate, uint32_t offered, const char **why) {
    entry.version = offered;
    entry.result = negotiate(&entry.version);
    *why = "the negotiation ends in no version that both sides have";
    return entry.result == VK_SUCCESS && entry.version <= offered;
}

// A loader of version 0 knows no name that begins with vk_icd.
static int enter_by_exports(const char **why) {
    entry.by = "vkGetInstanceProcAddr";
    entry.version = 0;
    entry.instance = (PFN_vk_icdGetInstanceProcAddr)exported("vkGetInstanceProcAddr");
    *why = "the driver exports no vkGetInstanceProcAddr, the only way in for a loader of version 0";
    return entry.instance != NULL;
}

static PFN_vk_icdGetPhysicalDeviceProcAddr physical_lookup(void) {
    void *found = entry.version < 4 ? NULL : exported(GET_PHYSICAL);
    if (found != NULL || entry.version < 7) return (PFN_vk_icdGetPhysicalDeviceProcAddr)found;
    return (PFN_vk_icdGetPhysicalDeviceProcAddr)entry.instance(NULL, GET_PHYSICAL);
}

int find_way_in(uint32_t age, const char **why) {
    entry = (struct entry){.by = "", .negotiation = "none"};
    void *lookup = age == 0 ? NULL : exported(GET_PROC_ADDR);
    if (lookup == NULL) return enter_by_exports(why);
    entry.by = GET_PROC_ADDR;
    entry.version = 1;
    entry.instance = (PFN_vk_icdGetInstanceProcAddr)lookup;
    PFN_vk_icdNegotiateLoaderICDInterfaceVersion negotiate = age < 2 ? NULL : negotiation_for(age);
    if (negotiate != NULL && !agree(negotiate, age, why)) return 0;
    entry.physical = physical_lookup();
    return 1;
}

int find_direct_way_in(const char **why) {
    entry = (struct entry){.by = GET_PROC_ADDR, .negotiation = "none"};
    entry.instance = (PFN_vk_icdGetInstanceProcAddr)exported(GET_PROC_ADDR);
    *why = "the driver has no vk_icdGetInstanceProcAddr that an application could hand over";
    if (entry.instance == NULL) return 0;
    PFN_vk_icdNegotiateLoaderICDInterfaceVersion negotiate = queried_negotiation();
    *why = "vk_icdGetInstanceProcAddr gives no negotiation";
    if (negotiate == NULL || !agree(negotiate, NEWEST_DRIVER_INTERFACE, why)) return 0;
    entry.physical = (PFN_vk_icdGetPhysicalDeviceProcAddr)entry.instance(NULL, GET_PHYSICAL);
    return 1;
}

void enter(const char *label) {
    char text[128];
    const char *why = "";
    open_library(options.library);
    snprintf(text, sizeof text, "%s.entry", label);
    begin(text);
    if (!find_way_in(options.interface, &why)) give_up(text, why);
    open_answer(text);
    say_text("by", entry.by);
    say_text("negotiation", entry.negotiation);
    say_number("result", entry.result);
    say_number("version", entry.version);
    say_text("instance", file_of((void *)entry.instance));
    say_text("physical", file_of((void *)entry.physical));
    close_answer();
}

void probe_entry(void) { enter("entry"); }

// ---- lookups

PFN_vkVoidFunction global_function(const char *name) {
    void *found = entry.version == 0 ? exported(name) : NULL;
    return found != NULL ? (PFN_vkVoidFunction)found : entry.instance(NULL, name);
}

PFN_vkVoidFunction instance_function(VkInstance instance, const char *name) { return entry.instance(instance, name); }

PFN_vkVoidFunction device_function(VkInstance instance, VkDevice device, const char *name) {
    PFN_vkGetDeviceProcAddr look_up = (PFN_vkGetDeviceProcAddr)instance_function(instance, "vkGetDeviceProcAddr");
    return look_up == NULL ? NULL : look_up(device, name);
}
