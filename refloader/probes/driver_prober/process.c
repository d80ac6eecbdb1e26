// See process.h.
#include "process.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "../shared/lines.h"
#include "../shared/time_limit.h"

#define ALL_TIME 10.0  // seconds, where nobody says

void say_holdings(const char *key, int64_t round, const struct holdings *holdings) {
    open_object(key);
    say_number("round", round);
    say_number("resident", holdings->resident);
    say_number("heap", holdings->heap);
    say_number("descriptors", holdings->descriptors);
    say_number("threads", holdings->threads);
    say_number("mappings", holdings->mappings);
    close_object();
}

void say_real(const char *key, const char *format, double value) {
    char text[64];
    locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    locale_t before = plain == (locale_t)0 ? plain : uselocale(plain);
    snprintf(text, sizeof text, format, value);
    if (plain != (locale_t)0) uselocale(before), freelocale(plain);
    say_json(key, text);
}

double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

double share_of_time(double share) {
    double all = seconds_of_run();
    return share * (all > 0 ? all : ALL_TIME);
}
