// What the agent says by events, however report.c or what stands in its place writes them.
#include "machine.h"

void report_item_text(const char *text) { report_text(NULL, text); }

void report_item_number(long long number) { report_number(NULL, number); }

void announce(const char *what) {
    report_begin("begin");
    report_text("what", what);
    report_end();
}

static _Noreturn void end_with(const char *event, const char *why, const char *about) {
    char text[1024];
    snprintf(text, sizeof text, about[0] == '\0' ? "%s" : "%s %s", why, about);
    report_begin(event);
    report_text("error", text);
    report_end();
    machine_exit();
}

void refuse(const char *why, const char *about) { end_with("refused", why, about); }

void give_up(const char *why, const char *about) { end_with("probe", why, about); }
