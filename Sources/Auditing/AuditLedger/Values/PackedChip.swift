package import Chips

/// A chip's identifier of up to ten bytes without an allocation.
package struct PackedChip: BitwiseCopyable, Sendable, Equatable {
    @inlinable package static var none: PackedChip { PackedChip() }

    /// The first eight bytes, the first one highest.
    @usableFromInline private(set) var high: UInt64 = 0
    @usableFromInline private(set) var low: UInt16 = 0
    @usableFromInline private(set) var length: UInt8 = 0

    @inlinable init() {}

    /// Seven bytes, the first one highest.
    @inline(__always)
    init(sevenBytes: UInt64) {
        high = sevenBytes << 8
        length = 7
    }

    package init(_ uid: ChipUID?) {
        var digits = uid?.hexadecimal.utf8.makeIterator()
        while let first = digits?.next(), let second = digits?.next() {
            append(Self.value(first) << 4 | Self.value(second))
        }
    }

    /// Hexadecimal of either case, with `:` or `-` anywhere; nil when it is not 4, 7, 8 or 10 bytes.
    init?(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        var half: UInt8?
        for position in range {
            let byte = bytes[position]
            if byte == 0x3A || byte == 0x2D { continue }
            let digit = Self.value(byte)
            guard digit < 16, count < 10 else { return nil }
            if let first = half {
                append(first << 4 | digit)
                half = nil
            } else {
                half = digit
            }
        }
        guard half == nil, ChipUID.canHave(byteCount: count) else { return nil }
    }

    @inlinable package var count: Int { Int(length) }

    @inlinable package var isNone: Bool { length == 0 }

    /// For hash tables.
    package var hash: UInt64 { ContentHash(high ^ UInt64(low) << 32 ^ UInt64(count)).value }

    package var uid: ChipUID? { isNone ? nil : ChipUID((0..<count).map { self[$0] }) }

    subscript(_ index: Int) -> UInt8 {
        index < 8
            ? UInt8(truncatingIfNeeded: high >> UInt64(56 - 8 * index))
            : UInt8(truncatingIfNeeded: low >> UInt16(8 * (9 - index)))
    }

    mutating func append(_ byte: UInt8) {
        if count < 8 {
            high |= UInt64(byte) << UInt64(56 - 8 * count)
        } else if count < 10 {
            low |= UInt16(byte) << UInt16(8 * (9 - count))
        }
        length += 1
    }

    private static func value(_ digit: UInt8) -> UInt8 {
        switch digit {
        case 0x30...0x39: digit - 0x30
        case 0x41...0x46: digit - 0x41 + 10
        case 0x61...0x66: digit - 0x61 + 10
        default: 255
        }
    }
}
