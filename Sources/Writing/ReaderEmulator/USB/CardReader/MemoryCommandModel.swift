/// What every reader does for a tag with nothing but memory: it says its serial number, reads and writes.
/// See: PC/SC part 3, 3.2.2
struct MemoryCommandModel {
    /// An Identiv gives four bytes whatever it is asked for (uTrust 3720 F manual).
    let readsOneBlock: Bool

    /// The answer, and how long the tag took over it; nil for another command.
    func carryOut(_ command: CardCommand, in slot: inout CardSlot) -> (answer: [UInt8], delay: Duration)? {
        if let card = slot.card, card.isVicinity { return carryOut(command, onVicinity: card, slot) }
        return switch (command.instruction, command.p1) {
        case (0xCA, 0x00): (slot.card.map { $0.identity.uid + CardStatus.done } ?? CardStatus.failed, .zero)
        case (0xCA, 0x01): (CardStatus.notSupported, .zero)
        case (0xB0, 0x00): read(command, slot)
        case (0xD6, 0x00): write(command, slot)
        default: nil
        }
    }

    /// The serial number with its last byte first, as an ACR1552U gives it (nfc-agent); blocks by frames of the reader's
    /// own, which every tag hears.
    private func carryOut(
        _ command: CardCommand, onVicinity card: CardSlot.Card, _ slot: CardSlot
    ) -> (answer: [UInt8], delay: Duration)? {
        let frame: [UInt8]
        switch (command.instruction, command.p1, command.expected, command.data.count) {
        case (0xCA, 0x00, _, 0): return (card.identity.uid.reversed() + CardStatus.done, .zero)
        case (0xB0, 0x00, 4, 0): frame = [0x02, 0x20, command.p2]
        case (0xD6, 0x00, nil, 4): frame = [0x02, 0x21, command.p2] + command.data
        case (0xB0, 0x00, _, _), (0xD6, 0x00, _, _): return (CardStatus.wrongLength, .zero)
        default: return nil
        }
        let exchange = slot.antenna.exchangeVicinity(frame)
        guard case .bytes(let bytes) = exchange.response, bytes.first == 0 else {
            return (CardStatus.failed, exchange.delay)
        }
        return (bytes.dropFirst() + CardStatus.done, exchange.delay)
    }

    private func read(_ command: CardCommand, _ slot: CardSlot) -> ([UInt8], Duration) {
        guard let expected = command.expected, command.data.isEmpty else { return (CardStatus.wrongLength, .zero) }
        guard slot.card?.blocks == nil else { return (CardStatus.notSupported, .zero) }
        let count = readsOneBlock ? 4 : expected == 0 ? 16 : Int(expected)
        guard count <= 16 else { return (CardStatus.wrongLength, .zero) }
        let exchange = slot.antenna.exchange([0x30, command.p2])
        switch exchange.response {
        case .bytes(let bytes): return (bytes.prefix(count) + CardStatus.done, exchange.delay)
        case .nibble: return (CardStatus.noSuchBlock, exchange.delay)
        case .silence, .corrupted: return (CardStatus.failed, exchange.delay)
        }
    }

    private func write(_ command: CardCommand, _ slot: CardSlot) -> ([UInt8], Duration) {
        guard command.data.count == 4, command.expected == nil else { return (CardStatus.wrongLength, .zero) }
        guard slot.card?.blocks == nil else { return (CardStatus.notSupported, .zero) }
        let exchange = slot.antenna.exchange([0xA2, command.p2] + command.data)
        let isDone = exchange.response == .acknowledged
        return (isDone ? CardStatus.done : CardStatus.failed, exchange.delay)
    }
}
