import Foundation

/// Numbers that look random (SplitMix64, by Sebastiano Vigna, public domain). A test says the seed where it fails, and
/// `WAYMARK_SEED=7 swift test --filter ...` repeats the run.
package struct SeededRandom: RandomNumberGenerator, CustomStringConvertible {
    package let seed: UInt64
    private var state: UInt64
    /// Whether the environment names it.
    private let isWanted: Bool

    /// For so many runs of a test, each of which says its own where it fails; the environment's alone where that names one.
    package static func seeds(_ count: Int) -> [UInt64] {
        let base = SeededRandom()
        return base.isWanted ? [base.seed] : (1...UInt64(count)).map { base.seed &* 1_000 &+ $0 }
    }

    /// Without a seed: that of the environment, else another one in each run.
    package init(seed: UInt64? = nil) {
        let wanted = ProcessInfo.processInfo.environment["WAYMARK_SEED"].flatMap { UInt64($0) }
        isWanted = seed == nil && wanted != nil
        self.seed = seed ?? wanted ?? UInt64.random(in: 1...1_000_000_000)
        state = self.seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    package mutating func next(below bound: UInt64) -> UInt64 { next() % bound }

    /// For the comment of an expectation.
    package var description: String { "WAYMARK_SEED=\(seed)" }
}
