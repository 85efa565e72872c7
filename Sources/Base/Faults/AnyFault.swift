internal import TextCoding

/// A fault of any module.
public protocol AnyFault: Error {
    /// The same code and sentences, without a context.
    var complaint: Complaint { get }
}

/// A fault with the code's text alone: what goes over the wire, and what a person reads.
public typealias Complaint = Fault<OpenCode>

extension Fault where Code == OpenCode {
    public init(code: String, message: String, reason: String, next: String) {
        self.init(code: OpenCode(rawValue: code), message: message, reason: reason, next: next)
    }
}

extension Fault: AnyFault {
    public var complaint: Complaint {
        Complaint(code: OpenCode(rawValue: code.rawValue), message: message, reason: reason, next: next)
    }
}

extension Complaint {
    /// The fault as it goes over the wire, on one line: the members `code`, `message`, `next` and `why`.
    public var json: String {
        let members = [("code", code.rawValue), ("message", message), ("next", next), ("why", reason)]
        return "{\(members.map { "\"\($0)\":\(JSONString.quoted($1))" }.joined(separator: ","))}"
    }
}

extension Fault {
    /// The three lines that a person reads in a terminal; more when there are several reasons, each on a line of its own.
    public var lines: String {
        let reasons = reason.split(separator: "\n", omittingEmptySubsequences: true)
        let why = reasons.joined(separator: "\n        ")
        return "error: \(message)\n  why:  \(why)\n  next: \(next)\n"
    }
}
