/// A hash of bytes, which finds a content in the ledger's tables; whether two are the same their bytes say.
///
/// It is mixed with secrets that are drawn anew in each process: an attacker cannot prepare stickers that fall into one
/// place. It is made here, and not by a library, because it is taken in while a field's end is looked for. Results never
/// depend on the secrets.
package struct ContentHash: BitwiseCopyable, Sendable, Equatable {
    package private(set) var value: UInt64 = 0

    /// The hash of nothing yet.
    @inline(__always)
    init() {}

    /// Of bytes: eight at a time, what is left with zeros behind, then the length.
    package init(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "a range outside of its buffer")
        let secrets = ContentSecrets.process
        let raw = unsafe bytes.bytes
        var position = range.lowerBound
        while position + 8 <= range.upperBound {
            add(unsafe raw.word(at: position), secrets)
            position += 8
        }
        var last: UInt64 = 0
        for index in position..<range.upperBound { last |= UInt64(bytes[index]) << UInt64(8 * (index - position)) }
        end(last, length: range.count, secrets)
    }

    /// Of a number.
    init(_ number: UInt64) { add(number, .process) }

    /// Takes in the next eight bytes.
    @inline(__always)
    mutating func add(_ word: UInt64, _ secrets: ContentSecrets) {
        // The multiplication to full width brings every bit of the value to every bit of the result.
        let product = (value ^ word ^ secrets.offset).multipliedFullWidth(by: secrets.factor)
        value = product.high ^ product.low
    }

    /// Takes in the bytes after the last whole word, perhaps none, and how many there were in all.
    @inline(__always)
    mutating func end(_ last: UInt64, length: Int, _ secrets: ContentSecrets) {
        add(last, secrets)
        add(UInt64(truncatingIfNeeded: length), secrets)
    }
}

/// What hashes are mixed with.
struct ContentSecrets: BitwiseCopyable, Sendable {
    static let process = ContentSecrets()

    let offset = UInt64.random(in: 0...UInt64.max)
    /// Odd, so that no bit is lost.
    let factor = UInt64.random(in: 0...UInt64.max) | 1
}

extension RawSpan {
    /// Eight bytes, the first one lowest. The caller knows that they are there.
    @unsafe @inline(__always)
    func word(at position: Int) -> UInt64 {
        unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt64.self).littleEndian
    }
}
