// Where manifests are searched, and what the filter variables match.
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <strings.h>
#include <sys/stat.h>

#include "plain.h"

// A variable that an elevated process does not read: an untrusted value looks as if it were not set.
const char *safe_variable(const char *name) {
    return FAULT("elevated_reads_variables") ? getenv(name) : secure_getenv(name);
}

static const char *set_variable(const char *name) {
    const char *value = safe_variable(name);
    return value != NULL && *value != '\0' ? value : NULL;
}

static void add_home(Arena *arena, Names *bases, const char *variable, const char *below_home) {
    const char *value = set_variable(variable);
    const char *home = FAULT("elevated_home_fallback") ? getenv("HOME") : set_variable("HOME");
    if (value != NULL) {
        add_name(arena, bases, value);
    }
    if (home != NULL && (value == NULL || FAULT("home_fallback_beside_the_variable"))) {
        add_name(arena, bases, join(arena, home, below_home, ""));
    }
}

static void add_list(Arena *arena, Names *bases, const char *variable, const char *otherwise) {
    const char *value = set_variable(variable);
    Names all = split(arena, value != NULL ? value : otherwise, ':');
    for (size_t i = 0; i < (FAULT("first_of_each_list_only") && value != NULL ? 1 : all.count); i++) {
        add_name(arena, bases, all.at[i]);
    }
}

// The bases of the documents in their order: home before system, configuration before data.
Names standard_folders(Arena *arena, const char *suffix) {
    Names bases = {0, NULL}, folders = {0, NULL};
    if (FAULT("folders_of_the_base_too")) {
        add_name(arena, &folders, "/usr/share/vulkan");
    }
    if (FAULT("data_before_configuration")) {
        add_home(arena, &bases, "XDG_DATA_HOME", "/.local/share");
    }
    add_home(arena, &bases, "XDG_CONFIG_HOME", "/.config");
    add_list(arena, &bases, "XDG_CONFIG_DIRS", FAULT("no_default_configuration") ? "" : "/etc/xdg");
    if (!FAULT("etc_after_data")) {
        add_name(arena, &bases, "/etc");
    }
    if (FAULT("data_lists_before_home")) {
        add_list(arena, &bases, "XDG_DATA_DIRS", "/usr/local/share/:/usr/share/");
    }
    add_home(arena, &bases, "XDG_DATA_HOME", "/.local/share");
    add_list(arena, &bases, "XDG_DATA_DIRS",
             FAULT("usr_share_lost") ? "/usr/local/share/" : "/usr/local/share/:/usr/share/");
    if (FAULT("etc_after_data")) {
        add_name(arena, &bases, "/etc");
    }
    for (size_t i = 0; i < bases.count; i++) {
        add_name(arena, &folders, join(arena, bases.at[i], "/vulkan/", suffix));
    }
    return folders;
}

static bool is_json(const char *name) {
    size_t length = strlen(name);
    return length > 5 && (FAULT("suffix_in_the_middle") ? strstr(name, ".json") != NULL
                                                        : strcmp(name + length - 5, ".json") == 0);
}

static void add_manifest(Arena *arena, Names *found, const char *path) {
    struct stat facts;
    if (stat(path, &facts) == 0 && S_ISREG(facts.st_mode) &&
        (!has_name(found, path) || FAULT("same_driver_twice"))) {
        add_name(arena, found, path);
    }
}

// The manifests of folders and files. A file that is met again is ignored.
Names manifests_in(Arena *arena, const Names *places) {
    Names found = {0, NULL};
    for (size_t i = 0; i < places->count; i++) {
        if (is_json(places->at[i])) {
            if (FAULT("files_of_lists_ignored")) {
                continue;
            }
            add_manifest(arena, &found, places->at[i]);
            continue;
        }
        if (FAULT("folders_of_driver_list_ignored") && safe_variable("VK_DRIVER_FILES") != NULL &&
            strstr(safe_variable("VK_DRIVER_FILES"), places->at[i]) != NULL) {
            continue;
        }
        DIR *folder = opendir(places->at[i]);
        if (folder == NULL) {
            continue;
        }
        for (struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder)) {
            if (is_json(entry->d_name)) {
                add_manifest(arena, &found, join(arena, places->at[i], "/", entry->d_name));
            }
        }
        closedir(folder);
    }
    return found;
}

