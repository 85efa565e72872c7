/// Finds names in part of a buffer without making a text of it.
///
/// Names are distinguished by 96 bits of their digests (see `ContentDigest`): one memory access for a name.
struct NameTable: Sendable {
    private struct Slot: BitwiseCopyable, Sendable {
        var first: UInt64 = 0
        /// The other half of the digest without its low 32 bits; there is the name's position plus one, 0 where none is.
        var second: UInt64 = 0

        static let positionBits: UInt64 = 0xFFFF_FFFF
    }

    private var slots: [Slot]
    private var repeated: Set<Int> = []

    /// Of equal names the first counts. `positions`: those of the names, where they are not 0, 1, 2 and so on.
    init(_ names: some Collection<String>, positions: [Int]? = nil) {
        slots = Array(repeating: Slot(), count: max(16, names.count + names.count / 2))
        for (number, name) in names.enumerated() {
            let position = positions.map { $0[number] } ?? number
            var name = name
            let digest = name.withUTF8 { text in
                unsafe ContentHash.digest(Span(_unsafeElements: text), 0..<text.count)
            }
            let slot = slot(digest)
            if let first = self.position(at: slot) {
                repeated.insert(first)
                continue
            }
            slots[slot] = Slot(
                first: digest.first, second: digest.second & ~Slot.positionBits | UInt64(position + 1))
        }
    }

    /// Whether no later name is equal to the one at this position, which is the first of its kind.
    func isOnly(_ position: Int) -> Bool { !repeated.contains(position) }

    func position(_ name: String) -> Int? {
        let bytes = name.utf8Span.span
        return position(bytes, 0..<bytes.count)
    }

    func position(_ bytes: Span<UInt8>, _ name: Range<Int>) -> Int? {
        position(of: ContentHash.digest(bytes, name))
    }

    /// The position of the name with this digest.
    func position(of digest: ContentDigest) -> Int? { position(at: slot(digest)) }

    /// Asks for the slot of a name before it is needed.
    @inline(__always)
    func prefetch(_ digest: ContentDigest) { slots.prefetch(first(digest)) }

    private func position(at slot: Int) -> Int? {
        let number = Int(truncatingIfNeeded: slots[slot].second & Slot.positionBits)
        return number == 0 ? nil : number - 1
    }

    @inline(__always)
    private func first(_ digest: ContentDigest) -> Int {
        Int(truncatingIfNeeded: digest.first.multipliedFullWidth(by: UInt64(truncatingIfNeeded: slots.count)).high)
    }

    /// Where the name of this digest is, or would be.
    private func slot(_ digest: ContentDigest) -> Int {
        var place = first(digest)
        while true {
            let slot = slots[place]
            if slot.second & Slot.positionBits == 0 { return place }
            if slot.first == digest.first, (slot.second ^ digest.second) & ~Slot.positionBits == 0 { return place }
            place = place + 1 == slots.count ? 0 : place + 1
        }
    }
}
