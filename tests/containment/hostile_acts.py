"""The acts of the hostile libraries: what each tries, and how a run of it may end. The C is in ``hostile/``."""

import re
from dataclasses import dataclass
from pathlib import Path

HOSTILE = Path(__file__).parent / "hostile"
KINDS = ("loader", "layer", "driver")

ANY = ("ok", "fault", "crash", "timeout")
"""Where the act ends the run or not as the box has it: a killed system call ends it as well as an error does."""

ENDS = ("crash", "fault")
HANGS = ("timeout",)


@dataclass(frozen=True, slots=True)
class Act:
    """One act. ``verdicts`` are the ways in which a run of it may end, ``seconds`` what it gets at the most."""

    name: str
    does: str
    verdicts: tuple[str, ...] = ANY
    seconds: float = 5.0


ACTS = (
    Act("nothing", "nothing at all", ("ok",)),
    # How a process ends
    Act("crash-at-load", "crashes in its constructor", ("crash",)),
    Act("abort-at-load", "aborts in its constructor", ("crash",)),
    Act("exit-at-load", "ends the process as if all was well, in its constructor", ENDS),
    Act("exit-when-called", "ends the process as if all was well, in its first call", ENDS),
    Act("abort", "aborts", ("crash",)),
    Act("hang-at-load", "hangs in its constructor", HANGS, 0.7),
    Act("hang", "hangs in a call", HANGS, 0.7),
    Act("hang-deaf", "hangs with every signal ignored and blocked", HANGS, 0.7),
    Act("hang-at-exit", "hangs when the process ends", ("ok", "timeout"), 0.7),
    Act("spin", "keeps the processor busy for ever", HANGS, 0.7),
    Act("stop-itself", "stops itself with SIGSTOP", HANGS, 0.7),
    Act("signal-itself", "sends itself SIGSEGV with tgkill", ("crash",)),
    Act("close-all", "closes all descriptors", ("fault", "crash")),
    Act("smash-stack", "overwrites its stack", ("crash",)),
    Act("huge-counts", "claims four thousand million entries in each enumeration", ANY),
    Act("store-variables", "sets the environment fifty thousand times", ("ok", "timeout")),
    Act("take-memory", "takes memory, up to 6 GiB", (*ENDS, "timeout")),
    Act("leave-thread", "leaves a thread that spins", ("ok", "crash", "timeout"), 1.5),
    # Output
    Act("flood-output", "writes 10 GiB to standard output and error", ("timeout", "ok", "crash"), 1.0),
    Act("flood-answers", "writes 64 MiB to the descriptors of the answers", ("fault", "timeout"), 3.0),
    Act("answer-junk", "writes junk between the answers", ANY),
    Act("forge-answers", "writes forged answers and ends", ("ok", "fault", "crash")),
    Act("speak-on-sockets", "looks for sockets that it inherited", ("ok",)),
    Act("write-controls", "writes control sequences of terminals", ("ok",)),
    Act("leave-pipes", "leaves the ends of its pipes in sockets that hold each other", ("ok",)),
    # Processes
    Act("leave-daemon", "leaves a daemon that writes later", ANY),
    Act("leave-runner", "leaves a daemon that forks itself on without pause", ANY),
    Act("leave-runners", "leaves forty daemons that fork themselves on without pause", ANY),
    Act("leave-stopped", "leaves a stopped process in a session of its own", ANY),
    Act("fork-bomb", "starts up to 2,000 processes"),
    Act("hold-descriptors", "opens as many files as it can"),
    Act("raise-priority", "takes a real-time priority, or the highest"),
    Act("raise-limits", "raises its own limits"),
    # Other processes
    Act("kill-all", "kills all processes", ANY),
    Act("kill-parent", "kills its parent"),
    Act("kill-harness", "kills the harness before its parent"),
    Act("kill-by-number", "kills every process number from 2 to 32768", ANY),
    Act("kill-in-other-ways", "kills by tgkill, tkill, a queued signal, a pidfd, a group"),
    Act("kill-by-descriptor", "has the kernel send signals for a descriptor"),
    Act("stop-parent", "stops its parent"),
    Act("trace-parent", "traces its parent with ptrace"),
    Act("read-memory", "reads the memory of the harness"),
    Act("write-memory", "opens the memory of the harness for writing"),
    Act("change-limits", "changes limits, priority and processors of the harness"),
    Act("change-oom-score", "has the kernel end the harness first"),
    # Files
    Act("write-everywhere", "makes a file in each folder that lets it"),
    Act("change-canaries", "writes, truncates, deletes, renames, links and chmods files"),
    Act("change-results", "changes the results of the harness"),
    Act("change-itself", "changes its own library"),
    Act("change-flags", "changes the flags that a file system keeps of its own library"),
    Act("ask-file-systems", "adds and removes keys of file systems, changes files that are open for reading"),
    Act("fill-disk", "fills the disk, up to 3 GiB"),
    Act("big-file", "makes a file of 10 GiB"),
    Act("odd-files", "leaves pipes, closed folders and folders a hundred deep"),
    Act("lead-astray", "leaves links where the harness reads and clears"),
    Act("watch-homes", "watches homes with inotify and fanotify"),
    # Secrets
    Act("read-secrets", "reads secrets in homes, /root, the results and /tmp"),
    Act("list-homes", "lists homes"),
    Act("read-variables", "reads secrets in its environment"),
    Act("read-environ", "reads the environment of the harness"),
    Act("read-other-roots", "reads secrets through /proc/PID/root and /proc/PID/cwd"),
    Act("read-own-memory", "looks for the harness's secrets in its own memory"),
    Act("use-descriptors", "reads secrets through descriptors that it inherited"),
    Act("read-processes", "reads the command line of the harness (possible without namespaces)"),
    # Network
    Act("internet", "sends by TCP and UDP, IPv4 and IPv6"),
    Act("path-socket", "connects to a socket that has a path"),
    Act("abstract-socket", "connects to an abstract socket"),
    Act("socket-pairs", "sends from pairs of sockets to others, gives one a name"),
    Act("socket-families", "opens sockets of ten other families, reads interfaces by netlink"),
    Act("listen", "listens on the machine's network"),
    Act("io-uring", "sends by TCP through io_uring"),
    # Shared objects
    Act("system-v", "uses and makes shared memory, queues and semaphores of System V"),
    Act("posix-queue", "uses and makes POSIX message queues"),
    Act("leave-objects", "leaves shared memory and queues for the next run"),
    Act("posix-memory", "uses and makes POSIX shared memory"),
    Act("keys", "uses and makes keys of the kernel"),
    # The kernel
    Act("become-root", "becomes root, or takes root's group"),
    Act("capabilities", "uses capabilities"),
    Act("setuid-program", "runs a program with the set-user-id bit of root"),
    Act("namespaces", "makes user and mount namespaces"),
    Act("chroot", "changes its root"),
    Act("mount", "mounts"),
    Act("devices", "opens disks and devices of the kernel, makes a device node"),
    Act("settings", "opens settings of the kernel for writing"),
    Act("module", "loads a module of the kernel"),
    Act("machinery", "asks for perf events, BPF, file handles, accounting, the kernel's log"),
    Act("call-anything", "makes random system calls, with arguments that lead to all of the above", ANY, 8.0),
    # Its own process
    Act("lower-score", "has the kernel end it last when memory runs out", ("ok",)),
    Act(
        "leave-siblings", "leaves 200 processes as children of the process above, dead ones and runners", ANY
    ),
    Act(
        "hide-and-hang",
        "hangs as a process that may not be looked at, under a name that looks like its state",
        HANGS,
        0.7,
    ),
    Act("wait-for-child", "waits in vfork for a child that hangs", HANGS, 0.7),
    Act("ask-nobody", "hangs in a system call that it answers itself (seccomp listener)", HANGS, 0.7),
    Act("execute-memory", "executes a program out of memory, and asks for userfaultfd", ("ok",)),
    Act("lock-files", "locks all folders and files that it can open, and hangs", HANGS, 0.7),
    Act("take-timers", "takes all timers and waiting signals of its user"),
    Act("take-pipes", "takes all memory for pipes of its user"),
    Act("write-settings", "opens settings of the process above for writing"),
    Act("lose-children", "ignores SIGCHLD, waits for every child in a thread, and crashes", ("crash",)),
    Act("end-in-handler", "crashes, and ends the process as if all was well in a handler of that", ENDS),
    Act("swallow-answers", "has the kernel drop the answers (seccomp)", ENDS),
)

BY_NAME = {act.name: act for act in ACTS}
WORST = (
    *("exit-at-load", "spin", "close-all", "flood-output", "flood-answers", "forge-answers"),
    *("leave-daemon", "fork-bomb", "kill-all", "change-results", "write-controls", "take-memory"),
)
"""Those that ``refloader conform`` is given whole."""


def in_source() -> set[str]:
    """The names in the tables of the C source."""
    names: set[str] = set()
    for path in HOSTILE.glob("*.c"):
        names |= set(re.findall(r'^    \{"([a-z-]+)", \w+, [01]\},$', path.read_text(encoding="utf-8"), re.M))
    return names
