import Cryptography
import Faults
import Testing

@Suite struct `A key for tag passwords` {
    let key: TagKey

    init() throws {
        key = try TagKey(identifier: "north-1", bytes: (0..<32).map { UInt8($0) })
    }

    private func password(of uid: String) throws -> [UInt8] {
        try key.withPassword(ofTag: bytes(uid)) { $0 + $1 }
    }

    /// `openssl kdf -keylen 6 -kdfopt mac:HMAC -kdfopt digest:SHA256 -kdfopt mode:counter -kdfopt hexkey:000102…1f
    /// -kdfopt salt:"Waymark tag password 1" -kdfopt hexinfo:04A1B2C3D4E580 KBKDF`
    @Test func `derives what another program derives by the same standard`() throws {
        #expect(try password(of: "04A1B2C3D4E580") == bytes("64A86316A3FD"))
    }

    @Test func `gives each tag a password of its own, and the same one again`() throws {
        let uids = (0..<200).map { "04A1B2C3D4" + ($0 < 16 ? "0" : "") + String($0, radix: 16) + "80" }
        let passwords = try uids.map(password)
        #expect(Set(passwords).count == 200)
        #expect(try uids.map(password) == passwords)
    }

    @Test func `has a check value that is not a part of any password`() throws {
        #expect(try key.checkValue() == "F8E58E")
        let other = try TagKey(identifier: "north-1", bytes: [UInt8](repeating: 7, count: 32))
        #expect(try other.checkValue() != "F8E58E")
    }

    @Test func `prints its identifier and nothing else`() {
        #expect("\(key)" == "key north-1")
        #expect(String(reflecting: key) == "key north-1")
        var text = ""
        dump(key, to: &text)
        #expect(text == "- key north-1\n")
    }

    @Test(arguments: [
        ("", 32), ("North", 32), ("a b", 32), (String(repeating: "a", count: 33), 32), ("north-1", 15),
        ("north-1", 65),
    ])
    func `is refused with a bad name or size`(identifier: String, count: Int) {
        let error = #expect(throws: CryptographyError.self) {
            try TagKey(identifier: identifier, bytes: [UInt8](repeating: 0xA5, count: count))
        }
        #expect(error?.code == .badKey)
        #expect(error?.description.contains("A5") == false)
    }
}
