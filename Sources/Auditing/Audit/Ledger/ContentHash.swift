/// A digest of 128 bits, which represents a content in the ledger's tables.
///
/// Its two halves are mixed with secrets that are drawn anew in each process: an attacker cannot prepare stickers that
/// are taken for one another or fall into one place. Of a billion contents, two share the 108 bits that the tables
/// compare with a probability of 2^-49. Results never depend on the secrets.
struct ContentDigest: BitwiseCopyable, Sendable, Equatable {
    private(set) var first: UInt64
    private(set) var second: UInt64

    /// The digest of nothing yet.
    @inline(__always)
    init() {
        first = 0
        second = 0
    }

    /// Takes in the next eight bytes.
    @inline(__always)
    mutating func add(_ word: UInt64, _ secrets: ContentSecrets) {
        first = Self.fold(first ^ word ^ secrets.offsets.0, secrets.factors.0)
        second = Self.fold(second ^ word ^ secrets.offsets.1, secrets.factors.1)
    }

    /// Takes in the bytes after the last whole word, perhaps none, and how many there were in all.
    @inline(__always)
    mutating func end(_ last: UInt64, length: Int, _ secrets: ContentSecrets) {
        add(last, secrets)
        add(UInt64(truncatingIfNeeded: length), secrets)
    }

    /// The multiplication to full width brings every bit of the value to every bit of the result.
    @inline(__always)
    private static func fold(_ value: UInt64, _ factor: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: factor)
        return product.high ^ product.low
    }
}

/// What digests are mixed with.
struct ContentSecrets: BitwiseCopyable, Sendable {
    static let process = ContentSecrets()

    let offsets: (UInt64, UInt64) = (.random(in: 0...UInt64.max), .random(in: 0...UInt64.max))
    /// Odd, so that no bit is lost.
    let factors: (UInt64, UInt64) = (.random(in: 0...UInt64.max) | 1, .random(in: 0...UInt64.max) | 1)
}

/// Digests of bytes: eight at a time, what is left with zeros behind, then the length.
enum ContentHash {
    /// The hash of an empty content.
    static let ofNothing: UInt64 = {
        var digest = ContentDigest()
        digest.end(0, length: 0, .process)
        return digest.first
    }()

    static func mix(_ value: UInt64) -> UInt64 {
        var digest = ContentDigest()
        digest.add(value, .process)
        return digest.first
    }

    static func digest(_ bytes: Span<UInt8>, _ range: Range<Int>) -> ContentDigest {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "a range outside of its buffer")
        let secrets = ContentSecrets.process
        let raw = unsafe bytes.bytes
        var digest = ContentDigest()
        var position = range.lowerBound
        while position + 8 <= range.upperBound {
            digest.add(unsafe raw.word(at: position), secrets)
            position += 8
        }
        var last: UInt64 = 0
        if position < range.upperBound, position + 8 <= bytes.count {
            last = unsafe raw.word(at: position) & (1 << UInt64(8 * (range.upperBound - position)) - 1)
        } else {
            for index in position..<range.upperBound {
                last |= UInt64(bytes[index]) << UInt64(8 * (index - position))
            }
        }
        digest.end(last, length: range.count, secrets)
        return digest
    }

    static func hash(_ bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 { digest(bytes, range).first }
}

extension RawSpan {
    /// Eight bytes, the first one lowest. The caller knows that they are there.
    @unsafe @inline(__always)
    func word(at position: Int) -> UInt64 {
        unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt64.self).littleEndian
    }
}
