internal import Cryptography

/// A text with signatures under it (C2SP signed-note). Its text is nothing before ``verifiedText(by:)``.
package struct SignedNote: Hashable, Sendable, CustomStringConvertible {
    package struct Signature: Hashable, Sendable {
        package let name: String
        /// Of the key: see ``NoteKey/id``.
        package let id: UInt32
        package let bytes: [UInt8]
    }

    /// Ends with a line feed; what is signed.
    private let text: String
    package private(set) var signatures: [Signature]

    /// More are refused: each costs a look-up.
    private static let mostSignatures = 100
    /// Bytes; a checkpoint has a few hundred.
    private static let longest = 1 << 20

    /// Signs a text, which ends with a line feed and has no control characters besides.
    package init(signing text: String, by signers: [NoteSigner]) throws {
        self.text = text
        signatures = []
        try Self.check(text)
        for signer in signers { signatures.append(try signer.sign(text)) }
    }

    /// Reads a note as it is printed. Of its signatures only the form is looked at.
    package init(parsing note: [UInt8]) throws {
        guard note.count <= Self.longest else {
            throw CheckpointError.badNote("it has more than \(Self.longest) bytes")
        }
        guard let whole = String(validating: note, as: UTF8.self) else {
            throw CheckpointError.badNote("it is not UTF-8")
        }
        try Self.check(whole)
        // The last empty line ends the text: texts may have empty lines themselves.
        guard let end = note.lastIndexOfEmptyLine else { throw CheckpointError.badNote("it has no empty line") }
        text = String(decoding: note[..<end], as: UTF8.self)
        let lines = String(decoding: note[(end + 1)...], as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false
        ).dropLast()
        guard !lines.isEmpty else { throw CheckpointError.badNote("it has no signature") }
        guard lines.count <= Self.mostSignatures else {
            throw CheckpointError.badNote("it has more than \(Self.mostSignatures) signatures")
        }
        signatures = try lines.map(Self.signature)
    }

    /// The text, if one of these keys has signed it. A wrong signature in the name of one of them refuses the note, others'
    /// signatures are passed over.
    package func verifiedText(by keys: [NoteKey]) throws -> String {
        var verified: Set<UInt32> = []
        for signature in signatures {
            guard let key = keys.first(where: { $0.id == signature.id && $0.name == signature.name }),
                verified.insert(key.id).inserted
            else { continue }
            guard try key.key.verifies(signature.bytes, of: Array(text.utf8)) else {
                throw CheckpointError.badSignature(key)
            }
        }
        guard !verified.isEmpty else { throw CheckpointError.notSigned(keys) }
        return text
    }

    /// As it goes over the wire.
    package var description: String { text + "\n" + signatures.map(\.line).joined() }

    private static func check(_ text: String) throws {
        guard text.utf8.last == 0x0A else { throw CheckpointError.badNote("its last line has no end") }
        guard !text.utf8.contains(where: { $0 < 0x20 && $0 != 0x0A }) else {
            throw CheckpointError.badNote("it has a control character")
        }
    }

    private static func signature(_ line: some StringProtocol) throws -> Signature {
        let parts = line.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "\u{2014}", NoteKey.isName(parts[1]), let bytes = Base64.bytes(parts[2]),
            bytes.count > 4
        else { throw CheckpointError.badNote("a line under it is not a signature") }
        return Signature(
            name: String(parts[1]), id: bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) },
            bytes: Array(bytes.dropFirst(4)))
    }
}

extension SignedNote.Signature {
    /// An em dash, the name, and in base64 the key's identifier before the signature.
    fileprivate var line: String {
        let identifier = (0..<4).map { UInt8(truncatingIfNeeded: id >> UInt32(24 - 8 * $0)) }
        return "\u{2014} \(name) \(Base64.text(identifier + bytes))\n"
    }
}

extension [UInt8] {
    /// The place of the second of the last two line feeds that follow one another.
    fileprivate var lastIndexOfEmptyLine: Int? {
        indices.dropFirst().last { self[$0] == 0x0A && self[$0 - 1] == 0x0A }
    }
}
