// A mapping at a fixed address, the one that a mock asks for.
#ifndef REFLOADER_WINDOWS_MMAN_H
#define REFLOADER_WINDOWS_MMAN_H

#include <dlfcn.h>

#define PROT_NONE 0
#define MAP_PRIVATE 0
#define MAP_ANONYMOUS 0
#define MAP_FIXED_NOREPLACE 0
#define MAP_FAILED NULL

static inline void *mmap(void *where, size_t size, int protection, int flags, int file, long offset) {
    (void)protection, (void)flags, (void)file, (void)offset;
    return VirtualAlloc(where, size, MEM_RESERVE, PAGE_NOACCESS);
}

#endif
