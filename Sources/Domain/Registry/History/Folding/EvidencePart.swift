/// What is to be done next of the parts that an audit of everything has opened.
public enum NextPart: Hashable, Sendable {
    /// It is the asking daemon's now, until it ends it or is not heard of for a minute. To be judged by this mark.
    case taken(EvidencePart, JudgingMark)
    /// All are taken, and not all are done.
    case othersWork
    case none
}

/// One of the parts in which an audit of everything judges evidence that does not fit into memory as a whole. What has the
/// same URL is in one part, on whatever chips it is.
public struct EvidencePart: Hashable, Sendable {
    /// From 0.
    public let number: Int
    public let count: Int

    public init(number: Int, count: Int) {
        precondition(0..<max(1, count) ~= number, "a part that there is not")
        self.number = number
        self.count = count
    }

    /// What a content takes while it is judged, with its verdict and what is settled of it: measured (docs/audit.md).
    private static let bytesPerContent: UInt64 = 2_048

    /// All parts of so many contents, of which each takes no more than so many bytes.
    public static func all(contents: Int, memory: UInt64) -> [EvidencePart] {
        let atOnce = max(1, memory / bytesPerContent)
        let count = Int(clamping: (UInt64(max(0, contents)) + atOnce - 1) / atOnce)
        return (0..<max(1, count)).map { EvidencePart(number: $0, count: max(1, count)) }
    }

    /// Whether a URL is in this part, for a storage of one process: another process parts them in another way.
    @inline(__always)
    public func holds(_ url: Span<UInt8>) -> Bool {
        var hasher = Hasher()
        unsafe url.bytes.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
        return Int(UInt(bitPattern: hasher.finalize()) % UInt(count)) == number
    }
}
