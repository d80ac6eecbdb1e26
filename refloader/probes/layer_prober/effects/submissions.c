// Submissions with two semaphores to wait for, two to signal and a fence, by each command that takes them: all that comes down
// of these until the queue is idle, in whichever calls. See effects.h.
#include <string.h>

#include "../../shared/answers.h"
#include "effects.h"

#define PAIR 2U
#define MOST_DOWN 64U

static const uint64_t wait_stages[PAIR] = {0x1000, 0x800};  // transfer, compute
static const uint64_t wait_values[PAIR] = {5, 9}, signal_values[PAIR] = {7, 11};
#define ALL_COMMANDS 0x10000U

static int has_values;  // whether the semaphores are timelines

// ---- below: what waits, and is signaled

struct down {
    uint64_t object, stages, value;
};
static struct {
    struct down waits[MOST_DOWN], signals[MOST_DOWN], fences[MOST_DOWN];
    uint32_t wait_count, signal_count, fence_count;
} down;
static uint64_t made_below;  // the object that was made last; 0 for one that keeps other values than it was asked for

static void add(struct down *to, uint32_t *count, uint64_t object, uint64_t stages, uint64_t value) {
    if (object != 0 && *count < MOST_DOWN) to[(*count)++] = (struct down){object, stages, value};
}

// No value where the list of them is left out, or ends before.
static uint64_t value_at(const uint64_t *values, uint32_t count, uint32_t index) {
    return values != NULL && index < count ? values[index] : 0;
}

static const VkTimelineSemaphoreSubmitInfo *values_on(const void *chain) {
    static const VkTimelineSemaphoreSubmitInfo none;
    for (const VkBaseInStructure *each = chain; each != NULL; each = each->pNext)
        if (each->sType == VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO) return (const void *)each;
    return &none;
}

static void look_at_lists(const void *chain, uint32_t wait_count, const VkSemaphore *waits, const VkPipelineStageFlags *stages,
                          uint32_t signal_count, const VkSemaphore *signals) {
    const VkTimelineSemaphoreSubmitInfo *values = values_on(chain);
    for (uint32_t i = 0; i < wait_count; i++)
        add(down.waits, &down.wait_count, (uint64_t)(uintptr_t)waits[i], stages == NULL ? ~0ULL : stages[i],
            value_at(values->pWaitSemaphoreValues, values->waitSemaphoreValueCount, i));
    for (uint32_t i = 0; i < signal_count; i++)
        add(down.signals, &down.signal_count, (uint64_t)(uintptr_t)signals[i], ALL_COMMANDS,
            value_at(values->pSignalSemaphoreValues, values->signalSemaphoreValueCount, i));
}

static void look_at_submit(const VkSubmitInfo *infos, uint64_t count) {
    for (uint64_t i = 0; i < count; i++)
        look_at_lists(infos[i].pNext, infos[i].waitSemaphoreCount, infos[i].pWaitSemaphores, infos[i].pWaitDstStageMask,
                      infos[i].signalSemaphoreCount, infos[i].pSignalSemaphores);
}

static void look_at_sparse(const VkBindSparseInfo *infos, uint64_t count) {
    for (uint64_t i = 0; i < count; i++)
        look_at_lists(infos[i].pNext, infos[i].waitSemaphoreCount, infos[i].pWaitSemaphores, NULL, infos[i].signalSemaphoreCount,
                      infos[i].pSignalSemaphores);
}

static void look_at_submit_2(const VkSubmitInfo2 *infos, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < infos[i].waitSemaphoreInfoCount; j++)
            add(down.waits, &down.wait_count, (uint64_t)(uintptr_t)infos[i].pWaitSemaphoreInfos[j].semaphore,
                infos[i].pWaitSemaphoreInfos[j].stageMask, infos[i].pWaitSemaphoreInfos[j].value);
        for (uint32_t j = 0; j < infos[i].signalSemaphoreInfoCount; j++)
            add(down.signals, &down.signal_count, (uint64_t)(uintptr_t)infos[i].pSignalSemaphoreInfos[j].semaphore,
                infos[i].pSignalSemaphoreInfos[j].stageMask, infos[i].pSignalSemaphoreInfos[j].value);
    }
}

static uint64_t first_value;  // of a timeline

