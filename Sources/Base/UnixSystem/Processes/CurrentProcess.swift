internal import CLinux
public import Faults
internal import Glibc

/// This process.
public enum CurrentProcess {
    /// Ends with this status, or with 1 when it is 0 or 2 and something that was printed could not be written: then
    /// standard error says so.
    ///
    /// Unlike `exit` it calls nothing that C libraries have left to be done at the end: it would take away what other
    /// threads, which are ended only afterwards, may still use in them. What they kept goes with the process. Nor are
    /// other streams flushed: one that a thread reads from would be waited for.
    ///
    /// See: man 3 exit (`exit` is MT-Unsafe race:exit), man 2 _exit.
    public static func end(_ status: Int32) -> Never {
        waymark_flush_output()
        guard let failure = StandardOutput.finish() else { _exit(status) }
        StandardError.write("error: \(failure.message)\n  why:  \(failure.reason)\n  next: \(failure.next)\n")
        _exit([0, 2].contains(status) ? 1 : status)
    }

    /// Keeps this process's memory, which holds keys and positions, out of core files and from other processes of its user.
    /// Its own files below /proc belong to root from then on.
    ///
    /// See: man 2 prctl, PR_SET_DUMPABLE
    public static func hideMemory() throws(SystemError) {
        guard waymark_hide_memory() == 0 else {
            throw SystemError("cannot keep the memory of this process to itself", call: "prctl")
        }
    }

    /// Whether the system may write this process's memory into a core file.
    static var isDumpable: Bool { waymark_is_dumpable() != 0 }

    /// Gives the superuser's rights up, all of them and for good: user, group and further groups, of every thread. Without
    /// these rights the process can do no more to the user's files than the user can.
    ///
    /// See: man 2 setgroups, man 2 setresgid, man 2 setresuid, man 7 nptl
    public static func become(user: UInt32, group: UInt32) throws(SystemError) {
        let message = "cannot become \(Accounts.userName(user))"
        // In this order: after the change of user, the process may not change groups any more.
        guard setgroups(0, nil) == 0 else { throw SystemError(message, call: "setgroups") }
        guard setresgid(group, group, group) == 0 else { throw SystemError(message, call: "setresgid") }
        guard setresuid(user, user, user) == 0 else { throw SystemError(message, call: "setresuid") }
        guard user == 0 || setresuid(0, 0, 0) != 0 else {
            throw SystemError(
                code: .failed, message: message, reason: "the superuser's rights came back",
                next: "report this", call: "setresuid")
        }
    }
}
