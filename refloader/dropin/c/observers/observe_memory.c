// Reading what a layer points at, which may not be there: the kernel is asked first. Never faults, but for a
// handle that was there before.
#include "observe.h"

#include <errno.h>
#include <stdatomic.h>

#define PAGE 4096U
#define PAGES 8
#define HANDLES 256

// Pages that were there since memory_begin, so that a walk asks once for each.
static _Thread_local struct {
    uintptr_t known[PAGES];
    unsigned next;
} pages;

void memory_begin(void) {
    memset(&pages, 0, sizeof pages);
}

// The kernel reads the new mask before it refuses the way to set it.
static bool word_is_there(uintptr_t address) {
    int kept = errno;
    errno = 0;
    syscall(SYS_rt_sigprocmask, -1, address & ~(uintptr_t)7, NULL, 8);
    bool there = errno != EFAULT;
    errno = kept;
    return there;
}

static bool page_is_there(uintptr_t page) {
    for (unsigned at = 0; at < PAGES; at++)
        if (pages.known[at] == page) return true;
    if (!word_is_there(page)) return false;
    pages.known[pages.next++ % PAGES] = page;
    return true;
}

bool memory_there(uint64_t address, size_t size) {
    if (address < PAGE || address + size < address) return false;
    for (uintptr_t page = address & ~(uintptr_t)(PAGE - 1); page < address + size; page += PAGE)
        if (!page_is_there(page)) return false;
    return true;
}

uint64_t memory_word(uint64_t address) {
    return memory_there(address, sizeof(uint64_t)) ? word_at(address) : 0;
}

uint32_t memory_number(uint64_t address) {
    return memory_there(address, sizeof(uint32_t)) ? number_at(address) : 0;
}

// A byte of the next page is looked at only when the text goes on there.
ANY_MEMORY void memory_text(char *target, size_t room, uint64_t from) {
    size_t length = 0;
    while (length + 1 < room && memory_there(from + length, 1)) {
        char character = *(const char *)(uintptr_t)(from + length);
        if (character == '\0') break;
        target[length++] = character;
    }
    target[length] = '\0';
}

// Handles that could be read once can be read until their object is gone: no need to ask at every call.
static _Atomic uint64_t handles[HANDLES];

static _Atomic uint64_t *place_of(uint64_t handle) {
    return &handles[(handle >> 4 ^ handle >> 12) % HANDLES];
}

uint64_t memory_key(uint64_t handle) {
    if (handle == 0) return 0;
    _Atomic uint64_t *place = place_of(handle);
    if (atomic_load_explicit(place, memory_order_relaxed) != handle) {
        memory_begin();
        if (!memory_there(handle, sizeof(uint64_t))) return 0;
        atomic_store_explicit(place, handle, memory_order_relaxed);
    }
    return word_at(handle);
}

void memory_forget_handles(void) {
    for (unsigned at = 0; at < HANDLES; at++) atomic_store_explicit(&handles[at], 0, memory_order_relaxed);
}
