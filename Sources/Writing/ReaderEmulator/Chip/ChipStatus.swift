/// The status byte of answers about a tag, as far as this chip gives it.
enum ChipStatus: UInt8, Sendable {
    case done = 0x00
    case timeout = 0x01
    case crc = 0x02
    case framing = 0x05
    case bufferTooSmall = 0x07
    case invalidReceivedFrame = 0x13
    case authentication = 0x14
    case notAcceptable = 0x27
}
