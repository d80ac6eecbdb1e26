// What is asked of the kernel itself. Where it grants something, nothing is done with it.
#include <dirent.h>
#include <grp.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <sys/fsuid.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>

#include "hostile.h"

static void become_root(void) {
    uid_t real, effective, saved;
    getresuid(&real, &effective, &saved);
    if (!real || !effective || !saved) got("user 0 from the start");
    if (getegid() == 0 || getgid() == 0) got("group 0 from the start");
    gid_t groups[64];
    int count = getgroups(64, groups);
    for (int i = 0; i < count; i++) {
        if (groups[i] == 0) got("group 0 beside its own");
    }
    if (!real || !effective || !saved) return;
    tried(setgid(0), "group 0");
    tried(setresuid(0, 0, 0), "user 0");
    tried(setgroups(0, NULL), "other groups");
    if (setfsuid(0), setfsuid((uid_t)-1) == 0) got("user 0 for files");
}

static void have_capabilities(void) {
    char line[256];
    FILE *status = fopen("/proc/self/status", "re");
    while (status && fgets(line, sizeof line, status)) {
        const char *names[] = {"CapInh:", "CapPrm:", "CapEff:", "CapAmb:"};
        for (size_t i = 0; i < 4; i++) {
            if (strncmp(line, names[i], 7) == 0 && strtoull(line + 7, NULL, 16)) {
                got("capabilities, %.*s", (int)strcspn(line, "\n"), line);
            }
        }
    }
    if (status) fclose(status);
    if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0) had("a way to new privileges");
    if (prctl(PR_GET_SECCOMP, 0, 0, 0, 0) == 0) had("no filter of system calls");
}

static void run_setuid(void) {
    pid_t child = fork();
    if (child == 0) {
        execl(order("setuid"), "setuid", (char *)NULL);
        refused("a setuid program");
        _exit(1);
    }
    if (child > 0) waitpid(child, NULL, 0);
}

static void enter_namespace(const char *what, int flags) {
    pid_t child = fork();
    if (child == 0) {
        tried(unshare(flags), what);
        _exit(0);
    }
    if (child > 0) waitpid(child, NULL, 0);
}

static void make_namespaces(void) {
    enter_namespace("a user namespace", CLONE_NEWUSER);
    enter_namespace("a mount namespace", CLONE_NEWNS);
    enter_namespace("a user and network namespace", CLONE_NEWUSER | CLONE_NEWNET);
    pid_t child = (pid_t)syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) _exit(0);
    tried(child, "a user namespace by clone");
    if (child > 0) waitpid(child, NULL, 0);
}

static void change_root(void) { tried(chroot("/"), "chroot"); }

static void mount_something(void) {
    const char *folder = order("open");
    if (mount("refloader-canary", folder, "tmpfs", 0, "size=4k") == 0) {
        got("a mount on %s", folder);
        umount2(folder, MNT_DETACH);
    } else {
        refused("mount");
    }
    if (is_alone()) tried(mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND, NULL), "a root to write to");
    tried(syscall(SYS_open_tree, AT_FDCWD, "/", 1 /* OPEN_TREE_CLONE */), "a tree of mounts");
}

static void open_device(const char *path) {
    int file = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0) return;
    got("%s", path);
    close(file);
}

static void open_devices(void) {
    const char *names[] = {"/dev/mem",      "/dev/kmsg",         "/dev/kvm",       "/dev/fuse",   "/dev/net/tun",
                           "/dev/loop-control", "/dev/vhost-vsock", "/dev/vsock",  "/dev/uinput", "/dev/tty0",
                           "/dev/vhost-net", "/dev/userfaultfd"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) open_device(names[i]);
    DIR *folder = opendir("/dev");
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        char path[300];
        struct stat status;
        snprintf(path, sizeof path, "/dev/%s", entry->d_name);
        if (stat(path, &status) < 0 || !S_ISBLK(status.st_mode)) continue;
        int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (file < 0) continue;
        got("the disk %s", path);
        close(file);
    }
    if (folder) closedir(folder);
    if (mknod("refloader-canary-device", S_IFCHR | 0600, makedev(1, 5)) == 0) {
        open_device("refloader-canary-device");
        unlink("refloader-canary-device");
    } else {
        refused("a device node");
    }
}

static void open_settings(void) {
    const char *paths[] = {"/proc/sys/kernel/core_pattern", "/proc/sys/vm/drop_caches",   "/proc/sysrq-trigger",
                           "/proc/sys/kernel/hostname",     "/proc/sys/kernel/pid_max",   "/sys/kernel/mm/ksm/run",
                           "/sys/power/state",              "/proc/sys/fs/file-max",      "/sys/kernel/uevent_helper",
                           "/sys/fs/cgroup/cgroup.procs",   "/proc/sys/net/ipv4/ip_forward"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        int file = open(paths[i], O_WRONLY | O_CLOEXEC);  // nothing is written
        tried(file, paths[i]);
        if (file >= 0) close(file);
    }
    char name[65] = "";
    if (gethostname(name, sizeof name - 1) == 0) tried(sethostname(name, strlen(name)), "the name of the machine");
}

static void load_module(void) {
    // The kernel checks the right first and then what there is to load, which is nothing.
    if (syscall(SYS_init_module, "refloader-canary", 16, "") == 0 || (errno != EPERM && errno != ENOSYS)) {
        got("a module: %s", strerror(errno));
    } else {
        refused("a module");
    }
}

// Whoever has the right gets as far as the file, which is not there.
static long has_right(long result) {
    return result < 0 && (errno == EPERM || errno == EACCES || errno == ENOSYS) ? -1 : 0;
}

static void ask_for_machinery(void) {
    struct perf_event_attr event = {.type = PERF_TYPE_SOFTWARE, .size = sizeof event, .config = PERF_COUNT_SW_CPU_CLOCK};
    union bpf_attr map = {.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 4, .max_entries = 1};
    const struct {
        unsigned bytes;
        int type;
        char handle[8];
    } no_file = {8, 1, {0}};
    const struct {
        long result;
        const char *what;
    } asked[] = {
        {syscall(SYS_perf_event_open, &event, -1, 0, -1, 0), "perf events of all processes"},
        {syscall(SYS_bpf, BPF_MAP_CREATE, &map, sizeof map), "a BPF map"},
        {has_right(syscall(SYS_open_by_handle_at, AT_FDCWD, &no_file, O_RDONLY)), "a file by its handle"},
        {has_right(syscall(SYS_acct, "/nonexistent/refloader-canary")), "process accounting"},
        {syscall(SYS_syslog, 10, NULL, 0), "the log of the kernel"},
    };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        errno = asked[i].result < 0 ? EPERM : 0;
        tried(asked[i].result, asked[i].what);
    }
}

const struct act kernel[] = {
    {"become-root", become_root, 0},
    {"capabilities", have_capabilities, 0},
    {"setuid-program", run_setuid, 0},
    {"namespaces", make_namespaces, 0},
    {"chroot", change_root, 0},
    {"mount", mount_something, 0},
    {"devices", open_devices, 0},
    {"settings", open_settings, 0},
    {"module", load_module, 0},
    {"machinery", ask_for_machinery, 0},
    {NULL, NULL, 0},
};