Names places_of(Arena *arena, const char *variable) {
    const char *value = safe_variable(variable);
    if ((FAULT("elevated_add_driver_files") && strcmp(variable, "VK_ADD_DRIVER_FILES") == 0) ||
        (FAULT("elevated_add_layer_path") && strcmp(variable, "VK_ADD_LAYER_PATH") == 0) ||
        (FAULT("elevated_add_implicit_path") && strcmp(variable, "VK_ADD_IMPLICIT_LAYER_PATH") == 0)) {
        value = getenv(variable);
    }
    Names all = split(arena, value == NULL ? "" : value, ':');
    if (FAULT("paths_by_semicolon") && value != NULL && strchr(value, ';') != NULL) {
        all = split(arena, value, ';');
    }
    if (FAULT("first_added_layer_path_only") && strcmp(variable, "VK_ADD_LAYER_PATH") == 0 && all.count > 1) {
        all.count = 1;
    }
    return all;
}

// A bare name goes to the dynamic linker, a relative path is one from the manifest's folder.
char *library_of(Arena *arena, const char *manifest, const char *library_path) {
    const char *last = strrchr(manifest, '/');
    if (FAULT("bare_name_beside_manifest") && strchr(library_path, '/') == NULL) {
        return join(arena, copy_text(arena, manifest, (size_t)(last - manifest)), "/", library_path);
    }
    if (library_path[0] == '/' || strchr(library_path, '/') == NULL || last == NULL) {
        return copy_text(arena, library_path, strlen(library_path));
    }
    if (FAULT("relative_to_working_folder") ||
        (FAULT("parent_path_from_working_folder") && strncmp(library_path, "../", 3) == 0)) {
        return copy_text(arena, library_path, strlen(library_path));
    }
    return join(arena, copy_text(arena, manifest, (size_t)(last - manifest)), "/", library_path);
}

bool wrong_word_size(const Json *object) {
    const char *size = text_of(object, "library_arch");
    return size != NULL && strcmp(size, sizeof(void *) == 8 ? "32" : "64") == 0;
}

static bool ends_with(const char *name, const char *end, size_t length) {
    return strlen(name) >= length && strncasecmp(name + strlen(name) - length, end, length) == 0;
}

static bool contains(const char *name, const char *part, size_t length) {
    for (; strlen(name) >= length + (FAULT("substring_glob_not_at_end") ? 1 : 0); name++) {
        if (FAULT("substring_glob_matches_case") ? strncmp(name, part, length) == 0
                                                 : strncasecmp(name, part, length) == 0) {
            return true;
        }
        if (*name == '\0') {
            break;
        }
    }
    return false;
}

// One glob: stars count at its ends only, letter case does not.
static bool glob_matches(const char *glob, size_t length, const char *name) {
    bool open_front = length > 0 && glob[0] == '*';
    bool open_back = length > 1 && glob[length - 1] == '*';
    if (FAULT("filter_matches_case") && (strlen(name) != length || strncmp(name, glob, length) != 0) &&
        !open_front && !open_back) {
        return false;
    }
    if (FAULT("suffix_glob_matches_inside") && open_front && !open_back) {
        return contains(name, glob + 1, length - 1);
    }
    if (FAULT("prefix_glob_matches_inside") && open_back && !open_front) {
        return contains(name, glob, length - 1);
    }
    if (open_front && open_back) {
        return contains(name, glob + 1, length - 2);
    }
    if (open_front) {
        return ends_with(name, glob + 1, length - 1);
    }
    if (open_back) {
        return strncasecmp(name, glob, length - 1) == 0;
    }
    return strlen(name) == length && strncasecmp(name, glob, length) == 0;
}

bool matches(const char *globs, const char *name) {
    const char *first = globs;
    while (globs != NULL && *globs != '\0') {
        size_t length = strcspn(globs, FAULT("filter_parts_by_colon") ? ",:" : ",");
        bool left_out = FAULT("last_filter_entry_lost") && globs != first && globs[length] == '\0';
        if (length != 0 && !left_out && glob_matches(globs, length, name)) {
            return true;
        }
        globs += length + (globs[length] != '\0');
    }
    return false;
}
