public import Geodesy

/// What an audit believes about measurements.
public struct AuditRules: Sendable, Hashable {
    public let errorModel: ErrorModel

    public init(errorModel: ErrorModel = .standard) {
        self.errorModel = errorModel
    }
}
