internal import AuditLedger

/// What became of good rows: each is in exactly one of these counts.
struct RowFates: Sendable, Equatable {
    /// Visits that speak for their tag, each by its most accurate row.
    var visits = 0
    /// Rows that say nothing more: of a visit for which a more accurate row speaks, read twice, or beyond the most
    /// accurate visits that are kept of a tag.
    var repeated = 0
    /// Visits that contradict the others of their tag, and do not decide.
    var leftOut = 0

    static func += (left: inout Self, right: Self) {
        left.visits += right.visits
        left.repeated += right.repeated
        left.leftOut += right.leftOut
    }

    static func -= (left: inout Self, right: Self) {
        left.visits -= right.visits
        left.repeated -= right.repeated
        left.leftOut -= right.leftOut
    }
}
