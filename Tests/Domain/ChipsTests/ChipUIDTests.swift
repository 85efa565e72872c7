import Chips
import Foundation
import Testing

@Suite struct `UIDs of chips` {
    @Test(
        arguments: [
            ("04A1B2C3D4E580", "04A1B2C3D4E580"), ("04a1b2c3d4e580", "04A1B2C3D4E580"),
            ("04:A1:B2:C3:D4:E5:80", "04A1B2C3D4E580"), ("04-a1-b2-c3-d4-e5-80", "04A1B2C3D4E580"),
            ("DEADBEEF", "DEADBEEF"), ("0102030405060708090A", "0102030405060708090A"),
        ])
    func `are read with either case and separators, and written one way`(text: String, written: String) throws {
        #expect(try #require(ChipUID(text)).hexadecimal == written)
    }

    @Test(
        arguments: [
            "", "04", "04A1B2C3D4E5", "04A1B2C3D4E5800", "04A1B2C3D4E58G", "04 A1 B2 C3 D4 E5 80",
            "０４A1B2C3D4E580", "0102030405060708090A0B",
        ])
    func `are refused with other lengths or characters`(text: String) {
        #expect(ChipUID(text) == nil)
    }

    @Test(arguments: 0...12)
    func `have 4, 7, 8 or 10 bytes`(count: Int) {
        let uid = ChipUID([UInt8](repeating: 0x0F, count: count))
        #expect(uid?.hexadecimal == ([4, 7, 8, 10].contains(count) ? String(repeating: "0F", count: count) : nil))
    }

    @Test func `are the same from bytes, text and JSON`() throws {
        let uid = try #require(ChipUID([0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0x80]))
        #expect(uid == ChipUID("04a1b2c3d4e580"))
        #expect(uid.bytes == [0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0x80])
        #expect(String(decoding: try JSONEncoder().encode([uid]), as: UTF8.self) == #"["04A1B2C3D4E580"]"#)
        #expect(try Self.decoded(#"["04:a1:b2:c3:d4:e5:80"]"#) == [uid])
        #expect(throws: DecodingError.self) { try Self.decoded(#"["04A1"]"#) }
    }

    @Test(arguments: [
        ("DDCCBBAA100104E0", "E0040110AABBCCDD"), ("E0040110AABBCCDD", "E0040110AABBCCDD"),
        // Either end is E0: the order of the standard is believed.
        ("E0040110AABBCCE0", "E0040110AABBCCE0"), ("04A1B2C3D4E5E0", "04A1B2C3D4E5E0"),
    ])
    func `of Type 5 chips begin with E0, in whichever order they came`(text: String, inOrder: String) throws {
        #expect(try #require(ChipUID(text)).leadingE0.hexadecimal == inOrder)
    }

    /// ISO/IEC 14443-3, 6.5.4: only a UID of one size can be a random one.
    @Test(arguments: [("08A1B2C3", true), ("04A1B2C3", false), ("08A1B2C3D4E580", false)])
    func `are random when they have 4 bytes and begin with 08`(text: String, isRandom: Bool) throws {
        #expect(try #require(ChipUID(text)).isRandom == isRandom)
    }

    private static func decoded(_ json: String) throws -> [ChipUID] {
        try JSONDecoder().decode([ChipUID].self, from: Data(json.utf8))
    }
}
