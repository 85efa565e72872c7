#pragma once
// Swift's Glibc module is built without _GNU_SOURCE, so these functions of glibc are declared again here,
// as their manual pages give them. Each needs glibc 2.36 or older.
// Their types come from Swift's own module: a second inclusion of the headers would hide it.
#pragma clang module import SwiftGlibc
// The one header that Swift's module leaves out. See: man 7 epoll
#include <sys/ioctl.h>
#include <sys/epoll.h>
#include <sys/timex.h>
#include <sys/syscall.h>
#include <stddef.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

/// See: man 2 accept4
extern int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
/// See: man 3 posix_spawn (glibc 2.34)
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
/// See: man 2 pidfd_open (glibc 2.36)
extern int pidfd_open(pid_t pid, unsigned int flags);
/// See: man 2 pidfd_send_signal (glibc 2.36)
extern int pidfd_send_signal(int pidfd, int signal, siginfo_t *info, unsigned int flags);

/// A descriptor that only names a file. See: man 2 open (O_PATH)
static const int waymark_O_PATH = 010000000;
/// See: man 2 setresuid
extern int setresuid(uid_t real, uid_t effective, uid_t saved);
/// See: man 2 setresgid
extern int setresgid(gid_t real, gid_t effective, gid_t saved);
/// See: man 2 setgroups
extern int setgroups(size_t count, const gid_t *groups);

/// See: man 2 prlimit
extern int prlimit(pid_t pid, __rlimit_resource_t resource, const struct rlimit *new, struct rlimit *old);
/// See: man 2 pipe2
extern int pipe2(int ends[2], int flags);
/// See: man 3 mkostemp
extern int mkostemp(char *pattern, int flags);

/// See: man 3 pthread_setname_np
extern int pthread_setname_np(pthread_t thread, const char *name);
/// See: man 7 environ. A function, because Swift 6 does not let a C variable be read.
static inline char **waymark_environment(void) {
    extern char **environ;
    return environ;
}

/// Where the handler below writes.
static volatile int waymark_signal_pipe = -1;

/// A handler may do only what man 7 signal-safety allows, and Swift promises nothing about that.
static inline void waymark_note_signal(int signal) {
    int kept = errno;
    unsigned char number = (unsigned char)signal;
    // A full pipe already holds more signals than are needed.
    if (write(waymark_signal_pipe, &number, 1) < 0) { }
    errno = kept;
}

/// Writes the number of each `signal` that arrives to `pipe`, one byte each. The same pipe for every signal;
/// called from one file only, because each object file has its own copy of the variable.
/// See: man 2 sigaction
static inline int waymark_note_signals(int signal, int pipe) {
    struct sigaction action = {0};
    waymark_signal_pipe = pipe;
    action.sa_handler = waymark_note_signal;
    action.sa_flags = SA_RESTART;
    return sigaction(signal, &action, 0);
}

/// struct ucred of <sys/socket.h>. See: man 7 unix, SO_PEERCRED
struct waymark_ucred {
    pid_t pid;
    uid_t uid;
    gid_t gid;
};

/// A function, because Swift 6 does not let the C variable `stdout` be read. See: man 3 fflush
static inline int waymark_flush_output(void) { return fflush(stdout); }

