/// The order of page writes that never lets a third thing be read.
///
/// A tag may leave the field between any two writes and within each of them. Whatever prefix of the writes happened, a
/// reader finds the old content, no message, or the new message:
///
/// 1. Bytes before the message block keep their values, so every reader arrives at the same place P: the first byte
///    of the block, or of the free space. What it finds from P on is decided by two bytes. FE at P: no message, and
///    nothing behind is read. 03 at P with the length 00: an empty message, and T2T 1.0, 6.4 takes the first message
///    block only. Call both *hidden*.
/// 2. If only the page differs that holds the byte which hides, its write takes old to new by itself.
/// 3. Otherwise the first write hides: at an old message, and at one whose length the memory contradicts, it sets the
///    length to 00 in a single page, with FE behind where that byte is in the same page; at a NULL it sets FE. A tag
///    that is hidden already, from the factory or because an earlier attempt was torn, needs no such write. The first
///    writes of a torn attempt at another message, longer or shorter, are behind P and count for nothing.
/// 4. The other pages follow from back to front. All but the last are behind the byte that hides: still hidden. The
///    last one, the lowest page that differs, holds that byte, since hidden and new content differ in it: FE against
///    03, or 00 against the length. Before it everything behind is in place, so it takes hidden to new by itself. Going
///    backwards also settles a length FF hh ll that straddles two pages: the page with FF goes last.
///
/// Silicon that loses power within the programming of one page may leave any four bytes there, since data pages are not
/// protected against that (NTAG213F/216F data sheet, p. 44). Between 3 and 4 that is harmless, and it is why a single
/// page of text is hidden as well: half of it could be a third URL. In the two writes that hide and reveal, no order
/// can prevent that damaged content is left, which no phone takes for a message. Who knows that the tag was being
/// written lays its data area out anew: then P is the start of the area, FE hides, and the control blocks are among the
/// pages that follow.
enum PageOrder {
    /// The writes that put the bytes `expected` where they belong. All their pages are in the image.
    static func writes(from image: Type2Image, _ layout: TLVLayout, to expected: [Int: UInt8]) -> [PageWrite] {
        let pages = Set(expected.keys.map { $0 / 4 }).sorted()
        var goal = image
        for (address, byte) in expected { goal.set(byte, at: address) }

        let changes = differences(from: image, to: goal, in: pages)
        let first = layout.missingBlocks.keys.min() ?? layout.addresses.first ?? 0
        let hidden = hiding(image, layout, from: first)
        guard changes.contains(where: { $0.page != hidingPage(layout, first) }) else { return changes }
        return differences(from: image, to: hidden, in: pages)
            + differences(from: hidden, to: goal, in: pages).reversed()
    }

    private static func differences(from old: Type2Image, to new: Type2Image, in pages: [Int]) -> [PageWrite] {
        pages.compactMap { page in
            guard let bytes = new[page: page], bytes != old[page: page] else { return nil }
            return PageWrite(page: page, bytes: bytes)
        }
    }

    /// The image with its message hidden: it differs from `image` in at most one page.
    private static func hiding(_ image: Type2Image, _ layout: TLVLayout, from first: Int) -> Type2Image {
        var image = image
        let places = layout.addresses
        switch layout.holding {
        case .nothing:
            // Already FE, or a NULL that becomes FE.
            image.set(TLVBlock.terminator, at: first)
        case .message, .overrun:
            // A length of zero spelled FF 00 00 does not hide: its last bytes may be in the next page.
            guard image[byte: places[1]] != 0 else { break }
            image.set(0, at: places[1])
            if places[2] / 4 == places[1] / 4 { image.set(TLVBlock.terminator, at: places[2]) }
        }
        return image
    }

    /// The page with the byte that hides.
    private static func hidingPage(_ layout: TLVLayout, _ first: Int) -> Int {
        layout.holding == .nothing ? first / 4 : layout.addresses[1] / 4
    }
}
