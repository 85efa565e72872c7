public import Faults

/// Why a link brought no answer. The code distinguishes trouble with the tag, after which selecting again shows what
/// happened, from trouble with the reader, after which no request is possible.
public typealias TagLinkError = Fault<TagLinkFaultCode>

public enum TagLinkFaultCode: String, FaultCode, CaseIterable {
    /// The tag refused, its answer was garbled, or it did not answer: a PN53x does not distinguish these. Whether the
    /// command was carried out is unknown.
    case unknown
    /// No tag is selected, or the reader noticed that the tag has left.
    case tagLost = "tag-lost"
    /// More than one tag answers, so that none was selected.
    case severalTags = "several-tags"
    /// The reader has no such command. Nothing was sent to the tag.
    case unsupported
    /// The reader did not answer in time.
    case timeout
    /// The reader was unplugged, or its worker process ended.
    case readerGone = "reader-gone"
    /// The reader reports a fault of its own, or rejects the request.
    case readerFailed = "reader-failed"
}

extension TagLinkError {
    /// Whether the reader is in trouble, so that selecting again is of no use.
    public var concernsReader: Bool {
        switch code {
        case .unknown, .tagLost, .severalTags, .unsupported: false
        case .timeout, .readerGone, .readerFailed: true
        }
    }
}
