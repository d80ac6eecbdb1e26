// Asks enumerations for their rows. See rows.h.
#include <stdlib.h>
#include <string.h>

#include "../shared/answers.h"
#include "next.h"
#include "rows.h"

#define SPARE 4U
#define MOST_ROWS 4096U
#define CANARY 0xA5

const char *const enumerations[4] = {
    [INSTANCE_LAYERS] = "vkEnumerateInstanceLayerProperties",
    [INSTANCE_EXTENSIONS] = "vkEnumerateInstanceExtensionProperties",
    [DEVICE_LAYERS] = "vkEnumerateDeviceLayerProperties",
    [DEVICE_EXTENSIONS] = "vkEnumerateDeviceExtensionProperties",
};

static VkResult call(const struct enumeration *asked, uint32_t *count, void *rows) {
    switch (asked->of) {
        case INSTANCE_LAYERS: return ((PFN_vkEnumerateInstanceLayerProperties)asked->function)(count, rows);
        case INSTANCE_EXTENSIONS:
            return ((PFN_vkEnumerateInstanceExtensionProperties)asked->function)(asked->layer, count, rows);
        case DEVICE_LAYERS:
            return ((PFN_vkEnumerateDeviceLayerProperties)asked->function)(asked->device, count, rows);
        default:
            return ((PFN_vkEnumerateDeviceExtensionProperties)asked->function)(asked->device, asked->layer, count,
                                                                               rows);
    }
}

static size_t row_size(const struct enumeration *asked) {
    int is_layers = asked->of == INSTANCE_LAYERS || asked->of == DEVICE_LAYERS;
    return is_layers ? sizeof(VkLayerProperties) : sizeof(VkExtensionProperties);
}

// Room for the rows and some more that nobody may write to.
static char *room_for(uint32_t rows, size_t size) {
    char *room = malloc((rows + SPARE) * size);
    if (room == NULL) abort();
    return memset(room, CANARY, (rows + SPARE) * size);
}

static int is_written(const char *room, uint32_t rows, size_t size) {
    for (size_t i = rows * size; i < (rows + SPARE) * size; i++)
        if ((unsigned char)room[i] != CANARY) return 1;
    return 0;
}

static void say_names(const char *room, uint32_t count, size_t size) {
    open_list("names");
    for (uint32_t i = 0; i < count; i++) say_member(NULL, room + i * size, VK_MAX_EXTENSION_NAME_SIZE);
    close_list();
}

// Those of extensions, in the order of their names.
static void say_versions(const struct enumeration *asked, const char *room, uint32_t count) {
    if (row_size(asked) != sizeof(VkExtensionProperties)) return;
    open_list("versions");
    for (uint32_t i = 0; i < count; i++) say_number(NULL, ((const VkExtensionProperties *)(const void *)room)[i].specVersion);
    close_list();
}

// Those of layers, which their manifests give too.
static void say_layers(const struct enumeration *asked, const char *room, uint32_t count) {
    const VkLayerProperties *rows = (const void *)room;
    if (row_size(asked) != sizeof *rows) return;
    open_list("spec_versions");
    for (uint32_t i = 0; i < count; i++) say_number(NULL, rows[i].specVersion);
    close_list();
    open_list("implementations");
    for (uint32_t i = 0; i < count; i++) say_number(NULL, rows[i].implementationVersion);
    close_list();
}

// With room for more rows than there are: "written" is the number of those that anything was written to.
static void say_roomy(const struct enumeration *asked, uint32_t rows, size_t size) {
    char *room = room_for(rows, size);
    uint32_t count = rows + SPARE, written = 0;
    VkResult result = call(asked, &count, room);
    for (uint32_t i = 0; i < rows + SPARE; i++)
        for (size_t k = 0; k < size; k++)
            if ((unsigned char)room[i * size + k] != CANARY) written = i + 1;
    free(room);
    open_object("roomy");
    say_number("result", result);
    say_number("count", count);
    say_number("written", written);
    close_object();
}

// What reached the entity below: the layer's name for each call, NULL for none.
static void say_down(const struct enumeration *asked) {
    open_list("down");
    for (uint32_t i = 0; i < call_count; i++)
        if (strcmp(calls[i].command, enumerations[asked->of]) == 0)
            say_text(NULL, calls[i].has_text ? calls[i].text : NULL);
    close_list();
}

static void say_one(const char *key, VkResult result, uint32_t count) {
    open_object(key);
    say_number("result", result);
    say_number("count", count);
    close_object();
}

uint32_t enumerate(const char *label, const struct enumeration *asked, char (*names)[256], uint32_t room) {
    size_t size = row_size(asked);
    uint32_t available = 0;
    begin(label);
    forget();
    VkResult counted = call(asked, &available, NULL);
    uint32_t rows = counted < VK_SUCCESS || available > MOST_ROWS ? 0 : available;
    uint32_t filled = rows, few = rows == 0 ? 0 : rows - 1;
    char *all = room_for(rows, size), *short_room = room_for(few, size);
    VkResult full = call(asked, &filled, all);
    uint32_t used = few;
    VkResult incomplete = rows == 0 ? VK_SUCCESS : call(asked, &used, short_room);
    int is_overrun = is_written(all, rows, size) || is_written(short_room, few, size);

    open_answer(label);
    say_one("counted", counted, available);
    say_one("filled", full, filled);
    if (rows > 0) say_one("short", incomplete, used);
    say_flag("overrun", is_overrun);
    if (full < VK_SUCCESS || filled > rows) filled = 0;
    say_names(all, filled, size);
    say_versions(asked, all, filled);
    say_layers(asked, all, filled);
    say_down(asked);
    if (counted == VK_SUCCESS && available == rows) say_roomy(asked, rows, size);
    close_answer();

    uint32_t kept = names == NULL ? 0 : filled < room ? filled : room;
    for (uint32_t i = 0; i < kept; i++) {
        memcpy(names[i], all + i * size, sizeof names[i]);
        names[i][sizeof names[i] - 1] = '\0';
    }
    free(all);
    free(short_room);
    return kept;
}
