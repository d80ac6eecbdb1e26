// A small piece of work that shows which device it was done on: a buffer filled with a number of one's own.
#ifndef REFLOADER_APPLICATION_JOBS_H
#define REFLOADER_APPLICATION_JOBS_H

#include "resources.h"

struct job {
    struct device *device;
    struct recorder recorder;
    struct buffer buffer;
    VkFence fence;
    int made;  // how many of its parts there are
};

// Each gives whether it went well, and answers nothing else where it did. A job that was begun has to be ended.
// Its parts alone, with nothing recorded.
int job_make(const char *step, struct device *device, struct job *job);
int job_begin(const char *step, struct device *device, struct job *job, uint32_t number);
int job_submit(const char *step, struct job *job);
int job_wait(const char *step, struct job *job);
// The hash of what the job has written.
uint64_t job_hash(struct job *job);
// Answers that hash as "STEP".
void job_answer(const char *step, struct job *job);
void job_end(struct job *job);

// All of that, one after the other; the hash as "STEP".
void job_do(const char *step, struct device *device, uint32_t number);

// The same on devices of their own: with a queue that vkGetDeviceQueue2 gives, and of a physical device that no command
// but vkEnumeratePhysicalDeviceGroups has given. The first needs an instance, the second makes one.
void job_by_newer_queue(struct instance *instance, uint32_t number);
void job_by_group(uint32_t number);

#endif
