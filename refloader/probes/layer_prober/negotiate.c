// The acts "negotiate" and "call-down": the layer's vkNegotiateLoaderLayerInterfaceVersion, with every kind of offer.
// negotiate.OFFER has the result, the version written, the places of the three pointers ("untouched" where rubbish is
// still there), and whether the head was kept and a second answer was the same. call-down.* list what was called.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../shared/answers.h"
#include "prober.h"
#include "recorder.h"

static PFN_vkNegotiateLoaderLayerInterfaceVersion negotiate;

static int find_negotiation(void) {
    char label[64];
    const void *found = exported(options.negotiate);
    snprintf(label, sizeof label, "%s.symbol", options.act);
    open_answer(label);
    say_text("name", options.negotiate);
    say_text("place", place_of(found));
    close_answer();
    negotiate = (PFN_vkNegotiateLoaderLayerInterfaceVersion)found;
    return negotiate != NULL;
}

static const char rubbish[4];  // where members point at that nobody has filled in

static const char *pointer_after(const void *pointer) {
    return (const char *)pointer == rubbish ? "untouched" : place_of(pointer);
}

static void say_offer(const VkNegotiateLayerInterface *given, const VkNegotiateLayerInterface *offer,
                      VkResult result) {
    say_number("result", result);
    say_number("version", offer->loaderLayerInterfaceVersion);
    say_text("instance", pointer_after((void *)offer->pfnGetInstanceProcAddr));
    say_text("device", pointer_after((void *)offer->pfnGetDeviceProcAddr));
    say_text("physical", pointer_after((void *)offer->pfnGetPhysicalDeviceProcAddr));
    say_flag("head_kept", offer->sType == given->sType && offer->pNext == given->pNext);
}

// Twice the same offer. That the answer stays the same, and the head of the structure, is told for people: no
// document asks for it.
static void offer_twice(const char *name, const VkNegotiateLayerInterface *given) {
    VkNegotiateLayerInterface offers[2];
    VkResult results[2];
    char label[64];
    snprintf(label, sizeof label, "negotiate.%s", name);
    begin(label);
    for (size_t i = 0; i < 2; i++) {
        memcpy(&offers[i], given, sizeof offers[i]);
        results[i] = negotiate(&offers[i]);
    }
    open_answer(label);
    say_number("offered", given->loaderLayerInterfaceVersion);
    say_offer(given, &offers[0], results[0]);
    say_flag("same", results[0] == results[1] && memcmp(&offers[0], &offers[1], sizeof offers[0]) == 0);
    close_answer();
}

// Every byte of it is defined, so that two may be compared.
static VkNegotiateLayerInterface *offer_of(uint32_t version) {
    static VkNegotiateLayerInterface offer;
    memset(&offer, 0, sizeof offer);
    offer.sType = LAYER_NEGOTIATE_INTERFACE_STRUCT;
    offer.loaderLayerInterfaceVersion = version;
    return &offer;
}

// No loader offers less than 2 (2018, Layer Version Negotiation): those come behind the others.
static void offer_versions(void) {
    static const uint32_t versions[] = {2, 3, 7, UINT32_MAX, 1, 0};
    for (size_t i = 0; i < COUNT(versions); i++) {
        char name[32];
        snprintf(name, sizeof name, "%u", versions[i]);
        offer_twice(name, offer_of(versions[i]));
    }
}

// No document says what a layer makes of another type or of a chain; that it fills in its members, all of them say.
static void offer_hostile(const char *kind) {
    VkNegotiateLayerInterface *offer = offer_of(NEWEST_LAYER_INTERFACE);
    struct VkBaseInStructure unknown = {.sType = (VkStructureType)0x7FFF0001};
    if (strcmp(kind, "rubbish") == 0) {
        offer->pfnGetInstanceProcAddr = (PFN_vkGetInstanceProcAddr)(uintptr_t)rubbish;
        offer->pfnGetDeviceProcAddr = (PFN_vkGetDeviceProcAddr)(uintptr_t)rubbish;
        offer->pfnGetPhysicalDeviceProcAddr = (PFN_GetPhysicalDeviceProcAddr)(uintptr_t)rubbish;
    } else if (strcmp(kind, "wrong-type") == 0) {
        offer->sType = (VkNegotiateLayerStructType)77;
    } else if (strcmp(kind, "chained") == 0) {
        offer->pNext = &unknown;
    } else {
        error("there is no such case of the negotiation");
        exit(2);
    }
    offer_twice(kind, offer);
}

static void offer_nothing(void) {
    begin("negotiate.null");
    VkResult result = negotiate(NULL);
    open_answer("negotiate.null");
    say_number("result", result);
    close_answer();
}

void probe_negotiation(void) {
    open_layer();
    if (!find_negotiation()) return;
    if (strcmp(options.only, "null") == 0)
        offer_nothing();
    else if (*options.only != '\0')
        offer_hostile(options.only);
    else
        offer_versions();
}

// ---- what of a loader is called while a layer negotiates

static recorded_calls *called;

// The stand-in has the loader's soname: whoever opens libvulkan.so.1, or needs it, gets this one.
static void open_recorder(void) {
    char path[4096];
    ssize_t size = readlink("/proc/self/exe", path, sizeof path - sizeof RECORDER_FILE);
    path[size < 0 ? 0 : size] = '\0';
    char *slash = strrchr(path, '/');
    strcpy(slash == NULL ? path : slash + 1, RECORDER_FILE);
    void *recorder = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (recorder != NULL) called = (recorded_calls *)dlsym(recorder, RECORDED_CALLS);
    if (called != NULL) return;
    error("the stand-in for libvulkan.so.1 cannot be opened");
    exit(2);
}

static void say_called(const char *label) {
    uint32_t count = 0;
    const char *const *names = called(&count);
    open_answer(label);
    open_list("called");
    for (uint32_t i = 0; i < count; i++) say_text(NULL, names[i]);
    close_list();
    close_answer();
}

void probe_calls_down(void) {
    open_recorder();
    open_layer();
    say_called("call-down.load");
    if (!find_negotiation()) return;
    begin("call-down.negotiation");
    negotiate(offer_of(NEWEST_LAYER_INTERFACE));
    say_called("call-down.negotiation");
}
