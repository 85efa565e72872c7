/// The first byte of a record: five flags above the type name format (NDEF 1.0, 3.2).
struct RecordFlags: OptionSet {
    let rawValue: UInt8

    /// MB: the first record of its message.
    static let messageBegin = RecordFlags(rawValue: 0x80)
    /// ME: the last record of its message.
    static let messageEnd = RecordFlags(rawValue: 0x40)
    /// CF: a chunk that the next one continues.
    static let chunk = RecordFlags(rawValue: 0x20)
    /// SR: the payload length has one byte, not four.
    static let shortRecord = RecordFlags(rawValue: 0x10)
    /// IL: an identifier length is present.
    static let identifierLength = RecordFlags(rawValue: 0x08)

    /// nil for the reserved value 07.
    var format: TypeNameFormat? { TypeNameFormat(rawValue: rawValue & 0x07) }
}
