// The machine, through libc's plain symbols, so that whatever interposes them sees what the loader does.
// Never includes Python.h: its _FILE_OFFSET_BITS=64 would turn fopen and readdir into fopen64 and readdir64.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "edge.h"
#include "../violates.h"

#define LEAST_OF_LIBRARY ((size_t)1 << 20)
#define MOST_OF_LIBRARY ((size_t)64 << 20)

static int is_dots(const char *name) {
    return name[0] == '.' && (name[1] == '\0' || (name[1] == '.' && name[2] == '\0'));
}

static DIR *open_folder(const char *path) {
    DIR *folder;
    struct stat status;
    if (VIOLATES("linked_folders_passed_over") && lstat(path, &status) == 0 && S_ISLNK(status.st_mode)) {
        errno = ENOENT;
        return NULL;
    }
    do folder = opendir(path);
    while (folder == NULL && errno == EINTR);
    return folder;
}

// Other loaders pass over an entry of a folder that access does not find. So does this one if a function in the place
// of access hides the entry. An entry that the kernel does not find either, such as a link to nowhere, is reported.
static int is_hidden(const char *folder, const char *name) {
    char path[PATH_MAX];
    struct stat status;
    if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path || access(path, F_OK) == 0) return 0;
    return syscall(SYS_faccessat, AT_FDCWD, path, F_OK) == 0 || (lstat(path, &status) != 0 && errno == ENOENT);
}

int machine_list_folder(const char *path, int (*each)(void *context, const char *name), void *context) {
    DIR *folder = open_folder(path);
    if (folder == NULL) return errno ? errno : EIO;
    int error = 0;
    for (;;) {
        errno = 0;
        struct dirent *row = readdir(folder);
        if (row == NULL && errno == EINTR) continue;
        if (row == NULL) error = errno;
        if (row == NULL) break;
        if (is_dots(row->d_name) || (!machine_is_libc_alone() && is_hidden(path, row->d_name))) continue;
        if (VIOLATES("linked_files_passed_over") && row->d_type == DT_LNK) continue;
        error = each(context, row->d_name);
        if (error != 0) break;
    }
    closedir(folder);
    return error;
}

static FILE *open_file(const char *path, const char *mode) {
    FILE *file;
    do file = fopen(path, mode);
    while (file == NULL && errno == EINTR);
    return file;
}

static int is_settings_file(const char *path) {
    const char *name = strrchr(path, '/');
    return strcmp(name != NULL ? name + 1 : path, "vk_loader_settings.json") == 0;
}

// Asked before fopen: opening a FIFO without a writer would hang. What only an interposer knows has no status:
// fopen is called for it, as in other loaders, but for a settings file only if it is accessible.
static int why_not_opened(const char *path) {
    struct stat status;
    if (stat(path, &status) == 0) return S_ISREG(status.st_mode) ? 0 : EINVAL;
    int error = errno ? errno : EIO;
    if (!machine_is_libc_alone() && (!is_settings_file(path) || access(path, F_OK) == 0)) return 0;
    return error;
}

static int read_all(FILE *file, char *bytes, size_t most, size_t *size) {
    *size = 0;
    for (;;) {
        *size += fread(bytes + *size, 1, most - *size, file);
        if (*size == most || !ferror(file)) return 0;
        if (errno != EINTR) return errno ? errno : EIO;
        clearerr(file);
    }
}

// Room for what the file says it holds; a file may say nothing (/proc) or lie, hence the limit's way as well.
// A stream without a file behind it comes from whatever interposes fopen.
static int read_open(FILE *file, size_t limit, char **bytes, size_t *size) {
    struct stat status = {.st_mode = S_IFREG};
    if (fileno(file) >= 0 && fstat(fileno(file), &status) != 0) return errno;
    if (!S_ISREG(status.st_mode)) return EINVAL;
    size_t most = limit + 1;
    if (status.st_size > 0 && (size_t)status.st_size < limit) most = (size_t)status.st_size + 1;
    *bytes = malloc(most);
    if (*bytes == NULL) return ENOMEM;
    int error = read_all(file, *bytes, most, size);
    if (error != 0) free(*bytes);
    return error;
}

