public import CSV

/// Rows that could not be read: all counted, the first hundred named.
public struct BadRows: Sendable, Equatable, Codable {
    public static let namedLimit = 100

    public private(set) var count: Int
    public private(set) var problems: [FileProblem]

    public init() {
        count = 0
        problems = []
    }

    public mutating func add(_ problem: FileProblem) {
        count += 1
        if problems.count < Self.namedLimit { problems.append(problem) }
    }

    /// Counts rows without keeping their problems.
    mutating func addUnnamed(_ more: Int) {
        count += more
    }

    /// Adds those of another file.
    public mutating func add(_ other: BadRows) {
        count += other.count
        problems += other.problems.prefix(Self.namedLimit - problems.count)
    }
}
