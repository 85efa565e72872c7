/// The configuration pages as far as they bear on reading and writing data.
struct TagConfiguration: Hashable, Sendable {
    /// AUTH0: the first page that needs the password; beyond the last page, usually FF, none does.
    let firstProtectedPage: Int
    /// PROT: reading needs the password too.
    let protectsReading: Bool
    /// AUTHLIM: wrong passwords are counted, and after some of them what is protected is closed for ever.
    let countsPasswords: Bool
    /// CFGLCK: CFG0 and CFG1 stay as they are for ever.
    let isFrozen: Bool
    /// Where the tag shows its UID or counter in place of what is stored; nil when it does not.
    let mirror: MirrorWindow?

    init(of image: Type2Image) throws(MemoryFault) {
        guard let pages = image.product.configurationPages else {
            (firstProtectedPage, protectsReading, isFrozen, mirror) = (0x100, false, false, nil)
            countsPasswords = false
            return
        }
        guard let first = image[page: pages.lowerBound] else { throw .notRead(page: pages.lowerBound) }
        guard let second = image[page: pages.upperBound] else { throw .notRead(page: pages.upperBound) }
        if case .tripleDES = image.product.protection {
            // AUTH0 in the first page, AUTH1 in the second; bit 0: only writing (MF0ICU2 data sheet, 7.5.8).
            (firstProtectedPage, protectsReading) = (Int(first[0]), second[0] & 0x01 == 0)
            (isFrozen, mirror, countsPasswords) = (false, nil, false)
        } else {
            // NTAG213/215/216 data sheet, 8.5.7; MF0ULx1 data sheet, 8.5.6.
            (firstProtectedPage, protectsReading) = (Int(first[3]), second[0] & 0x80 != 0)
            isFrozen = second[0] & 0x40 != 0
            countsPasswords = second[0] & 0x07 != 0
            mirror = MirrorWindow(firstConfigurationPage: first, of: image)
        }
    }
}
