// A loader, a layer or a driver that does one act. KIND_LOADER, KIND_LAYER or KIND_DRIVER says what it is; the act and
// what it needs stand in the orders, lines of NAME=VALUE that the tests write into the built file.
#include <stdarg.h>
#include <sys/prctl.h>

#include "hostile.h"

#define ROOM 8192
#define SUCCESS 0
#define INCOMPATIBLE_DRIVER (-9)

static volatile char orders[ROOM] = "refloader-orders:\n";
int huge_counts;

const char *order(const char *name) {
    static char copies[64][1024];
    static int count;
    static char all[ROOM];
    size_t length = strlen(name);
    for (size_t i = 0; i < ROOM; i++) all[i] = orders[i];
    for (char *line = all; line && *line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (strncmp(line, name, length) != 0 || line[length] != '=') continue;
        char *copy = copies[count++ % 64];
        snprintf(copy, sizeof copies[0], "%.*s", (int)strcspn(line + length + 1, "\n"), line + length + 1);
        return copy;
    }
    return "";
}

long number(const char *name) { return atol(order(name)); }

void for_each(const char *list, void (*with)(const char *part)) {
    char *copy = strdup(list), *rest = copy, *part;
    while ((part = strsep(&rest, ":"))) {
        if (*part) with(part);
    }
    free(copy);
}

static void say(const char *word, const char *format, va_list arguments) {
    char text[900], line[1000];
    vsnprintf(text, sizeof text, format, arguments);
    int length = snprintf(line, sizeof line, "\nhostile %s %s\n", word, text);
    if (write(1, line, (size_t)length) < 0) return;
}

void got(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say("GOT", format, arguments);
    va_end(arguments);
}

void had(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say("HAD", format, arguments);
    va_end(arguments);
}

static void say_no(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    say("no", format, arguments);
    va_end(arguments);
}

void refused(const char *what) { say_no("%s: %s", what, strerror(errno)); }

void tried(long result, const char *what) {
    if (result < 0) {
        refused(what);
    } else {
        got("%s", what);
    }
}

// ---- the one act

static void find_and_run(int at_load) {
    const struct act *tables[] = {endings, output, processes, neighbours, files, secrets, network, ipc, kernel, own, anything};
    static int done;
    const char *wanted = order("act");
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        for (const struct act *act = tables[i]; act->name; act++) {
            if (act->at_load != at_load || strcmp(act->name, wanted) != 0 || done) continue;
            done = 1;
            act->run();
        }
    }
}

// What it leaves is found by this name, which children inherit.
static void take_name(void) {
    prctl(PR_SET_NAME, order("mark"), 0, 0, 0);
}

__attribute__((constructor)) static void loaded(void) {
    take_name();
    find_and_run(1);
}

static void called(void) { find_and_run(0); }

// ---- a little Vulkan, just enough to be asked

static int32_t version_of(uint32_t *version) {
    called();
    *version = 0x00403000;
    return SUCCESS;
}

static int32_t enumerate(uint32_t *count, void *room) {
    called();
    (void)room;
    *count = huge_counts ? 0xffffffffu : 0;
    return SUCCESS;
}

static int32_t enumerate_of(const char *layer, uint32_t *count, void *room) {
    (void)layer;
    return enumerate(count, room);
}

static int32_t create(const void *information, const void *allocator, void **instance) {
    called();
    (void)information, (void)allocator, (void)instance;
    return INCOMPATIBLE_DRIVER;
}

typedef void (*function)(void);

__attribute__((unused)) static function found(const char *name) {
    if (!strcmp(name, "vkEnumerateInstanceVersion")) return (function)version_of;
    if (!strcmp(name, "vkEnumerateInstanceLayerProperties")) return (function)enumerate;
    if (!strcmp(name, "vkEnumerateInstanceExtensionProperties")) return (function)enumerate_of;
    if (!strcmp(name, "vkCreateInstance")) return (function)create;
    return NULL;
}

#define EXPORT __attribute__((visibility("default")))

#ifdef KIND_LOADER
EXPORT function vkGetInstanceProcAddr(void *instance, const char *name) {
    (void)instance;
    return found(name);
}
#endif

#ifdef KIND_LAYER
static function nothing(void *handle, const char *name) {
    (void)handle, (void)name;
    called();
    return NULL;
}

struct interface {
    int type;
    void *next;
    uint32_t version;
    function (*instance)(void *, const char *), (*device)(void *, const char *), (*physical)(void *, const char *);
};

EXPORT int32_t vkNegotiateLoaderLayerInterfaceVersion(struct interface *interface) {
    called();
    if (interface->version > 2) interface->version = 2;
    interface->instance = interface->device = nothing;
    interface->physical = NULL;
    return SUCCESS;
}

EXPORT int32_t vkEnumerateInstanceLayerProperties(uint32_t *count, void *room) { return enumerate(count, room); }
EXPORT int32_t vkEnumerateInstanceExtensionProperties(const char *layer, uint32_t *count, void *room) {
    return enumerate_of(layer, count, room);
}
#endif

#ifdef KIND_DRIVER
EXPORT int32_t vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) {
    called();
    if (*version > 5) *version = 5;
    return SUCCESS;
}

EXPORT function vk_icdGetInstanceProcAddr(void *instance, const char *name) {
    (void)instance;
    return found(name);
}
#endif
