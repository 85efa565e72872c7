import Cryptography
import Testing

@Suite struct `The signature of a tag's UID` {
    /// Published with the keys: proxmark3, tools/recover_pk.py.
    static let vectors: [(String, String, OriginalityKey)] = [
        ("04E10CDA993C80", "8B76052EE42F5567BEB53238B3E3F9950707C0DCC956B5C5EFCFDB709B2D82B3", .ntag21x),
        ("04DB0BDA993C80", "6048EFD9417CD10F6B7F1818D471A7FE5B46868D2EABDC6307A1E0AAE139D8D0", .ntag21x),
        ("04C1285A373080", "CEA2EB0B3C95D0844A95B824A7553703B3702378033BF0987899DB70151A19E7", .ultralightEV1),
    ]

    @Test(arguments: vectors)
    func `verifies by the key of its family alone`(uid: String, signature: String, key: OriginalityKey) throws {
        let signature = try #require(OriginalitySignature(bytes(signature)))
        #expect(try signature.signer(of: bytes(uid)) == key)
        for other in OriginalityKey.allCases {
            #expect(try signature.isValid(for: bytes(uid), by: other) == (other == key))
        }
    }

    @Test(arguments: vectors)
    func `does not verify with one bit flipped`(uid: String, signature: String, key: OriginalityKey) throws {
        let (uid, good) = (bytes(uid), bytes(signature))
        for index in 0..<good.count * 8 {
            var flipped = good
            flipped[index / 8] ^= 1 << UInt8(index % 8)
            #expect(try OriginalitySignature(flipped)?.isValid(for: uid, by: key) == false)
        }
        for index in 0..<uid.count * 8 {
            var flipped = uid
            flipped[index / 8] ^= 1 << UInt8(index % 8)
            #expect(try OriginalitySignature(good)?.isValid(for: flipped, by: key) == false)
        }
    }

    @Test func `is missing when it is all zeros, and nobody's when it has extreme numbers`() throws {
        let none = try #require(OriginalitySignature([UInt8](repeating: 0, count: 32)))
        #expect(none.isMissing)
        #expect(try none.signer(of: bytes("04E10CDA993C80")) == nil)
        #expect(try none.isValid(for: bytes("04E10CDA993C80"), by: .ntag21x) == false)
        let large = try #require(OriginalitySignature([UInt8](repeating: 0xFF, count: 32)))
        #expect(try large.signer(of: bytes("04E10CDA993C80")) == nil)
        #expect(OriginalitySignature([UInt8](repeating: 1, count: 31)) == nil)
    }
}

/// The bytes that hexadecimal digits spell.
func bytes(_ digits: String) -> [UInt8] {
    let values = digits.compactMap(\.hexDigitValue)
    return stride(from: 0, to: values.count, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
}
