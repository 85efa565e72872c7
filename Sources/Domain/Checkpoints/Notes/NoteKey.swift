package import Cryptography
internal import TextCoding

/// A public key of signed notes, by the name of who signs (C2SP signed-note): Ed25519 alone.
package struct NoteKey: Hashable, Sendable, CustomStringConvertible {
    package let name: String
    package let key: Ed25519PublicKey
    /// The first four bytes of SHA-256 over name, line feed, type and key. Keys of one name are distinguished by it.
    package let id: UInt32

    /// Ed25519 in notes.
    static let type: UInt8 = 1

    package init(name: String, key: Ed25519PublicKey) throws {
        guard Self.isName(name) else {
            throw CheckpointError.badKey("its name is empty, or has a space or a plus sign")
        }
        self.name = name
        self.key = key
        let digest = try SHA256.hash(Array(name.utf8) + [0x0A, Self.type] + key.bytes)
        id = digest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Reads `NAME+ID+KEY`; the identifier has to be the key's.
    package init(_ text: String) throws {
        let parts = text.split(separator: "+", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64.bytes(parts[2]), let type = bytes.first else {
            throw CheckpointError.badKey("it is not a name, an identifier and base64 with plus signs between them")
        }
        guard type == Self.type, bytes.count == 1 + Ed25519PublicKey.size else {
            throw CheckpointError.badKey("it is of type \(type) with \(bytes.count - 1) bytes, not Ed25519")
        }
        try self.init(name: String(parts[0]), key: try Ed25519PublicKey(Array(bytes.dropFirst())))
        guard parts[1] == identifier[...] else {
            throw CheckpointError.badKey("its identifier is \(identifier), not \(parts[1])")
        }
    }

    /// As ``init(_:)`` reads it.
    package var description: String { "\(name)+\(identifier)+\(Base64.text([Self.type] + key.bytes))" }

    private var identifier: String { Hexadecimal.digits(of: id, count: 8) }

    /// Whether a text may be the name of a key.
    static func isName(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && !text.unicodeScalars.contains { $0.properties.isWhitespace || $0 == "+" || $0.value < 0x20 }
    }
}
