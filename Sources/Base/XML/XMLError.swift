/// Why a document cannot be read. The caller knows which file it is, and what to do.
package struct XMLError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Code: String, Sendable {
        case notWellFormed = "not-well-formed"
        case documentType = "document-type"
        case tooDeep = "too-deep"
        case tooLarge = "too-large"
        case outOfMemory = "out-of-memory"
    }

    package let code: Code
    /// In words that complete "the file is refused: ".
    package let reason: String
    /// Where in the document, counted from 1.
    package let line: Int

    package var description: String { "line \(line): \(reason)" }
}
