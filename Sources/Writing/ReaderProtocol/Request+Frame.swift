extension Request {
    /// The number comes back in the answer and identifies a late one.
    public func frame(number: UInt32) -> [UInt8] {
        switch self {
        case .select:
            var writer = FrameWriter(kind: 0x81)
            writer.number(number)
            return writer.frame
        case .transceive(let command, let reply):
            var writer = FrameWriter(kind: 0x82)
            writer.number(number)
            writer.byte(reply.rawValue)
            writer.bytes(command)
            return writer.frame
        }
    }

    /// Reads one payload, without its length.
    public static func read(_ payload: [UInt8]) throws(ProtocolError) -> (number: UInt32, request: Request) {
        var reader = PayloadReader(payload)
        let kind = try reader.byte()
        let number = try reader.number()
        let request: Request
        switch kind {
        case 0x81:
            request = .select
        case 0x82:
            let code = try reader.byte()
            guard let reply = Reply(rawValue: code) else { throw .unknownKind(code) }
            request = .transceive(command: try reader.bytes(), reply)
        default:
            throw .unknownKind(kind)
        }
        try reader.end()
        return (number, request)
    }
}
