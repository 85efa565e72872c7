public import Explaining

/// A file that is refused as a whole, with every problem found in it.
public struct FileError: ExplainedError, Equatable {
    public enum Code: String, Sendable, Codable {
        /// The header row is missing or wrong.
        case header = "file-header"
        /// Rows are wrong, and this kind of file is taken whole or not at all.
        case rows = "file-rows"
    }

    public let code: Code
    public let file: String
    /// At least one.
    public let problems: [FileProblem]

    public init(code: Code, file: String, problems: [FileProblem]) {
        self.code = code
        self.file = file
        self.problems = problems
    }

    public var message: String { "\(file) is refused" }

    /// Every problem, one per line.
    public var reason: String {
        problems.map(\.description).joined(separator: "\n")
    }

    public var next: String {
        switch code {
        case .header: "correct the first row; nothing was taken from this file"
        case .rows:
            problems.count == 1
                ? "correct this line and try again; nothing was taken from this file"
                : "correct these \(problems.count) lines and try again; nothing was taken from this file"
        }
    }
}
