/// A failure of zlib. The caller knows which file it concerns.
public struct CompressionError: Error, Sendable, Equatable {
    public enum Code: String, Sendable, CaseIterable {
        case outOfMemory = "out-of-memory"
        case damaged
    }

    public let code: Code
    /// Why, as it follows "it failed:".
    public let reason: String
}
