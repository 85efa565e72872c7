import Faults
import NDEF
import NFCTags
import ReaderEmulator
import Testing

@Suite struct `A tag that shows its UID or counter` {
    static let placeholders: [(TextMirror.Kind, String, String)] = [
        (.uid, "00000000000000", "04A1B2C3D4E580"), (.counter, "000000", "000002"),
        (.uidAndCounter, "00000000000000x000000", "04A1B2C3D4E580x000002"),
    ]

    private func switchOn(_ bench: TagBench, _ message: NDEFMessage, _ mirror: TextMirror) async throws -> TagImage {
        let session = try #require(try await TagSession.identify(over: bench.link))
        let plan = try WritePlan(writing: message, to: try await session.readImage(for: message), mirror: mirror)
        try await session.write(plan)
        let capability = try #require(session.mirrorable)
        let image = try await session.readBack(plan)
        let change = try capability.planMirror(of: image, holding: message, mirror: mirror)
        try await capability.switchOn(change, password: nil)
        return try await capability.verifyMirror(change)
    }

    @Test(arguments: TagBench.products, placeholders)
    func `is written, switched on, read back and found finished`(
        product: ReaderEmulator.Type2Product, placeholder: (TextMirror.Kind, String, String)
    ) async throws {
        let (kind, zeros, _) = placeholder
        let message = try NDEFMessage(uri: "https://brighteggcafe.example/s?t=" + zeros)
        let mirror = try #require(TextMirror(kind, replacingZerosIn: message))
        let bench = TagBench(product)
        let image = try await switchOn(bench, message, mirror)
        guard case .url(let shown) = image.content else {
            Issue.record("no URL: \(image.content)")
            return
        }
        let text = try #require(shown.split(separator: "=").last)
        #expect(text.count == zeros.count)
        if kind != .counter { #expect(text.hasPrefix("04A1B2C3D4E580")) }
        // What is stored is the placeholder.
        #expect(try PhoneReader.message(on: #require(bench.antenna.anyTag)) == message.encoded)

        // Presented again: nothing to do, and nothing taken for wrong.
        let session = try #require(try await TagSession.identify(over: bench.link))
        let again = try await session.readImage(for: message)
        let plan = try WritePlan(writing: message, to: again, mirror: mirror)
        #expect(plan.isEmpty)
        #expect(try await session.verify(plan) != .empty)
        #expect(try #require(session.mirrorable).planMirror(of: again, holding: message, mirror: mirror).isEmpty)
        // Whoever does not expect the mirror is told.
        let error = #expect(throws: TagError.self) { try WritePlan(writing: message, to: again) }
        #expect(error?.code == .mirrored)
    }

    @Test func `can be written again under its mirror, then locked`() async throws {
        let bench = TagBench(.ntag213)
        let first = try NDEFMessage(uri: "https://a.example/?u=00000000000000&v=1")
        let second = try NDEFMessage(uri: "https://a.example/?u=00000000000000&v=2")
        let mirror = try #require(TextMirror(.uid, replacingZerosIn: first))
        _ = try await switchOn(bench, first, mirror)
        try await bench.provision(second, .lock, mirror: mirror)
        let tag = try #require(bench.antenna.anyTag)
        #expect(try PhoneReader.message(on: tag) == second.encoded)
        #expect(Protected.isLocked(tag))
    }

    /// With NFC_CNT_PWD_PROT, as a used chip may have it, phones would see the placeholder for ever.
    @Test(arguments: [0x08, 0x18, 0x0B] as [UInt8])
    func `shows its counter to phones that have no password`(access: UInt8) async throws {
        let message = try NDEFMessage(uri: "https://a.example/?n=000000")
        let mirror = try #require(TextMirror(.counter, replacingZerosIn: message))
        for isLocked in [false, true] {
            let bench = TagBench(.ntag213)
            bench.antenna.update { $0.memory[0x2A] = [access, 0x05, 0x00, 0x00] }
            if isLocked {
                try await bench.provision(message, .lockReadOnly, mirror: mirror)
            } else {
                _ = try await switchOn(bench, message, mirror)
            }
            #expect(bench.antenna.tag?.memory[0x2A] == [isLocked ? 0x50 : 0x10, 0x05, 0x00, 0x00])
            let session = try #require(try await TagSession.identify(over: bench.link))
            guard case .url(let shown) = try await session.readContent() else {
                Issue.record("no URL")
                return
            }
            #expect(shown.hasPrefix("https://a.example/?n=00000") && !shown.hasSuffix("000000"))
        }
    }

    @Test func `is not taken for right when it shows another UID's digits`() async throws {
        let bench = TagBench(.ntag215)
        let message = try NDEFMessage(uri: "https://a.example/?u=00000000000000")
        let mirror = try #require(TextMirror(.uid, replacingZerosIn: message))
        _ = try await switchOn(bench, message, mirror)
        // A copy of the chip with another UID in the text: the mirror is off, the digits are stored.
        bench.antenna.update { tag in
            let page = tag.memory[0x83]
            tag.memory[0x83] = [0x04, 0x00, 0x00, page[3]]
            tag.memory.put(Array("04FFFFFFFFFF80".utf8), at: 8)
        }
        let session = try #require(try await TagSession.identify(over: bench.link))
        let image = try await session.readImage(for: message)
        #expect(try WritePlan(writing: message, to: image, mirror: mirror).isEmpty == false)
    }

    @Test func `is found by its zeros, or not at all`() throws {
        let message = try NDEFMessage(uri: "https://a.example/?u=00000000000000x000000")
        #expect(TextMirror(.uidAndCounter, replacingZerosIn: message)?.offset == 5 + 13)
        #expect(TextMirror(.uid, replacingZerosIn: try NDEFMessage(uri: "https://a.example/?u=000000")) == nil)
        #expect(TextMirror(.uid, at: 30, in: message) == nil)
    }
}
