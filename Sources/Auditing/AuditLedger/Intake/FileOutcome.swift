package import CSV

/// What came of reading a file.
package struct FileOutcome: Sendable {
    /// So many bad rows are named.
    package static let namedLimit = 100

    /// Good ones.
    package let rows: Int
    package let bad: Int
    /// Of the first bad rows.
    package let problems: [FileProblem]
    package let warnings: [FileProblem]
}
