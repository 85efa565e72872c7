/// Why a document cannot be read. The caller knows which file it is, and what to do.
public struct XMLError: Error, Sendable, Equatable, CustomStringConvertible {
    public enum Code: String, Sendable {
        case notWellFormed = "not-well-formed"
        case documentType = "document-type"
        case tooDeep = "too-deep"
        case tooLarge = "too-large"
        case outOfMemory = "out-of-memory"
    }

    public let code: Code
    /// In words that complete "the file is refused: ".
    public let reason: String
    /// Where in the document, counted from 1.
    public let line: Int

    public var description: String { "line \(line): \(reason)" }
}
