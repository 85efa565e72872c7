import Cryptography
import Testing

@Suite struct `SHA-256` {
    /// FIPS 180-4 examples and the empty message, as printed in the NIST example files.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `the published examples come out`(text: String, digest: String) throws {
        #expect(try hexadecimal(SHA256.hash(Array(text.utf8))) == digest)
    }

    @Test func `a million letters come out as published`() throws {
        let digest = try SHA256.hash(repeatElement(UInt8(ascii: "a"), count: 1_000_000))
        #expect(
            hexadecimal(digest) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test(arguments: [0, 1, 55, 56, 63, 64, 65, 199, 200])
    func `where the input is cut does not matter`(cut: Int) throws {
        let bytes = (0..<200).map { UInt8($0) }
        var digest = try SHA256()
        try digest.update(bytes[..<cut])
        try digest.update(bytes[cut...])
        #expect(try digest.finish() == SHA256.hash(bytes))
    }

    @Test func `one changed bit changes the digest`() throws {
        #expect(try SHA256.hash([0x00]) != SHA256.hash([0x01]))
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test func `the hexadecimal form is what sha256sum prints`() throws {
        // FIPS 180-4 example: "abc"
        #expect(
            try SHA256.hexadecimal(of: Array("abc".utf8))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }
}
