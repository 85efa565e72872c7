public import Geodesy
public import Registry

/// What an audit believes about measurements, and what it asks for.
public struct AuditRules: Sendable, Hashable {
    public let errorModel: ErrorModel
    /// The moment of the audit. Rows more than a day later are in the future and are bad: an offset may be wrong by
    /// half a day, a clock that is wrong by more is not evidence. Nil: no row is in the future, and no tag is stale.
    public let now: Timestamp?
    /// After how many days without a sighting a tag is stale; nil: never.
    public let staleAfterDays: Int?

    /// When customers' refusals are too many.
    public let refusalTest: RefusalTest

    public init(
        errorModel: ErrorModel = .standard, now: Timestamp? = nil, staleAfterDays: Int? = nil,
        refusalTest: RefusalTest = .standard
    ) {
        self.errorModel = errorModel
        self.refusalTest = refusalTest
        self.now = now
        self.staleAfterDays = staleAfterDays
    }

    /// Seconds since 1970 beyond which a row is in the future.
    var latest: UInt32 {
        now.map { UInt32(clamping: $0.milliseconds / 1_000 + 86_400) } ?? .max
    }

    /// Seconds since 1970: what was seen last before is stale.
    var staleBefore: UInt32 {
        guard let now, let staleAfterDays else { return 0 }
        return UInt32(clamping: now.milliseconds / 1_000 - Int64(staleAfterDays) * 86_400)
    }
}
