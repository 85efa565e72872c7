public import Explaining

/// Why a link brought no answer. The code tells trouble with the tag, after which selecting again shows what
/// happened, from trouble with the reader, after which nothing can be asked.
public struct TagLinkError: ExplainedError, Equatable {
    public enum Code: String, Sendable, CaseIterable {
        /// The tag refused, its answer was garbled, or it did not answer: a PN53x does not tell these apart.
        /// Whether the command was carried out is unknown.
        case unknown
        /// No tag is selected, or the reader noticed that the tag has left.
        case tagLost
        /// The reader did not answer in time.
        case timeout
        /// The reader was unplugged, or its worker process ended.
        case readerGone
        /// The reader reports a fault of its own, or rejects the request.
        case readerFailed
    }

    public let code: Code
    public let message: String
    public let reason: String
    public let next: String

    public init(code: Code, message: String, reason: String, next: String) {
        self.code = code
        self.message = message
        self.reason = reason
        self.next = next
    }

    /// Whether the reader is in trouble, so that selecting again is of no use.
    public var concernsReader: Bool {
        switch code {
        case .unknown, .tagLost: false
        case .timeout, .readerGone, .readerFailed: true
        }
    }
}
