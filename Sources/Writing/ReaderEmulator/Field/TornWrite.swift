/// What a page holds whose programming the loss of power cuts off.
public enum TornWrite: Sendable, Equatable {
    /// These four bytes.
    case bytes([UInt8])
    /// The page is erased before it is programmed: all bits 0.
    case erased
    /// Bits of the old and the new content and of the erased state mixed. The EEPROM first erases the page, then
    /// programs it; the seed says in which of the two it is cut off, and which bits have got there.
    case mixture(seed: UInt64)

    /// What is left of a page.
    func page(from old: [UInt8], to new: [UInt8]) -> [UInt8] {
        switch self {
        case .bytes(let bytes): return bytes
        case .erased: return old.map { _ in 0 }
        case .mixture(let seed):
            var bits = SeededBits(seed: seed)
            let (begin, end) =
                bits.next() & 1 == 0 ? (old, old.map { _ in UInt8(0) }) : (old.map { _ in UInt8(0) }, new)
            return zip(begin, end).map { begin, end in
                let mask = UInt8(truncatingIfNeeded: bits.next())
                return begin & mask | end & ~mask
            }
        }
    }
}
