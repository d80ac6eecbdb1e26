// The recording that observers, the scripted application and the watch on malloc write together: one file, mapped
// and shared, so that nothing is lost when the process ends badly. Only adds records; reading and judging is
// Python's (refloader/suite/sessions/recording.py, which also makes the file and its head).
//
// The head is 64 bytes, records follow one another. All numbers are little-endian; a record begins at a multiple of 8
// bytes. Records are in the order in which room was taken for them, over all threads.
#ifndef REFLOADER_RECORDING_H
#define REFLOADER_RECORDING_H

#include <fcntl.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define RECORDING_VARIABLE "REFLOADER_OBSERVE"  // holds the path of the file
#define RECORDING_MAGIC UINT64_C(0x31304345524C4652)  // "RFLREC01"

struct recording {
    uint64_t magic;
    uint64_t capacity;       // bytes of the file
    _Atomic uint64_t used;   // bytes taken, the head included; more than the capacity once it is full
    _Atomic uint64_t lost;   // records for which there was no room
    _Atomic uint64_t links;  // numbers given to links: all processes that write here have different ones, from 1
    uint64_t reserved[3];
};

enum record_kind {
    RECORD_UNFINISHED = 0,  // its writer has not come to the end of it, or never will
    RECORD_LINK = 1,        // texts: who calls through this link, who is called
    RECORD_COMMAND = 2,     // words: index; texts: name
    RECORD_TYPE = 3,        // words: index; texts: name of a handle type
    RECORD_ENTER = 4,       // words: index of the command, then its parameters as they came in (call: its own)
    RECORD_LEAVE = 5,       // words: what it returned
    RECORD_GIVEN = 6,       // a fact on what a call was given: struct fact words; texts: path, text
    RECORD_MADE = 7,        // the same on what it handed up
    RECORD_NOTE = 8         // words: value, other; texts: what it is about, text. call: 0
};

// What a fact's number is.
enum fact_kind {
    FACT_WORD = 0,    // any number
    FACT_HANDLE = 1,  // an object; other: the first word of what it points at, 0 for what has none
    FACT_TEXT = 2     // a string; the number is its address
};

struct record {
    uint32_t size;  // in bytes, the whole record; a multiple of 8
    uint16_t kind;
    uint16_t link;
    uint32_t thread;  // the kernel's number
    uint32_t call;    // the place of the call's RECORD_ENTER in the file, in units of 8 bytes
    uint64_t words[];
};

struct fact {
    uint32_t kind;  // enum fact_kind
    uint32_t type;  // index of a RECORD_TYPE, for handles
    uint64_t value;
    uint64_t other;
};

// What the watch on malloc has to know of a thread. The observers keep it up to date where the process has a
// function of this name (it is in the watch's library).
struct observed_thread {
    uint32_t call;  // the innermost call that a link has been entered with and not left; 0: none
    uint16_t link;
    uint16_t inside;  // whether that call is in a layer: its link is not the last of the chain
};
typedef struct observed_thread *(*PFN_refloader_observed_thread)(void);
#define OBSERVED_THREAD "refloader_observed_thread"

// NULL: the file, which is closed here, is no recording, and nothing is to be recorded.
static inline struct recording *recording_map(int file) {
    struct stat status;
    if (file < 0) return NULL;
    void *memory = MAP_FAILED;
    if (fstat(file, &status) == 0 && status.st_size >= (off_t)sizeof(struct recording))
        memory = mmap(NULL, (size_t)status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (memory == MAP_FAILED) return NULL;
    struct recording *found = memory;
    if (found->magic == RECORDING_MAGIC && found->capacity <= (uint64_t)status.st_size) return found;
    munmap(memory, (size_t)status.st_size);
    return NULL;
}

static inline struct recording *recording_open(const char *path) {
    return recording_map(path == NULL ? -1 : open(path, O_RDWR | O_CLOEXEC));
}

static inline uint32_t recording_thread(void) {
    static _Thread_local uint32_t number;
    if (number == 0) number = (uint32_t)syscall(SYS_gettid);
    return number;
}

// Room for a record with this many bytes behind its head, NULL when the file is full. ``call`` 0: the record begins
// a call of its own. The caller fills words, then calls recording_done.
static inline struct record *recording_take(struct recording *to, size_t bytes, uint16_t link, uint32_t call,
                                            int begins_call) {
    uint64_t size = (sizeof(struct record) + bytes + 7) / 8 * 8;
    uint64_t place = atomic_fetch_add_explicit(&to->used, size, memory_order_relaxed);
    if (place + size > to->capacity) {
        atomic_fetch_add_explicit(&to->lost, 1, memory_order_relaxed);
        return NULL;
    }
    struct record *made = (struct record *)((char *)to + place);
    made->size = (uint32_t)size;
    made->link = link;
    made->thread = recording_thread();
    made->call = begins_call ? (uint32_t)(place / 8) : call;
    return made;
}

static inline void recording_done(struct record *record, enum record_kind kind) {
    __atomic_store_n(&record->kind, (uint16_t)kind, __ATOMIC_RELEASE);
}

// A record of words and two texts: what all kinds but RECORD_ENTER and RECORD_LEAVE are.
static inline void recording_add(struct recording *to, enum record_kind kind, uint16_t link, uint32_t call,
                                 const void *words, size_t bytes, const char *first, const char *second) {
    size_t one = strlen(first) + 1, two = strlen(second) + 1;
    struct record *record = recording_take(to, bytes + one + two, link, call, 0);
    if (record == NULL) return;
    memcpy(record->words, words, bytes);
    memcpy((char *)record->words + bytes, first, one);
    memcpy((char *)record->words + bytes + one, second, two);
    recording_done(record, kind);
}

static inline void recording_note(struct recording *to, uint64_t value, uint64_t other, const char *about,
                                  const char *text) {
    uint64_t words[2] = {value, other};
    recording_add(to, RECORD_NOTE, 0, 0, words, sizeof words, about, text);
}

#endif
