// What is sent to listeners of the test, by every family and by io_uring. Nothing leaves the machine.
#include <arpa/inet.h>
#include <linux/io_uring.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <netinet/in.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "hostile.h"

static void send_word(int descriptor, const void *address, socklen_t size, const char *what) {
    const char *word = order("mark");
    if (descriptor < 0 || connect(descriptor, address, size) < 0) {
        refused(what);
    } else if (send(descriptor, word, strlen(word), MSG_NOSIGNAL) > 0) {
        had("sent by %s", what);
    }
    if (descriptor >= 0) close(descriptor);
}

static void use_internet(void) {
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    four.sin_port = htons((uint16_t)number("tcp4"));
    send_word(socket(AF_INET, SOCK_STREAM, 0), &four, sizeof four, "TCP");
    four.sin_port = htons((uint16_t)number("udp4"));
    send_word(socket(AF_INET, SOCK_DGRAM, 0), &four, sizeof four, "UDP");
    six.sin6_port = htons((uint16_t)number("tcp6"));
    send_word(socket(AF_INET6, SOCK_STREAM, 0), &six, sizeof six, "TCP over IPv6");
    six.sin6_port = htons((uint16_t)number("udp6"));
    send_word(socket(AF_INET6, SOCK_DGRAM, 0), &six, sizeof six, "UDP over IPv6");
}

static void use_path_socket(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", order("socket"));
    send_word(socket(AF_UNIX, SOCK_STREAM, 0), &address, sizeof address, "a socket with a path");
}

static void use_abstract_socket(void) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const char *name = order("abstract");
    snprintf(address.sun_path + 1, sizeof address.sun_path - 1, "%s", name);
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name));
    send_word(socket(AF_UNIX, SOCK_STREAM, 0), &address, size, "an abstract socket");
}

// Two ends of one's own, of which each can be sent to others, or have a name, if they are for datagrams.
// An end that wants to know who sends gets a name as soon as it connects or sends.
static void take_name_of_kernel(int end, const struct sockaddr_un *nobody, int flags) {
    struct sockaddr_un name;
    socklen_t length = sizeof name;
    int wanted = 1;
    setsockopt(end, SOL_SOCKET, SO_PASSCRED, &wanted, sizeof wanted);
    if (connect(end, (const void *)nobody, sizeof *nobody) < 0) refused("a connection of a pair");
    send(end, "", 1, flags);
    if (getsockname(end, (void *)&name, &length) == 0 && length > sizeof name.sun_family) got("a name of the kernel's");
}

static void use_pairs(void) {
    int pair[2];
    const char *word = order("mark"), *name = order("datagrams-abstract"), *fresh = order("fresh");
    struct sockaddr_un path = {.sun_family = AF_UNIX}, abstract = path, own = path;
    snprintf(path.sun_path, sizeof path.sun_path, "%s", order("datagrams"));
    snprintf(abstract.sun_path + 1, sizeof abstract.sun_path - 1, "%s", name);
    snprintf(own.sun_path + 1, sizeof own.sun_path - 1, "%s", fresh);
    const size_t head = offsetof(struct sockaddr_un, sun_path) + 1;
    const int kinds[] = {SOCK_DGRAM, SOCK_RAW, SOCK_SEQPACKET, SOCK_STREAM};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (socketpair(AF_UNIX, kinds[i], 0, pair) < 0) {
            refused("a pair");
            continue;
        }
        const int flags = MSG_NOSIGNAL | MSG_DONTWAIT;
        take_name_of_kernel(pair[0], &abstract, flags);
        if (sendto(pair[0], word, strlen(word), flags, (void *)&path, sizeof path) < 0) refused("to a path");
        if (sendto(pair[0], word, strlen(word), flags, (void *)&abstract, (socklen_t)(head + strlen(name))) < 0)
            refused("to an abstract socket");
        send_word(dup(pair[0]), &path, sizeof path, "a pair, to a path");
        send_word(dup(pair[0]), &abstract, (socklen_t)(head + strlen(name)), "a pair, to an abstract socket");
        char netns[64] = "";
        if (readlink("/proc/self/ns/net", netns, sizeof netns - 1) < 0) netns[0] = 0;
        if (bind(pair[1], (void *)&own, (socklen_t)(head + strlen(fresh))) < 0) {
            refused("a name for an end");
        } else if (!*netns || !strcmp(netns, order("netns"))) {
            got("a name for an end in the machine's network");
        } else {
            had("a name for an end");
        }
        close(pair[0]);
        close(pair[1]);
    }
}

