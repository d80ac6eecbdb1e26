// Shows a scenario's machine to the agent: a root folder of its own in memory, in a mount namespace. Of this machine it
// has the folders of the system, read-only, without what Vulkan loaders search. Nothing on this machine is changed.
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "run_case.h"

#define OWN "/refloader"  // the folder of the agent, the loader and what the run leaves
#define NOBODY 65534
#define MOST_WRITTEN (32 << 20)  // bytes of a file: who prints without end fills no memory

static const char *const system_folders[] = {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store"};
static const char *const hidden[] = {"/etc/vulkan", "/etc/xdg/vulkan", "/usr/share/vulkan", "/usr/local/share/vulkan",
                                     "/usr/local/etc/vulkan", "/home/user", "/world"};

static char root[MOST_PATH];
static const struct wanted_case *shown;

static const char *inside(const char *path) {
    static char text[4][2 * MOST_PATH];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(text[turn], sizeof text[turn], "%s%s", root, path);
    return text[turn];
}

static void make_folders(const char *path) {
    char text[2 * MOST_PATH];
    snprintf(text, sizeof text, "%s", path);
    for (char *slash = strchr(text + strlen(root) + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(text, 0755) != 0 && errno != EEXIST) give_up("a folder cannot be made:", text);
        *slash = '/';
    }
}

static void write_file(const char *path, const char *data, size_t size, int mode) {
    make_folders(path);
    unlink(path);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    for (size_t done = 0; file >= 0 && done < size;) {
        ssize_t more = write(file, data + done, size - done);
        if (more <= 0) give_up("a file cannot be written:", path);
        done += (size_t)more;
    }
    if (file < 0 || fchmod(file, (mode_t)mode) != 0 || close(file) != 0) give_up("a file cannot be made:", path);
}

static void copy_file(const char *from, const char *to) {
    size_t size;
    char *data = content_of(from, &size);
    if (data == NULL) give_up("it cannot be read:", from);
    write_file(inside(to), data, size, 0755);
    free(data);
}

static int is_below(const char *path, const char *folder) {
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

// Whether the scenario has something of its own in a folder, or the folder has to be hidden in part.
static int is_changed(const char *folder) {
    for (size_t i = 0; i < COUNT(hidden); i++)
        if (is_below(hidden[i], folder)) return 1;
    for (size_t i = 0; i < shown->files.count; i++)
        if (is_below(shown->files.items[i], folder)) return 1;
    for (size_t i = 0; i < shown->links.count; i++)
        if (is_below(shown->links.items[i], folder)) return 1;
    for (size_t i = 0; i < shown->library_count; i++)
        if (is_below(shown->libraries[i].path, folder)) return 1;
    return shown->program != NULL && is_below(shown->program, folder);
}

static int is_hidden(const char *path) {
    for (size_t i = 0; i < COUNT(hidden); i++)
        if (strcmp(path, hidden[i]) == 0) return 1;
    return 0;
}

static void bind(const char *from, const char *to, int deep) {
    if (mount(from, to, NULL, MS_BIND | (deep ? MS_REC : 0), NULL) != 0) give_up("it cannot be shown:", from);
    if (!deep) mount(NULL, to, NULL, MS_BIND | MS_REMOUNT | MS_RDONLY | MS_NOSUID, NULL);  // a user namespace may refuse
}

// Shows a folder of the system: as it is, or entry by entry where the scenario changes something in it.
static void show_folder(const char *path) {
    struct stat status;
    char target[MOST_PATH], text[MOST_PATH + 300];
    if (is_hidden(path) || lstat(path, &status) != 0) return;
    make_folders(inside(path));
    if (S_ISLNK(status.st_mode)) {
        ssize_t length = readlink(path, target, sizeof target - 1);
        if (length > 0) target[length] = '\0';
        if (length > 0 && symlink(target, inside(path)) != 0) give_up("a link cannot be made:", path);
        return;
    }
    if (!S_ISDIR(status.st_mode)) {  // beside something of the scenario's: a link to what is shown elsewhere
        snprintf(text, sizeof text, OWN "/system%s", path);
        if (symlink(text, inside(path)) != 0 && errno != EEXIST) give_up("a link cannot be made:", path);
        return;
    }
    mkdir(inside(path), 0755);
    if (!is_changed(path)) {
        bind(path, inside(path), 0);
        return;
    }
    DIR *folder = opendir(path);
    for (struct dirent *each; folder != NULL && (each = readdir(folder)) != NULL;) {
        if (strcmp(each->d_name, ".") == 0 || strcmp(each->d_name, "..") == 0) continue;
        snprintf(text, sizeof text, "%s/%s", path, each->d_name);
        show_folder(text);
    }
    if (folder != NULL) closedir(folder);
}

static void show_system(void) {
    make_folders(inside(OWN "/system/usr/."));
    bind("/usr", inside(OWN "/system/usr"), 0);
    for (size_t i = 0; i < COUNT(system_folders); i++) show_folder(system_folders[i]);
    static const char *const alive[] = {"/proc", "/dev", "/sys"};
    for (size_t i = 0; i < COUNT(alive); i++) {
        mkdir(inside(alive[i]), 0755);
        bind(alive[i], inside(alive[i]), 1);
    }
    size_t size;
    char *cache = content_of("/etc/ld.so.cache", &size);
    if (cache != NULL) write_file(inside("/etc/ld.so.cache"), cache, size, 0644);
    free(cache);
}

static void show_file(const char *path) {
    size_t size;
    char from[3 * MOST_PATH];
    snprintf(from, sizeof from, "%s/tree%s", shown->folder, path);
    char *data = content_of(from, &size);
    if (data == NULL) give_up("the case lacks a file:", from);
    write_file(inside(path), data, size, 0644);
    free(data);
}

static void show_library(const struct library *each, const char *mocks) {
    char path[2 * MOST_PATH];
    snprintf(path, sizeof path, "%s/lib%s.so", mocks, each->mock);
    copy_file(path, each->path);
}

static void show_flags(const struct library *each) {
    char flags[65536], path[2 * MOST_PATH];
    size_t used = 0;
    for (size_t i = 0; i < each->flags.count; i++) {
        used += (size_t)snprintf(flags + used, sizeof flags - used, "%s\n", each->flags.items[i]);
        if (used >= sizeof flags) give_up("a library has too many flags:", each->path);
    }
    used += (size_t)snprintf(flags + used, sizeof flags - used, "trace=" OWN "/trace\n");
    snprintf(path, sizeof path, "%s.flags", each->path);
    write_file(inside(path), flags, used, 0644);
}

static void show_link(const char *path, const char *target) {
    const char *link = inside(path);
    make_folders(link);
    unlink(link);
    if (symlink(target, link) != 0) give_up("a link cannot be made:", path);
}

// Whether this kernel lists the files of a folder in memory from the last one that was made.
static int lists_backwards(void) {
    write_file(inside(OWN "/order/first"), "", 0, 0644);
    write_file(inside(OWN "/order/second"), "", 0, 0644);
    DIR *folder = opendir(inside(OWN "/order"));
    const char *found = "";
    for (struct dirent *each; folder != NULL && (each = readdir(folder)) != NULL && found[0] == '\0';)
        if (each->d_name[0] != '.') found = each->d_name[0] == 's' ? "second" : "first";
    if (folder != NULL) closedir(folder);
    return found[0] == 's';
}

// A loader with a fault may depend on the order in which it reads the files of a folder: it is that of the case.
static void show_scenario(const struct run *with) {
    char path[MOST_PATH];
    size_t of_libraries = 2 * shown->library_count, with_files = of_libraries + shown->files.count;
    size_t count = with_files + shown->links.count;
    int backwards = lists_backwards();
    for (size_t i = 0; i < COUNT(hidden); i++) {
        snprintf(path, sizeof path, "%s/.", hidden[i]);
        make_folders(inside(path));
    }
    for (size_t turn = 0; turn < count; turn++) {
        size_t at = backwards ? count - 1 - turn : turn;
        if (at < of_libraries && at % 2 == 0) show_library(&shown->libraries[at / 2], with->mocks);
        else if (at < of_libraries) show_flags(&shown->libraries[at / 2]);
        else if (at < with_files) show_file(shown->files.items[at - of_libraries]);
        else show_link(shown->links.items[at - with_files], shown->targets.items[at - with_files]);
    }
}

// Asks the loader for its version on a machine with nothing on it.
static void write_first_script(const char *loader) {
    char text[MOST_PATH + 256];
    int size = snprintf(text, sizeof text, "refloader-agent 1\nchannel 3\ntrace " OWN "/trace\nclear\nannounce dlopen\n"
                        "open %s\nannounce version\nversion\n", loader);
    write_file(inside(OWN "/script"), text, (size_t)size, 0644);
}

// The agent's script, in which the loader's path is "@".
static void write_script(const char *loader) {
    char path[MOST_PATH + 16], line[MOST_PATH + 16], *rest;
    snprintf(path, sizeof path, "%s/script.txt", shown->folder);
    char *text = content_of(path, NULL), *mark = text == NULL ? NULL : strstr(text, "\nopen @\n");
    if (mark == NULL) give_up("the case has no script:", path);
    rest = mark + strlen("\nopen @\n");
    mark[1] = '\0';
    size_t size = strlen(text) + strlen(rest) + sizeof line;
    char *whole = malloc(size);
    snprintf(line, sizeof line, "open %s", loader);
    snprintf(whole, size, "%s%s\n%s", text, line, rest);
    write_file(inside(OWN "/script"), whole, strlen(whole), 0644);
}

static void enter_namespaces(void) {
    unsigned user = geteuid(), group = getegid();
    char text[64];
    int flags = CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | (user == 0 ? 0 : CLONE_NEWUSER);
    if (unshare(flags) != 0) {
        fprintf(stderr, "not run: this machine allows no mount namespace (%s)\n", strerror(errno));
        exit(SKIPPED);
    }
    if (user != 0) {
        FILE *file = fopen("/proc/self/setgroups", "w");
        if (file != NULL) fputs("deny", file), fclose(file);
        snprintf(text, sizeof text, "%u %u 1\n", user, user);
        if ((file = fopen("/proc/self/uid_map", "w")) != NULL) fputs(text, file), fclose(file);
        snprintf(text, sizeof text, "%u %u 1\n", group, group);
        if ((file = fopen("/proc/self/gid_map", "w")) != NULL) fputs(text, file), fclose(file);
    }
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) give_up("the mounts cannot be parted from the machine's", "");
    if (mount("refloader", root, "tmpfs", MS_NOSUID, "size=512m,mode=755") != 0) give_up("there is no room in memory:", root);
}

// The root of a container with a single user can be nobody else: it goes on without any capability.
static void drop_privilege(void) {
    if (setgroups(0, NULL) == 0 && setgid(NOBODY) == 0 && setuid(NOBODY) == 0) return;
    if (errno != EINVAL && errno != EPERM) _exit(BROKEN);
    for (int capability = 0; prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0;) capability++;
}

static _Noreturn void become_agent(const char *program) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int script = open(inside(OWN "/script"), O_RDONLY), events = open(inside(OWN "/events"), O_WRONLY | O_CREAT, 0666);
    int output = open(inside(OWN "/output"), O_WRONLY | O_CREAT | O_APPEND, 0666);
    if (chroot(root) != 0 || chdir("/") != 0) _exit(BROKEN);
    dup2(script, 0), dup2(output, 1), dup2(output, 2), dup2(events, 3);
    for (int i = 4; i < 64; i++) close(i);
    if (geteuid() == 0) drop_privilege();
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){MOST_WRITTEN, MOST_WRITTEN});
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    if (setpgid(0, 0) != 0) _exit(BROKEN);
    clearenv();
    if (shown->linker != NULL) setenv("LD_LIBRARY_PATH", shown->linker, 1);
    execl(program, program, (char *)NULL);
    _exit(BROKEN);
}

