/// Why a workbook, or a cell of it, cannot be read. The caller knows which file it is.
public struct WorkbookError: Error, Sendable, Equatable {
    /// In words that complete "the file is refused: ".
    public let reason: String

    init(_ reason: String) {
        self.reason = reason
    }

    static func tooLarge(_ part: String, bytes: Int) -> WorkbookError {
        WorkbookError("\(part) has more than \(bytes >> 20) MB when it is unpacked")
    }
}
