// run_case [--edition YEAR] [--version LOADER'S] [--seconds N] [--known FILE] AGENT MOCKS LOADER CASE
//
// Exit status: 0 the loader does as the case expects, 1 it does not, 77 not run, 99 the machine or the case is at fault.
// Of a case that FILE says to fail, 0 if the loader does not as it expects, and 1 if it does.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "run_case.h"

#define LEAST_OUTPUT 2000

_Noreturn void give_up(const char *what, const char *about) {
    fprintf(stderr, "run_case: %s %s\n", what, about);
    exit(BROKEN);
}

static const char *error_in(const struct seen *seen, const char *event) {
    size_t found = last_event(seen, event, NULL, NULL);
    const char *text = found == 0 ? NULL : value_in(seen, found, "error");
    return found == 0 ? NULL : text == NULL ? "" : text + 1;
}

// How the agent ended; PASSED if it came to the end of its script.
static int ended(const struct ending *ending, const struct seen *seen) {
    size_t begun = last_event(seen, "begin", NULL, NULL);
    const char *doing = begun == 0 ? NULL : value_in(seen, begun, "what"), *why;
    if ((why = error_in(seen, "probe")) != NULL) give_up("the agent cannot go on:", why);
    if ((why = error_in(seen, "refused")) != NULL) return printf("the loader cannot be called: %s\n", why), FAILED;
    if (last_event(seen, "done", NULL, NULL) != 0) return PASSED;
    if (doing == NULL) give_up("the agent did not start:", ending->output == NULL ? "" : ending->output);
    if (ending->timed_out) printf("no answer in time during %s\n", doing + 1);
    else if (WIFSIGNALED(ending->status)) printf("%s during %s\n", strsignal(WTERMSIG(ending->status)), doing + 1);
    else printf("the process ended during %s\n", doing + 1);
    return FAILED;
}

static int known_to_fail(const char *file) {
    printf("this failure is known: %s\n", file);
    return PASSED;
}

static int mended(const char *file) {
    printf("the loader does as the case expects, and %s says that it fails: take the line away\n", file);
    return FAILED;
}

int main(int count, char **words) {
    const char *edition = "", *version = "", *known = "";
    struct run with = {.seconds = 30};
    int at = 1;
    signal(SIGCHLD, SIG_DFL);  // a parent may ignore it, and this is inherited: the ends of processes would be lost
    for (; at + 1 < count && strncmp(words[at], "--", 2) == 0; at += 2) {
        if (strcmp(words[at], "--edition") == 0) edition = words[at + 1];
        else if (strcmp(words[at], "--version") == 0) version = words[at + 1];
        else if (strcmp(words[at], "--seconds") == 0) with.seconds = atoi(words[at + 1]);
        else if (strcmp(words[at], "--known") == 0) known = words[at + 1];
        else give_up("there is no option", words[at]);
    }
    if (count - at != 4) give_up("usage: run_case [--edition YEAR] [--version LOADER'S] [--seconds N] [--known FILE]", "AGENT MOCKS LOADER CASE");
    struct wanted_case what;
    struct ending ending = {0};
    struct seen seen;
    char table[MOST_PATH + 32];
    with.agent = words[at], with.mocks = words[at + 1], with.loader = words[at + 2];
    read_case(words[at + 3], &what);
    setvbuf(stdout, NULL, _IOLBF, 0);
    run_in_world(&what, &with, &ending);
    struct ending first = {.events = ending.first_events};
    read_seen(&first, &seen);
    if (version[0] == '\0') version = version_in(&seen);
    if (edition[0] == '\0') edition = edition_of(version);
    if (!is_asked(&what, edition, version)) return SKIPPED;
    read_seen(&ending, &seen);
    snprintf(table, sizeof table, "%s/../../../complaints.txt", what.folder);
    int outcome = ended(&ending, &seen);
    const char *complaints = content_of(table, NULL);
    if (complaints == NULL) give_up("it cannot be read:", table);
    if (outcome == PASSED) outcome = judge(&what, &seen, edition, version, complaints);
    if (outcome != FAILED) return known[0] == '\0' ? outcome : mended(known);
    printf("case %s: %s\nrules: %s\n", what.name, what.note == NULL ? "" : what.note, what.rules == NULL ? "" : what.rules);
    size_t length = ending.output == NULL ? 0 : strlen(ending.output);
    if (length > 0) printf("the loader printed:\n%s\n", ending.output + (length > LEAST_OUTPUT ? length - LEAST_OUTPUT : 0));
    return known[0] == '\0' ? outcome : known_to_fail(known);
}
