// The step "call": any command, with arguments that the script gives one by one. Which of them have 64 bits in every
// process is the script's to say; all others are words of this process. Nothing here knows a command. The step "pointer"
// looks one up for later calls.
#include "machine.h"

#define MOST_CALL_ARGUMENTS 16
#define MOST_WORDS (2 * MOST_CALL_ARGUMENTS)

static struct argument {
    const char *out;  // the name that a handle gets that the command writes, NULL for none
    int is_read, about_nothing, wide;
    uint64_t value;  // given, or where a pointer is to lead to
    uint64_t cell;
} arguments[MOST_CALL_ARGUMENTS];
static uint32_t argument_count;

static int is_kind(const char *kind, const char *name) { return strcmp(kind, name) == 0; }

void call_argument(const char *width, const char *kind, const char *value) {
    if (argument_count == MOST_CALL_ARGUMENTS) give_up("the script has too many arguments", "");
    struct argument *made = &arguments[argument_count++];
    *made = (struct argument){.wide = strcmp(width, "wide") == 0};
    if (is_kind(kind, "number")) made->value = strtoull(value, NULL, 10);
    else if (is_kind(kind, "text")) made->value = (uintptr_t)value;
    else if (is_kind(kind, "handle")) {
        struct handle *found = handle_of(value);
        made->about_nothing = found == NULL || found->number == 0;
        made->value = found == NULL ? 0 : found->number;
    } else if (is_kind(kind, "out") || is_kind(kind, "read")) {
        made->is_read = is_kind(kind, "read");
        made->out = made->is_read ? NULL : value;
        made->cell = made->is_read ? strtoull(value, NULL, 10) : 0;
        made->value = (uintptr_t)&made->cell;
    } else give_up("there is no argument", kind);
}

static PFN_vkVoidFunction address_of(const char *name, const char *via, struct handle *of) {
    if (is_kind(via, "export")) return exported_by_loader(name);
    if (is_kind(via, "pointer")) return (PFN_vkVoidFunction)(uintptr_t)of->number;
    if (!is_kind(via, "device")) return look_up_command(of == NULL ? NULL : of->value, name);
    if (of->instance == NULL) give_up("no instance is known of", of->name);
    PFN_vkGetDeviceProcAddr look_up =
        (PFN_vkGetDeviceProcAddr)look_up_command(of->instance, "vkGetDeviceProcAddr");
    if (look_up == NULL) refuse("vkGetInstanceProcAddr gives no", "vkGetDeviceProcAddr");
    return look_up(of->value, name);
}

// Words that a command does not take do no harm: the caller removes them.
static uintptr_t called(PFN_vkVoidFunction function) {
    uintptr_t w[MOST_WORDS] = {0};
    uint32_t used = 0;
    for (uint32_t i = 0; i < argument_count; i++) {
        w[used++] = (uintptr_t)arguments[i].value;
        if (arguments[i].wide && sizeof(uintptr_t) < sizeof(uint64_t)) w[used++] = (uintptr_t)(arguments[i].value >> 32);
    }
    typedef uintptr_t (*any)(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                             uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                             uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                             uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t);
    return ((any)function)(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7], w[8], w[9], w[10], w[11], w[12], w[13],
                           w[14], w[15], w[16], w[17], w[18], w[19], w[20], w[21], w[22], w[23], w[24], w[25], w[26],
                           w[27], w[28], w[29], w[30], w[31]);
}

static void call(PFN_vkVoidFunction function, const char *returns) {
    uintptr_t returned = called(function);
    int failed = is_kind(returns, "result") && (int32_t)returned < 0;  // what it left of a handle is undefined
    report_open_object("answer");
    if (is_kind(returns, "nothing")) report_null("returned");
    else if (is_kind(returns, "word")) report_number("returned", (long long)returned);
    else report_number("returned", (int32_t)returned);
    report_open_list("read");
    for (uint32_t i = 0; i < argument_count; i++) {
        if (arguments[i].out != NULL) keep_number(arguments[i].out, failed ? 0 : arguments[i].cell);
        if (!arguments[i].is_read) continue;
        report_open_list(NULL);
        report_item_number((long long)arguments[i].cell);
        report_close_list();
    }
    report_close_list();
    report_close_object();
}

void do_call(const char *label, const char *name, const char *via, const char *of, const char *returns) {
    struct handle *object = of[0] == '\0' ? NULL : handle_of(of);
    int nothing = of[0] != '\0' && (object == NULL || object->number == 0);
    long long before = trace_size();
    for (uint32_t i = 0; i < argument_count; i++) nothing = nothing || arguments[i].about_nothing;
    PFN_vkVoidFunction function = nothing ? NULL : address_of(name, via, object);
    report_begin("step");
    report_text("verb", "call");
    report_text("label", label);
    if (function == NULL) report_null("answer");
    else call(function, returns);
    argument_count = 0;
    report_trace(before);
    report_end();
}

void do_pointer(const char *label, const char *name, const char *via, const char *of) {
    struct handle *object = of[0] == '\0' ? NULL : handle_of(of);
    int nothing = of[0] != '\0' && (object == NULL || object->number == 0);
    long long before = trace_size();
    PFN_vkVoidFunction function = nothing ? NULL : address_of(name, via, object);
    keep_number(label, (uintptr_t)function);
    report_begin("step");
    report_text("verb", "pointer");
    report_text("label", label);
    if (nothing) report_null("answer");
    else report_text("answer", home_of(function));
    report_trace(before);
    report_end();
}
