// The steady driver, whose destructor asks the loader for the instance extensions, and the loader this driver for its own.
#include "steady_driver.c"

#include <dlfcn.h>

__attribute__((destructor)) static void ask(void) {
    void *loader = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_NOLOAD);
    if (loader == NULL) return;
    PFN_vkEnumerateInstanceExtensionProperties enumerate =
        (PFN_vkEnumerateInstanceExtensionProperties)dlsym(loader, "vkEnumerateInstanceExtensionProperties");
    uint32_t count = 0;
    if (enumerate != NULL) enumerate(NULL, &count, NULL);
    dlclose(loader);
}
