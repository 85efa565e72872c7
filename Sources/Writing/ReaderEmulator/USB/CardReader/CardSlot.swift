/// The contactless slot of a smart-card reader: looks for a tag again and again, gives it power and activates it.
struct CardSlot: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// A tag that the reader has given power to and activated.
    struct Card: Sendable {
        let identity: TagIdentity
        /// Whether it is a tag of ISO/IEC 15693.
        var isVicinity = false
        /// The block protocol, where the tag speaks it.
        var blocks: BlockInitiator?
        let answerToReset: [UInt8]
    }

    var antenna: Antenna
    /// Whether the reader speaks ISO/IEC 15693 as well. One that does not never sees such a tag.
    let reachesVicinity: Bool
    var card: Card?
    /// Whether a tag was there when the reader looked last.
    private(set) var isOccupied = false
    private var lastLook: Instant?

    /// How often the reader looks. A tag that is lifted and put back in between is not missed by it.
    private static let interval = Duration.milliseconds(30)

    init(antenna: Antenna, reachesVicinity: Bool = false) {
        self.antenna = antenna
        self.reachesVicinity = reachesVicinity
        antenna.switchField(on: false)
    }

    /// Looks whether a tag is there, when it is time to. True when that has changed.
    mutating func look(at now: Instant) -> Bool {
        if let lastLook, now - lastLook < Self.interval { return false }
        lastLook = now
        let isThere = antenna.look(for: reachesVicinity ? [.iso14443A, .iso15693] : [.iso14443A])
        guard isThere != isOccupied else { return false }
        isOccupied = isThere
        if !isThere { powerOff() }
        return true
    }

    mutating func powerOff() {
        card = nil
        antenna.switchField(on: false)
    }

    /// Activates the tag, in the field that is on already if it is. Nil when none answers.
    mutating func powerOn() -> [UInt8]? {
        if antenna.isFieldOn { antenna.halt() } else { antenna.switchField(on: true) }
        card = nil
        guard let identity = antenna.select(with: .wupa, attempts: 2) else { return powerOnVicinity() }
        isOccupied = true
        let blocks = identity.sak & 0x20 == 0 ? nil : BlockInitiator(activatingTagOn: antenna)
        guard identity.sak & 0x20 == 0 || blocks != nil else { return nil }
        let answer =
            blocks.map { AnswerToReset.card(ats: $0.ats) }
            ?? AnswerToReset.memory(standard: AnswerToReset.typeA, name: name(of: identity))
        card = Card(identity: identity, blocks: blocks, answerToReset: answer)
        return answer
    }

    /// Of several tags the reader takes one, and says nothing of the others.
    private mutating func powerOnVicinity() -> [UInt8]? {
        guard reachesVicinity, let found = antenna.selectVicinity().first else { return nil }
        isOccupied = true
        let answer = AnswerToReset.memory(standard: AnswerToReset.vicinity, name: name(ofVicinity: found.uid))
        card = Card(
            identity: TagIdentity(atqa: [], uid: found.uid, sak: 0), isVicinity: true, blocks: nil,
            answerToReset: answer)
        return answer
    }

    /// ICODE, Tag-it, ST: by the maker (pcsc-tools' smartcard_list).
    private func name(ofVicinity uid: [UInt8]) -> [UInt8] {
        switch uid[1] {
        case 0x07: [0x00, 0x12]
        case 0x02: [0x00, 0x13]
        default: [0x00, 0x14]
        }
    }

    /// Every NTAG is an Ultralight to these readers (nfc-agent; pcsc-tools' smartcard_list).
    private func name(of identity: TagIdentity) -> [UInt8] {
        guard identity.sak == 0 else { return [0x00, 0x01] }
        return antenna.anyTag?.productName == "ulc" ? [0x00, 0x3A] : [0x00, 0x03]
    }

    /// The tag is where a session of the reader's host wants it: selected, and not in the block protocol.
    mutating func leaveBlocks() {
        guard card?.blocks != nil else { return }
        antenna.halt()
        antenna.select(with: .wupa, attempts: 2)
        card?.blocks = nil
    }

    /// One command in the block protocol; nil when there is no such tag, or it does not answer.
    mutating func exchange(_ command: [UInt8]) -> Exchange? {
        guard var blocks = card?.blocks else { return nil }
        defer { card?.blocks = blocks }
        return blocks.exchange(command, over: antenna)
    }
}
