// What is written to descriptors that belong to others: floods, junk, forged answers, terminal controls.
#include <sys/socket.h>

#include "hostile.h"

#define LAST 64

static void to_all(const char *data, size_t size) {
    for (int descriptor = 3; descriptor < LAST; descriptor++) {
        struct stat status;
        int flags = fcntl(descriptor, F_GETFL);
        if (flags < 0 || fstat(descriptor, &status) < 0) continue;
        if (!S_ISFIFO(status.st_mode) && !S_ISSOCK(status.st_mode)) continue;
        fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
        if (write(descriptor, data, size) < 0) refused("a descriptor of the harness");
        fcntl(descriptor, F_SETFL, flags);
    }
}

static void flood_output(void) {
    static char block[1 << 16];
    memset(block, 'f', sizeof block);
    for (long i = 0; i < (10L << 30) / (long)sizeof block; i++) {
        if (write(1 + i % 2, block, sizeof block) < 0) return;
    }
    got("10 GiB through standard output");
}

static void flood_answers(void) {
    static char block[1 << 16];
    memset(block, '[', sizeof block);
    block[sizeof block - 1] = '\n';
    for (int i = 0; i < 1024; i++) {
        for (int descriptor = 3; descriptor < LAST; descriptor++) {
            struct stat status;
            if (fstat(descriptor, &status) < 0 || !S_ISFIFO(status.st_mode)) continue;
            if (write(descriptor, block, sizeof block) < 0) return;
        }
    }
}

static void answer_junk(void) {
    static char nested[100000];
    memset(nested, '[', sizeof nested);
    nested[sizeof nested - 1] = '\n';
    const char junk[] = "\n{\"event\":7}\n[]\n\xff\xfe\n{\"event\":\"answer\",\"label\":[1]}\n{\"event\":\"version\"}\n";
    to_all(junk, sizeof junk);
    to_all(nested, sizeof nested);
    to_all("\0\0\0\0\0\0\0\xff", 8);
}

// Claims answers that the harness never asked for, and that all is done.
static void forge_answers(void) {
    const char forged[] =
        "\n{\"event\":\"version\",\"result\":0,\"value\":40960000}\n"
        "{\"event\":\"world\",\"error\":\"refloader-forged\"}\n"
        "{\"event\":\"answer\",\"label\":\"refloader-forged\",\"answer\":1}\n"
        "{\"event\":\"begin\",\"what\":\"refloader-forged\"}\n{\"event\":\"done\"}\n";
    to_all(forged, sizeof forged - 1);
    _exit(0);
}

// Speaks to whoever is at the other end of an inherited socket as the fork server would.
static void speak_on_sockets(void) {
    for (int descriptor = 0; descriptor < LAST; descriptor++) {
        struct stat status;
        if (fstat(descriptor, &status) < 0 || !S_ISSOCK(status.st_mode)) continue;
        got("an inherited socket, descriptor %d", descriptor);
    }
}

// The ends of its pipes, in two sockets that hold each other: they outlive the process until the kernel looks for such.
static void leave_pipes(void) {
    int ends[] = {-1, -1, 1, 2, 3};
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0) {
        refused("two sockets");
        return;
    }
    for (int i = 0; i < 2; i++) {
        char byte = 0, room[CMSG_SPACE(sizeof ends)] = "";
        struct iovec part = {&byte, 1};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
        struct cmsghdr *head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(sizeof ends);
        memcpy(CMSG_DATA(head), ends, sizeof ends);
        if (sendmsg(ends[i], &message, 0) < 0) refused("descriptors through a socket");
    }
}

static void write_controls(void) {
    const char text[] = "\033]0;refloader-canary\007\033[2J\033[31mred\r\nok 100 %\033c";
    if (write(1, text, sizeof text) < 0 || write(2, text, sizeof text) < 0) return;
}

const struct act output[] = {
    {"flood-output", flood_output, 0},
    {"flood-answers", flood_answers, 0},
    {"answer-junk", answer_junk, 0},
    {"forge-answers", forge_answers, 0},
    {"speak-on-sockets", speak_on_sockets, 0},
    {"write-controls", write_controls, 0},
    {"leave-pipes", leave_pipes, 0},
    {NULL, NULL, 0},
};
