"""C texts of loaders that misbehave, and the waiting that tests of processes share. Never asserts."""

import fcntl
import time
from collections.abc import Callable
from pathlib import Path

HEAD = """
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
"""

ANSWERS = """
static int layers(unsigned *count, char *room) {
    if (room) strcpy(room, "VK_LAYER_only");
    *count = COUNT;
    return 0;
}
static int extensions(const char *layer, unsigned *count, void *room) { *count = 0; return 0; }
static int version(unsigned *value) { *value = 0x4030CC; return VERSION; }
static int create(const void *info, const void *allocator, void **instance) { BODY; return -9; }
void *vkGetInstanceProcAddr(void *instance, const char *name) {
    if (!strcmp(name, "vkEnumerateInstanceVersion")) return version;
    if (!strcmp(name, "vkEnumerateInstanceLayerProperties")) return layers;
    if (!strcmp(name, "vkEnumerateInstanceExtensionProperties")) return extensions;
    if (!strcmp(name, "vkCreateInstance")) return create;
    return 0;
}
"""

MAKES_TWO = """
static void *(*look_up)(void *, const char *);
static int create(const void *info, const void *allocator, void **instance) {
    int (*real)(const void *, const void *, void **) = look_up(0, "vkCreateInstance");
    void *extra = 0;
    if (real(info, allocator, &extra) == 0) {
        void (*destroy)(void *, void *) = look_up(extra, "vkDestroyInstance");
        destroy(extra, 0);
    }
    return real(info, allocator, instance);
}
void *vkGetInstanceProcAddr(void *instance, const char *name) {
    if (!look_up) look_up = dlsym(dlopen("REAL", RTLD_NOW | RTLD_LOCAL), "vkGetInstanceProcAddr");
    return strcmp(name, "vkCreateInstance") ? look_up(instance, name) : (void *)create;
}
"""


def answering(body: str = "", *, count: str = "0", version: str = "0") -> str:
    """A loader of version 1.3.204 that does these statements in vkCreateInstance and then refuses.

    ``count`` is the number of layers it claims, ``version`` what vkEnumerateInstanceVersion returns.
    """
    text = ANSWERS.replace("BODY", body).replace("COUNT", count).replace("VERSION", version)
    return HEAD + text


def making_two(real: str) -> str:
    """A loader that hands all to a real one, but makes and destroys an instance of its own before each."""
    return HEAD + MAKES_TWO.replace("REAL", real)


def holding(lock: Path, then: str) -> str:
    """Statements that take a lock, which is held until each process that shares it has ended. Makes the file."""
    lock.touch()
    return f'flock(open("{lock}", O_RDONLY), LOCK_EX); {then}'


def is_free(lock: Path) -> bool:
    """Whether nobody holds the lock."""
    with lock.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def within(seconds: float, true: Callable[[], bool]) -> bool:
    """Whether something becomes true in that time."""
    deadline = time.monotonic() + seconds
    while not true() and time.monotonic() < deadline:
        time.sleep(0.02)
    return true()
