public import Chips
import NDEF

/// What was read of a Type 4 tag: its capability container and the NDEF file up to the end of the message.
public struct Type4Image: Hashable, Sendable {
    /// Bytes of the length at the start of the file.
    static let lengthSize = 2
    /// Bytes of a file that are asked for before its length is known: what fits one frame together with the status. A
    /// PN53x takes frames of 64 bytes (FSD), of which the block's own bytes and the CRC are 3.
    static let firstRead = 59

    public let uid: ChipUID
    let container: Type4Container
    /// The file from its start, as far as it was read.
    private(set) var bytes: [UInt8] = []
    /// Whether the capability container can be changed without a key; nil when that was not asked.
    let canChangeContainer: Bool?
    /// Bytes of the message that is expected, when one is: a read-back asks for no more than that.
    private let expectedSize: Int?

    init(uid: ChipUID, container: Type4Container, canChangeContainer: Bool? = nil, expecting size: Int? = nil) {
        self.uid = uid
        self.container = container
        self.canChangeContainer = canChangeContainer
        expectedSize = size
    }

    /// NLEN, the length of the message; nil before it was read.
    var length: Int? { bytes.count < 2 ? nil : Int(bytes[0]) << 8 | Int(bytes[1]) }

    var isOverrun: Bool { Self.lengthSize + (length ?? 0) > container.fileSize }

    /// The bytes of the message; nil when they were not all read.
    var message: [UInt8]? {
        guard let length, !isOverrun, bytes.count >= Self.lengthSize + length else { return nil }
        return Array(bytes[Self.lengthSize..<Self.lengthSize + length])
    }

    /// The next bytes to read for the message: the length and what one frame holds with it, then as much as the length
    /// says. Nil when nothing is missing.
    var nextRead: Range<Int>? {
        if let length, isOverrun || bytes.count >= Self.lengthSize + length { return nil }
        let end = length ?? expectedSize ?? Self.firstRead - Self.lengthSize
        return bytes.count..<min(Self.lengthSize + end, bytes.count + container.readSize, container.fileSize)
    }

    mutating func append(_ more: [UInt8]) { bytes += more }

    /// What the tag says, as a phone would read it.
    public var content: TagContent {
        if isOverrun { return .damaged(reason: "the NDEF message claims more bytes than the file has") }
        return message.map { TagContent(message: $0) } ?? .damaged(reason: "the NDEF file was not read")
    }
}

extension Type4Image {
    /// Why the tag can never be locked, before anything is written; nil when nothing is known against it, or when it is
    /// locked already.
    var objectionToLocking: TagError? {
        guard container.writeAccess != Type4Container.readOnly else { return nil }
        if container.isNTAG424 {
            return .notLockable(uid, "an \(Type4TagSession.ntag424Name) has no lock that works without its keys")
        }
        guard canChangeContainer == false else { return nil }
        return .notLockable(uid, "its capability container cannot be changed without a key")
    }
}
