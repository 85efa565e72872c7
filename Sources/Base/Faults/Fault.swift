/// A refusal or a failure: a code for programs to decide by, and three sentences for a person.
///
/// The one form of every error that a person sees. A module contributes an enum of codes and a name for its faults:
///
///     public typealias GeodesyError = Fault<GeodesyFaultCode>
///
/// `description` holds the message and the reason and no context: what must not be logged is in none of the sentences.
public struct Fault<AnyCode: FaultCode>: Error, Hashable, Sendable, CustomStringConvertible {
    public typealias Code = AnyCode

    public let code: Code
    /// What failed.
    public let message: String
    /// Why it failed; a line for each reason where there are several.
    public let reason: String
    /// What to do about it.
    public let next: String
    /// What programs need to know besides the code.
    public let context: Code.Context

    public init(code: Code, message: String, reason: String, next: String, context: Code.Context) {
        self.code = code
        self.message = message
        self.reason = reason
        self.next = next
        self.context = context
    }

    public var description: String { "\(message): \(reason)" }
}

extension Fault where Code.Context == NoContext {
    public init(code: Code, message: String, reason: String, next: String) {
        self.init(code: code, message: message, reason: reason, next: next, context: NoContext())
    }

    public init(_ code: Code, _ message: String, why reason: String, next: String) {
        self.init(code: code, message: message, reason: reason, next: next)
    }
}
