/// How long things take on air at 106 kbit/s, and in a tag.
///
/// ISO/IEC 14443-3: a bit lasts 128 periods of the carrier (13.56 MHz), a byte is followed by a parity bit, a frame has
/// a start and an end; an answer follows after 1172 periods at the earliest, and so does the next command. A field that
/// was switched on is given 5 ms before the first command. NTAG21x data sheet (NXP 265333): a page write takes 4.1 ms.
enum AirTime {
    /// One period of the carrier, in picoseconds.
    private static let period = 73_746
    private static let delay = Duration.picoseconds(1_172 * period)
    static let pageWrite = Duration.microseconds(4_100)
    static let fieldGuard = Duration.milliseconds(5)
    /// How long a PN532 waits for an answer that does not come, unless configured otherwise (RFConfiguration, item 2).
    static let silence = Duration.microseconds(51_200)

    /// An unanswered REQA, until the next may be sent: the Request Guard Time of 7000 periods (ISO/IEC 14443-3, 6.2.2).
    static let unansweredRequest = Duration.picoseconds(7_000 * period)

    static func bits(_ count: Int) -> Duration { .picoseconds(128 * period * (count + 2)) }

    static func frame(_ bytes: Int) -> Duration { bits(bytes * 9) }

    /// A command without its CRC, and what came back.
    static func exchange(_ command: [UInt8], _ response: TagResponse) -> Duration {
        let sent = frame(command.count + 2) + delay
        // WRITE, or the 16 bytes that follow a COMPATIBILITY_WRITE: no other command of a Type 2 tag has so many.
        let isWrite = command.first == 0xA2 || command.count == 16
        switch response {
        case .bytes(let bytes): return sent + frame(bytes.count + 2) + delay
        case .corrupted(let bytes): return sent + frame(bytes.count + 2) + delay
        case .nibble: return sent + (isWrite ? pageWrite : .zero) + bits(4) + delay
        case .silence: return sent + silence
        }
    }

    /// REQA, then for each cascade level the anticollision and the selection.
    static func selection(uid: [UInt8]) -> Duration {
        let levels = uid.count <= 4 ? 1 : uid.count <= 7 ? 2 : 3
        let request = bits(7) + delay + frame(2) + delay
        let level = frame(2) + delay + frame(5) + delay + frame(9) + delay + frame(3) + delay
        return (0..<levels).reduce(request) { sum, _ in sum + level }
    }
}

// MARK: ISO/IEC 15693

extension AirTime {
    /// A bit at 26.48 kbit/s lasts 512 periods of the carrier, both ways (ISO/IEC 15693-2, 7 and 8). An answer follows
    /// after 4352 periods (ISO/IEC 15693-3, 9.1).
    private static func vicinityFrame(_ bytes: Int) -> Duration { .picoseconds(512 * period * 8 * (bytes + 2)) }

    private static let vicinityDelay = Duration.picoseconds(4_352 * period)

    /// Typical for a block (ST25TV data sheet DS12074).
    private static let blockWrite = Duration.milliseconds(5)

    /// How long a reader waits: a write may take 20 ms.
    private static let vicinitySilence = Duration.milliseconds(20)

    /// A frame without its CRC, and what came back.
    static func vicinityExchange(_ frame: [UInt8], _ response: TagResponse) -> Duration {
        let sent = vicinityFrame(frame.count) + vicinityDelay
        let isWrite = frame.count > 1 && (frame[1] == 0x21 || frame[1] == 0x22)
        switch response {
        case .bytes(let bytes), .corrupted(let bytes):
            return sent + (isWrite ? blockWrite : .zero) + vicinityFrame(bytes.count) + vicinityDelay
        case .nibble, .silence: return sent + vicinitySilence
        }
    }
}

extension Duration {
    fileprivate static func picoseconds(_ count: Int) -> Duration { .nanoseconds(count / 1_000) }
}
