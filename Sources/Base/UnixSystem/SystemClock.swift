import CLinux
import Glibc

/// The kernel's clock.
public enum SystemClock {
    /// Whether a time service keeps it; nil when the kernel does not say.
    ///
    /// See: man 2 adjtimex, STA_UNSYNC
    public static var isSynchronised: Bool? {
        let answer = waymark_clock_is_synchronised()
        return answer < 0 ? nil : answer == 1
    }

    /// Seconds since 1970.
    public static var now: Int64 { Int64(time(nil)) }

    /// The time since the machine started, sleep included: it cannot be set. See: man 2 clock_gettime, CLOCK_BOOTTIME
    public static var uptime: Duration { .nanoseconds(waymark_uptime()) }
}
