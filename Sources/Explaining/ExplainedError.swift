/// An error that says to a person what failed, why, and what to do.
///
/// `description` is for logs and for a failed test: an error whose parts would say there what must not be logged has a
/// description of its own.
public protocol ExplainedError: Error, CustomStringConvertible {
    /// A closed list, for programs to decide by; what is written of it stays the same from version to version.
    associatedtype Code: RawRepresentable<String>

    var code: Code { get }
    /// What failed.
    var message: String { get }
    /// Why it failed; a line for each reason where there are several.
    var reason: String { get }
    /// What to do about it.
    var next: String { get }
}

extension ExplainedError {
    public var description: String { "\(message): \(reason)" }
}
