/// zlib refused. Whoever asked knows which file it was about.
public struct CompressionError: Error, Sendable, Equatable {
    public enum Code: String, Sendable, CaseIterable {
        case outOfMemory = "out-of-memory"
        case damaged
    }

    public let code: Code
    /// Why, as it follows "it failed:".
    public let reason: String
}
