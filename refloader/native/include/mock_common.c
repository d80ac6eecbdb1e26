// The flags and the trace of a mock (see mock_common.h).
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "mock_common.h"

char label[512];
int tracing;

// A mistyped flag or a trace that cannot be written would make a test pass that should not.
_Noreturn void die(const char *what, const char *which) {
    fprintf(stderr, "mock %s: %s \"%s\"\n", mock_kind, what, which);
    abort();
}

const char *flag(const char *name) {
    for (size_t i = 0; i < flag_count; i++)
        if (strcmp(flag_table[i].name, name) == 0) return flag_table[i].value;
    die("no flag of this name in its own table", name);
}

int flag_is(const char *name, const char *value) { return strcmp(flag(name), value) == 0; }

uint32_t flag_number(const char *name) {
    char *end = NULL;
    unsigned long value = strtoul(flag(name), &end, 0);
    if (end == flag(name) || *end != '\0' || value > UINT32_MAX) die("not a number in flag", name);
    return (uint32_t)value;
}

static int is_for_this_kind(const char *line) {
    size_t length = strlen(mock_kind);
    return strncmp(line, mock_kind, length) == 0 && line[length] == '.';
}

// "layer.interface=2" is for the layer alone, where a library holds a mock of each kind.
static int is_for_another(const char *line) {
    int has_kind = strncmp(line, "layer.", 6) == 0 || strncmp(line, "driver.", 7) == 0;
    return has_kind && !is_for_this_kind(line);
}

static void set_flag(char *line) {
    if (is_for_another(line)) return;
    if (is_for_this_kind(line)) line += strlen(mock_kind) + 1;
    char *equals = strchr(line, '=');
    if (equals == NULL) die("no '=' in flag line", line);
    *equals = '\0';
    for (size_t i = 0; i < flag_count; i++) {
        if (strcmp(flag_table[i].name, line) != 0) continue;
        free(flag_table[i].given);
        flag_table[i].value = flag_table[i].given = strdup(equals + 1);
        return;
    }
    die("unknown flag", line);
}

// The priority makes it the last destructor: the others still trace.
__attribute__((destructor(101))) static void free_flags(void) {
    for (size_t i = 0; i < flag_count; i++) free(flag_table[i].given);
}

// Spaces, commas, backslashes and bytes outside ASCII as \xNN: a trace line splits at its spaces.
void spell(char *to, size_t size, const char *from) {
    size_t used = 0;
    for (to[0] = '\0'; *from != '\0' && used + 5 <= size; from++) {
        unsigned char byte = (unsigned char)*from;
        int plain = byte > 0x20 && byte < 0x7F && byte != ',' && byte != '\\';
        used += (size_t)snprintf(to + used, size - used, plain ? "%c" : "\\x%02x", byte);
    }
}

__attribute__((format(printf, 1, 2))) void trace(const char *format, ...) {
    char line[8192];
    if (!tracing) return;
    size_t used = (size_t)snprintf(line, sizeof line, "%s %s ", mock_kind, label);
    va_list arguments;
    va_start(arguments, format);
    used += (size_t)vsnprintf(line + used, sizeof line - used, format, arguments);
    va_end(arguments);
    if (used >= sizeof line) die("a trace line is too long in", flag("trace"));
    line[used++] = '\n';
    int file = open(flag("trace"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0 || write(file, line, used) != (ssize_t)used) die("cannot write the trace", flag("trace"));
    close(file);
}

void read_flags(void) {
    Dl_info self;
    char path[4096];
    char *line = NULL;
    size_t size = 0;
    if (dladdr(flag_table, &self) == 0) die("dladdr does not know", mock_kind);
    snprintf(path, sizeof path, "%s.flags", self.dli_fname);
    FILE *file = fopen(path, "re");
    while (file != NULL && getline(&line, &size, file) >= 0) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '\0') set_flag(line);
    }
    if (file != NULL) fclose(file);
    free(line);
    spell(label, sizeof label, flag("name"));
    tracing = !flag_is("trace", "");
}

// Whether a list "a,b" holds the word; its words end at any of these (a list "a:1,b:2" has ",:").
int holds(const char *list, const char *word, size_t length, const char *ends) {
    for (const char *at = list; *at != '\0'; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ends) == length && strncmp(at, word, length) == 0) return 1;
    return 0;
}

// Each word of a flag's list has to be one of the allowed ones.
void check_words(const char *name, const char *allowed) {
    for (const char *at = flag(name); *at != '\0'; at += strcspn(at, ","), at += *at == ',')
        if (!holds(allowed, at, strcspn(at, ","), ",")) die("unknown value in flag", at);
}

// The usual protocol of a counted answer: how many to write, and what to return.
VkResult counted(uint32_t *count, int wanted, uint32_t available) {
    uint32_t room = *count;
    *count = !wanted || room > available ? available : room;
    return wanted && room < available ? VK_INCOMPLETE : VK_SUCCESS;
}

// "1.3.0", with the variant in front when there is one ("1:1.3.0"); "none" when the application gave none.
const char *version_text(const VkApplicationInfo *application) {
    static _Thread_local char text[32];
    if (application == NULL) return "none";
    uint32_t v = application->apiVersion;
    int used = VK_API_VERSION_VARIANT(v) ? snprintf(text, sizeof text, "%u:", VK_API_VERSION_VARIANT(v)) : 0;
    snprintf(text + used, sizeof text - (size_t)used, "%u.%u.%u", VK_API_VERSION_MAJOR(v),
             VK_API_VERSION_MINOR(v), VK_API_VERSION_PATCH(v));
    return text;
}
