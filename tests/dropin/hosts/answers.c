// Stands in front of libc: ANSWERS="FUNCTION NAME=VALUE" answers one variable in one of the two functions that read
// variables, "ids" gives the process another effective user and group, "ids alone" takes AT_SECURE from it as well,
// "file FROM=TO" opens TO for FROM, and "access PATH=" hides PATH from access.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

extern char **environ;

static const char *own(const char *name) {
    size_t length = strlen(name);
    for (char **each = environ; each != NULL && *each != NULL; each++)
        if (strncmp(*each, name, length) == 0 && (*each)[length] == '=') return *each + length + 1;
    return NULL;
}

// What ANSWERS says after the function's name and the key, or NULL.
static char *answer(const char *function, const char *key) {
    const char *answers = own("ANSWERS");
    size_t length = strlen(function);
    if (answers == NULL || strncmp(answers, function, length) != 0 || answers[length] != ' ') return NULL;
    answers += length + 1;
    length = strlen(key);
    return strncmp(answers, key, length) == 0 && answers[length] == '=' ? (char *)answers + length + 1 : NULL;
}

static char *variable(const char *function, const char *name) {
    char *found = answer(function, name);
    return found != NULL ? found : ((char *(*)(const char *))dlsym(RTLD_NEXT, function))(name);
}

EXPORT char *getenv(const char *name) {
    return variable("getenv", name);
}

EXPORT char *secure_getenv(const char *name) {
    return variable("secure_getenv", name);
}

static unsigned id(const char *function) {
    const char *answers = own("ANSWERS");
    unsigned real = ((unsigned (*)(void))dlsym(RTLD_NEXT, function))();
    return answers != NULL && strncmp(answers, "ids", 3) == 0 ? real + 1 : real;
}

EXPORT uid_t geteuid(void) {
    return id("geteuid");
}

EXPORT gid_t getegid(void) {
    return id("getegid");
}

EXPORT FILE *fopen(const char *path, const char *mode) {
    const char *other = answer("file", path);
    return ((FILE * (*)(const char *, const char *)) dlsym(RTLD_NEXT, "fopen"))(other != NULL ? other : path, mode);
}

EXPORT unsigned long getauxval(unsigned long type) {
    const char *answers = own("ANSWERS");
    if (type != AT_SECURE || answers == NULL || strcmp(answers, "ids alone") != 0)
        return ((unsigned long (*)(unsigned long))dlsym(RTLD_NEXT, "getauxval"))(type);
    errno = ENOENT;
    return 0;
}

EXPORT int access(const char *path, int mode) {
    if (answer("access", path) == NULL) return ((int (*)(const char *, int))dlsym(RTLD_NEXT, "access"))(path, mode);
    errno = ENOENT;
    return -1;
}
