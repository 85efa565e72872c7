/// Why a group of services came down by itself.
public struct ServiceLifecycleError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: String, Sendable {
        case endedUnasked
    }

    public let code: Code
    /// What failed.
    public let message: String
    /// Why it failed.
    public let reason: String
    /// What to do about it.
    public let next: String

    public var description: String { "\(message): \(reason)" }

    static func endedUnasked(_ name: String) -> ServiceLifecycleError {
        ServiceLifecycleError(
            code: .endedUnasked,
            message: "service \(name) ended",
            reason: "nothing had asked it to",
            next: "read the log from before it ended")
    }
}
