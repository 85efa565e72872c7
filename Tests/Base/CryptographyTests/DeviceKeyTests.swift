import Cryptography
import Testing

/// What is kept of a device instead of its identifier.
@Suite struct `The key for devices` {
    @Test func `gives HMAC-SHA-256, as Python computes it`() throws {
        let key = try DeviceKey(Array(0..<32))
        let digest = try key.digest(of: "auditor-1").map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(digest == "e977ae38886e843ce2da7d7c874fd31896b99a929636276d245338baf4a306a2")
    }

    @Test func `prepared once, gives each device of many the digest that it has alone`() throws {
        let key = try DeviceKey(DeviceKey.makeBytes())
        var digests = try DeviceDigests(key)
        let long = String(repeating: "long ", count: 100)
        for device in ["auditor-1", "", "Gerät 7", long, "auditor-1", "auditor-2"] {
            #expect(try digests.digest(of: device) == key.digest(of: device), "\(device.prefix(12))")
        }
        #expect(try digests.digest(of: "auditor-1") != digests.digest(of: "auditor-2"))
    }

    @Test func `gives another digest with another key, and for another device`() throws {
        let (one, other) = (try DeviceKey(DeviceKey.makeBytes()), try DeviceKey(DeviceKey.makeBytes()))
        #expect(try one.digest(of: "a") == one.digest(of: "a"))
        #expect(try one.digest(of: "a") != other.digest(of: "a"))
        #expect(try one.digest(of: "a") != one.digest(of: "b"))
    }

    @Test(arguments: [0, 16, 31, 33]) func `has 32 bytes`(count: Int) {
        #expect(throws: CryptographyError.self) { try DeviceKey(Array(repeating: 1, count: count)) }
    }

    @Test func `is printed by nothing`() throws {
        let key = try DeviceKey(Array(repeating: 0x41, count: 32))
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(!text.contains("65") && !text.contains("AAAA"))
        }
    }
}