/// ioctl is variadic, and Glibc's struct winsize belongs to no module that Swift imports. 0: no terminal.
/// See: man 2 TIOCGWINSZ
static inline int waymark_terminal_columns(int descriptor) {
    struct winsize size = {0};
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/// Whether a time service keeps the kernel's clock: 1, 0, or -1 when the kernel does not say. struct timex belongs to no
/// module that Swift imports. See: man 2 adjtimex
static inline int waymark_clock_is_synchronised(void) {
    struct timex state = {0};
    if (adjtimex(&state) < 0) return -1;
    return (state.status & STA_UNSYNC) == 0;
}

/// Nanoseconds since the machine was started. See: man 2 clock_gettime
static inline long long waymark_uptime(void) {
    struct timespec time = {0};
    clock_gettime(7 /* CLOCK_BOOTTIME */, &time);
    return (long long)time.tv_sec * 1000000000 + time.tv_nsec;
}

/// See: man 2 syscall, man 2 prctl
extern long syscall(long number, ...);
extern int prctl(int operation, ...);

/// Takes this process's memory away from core files, and from other processes of its user. See: man 2 prctl
static inline int waymark_hide_memory(void) { return prctl(4 /* PR_SET_DUMPABLE */, 0UL, 0UL, 0UL, 0UL); }
/// Whether a core file may be made of this process: 1, or 0. See: man 2 prctl
static inline int waymark_is_dumpable(void) { return prctl(3 /* PR_GET_DUMPABLE */, 0UL, 0UL, 0UL, 0UL); }

/// Refuses this thread, and every thread and program that it starts, all files by name, all TCP connections, all signals
/// to other programs and all abstract sockets: as much of it as the kernel knows, for good. What is open stays open.
/// 0 when it is done, and also on a kernel without Landlock. struct landlock_ruleset_attr belongs to no module that Swift
/// imports. See: man 7 landlock, man 2 landlock_create_ruleset
static inline int waymark_refuse_names(void) {
    struct { unsigned long long files, connections, scopes; } rules = {0x1FFF, 0, 0};
    // Each version of the interface adds rights to the table or a member to the structure.
    long version = syscall(444 /* landlock_create_ruleset */, (void *)0, 0UL, 1UL /* LANDLOCK_CREATE_RULESET_VERSION */);
    if (version < 1) return errno == ENOSYS || errno == EOPNOTSUPP ? 0 : -1;
    if (version >= 2) rules.files |= 1 << 13;
    if (version >= 3) rules.files |= 1 << 14;
    if (version >= 5) rules.files |= 1 << 15;
    if (version >= 4) rules.connections = 3;
    if (version >= 6) rules.scopes = 3;
    unsigned long size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    long table = syscall(444, &rules, size, 0UL);
    if (table < 0) return -1;
    long status = syscall(446 /* landlock_restrict_self */, table, 0UL);
    close((int)table);
    return (int)status;
}

/// System calls by which a process reaches others, other programs, or changes what files there are. Those of one
/// architecture only have a condition.
#define WAYMARK_REFUSED \
    __NR_socket, __NR_socketpair, __NR_connect, __NR_execve, __NR_execveat, __NR_ptrace, __NR_process_vm_writev, \
    __NR_kill, __NR_tkill, __NR_pidfd_open, __NR_pidfd_send_signal, __NR_pidfd_getfd, __NR_unlinkat, __NR_renameat2, \
    __NR_mkdirat, __NR_mknodat, __NR_linkat, __NR_symlinkat, __NR_fchmodat, __NR_fchmod, __NR_fchownat, __NR_fchown, \
    __NR_truncate, __NR_utimensat, __NR_setxattr, __NR_lsetxattr, __NR_fsetxattr, __NR_removexattr, __NR_mount, \
    __NR_open_by_handle_at, __NR_openat2, __NR_io_uring_setup, __NR_bpf, __NR_prlimit64, __NR_fchmodat2
#ifndef __NR_fchmodat2
#define __NR_fchmodat2 452
#endif

/// Refuses every thread of this process the calls above, and to open a file for anything but reading, for good: EPERM.
/// 0 when it is done. See: man 2 seccomp
static inline int waymark_refuse_calls(void) {
    static const unsigned refused[] = {
        WAYMARK_REFUSED, __NR_renameat,
#ifdef __NR_open
        __NR_open, __NR_creat, __NR_unlink, __NR_rmdir, __NR_rename, __NR_mkdir, __NR_mknod, __NR_link, __NR_symlink,
        __NR_chmod, __NR_chown, __NR_lchown, __NR_utime, __NR_utimes, __NR_fork, __NR_vfork,
#endif
    };
    enum { count = sizeof refused / sizeof refused[0] };
#if defined(__x86_64__)
    const unsigned machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
    const unsigned machine = AUDIT_ARCH_AARCH64;
#else
#error "the number of this architecture for seccomp is missing"
#endif
    const struct sock_filter refuse = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
    struct sock_filter filter[2 * count + 16];
    unsigned short length = 0;
    filter[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch));
    filter[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, machine, 1, 0);
    filter[length++] = refuse;
    filter[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
    // x32 has other numbers for the same calls.
    filter[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
    filter[length++] = refuse;
    for (unsigned index = 0; index < count; index++) {
        filter[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, refused[index], 0, 1);
        filter[length++] = refuse;
    }
    filter[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_openat, 0, 3);
    // The lower half of the flags, the third argument: little endian.
    filter[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2]));
    filter[length++] = (struct sock_filter)BPF_JUMP(
        BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1);
    filter[length++] = refuse;
    filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {length, filter};
    if (prctl(38 /* PR_SET_NO_NEW_PRIVS */, 1UL, 0UL, 0UL, 0UL) != 0) return -1;
    return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0 ? 0 : -1;
}
