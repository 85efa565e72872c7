/// A failure of zlib. The caller knows which file it concerns.
package struct CompressionError: Error, Sendable, Equatable {
    package enum Code: String, Sendable, CaseIterable {
        case outOfMemory = "out-of-memory"
        case damaged
    }

    package let code: Code
    /// Why, as it follows "it failed:".
    package let reason: String
}
