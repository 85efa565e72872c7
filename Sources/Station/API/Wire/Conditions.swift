public import Registry

/// A condition of the station that needs attention.
public struct StationCondition: Hashable, Sendable, Codable {
    /// The states that a station can be in, beside the usual one. Each is explained in docs/operations.md.
    public enum Name: String, Hashable, Sendable, Codable, CaseIterable {
        case diskFull = "disk-full"
        case diskLow = "disk-low"
        case diskReadOnly = "disk-read-only"
        case diskFailing = "disk-failing"
        case registryDamaged = "registry-damaged"
        case clockBehind = "clock-behind"
        case clockUnconfirmed = "clock-unconfirmed"
        case memoryShort = "memory-short"
        case readerFailed = "reader-failed"

        public var severity: Severity {
            switch self {
            case .diskFull, .diskReadOnly, .diskFailing, .registryDamaged: .failing
            case .diskLow, .clockBehind, .clockUnconfirmed, .memoryShort, .readerFailed: .warning
            }
        }
    }

    public enum Severity: String, Hashable, Sendable, Codable, CaseIterable {
        /// Everything works, or only work that can wait does not.
        case warning
        /// The station cannot do its work.
        case failing
    }

    public let name: Name
    public let severity: Severity
    public let since: Timestamp
    public let message: String
    public let why: String
    public let next: String

    public init(_ name: Name, since: Timestamp, message: String, why: String, next: String) {
        self.name = name
        severity = name.severity
        self.since = since
        self.message = message
        self.why = why
        self.next = next
    }
}

/// How the station is, for a monitoring program.
public struct StationHealth: Hashable, Sendable, Codable {
    public enum Verdict: String, Hashable, Sendable, Codable {
        case ok
        case warning
        case failing
    }

    public struct Disk: Hashable, Sendable, Codable {
        /// Bytes.
        public let free: UInt64
        public let total: UInt64

        public init(free: UInt64, total: UInt64) {
            self.free = free
            self.total = total
        }
    }

    public struct Clock: Hashable, Sendable, Codable {
        /// Whether a time service, or the operator, vouches for it.
        public let isConfirmed: Bool

        public init(isConfirmed: Bool) {
            self.isConfirmed = isConfirmed
        }
    }

    public let schema: Int
    public let status: Verdict
    public let conditions: [StationCondition]
    /// Whether a write to the registry has reached the disk just now.
    public let isWritable: Bool
    public let disk: Disk?
    /// Readers by their state.
    public let readers: [String: Int]
    public let clock: Clock
    /// Bytes of memory that are left for this process; nil where the system does not report them.
    public let memory: UInt64?

    public init(
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
