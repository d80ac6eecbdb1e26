// What the model does when work is submitted: some polls later, or when it is waited for, it is done.
#include <string.h>

#include "model.h"

#define MACHINE struct machine *machine = machine_of(AT(void, a[0]));
#define POLLS 2U  // after which work is done

// What is bound while a command buffer is executed. A secondary one has its own.
struct bound {
    struct thing *pipeline, *sets[SETS];
    uint32_t offsets[SETS][BINDINGS * ELEMENTS_OF_BINDING];
    unsigned char pushed[128];
};

int is_there(const struct reference *reference, const char *what) {
    if (reference->thing != NULL && reference->thing->is_alive && reference->thing->generation == reference->generation) return 1;
    complain("a command buffer is executed that uses a %s that is gone", what);
    return 0;
}

uint32_t executing_family;

// What one family owns and another one uses has no contents left, where it was not moved between them before.
static void take_ownership(struct thing *thing) {
    if (thing->is_shared || thing->owner == executing_family + 1) return;
    if (thing->owner != 0 || thing->released_to != 0) memset(thing->of->bytes + thing->at, 0xDD, thing->size);
    thing->owner = executing_family + 1;
    thing->released_to = 0;
}

unsigned char *used_bytes(struct thing *thing, uint64_t at, uint64_t size) {
    if (thing->of == NULL || !thing->of->is_alive) {
        complain("a command buffer is executed that uses a buffer or an image without memory");
        return NULL;
    }
    if (at + size > thing->size) return NULL;
    take_ownership(thing);
    return thing->of->bytes + thing->at + at;
}

// ---- dispatches

// On 32 bits and word by word, as a shader can do it.
static uint32_t mix(uint32_t value, const void *bytes, size_t size) {
    for (size_t i = 0; i < size; i += sizeof value) {
        uint32_t word;
        memcpy(&word, (const unsigned char *)bytes + i, sizeof word);
        value = (value ^ word) * UINT32_C(0x1B3);
    }
    return value;
}

// What stands for all that the shader reads: the constants, and a word behind each descriptor. It is written behind the
// last descriptor of a storage buffer.
static void dispatch(const struct bound *bound, const struct recorded *recorded) {
    const struct thing *pipeline = bound->pipeline;
    unsigned char *target = NULL;
    if (pipeline == NULL) {
        complain("a vkCmdDispatch is executed without a pipeline that is bound");
        return;
    }
    uint32_t value = mix((uint32_t)pipeline->value, bound->pushed, PUSHED);
    for (uint32_t i = 0; i < (recorded->number[3] == 0 ? 3 : 4); i++) value = mix(value, &(uint32_t){(uint32_t)recorded->number[i]}, sizeof value);
    for (uint32_t i = 0; i < pipeline->set_count && i < SETS; i++) {
        const struct thing *set = bound->sets[i];
        uint32_t dynamic = 0;
        if (set == NULL) {
            complain("a vkCmdDispatch is executed without a descriptor set %u that is bound", i);
            return;
        }
        for (uint32_t j = 0; j < BINDINGS * ELEMENTS_OF_BINDING; j++) {
            uint32_t type = set->sets->type[j / ELEMENTS_OF_BINDING];
            if (j % ELEMENTS_OF_BINDING >= set->sets->count[j / ELEMENTS_OF_BINDING]) continue;
            uint64_t at = set->descriptors[j].at + (is_dynamic(type) ? bound->offsets[i][dynamic++] : 0);
            struct thing *buffer = set->descriptors[j].buffer;
            if (buffer == NULL || !buffer->is_alive) continue;
            unsigned char *word = used_bytes(buffer, at, 16);
            if (word == NULL) continue;
            value = mix(value, word, 4);
            if (type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER || type == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC) target = word;
        }
    }
    if (target != NULL) memcpy(target, &value, sizeof value);
}

// ---- command buffers

