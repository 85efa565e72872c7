#pragma once
// Swift's Glibc module is built without _GNU_SOURCE, so these functions of glibc are declared again here,
// as their manual pages give them. Each needs glibc 2.36 or older.
// Their types come from Swift's own module: a second inclusion of the headers would hide it.
#pragma clang module import SwiftGlibc

/// See: man 2 accept4
extern int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);
/// See: man 3 posix_spawn (glibc 2.34)
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
/// See: man 2 pidfd_open (glibc 2.36)
extern int pidfd_open(pid_t pid, unsigned int flags);
/// See: man 2 pidfd_send_signal (glibc 2.36)
extern int pidfd_send_signal(int pidfd, int signal, siginfo_t *info, unsigned int flags);

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

/// struct ucred of <sys/socket.h>. See: man 7 unix, SO_PEERCRED
struct waymark_ucred {
    pid_t pid;
    uid_t uid;
    gid_t gid;
};
