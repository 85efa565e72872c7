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
/// A hang-up that is ignored stays so: the program was started to outlive its terminal (man 1 nohup).
/// See: man 2 sigaction
static inline int waymark_note_signals(int signal, int pipe) {
    struct sigaction action = {0}, former = {0};
    if (signal == SIGHUP && sigaction(signal, 0, &former) == 0 && former.sa_handler == SIG_IGN) return 0;
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
