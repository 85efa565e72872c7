/// One page of one-way lock bits: which bits lock which pages, and which bits freeze which lock bits.
struct LockPage: Sendable, Equatable {
    /// One bit of the page and the tag pages it speaks about.
    struct Bit: Sendable, Equatable {
        /// Byte of the page, 0 to 3.
        let byte: Int
        /// The bit's value in that byte, a power of two.
        let mask: UInt8
        let pages: ClosedRange<Int>
    }

    let page: Int
    /// The bytes of the page that a write can change; the others are ignored.
    let writableBytes: ClosedRange<Int>
    /// A set bit makes its pages read-only for ever.
    let locks: [Bit]
    /// A set bit freezes the lock bits of its pages as they are. It locks no page by itself.
    let blocks: [Bit]

    /// The pages that the bits in `memory` lock.
    func locks(_ page: Int, in memory: TagMemory) -> Bool {
        locks.contains { $0.pages.contains(page) && isSet($0, in: memory) }
    }

    /// The lock bits that can no longer be set, as four masks, given the block bits in `memory`.
    func frozenBits(in memory: TagMemory) -> [UInt8] {
        var frozen: [UInt8] = [0, 0, 0, 0]
        for block in blocks where isSet(block, in: memory) {
            for lock in locks where lock.pages.overlaps(block.pages) {
                frozen[lock.byte] |= lock.mask
            }
        }
        return frozen
    }

    private func isSet(_ bit: Bit, in memory: TagMemory) -> Bool {
        memory[page][bit.byte] & bit.mask != 0
    }
}

extension LockPage {
    /// Page 2 of every Type 2 tag (NTAG213F/216F data sheet, 8.5.2): bytes 0 and 1 belong to the serial number.
    static let staticLocks = LockPage(
        page: 2,
        writableBytes: 2...3,
        locks: [Bit(byte: 2, mask: 0x08, pages: 3...3)]
            + (4...7).map { Bit(byte: 2, mask: 1 << UInt8($0), pages: $0...$0) }
            + (8...15).map { Bit(byte: 3, mask: 1 << UInt8($0 - 8), pages: $0...$0) },
        blocks: [
            Bit(byte: 2, mask: 0x01, pages: 3...3),
            Bit(byte: 2, mask: 0x02, pages: 4...9),
            Bit(byte: 2, mask: 0x04, pages: 10...15),
        ]
    )

    /// The dynamic lock page of the NTAG21x family: from page 16 on, `pagesPerBit` pages to a lock bit in bytes
    /// 0 and 1; each block bit of byte 2 freezes two lock bits.
    static func dynamicLocks(page: Int, pagesPerBit: Int, lastUserPage: Int) -> LockPage {
        LockPage(
            page: page,
            writableBytes: 0...2,
            locks: bits(firstByte: 0, step: pagesPerBit, lastPage: lastUserPage),
            blocks: bits(firstByte: 2, step: 2 * pagesPerBit, lastPage: lastUserPage)
        )
    }

    private static func bits(firstByte: Int, step: Int, lastPage: Int) -> [Bit] {
        stride(from: 16, through: lastPage, by: step).enumerated().map { index, first in
            Bit(
                byte: firstByte + index / 8,
                mask: 1 << UInt8(index % 8),
                pages: first...min(first + step - 1, lastPage)
            )
        }
    }

    /// The NTAG203 locks four pages with each bit; byte 1 is about the counter (NTAG203 data sheet, figure 7).
    static let ntag203 = LockPage(
        page: 0x28, writableBytes: 0...1, locks: groupedLocks + [Bit(byte: 1, mask: 0x10, pages: 0x29...0x29)],
        blocks: groupedBlocks + [Bit(byte: 1, mask: 0x01, pages: 0x29...0x29)])

    /// The Ultralight C does so too; byte 1 is about counter, AUTH0, AUTH1 and key.
    static let ultralightC = LockPage(
        page: 0x28, writableBytes: 0...1,
        locks: groupedLocks
            + [0x29...0x29, 0x2A...0x2A, 0x2B...0x2B, 0x2C...0x2F].enumerated().map {
                Bit(byte: 1, mask: 0x10 << UInt8($0.offset), pages: $0.element)
            },
        blocks: groupedBlocks
            + [0x29...0x29, 0x2A...0x2A, 0x2B...0x2B, 0x2C...0x2F].enumerated().map {
                Bit(byte: 1, mask: 0x01 << UInt8($0.offset), pages: $0.element)
            })

    private static let groupedLocks = [16...19, 20...23, 24...27, 28...31, 32...35, 36...39].enumerated().map {
        Bit(byte: 0, mask: $0.offset < 3 ? 0x02 << UInt8($0.offset) : 0x04 << UInt8($0.offset), pages: $0.element)
    }

    private static let groupedBlocks = [
        Bit(byte: 0, mask: 0x01, pages: 16...27), Bit(byte: 0, mask: 0x10, pages: 28...39),
    ]
}
