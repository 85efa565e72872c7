public import Explaining

/// A system call that failed, told in a sentence.
///
/// `description` holds no file contents and no arguments of processes: it is safe to log.
public struct SystemError: ExplainedError, Equatable {
    /// What kind of failure this is, for callers that decide by it.
    public enum Code: String, Sendable, CaseIterable {
        case notFound
        case notPermitted
        case refused
        case inUse
        case timedOut
        case tooLarge
        case closed
        case invalid
        case failed
    }

    public let code: Code
    public let message: String
    public let reason: String
    public let next: String
    /// The system or library function that failed, such as `connect`; its manual page tells more.
    public let call: String
    /// The error number, 0 where the failure is ours to tell and not the system's. See: man 3 errno
    public let errno: Int32
    public let path: String?

    public init(
        code: Code, message: String, reason: String, next: String, call: String, errno: Int32 = 0,
        path: String? = nil
    ) {
        self.code = code
        self.message = message
        self.reason = reason
        self.next = next
        self.call = call
        self.errno = errno
        self.path = path
    }

    public var description: String { "\(message): \(reason); \(next)" }
}
