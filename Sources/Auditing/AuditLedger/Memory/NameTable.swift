/// Finds names in part of a buffer without making a text of it.
///
/// Names are distinguished by all bits of their digests (see `NameDigest`): one memory access for a name.
package struct NameTable: Sendable {
    private struct Slot: BitwiseCopyable, Sendable {
        var digest: NameDigest?
        var position: UInt32 = 0
    }

    private var slots: [Slot]
    private var repeated: Set<Int> = []

    /// Of equal names the first counts. `positions`: those of the names, where they are not 0, 1, 2 and so on.
    package init(_ names: [String], positions: [Int]? = nil) {
        slots = Array(repeating: Slot(), count: max(16, names.count + names.count / 2))
        for (number, name) in names.enumerated() {
            let position = positions.map { $0[number] } ?? number
            let bytes = name.utf8Span.span
            let digest = NameDigest(bytes, 0..<bytes.count)
            let slot = slot(digest)
            if let first = self.position(at: slot) {
                repeated.insert(first)
                continue
            }
            slots[slot] = Slot(digest: digest, position: UInt32(position))
        }
    }

    /// Whether no later name is equal to the one at this position, which is the first of its kind.
    package func isOnly(_ position: Int) -> Bool { !repeated.contains(position) }

    /// Whether no two names are equal.
    package var areDistinct: Bool { repeated.isEmpty }

    package func position(_ name: String) -> Int? {
        let bytes = name.utf8Span.span
        return position(bytes, 0..<bytes.count)
    }

    package func position(_ bytes: Span<UInt8>, _ name: Range<Int>) -> Int? { position(of: NameDigest(bytes, name)) }

    /// The position of the name with this digest.
    package func position(of digest: NameDigest) -> Int? { position(at: slot(digest)) }

    /// Asks for the slot of a name before it is needed.
    package func prefetch(_ digest: NameDigest) { slots.prefetch(first(digest)) }

    private func position(at slot: Int) -> Int? {
        slots[slot].digest == nil ? nil : Int(slots[slot].position)
    }

    private func first(_ digest: NameDigest) -> Int {
        Int(truncatingIfNeeded: digest.first.multipliedFullWidth(by: UInt64(truncatingIfNeeded: slots.count)).high)
    }

    /// Where the name of this digest is, or would be.
    private func slot(_ digest: NameDigest) -> Int {
        var place = first(digest)
        while let taken = slots[place].digest, taken != digest { place = place + 1 == slots.count ? 0 : place + 1 }
        return place
    }
}
