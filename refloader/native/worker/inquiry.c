// The quick worker of a fork server: a process that opens a loader and asks what can be asked without an instance.
// It says the same in the same words as refloader/sandbox/probe.py, which does all that is not done here; this is
// for speed, because an interpreter that goes on after a fork has to copy most of the memory it touches.
// Never judges an answer, and never returns to the interpreter.
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../../probes/shared/text.h"
#include "box.h"

// The layouts of refloader/sandbox/inquiry.py.
struct question {
    char kind;           // 'v'ersion, 'l'ayers, 'e'xtensions of a layer, or extensions of '*' all that were given
    const char *layer;   // "" for the instance's own
    const char *begin;   // the line that says what is under way
};
struct inquiry {
    int32_t answers, output, errors;  // descriptors
    const struct box *box;
    const char *folder, *loader;
    const char *begin;
    uint32_t count;
    const struct question *questions;
};

struct layer { char name[256]; uint32_t spec_version, implementation_version; char description[256]; };
struct extension { char name[256]; uint32_t spec_version; };
typedef void *(*look_up)(void *, const char *);
typedef int (*enumeration)(const char *, uint32_t *, void *);
typedef int (*layer_enumeration)(uint32_t *, void *);

enum { GAP = 1 << 16 };
enum { CHANNEL = 3, LOST = 97, INCOMPLETE = 5, MOST = 1 << 16, TRIES = 4 };

static char pending[1 << 14];
static size_t held;

static void flush(void) {
    for (size_t done = 0; done < held;) {
        ssize_t written = write(CHANNEL, pending + done, held - done);
        if (written < 0) _exit(LOST);
        done += (size_t)written;
    }
    held = 0;
}

static void put(const char *text, size_t size) {
    for (; size; text++, size--) {
        if (held == sizeof pending) flush();
        pending[held++] = *text;
    }
}

static void say(const char *text) { put(text, strlen(text)); }

static void say_number(const char *before, int64_t value) {
    char text[64];
    put(text, (size_t)snprintf(text, sizeof text, "%s%lld", before, (long long)value));
}

static void say_text(const char *text, size_t size) { text_as_json(text, size, put); }

static _Noreturn void refuse(const char *before, const char *name, const char *after) {
    char text[1024];
    snprintf(text, sizeof text, "%s%s%s", before, name, after);
    say("\n{\"event\": \"refused\", \"error\": ");
    say_text(text, sizeof text);
    say("}\n");
    flush();
    _exit(0);
}

static _Noreturn void refuse_world(void) {
    char text[256];
    snprintf(text, sizeof text, "the box does not close: %s", strerror(errno));
    say("\n{\"event\": \"world\", \"error\": ");
    say_text(text, sizeof text);
    say("}\n");
    flush();
    _exit(0);
}

static void *command(look_up get, const char *name) {
    void *address = get(NULL, name);
    if (!address) refuse("vkGetInstanceProcAddr gives no ", name, "");
    return address;
}

// The two calls of every enumeration, made again while the answer grows between them.
static int enumerate(look_up get, const char *layer, size_t size, uint32_t *count, void **rows) {
    void *address = command(
        get, layer ? "vkEnumerateInstanceExtensionProperties" : "vkEnumerateInstanceLayerProperties");
    int result = 0;
    for (int tries = 0; tries < TRIES; tries++) {
        const char *name = layer && *layer ? layer : NULL;
        *count = 0;
        result = layer ? ((enumeration)address)(name, count, NULL) : ((layer_enumeration)address)(count, NULL);
        if (result < 0) break;
        if (*count > MOST) {
            char number[16];
            snprintf(number, sizeof number, "%u", *count);
            refuse("the loader claims ", number, " items");
        }
        uint32_t room = *count;
        *rows = calloc(room + 1, size);
        if (!*rows) refuse("the loader leaves no memory to ask it with", "", "");
        result = layer ? ((enumeration)address)(name, count, *rows) : ((layer_enumeration)address)(count, *rows);
        if (*count > room) *count = room;
        if (result != INCOMPLETE) break;
    }
    if (result < 0) *count = 0;
    return result;
}

static void tell_version(look_up get) {
    int (*version)(uint32_t *) = (int (*)(uint32_t *))get(NULL, "vkEnumerateInstanceVersion");
    if (!version) {
        say("\n{\"event\": \"version\", \"result\": null, \"value\": null}\n");
        return;
    }
    uint32_t value = 0;
    say_number("\n{\"event\": \"version\", \"result\": ", version(&value));
    say_number(", \"value\": ", value);
    say("}\n");
}

