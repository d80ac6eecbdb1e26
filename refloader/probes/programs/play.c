// Makes programs from seeds, and plays them. See program.h.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "program.h"

#define MOST_OPERATIONS 128U

// ---- all operations

static const struct operation_row *row_of(uint32_t number) {
#define LOOK_IN(table) \
    if (number < table##_count) return &table[number]; \
    number -= table##_count;
    EACH_TABLE(LOOK_IN)
    return NULL;
}

const char *step_name(const struct step *step) { return row_of(step->operation)->name; }

static uint32_t number_of(const char *name) {
    uint32_t number = 0;
    while (row_of(number) != NULL && strcmp(row_of(number)->name, name) != 0) number++;
    return number;
}

struct step step_named(const char *name) { return (struct step){.operation = (uint8_t)number_of(name)}; }

// ---- making programs

static uint64_t next_word(uint64_t *state) {
    uint64_t z = (*state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static struct step random_step(uint64_t *state, uint32_t operation, uint32_t units, uint32_t threads) {
    struct step step = {.operation = (uint8_t)operation,
                        .thread = (uint8_t)(next_word(state) % threads),
                        .unit = (uint8_t)(next_word(state) % 3 == 0 ? units - 1 : 0)};
    for (uint32_t i = 0; i < COUNT_OF(step.word); i++) step.word[i] = (uint32_t)(next_word(state) >> 16);
    return step;
}

// What most operations need, so that not each has to come by chance.
static const char *const first_steps[] = {
    "make_buffer",   "make_buffer", "make_buffer", "make_pool",      "allocate_commands", "allocate_commands", "make_fence",
    "make_event",    "make_event",  "make_semaphore", "make_queries",      "make_slot",         "make_set_layout",
    "make_set_layout", "make_set_pool", "make_layout", "make_layout",      "allocate_sets",     "allocate_sets",
    "write_set",     "write_set",   "write_set",      "make_pipelines",    "make_image",        "make_image",        "make_pool"};

// What comes one after the other: a recording that is submitted, and an object that ends and comes again.
static const char *const recorded_steps[] = {"fill_buffer", "update_buffer", "copy_buffer", "record_event", "wait_event",
                                             "record_queries", "execute", "bind_pipeline", "push_constants", "bind_sets",
                                             "dispatch", "dispatch", "dispatch", "clear_image", "copy_by_buffer", "copy_image",
                                             "blit_image", "resolve_image", "render", "render"};
static const char *const ended_steps[] = {"wait_idle", "wait_fences", "poll_fence", "poll_event", "poll_event",
                                          "poll_semaphore", "wait_semaphore", "get_queries", "read_buffer", "read_image"};
static const char *const lives[][6] = {
    {"make_buffer", "read_buffer", "map_or_unmap", "read_buffer", "end_buffer"},
    {"make_fence", "poll_fence", "wait_fences", "reset_fences", "end_fence"},
    {"make_event", "poll_event", "set_event", "poll_event", "end_event"},
    {"make_semaphore", "poll_semaphore", "signal_semaphore", "wait_semaphore", "end_semaphore"},
    {"make_queries", "get_queries", "reset_queries", "get_queries", "end_queries"},
    {"make_slot", "get_private_data", "set_private_data", "get_private_data", "end_slot"},
    {"make_set_layout", "make_layout", "make_pipelines", "end_set_layout", "end_layout", "end_pipeline"},
    {"make_set_pool", "allocate_sets", "write_set", "free_sets", "end_set_pool"},
    {"make_pool", "allocate_commands", "begin_commands", "free_commands", "end_pool"},
    {"make_device_again", "use_cache", "ask_for_gpus", "merge_caches"},
    {"submit_often", "poll_fence", "submit_often"},
    {"end_nothing", "make_buffer", "make_fence", "make_event", "end_nothing", "end_buffer"},
    {"make_image", "read_image", "make_view_again", "move_image", "read_image", "end_image"},
    {"make_buffer", "move_buffer", "read_buffer", "move_buffer", "read_buffer"},
    {"write_set", "copy_set", "allocate_sets", "copy_set"},
    {"make_buffer", "record_at_once", "read_buffer", "read_buffer", "read_buffer"},
};

// A program while it is made.
struct maker {
    uint64_t state;
    uint32_t minor, threads, units, count, total, weights[MOST_OPERATIONS];
    struct step *steps;
};

static uint32_t below(struct maker *maker, uint32_t limit) { return (uint32_t)(next_word(&maker->state) >> 20) % limit; }

static struct step *add(struct maker *maker, const char *name) {
    uint32_t operation = number_of(name);
    if (maker->count == MOST_STEPS || row_of(operation)->minor > maker->minor) return NULL;
    maker->steps[maker->count] = random_step(&maker->state, operation, maker->units, maker->threads);
    return &maker->steps[maker->count++];
}

static void add_first(struct maker *maker) {
    for (uint32_t unit = 0; unit < maker->units; unit++)
        for (uint32_t i = 0; i < COUNT_OF(first_steps); i++) {
            struct step *step = below(maker, 5) == 0 ? NULL : add(maker, first_steps[i]);
            if (step != NULL) step->unit = (uint8_t)unit;
        }
}

// What is seldom whole by chance: two pipelines of one call in one command buffer, with sets that fit; two images in one call, and private data that was never set.
// One word of each step is given, and the others are left to chance.
struct whole_step {
    const char *name;
    uint32_t number, word;  // that this word is; 4: none
};
static const struct whole_step computing_steps[] = {
    {"make_buffer", 4, 0},     {"make_buffer", 4, 0},   {"make_set_layout", 4, 0}, {"make_layout", 4, 0},   {"make_set_pool", 4, 0},
    {"allocate_sets", 1, 2},   {"write_set", 0, 0},     {"write_set", 0, 1},       {"write_set", 0, 2},     {"make_pipelines", 1, 1},
    {"make_pool", 1, 1},       {"allocate_commands", 2, 1}, {"begin_commands", 0, 0}, {"bind_pipeline", 1, 0}, {"dispatch", 1, 1},
    {"bind_pipeline", 1, 1},   {"dispatch", 1, 1},      {"end_commands", 0, 0},    {"submit", 1, 0},        {"wait_idle", 4, 0},
    {"read_buffer", 0, 0},     {"read_buffer", 0, 1}};
static const struct whole_step steps_on_images[] = {
    {"make_image", 1, 1}, {"make_image", 1, 2}, {"make_buffer", 4, 0}, {"clear_of_two", 4, 0}, {"read_image", 0, 0}, {"read_image", 0, 1},
    {"render_in_passes", 4, 0}};

// Objects behind a slot, which have no data in it.
static const struct whole_step steps_on_data[] = {
    {"make_slot", 4, 0}, {"make_buffer", 4, 0}, {"make_fence", 4, 0}, {"make_event", 4, 0}, {"make_semaphore", 4, 0}, {"get_private_data", 4, 0}};

static int is_recorded(const char *name) {
    return strcmp(name, "bind_pipeline") == 0 || strcmp(name, "dispatch") == 0 || strcmp(name, "begin_commands") == 0 ||
           strcmp(name, "end_commands") == 0;
}

// Leaves the chances of what follows as they are.
static void add_whole(struct maker *maker, const struct whole_step *steps, uint32_t count) {
    uint64_t state = maker->state;
    for (uint32_t i = 0; i < count; i++) {
        struct step *step = add(maker, steps[i].name);
        if (step == NULL) continue;
        step->unit = step->thread = 0;
        if (is_recorded(steps[i].name)) step->word[0] = 0;
        if (steps[i].number < COUNT_OF(step->word)) step->word[steps[i].number] = steps[i].word;
    }
    maker->state = state;
}

// What shows what a step did, if the object that its second word names is looked at afterwards.
static const struct {
    const char *recorded, *first, *then;
} shown_by[] = {{"fill_buffer", "wait_idle", "read_buffer"},     {"update_buffer", "wait_fences", "read_buffer"},
                {"copy_buffer", "wait_semaphore", "read_buffer"}, {"record_event", "poll_event", NULL},
                {"record_queries", "wait_idle", "get_queries"},   {"dispatch", "wait_idle", "read_buffer"},
                {"clear_image", "wait_idle", "read_image"},       {"render", "wait_idle", "read_image"},
                {"copy_by_buffer", "wait_idle", "read_image"}};

static void add_look(struct maker *maker, uint32_t from, uint32_t to) {
    const struct step *step = &maker->steps[from + below(maker, to - from)];
    for (uint32_t i = 0; i < COUNT_OF(shown_by); i++) {
        if (step->operation != number_of(shown_by[i].recorded)) continue;
        if (shown_by[i].then != NULL) add(maker, shown_by[i].first);
        struct step *look = add(maker, shown_by[i].then == NULL ? shown_by[i].first : shown_by[i].then);
        if (look != NULL) look->word[0] = step->word[1];
    }
}

// The steps that name a command buffer have the same first word.
static void add_recording(struct maker *maker) {
    uint32_t commands = below(maker, 1000), unit = below(maker, 3) == 0 ? maker->units - 1 : 0, from = maker->count;
    uint32_t recorded = 1 + below(maker, 6), end = below(maker, 3);
    add(maker, "begin_commands");
    for (uint32_t i = 0; i < recorded; i++) add(maker, recorded_steps[below(maker, COUNT_OF(recorded_steps))]);
    add(maker, "end_commands");
    uint32_t to = maker->count;
    for (uint32_t i = from; i < to; i++) maker->steps[i].word[0] = commands;
    if (below(maker, 5) > 0) add(maker, "submit");
    for (uint32_t i = 0; i <= end; i++) {
        if (to > from && below(maker, 3) > 0) add_look(maker, from, to);
        else add(maker, ended_steps[below(maker, COUNT_OF(ended_steps))]);
    }
    for (uint32_t i = from; i < maker->count; i++) maker->steps[i].unit = (uint8_t)unit;
}

static void add_life(struct maker *maker) {
    const char *const *life = lives[below(maker, COUNT_OF(lives))];
    uint32_t word[4], unit = below(maker, 3) == 0 ? maker->units - 1 : 0;
    for (uint32_t i = 0; i < COUNT_OF(word); i++) word[i] = below(maker, UINT32_MAX);
    for (uint32_t times = 0; times < 2; times++)
        for (uint32_t i = 0; i < COUNT_OF(lives[0]) && life[i] != NULL; i++) {
            struct step *step = below(maker, 6) == 0 ? NULL : add(maker, life[i]);
            if (step == NULL) continue;
            for (uint32_t j = 0; j < COUNT_OF(word); j++)
                if (below(maker, 4) > 0) step->word[j] = word[j];
            step->unit = (uint8_t)unit;
        }
}

static void add_any(struct maker *maker) {
    uint32_t at = below(maker, maker->total), operation = 0;
    while (at >= maker->weights[operation]) at -= maker->weights[operation++];
    add(maker, row_of(operation)->name);
}

uint32_t make_program(uint64_t seed, uint32_t minor, struct step *steps) {
    struct maker maker = {.state = seed * UINT64_C(0xD1342543DE82EF95) + 1, .minor = minor, .steps = steps};
    maker.threads = below(&maker, 3) == 0 ? 2 : 1;
    maker.units = below(&maker, 3) == 0 ? 2 : 1;
    // Programs differ in what they are about: each leaves out some of the operations, and does some more often.
    uint32_t edges = number_of(operations_at_edges[0].name);
    for (uint32_t i = 0; i < MOST_OPERATIONS && row_of(i) != NULL && i < edges + (plays_edges ? operations_at_edges_count : 0); i++) {
        uint32_t chance = below(&maker, 8);
        maker.weights[i] = row_of(i)->minor > minor || chance < 2 ? 0 : row_of(i)->weight * (chance == 7 ? 4 : 1);
        maker.total += maker.weights[i];
    }
    uint32_t recordings = 3 + below(&maker, 6), lived = below(&maker, 5);
    if (seed % 4 == 3) add_whole(&maker, computing_steps, COUNT_OF(computing_steps));
    if (seed % 4 == 1) add_whole(&maker, steps_on_images, COUNT_OF(steps_on_images));
    if (seed % 4 == 2) add_whole(&maker, steps_on_data, COUNT_OF(steps_on_data));
    add_first(&maker);
    while (maker.count < MOST_STEPS) {
        uint32_t choice = below(&maker, 10);
        if (plays_edges && below(&maker, 3) == 0) add(&maker, row_of(edges + below(&maker, operations_at_edges_count))->name);
        if (choice < recordings) add_recording(&maker);
        else if (choice < recordings + lived) add_life(&maker);
        else add_any(&maker);
    }
    return maker.count;
}

// ---- two threads, of which one works at a time

static struct {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    pthread_t thread;
    int is_there, is_at_work, is_over;
    struct world *world;
    const struct step *step;
} other = {.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void perform(struct world *world, const struct step *step) {
    struct unit *unit = &world->unit[step->unit];
    if (unit->handle == NULL && !make_unit(world, unit, step->word[3])) return;
    row_of(step->operation)->perform(world, unit, step->word);
    if (world->ground->watch != NULL) world->ground->watch(world);
}

static void *work(void *nothing) {
    (void)nothing;
    pthread_mutex_lock(&other.mutex);
    while (!other.is_over) {
        if (other.is_at_work) {
            perform(other.world, other.step);
            other.is_at_work = 0;
            pthread_cond_broadcast(&other.changed);
        } else {
            pthread_cond_wait(&other.changed, &other.mutex);
        }
    }
    pthread_mutex_unlock(&other.mutex);
    return NULL;
}

static void perform_on_other(struct world *world, const struct step *step) {
    if (!other.is_there) {
        other.is_over = 0;
        if (pthread_create(&other.thread, NULL, work, NULL) != 0) return perform(world, step);
        other.is_there = 1;
    }
    pthread_mutex_lock(&other.mutex);
    other.world = world;
    other.step = step;
    other.is_at_work = 1;
    pthread_cond_broadcast(&other.changed);
    while (other.is_at_work) pthread_cond_wait(&other.changed, &other.mutex);
    pthread_mutex_unlock(&other.mutex);
}

static void end_other(void) {
    if (!other.is_there) return;
    pthread_mutex_lock(&other.mutex);
    other.is_over = 1;
    pthread_cond_broadcast(&other.changed);
    pthread_mutex_unlock(&other.mutex);
    pthread_join(other.thread, NULL);
    other.is_there = 0;
}

void play_program(const struct ground *ground, const struct step *steps, uint32_t count, struct story *story) {
    static struct world world;
    world = (struct world){.ground = ground, .story = story};
    story->count = 0;
    story->is_over = 0;
    story->shape = 0;
    is_polled_in_vain = 0;
    story->broken[0] = '\0';
    for (uint32_t i = 0; i < count; i++) {
        world.step = i;
        if (steps[i].thread == 0) perform(&world, &steps[i]);
        else perform_on_other(&world, &steps[i]);
    }
    world.step = count;
    for (uint32_t i = 0; i < UNITS; i++) end_unit(&world, &world.unit[i], count == 0 ? 0 : steps[0].word[0] >> i);
    end_instances(&world);
    end_other();
    story->is_over = 1;
}
