public import Chips
public import Faults
public import NDEF

/// The updates that take a Type 4 tag from what it holds to one message, in an order that may stop anywhere: length 0,
/// message, length (T4T 2.0, 7.4.4). Never length and message in one command: cut in half, it may leave a length over
/// bytes that are not its own.
public struct Type4WritePlan: Hashable, Sendable {
    /// The tag for which the plan was made; it fits no other.
    public let uid: ChipUID
    public let message: NDEFMessage
    /// In this order.
    let writes: [FileWrite]

    /// Whether the tag holds the message already.
    public var isEmpty: Bool { writes.isEmpty }
    /// Whether all of the message is on the tag already, and only its length is not.
    var keepsBody: Bool { writes.allSatisfy { $0.offset == 0 } }
    /// How many commands the plan takes.
    public var count: Int { writes.count }

    /// Plans writing `message` to the tag of this image, or says why it cannot be done. Nothing is changed.
    public init(writing message: NDEFMessage, to image: Type4Image) throws(TagError) {
        uid = image.uid
        self.message = message
        let value = message.encoded
        if image.message == value {
            writes = []
            return
        }
        let container = image.container
        if let error = Self.refusal(of: value, by: image) { throw error }
        var writes: [FileWrite] = []
        if image.length != 0 { writes.append(FileWrite(offset: 0, bytes: [0, 0])) }
        for start in stride(from: 0, to: value.count, by: container.writeSize) {
            let part = Array(value[start..<min(start + container.writeSize, value.count)])
            let offset = Type4Image.lengthSize + start
            let isThere = image.bytes.dropFirst(offset).starts(with: part)
            if !isThere { writes.append(FileWrite(offset: offset, bytes: part)) }
        }
        if !value.isEmpty {
            writes.append(FileWrite(offset: 0, bytes: [UInt8(value.count >> 8), UInt8(value.count & 0xFF)]))
        }
        self.writes = writes
    }

    private static func refusal(of value: [UInt8], by image: Type4Image) -> TagError? {
        let message = "tag \(image.uid) cannot be written"
        let container = image.container
        let needed = Type4Image.lengthSize + value.count
        if needed > container.fileSize {
            return TagError(
                code: .tooSmall, message: "tag \(image.uid) cannot hold this message",
                reason: "it has \(container.fileSize) bytes, the message needs \(needed)", next: "shorten the message")
        }
        if container.writeAccess == Type4Container.readOnly {
            return TagError(
                code: .locked, message: message, reason: "its capability container forbids writing",
                next: "use another tag")
        }
        guard container.writeAccess == 0, container.readAccess == 0 else {
            return TagError(
                code: .passwordProtected, message: message,
                reason: "its capability container restricts reading or writing", next: "use another tag")
        }
        return nil
    }
}
