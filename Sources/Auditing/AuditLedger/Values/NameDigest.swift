internal import CXXHash

/// A keyed digest of 128 bits, which represents a name: XXH3 with a secret that is drawn anew in each process.
///
/// Of a billion names two share one with a probability of 2^-69, and an attacker who does not know the secret cannot
/// prepare names that do. See: xxhash.h, `XXH3_128bits_withSecret`.
package struct NameDigest: BitwiseCopyable, Sendable, Equatable {
    @usableFromInline let first: UInt64
    @usableFromInline let second: UInt64

    /// As many random bytes as the library's own secret has.
    private static let secret = (0..<192).map { _ in UInt8.random(in: 0...UInt8.max) }

    /// Of part of a buffer.
    package init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        let hash = unsafe bytes.extracting(range).withUnsafeBufferPointer { name in
            unsafe Self.secret.withUnsafeBufferPointer { secret in
                unsafe XXH3_128bits_withSecret(name.baseAddress, name.count, secret.baseAddress, secret.count)
            }
        }
        first = hash.high64
        second = hash.low64
    }

    /// 64 of its bits, for what may be taken for equal by mistake.
    @inlinable package var half: UInt64 { first }
}
