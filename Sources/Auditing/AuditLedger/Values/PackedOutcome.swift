package import Registry

/// One confirmation in 16 bytes.
package struct PackedOutcome: PackedRecord {
    /// How many witnesses of a URL are remembered: the latest.
    static let limit = 32

    package let time: UInt32
    /// A digest of the device's name; 0 when none was reported.
    let device: UInt32
    private let entryAndOutcome: UInt64

    init(entry: Int, time: UInt32, device: UInt32, outcome: Confirmation.Outcome) {
        self.time = time
        self.device = device
        let number = Confirmation.Outcome.allCases.firstIndex(of: outcome) ?? 0
        entryAndOutcome = UInt64(entry) << 8 | UInt64(number)
    }

    package var entry: Int { Int(entryAndOutcome >> 8) }
    package var outcome: Confirmation.Outcome { Confirmation.Outcome.allCases[Int(entryAndOutcome & 0xFF)] }

    private var moment: UInt64 { UInt64(time) << 32 | UInt64(device) }

    /// The order of time; all fields take part.
    static func isEarlier(_ left: Self, _ right: Self) -> Bool {
        (left.moment, left.entryAndOutcome) < (right.moment, right.entryAndOutcome)
    }

    /// Leaves the latest answer of each device, and of the witnesses the latest ones, in the order of time. Answers
    /// without a device are a witness each; the same row twice is one.
    package static func fold(_ group: inout [Self]) {
        group.sort { isEarlier($1, $0) }
        var kept: [Self] = []
        for record in group {
            let isKnown = kept.contains { other in
                record.device != 0
                    ? other.device == record.device
                    : other.moment == record.moment && other.entryAndOutcome == record.entryAndOutcome
            }
            if !isKnown { kept.append(record) }
            if kept.count == limit { break }
        }
        group = kept.reversed()
    }
}