// A layer may have a timeline of its own below, which counts otherwise, or other objects in its place.
static int keeps_values(const VkSemaphoreCreateInfo *info) {
    for (const VkBaseInStructure *each = info->pNext; each != NULL; each = each->pNext) {
        const VkSemaphoreTypeCreateInfo *type = (const void *)each;
        if (each->sType == VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO)
            return type->semaphoreType == VK_SEMAPHORE_TYPE_TIMELINE && type->initialValue == first_value;
    }
    return 0;
}

static int is_down(uint64_t fence) {
    for (uint32_t i = 0; i < down.fence_count; i++)
        if (down.fences[i].object == fence) return 1;
    return 0;
}

static int look_below(const char *name, const uint64_t *a, uint64_t *result) {
    *result = VK_SUCCESS;
    if (strcmp(name, "vkCreateSemaphore") == 0 || strcmp(name, "vkCreateFence") == 0) {
        answer_command(name, a, result);
        made_below = *POINTER(uint64_t, a[3]);
        if (has_values && strcmp(name, "vkCreateSemaphore") == 0 && !keeps_values(POINTER(const VkSemaphoreCreateInfo, a[1]))) made_below = 0;
        return 1;
    }
    if (strcmp(name, "vkQueueSubmit") == 0) look_at_submit(POINTER(const VkSubmitInfo, a[2]), (uint32_t)a[1]);
    else if (strncmp(name, "vkQueueSubmit2", 14) == 0) look_at_submit_2(POINTER(const VkSubmitInfo2, a[2]), (uint32_t)a[1]);
    else if (strcmp(name, "vkGetFenceStatus") == 0) return *result = is_down(a[1]) ? VK_SUCCESS : VK_NOT_READY, 1;
    else if (strcmp(name, "vkQueueBindSparse") == 0) look_at_sparse(POINTER(const VkBindSparseInfo, a[2]), (uint32_t)a[1]);
    else return 0;
    add(down.fences, &down.fence_count, a[3], 0, 0);
    return 1;
}

static uint32_t times_of(uint64_t object, const struct down *in, uint32_t count) {
    uint32_t times = 0;
    for (uint32_t i = 0; i < count; i++) times += in[i].object == object;
    return times;
}

// ---- above

struct objects {
    VkSemaphore waits[PAIR], signals[PAIR];
    VkFence fence;
    uint64_t waits_below[PAIR], signals_below[PAIR], fence_below;
};

// A timeline has its first value: a queue that waits for a greater one would not become idle.
static VkSemaphore make_semaphore(const struct effects *effects, uint64_t value, uint64_t *lower) {
    const VkSemaphoreTypeCreateInfo timeline = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                                .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE,
                                                .initialValue = value};
    const VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = has_values ? &timeline : NULL};
    PFN_vkCreateSemaphore create = (PFN_vkCreateSemaphore)any_of_device(effects, "vkCreateSemaphore");
    VkSemaphore made = 0;
    made_below = 0;
    first_value = value;
    if (create != NULL) create((VkDevice)effects->device.upper, &info, NULL, &made);
    *lower = made_below;
    return made;
}

// Whether all are there, each with an object of its own below.
static int make_objects_of(const struct effects *effects, struct objects *objects) {
    const VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    PFN_vkCreateFence create = (PFN_vkCreateFence)any_of_device(effects, "vkCreateFence");
    int are_there = 1;
    for (uint32_t i = 0; i < PAIR; i++) {
        objects->waits[i] = make_semaphore(effects, wait_values[i], &objects->waits_below[i]);
        objects->signals[i] = make_semaphore(effects, 1, &objects->signals_below[i]);
        are_there &= objects->waits_below[i] != 0 && objects->signals_below[i] != 0;
    }
    made_below = 0;
    if (create == NULL || create((VkDevice)effects->device.upper, &info, NULL, &objects->fence) != VK_SUCCESS) return 0;
    objects->fence_below = made_below;
    return are_there && made_below != 0;
}

typedef VkResult submit_command(VkQueue, uint32_t, const void *, VkFence);

