import CSV
import TestBench
import Testing

@Suite struct `A survey of bytes` {
    @Test func `says what looking at each byte says`() {
        var random = SeededRandom()
        for _ in 0..<5_000 {
            var bytes = (0..<Int.random(in: 0...70, using: &random)).map { _ in
                UInt8.random(in: 0x23...0x7F, using: &random)
            }
            for odd: UInt8 in [0x22, 0x0D, 0x80, 0xFF] where !bytes.isEmpty && Bool.random(using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = odd
            }
            let survey = ByteSummary(bytes.span)
            #expect(survey.isASCII == bytes.allSatisfy { $0 < 0x80 }, "\(random)")
            #expect(survey.hasQuotes == bytes.contains(0x22), "\(random)")
            #expect(survey.hasReturns == bytes.contains(0x0D), "\(random)")
        }
    }
}
