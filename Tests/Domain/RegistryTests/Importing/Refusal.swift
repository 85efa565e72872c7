import CSV
import Testing

/// Every problem with which a file is refused, as a person reads it.
func problems(refusing body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) throws -> [String] {
    let error = try #require(throws: FileError.self, sourceLocation: sourceLocation) { try body() }
    return error.problems.map(\.description)
}
