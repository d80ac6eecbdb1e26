// The act "extensions-apart": what each physical device lists, and what vkCreateDevice makes of it. Devices are asked in
// the order that is opposite to that of their enumeration.
//
// apart.made: "full", whether the instance could be made with all extensions that the driver offers, "devices" how many
// physical devices there are. apart.N of each: "listed", how many device extensions it lists; "usual", the result of
// vkCreateDevice with none of them but what every device needs; "all", the result with all that exclude no other, of a full
// instance; "asked", how often a device was asked for with one extension that another physical device lists and this one
// does not, and "taken", those for which the result is not VK_ERROR_EXTENSION_NOT_PRESENT, and what: [NAME RESULT].
#include <inttypes.h>
#include <stdio.h>

#include "../driver_prober.h"
#include "../extensions.h"
#include "../process.h"

enum { MOST_TAKEN = 8 };
#define LONGEST 0.6  // of the time that the process has

static struct list {
    VkPhysicalDevice handle;
    struct words names;
} lists[MOST_DEVICES];

static VkResult try_device(VkInstance instance, const struct list *list, const struct words *names) {
    struct made made = make_device(instance, list->handle, &(struct wish){.extensions = *names});
    if (made.handle != NULL && made.is_readable) destroy_device(instance, made.handle, NULL);
    return made.result;
}

static VkResult try_name(VkInstance instance, const struct list *list, const char *name) {
    at(name, NULL);
    VkResult result = try_device(instance, list, &(struct words){.word = {name}, .count = 1});
    at(NULL, NULL);
    return result;
}

static VkResult try_all(VkInstance instance, const struct list *list) {
    struct words names = list->names;
    leave_out_exclusive(&names);
    return try_device(instance, list, &names);
}

static void say_foreign(VkInstance instance, const struct list *list, double end) {
    uint32_t asked = 0, taken = 0;
    char text[VK_MAX_EXTENSION_NAME_SIZE + 16];
    open_list("taken");
    for (const struct list *other = lists; other < lists + MOST_DEVICES; other++)
        for (uint32_t i = 0; i < other->names.count && taken < MOST_TAKEN && seconds() < end; i++) {
            const char *name = other->names.word[i];
            if (has_word(&list->names, name)) continue;
            VkResult result = try_name(instance, list, name);
            asked++;
            if (result == VK_ERROR_EXTENSION_NOT_PRESENT) continue;
            snprintf(text, sizeof text, "%s %d", name, (int)result);
            say_text(NULL, text);
            taken++;
        }
    close_list();
    say_number("asked", asked);
}

static void try_list(VkInstance instance, int is_full, const struct list *list, uint32_t number, double end) {
    char label[32];
    snprintf(label, sizeof label, "apart.%" PRIu32, number);
    begin(label);
    open_answer(label);
    VkResult usual = try_device(instance, list, &(struct words){.count = 0});
    say_number("listed", list->names.count);
    say_number("usual", usual);
    if (usual == VK_SUCCESS && is_full) say_number("all", try_all(instance, list));
    if (usual == VK_SUCCESS && list->names.count < MOST_WORDS) say_foreign(instance, list, end);
    close_answer();
}

void probe_extensions_apart(void) {
    VkPhysicalDevice devices[MOST_DEVICES] = {NULL};
    enter("apart");
    begin("apart.instance");
    double end = seconds() + share_of_time(LONGEST);
    struct wish wish = {.api_version = newest_version()};
    take_instance_extensions(&wish.extensions);
    struct made made = make_instance(&wish);
    int is_full = made.result == VK_SUCCESS;
    if (!is_full) made = make_instance(&(struct wish){.api_version = wish.api_version});
    if (!made.is_readable || instance_function(made.handle, "vkCreateDevice") == NULL) return;
    uint32_t count = physical_devices(made.handle, devices, MOST_DEVICES, NULL);
    for (uint32_t i = 0; i < count; i++)
        if (!is_readable(devices[i], sizeof(void *))) return;
    for (uint32_t i = count; i-- > 0;) {
        lists[i].handle = devices[i];
        take_device_extensions(made.handle, devices[i], &lists[i].names);
    }
    open_answer("apart.made");
    say_flag("full", is_full);
    say_number("devices", count);
    close_answer();
    for (uint32_t i = count; i-- > 0;) try_list(made.handle, is_full, &lists[i], i, end);
    begin("apart.end");
    destroy_instance(made.handle, NULL);
}
