// What the mocks use of POSIX, for Windows: included before their sources by the build, with this folder searched
// first. Only what they call is here.
#ifndef REFLOADER_WINDOWS_POSIX_H
#define REFLOADER_WINDOWS_POSIX_H

#define WIN32_LEAN_AND_MEAN
#define NOGDI
#define NOUSER
#define NOCRYPT
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <windows.h>
#undef near
#undef far
#undef interface

#define EXPORT __declspec(dllexport)
#define MOST_PATH 4096

// The C library has its own words for these.
#define O_CLOEXEC (_O_NOINHERIT | _O_BINARY)
#define O_DIRECTORY 0

static inline wchar_t *wide_path(const char *path, wchar_t *room) {
    if (MultiByteToWideChar(CP_UTF8, 0, path, -1, room, MOST_PATH) == 0) *room = L'\0';
    return room;
}

static inline int open_by_wide_path(const char *path, int flags, int mode) {
    wchar_t wide[MOST_PATH];
    return _wopen(wide_path(path, wide), flags, mode & (_S_IREAD | _S_IWRITE));
}
#define OPEN_OF(path, flags, mode, ...) open_by_wide_path(path, flags, mode)
#define open(...) OPEN_OF(__VA_ARGS__, 0, 0)

// The mode "e" is unknown there: no handle is inherited without it either.
static inline FILE *open_file(const char *path) {
    wchar_t wide[MOST_PATH];
    return _wfopen(wide_path(path, wide), L"rb");
}
#define fopen(path, mode) open_file(path)

static inline char *strndup(const char *text, size_t most) {
    size_t length = strnlen(text, most);
    char *copy = malloc(length + 1);
    if (copy == NULL) return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

static inline long getline(char **line, size_t *size, FILE *file) {
    size_t used = 0;
    for (int byte = fgetc(file); byte != EOF; byte = fgetc(file)) {
        if (used + 2 > *size) {
            char *more = realloc(*line, *size = 2 * *size + 128);
            if (more == NULL) return -1;
            *line = more;
        }
        (*line)[used++] = (char)byte;
        if (byte == '\n') break;
    }
    if (used == 0) return -1;
    (*line)[used] = '\0';
    return (long)used;
}

static inline int setenv(const char *name, const char *value, int replace) {
    (void)replace;
    return _putenv_s(name, value);
}

// What _aligned_malloc gives cannot be given to free: there is no such memory.
static inline int posix_memalign(void **memory, size_t alignment, size_t size) {
    (void)memory, (void)alignment, (void)size;
    return -1;
}

static inline int pause(void) {
    Sleep(INFINITE);
    return -1;
}

static inline int umask_of_nothing(int mask) { return mask; }
#define umask umask_of_nothing

#endif
