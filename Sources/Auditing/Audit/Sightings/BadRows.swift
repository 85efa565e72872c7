internal import AuditLedger
public import CSV

/// Rows that could not be read: all counted, the first hundred named.
public struct BadRows: Sendable, Equatable, Codable {
    public static let namedLimit = FileOutcome.namedLimit

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

    /// `problems`: those of the first rows.
    init(count: Int, problems: [FileProblem]) {
        self.count = count
        self.problems = problems
    }

    /// Adds those of another file.
    public mutating func add(_ other: BadRows) {
        count += other.count
        problems += other.problems.prefix(Self.namedLimit - problems.count)
    }
}