// Those that are available. Others are left as they are.
static void copy_queries(const struct recorded *recorded) {
    if (!is_there(&recorded->one, "query pool") || !is_there(&recorded->other, "buffer") || recorded->bytes == NULL) return;
    uint64_t flags;
    memcpy(&flags, recorded->bytes, sizeof flags);
    size_t size = flags & VK_QUERY_RESULT_64_BIT ? 8 : 4;
    for (uint64_t i = 0; i < recorded->number[1]; i++) {
        uint64_t query = recorded->number[0] + i, word = 1000 + query, state = recorded->one.thing->bytes[query] == 2;
        unsigned char *row = used_bytes(recorded->other.thing, recorded->number[2] + i * recorded->number[3], size);
        if (row == NULL) return;
        if (!state && flags & VK_QUERY_RESULT_WAIT_BIT) complain("results are waited for that no query will have");
        if (state) memcpy(row, &word, size);
        if (flags & VK_QUERY_RESULT_WITH_AVAILABILITY_BIT) memcpy(row + size, &state, size);
    }
}

static void run(struct recording *recording);

static void run_one(struct bound *bound, const struct recorded *recorded) {
    unsigned char *one, *other;
    switch (recorded->kind) {
        case RECORDED_FILL:
            if (!is_there(&recorded->one, "buffer")) return;
            one = used_bytes(recorded->one.thing, recorded->number[0], recorded->number[1]);
            for (uint64_t i = 0; one != NULL && i < recorded->number[1]; i += 4) memcpy(one + i, &recorded->number[2], 4);
            return;
        case RECORDED_UPDATE:
            if (!is_there(&recorded->one, "buffer")) return;
            one = used_bytes(recorded->one.thing, recorded->number[0], recorded->number[1]);
            if (one != NULL) memcpy(one, recorded->bytes, recorded->number[1]);
            return;
        case RECORDED_COPY:
            if (!is_there(&recorded->one, "buffer") || !is_there(&recorded->other, "buffer")) return;
            one = used_bytes(recorded->one.thing, recorded->number[0], recorded->number[2]);
            other = used_bytes(recorded->other.thing, recorded->number[1], recorded->number[2]);
            if (one != NULL && other != NULL) memmove(other, one, recorded->number[2]);
            return;
        case RECORDED_EVENT:
            if (is_there(&recorded->one, "event")) recorded->one.thing->is_on = (int)recorded->number[0];
            return;
        case RECORDED_RESET_QUERIES:
        case RECORDED_QUERY:
            if (!is_there(&recorded->one, "query pool")) return;
            for (uint64_t i = 0; i < recorded->number[1]; i++) {
                unsigned char *query = &recorded->one.thing->bytes[recorded->number[0] + i];
                if (recorded->kind == RECORDED_QUERY && *query != 1) complain("a query is written that was not reset before");
                *query = recorded->kind == RECORDED_QUERY ? 2 : 1;
            }
            return;
        case RECORDED_COPY_QUERIES: copy_queries(recorded); return;
        case RECORDED_PIPELINE:
            if (is_there(&recorded->one, "pipeline")) bound->pipeline = recorded->one.thing;
            return;
        case RECORDED_SET:
            if (!is_there(&recorded->one, "descriptor set")) return;
            bound->sets[recorded->number[0]] = recorded->one.thing;
            memcpy(bound->offsets[recorded->number[0]], recorded->bytes, recorded->number[1] * sizeof(uint32_t));
            return;
        case RECORDED_PUSH: memcpy(bound->pushed + recorded->number[0], recorded->bytes, recorded->number[1]); return;
        case RECORDED_DISPATCH: dispatch(bound, recorded); return;
        case RECORDED_EXECUTE:
            run(recorded->secondary);
            *bound = (struct bound){.pipeline = NULL};  // is undefined from here on
            return;
        case RECORDED_RENDER:
        case RECORDED_CLEAR_PART:
        case RECORDED_END_RENDER: run_drawing(recorded); return;
        default: run_on_images(recorded); return;
    }
}

static void run(struct recording *recording) {
    struct bound bound = {.pipeline = NULL};
    for (uint32_t i = 0; i < recording->count; i++) run_one(&bound, &recording->recorded[i]);
    if (recording->is_once) recording->state = MODEL_INVALID;
}

// ---- jobs

static int is_ready(const struct job *job) {
    for (uint32_t i = 0; i < job->wait_count; i++) {
        const struct thing *semaphore = job->waits[i];
        if (semaphore->is_timeline ? semaphore->value < job->wait_values[i] : !semaphore->is_on) return 0;
    }
    return 1;
}

