// The time that the free layer takes where an object is made: it may be slow, may try again where memory is short, and may
// hand a note of each object to a thread of its own, for which it waits while too many notes are there.
#include "free_layer.h"

#include <unistd.h>

#define MOST_NOTES 64U
#define TRIES 5

static pthread_mutex_t turns = PTHREAD_MUTEX_INITIALIZER;  // no instance begins while the thread of the last one ends
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_changed = PTHREAD_COND_INITIALIZER;
static uint32_t notes, instances;
static pthread_t taker;

static void *take_notes(void *unused) {
    pthread_mutex_lock(&lock);
    for (; instances > 0; pthread_cond_wait(&has_changed, &lock)) {
        notes = 0;
        pthread_cond_broadcast(&has_changed);
    }
    pthread_mutex_unlock(&lock);
    return unused;
}

void begin_pacing(void) {
    if (!takes("hands_to_thread")) return;
    pthread_mutex_lock(&turns);
    pthread_mutex_lock(&lock);
    if (instances++ == 0 && pthread_create(&taker, NULL, take_notes, NULL) != 0) die("no thread for", label);
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&turns);
}

void end_pacing(void) {
    if (!takes("hands_to_thread")) return;
    pthread_mutex_lock(&turns);
    pthread_mutex_lock(&lock);
    int is_last = --instances == 0;
    pthread_cond_broadcast(&has_changed);
    pthread_mutex_unlock(&lock);
    if (is_last) pthread_join(taker, NULL);
    pthread_mutex_unlock(&turns);
}

static void hand_note(void) {
    pthread_mutex_lock(&lock);
    while (notes == MOST_NOTES) pthread_cond_wait(&has_changed, &lock);
    notes++;
    pthread_cond_broadcast(&has_changed);
    pthread_mutex_unlock(&lock);
}

static int is_short_of_memory(VkResult result) {
    return result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_OUT_OF_DEVICE_MEMORY;
}

VkResult make_at_own_pace(makes next, VkDevice device, const void *info, const VkAllocationCallbacks *callbacks, void *made) {
    if (takes("slow_objects")) usleep(50000);
    VkResult result = next(device, info, callbacks, made);
    for (int i = 0; i < TRIES && takes("tries_again") && is_short_of_memory(result); i++) {
        usleep(500000);
        result = next(device, info, callbacks, made);
    }
    if (takes("hands_to_thread")) hand_note();
    return result;
}
