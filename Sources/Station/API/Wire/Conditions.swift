package import Registry

/// A condition of the station that needs attention.
package struct StationCondition: Hashable, Sendable, Codable {
    /// The states that a station can be in, beside the usual one. Each is explained in docs/operations.md.
    package enum Name: String, Hashable, Sendable, Codable, CaseIterable {
        case diskFull = "disk-full"
        case diskLow = "disk-low"
        case diskReadOnly = "disk-read-only"
        case diskFailing = "disk-failing"
        case registryDamaged = "registry-damaged"
        case registryAltered = "registry-altered"
        case clockBehind = "clock-behind"
        case clockUnconfirmed = "clock-unconfirmed"
        case memoryShort = "memory-short"
        case readerFailed = "reader-failed"
        case erasurePending = "erasure-pending"

        package var severity: Severity {
            switch self {
            case .diskFull, .diskReadOnly, .diskFailing, .registryDamaged: .failing
            case .diskLow, .clockBehind, .clockUnconfirmed, .memoryShort, .readerFailed, .erasurePending,
                .registryAltered:
                .warning
            }
        }
    }

    package enum Severity: String, Hashable, Sendable, Codable, CaseIterable {
        /// Everything works, or only work that can wait does not.
        case warning
        /// The station cannot do its work.
        case failing
    }

    package let name: Name
    package let severity: Severity
    package let since: Timestamp
    package let message: String
    package let why: String
    package let next: String

    package init(_ name: Name, since: Timestamp, message: String, why: String, next: String) {
        self.name = name
        severity = name.severity
        self.since = since
        self.message = message
        self.why = why
        self.next = next
    }
}

/// How the station is, for a monitoring program.
package struct StationHealth: Hashable, Sendable, Codable {
    package enum Verdict: String, Hashable, Sendable, Codable {
        case ok
        case warning
        case failing
    }

    package struct Disk: Hashable, Sendable, Codable {
        /// Bytes.
        package let free: UInt64
        package let total: UInt64

        package init(free: UInt64, total: UInt64) {
            self.free = free
            self.total = total
        }
    }

    package struct Clock: Hashable, Sendable, Codable {
        /// Whether a time service, or the operator, vouches for it.
        package let isConfirmed: Bool

        package init(isConfirmed: Bool) {
            self.isConfirmed = isConfirmed
        }
    }

    package let schema: Int
    package let status: Verdict
    package let conditions: [StationCondition]
    /// Whether a write to the registry has reached the disk just now.
    package let isWritable: Bool
    package let disk: Disk?
    /// Readers by their state.
    package let readers: [String: Int]
    package let clock: Clock
    /// Bytes of memory that are left for this process; nil where the system does not report them.
    package let memory: UInt64?

    package init(
        conditions: [StationCondition], isWritable: Bool, disk: Disk?, readers: [String: Int], clock: Clock,
        memory: UInt64?
    ) {
        schema = 1
        let isFailing = !isWritable || conditions.contains { $0.severity == .failing }
        status = isFailing ? .failing : conditions.isEmpty ? .ok : .warning
        self.conditions = conditions
        self.isWritable = isWritable
        self.disk = disk
        self.readers = readers
        self.clock = clock
        self.memory = memory
    }
}