static struct layer *tell_layers(look_up get, uint32_t *count) {
    struct layer *rows = NULL;
    int result = enumerate(get, NULL, sizeof *rows, count, (void **)&rows);
    say_number("\n{\"event\": \"layers\", \"result\": ", result);
    say(", \"layers\": [");
    for (uint32_t i = 0; i < *count; i++) {
        say(i ? ", [" : "[");
        say_text(rows[i].name, sizeof rows[i].name);
        say_number(", ", rows[i].spec_version);
        say_number(", ", rows[i].implementation_version);
        say(", ");
        say_text(rows[i].description, sizeof rows[i].description);
        say("]");
    }
    say("]}\n");
    return rows;
}

static void tell_extensions(look_up get, const char *layer) {
    struct extension *rows = NULL;
    uint32_t count = 0;
    int result = enumerate(get, layer, sizeof *rows, &count, (void **)&rows);
    say("\n{\"event\": \"extensions\", \"layer\": ");
    say_text(layer, strlen(layer));
    say_number(", \"result\": ", result);
    say(", \"extensions\": [");
    for (uint32_t i = 0; i < count; i++) {
        say(i ? ", [" : "[");
        say_text(rows[i].name, sizeof rows[i].name);
        say_number(", ", rows[i].spec_version);
        say("]");
    }
    say("]}\n");
}

static void tell_extensions_of_all(look_up get, const struct layer *layers, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        char name[sizeof layers->name + 1] = "";
        uint32_t before = 0;
        memcpy(name, layers[i].name, sizeof layers->name);
        while (before < i && strncmp(layers[before].name, name, sizeof layers->name)) before++;
        if (before < i) continue;
        flush();
        tell_extensions(get, name);
    }
}

static void ask(const struct inquiry *inquiry, look_up get) {
    struct layer *layers = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < inquiry->count; i++) {
        const struct question *question = &inquiry->questions[i];
        say(question->begin);
        flush();
        if (question->kind == 'v') tell_version(get);
        else if (question->kind == 'l') layers = tell_layers(get, &count);
        else if (question->kind == 'e') tell_extensions(get, question->layer);
        else tell_extensions_of_all(get, layers, count);
    }
}

static _Noreturn void work(const struct inquiry *inquiry) {
    dup2(inquiry->answers, CHANNEL);
    dup2(inquiry->output, STDOUT_FILENO);
    dup2(inquiry->errors, STDERR_FILENO);
    if (box_close(inquiry->box)) refuse_world();
#if defined(SYS_close_range)
    if (syscall(SYS_close_range, CHANNEL + 1, ~0u, 0))
#endif
        for (int descriptor = CHANNEL + 1; descriptor < 1 << 16; descriptor++) close(descriptor);
    if (chdir(inquiry->folder)) _exit(LOST);
    say(inquiry->begin);
    flush();
    void *library = dlopen(inquiry->loader, RTLD_NOW | RTLD_LOCAL);
    look_up get = library ? (look_up)dlsym(library, "vkGetInstanceProcAddr") : NULL;
    if (!get) refuse(dlerror(), "", "");
    Dl_info found = {0};
    say("\n{\"event\": \"open\", \"path\": ");
    const char *path = dladdr((void *)get, &found) && found.dli_fname ? found.dli_fname : "";
    say_text(path, strlen(path));
    say("}\n");
    ask(inquiry, get);
    flush();
    fflush(NULL);
    say("\n{\"event\": \"done\"}\n");
    flush();
    _exit(0);
}

// Take all gaps of the heap, once: a worker then allocates from the end of it, and touches few pages for that. Each
// page that it touches and that was the station's has to be copied first.
static void fill_gaps(void) {
    const char *end = malloc(GAP);
    for (size_t size = GAP / 2; end && size >= 24; size -= size > 1024 ? 512 : 16)
        for (const char *taken = end; taken && taken <= end;) {
            taken = malloc(size);
            if (taken > end) free((char *)taken);
        }
}

// Start a worker: its number, or -1.
__attribute__((visibility("default"))) int32_t inquire(const struct inquiry *inquiry) {
    static int is_filled;
    if (!is_filled++) fill_gaps();
    pid_t worker = fork();
    if (worker == 0) work(inquiry);
    return worker;
}
