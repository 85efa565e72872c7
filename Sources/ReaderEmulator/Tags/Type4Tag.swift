/// One NFC Forum Type 4 tag: files behind ISO/IEC 7816-4 commands, in the blocks of ISO/IEC 14443-4. A value: a copy is
/// a second tag with the same files.
public struct Type4Tag: EmulatedTag {
    enum State: Sendable, Equatable {
        case unpowered, idle, active, halted
        /// Activated by RATS: speaks in blocks.
        case blocks
    }

    /// What a SELECT has named last.
    enum File: Sendable, Equatable {
        case none, capabilityContainer, ndef
    }

    public let product: Type4Product
    public let uid: [UInt8]
    /// The capability container file. Setting it is a tester's hand.
    public var capabilityContainer: [UInt8]
    /// The NDEF file: two bytes of length, then the message. Setting it is a tester's hand.
    public var file: [UInt8]

    var state = State.unpowered
    var blocks = BlockResponder()
    var isApplicationSelected = false
    var selected = File.none
    /// The power fails within the next UPDATE BINARY: only the first half of its bytes is written.
    var isTearing = false

    /// Makes a tag as it leaves the factory. A serial number that is not 7 bytes long is a mistake of the program.
    public init(_ product: Type4Product, uid: [UInt8]) {
        precondition(uid.count == 7, "A Type 4 tag of NXP has a serial number of 7 bytes.")
        self.product = product
        self.uid = uid
        capabilityContainer = product.capabilityContainer
        file = [UInt8](repeating: 0, count: product.fileSize)
    }

    public var productName: String { product.name }
    public var atqa: [UInt8] { [0x44, 0x03] }
    /// ISO/IEC 14443-4.
    public var sak: UInt8 { 0x20 }
    public var isActive: Bool { state == .active || state == .blocks }
    /// The two files.
    public var dump: [[UInt8]] { [capabilityContainer, file] }

    public mutating func powerOn() {
        if state == .unpowered { state = .idle }
    }

    public mutating func powerOff() {
        state = .unpowered
        endSession()
    }

    public mutating func select() -> Bool {
        guard state != .unpowered else { return false }
        endSession()
        state = .active
        return true
    }

    public mutating func halt() {
        guard isActive else { return }
        endSession()
        state = .halted
    }

    public mutating func goIdle() {
        guard isActive else { return }
        endSession()
        state = .idle
    }

    public mutating func receive(_ frame: [UInt8]) -> TagResponse {
        switch (state, frame.first) {
        case (.active, 0xE0) where frame.count == 2:
            state = .blocks
            blocks = BlockResponder(readerFrameCode: frame[1] >> 4)
            return .bytes(product.ats)
        case (.active, 0x50), (.blocks, 0xC2):
            halt()
            return frame[0] == 0xC2 ? .bytes([0xC2]) : .silence
        case (.blocks, _):
            var responder = blocks
            let answer = responder.receive(frame) { carryOut($0) }
            blocks = responder
            return answer.map { .bytes($0) } ?? .silence
        default:
            return .silence
        }
    }

    public mutating func receive(_ frame: [UInt8], leavingTornPage tornBytes: [UInt8]?) -> TagResponse {
        isTearing = tornBytes != nil
        defer { isTearing = false }
        return receive(frame)
    }

    /// ISO/IEC 14443-4, 7.5.5: a card stays silent on a frame with an error.
    public mutating func receiveDamagedFrame() -> TagResponse { .silence }

    private mutating func endSession() {
        isApplicationSelected = false
        selected = .none
        blocks = BlockResponder()
    }
}