static void count_pending(struct recording *recording, int change) {
    recording->pending += (uint32_t)change;
    for (uint32_t i = 0; i < recording->count; i++)
        if (recording->recorded[i].kind == RECORDED_EXECUTE) recording->recorded[i].secondary->pending += (uint32_t)change;
}

static void do_job(struct machine *machine, uint32_t place) {
    struct job job = machine->jobs[place];
    memmove(machine->jobs + place, machine->jobs + place + 1, (--machine->job_count - place) * sizeof job);
    for (uint32_t i = 0; i < job.wait_count; i++) {
        job.waits[i]->pending--;
        if (!job.waits[i]->is_timeline) job.waits[i]->is_on = 0;
    }
    for (uint32_t i = 0; i < job.count; i++) {
        executing_family = job.recordings[i]->family;
        run(job.recordings[i]);
        count_pending(job.recordings[i], -1);
    }
    for (uint32_t i = 0; i < job.signal_count; i++) {
        struct thing *semaphore = job.signals[i];
        semaphore->pending--;
        if (semaphore->is_timeline && job.signal_values[i] <= semaphore->value)
            complain("a timeline semaphore is signaled with a value that is not greater than the one that it has");
        semaphore->is_on = 1;
        if (semaphore->is_timeline) semaphore->value = job.signal_values[i];
    }
    if (job.fence != NULL) job.fence->pending--, job.fence->is_on = 1;
}

// The first job that can be done: those of one queue follow each other, and one that waits holds no other queue up.
static uint32_t next_job(const struct machine *machine, uint32_t least_polls) {
    for (uint32_t i = 0; i < machine->job_count; i++) {
        const struct job *job = &machine->jobs[i];
        uint32_t before = 0;
        while (before < i && machine->jobs[before].queue != job->queue) before++;
        if (before == i && job->polls >= least_polls && is_ready(job)) return i;
    }
    return MOST_JOBS;
}

void model_finish(struct machine *machine) {
    for (uint32_t i; (i = next_job(machine, 0)) < MOST_JOBS;) do_job(machine, i);
}

void model_poll(struct machine *machine) {
    for (uint32_t i = 0; i < machine->job_count; i++) machine->jobs[i].polls++;
    for (uint32_t i; (i = next_job(machine, POLLS + 1)) < MOST_JOBS;) do_job(machine, i);
}

// ---- submissions

static struct job *new_job(struct machine *machine, uint64_t queue) {
    if (machine->job_count == MOST_JOBS) model_finish(machine);
    if (machine->job_count == MOST_JOBS) return NULL;
    struct job *job = &machine->jobs[machine->job_count++];
    *job = (struct job){.queue = object_of(AT(void, queue))};
    return job;
}

static void add_commands(struct job *job, const void *handle, const char *command) {
    struct recording *recording = recording_of(handle);
    if (recording == NULL || job->count == JOB_PARTS) return;
    if (recording->state != MODEL_EXECUTABLE || recording->is_secondary)
        complain("%s reaches the driver with a command buffer that is not an executable primary one", command);
    if (recording->pending && !recording->is_simultaneous)
        complain("%s reaches the driver with a command buffer that is executed already", command);
    const struct machine *machine = recording->machine;
    if (recording->family < FAMILIES && job->queue != machine->queues[recording->family][0] &&
        job->queue != machine->queues[recording->family][1])
        complain("%s reaches the driver with a command buffer of another queue family than the queue's", command);
    job->recordings[job->count++] = recording;
    count_pending(recording, 1);
}

static void add_wait(struct machine *machine, struct job *job, uint64_t handle, uint64_t value, const char *command) {
    struct thing *semaphore = thing_of(machine, KIND_SEMAPHORE, handle, command);
    if (semaphore == NULL || job->wait_count == JOB_PARTS) return;
    semaphore->pending++;
    job->waits[job->wait_count] = semaphore;
    job->wait_values[job->wait_count++] = value;
}

static void add_signal(struct machine *machine, struct job *job, uint64_t handle, uint64_t value, const char *command) {
    struct thing *semaphore = thing_of(machine, KIND_SEMAPHORE, handle, command);
    if (semaphore == NULL || job->signal_count == JOB_PARTS) return;
    semaphore->pending++;
    job->signals[job->signal_count] = semaphore;
    job->signal_values[job->signal_count++] = value;
}

