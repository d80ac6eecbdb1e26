// Landlock's rules. The numbers are the kernel's (linux/landlock.h), written down here because the headers of older
// systems lack the newer ones; a kernel that lacks them gets rules without.
#include "box_landlock.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "box.h"

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

enum { GIVE_VERSION = 1, PATH_BENEATH = 1 };
enum {
    EXECUTE = 1 << 0, WRITE_FILE = 1 << 1, READ_FILE = 1 << 2, READ_FOLDER = 1 << 3,
    MAKE_CHARACTER = 1 << 6, MAKE_BLOCK = 1 << 11,
    VERSION_1 = (1 << 13) - 1, REFER = 1 << 13, TRUNCATE = 1 << 14,
    ALLOWED_ON_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE,
};
enum { BIND_TCP = 1, CONNECT_TCP = 2, ABSTRACT_SOCKETS = 1, SIGNALS = 2 };

struct attributes { uint64_t files, network, scoped; };
struct __attribute__((packed)) beneath { uint64_t allowed; int32_t folder; };

__attribute__((visibility("default"))) int32_t box_landlock(void) {
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, GIVE_VERSION);
    return version > 0 ? (int32_t)version : 0;
}

static uint64_t handled(int32_t version) {
    return VERSION_1 | (version >= 2 ? REFER : 0) | (version >= 3 ? TRUNCATE : 0);
}

static void allow(int32_t ruleset, const char *path, uint64_t rights) {
    struct beneath rule = {rights, open(path, O_PATH | O_CLOEXEC)};
    struct stat status;
    if (rule.folder < 0) return;
    if (fstat(rule.folder, &status) == 0 && !S_ISDIR(status.st_mode)) rule.allowed &= ALLOWED_ON_FILES;
    syscall(SYS_landlock_add_rule, ruleset, PATH_BENEATH, &rule, 0);
    close(rule.folder);
}

__attribute__((visibility("default"))) int32_t box_rules(
    const char *const *readable, const char *const *devices, const char *const *writable) {
    int32_t version = box_landlock();
    struct attributes wanted = {
        handled(version), version >= 4 ? BIND_TCP | CONNECT_TCP : 0,
        version >= LANDLOCK_KEEPS_SIGNALS ? ABSTRACT_SOCKETS | SIGNALS : 0};
    size_t size = version >= 6 ? sizeof wanted : version >= 4 ? 16 : 8;
    if (!version) return -1;
    int32_t ruleset = (int32_t)syscall(SYS_landlock_create_ruleset, &wanted, size, 0);
    if (ruleset < 0) return -1;
    for (; *readable; readable++) allow(ruleset, *readable, EXECUTE | READ_FILE | READ_FOLDER);
    for (; *devices; devices++) allow(ruleset, *devices, READ_FILE | WRITE_FILE);
    for (; *writable; writable++) allow(ruleset, *writable, handled(version));
    return ruleset;
}

__attribute__((visibility("default"))) int32_t box_apart(const char *writable) {
    int32_t version = box_landlock();
    // Devices can be made by nobody in a box. Moving files to other folders is taken by any rules unless it is given.
    struct attributes wanted = {MAKE_CHARACTER | MAKE_BLOCK | (version >= 2 ? REFER : 0), 0, 0};
    if (!version) return -1;
    int32_t ruleset = (int32_t)syscall(SYS_landlock_create_ruleset, &wanted, sizeof wanted.files, 0);
    if (ruleset >= 0 && version >= 2) allow(ruleset, writable, REFER);
    return ruleset;
}

int landlock_close(int32_t ruleset) { return (int)syscall(SYS_landlock_restrict_self, ruleset, 0); }
