/// One tag of the NTAG21x or MIFARE Ultralight families, modelled from its data sheet: memory, one-way bits, password,
/// mirror, counter, and the states of ISO/IEC 14443-3. A value: a copy is a second tag with the same memory.
public struct Type2Tag: EmulatedTag {
    /// What the tag is made as.
    public let product: Type2Product
    /// The 7-byte serial number.
    public let uid: [UInt8]
    /// The answer to the last SELECT. 00 is a Type 2 tag; a tester's hand may set another, such as 08 for a tag that
    /// passes for a MIFARE Classic.
    public var sak: UInt8 = 0x00
    /// What the tag stores. Setting it is the factory's or a tester's hand: no rule of the tag applies, and new lock
    /// bits and configuration act when `variant` says so.
    public var memory: TagMemory
    /// The originality signature, 32 bytes; all zero unless set.
    public var signature = [UInt8](repeating: 0, count: 32)
    /// The NFC counter, 24 bits.
    public internal(set) var counter = 0
    /// The three counters of an Ultralight EV1.
    var oneWayCounters = [0, 0, 0]
    /// Wrong passwords since the last right one; kept without power.
    public internal(set) var failedAuthentications = 0
    public var card = CardState()
    public var variant = HardwareVariant()
    /// Whether the right password was given since the last selection.
    public internal(set) var isAuthenticated = false

    private var memoryAtPowerUp: TagMemory
    private var memoryAtSelection: TagMemory
    /// The page that the first half of COMPATIBILITY_WRITE named.
    var compatibilityWritePage: Int?
    /// Whether the next READ or FAST_READ is the first since power-up, the one that is counted.
    var firstReadIsAhead = true

    /// Makes a tag as it leaves the factory.
    ///
    /// A serial number that is not 7 bytes long is a mistake of the program.
    public init(_ product: Type2Product, uid: [UInt8]) {
        precondition(uid.count == 7, "A Type 2 tag of NXP has a serial number of 7 bytes.")
        self.product = product
        self.uid = uid
        var memory = TagMemory(pageCount: product.pageCount)
        memory[0] = [uid[0], uid[1], uid[2], 0x88 ^ uid[0] ^ uid[1] ^ uid[2]]
        memory[1] = Array(uid[3...6])
        memory[2] = [uid[3] ^ uid[4] ^ uid[5] ^ uid[6], 0x48, 0x00, 0x00]
        memory[3] = product.capabilityContainer
        memory.put(product.factoryData, at: product.userPages.lowerBound)
        // Byte 3 of the dynamic lock page reads BD where there are three bytes of lock bits.
        if let locks = product.dynamicLocks, locks.writableBytes.count == 3 {
            memory[locks.page] = [0x00, 0x00, 0x00, 0xBD]
        }
        switch product.protection {
        case .nothing: break
        case .password(let page):
            memory[page] = [product.firstConfigurationByte, 0x00, 0x00, 0xFF]
            memory[page + 1] = [0x00, 0x05, 0x00, 0x00]
            memory[page + 2] = [0xFF, 0xFF, 0xFF, 0xFF]
        case .tripleDES(let page):
            memory[page] = [0x30, 0x00, 0x00, 0x00]
            memory.put(Array("BREAKMEIFYOUCAN!".utf8), at: page + 2)
        }
        self.memory = memory
        memoryAtPowerUp = memory
        memoryAtSelection = memory
    }

    public var productName: String { product.name }
    public var atqa: [UInt8] { [0x44, 0x00] }
    /// Page by page.
    public var dump: [[UInt8]] { (0..<memory.pageCount).map { memory[$0] } }

    /// A serial number for the n-th tag of a test or a demonstration: 04 (NXP), "WM", n in three bytes, 80.
    public static func uid(numbered n: Int) -> [UInt8] {
        [0x04, 0x57, 0x4D, UInt8(n >> 16 & 0xFF), UInt8(n >> 8 & 0xFF), UInt8(n & 0xFF), 0x80]
    }

    /// Where the tag is in its life in the field.
    public var state: CardState.Phase { card.phase }

    public mutating func wasPoweredUp() {
        memoryAtPowerUp = memory
        firstReadIsAhead = true
    }

    public mutating func wasSelected() { memoryAtSelection = memory }

    /// The lock bits in force.
    var locksInForce: TagMemory { memory(actingFrom: variant.lockBits) }

    /// The configuration pages in force.
    var configurationInForce: TagMemory { memory(actingFrom: variant.configuration) }

    private func memory(actingFrom moment: HardwareVariant.ActsFrom) -> TagMemory {
        switch moment {
        case .powerUp: memoryAtPowerUp
        case .selection: memoryAtSelection
        case .write: memory
        }
    }

    /// Carries out one command, given without CRC_A. Only an active tag answers.
    public mutating func receive(_ command: [UInt8]) -> TagResponse {
        guard isActive else { return .silence }
        if let page = compatibilityWritePage {
            compatibilityWritePage = nil
            return command.count == 16 ? write(Array(command[0..<4]), to: page) : refuse(.invalidArgument)
        }
        switch (command.first, command.count) {
        case (0x30, 2): return read(Int(command[1]))
        case (0x3A, 3): return fastRead(from: Int(command[1]), to: Int(command[2]))
        case (0xA2, 6): return write(Array(command[2...5]), to: Int(command[1]))
        case (0xA0, 2): return beginCompatibilityWrite(to: Int(command[1]))
        case (0x60, 1): return product.version.map { .bytes($0) } ?? refuseUnknown()
        case (0x3C, 2) where command[1] == 0: return product.isModern ? .bytes(signature) : refuseUnknown()
        case (0x39, 2): return readCounter(command[1])
        case (0xA5, 6): return incrementCounter(command[1], by: Array(command[2...]))
        case (0x3E, 2) where product.counters == .threeOneWay && command[1] < 3: return .bytes([0xBD])
        case (0x1A, 2) where command[1] == 0: return beginTripleDES()
        case (0x1B, 5): return authenticate(password: Array(command[1...4]))
        case (0x50, 2) where command[1] == 0:
            halt()
            return .silence
        default: return refuseUnknown()
        }
    }

    /// Carries out one command while the power fails: a page write in progress, unless the page is protected
    /// against tearing, leaves a torn page, and there is no answer.
    public mutating func receive(_ command: [UInt8], tornBy torn: TornWrite?) -> TagResponse {
        let page =
            compatibilityWritePage ?? (command.first == 0xA2 ? command.dropFirst().first.map(Int.init) : nil)
        let old = page.flatMap { $0 < memory.pageCount ? memory[$0] : nil }
        let response = receive(command)
        if let torn, let page, let old, response == .acknowledged, !isTearProtected(page) {
            memory[page] = torn.page(from: old, to: memory[page])
        }
        return response
    }

    /// A frame arrived whose CRC_A does not fit.
    public mutating func receiveDamagedFrame() -> TagResponse {
        isActive ? refuse(.transmission) : .silence
    }

    /// A refusal sends the tag back to IDLE or HALT, and the password is forgotten: it must be selected again.
    mutating func refuse(_ refusal: TagRefusal) -> TagResponse {
        goIdle()
        return .nibble(refusal.rawValue)
    }

    /// A command that the product does not know: refused, or left without any answer.
    mutating func refuseUnknown() -> TagResponse {
        let refusal = refuse(.invalidArgument)
        return product.manners == .isSilent ? .silence : refusal
    }

    public mutating func endSession() {
        isAuthenticated = false
        compatibilityWritePage = nil
    }
}
