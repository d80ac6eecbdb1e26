// The act "pre-instance": the intercepts that a manifest names under pre_instance_functions, each with a chain whose
// next function is the prober's.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../shared/answers.h"
#include "next.h"
#include "prober.h"

enum { VERSION, EXTENSIONS, LAYERS, UNKNOWN };
static const char *const commands[] = {
    [VERSION] = "vkEnumerateInstanceVersion",
    [EXTENSIONS] = "vkEnumerateInstanceExtensionProperties",
    [LAYERS] = "vkEnumerateInstanceLayerProperties",
};
#define NAMED_LAYER "VK_LAYER_PROBER_named"

// ---- the next function of each chain: what reached it, and what it answers

static struct {
    uint32_t times;
    const void *link;
    const char *layer;
    VkResult result;
} below;

static void reached(const void *link, const char *layer) {
    below.times++;
    below.link = link;
    below.layer = layer;
}

static VkResult next_version(const VkEnumerateInstanceVersionChain *link, uint32_t *version) {
    reached(link, NULL);
    if (below.result == VK_SUCCESS) *version = VK_MAKE_API_VERSION(0, 1, 2, 3);
    return below.result;
}

// Extensions that layers hide or look for, between two of the prober's.
static VkResult usual_extensions(uint32_t *count, VkExtensionProperties *rows) {
    static const char *const names[] = {
        "VK_PROBER_below_one", "VK_EXT_debug_report", "VK_EXT_debug_utils", "VK_KHR_display", "VK_KHR_surface",
        "VK_KHR_device_group_creation", "VK_KHR_external_memory_capabilities", "VK_KHR_get_physical_device_properties2",
        "VK_KHR_get_surface_capabilities2", "VK_KHR_wayland_surface", "VK_KHR_xcb_surface", "VK_KHR_xlib_surface",
        "VK_EXT_swapchain_colorspace", "VK_KHR_portability_enumeration", "VK_PROBER_below_two"};
    uint32_t room = rows == NULL || *count > COUNT(names) ? COUNT(names) : *count;
    for (uint32_t i = 0; rows != NULL && i < room; i++) {
        memset(&rows[i], 0, sizeof rows[i]);
        snprintf(rows[i].extensionName, sizeof rows[i].extensionName, "%s", names[i]);
        rows[i].specVersion = 1;
    }
    *count = room;
    return room < COUNT(names) ? VK_INCOMPLETE : VK_SUCCESS;
}

static VkResult next_extensions(const VkEnumerateInstanceExtensionPropertiesChain *link, const char *layer,
                                uint32_t *count, VkExtensionProperties *rows) {
    uint64_t arguments[6] = {0, (uint64_t)(uintptr_t)count, (uint64_t)(uintptr_t)rows};
    uint64_t result = 0;
    reached(link, layer);
    if (below.result != VK_SUCCESS) return below.result;
    if (layer == NULL) return usual_extensions(count, rows);
    answer_command(commands[EXTENSIONS], arguments, &result);
    return (VkResult)result;
}

static VkResult next_layers(const VkEnumerateInstanceLayerPropertiesChain *link, uint32_t *count,
                            VkLayerProperties *rows) {
    static const VkLayerProperties only = {.layerName = "VK_LAYER_PROBER_below"};
    reached(link, NULL);
    if (below.result != VK_SUCCESS) return below.result;
    int has_room = rows == NULL || *count > 0;
    if (rows != NULL && *count > 0) rows[0] = only;
    *count = has_room;
    return has_room ? VK_SUCCESS : VK_INCOMPLETE;
}

// ---- the intercept

static int command_of(const char *name, size_t length) {
    for (int i = 0; i < UNKNOWN; i++)
        if (strlen(commands[i]) == length && strncmp(commands[i], name, length) == 0) return i;
    return UNKNOWN;
}

static VkResult ask_version(void *function) {
    VkEnumerateInstanceVersionChain last = {
        {VK_CHAIN_TYPE_ENUMERATE_INSTANCE_VERSION, VK_CURRENT_CHAIN_VERSION, sizeof last}, next_version, NULL};
    VkEnumerateInstanceVersionChain first = last;
    uint32_t version = 0;
    first.pNextLink = &last;
    VkResult result = ((VkResult(*)(const VkEnumerateInstanceVersionChain *, uint32_t *))function)(&first, &version);
    say_text("link", below.times == 0 ? "none" : below.link == &last ? "next" : "other");
    say_number("value", version);
    return result;
}

static VkResult ask_extensions(void *function, const char *layer) {
    VkEnumerateInstanceExtensionPropertiesChain last = {
        {VK_CHAIN_TYPE_ENUMERATE_INSTANCE_EXTENSION_PROPERTIES, VK_CURRENT_CHAIN_VERSION, sizeof last},
        next_extensions, NULL};
    VkEnumerateInstanceExtensionPropertiesChain first = last;
    static VkExtensionProperties rows[256];
    uint32_t count = COUNT(rows);
    memset(rows, 0, sizeof rows);
    first.pNextLink = &last;
    VkResult result =
        ((VkResult(*)(const VkEnumerateInstanceExtensionPropertiesChain *, const char *, uint32_t *,
                      VkExtensionProperties *))function)(&first, layer, &count, rows);
    say_text("link", below.times == 0 ? "none" : below.link == &last ? "next" : "other");
    say_text("layer", below.layer);
    open_list("names");
    for (uint32_t i = 0; result >= VK_SUCCESS && i < count && i < COUNT(rows); i++)
        say_member(NULL, rows[i].extensionName, sizeof rows[i].extensionName);
    close_list();
    return result;
}

