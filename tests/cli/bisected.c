// A program that makes an instance, asks for the devices, and fails as its arguments say.
//   crash A B ...   SIGSEGV if the libraries whose names have A, B, ... in them are all loaded
//   crash_once FILE  the same once: it makes the file, and works where the file is
//   lacks A   exit code 7 unless the library A is loaded
//   print A / hang A / paint FILE A   the same for a line, an endless wait, and a picture with another colour
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct create_info {
    int type;
    const void *next;
    uint32_t flags;
    const void *application;
    uint32_t layer_count;
    const char *const *layers;
    uint32_t extension_count;
    const char *const *extensions;
};
typedef void (*function)(void);

static const char *wanted;
static int there;

static int look(struct dl_phdr_info *info, size_t size, void *data) {
    (void)size, (void)data;
    const char *name = strrchr(info->dlpi_name, '/');
    if (name != NULL && strstr(name, wanted) != NULL) there = 1;
    return 0;
}

static int loaded(const char *name) {
    wanted = name, there = 0;
    dl_iterate_phdr(look, NULL);
    return there;
}

int main(int count, char **words) {
    void *loader = dlopen("libvulkan.so.1", RTLD_NOW);
    if (loader == NULL) return 90;
    function (*lookup)(void *, const char *) = (function(*)(void *, const char *))dlsym(loader, "vkGetInstanceProcAddr");
    int (*create)(const struct create_info *, const void *, void **) =
        (int (*)(const struct create_info *, const void *, void **))lookup(NULL, "vkCreateInstance");
    struct create_info info = {.type = 1};
    void *instance = NULL;
    if (create(&info, NULL, &instance) != 0) return 91;
    int (*devices)(void *, uint32_t *, void **) =
        (int (*)(void *, uint32_t *, void **))lookup(instance, "vkEnumeratePhysicalDevices");
    uint32_t number = 0;
    if (devices(instance, &number, NULL) != 0 || number == 0) return 92;

    const char *mode = count > 1 ? words[1] : "";
    int first = strcmp(mode, "paint") == 0 ? 3 : 2, fails = count > first;
    for (int i = first; i < count; i++) fails = fails && loaded(words[i]);
    if (strcmp(mode, "paint") == 0) {
        FILE *file = fopen(words[2], "w");
        fprintf(file, "P3 1 1 255 %d 0 0\n", fails ? 255 : 0);
        fclose(file);
    } else if (strcmp(mode, "crash_once") == 0) {
        if (access(words[2], F_OK) == 0) return 0;
        fclose(fopen(words[2], "w"));
        raise(SIGSEGV);
    } else if (strcmp(mode, "lacks") == 0) {
        return fails ? 0 : 7;
    } else if (strcmp(mode, "print") == 0) {
        puts(fails ? "device is lost" : "all is well");
    } else if (fails && strcmp(mode, "hang") == 0) {
        for (;;) pause();
    } else if (fails) {
        raise(SIGSEGV);
    }
    return 0;
}
