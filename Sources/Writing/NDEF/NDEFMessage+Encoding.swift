extension NDEFMessage {
    /// The bytes of the message. Each record takes its short form when the payload has at most 255 bytes.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        for (index, record) in records.enumerated() {
            var flags = RecordFlags(rawValue: record.format.rawValue)
            if index == 0 { flags.insert(.messageBegin) }
            if index == records.count - 1 { flags.insert(.messageEnd) }
            if record.payload.count <= 0xFF { flags.insert(.shortRecord) }
            if !record.identifier.isEmpty { flags.insert(.identifierLength) }

            bytes.append(flags.rawValue)
            bytes.append(UInt8(record.type.count))
            if flags.contains(.shortRecord) {
                bytes.append(UInt8(record.payload.count))
            } else {
                let length = UInt32(record.payload.count)
                bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) }
            }
            if flags.contains(.identifierLength) { bytes.append(UInt8(record.identifier.count)) }
            bytes += record.type + record.identifier + record.payload
        }
        return bytes
    }
}
