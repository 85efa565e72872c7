/// Until when evidence is erased that has been kept for so many days.
///
/// Each erasure ends the audits that are open, walks among them. So it comes once a day and not with each row that is old
/// enough, it is a little early, and it waits for a moment at which none is open, as long as no row becomes older than
/// the days.
public struct EvidenceExpiry: Hashable, Sendable {
    /// Milliseconds.
    private let kept: Int64

    /// `days`: at least 1.
    public init(days: Int) { kept = Int64(days) * 86_400_000 }

    /// By how much it may come early, twice: a day, or a tenth of the days where that is less.
    private var slack: Int64 { min(86_400_000, kept / 10) }

    /// What is older is to be erased now; nil while nothing is. `oldest`: of the rows, in seconds since 1970. `isInUse`:
    /// whether an audit is open.
    public func limit(oldest: Int64, isInUse: Bool, at now: Timestamp) -> Timestamp? {
        let last = now.milliseconds - kept
        guard oldest * 1_000 < last + (isInUse ? 0 : slack) else { return nil }
        return Timestamp(milliseconds: last + 2 * slack)
    }
}
