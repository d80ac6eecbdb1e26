// The filter of system calls. It takes away what no loader, layer or driver needs and what reaches beyond its process:
// the network, other processes, mounts, namespaces, the kernel's own settings. What it takes away fails as if the
// caller had no right to it, so that a library which only tries goes on.
//
// box_filter_i386.c makes this file anew, with the numbers that 32-bit programs have for the calls on the same kernel.
#include "box_filter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "box_filter_calls.h"
#include "box_landlock.h"

#if defined(FILTER_OF_I386)
#define OURS AUDIT_ARCH_I386
#elif defined(__x86_64__)
#define OURS AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OURS AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define OURS AUDIT_ARCH_RISCV64
#elif defined(__powerpc64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define OURS AUDIT_ARCH_PPC64LE
#elif defined(__i386__)
#define OURS AUDIT_ARCH_I386
#elif defined(__arm__)
#define OURS AUDIT_ARCH_ARM
#endif

#ifndef CLONE_NEWCGROUP
#define CLONE_NEWCGROUP 0x02000000
#endif
#define NEW_NAMESPACES \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

enum { MOST = 512 };
static struct sock_filter program[MOST];
static unsigned short length;

#define COUNT(list) (sizeof(list) / sizeof *(list))
#define ALLOW SECCOMP_RET_ALLOW
#define FAIL(number) (SECCOMP_RET_ERRNO | ((number) & SECCOMP_RET_DATA))
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define ARGUMENT(which) (offsetof(struct seccomp_data, args) + 8 * (which))
#define UPPER_HALF(which) (ARGUMENT(which) + 4)
#else
#define ARGUMENT(which) (offsetof(struct seccomp_data, args) + 8 * (which) + 4)
#define UPPER_HALF(which) (ARGUMENT(which) - 4)
#endif

static void add(unsigned short code, uint32_t value, unsigned char if_true, unsigned char if_false) {
    if (length < MOST) program[length++] = (struct sock_filter){code, if_true, if_false, value};
}

static void load(uint32_t offset) { add(BPF_LD | BPF_W | BPF_ABS, offset, 0, 0); }
static void end(uint32_t what) { add(BPF_RET | BPF_K, what, 0, 0); }

// When what is loaded is the value: that is the end.
static void end_if(uint32_t value, uint32_t what) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    end(what);
}

static void fail(const int *calls, size_t count, int number) {
    for (size_t i = 0; i < count; i++) end_if((uint32_t)calls[i], FAIL(number));
}

// A test of the arguments of one call, which comes to an end in itself; how long it is is known when it is there.
static unsigned short begin(int call) {
    add(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 0);
    return length;
}

static void finish(unsigned short start) { program[start - 1].jf = (unsigned char)(length - start); }

static void of_itself(int call, uint32_t argument, uint32_t self, int also_group) {
    unsigned short start = begin(call);
    load(ARGUMENT(argument));
    end_if(0, ALLOW);
    end_if(self, ALLOW);
    if (also_group) end_if(-self, ALLOW);
    end(FAIL(EPERM));
    finish(start);
}

// Two ends that belong to each other are no network, unless what is sent can go elsewhere, as with datagrams, or an end
// has a name: the kernel gives one to an end that wants to know who sends, as soon as it connects or sends.
static void tests_of_pairs(void) {
    end_if(SYS_bind, FAIL(EPERM));
    end_if(SYS_connect, FAIL(ECONNREFUSED));
    unsigned short start = begin(SYS_setsockopt);
    load(ARGUMENT(1));
    add(BPF_JMP | BPF_JEQ | BPF_K, SOL_SOCKET, 1, 0);
    end(ALLOW);
    load(ARGUMENT(2));
    end_if(SO_PASSCRED, FAIL(EPERM));
    end_if(PASS_PIDFD, FAIL(EPERM));
    end(ALLOW);
    finish(start);
    start = begin(SYS_socketpair);
    load(ARGUMENT(0));
    add(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 1, 0);
    end(FAIL(EAFNOSUPPORT));
    load(ARGUMENT(1));
    add(BPF_ALU | BPF_AND | BPF_K, KIND_OF_SOCKET, 0, 0);
    end_if(SOCK_STREAM, ALLOW);
    end_if(SOCK_SEQPACKET, ALLOW);
    end(FAIL(EPERM));
    finish(start);
}

