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
    const char *home = set_variable("HOME");
    if (value != NULL) {
        add_name(arena, bases, value);
    } else if (home != NULL) {
        add_name(arena, bases, join(arena, home, below_home, ""));
    }
}

static void add_list(Arena *arena, Names *bases, const char *variable, const char *otherwise) {
    const char *value = set_variable(variable);
    Names all = split(arena, value != NULL ? value : otherwise, ':');
    for (size_t i = 0; i < all.count; i++) {
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
    add_name(arena, &bases, "/etc");
    add_home(arena, &bases, "XDG_DATA_HOME", "/.local/share");
    add_list(arena, &bases, "XDG_DATA_DIRS", "/usr/local/share/:/usr/share/");
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
    if (stat(path, &facts) == 0 && S_ISREG(facts.st_mode) && !has_name(found, path)) {
        add_name(arena, found, path);
    }
}

// The manifests of folders and files. A file that is met again is ignored.
Names manifests_in(Arena *arena, const Names *places) {
    Names found = {0, NULL};
    for (size_t i = 0; i < places->count; i++) {
        if (is_json(places->at[i])) {
            add_manifest(arena, &found, places->at[i]);
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
    return split(arena, value == NULL ? "" : value, ':');
}

// A bare name goes to the dynamic linker, a relative path is one from the manifest's folder.
char *library_of(Arena *arena, const char *manifest, const char *library_path) {
    const char *last = strrchr(manifest, '/');
    if (library_path[0] == '/' || strchr(library_path, '/') == NULL || last == NULL) {
        return copy_text(arena, library_path, strlen(library_path));
    }
    if (FAULT("relative_to_working_folder")) {
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
    for (; strlen(name) >= length; name++) {
        if (strncasecmp(name, part, length) == 0) {
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
    while (globs != NULL && *globs != '\0') {
        size_t length = strcspn(globs, FAULT("filter_parts_by_colon") ? ",:" : ",");
        if (length != 0 && glob_matches(globs, length, name)) {
            return true;
        }
        globs += length + (globs[length] != '\0');
    }
    return false;
}