static VkResult ask_layers(void *function) {
    VkEnumerateInstanceLayerPropertiesChain last = {
        {VK_CHAIN_TYPE_ENUMERATE_INSTANCE_LAYER_PROPERTIES, VK_CURRENT_CHAIN_VERSION, sizeof last}, next_layers,
        NULL};
    VkEnumerateInstanceLayerPropertiesChain first = last;
    static VkLayerProperties rows[256];
    uint32_t count = COUNT(rows);
    memset(rows, 0, sizeof rows);
    first.pNextLink = &last;
    VkResult result = ((VkResult(*)(const VkEnumerateInstanceLayerPropertiesChain *, uint32_t *,
                                    VkLayerProperties *))function)(&first, &count, rows);
    say_text("link", below.times == 0 ? "none" : below.link == &last ? "next" : "other");
    open_list("names");
    for (uint32_t i = 0; result >= VK_SUCCESS && i < count && i < COUNT(rows); i++)
        say_member(NULL, rows[i].layerName, sizeof rows[i].layerName);
    close_list();
    return result;
}

// ---- a list with room for all of its elements but one, for all of them, and for more

#define ROOM 256U

static union {
    VkExtensionProperties extensions[ROOM];
    VkLayerProperties layers[ROOM];
    unsigned char bytes[ROOM * sizeof(VkLayerProperties)];
} list;

static VkResult fill(int command, void *function, uint32_t *count, void *rows) {
    VkEnumerateInstanceExtensionPropertiesChain extensions = {
        {VK_CHAIN_TYPE_ENUMERATE_INSTANCE_EXTENSION_PROPERTIES, VK_CURRENT_CHAIN_VERSION, sizeof extensions},
        next_extensions, NULL};
    VkEnumerateInstanceLayerPropertiesChain layers = {
        {VK_CHAIN_TYPE_ENUMERATE_INSTANCE_LAYER_PROPERTIES, VK_CURRENT_CHAIN_VERSION, sizeof layers}, next_layers,
        NULL};
    if (command == EXTENSIONS)
        return ((VkResult(*)(const VkEnumerateInstanceExtensionPropertiesChain *, const char *, uint32_t *,
                             VkExtensionProperties *))function)(&extensions, NULL, count, rows);
    return ((VkResult(*)(const VkEnumerateInstanceLayerPropertiesChain *, uint32_t *, VkLayerProperties *))function)(
        &layers, count, rows);
}

static void say_room(const char *key, int command, void *function, uint32_t room) {
    uint32_t count = room;
    VkResult result = fill(command, function, &count, &list);
    open_object(key);
    say_number("count", count);
    say_number("result", result);
    close_object();
}

static void ask_with_little_room(int command, const char *symbol) {
    void *function = exported(symbol);
    size_t size = command == EXTENSIONS ? sizeof *list.extensions : sizeof *list.layers;
    uint32_t all = 0;
    char label[128];
    snprintf(label, sizeof label, "pre-instance-room.%s", commands[command]);
    begin(label);
    memset(&below, 0, sizeof below);
    if (fill(command, function, &all, NULL) != VK_SUCCESS || all == 0 || all > ROOM) return;
    uint32_t count = all - 1;
    memset(&list, 0xA5, sizeof list);
    VkResult result = fill(command, function, &count, &list);
    int is_behind = 0;
    for (size_t i = (all - 1) * size; i < all * size; i++) is_behind |= list.bytes[i] != 0xA5;
    open_answer(label);
    say_number("room", all - 1);
    say_number("count", count);
    say_number("result", result);
    say_flag("behind", is_behind);
    say_room("exact", command, function, all);
    if (all < ROOM) say_room("roomy", command, function, all + 1);
    close_answer();
}

static void ask(int command, const char *symbol, const char *key, VkResult result, const char *layer) {
    char label[128];
    void *function = exported(symbol);
    snprintf(label, sizeof label, "pre-instance.%s.%s", commands[command], key);
    begin(label);
    memset(&below, 0, sizeof below);
    below.result = result;
    open_answer(label);
    VkResult answer = command == VERSION      ? ask_version(function)
                      : command == EXTENSIONS ? ask_extensions(function, layer)
                                              : ask_layers(function);
    say_number("result", answer);
    say_number("times", below.times);
    close_answer();
}

// A loader lets go of every library when such a call is over; what is asked again is asked of a library opened anew.
static void probe_one(const char *pair) {
    static const VkResult errors[] = {VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY,
                                      VK_ERROR_INITIALIZATION_FAILED};
    const char *symbol = strchr(pair, '=') == NULL ? "" : strchr(pair, '=') + 1;
    int command = command_of(pair, strcspn(pair, "="));
    char label[512];
    open_layer();
    snprintf(label, sizeof label, "pre-instance.%.*s", (int)strcspn(pair, "="), pair);
    open_answer(label);
    say_text("symbol", symbol);
    say_text("place", place_of(exported(symbol)));
    close_answer();
    if (command == UNKNOWN || exported(symbol) == NULL) return;
    ask(command, symbol, "plain", VK_SUCCESS, NULL);
    if (command == EXTENSIONS) ask(command, symbol, "named", VK_SUCCESS, NAMED_LAYER);
    for (size_t i = 0; i < COUNT(errors); i++) {
        snprintf(label, sizeof label, "error%d", (int)errors[i]);
        ask(command, symbol, label, errors[i], NULL);
    }
    if (command != VERSION) ask_with_little_room(command, symbol);
    close_library();
    open_layer();
    ask(command, symbol, "again", VK_SUCCESS, NULL);
    close_library();
}

void probe_pre_instance(void) {
    for (uint32_t i = 0; i < options.functions.count; i++) probe_one(options.functions.word[i]);
}
