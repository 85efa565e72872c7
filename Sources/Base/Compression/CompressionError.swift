/// Bytes that cannot be packed or unpacked. The caller knows which file they concern.
package struct CompressionError: Error, Sendable, Equatable {
    package enum Code: String, Sendable, CaseIterable {
        case outOfMemory = "out-of-memory"
        case damaged
    }

    package let code: Code
    /// Why, as it follows "it failed:".
    package let reason: String

    static func damage(_ reason: String) -> CompressionError { CompressionError(code: .damaged, reason: reason) }
}
