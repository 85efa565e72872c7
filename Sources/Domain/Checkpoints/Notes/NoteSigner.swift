package import Cryptography

/// Signs notes in a name.
package struct NoteSigner: Sendable {
    private let secret: Ed25519PrivateKey
    /// What others check its notes with.
    package let key: NoteKey

    package init(name: String, secret: Ed25519PrivateKey) throws {
        self.secret = secret
        key = try NoteKey(name: name, key: try secret.publicKey())
    }

    func sign(_ text: String) throws -> SignedNote.Signature {
        SignedNote.Signature(name: key.name, id: key.id, bytes: try secret.signature(of: Array(text.utf8)))
    }
}
