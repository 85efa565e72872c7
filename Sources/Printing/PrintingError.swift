/// Why a sheet did not come out of a printer.
public struct PrintingError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: String, Sendable, CaseIterable {
        /// There is no printer of this name.
        case printerUnknown
        /// The printer, or the CUPS server, does not answer.
        case unreachable
        /// The printer does not take PDF, or not this size of paper.
        case unsuitable
        /// The printer refused the job.
        case refused
        /// The job ended without being printed.
        case notPrinted
    }

    public let code: Code
    /// What failed.
    public let message: String
    /// Why it failed.
    public let reason: String
    /// What to do about it.
    public let next: String

    public var description: String { "\(message): \(reason)" }
}
