internal import ReaderProtocol

/// What a reader's answer to reset tells about a contactless tag: its family and nothing else. Every NTAG
/// and Ultralight has the same number, and some readers give it to a Classic. See: PC/SC part 3, 3.1.3.2.3
struct TagAnswerToReset: Hashable, Sendable {
    let family: TagFamily
    /// Of a tag that speaks ISO/IEC 14443-4: the historical bytes of its answer to RATS.
    let historicalBytes: [UInt8]

    /// Format, length, and the registered identifier of the PC/SC workgroup.
    private static let memoryTag: [UInt8] = [0x80, 0x4F, 0x0C, 0xA0, 0x00, 0x00, 0x03, 0x06]

    init(_ bytes: [UInt8]) {
        guard bytes.count >= 5, bytes[0] == 0x3B, bytes[1] & 0xF0 == 0x80, bytes[2] == 0x80, bytes[3] == 0x01,
            bytes.count == 5 + Int(bytes[1] & 0x0F)
        else {
            (family, historicalBytes) = (.unknown, [])
            return
        }
        let historical = Array(bytes[4..<(bytes.count - 1)])
        guard historical.starts(with: Self.memoryTag), historical.count == 15 else {
            (family, historicalBytes) = (.type4, historical)
            return
        }
        family = Self.family(standard: historical[8], name: UInt16(historical[9]) << 8 | UInt16(historical[10]))
        historicalBytes = []
    }

    private static func family(standard: UInt8, name: UInt16) -> TagFamily {
        switch (standard, name) {
        case (0x03, 0x0003), (0x03, 0x003A), (0x03, 0x003D): .type2
        case (0x01...0x03, 0x0001), (0x01...0x03, 0x0002), (0x01...0x03, 0x0026): .classic
        case (0x09...0x0C, _): .type5
        default: .unknown
        }
    }
}
