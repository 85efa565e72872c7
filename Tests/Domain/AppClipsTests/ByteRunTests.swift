import TestBench
import Testing
import TextCoding

@testable import AppClips

/// Words of eight bytes against one byte after the other.
@Suite struct `Runs of bytes` {
    private func bytes(_ random: inout SeededRandom) -> [UInt8] {
        let usual = Array("abyzAZ019-._~/=&".utf8)
        return (0..<Int.random(in: 0...40, using: &random)).map { _ in
            Int.random(in: 0..<12, using: &random) == 0
                ? .random(in: 0...255, using: &random) : usual.randomElement(using: &random) ?? 0
        }
    }

    @Test func `end where the first byte of another kind stands`() {
        var random = SeededRandom()
        for _ in 0..<20_000 {
            let bytes = bytes(&random)
            let start = Int.random(in: 0...bytes.count, using: &random)
            let range = start..<Int.random(in: start...bytes.count, using: &random)
            func end(_ isOne: (UInt8) -> Bool) -> Int { range.first { !isOne(bytes[$0]) } ?? range.upperBound }
            let found = [
                ByteRun.endOfUnreserved(bytes.span, range), ByteRun.endOfPath(bytes.span, range),
                ByteRun.endOfQuery(bytes.span, range), ByteRun.endOfHost(bytes.span, range),
            ]
            let expected = [
                end(ASCII.isUnreserved), end { ASCII.isUnreserved($0) || $0 == 0x2F },
                end { ASCII.isUnreserved($0) || $0 == 0x3D || $0 == 0x26 },
                end { (0x61...0x7A).contains($0) || ASCII.isDigit($0) || $0 == 0x2D || $0 == 0x2E },
            ]
            #expect(found == expected, "\(random): \(bytes), \(range)")
            let pairs = zip(bytes[range], bytes[range].dropFirst())
            let hasPair = ByteRun.has(0x2F, before: 0x2E, or: 0x2F, bytes.span, range)
            #expect(
                hasPair == pairs.contains { $0 == 0x2F && ($1 == 0x2E || $1 == 0x2F) }, "\(random): \(bytes), \(range)")
        }
    }

    @Test func `are equal, or hash alike, when their bytes are`() {
        var random = SeededRandom()
        for _ in 0..<20_000 {
            let bytes = bytes(&random)
            let start = Int.random(in: 0...bytes.count, using: &random)
            let range = start..<Int.random(in: start...bytes.count, using: &random)
            var other = [UInt8](repeating: 7, count: 3) + bytes[range]
            let isEqual = ByteRun.isEqual(bytes.span, range, other.span, at: 3)
            #expect(isEqual, "\(random)")
            let upper = other.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }
            let hashes = (ByteRun.looseHash(upper.span, 3..<other.count), ByteRun.looseHash(bytes.span, range))
            #expect(hashes.0 == hashes.1, "letter case counts for nothing; \(random)")
            guard !range.isEmpty else { continue }
            let place = Int.random(in: 3..<other.count, using: &random)
            other[place] ^= 0x11
            let isEqualStill = ByteRun.isEqual(bytes.span, range, other.span, at: 3)
            #expect(!isEqualStill, "\(random)")
            let fits = ByteRun.isEqual(bytes.span, range, other.span, at: 4)
            #expect(!fits, "\(random)")
        }
    }
}
