/// Whole numbers divided by a power of ten without a division. See: H. Warren, Hacker's Delight, 2nd edition, 10-16 and 10-17.
struct PowerOfTen: Sendable {
    let value: UInt64
    private let exponent: UInt64
    /// Of 5 to the power, among the whole numbers below 2^64.
    private let inverse: UInt64
    /// The largest multiple of it has this quotient.
    private let limit: UInt64

    init(_ exponent: Int) {
        self.exponent = UInt64(exponent)
        let odd = (0..<exponent).reduce(1 as UInt64) { power, _ in power * 5 }
        value = odd << exponent
        // Each round doubles the number of bits that are right; of an odd number three are at first.
        inverse = (0..<5).reduce(odd) { inverse, _ in inverse &* (2 &- odd &* inverse) }
        limit = .max / odd
    }

    /// Nil where there would be a remainder.
    @inline(__always)
    func quotient(_ number: UInt64) -> UInt64? {
        let odd = number &* inverse
        guard odd <= limit, odd & (1 &<< exponent &- 1) == 0 else { return nil }
        return odd &>> exponent
    }
}
