/// The session in which ACS readers let frames through to a tag as they are (FF C2).
/// See: PC/SC part 3 supplement 2.02; ACR1252U captured by nfc-agent
///
/// The outer 90 00 only says that the reader has understood. What became of the command is in the object C0.
struct SessionModel: Sendable {
    private(set) var isOpen = false
    /// Frames of ISO/IEC 14443-3, or of ISO/IEC 15693-3, go through.
    private var isAtLayer3 = false
    /// A command has failed, after which an ACR1552U does nothing until the tag is activated again.
    private var isSpoiled = false
    /// The reader is spoiled by a failure.
    let isEasilySpoiled: Bool
    private var refusalsSeen = 0

    private static let success = SessionObject(tag: 0xC0, value: [0x00, 0x90, 0x00])
    /// The tag is silent.
    private static let silence: [UInt8] = [0x01, 0x64, 0x01]
    private static let notUnderstood: [UInt8] = [0x01, 0x6A, 0x81]

    init(isEasilySpoiled: Bool) { self.isEasilySpoiled = isEasilySpoiled }

    /// The tag was activated anew, or lost its power.
    mutating func end() {
        (isOpen, isAtLayer3, isSpoiled) = (false, false, false)
    }

    mutating func carryOut(_ command: CardCommand, in slot: inout CardSlot) -> (answer: [UInt8], delay: Duration) {
        guard command.p1 == 0, let objects = SessionObject.list(command.data), !objects.isEmpty else {
            return (CardStatus.notSupported, .zero)
        }
        switch command.p2 {
        case 0x00: return (manage(objects, in: slot), .zero)
        case 0x01 where isOpen: return exchange(objects, in: slot)
        case 0x02 where isOpen: return (switchProtocol(objects, in: &slot), .zero)
        default: return (CardStatus.notSupported, .zero)
        }
    }

    private mutating func manage(_ objects: [SessionObject], in slot: CardSlot) -> [UInt8] {
        for object in objects {
            switch (object.tag, object.value) {
            case (0x81, []) where !isOpen && slot.card != nil: isOpen = true
            case (0x82, []) where isOpen: end()
            default: return Self.answer([SessionObject(tag: 0xC0, value: Self.notUnderstood)])
            }
        }
        return Self.answer([Self.success])
    }

    private mutating func switchProtocol(_ objects: [SessionObject], in slot: inout CardSlot) -> [UInt8] {
        let standard: UInt8 = slot.card?.isVicinity == true ? 0x02 : 0x00
        guard objects == [SessionObject(tag: 0x8F, value: [standard, 0x03])] else {
            return Self.answer([SessionObject(tag: 0xC0, value: Self.notUnderstood)])
        }
        slot.leaveBlocks()
        isAtLayer3 = true
        return Self.answer([Self.success, SessionObject(tag: 0x8F, value: [0x00])])
    }

    private mutating func exchange(_ objects: [SessionObject], in slot: CardSlot) -> ([UInt8], Duration) {
        var objects = objects
        // A timer before the frame, of four bytes.
        if objects.count == 2, objects[0].tag == 0x5F46, objects[0].value.count == 4 { objects.removeFirst() }
        guard isAtLayer3, objects.count == 1, objects[0].tag == 0x95, !objects[0].value.isEmpty else {
            return (Self.answer([SessionObject(tag: 0xC0, value: Self.notUnderstood)]), .zero)
        }
        guard !isSpoiled else { return (Self.answer([SessionObject(tag: 0xC0, value: Self.silence)]), .zero) }
        let frame = objects[0].value
        let exchange =
            slot.card?.isVicinity == true ? slot.antenna.exchangeVicinity(frame) : slot.antenna.exchange(frame)
        let answers = answer(exchange.response)
        if isEasilySpoiled, answers.first != Self.success { isSpoiled = true }
        return (Self.answer(answers), exchange.delay)
    }

    /// How readers tell a refusal is not known: an error, or the four bits as they came. Both happen here in turn.
    private mutating func answer(_ response: TagResponse) -> [SessionObject] {
        switch response {
        case .bytes(let bytes): return Self.received(bytes)
        case .acknowledged: return Self.received([0x0A], bits: 4)
        case .nibble(let value):
            refusalsSeen += 1
            guard refusalsSeen.isMultiple(of: 2) else { break }
            return Self.received([value], bits: 4)
        case .corrupted(let bytes): return Self.received(bytes, errors: 0x01)
        case .silence: break
        }
        return [SessionObject(tag: 0xC0, value: Self.silence)]
    }

    private static func received(_ bytes: [UInt8], bits: UInt8 = 0, errors: UInt8 = 0) -> [SessionObject] {
        [
            success, SessionObject(tag: 0x92, value: [bits]), SessionObject(tag: 0x96, value: [errors, 0]),
            SessionObject(tag: 0x97, value: bytes),
        ]
    }

    private static func answer(_ objects: [SessionObject]) -> [UInt8] {
        objects.flatMap(\.bytes) + CardStatus.done
    }
}
