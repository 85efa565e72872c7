/// What a host and a PN53x send to one another.
enum HostFrame: Sendable, Equatable {
    /// A frame with data: the direction byte TFI, then the payload.
    case information([UInt8])
    case ack
    case nack

    /// Direction bytes of information frames.
    static let toChip: UInt8 = 0xD4
    static let toHost: UInt8 = 0xD5

    /// The longest payload with its TFI: an extended frame of the chip holds no more.
    static let maximumLength = 265

    /// What the chip says when a command's code or parameters make no sense.
    static let syntaxError = HostFrame.information([0x7F])

    /// The bytes on the line. Up to 255 bytes go into a normal frame, more into an extended one.
    var bytes: [UInt8] {
        switch self {
        case .ack: return [0x00, 0x00, 0xFF, 0x00, 0xFF, 0x00]
        case .nack: return [0x00, 0x00, 0xFF, 0xFF, 0x00, 0x00]
        case .information(let data):
            var frame: [UInt8] = [0x00, 0x00, 0xFF]
            if data.count <= 0xFF {
                frame += [UInt8(data.count), 0 &- UInt8(data.count)]
            } else {
                let length = [UInt8(data.count >> 8), UInt8(data.count & 0xFF)]
                frame += [0xFF, 0xFF] + length + [0 &- length[0] &- length[1]]
            }
            return frame + data + [0 &- data.reduce(0, &+), 0x00]
        }
    }
}
