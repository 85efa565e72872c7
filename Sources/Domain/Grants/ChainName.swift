/// The journal of one writer: a station's incarnation, or one run of a hub daemon. A restored or moved station is another
/// incarnation, with another name, and holds nothing.
package struct ChainName: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// 128 bits that were drawn at random when the writer began.
    package let bits: UInt128

    package init(bits: UInt128) {
        self.bits = bits
    }

    package var description: String { bits.thirtyTwoDigits }

    package static func < (left: Self, right: Self) -> Bool { left.bits < right.bits }
}

/// The hub's memory, from one moment at which it may have forgotten something to the next.
///
/// Never a counter: two restorations of one backup have to differ.
package struct Era: Hashable, Sendable, CustomStringConvertible {
    /// 128 bits that were drawn at random when the era began.
    package let bits: UInt128

    package init(bits: UInt128) {
        self.bits = bits
    }

    package var description: String { bits.thirtyTwoDigits }
}

extension UInt128 {
    /// Lower-case hexadecimal with leading zeros.
    fileprivate var thirtyTwoDigits: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: 32 - digits.count) + digits
    }
}
