// lifetime LIBRARY HOW [HOLDER]: instances that are destroyed late, and libraries that come and go.
#include "host.h"

static VkInstance instance;
static VkDevice device;

static void make_both(void) {
    instance = make_instance();
    device = make_device(instance);
    use_device(device);
}

static void destroy_both(void) {
    if (instance == NULL) return;
    use_instance(instance);
    vk.DestroyDevice(device, NULL);
    vk.DestroyInstance(instance, NULL);
    instance = NULL;
    fputs("destroyed\n", stderr);
}

__attribute__((destructor)) static void at_the_end(void) { destroy_both(); }

// exit() runs this before the destructors; what was registered first runs last.
static void from_atexit(const char *path, const char *holder) {
    (void)holder;
    CHECK(atexit(destroy_both) == 0);
    open_loader(path);
    make_both();
}

// Registered while the loader is in use, so it runs before anything the loader registered when it started.
static void from_late_atexit(const char *path, const char *holder) {
    (void)holder;
    open_loader(path);
    make_both();
    CHECK(atexit(destroy_both) == 0);
}

static void from_destructor(const char *path, const char *holder) {
    (void)holder;
    open_loader(path);
    make_both();
}

// A first use at the very end of the process.
static void first_use(void) {
    whole_life();
    fputs("destroyed\n", stderr);
}

static void use_at_exit(const char *path, const char *holder) {
    (void)holder;
    open_loader(path);
    CHECK(atexit(first_use) == 0);
}

// The library in HOLDER makes an instance when told to and destroys it in its own destructor.
static void from_a_library(const char *path, const char *holder) {
    void *library = dlopen(holder, RTLD_NOW | RTLD_LOCAL);
    CHECK(library != NULL);
    void (*hold)(const char *) = (void (*)(const char *))dlsym(library, "hold");
    CHECK(hold != NULL);
    hold(path);
}

static void reopen(const char *path, const char *holder) {
    (void)holder;
    for (int i = 0; i < 100; i++) {
        open_loader(path);
        whole_life();
        CHECK(dlclose(vk.library) == 0);
    }
}

// The instance outlives the handle with which the library was opened.
static void closed_early(const char *path, const char *holder) {
    (void)holder;
    for (int i = 0; i < 10; i++) {
        open_loader(path);
        void *again = dlopen(path, RTLD_NOW | RTLD_LOCAL);
        CHECK(again != NULL && dlclose(vk.library) == 0);
        whole_life();
        CHECK(dlclose(again) == 0);
    }
}

int main(int count, char **arguments) {
    static const struct {
        const char *name;
        void (*run)(const char *, const char *);
    } ways[] = {{"atexit", from_atexit},         {"late-atexit", from_late_atexit},
                {"destructor", from_destructor}, {"first-use-at-exit", use_at_exit},
                {"library", from_a_library},     {"reopen", reopen},
                {"closed-early", closed_early}};
    CHECK(count >= 3);
    for (size_t i = 0; i < COUNT(ways); i++) {
        if (strcmp(ways[i].name, arguments[2]) != 0) continue;
        ways[i].run(arguments[1], count > 3 ? arguments[3] : NULL);
        puts("well");
        return 0;
    }
    CHECK(!"a way of that name");
}
