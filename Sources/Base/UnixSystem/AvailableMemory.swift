import Glibc

/// How much memory this process may still take.
public enum AvailableMemory {
    /// Bytes: what the machine has left, or what the process's own limit leaves, whichever is less. Nil where the
    /// system does not report it.
    ///
    /// See: man 5 proc, MemAvailable; https://docs.kernel.org/admin-guide/cgroup-v2.html, memory.max
    public static var free: UInt64? {
        [machine, ownGroup].compactMap { $0 }.min()
    }

    /// The share of the last ten seconds, in per cent, in which some task waited for memory. Nil where the kernel does not
    /// measure it. See: https://docs.kernel.org/accounting/psi.html
    public static var pressure: Double? {
        guard let text = text("/proc/pressure/memory"), let line = text.split(separator: "\n").first,
            let word = line.split(separator: " ").first(where: { $0.hasPrefix("avg10=") })
        else { return nil }
        return Double(word.dropFirst("avg10=".count))
    }

    private static var machine: UInt64? {
        guard let line = text("/proc/meminfo")?.split(separator: "\n").first(where: { $0.hasPrefix("MemAvailable:") }),
            let kibibytes = line.split(separator: " ").dropFirst().first.flatMap({ UInt64($0) })
        else { return nil }
        return kibibytes * 1_024
    }

    private static var ownGroup: UInt64? {
        guard let line = text("/proc/self/cgroup")?.split(separator: "\n").first(where: { $0.hasPrefix("0::") })
        else { return nil }
        let folder = "/sys/fs/cgroup" + line.dropFirst(3)
        guard let limit = number("\(folder)/memory.max"), let used = number("\(folder)/memory.current") else {
            return nil
        }
        return limit > used ? limit - used : 0
    }

    /// Nil for `max`, too: no limit.
    private static func number(_ path: String) -> UInt64? {
        text(path).flatMap { UInt64($0.split(separator: "\n").first ?? "") }
    }

    private static func text(_ path: String) -> String? {
        (try? File.read(path, limit: 65_536)).map { String(decoding: $0, as: UTF8.self) }
    }
}