static int sees_interfaces(int descriptor) {
    struct {
        struct nlmsghdr head;
        struct rtgenmsg body;
    } request = {{sizeof request, RTM_GETLINK, NLM_F_REQUEST | NLM_F_DUMP, 1, 0}, {AF_UNSPEC}};
    static char answer[1 << 15];
    if (send(descriptor, &request, sizeof request, 0) < 0) return 0;
    ssize_t length = recv(descriptor, answer, sizeof answer, MSG_DONTWAIT);
    int count = 0;
    for (struct nlmsghdr *each = (void *)answer; NLMSG_OK(each, length); each = NLMSG_NEXT(each, length)) {
        count += each->nlmsg_type == RTM_NEWLINK;
    }
    return count;
}

static void use_families(void) {
    const struct {
        int family, type, protocol;
        const char *name;
        int breach;
    } kinds[] = {
        {AF_PACKET, SOCK_RAW, 0x300, "AF_PACKET", 1},  {AF_INET, SOCK_RAW, IPPROTO_ICMP, "a raw socket", 1},
        {AF_VSOCK, SOCK_STREAM, 0, "AF_VSOCK", 1},     {AF_ALG, SOCK_SEQPACKET, 0, "AF_ALG", 0},
        {AF_CAN, SOCK_RAW, 1, "AF_CAN", 1},            {AF_TIPC, SOCK_STREAM, 0, "AF_TIPC", 1},
        {AF_BLUETOOTH, SOCK_RAW, 1, "AF_BLUETOOTH", 1}, {AF_KEY, SOCK_RAW, 2, "AF_KEY", 1},
        {44, SOCK_RAW, 0, "AF_XDP", 1},                {AF_RDS, SOCK_SEQPACKET, 0, "AF_RDS", 1},
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        int descriptor = socket(kinds[i].family, kinds[i].type, kinds[i].protocol);
        if (descriptor < 0) {
            refused(kinds[i].name);
        } else if (kinds[i].breach) {
            got("%s", kinds[i].name);
        } else {
            had("%s", kinds[i].name);
        }
        if (descriptor >= 0) close(descriptor);
    }
    int netlink = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
    if (netlink < 0) {
        refused("AF_NETLINK");
        return;
    }
    int count = sees_interfaces(netlink);
    if (count > 1) {
        got("%d interfaces of the machine, by AF_NETLINK", count);
    } else {
        had("AF_NETLINK, %d interfaces", count);
    }
    close(netlink);
}

static void listen_on_machine(void) {
    char own[64] = "";
    if (readlink("/proc/self/ns/net", own, sizeof own - 1) < 0) own[0] = 0;
    struct sockaddr_in any = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    struct sockaddr_un abstract = {.sun_family = AF_UNIX};
    snprintf(abstract.sun_path + 1, sizeof abstract.sun_path - 1, "%s", order("fresh"));
    int tcp = socket(AF_INET, SOCK_STREAM, 0), local = socket(AF_UNIX, SOCK_STREAM, 0);
    const int heard[] = {
        tcp >= 0 && bind(tcp, (void *)&any, sizeof any) == 0 && listen(tcp, 1) == 0,
        local >= 0 && bind(local, (void *)&abstract, sizeof abstract) == 0 && listen(local, 1) == 0,
    };
    const char *names[] = {"a TCP listener", "an abstract listener"};
    for (size_t i = 0; i < 2; i++) {
        if (!heard[i]) {
            refused(names[i]);
        } else if (!*own || !strcmp(own, order("netns"))) {
            got("%s of the machine", names[i]);
        } else {
            had("%s in a network of its own", names[i]);
        }
    }
    usleep(20000);
    if (tcp >= 0) close(tcp);
    if (local >= 0) close(local);
}

