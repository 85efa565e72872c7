#pragma once
// How a process gives up rights for good: Landlock, which keeps it to some files, and a seccomp filter, which keeps it from
// system calls. Landlock's structures belong to no module that Swift imports, and Debian's header lacks the newer ones.
#include "shim.h"
#include <stddef.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

/// The version of Landlock's interface; 0 on a kernel without it, and where it is switched off; -1 for an error.
/// See: man 2 landlock_create_ruleset
static inline int waymark_landlock_version(void) {
    long version = syscall(444 /* landlock_create_ruleset */, (void *)0, 0UL, 1UL /* LANDLOCK_CREATE_RULESET_VERSION */);
    if (version < 1) return errno == ENOSYS || errno == EOPNOTSUPP ? 0 : -1;
    return (int)version;
}

/// Rights to files, as Landlock numbers them. See: man 7 landlock
static const unsigned long long waymark_write_file = 1 << 1;
static const unsigned long long waymark_read_file = 1 << 2;
static const unsigned long long waymark_read_folder = 1 << 3;
/// To make and remove files and folders, to move and to shorten them.
static const unsigned long long waymark_change_folder = 1 << 4 | 1 << 5 | 1 << 7 | 1 << 8 | 1 << 13 | 1 << 14;
static const unsigned long long waymark_device_calls = 1 << 15;

/// Every right to files that this version of the interface knows: each version adds some.
static inline unsigned long long waymark_all_rights(int version) {
    return 0x1FFF | (version >= 2 ? 1 << 13 : 0) | (version >= 3 ? 1 << 14 : 0) | (version >= 5 ? 1 << 15 : 0);
}

/// A table of what stays allowed, empty at first: it refuses all files by name, all TCP connections, all signals to other
/// programs and all abstract sockets, as much of it as the kernel knows. A descriptor, or -1.
static inline int waymark_landlock_table(int version) {
    struct { unsigned long long files, connections, scopes; } rules = {waymark_all_rights(version), 0, 0};
    if (version >= 4) rules.connections = 3;
    if (version >= 6) rules.scopes = 3;
    unsigned long size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    return (int)syscall(444, &rules, size, 0UL);
}

/// Allows these rights to a file, or to a folder and everything in it; `place` is its descriptor. 0 when it is done.
static inline int waymark_landlock_allow(int table, int version, int place, unsigned long long rights) {
    struct { unsigned long long rights; int place; } __attribute__((packed)) rule =
        {rights & waymark_all_rights(version), place};
    return (int)syscall(445 /* landlock_add_rule */, table, 1UL /* LANDLOCK_RULE_PATH_BENEATH */, &rule, 0UL);
}

/// Keeps this thread, and every thread and program that it starts, to what the table allows, for good. What is open stays
/// open. 0 when it is done. See: man 2 landlock_restrict_self
static inline int waymark_landlock_restrict(int table) {
    if (prctl(38 /* PR_SET_NO_NEW_PRIVS */, 1UL, 0UL, 0UL, 0UL) != 0) return -1;
    return (int)syscall(446 /* landlock_restrict_self */, table, 0UL);
}

/// System calls by which a process reaches others and other programs.
#define WAYMARK_REACHING \
    __NR_socket, __NR_socketpair, __NR_connect, __NR_execve, __NR_execveat, __NR_ptrace, __NR_process_vm_readv, \
    __NR_process_vm_writev, __NR_kill, __NR_tkill, __NR_rt_sigqueueinfo, __NR_rt_tgsigqueueinfo, __NR_pidfd_open, \
    __NR_pidfd_send_signal, __NR_pidfd_getfd, __NR_mknodat, __NR_mount, __NR_open_by_handle_at, __NR_openat2, \
    __NR_io_uring_setup, __NR_bpf, __NR_prlimit64 WAYMARK_OLD_REACHING
/// Those by which it changes what files there are. Newer architectures lack the old ones.
#define WAYMARK_CHANGING \
    __NR_unlinkat, __NR_renameat2, __NR_renameat, __NR_mkdirat, __NR_linkat, __NR_symlinkat, __NR_fchmodat, __NR_fchmod, \
    __NR_fchownat, __NR_fchown, __NR_truncate, __NR_utimensat, __NR_setxattr, __NR_lsetxattr, __NR_fsetxattr, \
    __NR_removexattr, __NR_fchmodat2 WAYMARK_OLD_CHANGING
#ifdef __NR_open
#define WAYMARK_OLD_REACHING , __NR_mknod, __NR_fork, __NR_vfork
#define WAYMARK_OLD_CHANGING \
    , __NR_open, __NR_creat, __NR_unlink, __NR_rmdir, __NR_rename, __NR_mkdir, __NR_link, __NR_symlink, __NR_chmod, \
    __NR_chown, __NR_lchown, __NR_utime, __NR_utimes
#else
#define WAYMARK_OLD_REACHING
#define WAYMARK_OLD_CHANGING
#endif
#ifndef __NR_fchmodat2
#define __NR_fchmodat2 452
#endif

/// Refuses every thread of this process the calls that reach others, and signals to others, for good: EPERM. `changing`: also
/// those that change what files there are, and to open a file for anything but reading. 0 when it is done.
/// See: man 2 seccomp
static inline int waymark_refuse_calls(int changing) {
    static const unsigned refused[] = {WAYMARK_REACHING, WAYMARK_CHANGING};
    enum { all = sizeof refused / sizeof refused[0], few = sizeof (unsigned[]){WAYMARK_REACHING} / sizeof refused[0] };
    const unsigned count = changing ? all : few;
#if defined(__x86_64__)
    const unsigned machine = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
    const unsigned machine = AUDIT_ARCH_AARCH64;
#else
#error "the number of this architecture for seccomp is missing"
#endif
    const struct sock_filter refuse = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM);
    struct sock_filter filter[2 * all + 24];
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
    // A signal to a thread of this process is how abort() ends it. The lower half of an argument: little endian.
    filter[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_tgkill, 0, 4);
    filter[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0]));
    filter[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)getpid(), 1, 0);
    filter[length++] = refuse;
    filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    if (changing) {
        filter[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_openat, 0, 3);
        filter[length++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2]));
        filter[length++] = (struct sock_filter)BPF_JUMP(
            BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1);
        filter[length++] = refuse;
    }
    filter[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = {length, filter};
    if (prctl(38 /* PR_SET_NO_NEW_PRIVS */, 1UL, 0UL, 0UL, 0UL) != 0) return -1;
    return syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) == 0 ? 0 : -1;
}
