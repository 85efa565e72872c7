/// A Type 2 tag product that Waymark writes: the facts of its data sheet, one row each.
public struct TagProduct: Hashable, Sendable {
    /// How its memory is read.
    enum Reading: Hashable {
        /// FAST_READ: any run of pages, refused as a whole when one of them cannot be read.
        case runs
        /// READ: four pages, which roll over to page 0 behind this last one.
        case fours(last: Int)
    }

    /// What keeps strangers from reading or writing, and where that is configured.
    enum Protection: Hashable {
        case none
        /// CFG0, CFG1, PWD and PACK from this page on.
        case password(page: Int)
        /// AUTH0 and AUTH1 from this page on; a 3DES key opens (Ultralight C).
        case tripleDES(page: Int)
    }

    /// What the first byte of CFG0 says about showing the UID or counter in the user data.
    enum Mirroring: Hashable {
        case none
        /// As on an NTAG213: kind in bits 7 and 6, byte in bits 5 and 4.
        case known
        /// Other bits; a tag that uses them is left alone.
        case unknown
    }

    /// Whose key signs the UID at the factory.
    public enum Signer: String, Hashable, Sendable, CaseIterable {
        case ntag21x
        case ultralightEV1
    }

    /// The name on the data sheet, for example `NTAG213`.
    public let name: String
    /// The whole answer to GET_VERSION; nil when it does not know the command.
    let version: [UInt8]?
    /// The pages for user data.
    let userPages: ClosedRange<Int>
    /// The capability container of a formatted tag. On some products the factory leaves the page empty.
    let container: [UInt8]
    /// The control TLV blocks that the factory puts at the start of the data area.
    let controlBlocks: [UInt8]
    let dynamicLocks: DynamicLocks?
    let protection: Protection
    let reading: Reading
    let mirroring: Mirroring
    /// CFG0 from the factory without AUTH0: MIRROR, RFUI, MIRROR_PAGE. Empty for a product without a password.
    let factoryCFG0: [UInt8]
    /// nil when the product has no signature.
    public let signer: Signer?
    /// The bits of MIRROR, the first byte of CFG0, that say what a field detection pin does (FDP_CONF, SLEEP_EN). They are
    /// the device's that the chip is built into, and kept. 0 for a product without a pin.
    var pinBits: UInt8 = 0x00
    /// False for a tag whose reader does not let it be asked what it is.
    package var isKnown = true

    /// Bytes of the data area that the capability container declares. Less than the user pages hold on an NTAG215
    /// and an NTAG216.
    public var declaredSize: Int { Int(container[2]) * 8 }

    /// Bytes that the user pages hold.
    var userSize: Int { userPages.count * 4 }

    /// The pages that say who may read and write; none on the simplest products.
    package var configurationPages: ClosedRange<Int>? {
        switch protection {
        case .none: nil
        case .password(let page), .tripleDES(let page): page...page + 1
        }
    }

    /// The last page that has to do with reading, writing and protecting data.
    var lastPage: Int {
        configurationPages?.upperBound ?? dynamicLocks?.page ?? userPages.upperBound
    }

    /// Whether a password can protect against writing: the capability of `PasswordProtectable`.
    public var hasPassword: Bool {
        if case .password = protection { return true }
        return false
    }

    /// Pages of one read. Libnfc holds 264 bytes, an ACR122U counts its payload in one byte: 60 pages.
    var pagesPerRead: Int { reading == .runs ? 60 : 4 }

    /// The read that begins with page `first` and goes no further than `end`, as the product can do it.
    func read(from first: Int, to end: Int) -> ClosedRange<Int> {
        switch reading {
        case .runs: return first...min(first + pagesPerRead - 1, max(end, first))
        // Moved back where it would roll over.
        case .fours(let last):
            let start = min(first, last - 3)
            return start...start + 3
        }
    }
}
