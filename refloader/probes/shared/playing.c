// See playing.h.
#include "playing.h"

#include <signal.h>
#include <string.h>

#include "answers.h"
#include "time_limit.h"

void end_if_stuck(int limit, uint32_t (*progress)(void)) {
    static const int numbers[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGSYS};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) signal(numbers[i], SIG_DFL);
    end_without_progress((unsigned)limit, progress);
}

static uint32_t left_out(const struct step *steps, uint32_t count, uint32_t from, uint32_t size, struct step *to) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < count; i++)
        if (i < from || i >= from + size) to[left++] = steps[i];
    return left;
}

uint32_t leave_out_steps(struct step *steps, uint32_t count, still_shows *shows, const void *about) {
    struct step tried[MOST_STEPS];
    for (uint32_t size = count / 2; size > 0; size /= 2) {
        for (uint32_t from = 0; from < count;) {
            uint32_t left = left_out(steps, count, from, size, tried);
            int does = shows(tried, left, about);
            if (does < 0) return count;
            if (does) memcpy(steps, tried, left * sizeof *steps), count = left;
            else from += size;
        }
    }
    return count;
}

void say_unsound(uint32_t seed, const struct story *story) {
    open_answer("unsound");
    say_number("seed", seed);
    say_text("broken", story->broken);
    say_text("call", story->count == 0 ? "" : story->line[story->count - 1].call);
    close_answer();
}

void say_steps(const struct story *story) {
    open_list("steps");
    for (uint32_t i = 0; i < story->count; i++) say_text(NULL, story->line[i].call);
    close_list();
}
