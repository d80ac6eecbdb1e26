// What is written, changed, filled or watched. New files have a name from the orders; what is changed is a canary.
#include <dirent.h>
#include <linux/fs.h>
#include <sys/inotify.h>
#include <sys/ioctl.h>
#include <sys/time.h>
#include <sys/xattr.h>

#include "hostile.h"

#define MOST_FOLDERS 4000
#define MOST_FILES 40

static int visited, made;

static void make_in(const char *folder) {
    char path[4200];
    if (made >= MOST_FILES || access(folder, W_OK) < 0) return;
    snprintf(path, sizeof path, "%s/%s", strcmp(folder, "/") ? folder : "", order("fresh"));
    int file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
    if (file < 0) return;
    made++;
    if (write(file, "refloader-canary", 16) == 16) had("made %s", path);
    close(file);
}

static void walk(const char *folder, int depth) {
    if (visited++ > MOST_FOLDERS) return;
    make_in(folder);
    DIR *open_folder = depth ? opendir(folder) : NULL;
    if (!open_folder) return;
    for (struct dirent *entry; (entry = readdir(open_folder));) {
        char path[4096];
        if (entry->d_type != DT_DIR || entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%s", strcmp(folder, "/") ? folder : "", entry->d_name);
        if (!strcmp(path, "/proc") || !strcmp(path, "/sys")) continue;
        walk(path, depth - 1);
    }
    closedir(open_folder);
}

// The places that the orders name first: where a walk comes to them late, it may have had enough.
static void write_everywhere(void) {
    for_each(order("places"), make_in);
    // Where a root is at work that nothing contains, the named places have to do.
    if (geteuid() != 0 || is_alone()) walk("/", 3);
}

// ---- canaries

static const char *canary(const char *folder, const char *name) {
    static char path[1200];
    snprintf(path, sizeof path, "%s/%s", order(folder), name);
    return path;
}

static void change_in(const char *folder) {
    char from[1200], to[1200];
    struct timeval times[2] = {{1, 0}, {1, 0}};
    int file = open(canary(folder, "written"), O_WRONLY | O_CLOEXEC);
    if (file >= 0) {
        if (write(file, "hostile", 7) == 7) had("wrote %s", canary(folder, "written"));
        close(file);
    } else {
        refused(canary(folder, "written"));
    }
    truncate(canary(folder, "truncated"), 0);
    unlink(canary(folder, "deleted"));
    snprintf(from, sizeof from, "%s", canary(folder, "renamed"));
    snprintf(to, sizeof to, "%s", canary(folder, "refloader-canary-renamed"));
    rename(from, to);
    snprintf(to, sizeof to, "%s", canary(folder, "refloader-canary-link"));
    link(canary(folder, "truncated"), to);
    mkdir(canary(folder, "refloader-canary-folder"), 0777);
    chmod(canary(folder, "rights"), 0777);
    chmod(order(folder), 0700);
    if (lchown(canary(folder, "rights"), 12345, 12345) == 0) had("a new owner");
    utimes(canary(folder, "times"), times);
    setxattr(canary(folder, "rights"), "user.refloader-canary", "x", 1, 0);
}

static void change_canaries(void) {
    change_in("canary");
    change_in("open");
}

static void change_results(void) {
    chmod(canary("results", "results.ndjson"), 0777);
    truncate(canary("results", "results.ndjson"), 0);
    int file = open(canary("results", "results.ndjson"), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (file < 0) {
        refused(canary("results", "results.ndjson"));
        return;
    }
    if (write(file, "{\"forged\":true}\n", 16) == 16) had("wrote to the results");
    close(file);
}

static void change_itself(void) {
    // Its own library is what the next run opens.
    int file = open(order("library"), O_WRONLY | O_CLOEXEC);
    tried(file, "its own library, to write");
    if (file >= 0) close(file);
    char away[1200];
    snprintf(away, sizeof away, "%s.refloader-canary", order("library"));
    if (rename(order("library"), away) == 0) {
        got("its own library, renamed");
        rename(away, order("library"));
    }
}

static void change_flags(void) {
    int file = open(order("library"), O_RDONLY | O_CLOEXEC), flags = 0, changed;
    struct fsxattr attributes = {0};
    if (file < 0 || ioctl(file, FS_IOC_GETFLAGS, &flags) < 0) {
        refused("the flags of its own library");
    } else {
        changed = flags ^ FS_NODUMP_FL;
        tried(ioctl(file, FS_IOC_SETFLAGS, &changed), "the flags of its own library, changed");
        ioctl(file, FS_IOC_SETFLAGS, &flags);
    }
    if (file < 0 || ioctl(file, FS_IOC_FSGETXATTR, &attributes) < 0) {
        refused("the attributes of its own library");
    } else {
        attributes.fsx_xflags ^= FS_XFLAG_NODUMP;
        tried(ioctl(file, FS_IOC_FSSETXATTR, &attributes), "the attributes of its own library, changed");
        attributes.fsx_xflags ^= FS_XFLAG_NODUMP;
        ioctl(file, FS_IOC_FSSETXATTR, &attributes);
    }
    if (file >= 0) close(file);
}

// Keys that a file system has of its user, and requests that change what is open for reading. None of it is meant: the
// rooms are empty, and a file system that gets as far as looking at them says that they are wrong.
static void ask_file_systems(void) {
    const struct {
        const char *what;
        unsigned long request;
    } requests[] = {
        {"a key for a file system", _IOWR('f', 23, char[80])},     {"a key of a file system, removed", _IOWR('f', 24, char[64])},
        {"a key of a file system for all", _IOWR('f', 25, char[64])}, {"the salt of a file system", _IOW('f', 20, char[16])},
        {"the number of a file", _IOW('f', 4, long)},              {"the layout of a file", _IO('f', 9)},
        {"a volume of btrfs", _IOW(0x94, 14, char[4096])},         {"a file of f2fs, pinned", _IOW(0xf5, 13, uint32_t)},
    };
    const char *paths[] = {order("library"), "/usr", "/bin/true"};
    static char room[4096];
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        int file = open(paths[i], O_RDONLY | O_CLOEXEC);
        for (size_t j = 0; file >= 0 && j < sizeof requests / sizeof *requests; j++) {
            memset(room, 0, sizeof room);
            long result = ioctl(file, requests[j].request, room);
            if (result < 0 && errno != EPERM && errno != EACCES) result = 0;  // it was not kept from asking
            tried(result, requests[j].what);
        }
        if (file >= 0) close(file);
    }
}

// ---- filling

static void fill(const char *folder) {
    static char block[1 << 20];
    static int number_of_file;
    const long most = 3L << 30;
    long total = 0;
    char path[1200];
    signal(SIGXFSZ, SIG_IGN);
    while (total < most) {
        snprintf(path, sizeof path, "%s/%s-%d", folder, order("fresh"), number_of_file++);
        int file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
        if (file < 0) break;
        const long before = total;
        if (fallocate(file, 0, 0, 128 << 20) == 0) {
            total += 128 << 20;
        } else if (write(file, block, sizeof block) == sizeof block) {
            total += sizeof block;
        }
        close(file);
        if (total == before) break;
    }
    if (total >= most) got("3 GiB in files in %s", folder);
    if (total) had("%ld MiB in files in %s", total >> 20, folder);
}

static void fill_all(void) {
    fill(".");
    for_each(order("writable"), fill);
}

static void grow(const char *folder) {
    char path[1200];
    signal(SIGXFSZ, SIG_IGN);
    snprintf(path, sizeof path, "%s/%s-big", folder, order("fresh"));
    int file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    if (file < 0) return;
    if (ftruncate(file, 10L << 30) == 0) {
        got("a file of 10 GiB in %s", folder);
    } else {
        refused("a file of 10 GiB");
    }
    close(file);
}

static void grow_all(void) {
    grow(".");
    for_each(order("writable"), grow);
}

static void leave_odd_files(void) {
    char deep[512] = "refloader-canary-deep";
    mkfifo("refloader-canary-pipe", 0600);
    if (symlink("/etc/passwd", "refloader-canary-link") < 0) refused("a link");
    mkdir("refloader-canary-closed", 0);
    for (int i = 0; i < 100 && mkdir(deep, 0700) == 0 && chdir(deep) == 0; i++) {}
}

// Links where the harness reads or clears afterwards, with rights that the library does not have.
static void lead_astray(void) {
    const char *traces[] = {"/.refloader/trace", "/.refloader/recording", "../trace", "../recording"};
    char *secret = strdup(order("secrets"));
    secret[strcspn(secret, ":")] = 0;
    for (size_t i = 0; i < sizeof traces / sizeof *traces; i++) {
        unlink(traces[i]);
        if (symlink(secret, traces[i]) == 0) had("a link at %s", traces[i]);
    }
    if (symlink(order("open"), "refloader-canary-away") == 0) had("a link to a folder");
    if (symlink(order("open"), "/.refloader/refloader-canary-away") == 0) had("another");
    free(secret);
}

static void watch(const char *folder) {
    int queue = inotify_init1(IN_CLOEXEC);
    if (queue < 0) return;
    char what[1200];
    snprintf(what, sizeof what, "a watch on %s", folder);
    struct stat status;
    char identity[64] = "";
    if (stat(folder, &status) == 0) {
        snprintf(identity, sizeof identity, "%lu-%lu", (unsigned long)status.st_dev, (unsigned long)status.st_ino);
    }
    if (inotify_add_watch(queue, folder, IN_ALL_EVENTS) < 0) {
        refused(what);
    } else if (*identity && strstr(order("homes-own"), identity)) {
        got("%s", what);
    } else {
        had("%s, which is not the machine's", what);
    }
    close(queue);
}

static void watch_homes(void) {
    for_each(order("homes"), watch);
    int group = (int)syscall(SYS_fanotify_init, 0, O_RDONLY);
    tried(group, "a fanotify group");
    if (group >= 0) close(group);
}

const struct act files[] = {
    {"write-everywhere", write_everywhere, 0},
    {"change-canaries", change_canaries, 0},
    {"change-results", change_results, 0},
    {"change-itself", change_itself, 0},
    {"change-flags", change_flags, 0},
    {"ask-file-systems", ask_file_systems, 0},
    {"fill-disk", fill_all, 0},
    {"big-file", grow_all, 0},
    {"odd-files", leave_odd_files, 0},
    {"lead-astray", lead_astray, 0},
    {"watch-homes", watch_homes, 0},
    {NULL, NULL, 0},
};
