// The dynamic linker's functions as far as the mocks use them, on those of Windows.
#ifndef REFLOADER_WINDOWS_DLFCN_H
#define REFLOADER_WINDOWS_DLFCN_H

#include "posix.h"

#define RTLD_LAZY 0
#define RTLD_NOW 0
#define RTLD_NOLOAD 0
#define RTLD_DEFAULT ((void *)GetModuleHandleW(NULL))  // of the program alone: Windows has no common scope

typedef struct {
    const char *dli_fname;
    void *dli_fbase;
} Dl_info;

// The path is valid until the next call.
static inline int dladdr(const void *address, Dl_info *found) {
    static char path[MOST_PATH];
    wchar_t wide[MOST_PATH];
    HMODULE module = NULL;
    DWORD flags = GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
    if (!GetModuleHandleExW(flags, (LPCWSTR)address, &module)) return 0;
    if (GetModuleFileNameW(module, wide, MOST_PATH) == 0) return 0;
    if (WideCharToMultiByte(CP_UTF8, 0, wide, -1, path, sizeof path, NULL, NULL) == 0) return 0;
    for (char *at = strchr(path, '\\'); at != NULL; at = strchr(at, '\\')) *at = '/';
    *found = (Dl_info){.dli_fname = path, .dli_fbase = module};
    return 1;
}

// Only libraries that are in the process already are opened. The loader has another name there.
static inline void *dlopen(const char *path, int flags) {
    (void)flags;
    if (path == NULL) return GetModuleHandleW(NULL);
    return GetModuleHandleA(strcmp(path, "libvulkan.so.1") == 0 ? "vulkan-1.dll" : path);
}

static inline void *dlsym(void *library, const char *name) {
    return (void *)(uintptr_t)GetProcAddress(library, name);
}

static inline int dlclose(void *library) {
    (void)library;
    return 0;
}

#endif