static uint64_t add_fence(const uint64_t *a, struct machine *machine, struct job *last, uint64_t handle, const char *command) {
    if (handle == 0) return 0;
    struct thing *fence = thing_of(machine, KIND_FENCE, handle, command);
    if (last == NULL) last = new_job(machine, a[0]);
    if (fence == NULL || last == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
    if (fence->is_on || fence->pending) complain("%s reaches the driver with a fence that is signaled or in use", command);
    // "Host access to fence must be externally synchronized."
    if (fence->waited_for) complain("%s reaches the driver with a fence that another thread waits for", command);
    fence->pending++;
    last->fence = fence;
    return 0;
}

static uint64_t submit(const uint64_t *a) {
    static const char command[] = "vkQueueSubmit";
    MACHINE
    struct job *job = NULL;
    if (machine == NULL) return FAILED(VK_ERROR_UNKNOWN);
    for (uint32_t i = 0; i < (uint32_t)a[1]; i++) {
        const VkSubmitInfo *info = AT(const VkSubmitInfo, a[2]) + i;
        const VkTimelineSemaphoreSubmitInfo *values = in_chain(info, VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO);
        const VkDeviceGroupSubmitInfo *group = in_chain(info, VK_STRUCTURE_TYPE_DEVICE_GROUP_SUBMIT_INFO);
        if (group != NULL && (group->commandBufferCount != info->commandBufferCount ||
                              group->signalSemaphoreCount != info->signalSemaphoreCount ||
                              group->waitSemaphoreCount != info->waitSemaphoreCount))
            complain("%s reaches the driver with other counts in VkDeviceGroupSubmitInfo than in VkSubmitInfo", command);
        job = new_job(machine, a[0]);
        if (job == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
        for (uint32_t j = 0; j < info->waitSemaphoreCount; j++)
            add_wait(machine, job, HANDLE(info->pWaitSemaphores[j]),
                     values != NULL && j < values->waitSemaphoreValueCount ? values->pWaitSemaphoreValues[j] : 0, command);
        for (uint32_t j = 0; j < info->commandBufferCount; j++) add_commands(job, info->pCommandBuffers[j], command);
        for (uint32_t j = 0; j < info->signalSemaphoreCount; j++)
            add_signal(machine, job, HANDLE(info->pSignalSemaphores[j]),
                       values != NULL && j < values->signalSemaphoreValueCount ? values->pSignalSemaphoreValues[j] : 0, command);
    }
    return add_fence(a, machine, job, a[3], command);
}

static uint64_t submit_2(const uint64_t *a) {
    static const char command[] = "vkQueueSubmit2";
    MACHINE
    struct job *job = NULL;
    if (machine == NULL) return FAILED(VK_ERROR_UNKNOWN);
    for (uint32_t i = 0; i < (uint32_t)a[1]; i++) {
        const VkSubmitInfo2 *info = AT(const VkSubmitInfo2, a[2]) + i;
        job = new_job(machine, a[0]);
        if (job == NULL) return FAILED(VK_ERROR_OUT_OF_HOST_MEMORY);
        for (uint32_t j = 0; j < info->waitSemaphoreInfoCount; j++)
            add_wait(machine, job, HANDLE(info->pWaitSemaphoreInfos[j].semaphore), info->pWaitSemaphoreInfos[j].value, command);
        for (uint32_t j = 0; j < info->commandBufferInfoCount; j++)
            add_commands(job, info->pCommandBufferInfos[j].commandBuffer, command);
        for (uint32_t j = 0; j < info->signalSemaphoreInfoCount; j++)
            add_signal(machine, job, HANDLE(info->pSignalSemaphoreInfos[j].semaphore), info->pSignalSemaphoreInfos[j].value, command);
    }
    return add_fence(a, machine, job, a[3], command);
}

const struct model_row model_work[] = {
    {"vkQueueSubmit", submit},
    {"vkQueueSubmit2", submit_2},
    {"vkQueueSubmit2KHR", submit_2},
};
const uint32_t model_work_count = COUNT_OF(model_work);
