/// What a smart-card reader does with the commands that pcscd sends it for a card: those of class FF are for the reader
/// itself, in the dialect of its family, all others go to a tag that speaks ISO/IEC 14443-4.
struct CardReaderCommands: Sendable {
    private let family: CardReaderFamily
    private let memory: MemoryCommandModel
    private var session: SessionModel
    /// Commands of class FF that are none of this family, or came where it takes none.
    private(set) var refused: [[UInt8]] = []

    private static let longestTrace = 100

    init(_ family: CardReaderFamily) {
        self.family = family
        memory = MemoryCommandModel(readsOneBlock: family == .identiv)
        session = SessionModel(isEasilySpoiled: family == .acr1552)
    }

    /// The tag was activated anew, or lost its power.
    mutating func endSession() { session.end() }

    /// The answer, nil for none, and how long the tag took over it.
    mutating func carryOut(_ bytes: [UInt8], in slot: inout CardSlot) -> (answer: [UInt8]?, delay: Duration) {
        guard let command = CardCommand(bytes), command.classByte == 0xFF else {
            guard let exchange = slot.exchange(bytes) else { return (CardStatus.notSupported, .zero) }
            guard case .bytes(let answer) = exchange.response else { return (nil, exchange.delay) }
            return (answer, exchange.delay)
        }
        switch (family, command.instruction) {
        case (.acr1252, 0xC2), (.acr1552, 0xC2): return session.carryOut(command, in: &slot)
        case (.identiv, 0xEF) where command.p1 == 0 && command.p2 == 0 && !command.data.isEmpty:
            return passThrough(command.data, slot)
        default: break
        }
        if !session.isOpen, let done = memory.carryOut(command, in: &slot) { return done }
        if refused.count < Self.longestTrace { refused.append(bytes) }
        return (CardStatus.notSupported, .zero)
    }

    /// FF EF: a frame to the tag, and what came back, down to the four bits of an acknowledgement; nothing for silence
    /// (uTrust 3720 F manual, and what ran on a 3700 F: see the reference of readers).
    private func passThrough(_ frame: [UInt8], _ slot: CardSlot) -> ([UInt8], Duration) {
        let exchange = slot.antenna.exchange(frame)
        let answer: [UInt8] =
            switch exchange.response {
            case .bytes(let bytes): bytes
            case .nibble(let value): [value]
            case .silence, .corrupted: []
            }
        return (answer + CardStatus.done, exchange.delay)
    }
}

/// Readers that let frames through to a tag in the same way.
enum CardReaderFamily: Sendable {
    case acr1252
    case acr1552
    case identiv
}
