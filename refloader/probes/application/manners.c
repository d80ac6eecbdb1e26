#include "manners.h"
#include "../shared/holdings.h"

#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#define LAST_SIGNAL 64
#define MOST 1024  // of descriptors and of threads: what is beyond is not looked at
#define FLUSHING 0x8040U  // MXCSR: flush to zero, denormals are zero
#define PATIENCE 100      // times PAUSE: how long threads that are about to end get for that, all together
#define PAUSE 10000       // microseconds

extern char **environ;

struct descriptor {
    int number;
    dev_t device;
    ino_t node;
    char target[96];
};

struct thread {
    int number;
    char name[32];
};

struct manners {
    struct sigaction actions[LAST_SIGNAL + 1];
    sigset_t mask;
    char locale[256], folder[1024], name[17];
    mode_t umask;
    int rounding, traps;
    unsigned flushing, vector_rounding, vector_traps, precision;
    struct rlimit limits[RLIM_NLIMITS];
    int children, alarm;
    void *stack;
    char **variables;
    size_t variable_count, descriptor_count, thread_count;
    int reading;  // the descriptor of the folder that is being read
    struct descriptor descriptors[MOST];
    struct thread threads[MOST];
};

// ---- looking

static void look_at_signals(struct manners *seen) {
    for (int i = 1; i <= LAST_SIGNAL; i++) sigaction(i, NULL, &seen->actions[i]);
    sigprocmask(SIG_BLOCK, NULL, &seen->mask);
    stack_t stack = {0};
    sigaltstack(NULL, &stack);
    seen->stack = stack.ss_flags & SS_DISABLE ? NULL : stack.ss_sp;
}

static void look_at_numbers(struct manners *seen) {
    seen->rounding = fegetround();
    seen->traps = fegetexcept();
#if defined(__x86_64__)
    // The control bits of both are the caller's ("x86-64 psABI", registers that a function preserves): the functions of
    // fenv.h read those of the x87 alone.
    unsigned control = _mm_getcsr();
    uint16_t word = 0;
    __asm__ volatile("fnstcw %0" : "=m"(word));
    seen->flushing = control & FLUSHING;
    seen->vector_rounding = control >> 13 & 3;
    seen->vector_traps = ~control >> 7 & 0x3F;
    seen->precision = word >> 8 & 3;
#endif
    for (int i = 0; i < (int)RLIM_NLIMITS; i++) getrlimit((__rlimit_resource_t)i, &seen->limits[i]);
    struct itimerval timer = {0};
    getitimer(ITIMER_REAL, &timer);
    seen->alarm = timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0;
    siginfo_t child;
    seen->children = waitid(P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT) == 0;
}

static void look_at_texts(struct manners *seen) {
    const char *locale = setlocale(LC_ALL, NULL);
    snprintf(seen->locale, sizeof seen->locale, "%s", locale == NULL ? "" : locale);
    if (getcwd(seen->folder, sizeof seen->folder) == NULL) seen->folder[0] = '\0';
    prctl(PR_GET_NAME, seen->name);
    seen->umask = umask(0);
    umask(seen->umask);
}

static void look_at_variables(struct manners *seen) {
    size_t count = 0;
    while (environ != NULL && environ[count] != NULL) count++;
    seen->variables = calloc(count + 1, sizeof *seen->variables);
    for (size_t i = 0; seen->variables != NULL && i < count; i++)
        if ((seen->variables[seen->variable_count] = strdup(environ[i])) != NULL) seen->variable_count++;
}

// Calls for the number of each entry of a folder of /proc.
static void each_number(const char *folder, void (*take)(struct manners *, int), struct manners *seen) {
    DIR *entries = opendir(folder);
    if (entries == NULL) return;
    seen->reading = dirfd(entries);
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;)
        if (entry->d_name[0] != '.') take(seen, atoi(entry->d_name));
    closedir(entries);
}

static void look_at_descriptor(struct manners *seen, int number) {
    struct stat status;
    char path[64];
    if (number == seen->reading) return;  // by which this is found out; a thread may have the same number
    if (seen->descriptor_count == MOST || fstat(number, &status) != 0) return;
    struct descriptor *to = &seen->descriptors[seen->descriptor_count++];
    snprintf(path, sizeof path, "/proc/self/fd/%d", number);
    ssize_t size = readlink(path, to->target, sizeof to->target - 1);
    to->target[size < 0 ? 0 : size] = '\0';
    to->number = number;
    to->device = status.st_dev;
    to->node = status.st_ino;
}

