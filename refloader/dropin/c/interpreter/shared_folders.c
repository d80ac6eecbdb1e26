// Opens a file for writing without trusting what other users put into a folder for everybody, as host/shared_folders.py
// does for verbs. There, anybody can put a link, a pipe or a file at the name that this process is about to write to.
#define _GNU_SOURCE 1  // as the command line of a test has it
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "edge.h"

#define MOST_LINKS 40
#define PROC 0x9fa0  // PROC_SUPER_MAGIC
#define SHARED (S_ISVTX | S_IWOTH)

struct walk {
    int folder;  // where the rest of the path begins
    int links;
    char rest[2 * PATH_MAX];
};

static int is_of_a_stranger(int folder, uid_t owner) {
    struct stat status;
    if (fstat(folder, &status) != 0) return 1;
    return (status.st_mode & SHARED) == SHARED && owner != geteuid() && owner != status.st_uid;
}

static int enter(struct walk *walk, const char *folder) {
    int found = openat(walk->folder, folder, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (walk->folder != AT_FDCWD) close(walk->folder);
    walk->folder = found;
    return found < 0 ? errno : 0;
}

// Take the first name from the rest of the path; what is left has no slash in front.
static void take(char *rest, char *name, size_t size) {
    size_t length = strcspn(rest, "/");
    size_t end = length + strspn(rest + length, "/");
    if (length >= size) length = size - 1;
    memcpy(name, rest, length);
    name[length] = '\0';
    memmove(rest, rest + end, strlen(rest + end) + 1);
}

// Put the target of a link in front of the rest.
static int follow(struct walk *walk, const char *name) {
    char target[sizeof walk->rest];
    ssize_t length = readlinkat(walk->folder, name, target, PATH_MAX);
    if (length < 0) return errno;
    if (++walk->links > MOST_LINKS) return ELOOP;
    target[length] = '\0';
    if ((size_t)length + 1 + strlen(walk->rest) >= sizeof target) return ENAMETOOLONG;
    if (walk->rest[0] != '\0') strcat(strcat(target, "/"), walk->rest);
    size_t slashes = strspn(target, "/");
    memmove(walk->rest, target + slashes, strlen(target + slashes) + 1);
    return slashes > 0 ? enter(walk, "/") : 0;
}

// Links in /proc lead to open files, which have no other path: the kernel follows them.
static int is_in_proc(int folder) {
    struct statfs status;
    return fstatfs(folder, &status) == 0 && status.f_type == PROC;
}

static int open_last(int folder, const char *name, int flags, int *file) {
    struct stat status;
    do *file = openat(folder, name, flags | O_CLOEXEC, 0666);
    while (*file < 0 && errno == EINTR);
    if (*file < 0) return errno;
    if (!(flags & O_NOFOLLOW)) return 0;
    if (fstat(*file, &status) == 0 && !is_of_a_stranger(folder, status.st_uid)) return 0;
    close(*file);
    return EACCES;
}

static int walk_to(struct walk *walk, int flags, int *file) {
    char name[NAME_MAX + 1];
    for (;;) {
        if (is_in_proc(walk->folder)) return open_last(walk->folder, walk->rest, flags, file);
        take(walk->rest, name, sizeof name);
        if (name[0] == '\0') return EISDIR;
        struct stat status;
        int is_there = fstatat(walk->folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0;
        if (!is_there && (errno != ENOENT || walk->rest[0] != '\0')) return errno;
        int error = 0;
        if (is_there && is_of_a_stranger(walk->folder, status.st_uid)) {
            if (S_ISLNK(status.st_mode) || walk->rest[0] == '\0') return EACCES;  // opening a pipe would wait
        }
        if (is_there && S_ISLNK(status.st_mode)) {
            error = follow(walk, name);
        } else if (walk->rest[0] != '\0') {
            error = enter(walk, name);
        } else {
            return open_last(walk->folder, name, flags | O_NOFOLLOW, file);
        }
        if (error != 0) return error;
    }
}

int machine_open_to_write(const char *path, int flags, int *file) {
    struct walk walk = {.folder = AT_FDCWD};
    size_t slashes = strspn(path, "/");
    if (strlen(path) >= PATH_MAX) return ENAMETOOLONG;
    strcpy(walk.rest, path + slashes);
    int error = enter(&walk, slashes > 0 ? "/" : ".");
    if (error == 0) error = walk_to(&walk, flags, file);
    if (walk.folder >= 0) close(walk.folder);
    return error;
}
