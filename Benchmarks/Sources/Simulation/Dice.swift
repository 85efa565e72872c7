import Foundation

/// Random numbers that are the same in each run (SplitMix64).
public struct Dice: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }

    /// Uniform, 0 up to 1.
    public mutating func uniform() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

    public mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &self) }

    /// A standard normal pair (Box and Muller).
    public mutating func normals() -> (Double, Double) {
        let length = (-2 * log(1 - uniform())).squareRoot()
        let angle = 2 * Double.pi * uniform()
        return (length * cos(angle), length * sin(angle))
    }
}
