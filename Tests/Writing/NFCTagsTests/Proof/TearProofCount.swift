import Synchronization

/// The cases of all tear proofs of this run; the last line that is printed has the sum.
enum TearProofCount {
    private static let sum = Mutex(0)

    static func add(_ count: Int) {
        let total = sum.withLock { sum in
            sum += count
            return sum
        }
        print("torn in all so far: \(total) cases\(ProofScale.isLong ? "" : " (a sample; WAYMARK_PROOF=long for all)")")
    }
}
