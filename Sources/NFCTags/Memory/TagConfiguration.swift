/// CFG0 and CFG1 as far as they bear on reading and writing data (NTAG213/215/216 data sheet, 8.5.7).
struct TagConfiguration: Hashable, Sendable {
    /// AUTH0: the first page that needs the password; beyond the last page, usually FF, none does.
    let firstProtectedPage: Int
    /// The pages in which the tag shows its UID or counter in place of what is stored; nil when it does not.
    let mirroredPages: ClosedRange<Int>?

    init(of image: TagImage) throws(MemoryFault) {
        let page = image.product.configurationPage
        guard let bytes = image[page: page] else { throw .notRead(page: page) }
        firstProtectedPage = Int(bytes[3])

        // MIRROR_CONF: UID 14 characters, counter 6, both with an `x` between. MIRROR_PAGE above 03 switches on.
        let length = [0, 14, 6, 21][Int(bytes[0] >> 6)]
        let start = Int(bytes[2]) * 4 + Int(bytes[0] >> 4 & 0x3)
        mirroredPages = length > 0 && bytes[2] > 3 ? start / 4...(start + length - 1) / 4 : nil
    }
}
