// Stands in front of libc: of all folders of Vulkan there is one, with one manifest, which lies in memory and names
// a library that only dlopen knows (OFFERED says which it really is).
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
#define FOLDER "/usr/share/vulkan/icd.d"
#define LIBRARY "/nowhere/libdriver.so"

static char manifest[] =
    "{\"file_format_version\": \"1.0.1\", \"ICD\": {\"library_path\": \"" LIBRARY "\", \"api_version\": \"1.3.0\"}}";
static struct dirent entry = {.d_name = "offered.json"};
static int given;
static int folder;

static void *next(const char *name) {
    return dlsym(RTLD_NEXT, name);
}

EXPORT DIR *opendir(const char *path) {
    given = 0;
    if (strcmp(path, FOLDER) == 0) return (DIR *)&folder;
    if (strstr(path, "/vulkan/") == NULL) return ((DIR * (*)(const char *)) next("opendir"))(path);
    errno = ENOENT;
    return NULL;
}

EXPORT struct dirent *readdir(DIR *of) {
    if (of != (DIR *)&folder) return ((struct dirent * (*)(DIR *)) next("readdir"))(of);
    return given++ == 0 ? &entry : NULL;
}

EXPORT int closedir(DIR *of) {
    return of == (DIR *)&folder ? 0 : ((int (*)(DIR *))next("closedir"))(of);
}

EXPORT FILE *fopen(const char *path, const char *mode) {
    if (strcmp(path, FOLDER "/offered.json") == 0) return fmemopen(manifest, strlen(manifest), "r");
    if (strstr(path, "/vulkan/") == NULL) {
        return ((FILE * (*)(const char *, const char *)) next("fopen"))(path, mode);
    }
    errno = ENOENT;
    return NULL;
}

EXPORT int access(const char *path, int mode) {
    if (strcmp(path, FOLDER "/offered.json") == 0) return 0;
    return ((int (*)(const char *, int))next("access"))(path, mode);
}

EXPORT void *dlopen(const char *path, int flags) {
    int known = path != NULL && strcmp(path, LIBRARY) == 0;
    return ((void *(*)(const char *, int))next("dlopen"))(known ? getenv("OFFERED") : path, flags);
}
