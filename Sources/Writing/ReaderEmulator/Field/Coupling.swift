import Glibc

/// How well a tag is heard. A tag far away or turned aside is powered well enough to work, but its answers arrive
/// damaged, long ones sooner than short ones.
public enum Coupling: Sendable, Equatable {
    case good
    /// Answers of more bytes than this arrive damaged.
    case damagesAnswers(longerThan: Int)
    /// Every bit may be damaged: of answers of `halfLength` bytes every second one is.
    case noisy(halfLength: Int, seed: UInt64)

    /// Whether an answer of so many bytes arrives damaged.
    mutating func damagesAnswer(of count: Int) -> Bool {
        switch self {
        case .good: return false
        case .damagesAnswers(let limit): return count > limit
        case .noisy(let halfLength, let seed):
            var bits = SeededBits(seed: seed)
            self = .noisy(halfLength: halfLength, seed: bits.next())
            // Half of the frames of `halfLength` bytes survive; twice as long ones survive both halves or not.
            let survival = exp2(-Double(count) / Double(max(halfLength, 1)))
            return Double(bits.next() >> 11) / Double(1 << 53) >= survival
        }
    }
}
