/// The commands of Type 2 tags, without CRC_A (NTAG213/215/216 data sheet, 10; MF0ICU2 data sheet, 7.6).
enum Type2Command {
    static let getVersion: [UInt8] = [0x60]
    /// First half of the authentication of an Ultralight C; no other Type 2 tag here answers it.
    static let authenticate: [UInt8] = [0x1A, 0x00]
    static let readSignature: [UInt8] = [0x3C, 0x00]

    /// Four pages. Rolls over to page 0 at the end of the memory, and before the first page that may not be read.
    static func read(_ page: Int) -> [UInt8] { [0x30, UInt8(page)] }

    /// All pages of the range. Refused, never rolled over, when one of them cannot be read.
    static func fastRead(_ pages: ClosedRange<Int>) -> [UInt8] {
        [0x3A, UInt8(pages.lowerBound), UInt8(pages.upperBound)]
    }

    static func write(_ write: PageWrite) -> [UInt8] { [0xA2, UInt8(write.page)] + write.bytes }
}
