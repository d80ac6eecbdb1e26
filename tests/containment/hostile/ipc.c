// What processes of one machine share: System V objects, POSIX queues and memory, keys of the kernel.
#include <mqueue.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>

#include "hostile.h"

// The test's segment has the text "refloader-canary"; new objects have the key after its own.
static void use_system_v(void) {
    key_t key = (key_t)number("shmkey");
    int segment = shmget(key, 4096, 0666);
    char *memory = segment < 0 ? (char *)-1 : shmat(segment, NULL, 0);
    if (memory != (char *)-1) {
        memcpy(memory, "hostile", 7);
        had("the segment of another process");
    } else {
        refused("the segment of another process");
    }
    // A semaphore's number is enough: semget is not needed to find it, and semtimedop does what semop does.
    struct sembuf up = {0, 1, IPC_NOWAIT};
    if (semop((int)number("semaphore"), &up, 1) == 0) had("the semaphore of another process, by semop");
    if (semtimedop((int)number("semaphore"), &up, 1, NULL) == 0) had("the semaphore of another process");
    if (shmget(key + 1, 4096, IPC_CREAT | IPC_EXCL | 0666) < 0) refused("a segment");
    if (msgget(key + 1, IPC_CREAT | IPC_EXCL | 0666) < 0) refused("a message queue");
    if (semget(key + 1, 1, IPC_CREAT | IPC_EXCL | 0666) < 0) refused("a semaphore");
}

static void use_posix_queue(void) {
    char fresh[300];
    mqd_t queue = mq_open(order("queue"), O_WRONLY | O_NONBLOCK);
    if (queue == (mqd_t)-1) {
        refused("the queue of another process");
    } else if (mq_send(queue, "hostile", 7, 0) == 0) {
        had("the queue of another process");
    }
    snprintf(fresh, sizeof fresh, "/%s", order("fresh"));
    struct mq_attr small = {.mq_maxmsg = 1, .mq_msgsize = 8};
    if (mq_open(fresh, O_CREAT | O_EXCL | O_RDWR, 0666, &small) == (mqd_t)-1) refused("a queue");
}

// Objects that outlive a process: the next run of the same library looks for those of the last one.
static void leave_objects(void) {
    const key_t key = 0x7265666c;
    const char *left = "left";
    char found[16] = "";
    int segment = shmget(key, 4096, IPC_CREAT | 0600), queue = msgget(key, IPC_CREAT | 0600);
    char *memory = segment < 0 ? (char *)-1 : shmat(segment, NULL, 0);
    if (memory == (char *)-1) {
        refused("a segment");
    } else {
        if (!strcmp(memory, left)) got("the segment of another run");
        strcpy(memory, left);
    }
    struct msqid_ds status;
    if (queue < 0 || msgctl(queue, IPC_STAT, &status) < 0) {
        refused("a message queue");
    } else {
        if (status.msg_qnum) got("the message queue of another run");
        struct { long kind; char text[8]; } message = {1, "left"};
        msgsnd(queue, &message, sizeof message.text, IPC_NOWAIT);
    }
    struct mq_attr small = {.mq_maxmsg = 1, .mq_msgsize = sizeof found};
    mqd_t posix = mq_open("/refloader-canary-left", O_CREAT | O_RDWR | O_NONBLOCK, 0600, &small);
    if (posix == (mqd_t)-1) {
        refused("a POSIX queue");
        return;
    }
    if (mq_receive(posix, found, sizeof found, NULL) > 0) got("the POSIX queue of another run");
    mq_send(posix, left, 5, 0);
}

static void use_posix_memory(void) {
    char name[300];
    snprintf(name, sizeof name, "/%s", order("memory"));
    int memory = shm_open(name, O_RDWR, 0666);
    if (memory < 0) {
        refused("the memory of another process");
    } else if (write(memory, "hostile", 7) == 7) {
        had("the memory of another process");
    }
    snprintf(name, sizeof name, "/%s", order("fresh"));
    if (shm_open(name, O_CREAT | O_EXCL | O_RDWR, 0666) < 0) refused("memory to share");
}

#define USER_KEYRING (-4)
#define USER_SESSION_KEYRING (-5)
#define SET_TIMEOUT 15
#define SEARCH 10
#define READ 11

static void use_keys(void) {
    const int rings[] = {USER_KEYRING, USER_SESSION_KEYRING};
    for (size_t i = 0; i < 2; i++) {
        long key = syscall(SYS_add_key, "user", order("fresh"), "hostile", 7, rings[i]);
        if (key < 0) {
            refused("a key");
            continue;
        }
        had("a key");
        syscall(SYS_keyctl, SET_TIMEOUT, key, 15);
    }
    long found = syscall(SYS_keyctl, SEARCH, USER_KEYRING, "user", order("key"), 0);
    char text[200] = "";
    if (found < 0) {
        refused("the key of another process");
    } else if (syscall(SYS_keyctl, READ, found, text, sizeof text) > 0) {
        tell_secrets(text, sizeof text);
    }
}

const struct act ipc[] = {
    {"system-v", use_system_v, 0},
    {"posix-queue", use_posix_queue, 0},
    {"leave-objects", leave_objects, 0},
    {"posix-memory", use_posix_memory, 0},
    {"keys", use_keys, 0},
    {NULL, NULL, 0},
};