static int keeps_signals(const struct box *box) {
    return box->own_numbers || (box->ruleset >= 0 && box_landlock() >= LANDLOCK_KEEPS_SIGNALS);
}

// The kernel sends signals for a descriptor to whom it belongs to, and has who writes to a file with a lease wait.
static void tests_of_descriptors(const struct box *box, int call) {
    uint32_t self = (uint32_t)getpid();
    unsigned short start = begin(call);
    load(ARGUMENT(1));
    end_if(F_SETLEASE, FAIL(EACCES));
    end_if(F_NOTIFY, FAIL(EPERM));  // tells what others do in a folder
    if (!keeps_signals(box)) {
        end_if(F_SETOWN_EX, FAIL(EPERM));  // whom it is to belong to lies in memory
        add(BPF_JMP | BPF_JEQ | BPF_K, F_SETOWN, 1, 0);
        end(ALLOW);
        load(ARGUMENT(2));
        end_if(0, ALLOW);
        end_if(self, ALLOW);
        end_if(-self, ALLOW);
        end(FAIL(EPERM));
    }
    end(ALLOW);
    finish(start);
}

// A process that may not dump its memory is told from all others by a limit of 1: with any other, 0 too, the kernel
// starts the machine's program for dumps. And the one that watches over the worker may be its user's.
static void tests_of_limits(void) {
    uint32_t self = (uint32_t)getpid();
#ifdef SYS_setrlimit
    unsigned short old = begin(SYS_setrlimit);
    load(ARGUMENT(0));
    end_if(RLIMIT_CORE, FAIL(EPERM));
    end(ALLOW);
    finish(old);
#endif
    unsigned short start = begin(SYS_prlimit64);
    load(ARGUMENT(1));
    add(BPF_JMP | BPF_JEQ | BPF_K, RLIMIT_CORE, 0, 5);
    load(ARGUMENT(2));  // none where the limit is only asked for
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 2);
    load(UPPER_HALF(2));
    add(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
    end(FAIL(EPERM));
    load(ARGUMENT(0));
    end_if(0, ALLOW);
    end_if(self, ALLOW);
    end(FAIL(EPERM));
    finish(start);
}

static void tests_of_kinds(void) {
    for (size_t i = 0; i < COUNT(harmless); i++) end_if((uint32_t)harmless[i], ALLOW);
    add(BPF_ALU | BPF_AND | BPF_K, KIND_OF_REQUEST, 0, 0);
    end_if(OF_FILE_SYSTEMS, FAIL(EPERM));
    end_if(OF_BTRFS, FAIL(EPERM));
    end_if(OF_F2FS, FAIL(EPERM));
}

static void tests_of_arguments(const struct box *box) {
    for (size_t i = 0; i < COUNT(of_descriptors); i++) tests_of_descriptors(box, of_descriptors[i]);
    tests_of_limits();
    unsigned short start = begin(SYS_clone);
    load(ARGUMENT(0));
    add(BPF_JMP | BPF_JSET | BPF_K, NEW_NAMESPACES, 0, 1);
    end(FAIL(EPERM));
    end(ALLOW);
    finish(start);
    start = begin(SYS_socket);
    load(ARGUMENT(0));
    if (box->local) end_if(AF_UNIX, ALLOW);
    end(FAIL(EAFNOSUPPORT));
    finish(start);
    if (!box->local) tests_of_pairs();
    start = begin(SYS_ioctl);
    load(ARGUMENT(1));
    end_if(TIOCSTI, FAIL(EPERM));
    end_if(TIOCLINUX, FAIL(EPERM));
    if (!box->own_numbers) fail(of_files, COUNT(of_files), EPERM);
    if (!keeps_signals(box)) fail(of_owners, COUNT(of_owners), EPERM);
    tests_of_kinds();
    end(ALLOW);
    finish(start);
}

