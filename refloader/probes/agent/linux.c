// The agent on Linux: started by the fork server with its script on standard input, in a box that is closed already.
// The words that only Linux has, before the others:
//
// channel NUMBER               the descriptor to which this program writes events
// clear                        no variable of the process stays
// privileged                   the kernel has to have taken the start as one with privilege; no later one can be
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "machine.h"

static char trace_path[MOST_PATH];

void machine_finish(void) {}

void machine_exit(void) {
    fflush(NULL);
    _exit(0);
}

void enter_folder(const char *path) {
    if (chdir(path) != 0) give_up("there is no working folder", path);
}

void set_variable(const char *name, const char *value) {
    if ((value == NULL ? unsetenv(name) : setenv(name, value, 1)) != 0) give_up("the variable cannot be set:", name);
}

void trace_to(const char *path) { snprintf(trace_path, sizeof trace_path, "%s", path); }

long long trace_size(void) {
    struct stat found;
    return stat(trace_path, &found) == 0 ? (long long)found.st_size : 0;
}

// ---- libraries

void *load_library(const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) refuse(dlerror(), "");
    return library;
}

PFN_vkVoidFunction exported(void *library, const char *name) {
    return (PFN_vkVoidFunction)(uintptr_t)dlsym(library, name);
}

static const char *file_of(PFN_vkVoidFunction pointer) {
    Dl_info found;
    if (dladdr((const void *)(uintptr_t)pointer, &found) == 0 || found.dli_fname == NULL) return NULL;
    return found.dli_fname;
}

const char *path_of(void *library, PFN_vkVoidFunction function) {
    const char *path = file_of(function);
    (void)library;
    return path == NULL ? "" : path;
}

const char *home_of(PFN_vkVoidFunction pointer) {
    const char *path = pointer == NULL ? "" : file_of(pointer);
    const char *slash = path == NULL ? NULL : strrchr(path, '/');
    return path == NULL ? "?" : slash == NULL ? path : slash + 1;
}

// ---- the script

static void do_channel(char **given) {
    int channel = atoi(given[0]);
    FILE *file = fdopen(channel, "w");
    if (file == NULL || fcntl(channel, F_SETFD, FD_CLOEXEC) != 0) _exit(98);
    report_on(file);
}

static void do_clear(char **given) {
    (void)given;
    clearenv();
}

static void do_privileged(char **given) {
    (void)given;
    if (!getauxval(AT_SECURE)) give_up("the kernel did not see the start as privileged", "");
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) give_up("later programs could have privilege", "");
}

const struct word machine_words[] = {
    {"channel", 1, do_channel}, {"clear", 0, do_clear}, {"privileged", 0, do_privileged}, {NULL, 0, NULL}};

// All of standard input, which is empty from then on.
static char *script_of_input(void) {
    struct stat status;
    if (fstat(0, &status) != 0 || status.st_size <= 0 || status.st_size > 1 << 28) return NULL;
    size_t size = (size_t)status.st_size, used = 0;
    char *text = calloc(size + 1, 1);
    for (ssize_t got = 1; text != NULL && got > 0 && used < size; used += got > 0 ? (size_t)got : 0)
        got = pread(0, text + used, size - used, (off_t)used);
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing < 0 || dup2(nothing, 0) < 0) return NULL;
    close(nothing);
    return text;
}

int main(void) {
    char *script = script_of_input();
    return script == NULL ? 96 : carry_out(script);
}
