// See play.h.
#include "play.h"

#include <stdlib.h>
#include <string.h>

#include "../../layer_prober/next.h"
#include "../../layer_prober/programs/model.h"
#include "../driver_prober.h"
#include "../extensions.h"
#include "shader.h"
#include "watch.h"

uint32_t asked_minor(void) { return 3; }

// Drivers are given no structures on pNext here: what reads them is in acts of its own.
const char *chains_extension(void) { return NULL; }
void chains_settle(void) {}
void chains_arrive(const char *name, const uint64_t *arguments) { (void)name, (void)arguments; }

// ---- what a device allows

struct means find_means(uint32_t minor) {
    struct means means = {.does_dispatch = 1};
    VkQueueFamilyProperties family = {0};
    VkPhysicalDevice device;
    const struct wish wish = {.api_version = VK_MAKE_API_VERSION(0, 1, minor, 0)};
    struct made instance = make_instance(&wish);
    if (instance.handle == NULL) return means;
    if (physical_devices(instance.handle, &device, 1, NULL) == 1 &&
        !device_offers(instance.handle, device, PORTABILITY) && queue_families(instance.handle, device, &family, 1) == 1) {
        means.has_graphics = (family.queueFlags & VK_QUEUE_GRAPHICS_BIT) != 0;
        means.has_compute = (family.queueFlags & VK_QUEUE_COMPUTE_BIT) != 0;
        // Vulkan 1.0 fills buffers on queues with graphics or computing alone.
        means.is_usable = means.has_compute || (minor > 0 && family.queueFlags & (VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_TRANSFER_BIT));
        means.has_timestamps = family.timestampValidBits > 0;
    }
    destroy_instance(instance.handle, NULL);
    return means;
}

static int is_among(const char *name, const char *const *names, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0) return 1;
    return 0;
}

static int is_left_out(const struct step *step, const struct means *means) {
    static const char *const on_computing[] = {"record_event", "wait_event", "record_queries", "bind_pipeline",
                                               "push_constants", "bind_sets", "dispatch", "copy_query_states"};
    // Images are color attachments, some of several samples, as the model has them: it draws.
    static const char *const on_drawing[] = {"make_image"};
    static const char *const on_timestamps[] = {"record_queries", "ask_query_states", "copy_query_states"};
    // How texels are weighed and rounded is the driver's to choose.
    static const char *const by_rounding[] = {"blit_image", "resolve_image", "render"};
    const char *name = step_name(step);
    // What the flags of its image allow is for the driver to say, and nothing is found there.
    if (strcmp(name, "render_in_passes") == 0) return 1;
    return is_among(name, by_rounding, COUNT_OF(by_rounding)) ||
           (!means->has_timestamps && is_among(name, on_timestamps, COUNT_OF(on_timestamps))) ||
           (!means->has_graphics && is_among(name, on_drawing, COUNT_OF(on_drawing))) ||
           (!means->does_dispatch && (strcmp(name, "dispatch") == 0 || strcmp(name, "make_image") == 0)) ||
           (!means->has_compute && is_among(name, on_computing, COUNT_OF(on_computing)));
}

uint32_t steps_of(uint64_t seed, uint32_t minor, const struct means *means, struct step *steps) {
    uint32_t count = make_program(seed, minor, steps), left = 0;
    for (uint32_t i = 0; i < count; i++)
        if (!is_left_out(&steps[i], means)) steps[left++] = steps[i];
    return left;
}

// The words of the steps are zero but for a few: a set layout that begins with a storage buffer, a primary command buffer.
uint32_t plain_program(const char *work, struct step *steps) {
    const char *const names[] = {"make_buffer", "make_pool", "allocate_commands", "make_set_layout", "make_layout",
                                 "make_set_pool", "allocate_sets", "write_set", "make_pipelines", "begin_commands", work,
                                 "end_commands", "submit", "wait_idle", "read_buffer"};
    uint32_t layout = 0;
    while ((mixed(layout, 0) >> 4) % 4 != 0) layout++;
    for (uint32_t i = 0; i < COUNT_OF(names); i++) {
        steps[i] = step_named(names[i]);
        if (i == 2) steps[i].word[2] = 1;
        if (i == 3) steps[i].word[1] = layout;
    }
    return COUNT_OF(names);
}

// ---- both ways

static PFN_vkVoidFunction of_driver(VkInstance instance, const char *name) {
    return instance == NULL ? global_function(name) : instance_function(instance, name);
}

void play_both(const struct step *steps, uint32_t count, uint32_t minor, struct played *played) {
    const struct ground model = {.instance_lookup = nexts[0].instance,
                                 .device_lookup = nexts[0].device,
                                 .shader = make_shader,
                                 .minor = minor};
    const struct ground driver = {.instance_lookup = of_driver,
                                  .order_instance = watch_instance,
                                  .order_device = watch_device,
                                  .watch = watch,
                                  .shader = make_shader,
                                  .minor = minor};
    played->outcome = (struct outcome){.kind = SAME};
    played->driver.count = 0;
    played->driver.is_over = 0;
    carried = model_answer;
    model_start(&played->model, 0);
    play_program(&model, steps, count, &played->model);
    model_end();
    forget_watched();
    play_program(&driver, steps, count, &played->driver);
    played->outcome = compared(played);
}

// ---- what differs

// What the specification lets any driver answer: that it has no room for one more.
static int is_lack(const char *found) {
    static const int codes[] = {VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_TOO_MANY_OBJECTS,
                                VK_ERROR_FRAGMENTED_POOL, VK_ERROR_OUT_OF_POOL_MEMORY};
    int code = strncmp(found, "result ", 7) == 0 ? atoi(found + 7) : 0;
    for (size_t i = 0; i < COUNT_OF(codes); i++)
        if (code == codes[i]) return 1;
    return 0;
}

static int is_error(const char *found) { return strncmp(found, "result -", 8) == 0; }

// A cache may grow by itself, while pipelines are made in the background.
static int is_open(const struct line *line) { return strncmp(line->call, "vkGetPipelineCacheData, for its size", 36) == 0; }

static int is_alike(const struct line *one, const struct line *other) {
    return strcmp(one->call, other->call) == 0 && (strcmp(one->found, other->found) == 0 || is_open(one));
}

struct outcome compared(const struct played *played) {
    const struct story *model = &played->model, *driver = &played->driver;
    struct outcome outcome = {.kind = SAME};
    if (!model->is_over || model->broken[0] != '\0') return (struct outcome){.kind = UNSOUND};
    while (outcome.line < model->count && outcome.line < driver->count &&
           is_alike(&model->line[outcome.line], &driver->line[outcome.line]))
        outcome.line++;
    if (outcome.line < driver->count) {
        const char *found = driver->line[outcome.line].found;
        // That a command is missing is judged where commands are looked up.
        if (strcmp(found, NO_DEVICE) == 0 || strstr(found, "that is missing") != NULL) return (struct outcome){.kind = UNUSABLE};
        if (is_lack(found)) return outcome;
        outcome.kind = is_error(found) ? REFUSED : FOUND;
    } else if (driver->broken[0] != '\0') {
        outcome.kind = WRITTEN;
        outcome.line = driver->count == 0 ? 0 : driver->count - 1;
    } else if (earlier_callbacks_called) {
        outcome.kind = KEPT;
        outcome.line = driver->count == 0 ? 0 : driver->count - 1;
    }
    return outcome;
}
