import NDEF

/// What was read of a Type 4 tag: its capability container and the NDEF file up to the end of the message.
public struct Type4Image: Hashable, Sendable {
    /// Bytes of the length at the start of the file.
    static let lengthSize = 2

    public let uid: TagUID
    let container: Type4Container
    /// The file from its start, as far as it was read.
    private(set) var bytes: [UInt8] = []

    init(uid: TagUID, container: Type4Container) {
        self.uid = uid
        self.container = container
    }

    /// NLEN, the length of the message; nil before it was read.
    var length: Int? { bytes.count < 2 ? nil : Int(bytes[0]) << 8 | Int(bytes[1]) }

    var isOverrun: Bool { Self.lengthSize + (length ?? 0) > container.fileSize }

    /// The bytes of the message; nil when they were not all read.
    var message: [UInt8]? {
        guard let length, !isOverrun, bytes.count >= Self.lengthSize + length else { return nil }
        return Array(bytes[Self.lengthSize..<Self.lengthSize + length])
    }

    /// The next bytes to read, so that the message can be told: as much as one command may carry, since exchanges cost
    /// more than bytes. Nil when nothing is missing.
    var nextRead: Range<Int>? {
        if let length, isOverrun || bytes.count >= Self.lengthSize + length { return nil }
        return bytes.count..<min(bytes.count + container.readSize, container.fileSize)
    }

    mutating func append(_ more: [UInt8]) { bytes += more }

    /// What the tag says, as a phone would read it.
    public var content: TagContent {
        if isOverrun { return .damaged(reason: "the NDEF message claims more bytes than the file has") }
        return message.map { TagContent(message: $0) } ?? .damaged(reason: "the NDEF file was not read")
    }
}
