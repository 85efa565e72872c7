internal import TextCoding

/// What every reader does for a tag's memory: FF CA, FF B0, FF D6. See: PC/SC part 3, 3.2.2
enum MemoryCommands {
    static let serialNumber: [UInt8] = [0xFF, 0xCA, 0x00, 0x00, 0x00]

    /// One page or block of 4 bytes. Some readers give 4 bytes however many are asked for.
    static func read(_ page: UInt8) -> [UInt8] { [0xFF, 0xB0, 0x00, page, 0x04] }

    static func write(_ page: UInt8, _ bytes: ArraySlice<UInt8>) -> [UInt8] {
        [0xFF, 0xD6, 0x00, page, UInt8(bytes.count)] + bytes
    }

    /// A command of a Type 2 tag in these: READ and WRITE; nil for all others.
    static func translated(_ command: [UInt8]) -> [[UInt8]]? {
        switch (command.first, command.count) {
        case (0x30, 2): (0..<4).map { read(command[1] &+ $0) }
        case (0xA2, 6): [write(command[1], command[2...])]
        default: nil
        }
    }

    /// A request for a block of a Type 5 tag in these, code and parameters: READ and WRITE; nil for all others.
    static func translated(vicinity request: [UInt8]) -> [UInt8]? {
        switch (request.first, request.count) {
        case (0x01, 1): serialNumber
        case (0x20, 2): read(request[1])
        case (0x21, 6): write(request[1], request[2...])
        default: nil
        }
    }

    /// What became of one of them. 63 00 says of a write that its outcome is unknown.
    static func outcome(_ answer: CardAnswer) -> TagAnswer {
        guard answer.isDone else {
            return .failed("the reader answered \(Hexadecimal.uppercase(answer.bytes.suffix(2)))")
        }
        return answer.data.isEmpty ? .acknowledged : .bytes(answer.data)
    }
}