static VkResult submit(const char *name, submit_command *command, VkQueue queue, const struct objects *of) {
    const VkPipelineStageFlags stages[PAIR] = {(VkPipelineStageFlags)wait_stages[0], (VkPipelineStageFlags)wait_stages[1]};
    VkSemaphoreSubmitInfo waits[PAIR], signals[PAIR];
    for (uint32_t i = 0; i < PAIR; i++) {
        waits[i] = (VkSemaphoreSubmitInfo){.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO, .semaphore = of->waits[i],
                                          .value = has_values ? wait_values[i] : 0, .stageMask = wait_stages[i]};
        signals[i] = (VkSemaphoreSubmitInfo){.sType = VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO, .semaphore = of->signals[i],
                                            .value = has_values ? signal_values[i] : 0, .stageMask = ALL_COMMANDS};
    }
    const VkTimelineSemaphoreSubmitInfo values = {.sType = VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO,
                                                  .waitSemaphoreValueCount = PAIR,
                                                  .pWaitSemaphoreValues = wait_values,
                                                  .signalSemaphoreValueCount = PAIR,
                                                  .pSignalSemaphoreValues = signal_values};
    const void *first = has_values ? &values : NULL;
    const VkSubmitInfo plain = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .pNext = first, .waitSemaphoreCount = PAIR, .pWaitSemaphores = of->waits,
                                .pWaitDstStageMask = stages, .signalSemaphoreCount = PAIR, .pSignalSemaphores = of->signals};
    const VkSubmitInfo2 newer = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO_2, .waitSemaphoreInfoCount = PAIR, .pWaitSemaphoreInfos = waits,
                                 .signalSemaphoreInfoCount = PAIR, .pSignalSemaphoreInfos = signals};
    const VkBindSparseInfo sparse = {.sType = VK_STRUCTURE_TYPE_BIND_SPARSE_INFO, .pNext = first, .waitSemaphoreCount = PAIR, .pWaitSemaphores = of->waits,
                                     .signalSemaphoreCount = PAIR, .pSignalSemaphores = of->signals};
    const void *info = strcmp(name, "vkQueueSubmit") == 0       ? (const void *)&plain
                       : strcmp(name, "vkQueueBindSparse") == 0 ? (const void *)&sparse
                                                                : (const void *)&newer;
    return command(queue, 1, info, of->fence);
}

static void say_waits(const char *name, const struct objects *of) {
    int has_stages = strcmp(name, "vkQueueBindSparse") != 0;
    open_list("waits");
    for (uint32_t i = 0; i < PAIR; i++) {
        uint64_t stages = 0;
        for (uint32_t j = 0; j < down.wait_count; j++)
            if (down.waits[j].object == of->waits_below[i]) stages |= down.waits[j].stages;
        open_list(NULL);
        say_number(NULL, (int64_t)(has_stages ? wait_stages[i] : 0));
        say_number(NULL, times_of(of->waits_below[i], down.waits, down.wait_count) == 0 ? -1 : has_stages ? (int64_t)stages : 0);
        close_list();
    }
    close_list();
}

// [value, value below, stages below], of those that came down.
static void say_values(const char *key, const uint64_t *values, const uint64_t *objects, const struct down *in, uint32_t count) {
    open_list(key);
    for (uint32_t i = 0; i < PAIR; i++)
        for (uint32_t j = 0; j < count; j++) {
            if (in[j].object != objects[i]) continue;
            open_list(NULL);
            say_number(NULL, (int64_t)values[i]);
            say_number(NULL, (int64_t)in[j].value);
            say_number(NULL, (int64_t)in[j].stages);
            close_list();
        }
    close_list();
}

static void wait_idle(const struct effects *effects, VkQueue queue) {
    PFN_vkQueueWaitIdle of_queue = (PFN_vkQueueWaitIdle)any_of_device(effects, "vkQueueWaitIdle");
    PFN_vkDeviceWaitIdle of_device = (PFN_vkDeviceWaitIdle)any_of_device(effects, "vkDeviceWaitIdle");
    if (of_queue != NULL) of_queue(queue);
    if (of_device != NULL) of_device((VkDevice)effects->device.upper);
}