// To open a file for reading and make it empty: that is a right of its own in Landlock's third version, and none before.
static void no_truncation(int call, uint32_t argument) {
    unsigned short start = begin(call);
    load(ARGUMENT(argument));
    add(BPF_ALU | BPF_AND | BPF_K, O_ACCMODE | O_TRUNC, 0, 0);
    end_if(O_RDONLY | O_TRUNC, FAIL(EPERM));
    end(ALLOW);
    finish(start);
}

static void tests_of_truncation(void) {
    end_if(OPENAT2, FAIL(ENOSYS));  // its flags lie in memory, and everybody falls back to openat
    no_truncation(SYS_openat, 2);
#ifdef SYS_open
    no_truncation(SYS_open, 1);
#endif
}

static void tests_of_processes(const struct box *box) {
    uint32_t self = (uint32_t)getpid();
    fail(shared, COUNT(shared), EPERM);
    if (box->ruleset >= 0 && box_landlock() < LANDLOCK_KEEPS_LENGTHS) tests_of_truncation();
    end_if(SYS_fallocate, FAIL(EOPNOTSUPP));  // what is written is counted as it grows
    for (size_t i = 0; i < COUNT(of_a_process); i++) of_itself(of_a_process[i], 0, self, 0);
    unsigned short start = begin(SYS_setpriority);
    load(ARGUMENT(0));
    add(BPF_JMP | BPF_JEQ | BPF_K, PRIO_PROCESS, 1, 0);
    end(FAIL(EPERM));
    load(ARGUMENT(1));
    end_if(0, ALLOW);
    end_if(self, ALLOW);
    end(FAIL(EPERM));
    finish(start);
    if (keeps_signals(box)) return;
    for (size_t i = 0; i < COUNT(signals); i++) of_itself(signals[i], 0, self, 1);
}

#if !defined(FILTER_OF_I386)
__attribute__((visibility("default"))) int32_t box_can_filter(void) {
#ifdef OURS
    uint32_t action = SECCOMP_RET_ERRNO;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
#else
    return 0;
#endif
}

int filter_install(unsigned short count, struct sock_filter *rows) {
    struct sock_fprog whole = {count, rows};
    return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &whole);
}

#endif

// Calls by the numbers of another word size are nobody's, unless programs of it are run: then a filter of their own
// decides about them.
static void tests_of_word_size(const struct box *box) {
    load(offsetof(struct seccomp_data, arch));
#if defined(FILTER_OF_I386)
    (void)box;
    add(BPF_JMP | BPF_JEQ | BPF_K, OURS, 1, 0);
    end(ALLOW);
#else
#if defined(__x86_64__)
    if (box->also_i386) end_if(AUDIT_ARCH_I386, ALLOW);
#else
    (void)box;
#endif
    add(BPF_JMP | BPF_JEQ | BPF_K, OURS, 1, 0);
    end(FAIL(ENOSYS));
#endif
    load(offsetof(struct seccomp_data, nr));
}

#if defined(FILTER_OF_I386)
int filter_close_i386(const struct box *box) {
#else
int filter_close(const struct box *box) {
#endif
#ifdef OURS
    length = 0;
    tests_of_word_size(box);
#if defined(__x86_64__) && !defined(FILTER_OF_I386)
    add(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);  // the other numbers of the same processor (x32)
    end(FAIL(ENOSYS));
#endif
    end_if(CLONE3, FAIL(ENOSYS));  // its flags lie in memory, and everybody falls back to clone
    fail(later + (box->own_numbers ? 1 : 0), COUNT(later) - (box->own_numbers ? 1 : 0), EPERM);
    fail(never, COUNT(never), EPERM);
    if (!box->own_numbers) tests_of_processes(box);
    tests_of_arguments(box);
    end(ALLOW);
    if (length >= MOST) { errno = E2BIG; return -1; }
    return filter_install(length, program);
#else
    (void)box;
    errno = ENOSYS;
    return -1;
#endif
}
