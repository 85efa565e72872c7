/// What is among some bytes, found in one pass: what decides how closely they must be looked at.
public struct ByteSummary: Sendable, Equatable {
    public private(set) var isASCII: Bool
    public private(set) var hasQuotes: Bool
    public private(set) var hasReturns: Bool

    /// That of a ``PlainCopy``.
    var withoutWrapping: ByteSummary {
        var summary = self
        (summary.hasQuotes, summary.hasReturns) = (false, false)
        return summary
    }

    public init(_ bytes: Span<UInt8>) {
        let quote = SIMD16<UInt8>(repeating: 0x22)
        let carriageReturn = SIMD16<UInt8>(repeating: 0x0D)
        var all = SIMD16<UInt8>()
        var quotes = SIMDMask<SIMD16<Int8>>()
        var returns = SIMDMask<SIMD16<Int8>>()
        let raw = unsafe bytes.bytes
        let whole = raw.byteCount & ~15
        var position = 0
        while position < whole {
            let next = unsafe raw.unsafeLoadUnaligned(fromUncheckedByteOffset: position, as: SIMD16<UInt8>.self)
            all |= next
            quotes .|= next .== quote
            returns .|= next .== carriageReturn
            position += 16
        }
        isASCII = all.max() < 0x80
        hasQuotes = any(quotes)
        hasReturns = any(returns)
        for position in whole..<bytes.count {
            isASCII = isASCII && bytes[position] < 0x80
            hasQuotes = hasQuotes || bytes[position] == 0x22
            hasReturns = hasReturns || bytes[position] == 0x0D
        }
    }
}
