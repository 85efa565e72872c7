internal import TextCoding

/// ACR1252U, ACR1552U: the transparent session (FF C2). In it every other command of the reader fails, so that it is
/// always closed. See: PC/SC part 3 supplement 2.02; captured on an ACR1252U (nfc-agent), with ISO/IEC 15693 run on an
/// ACR1552U (openprinttag)
struct TransparentSession: RawDialect {
    /// Whose frames go through.
    enum Standard: UInt8 {
        /// ISO/IEC 14443 A, layer 3.
        case typeA = 0x00
        case vicinity = 0x02
    }

    var standard = Standard.typeA

    /// Starts the session, then switches to the tag's standard.
    var opening: [[UInt8]] {
        [
            [0xFF, 0xC2, 0x00, 0x00, 0x02, 0x81, 0x00],
            [0xFF, 0xC2, 0x00, 0x02, 0x04, 0x8F, 0x02, standard.rawValue, 0x03],
        ]
    }
    let closing: [UInt8]? = [0xFF, 0xC2, 0x00, 0x00, 0x02, 0x82, 0x00]

    private enum Tag {
        static let result: UInt8 = 0xC0
        static let validBits: UInt8 = 0x92
        static let errors: UInt8 = 0x96
        static let answer: UInt8 = 0x97
    }

    /// How long a reader waits for a vicinity tag that writes: 200 ms, in microseconds, least significant byte first.
    private static let writeTimer: [UInt8] = [0x5F, 0x46, 0x04, 0x40, 0x0D, 0x03, 0x00]

    /// WRITE SINGLE BLOCK and LOCK BLOCK.
    private func isWrite(_ command: [UInt8]) -> Bool {
        standard == .vicinity && command.count > 1 && (command[1] == 0x21 || command[1] == 0x22)
    }

    /// At most 240 bytes.
    func wrapped(_ command: [UInt8]) -> [UInt8] {
        let length = command.count < 0x80 ? [UInt8(command.count)] : [0x81, UInt8(command.count)]
        let object = (isWrite(command) ? Self.writeTimer : []) + [0x95] + length + command
        return [0xFF, 0xC2, 0x00, 0x01, UInt8(object.count)] + object
    }

    func isAccepted(_ answer: CardAnswer) -> Bool {
        answer.isDone && Self.objects(answer.data)?[Tag.result]?.suffix(2) == [0x90, 0x00]
    }

    /// The outer 90 00 says that the reader has understood. Success is what the object C0 says, then 96, then 97.
    func unwrapped(_ answer: CardAnswer) -> TagAnswer {
        guard answer.isDone, let objects = Self.objects(answer.data), let result = objects[Tag.result] else {
            return .failed("the reader answered \(Hexadecimal.uppercase(answer.bytes.suffix(2)))")
        }
        guard result.suffix(2) == [0x90, 0x00] else {
            return .failed("the tag is silent or refuses (\(Hexadecimal.uppercase(result)))")
        }
        // CRC, collision, parity, framing.
        if let errors = objects[Tag.errors], errors.contains(where: { $0 != 0 }) {
            return .failed("the tag's answer is damaged (\(Hexadecimal.uppercase(errors)))")
        }
        guard let bytes = objects[Tag.answer], !bytes.isEmpty else { return .failed("the tag is silent") }
        // Flags come first, and may be all there is.
        if standard == .vicinity { return .bytes(bytes) }
        let validBits = objects[Tag.validBits]?.first ?? 0
        guard bytes.count == 1, validBits == 4 || bytes[0] < 0x10 else { return .bytes(bytes) }
        return bytes[0] & 0x0F == 0x0A ? .acknowledged : .failed("the tag refuses (\(Hexadecimal.uppercase(bytes)))")
    }

    /// Tag, length, value, as far as tags of one byte; nil when the lengths do not fit.
    private static func objects(_ bytes: [UInt8]) -> [UInt8: [UInt8]]? {
        var rest = bytes[...]
        var objects: [UInt8: [UInt8]] = [:]
        while let tag = rest.popFirst() {
            // FF6E, 5F46 and their kin have a second byte.
            if tag == 0xFF || tag == 0x5F { guard rest.popFirst() != nil else { return nil } }
            guard var length = rest.popFirst().map(Int.init) else { return nil }
            if length == 0x81 {
                guard let long = rest.popFirst() else { return nil }
                length = Int(long)
            }
            guard rest.count >= length else { return nil }
            objects[tag] = Array(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return objects
    }
}
