/// One confirmation in 16 bytes.
public struct PackedOutcome: PackedRecord, Hashable {
    /// How many witnesses of a URL are remembered: the latest.
    public static let limit = 32

    public let time: UInt32
    /// A digest of the device's name, or its number; 0 when none was reported.
    public let device: UInt32
    private let entryAndOutcome: UInt64

    public init(entry: Int, time: UInt32, device: UInt32, outcome: Confirmation.Outcome) {
        self.time = time
        self.device = device
        entryAndOutcome = UInt64(entry) << 8 | UInt64(outcome.place)
    }

    public var entry: Int { Int(entryAndOutcome >> 8) }
    public var outcome: Confirmation.Outcome { Confirmation.Outcome(place: UInt8(truncatingIfNeeded: entryAndOutcome)) }

    /// The same of another entry.
    public func of(entry: Int) -> Self { Self(entry: entry, time: time, device: device, outcome: outcome) }

    /// The same by another device.
    public func by(device: UInt32) -> Self { Self(entry: entry, time: time, device: device, outcome: outcome) }

    /// The order of time; all fields take part. The device, which has another digest in each process, comes last: the
    /// answers of one second are always in the same order.
    static func isEarlier(_ left: Self, _ right: Self) -> Bool {
        (left.time, left.entryAndOutcome, left.device) < (right.time, right.entryAndOutcome, right.device)
    }

    /// The latest answer of each device, and of the witnesses the latest ones, in the order of time. Answers without a
    /// device are a witness each; the same row twice is one.
    @discardableResult
    public static func keep(_ record: Self, in kept: inout [Self]) -> Bool {
        if kept.count == limit, let first = kept.first, !isEarlier(first, record) { return false }
        let other = kept.firstIndex { record.device == 0 ? $0 == record : $0.device == record.device }
        if let other, !isEarlier(kept[other], record) { return false }
        if other != nil || kept.count == limit { kept.remove(at: other ?? 0) }
        kept.append(record)
        place(record, in: &kept, isEarlier)
        return true
    }
}

extension Confirmation.Outcome {
    /// In records, also those of files: never another.
    public var place: UInt8 {
        switch self {
        case .inRegion: 0
        case .notInRegion: 1
        case .doesNotMatch: 2
        case .disallowed: 3
        }
    }

    /// A place that no outcome has is that of the last one, which says nothing: the file was changed from outside.
    public init(place: UInt8) {
        switch place {
        case 0: self = .inRegion
        case 1: self = .notInRegion
        case 2: self = .doesNotMatch
        default: self = .disallowed
        }
    }
}