static int wait_for(pid_t child, int seconds, int *status) {
    struct timespec step = {.tv_nsec = 2000000}, begun, now;
    clock_gettime(CLOCK_MONOTONIC, &begun);
    do {
        if (waitpid(child, status, WNOHANG) == child) return 1;
        nanosleep(&step, NULL);
        clock_gettime(CLOCK_MONOTONIC, &now);
    } while (now.tv_sec - begun.tv_sec < seconds);
    kill(-child, SIGKILL);
    kill(child, SIGKILL);
    waitpid(child, status, 0);
    return 0;
}

static void run_agent(const char *program, int seconds, struct ending *into) {
    unlink(inside(OWN "/events"));
    unlink(inside(OWN "/output"));
    write_file(inside(OWN "/trace"), "", 0, 0666);
    pid_t agent = fork();
    if (agent < 0) give_up("there is no process:", strerror(errno));
    if (agent == 0) become_agent(program);
    into->timed_out = !wait_for(agent, seconds, &into->status);
    kill(-agent, SIGKILL);
    into->events = content_of(inside(OWN "/events"), NULL);
    into->trace = content_of(inside(OWN "/trace"), NULL);
    into->output = content_of(inside(OWN "/output"), NULL);
}

// Goes on in a child process, and ends as it ends.
static void go_on_in_child(const char *folder) {
    pid_t child = fork();
    if (child < 0 && folder != NULL) rmdir(folder);
    if (child < 0) give_up("there is no process:", strerror(errno));
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        return;
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (folder != NULL) rmdir(folder);  // it is empty outside of the namespace
    exit(WIFEXITED(status) ? WEXITSTATUS(status) : BROKEN);
}

void run_in_world(const struct wanted_case *what, const struct run *with, struct ending *into) {
    char loader[MOST_PATH], real[MOST_PATH];
    if (realpath(with->loader, real) == NULL) give_up("there is no loader", with->loader);
    snprintf(loader, sizeof loader, OWN "/lib/%s", strrchr(real, '/') + 1);
    snprintf(root, sizeof root, "%s", "/tmp/refloader-case-XXXXXX");
    shown = what;
    if (mkdtemp(root) == NULL) give_up("there is no temporary folder", root);
    go_on_in_child(root);
    enter_namespaces();
    go_on_in_child(NULL);  // the first process of its namespace: with it, the system ends whatever the loader started
    show_system();
    copy_file(real, loader);
    copy_file(with->agent, OWN "/agent");
    chmod(inside(OWN), 0755);
    write_first_script(loader);
    run_agent(OWN "/agent", with->seconds, into);
    into->first_events = into->events;
    show_scenario(with);
    if (what->program != NULL) copy_file(with->agent, what->program);
    write_script(loader);
    run_agent(what->program != NULL ? what->program : OWN "/agent", with->seconds, into);
}
