/// What distinguishes one Type 2 tag product from another: the facts of its data sheet. A further product of the
/// family is a further row of `Type2Product+All.swift`.
public struct Type2Product: Sendable, Equatable {
    /// How a product answers a command that it does not know.
    enum Manners: Sendable, Equatable {
        case refuses
        case isSilent
    }

    /// How a product guards its memory.
    enum Guard: Sendable, Equatable {
        case nothing
        /// PWD_AUTH: CFG0, CFG1, PWD and PACK from this page on.
        case password(configurationPage: Int)
        /// AUTH0 and AUTH1 from this page on, then four key pages that cannot be read (Ultralight C).
        case tripleDES(configurationPage: Int)
    }

    enum Counters: Sendable, Equatable {
        case none
        /// READ_CNT 02, counts reads.
        case reads
        /// READ_CNT and INCR_CNT 00 to 02.
        case threeOneWay
        /// A page of its own: 16 bits that only count up.
        case page(Int)
    }

    /// The product's name in lower case, as the verbs of the emulator spell it.
    public let name: String
    /// The answer to GET_VERSION; nil for a product that does not know the command.
    public let version: [UInt8]?
    /// Pages of memory, counted from page 0.
    public let pageCount: Int
    /// The pages for user data.
    public let userPages: ClosedRange<Int>
    /// The capability container, page 3, as the factory writes it.
    public let capabilityContainer: [UInt8]
    /// The first user pages as the factory writes them.
    public let factoryData: [UInt8]
    /// MIRROR, the first byte of CFG0.
    var firstConfigurationByte: UInt8 = 0x04
    let protection: Guard
    let dynamicLocks: LockPage?
    var manners = Manners.refuses
    var counters = Counters.reads
    /// Whether MIRROR means what it means on an NTAG213.
    var mirrors = true

    /// The page of the dynamic lock bits; nil on the smallest products.
    public var dynamicLockPage: Int? { dynamicLocks?.page }

    /// CFG0, followed by CFG1, PWD and PACK; nil without a password.
    public var configurationPage: Int? {
        if case .password(let page) = protection { return page }
        return nil
    }

    /// Products with GET_VERSION know FAST_READ and READ_SIG as well.
    var isModern: Bool { version != nil }
}
