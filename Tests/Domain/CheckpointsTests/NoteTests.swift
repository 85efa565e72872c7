import Checkpoints
import Cryptography
import Faults
import Testing

/// Go's own vectors (golang.org/x/mod/sumdb/note), and the examples of C2SP.
@Suite struct `A signed note` {
    private static let peterKey = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
    private static let enochKey = "EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop"
    private static let text =
        "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
    private static let peter =
        "\u{2014} PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
    private static let enoch =
        "\u{2014} EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n"

    private func note(_ text: String) throws -> SignedNote { try SignedNote(parsing: Array(text.utf8)) }

    @Test func `is written as Go writes it`() throws {
        let seed = try #require(Base64.bytes("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz")).dropFirst()
        let signer = try NoteSigner(name: "PeterNeumann", secret: Ed25519PrivateKey(seed: Array(seed)))
        #expect(signer.key.description == Self.peterKey)
        #expect(try SignedNote(signing: Self.text, by: [signer]).description == Self.text + "\n" + Self.peter)
    }

    @Test func `is believed for a key that is trusted`() throws {
        let (peter, enoch) = (try NoteKey(Self.peterKey), try NoteKey(Self.enochKey))
        let both = try note(Self.text + "\n" + Self.peter + Self.enoch)
        for keys in [[peter], [enoch], [peter, enoch]] { #expect(try both.verifiedText(by: keys) == Self.text) }
        #expect(both.signatures.map(\.name) == ["PeterNeumann", "EnochRoot"])
        #expect(#expect(throws: CheckpointError.self) { try both.verifiedText(by: []) }?.code == .noteNotSigned)
        let one = try note(Self.text + "\n" + Self.enoch)
        #expect(#expect(throws: CheckpointError.self) { try one.verifiedText(by: [peter]) }?.code == .noteNotSigned)
    }

    @Test func `with a wrong signature in a trusted name is refused, whatever else is under it`() throws {
        let (peter, enoch) = (try NoteKey(Self.peterKey), try NoteKey(Self.enochKey))
        let changed = Self.text.replacing("cryptography", with: "cryptographY")
        for lines in [Self.peter, Self.peter + Self.enoch] {
            let forged = try note(changed + "\n" + lines)
            #expect(
                #expect(throws: CheckpointError.self) { try forged.verifiedText(by: [peter, enoch]) }?.code
                    == .badNoteSignature)
        }
        let longer = try note(Self.text + "\n" + Self.peter.prefix(62) + "ABCD" + Self.peter.dropFirst(62))
        #expect(
            #expect(throws: CheckpointError.self) { try longer.verifiedText(by: [peter]) }?.code == .badNoteSignature)
    }

    @Test(arguments: [
        text, text + "\n", text + "\n" + peter.dropLast(), "\u{1}" + text + "\n" + peter,
        text + "\n" + "\u{2014} Bad Name x08go/ZJkuBS9UG/SffcvIAQxVBt\n", text + "\n" + peter + "Unexpected line.\n",
        text + "\n" + String(repeating: peter, count: 101), text + "\n- PeterNeumann x08go/ZJ\n",
        text + "\n\u{2014} PeterNeumann x08g\n",
    ])
    func `of another form is refused`(_ text: String) {
        #expect(#expect(throws: CheckpointError.self) { try note(text) }?.code == .badNote)
    }

    @Test func `that is not UTF-8 is refused`() {
        #expect(throws: CheckpointError.self) {
            try SignedNote(parsing: [0xFF] + Array((Self.text + "\n" + Self.peter).utf8))
        }
    }

    @Test func `has a key that is written in one way only`() throws {
        let characters = Array(Self.peterKey.utf8)
        #expect(try NoteKey(Self.peterKey).description == Self.peterKey)
        for start in characters.indices {
            for end in start..<characters.count where (start, end) != (0, characters.count - 1) {
                #expect(throws: CheckpointError.self) {
                    try NoteKey(String(decoding: characters[start...end], as: UTF8.self))
                }
            }
        }
        for index in characters.indices {
            var changed = characters
            changed[index] += 1
            #expect(throws: CheckpointError.self) { try NoteKey(String(decoding: changed, as: UTF8.self)) }
        }
        for wrong in [
            "PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==",
            "PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        ] {
            #expect(#expect(throws: CheckpointError.self) { try NoteKey(wrong) }?.code == .badNoteKey)
        }
    }
}
