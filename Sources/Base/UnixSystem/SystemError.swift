public import Faults

/// A system call that failed.
///
/// `description` holds no file contents and no arguments of processes: it is safe to log.
public typealias SystemError = Fault<SystemFaultCode>

/// What kind of failure this is, for callers that decide by it.
public enum SystemFaultCode: String, FaultCode, CaseIterable {
    public typealias Context = SystemCall

    /// The file, process or device does not exist.
    case notFound = "not-found"
    /// This account may not do it.
    case notPermitted = "not-permitted"
    /// Nothing listens there.
    case refused = "connection-refused"
    /// Something else uses it.
    case inUse = "in-use"
    /// It took longer than allowed.
    case timedOut = "timed-out"
    /// It is larger than allowed.
    case tooLarge = "too-large"
    /// The other side has closed the connection.
    case closed
    /// The call does not fit what it is applied to.
    case invalid
    /// The system call failed for another reason.
    case failed
}

/// The system or library call that failed.
public struct SystemCall: Hashable, Sendable {
    /// Such as `connect`; see its manual page.
    public let name: String
    /// The error number, 0 where the failure is the program's and not the system's. See: man 3 errno
    public let errno: Int32
    public let path: String?
}

extension SystemError {
    public init(
        code: Code, message: String, reason: String, next: String, call: String, errno: Int32 = 0,
        path: String? = nil
    ) {
        self.init(
            code: code, message: message, reason: reason, next: next,
            context: SystemCall(name: call, errno: errno, path: path))
    }

    public var call: String { context.name }
    public var errno: Int32 { context.errno }
    public var path: String? { context.path }
}
