public import Faults

/// A file that is refused as a whole, with every problem found in it.
public typealias FileError = Fault<FileFaultCode>

public enum FileFaultCode: String, FaultCode, Codable {
    public typealias Context = RefusedFile

    /// The header row is missing or wrong.
    case header = "file-header"
    /// Rows are wrong, and this kind of file is taken whole or not at all.
    case rows = "file-rows"
}

/// A file, and what is wrong with it.
public struct RefusedFile: Hashable, Sendable {
    public let name: String
    /// At least one.
    public let problems: [FileProblem]
}

extension FileError {
    /// `next` nil takes the advice that belongs to the code.
    public init(code: Code, file: String, problems: [FileProblem], next advice: String? = nil) {
        self.init(
            code: code, message: "\(file) is refused",
            // Every problem, one reason per line with all the lines that it holds for.
            reason: FileProblem.sentences(problems).joined(separator: "\n"),
            next: advice ?? Self.advice(code, problems.count), context: RefusedFile(name: file, problems: problems))
    }

    /// The file is not a table that can be read.
    static func notATable(_ file: String, _ reason: String) -> FileError {
        FileError(
            code: .header, file: file, problems: [FileProblem(file: file, reason: reason)],
            next: "save it as \"CSV UTF-8\" or as an Excel workbook (.xlsx); nothing was taken from this file")
    }

    public var file: String { context.name }
    public var problems: [FileProblem] { context.problems }

    private static func advice(_ code: Code, _ count: Int) -> String {
        switch code {
        case .header: "correct the first row; nothing was taken from this file"
        case .rows:
            count == 1
                ? "correct this line and try again; nothing was taken from this file"
                : "correct these \(count) lines and try again; nothing was taken from this file"
        }
    }
}
