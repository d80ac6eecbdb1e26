// The act "programs": the valid programs of probes/programs, on the loader and the driver that there are. Their steps
// run one after the other; "programs.found" is the hash of what each found.
//
// REFLOADER_PROGRAMS is FIRST:COUNT, the seeds; without it the first forty are played. Of a single one "programs.calls" has
// each call, and what it found.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../programs/program.h"
#include "../world.h"
#include "acts.h"

void act_programs(void) {
    static struct story story;
    unsigned first = 1, count = 40;
    const char *asked = getenv("REFLOADER_PROGRAMS");
    struct step steps[MOST_STEPS];
    const struct ground ground = {.instance_lookup = program.GetInstanceProcAddr,
                                  .layers = program.layers,
                                  .layer_count = program.layer_count,
                                  .minor = VK_API_VERSION_MINOR(program.api)};
    if (asked != NULL && sscanf(asked, "%u:%u", &first, &count) != 2) return answer_error("REFLOADER_PROGRAMS is no FIRST:COUNT");
    uint64_t hash = HASH_START;
    uint32_t over = 0;
    for (unsigned seed = first; seed - first < count; seed++) {
        uses_callbacks = seed % 5 == 0;
        play_program(&ground, steps, make_program(seed, ground.minor, steps), &story);
        over += (uint32_t)story.is_over;
        for (uint32_t i = 0; i < story.count; i++) hash = hash_of(hash, story.line[i].found, strlen(story.line[i].found));
    }
    if (count == 1) {
        list_begin("calls");
        for (uint32_t i = 0; i < story.count; i++) list_text(story.line[i].call), list_text(story.line[i].found);
        list_end();
    }
    answer_number("over", over);
    answer_hash("found", &hash, sizeof hash);
}
