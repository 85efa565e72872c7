/// Which of several tags that answer at once is left (ISO/IEC 14443-3, 6.5.3): where their bits differ, the reader
/// continues with those that sent a one.
enum Anticollision {
    /// The serial number that survives.
    static func winner(among uids: [[UInt8]]) -> [UInt8]? {
        uids.max { isOverruled($0, by: $1) }
    }

    private static func isOverruled(_ uid: [UInt8], by other: [UInt8]) -> Bool {
        for (one, two) in zip(cascade(uid), cascade(other)) where one != two {
            // Bits go on air lowest first.
            let lowestDifference = (one ^ two) & (~(one ^ two) &+ 1)
            return one & lowestDifference == 0
        }
        return false
    }

    /// The bytes that the anticollision goes through: in front of every part that is not the last is the cascade
    /// tag 88, and behind every part its check byte, which differs only where the part does.
    private static func cascade(_ uid: [UInt8]) -> [UInt8] {
        switch uid.count {
        case 7: [0x88] + uid
        case 10: [0x88] + uid[0..<3] + [0x88] + uid[3...]
        default: uid
        }
    }
}
