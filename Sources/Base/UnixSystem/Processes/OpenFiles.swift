import Glibc

/// How many files and connections this process may have open.
public enum OpenFiles {
    /// Takes what the system grants: programs start with less, for the sake of those that use select(2).
    ///
    /// See: man 2 getrlimit
    public static func raiseLimit(to wanted: UInt = 16_384) {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < wanted else {
            return
        }
        limit.rlim_cur = min(wanted, limit.rlim_max)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
