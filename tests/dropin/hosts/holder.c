// A shared library that keeps an instance until its own destructor runs.
#include "host.h"

static VkInstance held;

__attribute__((visibility("default"))) void hold(const char *path);
__attribute__((visibility("default"))) void hold(const char *path) {
    open_loader(path);
    held = make_instance();
}

__attribute__((destructor)) static void let_go(void) {
    if (held == NULL) return;
    use_instance(held);
    vk.DestroyInstance(held, NULL);
    fputs("destroyed\n", stderr);
}