static void look_at_thread(struct manners *seen, int number) {
    char path[64];
    if (seen->thread_count == MOST) return;
    struct thread *to = &seen->threads[seen->thread_count];
    snprintf(path, sizeof path, "/proc/self/task/%d/comm", number);
    FILE *file = fopen(path, "re");
    if (file == NULL) return;
    if (fgets(to->name, sizeof to->name, file) != NULL) to->name[strcspn(to->name, "\n")] = '\0';
    to->number = number;
    seen->thread_count++;
    fclose(file);
}

struct manners *manners_look(void) {
    struct manners *seen = calloc(1, sizeof *seen);
    if (seen == NULL) return NULL;
    look_at_signals(seen);
    look_at_numbers(seen);
    look_at_texts(seen);
    look_at_variables(seen);
    each_number("/proc/self/fd", look_at_descriptor, seen);
    each_number("/proc/self/task", look_at_thread, seen);
    return seen;
}

void manners_forget(struct manners *seen) {
    for (size_t i = 0; seen != NULL && i < seen->variable_count; i++) free(seen->variables[i]);
    if (seen != NULL) free(seen->variables);
    free(seen);
}

// ---- telling

// A JSON object that is being written. What ``open`` opened is closed by the next key.
struct object {
    FILE *to;
    int keys;
    int elements;
    int open;
};

// What is no printable ASCII is escaped byte by byte.
static void put_text(FILE *to, const char *text) {
    fputc('"', to);
    for (const unsigned char *at = (const unsigned char *)text; *at != '\0'; at++) {
        int plain = *at >= 0x20 && *at < 0x7F && *at != '"' && *at != '\\';
        fprintf(to, plain ? "%c" : "\\u%04x", *at);
    }
    fputc('"', to);
}

static void close_list(struct object *object) {
    if (object->open) fputc(']', object->to);
    object->open = 0;
}

static void put_key(struct object *object, const char *key) {
    fprintf(object->to, "%s\"%s\":", object->keys++ > 0 ? "," : "", key);
}

// The next element of the list with this key, which begins with the first of them.
static FILE *element(struct object *object, const char *key) {
    if (!object->open) {
        put_key(object, key);
        fputc('[', object->to);
        object->elements = 0;
        object->open = 1;
    }
    if (object->elements++ > 0) fputc(',', object->to);
    return object->to;
}

static void text_element(struct object *object, const char *key, const char *text) {
    put_text(element(object, key), text);
}

static void number_changed(struct object *object, const char *key, unsigned before, unsigned after) {
    if (before == after) return;
    put_key(object, key);
    fprintf(object->to, "[%u,%u]", before, after);
}

static void text_changed(struct object *object, const char *key, const char *before, const char *after) {
    if (strcmp(before, after) == 0) return;
    text_element(object, key, before);
    text_element(object, key, after);
    close_list(object);
}

static void begun(struct object *object, const char *key, int before, int after) {
    if (before || !after) return;
    put_key(object, key);
    fputs("true", object->to);
}

static const char *handled_by(const struct sigaction *action) {
    Dl_info file;
    void *handler = (void *)(uintptr_t)action->sa_handler;
    if (action->sa_handler == SIG_DFL) return "default";
    if (action->sa_handler == SIG_IGN) return "ignored";
    return dladdr(handler, &file) != 0 && file.dli_fname != NULL ? file.dli_fname : "nobody";
}

static void tell_signals(struct object *object, const struct manners *before, const struct manners *after) {
    for (int i = 1; i <= LAST_SIGNAL; i++) {
        if (before->actions[i].sa_handler == after->actions[i].sa_handler) continue;
        fprintf(element(object, "signals"), "{\"signal\":%d,\"by\":", i);
        put_text(object->to, handled_by(&after->actions[i]));
        fputc('}', object->to);
    }
    close_list(object);
    for (int i = 1; i <= LAST_SIGNAL; i++)
        if (sigismember(&after->mask, i) == 1 && sigismember(&before->mask, i) != 1)
            fprintf(element(object, "blocked"), "%d", i);
    close_list(object);
    for (int i = 1; i <= LAST_SIGNAL; i++)
        if (sigismember(&before->mask, i) == 1 && sigismember(&after->mask, i) != 1)
            fprintf(element(object, "unblocked"), "%d", i);
    close_list(object);
    begun(object, "stack", before->stack == after->stack, before->stack != after->stack);
}

// The variable of this text's name among these, NULL where it is not there.
static const char *same_variable(const struct manners *among, const char *text) {
    size_t size = strcspn(text, "=");
    for (size_t i = 0; i < among->variable_count; i++) {
        const char *other = among->variables[i];
        if (strncmp(other, text, size) == 0 && strcspn(other, "=") == size) return other;
    }
    return NULL;
}

static void name_element(struct object *object, const char *key, const char *variable) {
    char *name = strndup(variable, strcspn(variable, "="));
    if (name != NULL) text_element(object, key, name);
    free(name);
}

