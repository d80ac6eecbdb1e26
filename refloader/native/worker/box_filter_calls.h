// The system calls, and the requests of ioctl, that the filter decides about (box_filter.c): by the names that the headers
// of the kernel have for them, and by number where older headers have none.
#ifndef REFLOADER_BOX_FILTER_CALLS_H
#define REFLOADER_BOX_FILTER_CALLS_H

#include <linux/fs.h>
#include <linux/sched.h>
#include <linux/sockios.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>

// Calls that came with later kernels have the same number on every processor.
enum { CLONE3 = 435, OPENAT2 = 437 };
static const int later[] = {
    424,                                // pidfd_send_signal
    425, 426, 427,                      // io_uring
    428, 429, 430, 431, 432, 433, 442,  // open_tree, move_mount, fsopen, fsconfig, fsmount, fspick, mount_setattr
    438, 440, 443, 448,                 // pidfd_getfd, process_madvise, quotactl_fd, process_mrelease
    467,                                // open_tree_attr
};

static const int never[] = {
    SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_unshare, SYS_setns,
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp,
    SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_fanotify_init,
    SYS_add_key, SYS_request_key, SYS_keyctl,
    SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_reboot,
    SYS_swapon, SYS_swapoff, SYS_acct, SYS_quotactl, SYS_syslog, SYS_vhangup,
    SYS_settimeofday, SYS_clock_settime, SYS_clock_adjtime, SYS_adjtimex, SYS_sethostname, SYS_setdomainname,
    SYS_open_by_handle_at,
    SYS_io_setup,  // the whole machine has so many contexts for these, and one process can take them all
    // What is made with these outlives the process, and the memory in it every limit: a process namespace has the
    // next runs in it too.
#ifdef SYS_shmget
    SYS_shmget, SYS_shmat, SYS_shmctl, SYS_semget, SYS_semctl, SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl,
#endif
#ifdef SYS_semop
    SYS_semop,
#endif
#ifdef SYS_semtimedop
    SYS_semtimedop,  // the C library's semop is this one, and the number of a semaphore is all that it takes
#endif
#ifdef SYS_semtimedop_time64
    SYS_semtimedop_time64,
#endif
#ifdef SYS_stime
    SYS_stime, SYS_umount, SYS_clock_settime64, SYS_clock_adjtime64,
#endif
#ifdef SYS_ipc
    SYS_ipc,  // all of them in one call
#endif
    SYS_mq_open, SYS_mq_unlink,
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#ifdef SYS_ioperm
    SYS_ioperm, SYS_iopl,
#endif
#ifdef SYS_socketcall
    SYS_socketcall,
#endif
};

// What a process without a process namespace could change of others: of its user's, and with a file system that is
// shared, of its user's files. Landlock has no rule for these.
static const int shared[] = {
    SYS_setsid, SYS_setpgid,  // whoever stays in the group of the worker is ended with all others, at one blow
    SYS_inotify_add_watch, SYS_ioprio_set, SYS_migrate_pages, SYS_move_pages,
    SYS_truncate,  // which Landlock has had a rule for since its third version only
    SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_utimensat,
    SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr,
    412, 452, 463, 466, 469,  // utimensat_time64, fchmodat2, setxattrat, removexattrat, file_setattr
#ifdef SYS_chown32
    SYS_chown32, SYS_fchown32, SYS_lchown32, SYS_truncate64,
#endif
#ifdef SYS_chmod
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
};

// Calls whose first argument is the process that they act on.
static const int of_a_process[] = {
    SYS_sched_setaffinity, SYS_sched_setscheduler, SYS_sched_setparam, SYS_sched_setattr,
};
enum { KIND_OF_SOCKET = 0xf, PASS_PIDFD = 76 };

// Requests that change what a file system keeps of a file, which its owner can have open for reading only.
static const int of_files[] = {
    (int)FS_IOC_SETVERSION, (int)FS_IOC32_SETVERSION, (int)FS_IOC_FSSETXATTR,
};
// All requests of the kinds of file systems are refused but these: some change a file or a folder that is open for
// reading only, others the keys by which the file system reads encrypted files, which belong to its user and not to a
// process.
enum { KIND_OF_REQUEST = 0xff00, OF_FILE_SYSTEMS = 'f' << 8, OF_BTRFS = 0x94 << 8, OF_F2FS = 0xf5 << 8 };
static const int harmless[] = {
    (int)FS_IOC_GETFLAGS, (int)FS_IOC32_GETFLAGS, (int)_IOWR('f', 11, char[32]) /* FS_IOC_FIEMAP */,
    (int)FICLONE, (int)FICLONERANGE, (int)FIDEDUPERANGE,
};
static const int of_owners[] = {FIOSETOWN, SIOCSPGRP};  // the other names of F_SETOWN, with the owner in memory
static const int of_descriptors[] = {
    SYS_fcntl,
#ifdef SYS_fcntl64
    SYS_fcntl64,
#endif
};
static const int signals[] = {SYS_kill, SYS_tkill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo};

#endif
