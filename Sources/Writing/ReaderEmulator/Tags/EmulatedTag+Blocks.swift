extension EmulatedTag {
    /// What a tag of ISO/IEC 14443-4 does with a frame: RATS starts the protocol, S(DESELECT) ends it, and commands come
    /// in blocks between them.
    mutating func receiveBlock(
        _ frame: [UInt8], _ responder: inout BlockResponder, ats: [UInt8],
        _ carryOut: (inout Self, [UInt8]) -> [UInt8]
    ) -> TagResponse {
        switch (card.phase, frame.first) {
        case (.active, 0xE0) where frame.count == 2:
            card.enterProtocol()
            responder = BlockResponder(readerFrameCode: frame[1] >> 4)
            return .bytes(ats)
        case (.active, 0x50) where frame == [0x50, 0x00]:
            halt()
            return .silence
        case (.active, _):
            goIdle()
            return .silence
        case (.inProtocol, 0xC2) where frame.count == 1:
            halt()
            responder = BlockResponder()
            return .bytes([0xC2])
        case (.inProtocol, _):
            let asksForTime = variant.waitingTime == .isExtendedForWrites
            let answer = responder.receive(frame, asksForTime: asksForTime) { carryOut(&self, $0) }
            return answer.map { .bytes($0) } ?? .silence
        default: return .silence
        }
    }

    /// ISO/IEC 14443-4, 7.5.5: a card stays silent on a frame with an error.
    public mutating func receiveDamagedFrame() -> TagResponse { .silence }
}
