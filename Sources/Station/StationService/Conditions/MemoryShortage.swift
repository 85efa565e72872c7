/// Why something is not begun for want of memory, and what helps. Sizes in bytes.
struct MemoryShortage: Hashable {
    let why: String
    let next: String

    /// Below this nothing large is begun.
    static let reserve: UInt64 = 64 << 20

    private static let ofTheMachine = "close what else runs on this machine, or give it more memory"
    private static let ofTheAudit =
        "import the sightings and audit everything (--all), or audit fewer at a time (--since, --batch)"

    private init(why: String, next: String) {
        (self.why, self.next) = (why, next)
    }

    /// The machine has little left, or tasks wait for memory for so many per cent of the time; nil where it has enough.
    init?(free: UInt64?, pressure: Double?, limit: Double) {
        let left = free.map { "\(Self.mebibytes($0)) are left" }
        if let free, free <= Self.reserve, let left {
            self.init(why: "\(left), and \(Self.mebibytes(Self.reserve)) must stay free", next: Self.ofTheMachine)
        } else if let pressure, pressure > limit {
            let remaining = left.map { "; \($0)" } ?? ""
            self.init(
                why: "tasks wait for memory \(Int(pressure)) % of the time\(remaining)", next: Self.ofTheMachine)
        } else {
            return nil
        }
    }

    /// An audit would take so much of what is free; nil where it may begin.
    init?(auditOf needed: UInt64, free: UInt64) {
        if let machine = MemoryShortage(free: free, pressure: nil, limit: 100) {
            self = machine
        } else if needed > free - Self.reserve {
            self.init(
                why: "the audit would take \(Self.mebibytes(needed)); \(Self.mebibytes(free)) are left, of which "
                    + "\(Self.mebibytes(Self.reserve)) must stay free", next: Self.ofTheAudit)
        } else {
            return nil
        }
    }

    /// The sightings that the registry holds have used up what was free.
    static func whileReading(free: UInt64?) -> MemoryShortage {
        let left = free.map { ": \(mebibytes($0)) are left" } ?? ""
        return MemoryShortage(
            why: "the sightings that the registry holds take more memory than there is\(left)", next: ofTheAudit)
    }

    private static func mebibytes(_ bytes: UInt64) -> String { "\(bytes >> 20) MiB" }
}
