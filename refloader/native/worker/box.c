// Closes the box: user, capabilities, system calls and files. Called between a fork and the library's first
// instruction, so nothing here allocates or locks.
#include "box.h"

#include <errno.h>
#include <linux/capability.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "box_filter.h"
#include "box_landlock.h"

static int become(int32_t user) {
    if (user < 0) return 0;
    uid_t number = (uid_t)user;
    // The plain calls: there is one thread, and no lock of the library may be needed after a fork.
    if (syscall(SYS_setresgid, number, number, number) || syscall(SYS_setresuid, number, number, number)) return -1;
    return getuid() == number && geteuid() == number ? 0 : -1;
}

__attribute__((visibility("default"))) int32_t box_close(const struct box *box) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct nothing[2] = {{0}};
    struct rlimit processes = {(rlim_t)box->processes, (rlim_t)box->processes};
    setpgid(0, 0);
    if (box->processes && setrlimit(RLIMIT_NPROC, &processes)) return -1;
    // A start with privilege is what no_new_privs is there to prevent. Without it, what follows needs privilege itself.
    if (!box->privileged && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
    if (box->ruleset >= 0 && (landlock_close(box->ruleset) || close(box->ruleset))) return -1;
    if (box->filter && filter_close(box)) return -1;
#if defined(__x86_64__)
    if (box->filter && box->also_i386 && filter_close_i386(box)) return -1;
#endif
    if (become(box->user)) return -1;
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    if (syscall(SYS_capset, &header, nothing)) return -1;
    // Another user's number took the right to look at itself, /proc/self among it.
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    if (box->mortal) prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    return 0;
}
