internal import CLinux
internal import Glibc

/// This process.
public enum CurrentProcess {
    /// Ends with this status, once everything printed is written.
    ///
    /// Unlike `exit` it calls nothing that C libraries have left to be done at the end: it would take away what other
    /// threads, which are ended only afterwards, may still use in them. What they kept goes with the process. Nor are
    /// other streams flushed: one that a thread reads from would be waited for.
    ///
    /// See: man 3 exit (`exit` is MT-Unsafe race:exit), man 2 _exit.
    public static func end(_ status: Int32) -> Never {
        waymark_flush_output()
        _exit(status)
    }
}