static void tell_variables(struct object *object, const struct manners *before, const struct manners *after) {
    for (size_t i = 0; i < before->variable_count; i++)
        if (same_variable(after, before->variables[i]) == NULL) name_element(object, "lost", before->variables[i]);
    close_list(object);
    for (size_t i = 0; i < before->variable_count; i++) {
        const char *now = same_variable(after, before->variables[i]);
        if (now != NULL && strcmp(now, before->variables[i]) != 0)
            name_element(object, "overwritten", before->variables[i]);
    }
    close_list(object);
    for (size_t i = 0; i < after->variable_count; i++)
        if (same_variable(before, after->variables[i]) == NULL) name_element(object, "added", after->variables[i]);
    close_list(object);
}

static const struct descriptor *same_number(const struct manners *among, int number) {
    for (size_t i = 0; i < among->descriptor_count; i++)
        if (among->descriptors[i].number == number) return &among->descriptors[i];
    return NULL;
}

static void descriptor_element(struct object *object, const char *key, const char *word,
                               const struct descriptor *each) {
    fprintf(element(object, key), "{\"descriptor\":%d,\"%s\":", each->number, word);
    put_text(object->to, each->target);
    fputc('}', object->to);
}

static void tell_descriptors(struct object *object, const struct manners *before, const struct manners *after) {
    for (size_t i = 0; i < before->descriptor_count; i++)
        if (same_number(after, before->descriptors[i].number) == NULL)
            descriptor_element(object, "closed", "was", &before->descriptors[i]);
    close_list(object);
    for (size_t i = 0; i < before->descriptor_count; i++) {
        const struct descriptor *was = &before->descriptors[i], *now = same_number(after, was->number);
        if (now != NULL && (now->device != was->device || now->node != was->node))
            descriptor_element(object, "replaced", "was", was);
    }
    close_list(object);
    for (size_t i = 0; i < after->descriptor_count; i++)
        if (same_number(before, after->descriptors[i].number) == NULL)
            descriptor_element(object, "opened", "to", &after->descriptors[i]);
    close_list(object);
}

static int has_thread(const struct manners *among, int number) {
    for (size_t i = 0; i < among->thread_count; i++)
        if (among->threads[i].number == number) return 1;
    return 0;
}

static int is_running(int number) {
    char name[16];
    snprintf(name, sizeof name, "%d", number);
    return !has_ended(name);
}

static void tell_threads(struct object *object, const struct manners *before, const struct manners *after) {
    int patience = PATIENCE;
    for (size_t i = 0; i < after->thread_count; i++) {
        const struct thread *each = &after->threads[i];
        if (has_thread(before, each->number)) continue;
        for (; patience > 0 && is_running(each->number); patience--) usleep(PAUSE);
        if (is_running(each->number)) text_element(object, "threads", each->name);
    }
    close_list(object);
}

static void tell_limits(struct object *object, const struct manners *before, const struct manners *after) {
    for (int i = 0; i < (int)RLIM_NLIMITS; i++) {
        unsigned long long from = before->limits[i].rlim_cur, to = after->limits[i].rlim_cur;
        if (from == to) continue;
        fprintf(element(object, "limits"), "{\"limit\":%d,\"from\":%llu,\"to\":%llu}", i, from, to);
    }
    close_list(object);
}

char *manners_compare(const struct manners *before, const struct manners *after) {
    char *text = NULL;
    size_t size = 0;
    struct object object = {.to = open_memstream(&text, &size)};
    if (object.to == NULL) return NULL;
    fputc('{', object.to);
    tell_signals(&object, before, after);
    text_changed(&object, "locale", before->locale, after->locale);
    text_changed(&object, "folder", before->folder, after->folder);
    text_changed(&object, "name", before->name, after->name);
    number_changed(&object, "umask", before->umask, after->umask);
    number_changed(&object, "rounding", (unsigned)before->rounding, (unsigned)after->rounding);
    number_changed(&object, "traps", (unsigned)before->traps, (unsigned)after->traps);
    number_changed(&object, "flushing", before->flushing, after->flushing);
    number_changed(&object, "precision", before->precision, after->precision);
    if (before->rounding == after->rounding)
        number_changed(&object, "vector_rounding", before->vector_rounding, after->vector_rounding);
    if (before->traps == after->traps)
        number_changed(&object, "vector_traps", before->vector_traps, after->vector_traps);
    tell_variables(&object, before, after);
    tell_descriptors(&object, before, after);
    tell_threads(&object, before, after);
    tell_limits(&object, before, after);
    begun(&object, "children", before->children, after->children);
    begun(&object, "alarm", before->alarm, after->alarm);
    fputc('}', object.to);
    return fclose(object.to) == 0 ? text : NULL;
}