// A regular file's end is where its size says, unless it grows meanwhile or says that it is empty.
static int read_descriptor(int file, size_t limit, char **bytes, size_t *size, struct seen *seen) {
    struct stat status;
    if (fstat(file, &status) != 0) return errno;
    if (!S_ISREG(status.st_mode)) return EINVAL;
    if (seen != NULL) machine_seen_status(&status, seen);
    size_t most = limit + 1, says = (size_t)status.st_size;
    if (status.st_size > 0 && says < limit) most = says + 1;
    *bytes = malloc(most);
    if (*bytes == NULL) return ENOMEM;
    for (*size = 0; *size < most && (*size == 0 || *size != says);) {
        long got = syscall(SYS_read, file, *bytes + *size, most - *size);
        if (got < 0 && errno == EINTR) continue;
        if (got == 0) break;
        if (got > 0) *size += (size_t)got;
        else {
            int error = errno;
            free(*bytes);
            return error;
        }
    }
    return 0;
}

// Opening does not wait for whoever writes to a FIFO, so nothing has to be asked before it. A regular file that would
// make it wait is leased to another process, which gives it back within seconds.
static int open_without_stream(const char *path, int *file) {
    *file = machine_open_plain(path);
    if (*file >= 0) return 0;
    int error = errno, other = why_not_opened(path);
    if (other != 0 || error != EWOULDBLOCK) return other != 0 ? other : error;
    do *file = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    while (*file < 0 && errno == EINTR);
    return *file < 0 ? errno : 0;
}

// As fopen does it, which calls libc's own open and read, but without a stream, which takes longer than a manifest.
static int read_without_stream(const char *path, size_t limit, char **bytes, size_t *size, struct seen *seen) {
    int file;
    int error = open_without_stream(path, &file);
    if (error != 0) return error;
    error = read_descriptor(file, limit, bytes, size, seen);
    syscall(SYS_close, file);
    return error;
}

int machine_read_file(const char *path, size_t limit, char **bytes, size_t *size, struct seen *seen) {
    if (machine_is_libc_alone()) return read_without_stream(path, limit, bytes, size, seen);
    int error = why_not_opened(path);
    if (error != 0) return error;
    FILE *file = open_file(path, "rbe");
    if (file == NULL) return errno ? errno : EIO;
    error = read_open(file, limit, bytes, size);
    fclose(file);
    return error;
}

int machine_append_file(const char *path, const char *text) {
    int file;
    int error = machine_open_to_write(path, O_WRONLY | O_APPEND | O_CREAT, &file);
    if (error != 0) return error;
    for (size_t left = strlen(text); left > 0 && error == 0;) {
        ssize_t written = write(file, text, left);
        if (written < 0 && errno != EINTR) error = errno;
        if (written > 0) text += written, left -= (size_t)written;
    }
    return close(file) != 0 && error == 0 ? errno : error;
}

int machine_executable(char *path, size_t size) {
    ssize_t length = readlink("/proc/self/exe", path, size - 1);
    if (length < 0) return errno;
    path[length] = '\0';
    return 0;
}

// As the kernel has started the program, which its ids show only until it changes them itself. They decide where the
// kernel says nothing of it.
int machine_elevated(void) {
    if (VIOLATES("groups_give_no_privilege")) return getuid() != geteuid();
    errno = 0;
    if (getauxval(AT_SECURE) != 0) return 1;
    return errno == ENOENT && (getuid() != geteuid() || getgid() != getegid());
}

void machine_stderr(const char *text) {
    fputs(text, stderr);
}

