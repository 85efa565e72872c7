import Cryptography
import Faults
import Testing
import TextCoding

@Suite struct `A key for Ed25519` {
    struct Vector: Sendable {
        let seed: String
        let key: String
        let message: String
        let signature: String
    }

    /// RFC 8032, 7.1: tests 1, 2 and 3.
    static let vectors = [
        Vector(
            seed: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            key: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", message: "",
            signature:
                "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
                + "d25bf5f0595bbe24655141438e7a100b"),
        Vector(
            seed: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            key: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", message: "72",
            signature:
                "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
                + "387b2eaeb4302aeeb00d291612bb0c00"),
        Vector(
            seed: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            key: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", message: "af82",
            signature:
                "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
                + "4a7c15e9716ed28dc027beceea1ec40a"),
    ]

    private func bytes(_ text: String) throws -> [UInt8] { try #require(Hexadecimal.bytes(text)) }

    @Test(arguments: vectors) func `signs and verifies as RFC 8032 says`(_ vector: Vector) throws {
        let key = try Ed25519PrivateKey(seed: bytes(vector.seed))
        let message = try bytes(vector.message)
        #expect(Hexadecimal.lowercase(try key.publicKey().bytes) == vector.key)
        #expect(Hexadecimal.lowercase(try key.signature(of: message)) == vector.signature)
        let other = try Ed25519PublicKey(bytes(vector.key))
        #expect(try other.verifies(bytes(vector.signature), of: message))
        #expect(try !other.verifies(bytes(vector.signature), of: message + [0]))
        for index in 0..<Ed25519PrivateKey.signatureSize {
            var changed = try bytes(vector.signature)
            changed[index] ^= 1
            #expect(try !other.verifies(changed, of: message))
        }
        #expect(try !other.verifies([], of: message))
    }

    @Test func `of another size is refused, and none is printed`() throws {
        #expect(throws: CryptographyError.self) { try Ed25519PrivateKey(seed: Array(repeating: 1, count: 31)) }
        #expect(#expect(throws: CryptographyError.self) { try Ed25519PublicKey([]) }?.code == .badKey)
        let key = try Ed25519PrivateKey(seed: Array(repeating: 1, count: 32))
        #expect("\(key)" == "an Ed25519 key")
        #expect(Mirror(reflecting: key).children.isEmpty)
    }

    /// RFC 4648, 10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func `base64 is that of RFC 4648`(plain: String, text: String) {
        #expect(Base64.text(Array(plain.utf8)) == text)
        #expect(Base64.bytes(text) == Array(plain.utf8))
    }

    @Test(arguments: ["Zg", "Zg=", "Zh==", "Zm9=", "Zm9v=", "====", "Z===", "Zm9v\n", "Zm-v", "Zg==Zg==", "Zm 9v"])
    func `base64 that no bytes have is refused`(text: String) { #expect(Base64.bytes(text) == nil) }
}
