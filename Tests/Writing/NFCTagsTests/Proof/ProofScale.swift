import Foundation

/// How much of a proof is run: all of it with WAYMARK_PROOF=long, a sample that is the same each time otherwise.
enum ProofScale {
    static let isLong = ProcessInfo.processInfo.environment["WAYMARK_PROOF"] == "long"

    /// All of the first `count` numbers from 0 on, or a sample: the first two, the last twenty, where a write is revealed
    /// and protected and a lock is proved, and some in between.
    static func exchanges(upTo last: Int, seed: Int) -> [Int] {
        guard !isLong, last > 26 else { return Array(0...last) }
        var generator = SplitMix(state: UInt64(truncatingIfNeeded: seed))
        let between = (0..<3).map { _ in Int.random(in: 2..<last - 19, using: &generator) }
        return Set([0, 1] + between + Array(last - 19...last)).sorted()
    }

    /// All of them, or one that depends on the seed alone.
    static func some<Element>(of elements: [Element], seed: Int, unless isVital: Bool = false) -> [Element] {
        guard !isLong, !isVital, !elements.isEmpty else { return elements }
        var generator = SplitMix(state: UInt64(truncatingIfNeeded: seed))
        return elements.randomElement(using: &generator).map { [$0] } ?? []
    }
}

/// Numbers that look random and are the same in every run (splitmix64).
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