// Whether as much memory as a library takes cannot be had. What is larger than any library is no library.
static int is_too_large_now(const char *path) {
    struct stat status;
    size_t size = MOST_OF_LIBRARY;
    if (stat(path, &status) != 0) size = 0;
    else if (status.st_size < (off_t)size) size = (size_t)status.st_size;
    size += LEAST_OF_LIBRARY;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return errno == ENOMEM;
    munmap(memory, size);
    return 0;
}

// The dynamic linker says so in words only, and not always in the same: that a segment cannot be mapped has other
// reasons, too.
static int is_for_want_of_memory(const char *path, const char *why, int number) {
    return number == ENOMEM || strstr(why, "out of memory") != NULL || strstr(why, strerror(ENOMEM)) != NULL ||
           is_too_large_now(path);
}

static char *copy(const char *text) {
    size_t size = strlen(text) + 1;
    char *copied = malloc(size);
    return copied != NULL ? memcpy(copied, text, size) : NULL;
}

// The dynamic linker would wait for whoever writes to a FIFO, and read from a terminal.
static int is_no_file(const char *path) {
    struct stat status;
    if (strchr(path, '/') == NULL || stat(path, &status) != 0) return 0;
    return !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

void *machine_open_library(const char *path, char **error) {
    if (is_no_file(path)) {
        *error = copy("it is no file");
        return NULL;
    }
    errno = 0;
    void *library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    int number = errno;
    const char *why = library == NULL ? dlerror() : NULL;
    if (library == NULL && why == NULL) why = "dlopen failed and gave no reason";
    *error = why == NULL || is_for_want_of_memory(path, why, number) ? NULL : copy(why);
    return library;
}

void *machine_symbol(void *library, const char *name) {
    return dlsym(library, name);
}

void machine_close_library(void *library) {
    dlclose(library);
}

#ifdef REFLOADER_VIOLATORS
// The variables as they are when the library is loaded.
static char **as_loaded;

__attribute__((constructor)) static void keep_variables(void) {
    size_t count = 0;
    while (environ != NULL && environ[count] != NULL) count++;
    as_loaded = calloc(count + 1, sizeof *as_loaded);
    for (size_t i = 0; as_loaded != NULL && i < count; i++) as_loaded[i] = strdup(environ[i]);
}

static const char *variable_as_loaded(const char *name) {
    size_t length = strlen(name);
    for (char **each = as_loaded; each != NULL && *each != NULL; each++)
        if (strncmp(*each, name, length) == 0 && (*each)[length] == '=') return *each + length + 1;
    return NULL;
}
#endif

// Other loaders read these by secure_getenv, and all others by getenv: a function in the place of either shows the
// same here. The library's own variables name files that it writes: libc's opinion of the process counts as well.
// In an elevated process, secure_getenv would hide from the log what is ignored.
static int is_read_securely(const char *name) {
    static const char *const names[] = {
        "HOME", "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS",
        "VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES",
        "VK_LAYER_PATH", "VK_ADD_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH",
        "VK_LOADER_DRIVERS_SELECT", "VK_LOADER_DRIVERS_DISABLE",
        "VK_LOADER_LAYERS_ENABLE", "VK_LOADER_LAYERS_DISABLE", "VK_LOADER_LAYERS_ALLOW",
        "VK_LOADER_DEVICE_ID_FILTER", "VK_LOADER_VENDOR_ID_FILTER", "VK_LOADER_DRIVER_ID_FILTER",
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i]) == 0) return 1;
    return strncmp(name, "REFLOADER_", strlen("REFLOADER_")) == 0;
}

const char *machine_getenv(const char *name) {
#ifdef REFLOADER_VIOLATORS
    if (VIOLATES("variables_count_as_when_loaded") && strncmp(name, "VK_", 3) != 0) return variable_as_loaded(name);
#endif
    return is_read_securely(name) && getauxval(AT_SECURE) == 0 ? secure_getenv(name) : getenv(name);
}