// How often a fence comes down that a submission of no batches comes with; -1: it was not to be submitted, or the layer signals
// it in another way.
static int submit_nothing(const struct effects *effects, const char *name, VkQueue queue) {
    struct objects objects;
    if (!make_objects_of(effects, &objects)) return -1;
    memset(&down, 0, sizeof down);
    if (((submit_command *)any_of_device(effects, name))(queue, 0, NULL, objects.fence) != VK_SUCCESS) return -1;
    wait_idle(effects, queue);
    PFN_vkGetFenceStatus ask = (PFN_vkGetFenceStatus)any_of_device(effects, "vkGetFenceStatus");
    int is_signaled = ask != NULL && ask((VkDevice)effects->device.upper, objects.fence) == VK_SUCCESS;
    if (is_signaled && !is_down(objects.fence_below)) return -1;
    return (int)times_of(objects.fence_below, down.fences, down.fence_count);
}

// What is waited for has been signaled before. A timeline has its value.
static void signal_waits(const struct effects *effects, VkQueue queue, const struct objects *of) {
    const VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .signalSemaphoreCount = PAIR, .pSignalSemaphores = of->waits};
    PFN_vkQueueSubmit command = (PFN_vkQueueSubmit)any_of_device(effects, "vkQueueSubmit");
    if (command != NULL && !has_values) command(queue, 1, &info, (VkFence)0);
}

static void submit_by(const struct effects *effects, const char *name, VkQueue queue, const struct objects *of) {
    char label[64] = "";
    strcpy(label, has_values ? "values." : "submissions.");
    strncat(label, name, sizeof label - strlen(label) - 1);
    signal_waits(effects, queue, of);
    memset(&down, 0, sizeof down);
    VkResult result = submit(name, (submit_command *)any_of_device(effects, name), queue, of);
    wait_idle(effects, queue);
    open_answer(label);
    say_number("result", result);
    say_waits(name, of);
    uint32_t signals = 0;
    for (uint32_t i = 0; i < PAIR; i++) signals += times_of(of->signals_below[i], down.signals, down.signal_count) > 0;
    say_number("signals", signals);
    say_number("all", PAIR);
    say_number("fence", times_of(of->fence_below, down.fences, down.fence_count));
    if (!has_values) say_number("empty_fence", submit_nothing(effects, name, queue));
    if (has_values) say_values("waited_for", wait_values, of->waits_below, down.waits, down.wait_count);
    if (has_values) say_values("signaled", signal_values, of->signals_below, down.signals, down.signal_count);
    close_answer();
}

static int binds_memory(const struct effects *effects) {
    VkQueueFamilyProperties family = {0};
    uint32_t count = 1;
    PFN_vkGetPhysicalDeviceQueueFamilyProperties ask =
        (PFN_vkGetPhysicalDeviceQueueFamilyProperties)instance_function(&effects->instance, "vkGetPhysicalDeviceQueueFamilyProperties");
    if (ask != NULL) ask(effects->physical, &count, &family);
    return (family.queueFlags & SPARSE_BINDING) != 0;
}

// Whether an application may submit by it.
static int is_usable(const struct effects *effects, const char *name) {
    if (strcmp(name, "vkQueueBindSparse") == 0) return binds_memory(effects);
    if (strcmp(name, "vkQueueSubmit2") == 0 && options.minor < 3) return 0;
    return strcmp(name, "vkQueueSubmit") == 0 || effects->is_enabled[NEWER_SUBMISSIONS];
}

void probe_submissions(const struct effects *effects) {
    static const char *const names[] = {"vkQueueSubmit", "vkQueueSubmit2", "vkQueueSubmit2KHR", "vkQueueBindSparse"};
    struct objects objects;
    VkQueue queue = NULL;
    PFN_vkGetDeviceQueue get = (PFN_vkGetDeviceQueue)any_of_device(effects, "vkGetDeviceQueue");
    if (get != NULL) get((VkDevice)effects->device.upper, 0, 0, &queue);
    if (queue == NULL) return;
    struct object *lower = effects->device.lower == NULL ? NULL : effects->device.lower->children[0];
    if (lower != NULL) fill_first_word(lower);
    carried = look_below;
    for (size_t i = 0; i < COUNT(names); i++)
        if (own_of_device(effects, names[i]) != NULL && is_usable(effects, names[i]) && make_objects_of(effects, &objects))
            submit_by(effects, names[i], queue, &objects);
}

void probe_values(const struct effects *effects) {
    has_values = 1;
    probe_submissions(effects);
}
