/// Something wrong at one place of a file that a person prepared.
public struct FileProblem: Error, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The file as the person named it.
    public let file: String
    /// The line, counted from 1; nil when the problem is the file's as a whole.
    public let line: Int?
    /// The column's name.
    public let column: String?
    /// What is wrong, in words that complete "stores.csv:12: ".
    public let reason: String

    public init(file: String, line: Int? = nil, column: String? = nil, reason: String) {
        self.file = file
        self.line = line
        self.column = column
        self.reason = reason
    }

    /// For example `stores.csv:12: radius 501 is above 500 m`.
    ///
    /// The column is not repeated: a reason that concerns a column names it.
    public var description: String {
        let place = line.map { "\(file):\($0)" } ?? file
        return "\(place): \(reason)"
    }
}
