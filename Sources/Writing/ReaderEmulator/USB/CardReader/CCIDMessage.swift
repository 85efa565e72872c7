/// A message to or from a smart-card reader: its type, a length, slot and sequence number, three bytes whose meaning the
/// type decides, and a body. See: CCID 1.1, 6
struct CCIDMessage: Sendable {
    let type: UInt8
    let slot: UInt8
    let sequence: UInt8
    /// In an answer: status, error, and one more.
    let parameters: [UInt8]
    let body: [UInt8]

    private static let headerLength = 10

    init(type: UInt8, slot: UInt8, sequence: UInt8, parameters: [UInt8] = [0, 0, 0], body: [UInt8] = []) {
        self.type = type
        self.slot = slot
        self.sequence = sequence
        self.parameters = parameters
        self.body = body
    }

    /// Nil for a transfer whose length is not the one that it says.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.headerLength else { return nil }
        let length = Int(LittleEndian.number(in: bytes, at: 1, count: 4))
        guard bytes.count == Self.headerLength + length else { return nil }
        self.init(
            type: bytes[0], slot: bytes[5], sequence: bytes[6], parameters: Array(bytes[7..<10]),
            body: Array(bytes[Self.headerLength...]))
    }

    var bytes: [UInt8] {
        [type] + LittleEndian.bytes(UInt(body.count), count: 4) + [slot, sequence] + parameters + body
    }

    /// An answer to this message.
    func answered(_ type: UInt8, parameters: [UInt8], body: [UInt8] = []) -> CCIDMessage {
        CCIDMessage(type: type, slot: slot, sequence: sequence, parameters: parameters, body: body)
    }
}
