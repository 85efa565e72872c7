/// One NFC Forum Type 5 tag: blocks behind the commands of ISO/IEC 15693-3, one-way locks, and the states ready, quiet
/// and selected. A value: a copy is a second tag with the same memory.
///
/// It is stricter than tags may be: whatever is malformed, addressed to another or flagged unusually gets no answer.
public struct Type5Tag: EmulatedTag {
    /// Whom the tag listens to.
    public enum Attention: Sendable, Equatable {
        case ready
        /// Hears only what is addressed to it.
        case quiet
        case selected
    }

    /// Blocks that need a password, as a tester's hand sets it: ids 01 for reading, 02 for writing.
    public struct Protection: Sendable, Equatable {
        public let firstBlock: Int
        public let protectsReading: Bool

        public init(firstBlock: Int, protectsReading: Bool) {
            self.firstBlock = firstBlock
            self.protectsReading = protectsReading
        }
    }

    public let product: Type5Product
    /// The serial number, E0 first. On air its last byte goes first.
    public let uid: [UInt8]
    /// What the tag stores. Setting it is the factory's or a tester's hand: no rule of the tag applies.
    public var memory: TagMemory
    /// Blocks that are read-only for ever.
    public var lockedBlocks: Set<Int> = []
    public var dsfid: UInt8 = 0
    public var applicationFamily: UInt8 = 0
    /// The maker's signature, 32 bytes.
    public var signature = [UInt8](repeating: 0, count: 32)
    public var protection: Protection?
    /// Passwords by id, 4 bytes each.
    public var passwords: [UInt8: [UInt8]] = [
        0x01: [0, 0, 0, 0], 0x02: [0, 0, 0, 0], 0x04: [0xFF, 0xFF, 0xFF, 0xFF],
    ]
    /// Privacy mode: silent to all but the commands of its password.
    public var isPrivate = false
    public var manners = Type5Manners()
    public var card = CardState()
    public var variant = HardwareVariant()

    public private(set) var attention = Attention.ready
    /// A wrong password was given: silent until the power is lost.
    var isSilenced = false
    /// What GET RANDOM NUMBER has answered last.
    var random: [UInt8]?
    /// Ids of the passwords that were given.
    var opened: Set<UInt8> = []

    /// Makes a tag as it leaves the factory: all blocks zero, or with its maker's capability container. A serial number
    /// that is not 8 bytes long and does not begin with E0 is a mistake of the program.
    public init(_ product: Type5Product, uid: [UInt8]) {
        precondition(uid.count == 8 && uid[0] == 0xE0, "A Type 5 tag has a serial number of 8 bytes, the first E0.")
        self.product = product
        self.uid = uid
        memory = TagMemory(pageCount: product.blockCount)
        memory[0] = product.capabilityContainer
    }

    /// A serial number for the n-th tag of a test or a demonstration.
    public static func uid(of product: Type5Product, numbered n: Int) -> [UInt8] {
        product.serialNumber(from: SerialNumbers().number(n, length: 8))
    }

    public var productName: String { product.name }
    public var technology: TagTechnology { .iso15693 }
    /// Block by block, then the lock status of each.
    public var dump: [[UInt8]] {
        (0..<memory.pageCount).map { memory[$0] } + [(0..<memory.pageCount).map { lockedBlocks.contains($0) ? 1 : 0 }]
    }

    public mutating func endSession() {
        (attention, isSilenced, random, opened) = (.ready, false, nil, [])
    }

    public mutating func receiveDamagedFrame() -> TagResponse { .silence }

    public mutating func receive(_ frame: [UInt8]) -> TagResponse {
        guard card.phase != .unpowered, !isSilenced else { return .silence }
        if frame.first.map({ $0 & VicinityRequest.inventory != 0 }) ?? false { return answerInventory(frame) }
        guard let request = VicinityRequest(frame) else { return .silence }
        guard isMeant(by: request) else { return .silence }
        if isPrivate, ![0xB2, 0xB3].contains(request.code) { return .silence }
        return carryOut(request)
    }

    /// The power fails in the middle of a write or a lock: a block is left as the fault says, a lock is there or not.
    public mutating func receive(_ frame: [UInt8], tornBy torn: TornWrite?) -> TagResponse {
        let before = self
        let response = receive(frame)
        guard let torn, response == .bytes([0x00]), let request = VicinityRequest(frame),
            let block = request.parameters.first.map(Int.init)
        else { return response }
        switch request.code {
        case 0x21 where block != product.counterBlock:
            memory[block] = torn.page(from: before.memory[block], to: memory[block])
        case 0x22 where !torn.completesLock: lockedBlocks = before.lockedBlocks
        default: break
        }
        return response
    }

    private func answerInventory(_ frame: [UInt8]) -> TagResponse {
        guard attention != .quiet, !isPrivate, let inventory = VicinityInventory(frame), inventory.matches(uid) else {
            return .silence
        }
        if let family = inventory.applicationFamily, family != 0, family != applicationFamily { return .silence }
        return .bytes([0x00, dsfid] + uid.reversed())
    }

    private mutating func isMeant(by request: VicinityRequest) -> Bool {
        switch request.addressee {
        case .all: return attention != .quiet
        case .selected: return attention == .selected
        case .one(uid): return true
        case .one:
            // Another tag is selected: this one is not any more.
            if request.code == 0x25, attention == .selected { attention = .ready }
            return false
        }
    }

    mutating func turn(_ attention: Attention) { self.attention = attention }
}

extension TornWrite {
    /// Whether a lock that this cuts off is there afterwards.
    fileprivate var completesLock: Bool {
        switch self {
        case .bytes: true
        case .erased: false
        case .mixture(let seed): seed & 1 == 1
        }
    }
}
