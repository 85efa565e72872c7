/// Reads fields eight bytes at a time, each up to the delimiter behind it, without a check.
///
/// Unsafe: the caller knows that the position is in the span, that a line feed comes at the position or behind, and 32 more
/// bytes after that. Nothing here reads more than that beyond the first line feed. `SightingParser.takeFast` checks it once
/// for all rows of a chunk, and `FastSighting` keeps its position at or before the row's line feed.
extension RawSpan {
    @unsafe @inline(__always)
    func word(_ position: Int) -> UInt64 { unsafe word(at: position) }

    @unsafe @inline(__always)
    func byte(_ position: Int) -> UInt8 {
        unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: UInt8.self)
    }

    private static var ones: UInt64 { 0x0101_0101_0101_0101 }
    private static var highs: UInt64 { 0x8080_8080_8080_8080 }

    /// The high bit of the first byte that is a comma or a line feed; bits of later bytes mean nothing.
    @inline(__always)
    private static func delimiters(_ word: UInt64) -> UInt64 {
        let (comma, lineFeed) = (word ^ 0x2C2C_2C2C_2C2C_2C2C, word ^ 0x0A0A_0A0A_0A0A_0A0A)
        return ((comma &- ones) & ~comma | (lineFeed &- ones) & ~lineFeed) & highs
    }

    /// Where the field ends that begins here.
    @unsafe @inline(__always)
    func end(_ start: Int) -> Int {
        var position = start
        while true {
            let hits = unsafe Self.delimiters(word(position))
            if hits != 0 { return position &+ hits.trailingZeroBitCount >> 3 }
            position &+= 8
        }
    }

    /// The hash of the field that begins here, and where it ends. `known`: how much of it `begun` is the hash of.
    @unsafe @inline(__always)
    func hash(
        _ start: Int, _ secrets: ContentSecrets, begun: ContentHash = ContentHash(), known: Int = 0
    ) -> (hash: ContentHash, end: Int) {
        var hash = begun
        var position = start &+ known
        while true {
            let next = unsafe word(position)
            let hits = Self.delimiters(next)
            if hits == 0 {
                hash.add(next, secrets)
                position &+= 8
                continue
            }
            // The bytes below the delimiter's.
            let last = next & ((hits & (0 &- hits)) &>> 7 &- 1)
            let end = position &+ hits.trailingZeroBitCount >> 3
            hash.end(last, length: end &- start, secrets)
            return (hash, end)
        }
    }

    /// Whether none of these eight bytes is a comma or a line feed.
    @inline(__always)
    static func isWithinField(_ word: UInt64) -> Bool { delimiters(word) == 0 }

    /// A run of up to seven digits: their values, the last one highest and zeros below the first, and eight times how many
    /// they are. Nil when there is none or a longer one.
    @unsafe @inline(__always)
    private func digits(_ start: Int) -> (values: UInt64, bits: Int)? {
        let values = unsafe word(start) ^ 0x3030_3030_3030_3030
        // The high bit of each byte that is not a digit.
        let others = ((values & ~Self.highs) &+ 0x7676_7676_7676_7676 | values) & Self.highs
        let bits = others.trailingZeroBitCount & ~7
        guard others != 0, bits > 0 else { return nil }
        return (values &<< UInt64(truncatingIfNeeded: 0 &- bits), bits)
    }

    /// Eight digits' values, the first one lowest, as a number.
    @inline(__always)
    private static func number(_ digits: UInt64) -> UInt64 {
        let pairs = (digits &* 10 &+ digits >> 8) & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 100 &+ pairs >> 16) & 0x0000_FFFF_0000_FFFF
        return (fours &* 10_000 &+ fours >> 32) & 0xFFFF_FFFF
    }

    /// The same of four digits.
    @inline(__always)
    private static func number(_ digits: UInt32) -> UInt32 {
        let pairs = (digits &* 10 &+ digits >> 8) & 0x00FF_00FF
        return (pairs &* 100 &+ pairs >> 16) & 0xFFFF
    }

    /// A number without exponent: a sign or none, up to four digits, and perhaps a point and up to seven more. Nil when it
    /// is written otherwise.
    @unsafe @inline(__always)
    func decimal(_ start: Int) -> (number: FastDecimal, end: Int)? {
        let isNegative = unsafe byte(start) == 0x2D
        let first = start &+ (isNegative ? 1 : 0)
        guard let whole = unsafe digits(first), whole.bits <= 32 else { return nil }
        let number = UInt64(Self.number(UInt32(truncatingIfNeeded: whole.values >> 32)))
        let end = first &+ whole.bits >> 3
        guard unsafe byte(end) == 0x2E else {
            return (FastDecimal(isNegative: isNegative, digits: number, decimals: 0), end)
        }
        guard let part = unsafe digits(end &+ 1) else { return nil }
        let decimals = part.bits >> 3
        return (
            FastDecimal(
                isNegative: isNegative, digits: number &* FastDecimal.power(decimals) &+ Self.number(part.values),
                decimals: decimals),
            end &+ 1 &+ decimals
        )
    }

    /// Seven bytes in fourteen hexadecimal digits of either case, the first one highest; nil when they are none.
    @unsafe @inline(__always)
    func sevenBytes(_ start: Int) -> UInt64? {
        // What comes behind the last digit is taken for zeros.
        guard let first = unsafe Self.nibbles(word(start)),
            let second = unsafe Self.nibbles(word(start + 8) & 0xFFFF_FFFF_FFFF | 0x3030 << 48)
        else { return nil }
        return Self.joined(first) << 24 | Self.joined(second) >> 8
    }

    @inline(__always)
    private static func nibbles(_ word: UInt64) -> UInt64? {
        let letters = word >> 6 & ones
        let values = word & 0x0F0F_0F0F_0F0F_0F0F &+ letters &* 9
        // Digits are 3x, letters 4x and 6x. Letters give 10 to 15, digits 0 to 9.
        let isRight =
            word & 0xD0D0_D0D0_D0D0_D0D0 == ones &* 0x10 &+ letters &* 0x30
            && (word >> 5 | word >> 6) & ones == ones && values & 0xF0F0_F0F0_F0F0_F0F0 == 0
            && (values &+ 0x0606_0606_0606_0606) & (ones &* 0x10) == letters << 4
        return isRight ? values : nil
    }

    /// Eight values of four bits, the first one lowest, as 32 bits, the first one highest.
    @inline(__always)
    private static func joined(_ nibbles: UInt64) -> UInt64 {
        let pairs = (nibbles << 4 | nibbles >> 8) & 0x00FF_00FF_00FF_00FF
        let fours = (pairs << 8 | pairs >> 16) & 0x0000_FFFF_0000_FFFF
        return (fours << 16 | fours >> 32) & 0xFFFF_FFFF
    }
}

/// A decimal number as written in a file: digits / 10^decimals, both small enough to be exact.
struct FastDecimal: BitwiseCopyable, Sendable {
    let isNegative: Bool
    /// Below 10^(4 + decimals).
    let digits: UInt64
    /// 0 to 7.
    let decimals: Int

    private static let powersOfTen: InlineArray<16, UInt64> = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 0, 0, 0, 0, 0, 0,
    ]

    /// Ten to the power of 0 to 9.
    @inline(__always)
    static func power(_ exponent: Int) -> UInt64 { powersOfTen[exponent & 15] }

    /// In units of 10^-9, without the sign: below 10^13.
    @inline(__always)
    var billionths: UInt64 { digits &* Self.power(9 &- decimals) }

    /// Both numbers are below 2^53, so one division rounds once: the nearest `Double`.
    @inline(__always)
    var value: Double {
        // Whole numbers below 2^63 are converted faster with a sign.
        let digits = Double(Int64(truncatingIfNeeded: digits))
        let value = decimals == 0 ? digits : digits / Double(Int64(truncatingIfNeeded: Self.power(decimals)))
        return isNegative ? -value : value
    }
}
