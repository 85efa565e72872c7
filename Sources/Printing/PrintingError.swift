public import Explaining

/// Why a sheet did not come out of a printer.
public struct PrintingError: ExplainedError, Equatable {
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
    public let message: String
    public let reason: String
    public let next: String
}
