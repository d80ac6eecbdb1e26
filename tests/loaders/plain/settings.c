// The loader settings file: which one counts, which of its entries is for this program, and what the entry says.
#define _GNU_SOURCE
#include <unistd.h>

#include "plain.h"

#define FILE_NAME "vulkan/loader_settings.d/vk_loader_settings.json"

static const Json *read_below(Arena *arena, const char *base, const char *rest) {
    if (base == NULL || *base == '\0') {
        return NULL;
    }
    const char *path = join(arena, base, rest, FILE_NAME);
    return access(path, F_OK) == 0 ? read_json(arena, path) : NULL;
}

bool is_this_program(const Names *app_keys) {
    char path[4096] = "";
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    Names keys = {FAULT("first_app_key_only") && app_keys->count > 1 ? 1 : app_keys->count, app_keys->at};
    return length > 0 && has_name(&keys, path);
}

// The entry for this program goes before one for all programs, wherever it stands.
static const Json *entry_of(Arena *arena, const Json *file) {
    const Json *one = member(file, "settings"), *many = member(file, "settings_array");
    const Json *general = NULL;
    if (text_of(file, "file_format_version") == NULL) {
        return NULL;
    }
    for (const Json *entry = many == NULL || many->kind != JSON_LIST ? one : many->first; entry != NULL;
         entry = entry == one ? NULL : entry->next) {
        Names keys = names_of(arena, entry, "app_keys");
        if (entry->kind != JSON_OBJECT) {
            continue;
        }
        if (is_this_program(&keys) || (FAULT("settings_of_all_programs") && keys.count != 0)) {
            return FAULT("settings_for_programs_last") && general != NULL ? general : entry;
        }
        if (general == NULL && (member(entry, "app_keys") == NULL || FAULT("settings_keys_ignored"))) {
            general = entry;
        }
    }
    return general;
}

const Json *find_settings(Arena *arena) {
    const Json *file = NULL;
    if (FAULT("settings_of_the_system_first")) {
        file = read_below(arena, "/etc", "/");
    }
    if (file == NULL && !FAULT("settings_of_home_ignored")) {
        file = read_below(arena, FAULT("elevated_settings") ? getenv("HOME") : safe_variable("HOME"), "/.local/share/");
    }
    if (file == NULL && !FAULT("settings_of_data_home_ignored")) {
        file = read_below(arena, safe_variable("XDG_DATA_HOME"), "/");
    }
    if (file == NULL) {
        file = read_below(arena, "/etc", "/");
    }
    return entry_of(arena, file);
}

Control control_of(const Json *listed) {
    const char *control = text_of(listed, "control");
    if (control == NULL || strcmp(control, "auto") == 0) {
        return CONTROL_AUTO;
    }
    if (strcmp(control, "on") == 0) {
        return FAULT("settings_on_is_auto") ? CONTROL_AUTO : CONTROL_ON;
    }
    if (strcmp(control, "off") == 0) {
        return FAULT("settings_off_is_auto") ? CONTROL_AUTO : CONTROL_OFF;
    }
    return strcmp(control, "unordered_layer_location") == 0 ? CONTROL_REST : CONTROL_AUTO;
}

// The drivers that the file adds, in front of the others; whether these count at all is the result.
bool add_settings_drivers(Arena *arena, Names *places) {
    const Json *settings = find_settings(arena);
    const Json *list = member(settings, "additional_drivers");
    const Json *alone = member(settings, "additional_drivers_use_exclusively");
    for (const Json *item = list == NULL || list->kind != JSON_LIST ? NULL : list->first; item != NULL;
         item = item->next) {
        if (text_of(item, "path") != NULL && !FAULT("settings_drivers_ignored")) {
            add_name(arena, places, text_of(item, "path"));
        }
        if (FAULT("first_settings_driver_only")) {
            break;
        }
    }
    return list != NULL && alone != NULL && alone->kind == JSON_BOOL && alone->truth &&
           !FAULT("settings_drivers_never_alone");
}
