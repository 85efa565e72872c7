internal import Faults

/// One encoded record or chunk: flags and the three fields.
struct RecordHeader {
    let offset: Int
    let flags: RecordFlags
    let format: TypeNameFormat
    let type: [UInt8]
    let identifier: [UInt8]
    let payload: [UInt8]

    /// Reads the record at `position` and moves it behind. Every length is checked against the bytes that
    /// are there before it is used, so that no length field can make the reader allocate or overrun.
    init(reading bytes: [UInt8], at position: inout Int) throws(NDEFError) {
        let start = position
        func take(_ count: Int) throws(NDEFError) -> ArraySlice<UInt8> {
            guard count <= bytes.count - position else {
                throw NDEFError(
                    .truncated,
                    reason: "the record at byte \(start) needs \(count - (bytes.count - position)) more bytes"
                )
            }
            defer { position += count }
            return bytes[position..<position + count]
        }
        func number(bytes count: Int) throws(NDEFError) -> Int {
            try take(count).reduce(0) { $0 << 8 | Int($1) }
        }

        offset = start
        flags = RecordFlags(rawValue: UInt8(try number(bytes: 1)))
        guard let format = flags.format else {
            throw NDEFError(
                .badTypeNameFormat, reason: "the record at byte \(start) has the reserved format 7")
        }
        self.format = format
        let typeLength = try number(bytes: 1)
        let payloadLength = try number(bytes: flags.contains(.shortRecord) ? 1 : 4)
        let identifierLength = flags.contains(.identifierLength) ? try number(bytes: 1) : 0
        type = Array(try take(typeLength))
        identifier = Array(try take(identifierLength))
        payload = Array(try take(payloadLength))
    }
}
