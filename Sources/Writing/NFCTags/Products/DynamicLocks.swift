/// The lock bits for the pages from 16 on: one page of bits that are set for ever. A lock bit makes its pages
/// read-only; a block bit freezes lock bits as they are and locks nothing by itself.
struct DynamicLocks: Hashable, Sendable {
    enum Rule: Hashable {
        /// One lock bit for so many pages, counted from byte 0; one block bit for twice as many, from byte 2
        /// (NTAG213/215/216 data sheet, 8.5.3).
        case stepped(pagesPerBit: Int)
        /// Byte 0 only: a block bit, three lock bits of four pages each, and the same once more (NTAG203 data sheet,
        /// figure 7).
        case grouped
    }

    let page: Int
    let rule: Rule
    /// Bytes 0 to 2 that lock every data page and freeze that. Bits without a meaning stay 0.
    let complete: [UInt8]
    /// The bits of byte 1 that lock what says who may read and write: AUTH0, AUTH1 and the key of an Ultralight C. The
    /// block bit of each is four bits below (MF0ICU2 data sheet, 7.5.3). 0 where no lock bit is about that.
    var keyBits: UInt8 = 0x00

    /// The bit that locks a data page, counted from bit 0 of byte 0.
    func lockBit(_ page: Int) -> Int {
        switch rule {
        case .stepped(let count): return (page - 16) / count
        case .grouped:
            let group = (page - 16) / 4
            return group < 3 ? 1 + group : 2 + group
        }
    }

    /// The bit that freezes that one.
    func blockBit(_ page: Int) -> Int {
        switch rule {
        case .stepped(let count): 16 + (page - 16) / (2 * count)
        case .grouped: page < 28 ? 0 : 4
        }
    }
}
