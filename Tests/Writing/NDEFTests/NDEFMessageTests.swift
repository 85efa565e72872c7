import Faults
import NDEF
import Testing

@Suite struct `NDEF messages` {
    static let short: [UInt8] = [0xD1, 0x01, 0x04, 0x55, 0x04, 0x61, 0x2E, 0x62]

    @Test func `one URL is one short well-known record`() throws {
        let message = try NDEFMessage(uri: "https://a.b")
        #expect(message.encoded == Self.short)
        #expect(try NDEFMessage(decoding: Self.short) == message)
        #expect(message.firstURI == "https://a.b")
    }

    @Test(arguments: [
        (255, [0xD1, 0x01, 0xFF, 0x55]),
        (256, [0xC1, 0x01, 0x00, 0x00, 0x01, 0x00, 0x55]),
    ])
    func `the payload length takes four bytes from 256 on`(size: Int, header: [UInt8]) throws {
        let payload = [UInt8](repeating: 0x61, count: size)
        let record = try NDEFRecord(format: .wellKnown, type: [0x55], payload: payload)
        let message = NDEFMessage(records: [record])
        #expect(message.encoded == header + payload)
        #expect(try NDEFMessage(decoding: message.encoded) == message)
    }

    @Test func `flags mark the first record, the last record and an identifier`() throws {
        let message = NDEFMessage(records: [
            try NDEFRecord(
                format: .wellKnown, type: [0x54], identifier: [0x69], payload: [0x02, 0x65, 0x6E, 0x78]),
            try NDEFRecord(format: .unknown, type: [], payload: [0x07]),
            try NDEFRecord(format: .empty, type: [], payload: []),
        ])
        let bytes: [UInt8] = [
            0x99, 0x01, 0x04, 0x01, 0x54, 0x69, 0x02, 0x65, 0x6E, 0x78,
            0x15, 0x00, 0x01, 0x07,
            0x50, 0x00, 0x00,
        ]
        #expect(message.encoded == bytes)
        #expect(try NDEFMessage(decoding: bytes) == message)
    }

    @Test func `a long record with a small payload is read`() throws {
        let bytes: [UInt8] = [0xC1, 0x01, 0x00, 0x00, 0x00, 0x02, 0x55, 0x04, 0x61]
        #expect(try NDEFMessage(decoding: bytes).firstURI == "https://a")
    }

    @Test func `chunks are joined`() throws {
        let bytes: [UInt8] = [
            0xB1, 0x01, 0x02, 0x55, 0x04, 0x61,
            0x36, 0x00, 0x01, 0x2E,
            0x56, 0x00, 0x02, 0x62, 0x63,
        ]
        let message = try NDEFMessage(decoding: bytes)
        #expect(message.records.count == 1)
        #expect(message.firstURI == "https://a.bc")
    }

    @Test(
        arguments: [
            ([], .noRecord),
            ([0xD1], .truncated),
            ([0xD1, 0x01], .truncated),
            ([0xD1, 0x01, 0x04, 0x55, 0x04, 0x61, 0x2E], .truncated),
            ([0xC1, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0x55], .truncated),
            ([0x51, 0x01, 0x01, 0x55, 0x00], .badFlags),  // no message begin
            ([0x91, 0x01, 0x01, 0x55, 0x00], .truncated),  // no message end
            ([0x91, 0x01, 0x01, 0x55, 0x00, 0xD1, 0x01, 0x01, 0x55, 0x00], .badFlags),  // two begins
            ([0xD1, 0x01, 0x01, 0x55, 0x00, 0x00], .trailingBytes),
            ([0xD7, 0x00, 0x00], .badTypeNameFormat),
            ([0xD0, 0x00, 0x01, 0x00], .badTypeNameFormat),
            ([0xD0, 0x01, 0x00, 0x55], .badTypeNameFormat),
            ([0xD1, 0x00, 0x00], .badTypeNameFormat),
            ([0xD5, 0x01, 0x00, 0x55], .badTypeNameFormat),
            ([0xD6, 0x00, 0x00], .badChunk),
            ([0xB1, 0x01, 0x01, 0x55, 0x04], .badChunk),  // ends inside
            ([0xF1, 0x01, 0x01, 0x55, 0x04], .badChunk),  // ends and goes on
            ([0xB1, 0x01, 0x01, 0x55, 0x04, 0x51, 0x01, 0x01, 0x55, 0x00], .badChunk),
            ([0xB1, 0x01, 0x01, 0x55, 0x04, 0x56, 0x01, 0x00, 0x55], .badChunk),
            ([0xB1, 0x01, 0x01, 0x55, 0x04, 0xD6, 0x00, 0x00], .badFlags),
        ] as [([UInt8], NDEFError.Code)])
    func `damaged bytes are refused`(bytes: [UInt8], code: NDEFError.Code) {
        let error = #expect(throws: NDEFError.self) { try NDEFMessage(decoding: bytes) }
        #expect(error?.code == code)
    }

    @Test func `more than a tag can hold is refused unread`() {
        let error = #expect(throws: NDEFError.self) {
            try NDEFMessage(decoding: [UInt8](repeating: 0xD1, count: 65_535))
        }
        #expect(error?.code == .tooLarge)
    }

    @Test func `a decoding error says where and what to do`() {
        let error = #expect(throws: NDEFError.self) { try NDEFMessage(decoding: [0xD1, 0x01, 0x04, 0x55]) }
        #expect(error?.message == "the NDEF message is damaged")
        #expect(error?.reason == "the record at byte 0 needs 4 more bytes")
        #expect(error?.next == "write the message anew")
    }

    @Test func `any bytes give a message that encodes back or an error`() throws {
        var generator = SplitMix64(state: 1)
        var decoded = 0
        for _ in 0..<20_000 {
            var bytes = Self.short + [0x41, 0x01, 0x00, 0x00, 0x00, 0x02, 0x55, 0x04, 0x61]
            if Bool.random(using: &generator) { bytes[0] &= 0xBF }
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
                    in: 0...255, using: &generator)
            }
            if Bool.random(using: &generator) { bytes.removeLast(.random(in: 1...9, using: &generator)) }
            guard let message = try? NDEFMessage(decoding: bytes) else { continue }
            decoded += 1
            #expect(try NDEFMessage(decoding: message.encoded) == message)
        }
        #expect(decoded > 1000)
    }

    @Test func `a message of empty records says nothing`() throws {
        #expect(try NDEFMessage(decoding: [0xD0, 0x00, 0x00]).isEmpty)
        #expect(NDEFMessage(records: []).encoded == [])
        #expect(try !NDEFMessage(uri: "https://a").isEmpty)
    }
}

/// A small generator with a seed, so that a failure can be repeated (Steele, Lea, Flood 2014).
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
