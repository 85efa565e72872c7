@testable import ReaderEmulator

/// A chip's serial interface on a bench: bytes in, bytes out, with a clock that only moves when told.
struct SerialBench {
    let antenna = Antenna(isFieldOn: false)
    var link: SerialLink
    var now = ContinuousClock.now

    static let ack = hex("00 00 FF 00 FF 00")

    /// A chip that is awake unless told otherwise, with a tag on its antenna if there is one.
    init(tag: (any EmulatedTag)? = nil, isAwake: Bool = true) {
        link = SerialLink(chip: PN532(antenna: antenna))
        if isAwake { link.receive(hex("55 55 00 00 00"), at: now) }
        if let tag { antenna.insert(tag) }
    }

    /// Sends bytes as they are and returns what the host gets at once.
    mutating func send(_ bytes: String) -> [UInt8] {
        link.receive(hex(bytes), at: now)
        return link.takeDueBytes(at: now)
    }

    /// Sends a command in a normal frame, expects its acknowledgement, and returns the payload of the answer, without
    /// D5; nil if there is none.
    mutating func command(_ command: String) -> [UInt8]? {
        let data = hex("D4") + hex(command)
        let sum = data.reduce(0, &+)
        let frame = hex("00 00 FF") + [UInt8(data.count), 0 &- UInt8(data.count)] + data + [0 &- sum, 0]
        link.receive(frame, at: now)
        let bytes = link.takeDueBytes(at: now)
        guard bytes.starts(with: Self.ack), bytes.count > 13 || bytes.dropFirst(9).first == 0xFF else {
            return nil
        }
        let isExtended = bytes[9] == 0xFF && bytes[10] == 0xFF
        return Array(bytes.dropFirst(isExtended ? 15 : 12).dropLast(2))
    }

    mutating func wait(_ time: Duration) -> [UInt8] {
        now += time
        return link.takeDueBytes(at: now)
    }
}