// ---- io_uring: what is asked for there passes no filter of system calls

#ifndef SYS_io_uring_setup
#define SYS_io_uring_setup 425
#define SYS_io_uring_enter 426
#endif
#define OP_CONNECT 16
#define OP_SEND 26
#define OP_SOCKET 45

struct ring {
    int descriptor;
    char *queues;
    struct io_uring_sqe *entries;
    struct io_uring_params parameters;
};

static int submit(struct ring *ring, const struct io_uring_sqe *entry) {
    struct io_uring_params *p = &ring->parameters;
    unsigned *tail = (void *)(ring->queues + p->sq_off.tail), *array = (void *)(ring->queues + p->sq_off.array);
    unsigned mask = *(unsigned *)(ring->queues + p->sq_off.ring_mask), slot = *tail & mask;
    ring->entries[slot] = *entry;
    array[slot] = slot;
    __atomic_store_n(tail, *tail + 1, __ATOMIC_RELEASE);
    if (syscall(SYS_io_uring_enter, ring->descriptor, 1, 1, IORING_ENTER_GETEVENTS, NULL, 0) < 0) return -errno;
    unsigned *head = (void *)(ring->queues + p->cq_off.head);
    unsigned mask_of_answers = *(unsigned *)(ring->queues + p->cq_off.ring_mask);
    struct io_uring_cqe *answers = (void *)(ring->queues + p->cq_off.cqes);
    int result = answers[*head & mask_of_answers].res;
    __atomic_store_n(head, *head + 1, __ATOMIC_RELEASE);
    return result;
}

static int open_ring(struct ring *ring) {
    memset(ring, 0, sizeof *ring);
    struct io_uring_params *p = &ring->parameters;
    ring->descriptor = (int)syscall(SYS_io_uring_setup, 4, p);
    if (ring->descriptor < 0) return 0;
    size_t size = p->cq_off.cqes + p->cq_entries * sizeof(struct io_uring_cqe);
    size_t room = p->sq_off.array + p->sq_entries * sizeof(unsigned);
    ring->queues = mmap(NULL, size > room ? size : room, 3, MAP_SHARED, ring->descriptor, IORING_OFF_SQ_RING);
    ring->entries = mmap(NULL, 4 * sizeof *ring->entries, 3, MAP_SHARED, ring->descriptor, IORING_OFF_SQES);
    return (void *)ring->queues != MAP_FAILED && (void *)ring->entries != MAP_FAILED;
}

static void use_io_uring(void) {
    struct ring ring;
    if (!open_ring(&ring)) {
        refused("io_uring");
        return;
    }
    had("io_uring");
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    to.sin_port = htons((uint16_t)number("tcp4"));
    struct io_uring_sqe make = {.opcode = OP_SOCKET, .fd = AF_INET, .off = SOCK_STREAM};
    int descriptor = submit(&ring, &make);
    struct io_uring_sqe join = {.opcode = OP_CONNECT, .fd = descriptor, .addr = (uintptr_t)&to, .off = sizeof to};
    if (descriptor < 0 || submit(&ring, &join) < 0) return;
    const char *word = order("mark");
    struct io_uring_sqe say = {.opcode = OP_SEND, .fd = descriptor, .addr = (uintptr_t)word, .len = strlen(word)};
    if (submit(&ring, &say) > 0) had("sent by io_uring");
}

const struct act network[] = {
    {"internet", use_internet, 0},
    {"path-socket", use_path_socket, 0},
    {"abstract-socket", use_abstract_socket, 0},
    {"socket-pairs", use_pairs, 0},
    {"socket-families", use_families, 0},
    {"listen", listen_on_machine, 0},
    {"io-uring", use_io_uring, 0},
    {NULL, NULL, 0},
};
