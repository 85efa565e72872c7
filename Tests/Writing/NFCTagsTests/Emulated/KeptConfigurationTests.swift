import Faults
import NDEF
import NFCTags
import ReaderEmulator
import Testing

/// What a lock freezes for ever is what the owner of the chip has set, and what was read back.
@Suite struct `A configuration that is frozen` {
    private static let url = "https://a.example/?u=00000000000000"

    private func provision(
        _ product: ReaderEmulator.Type2Product, _ protection: TagBench.Protection, mirrors: Bool = false,
        cfg0: [UInt8]
    ) async throws -> TagMemory {
        let bench = TagBench(product)
        let page = try #require(product.configurationPage)
        bench.antenna.update { $0.memory[page] = cfg0 }
        let message = try NDEFMessage(uri: Self.url)
        let mirror = mirrors ? TextMirror(.uid, replacingZerosIn: message) : nil
        try await bench.provision(message, protection, mirror: mirror)
        return try #require(bench.antenna.tag?.memory)
    }

    /// FDP_CONF and SLEEP_EN, with AUTH0 off in either way.
    @Test(
        arguments: [(ReaderEmulator.Type2Product.ntag213f, 0x29), (.ntag215f, 0x83), (.ntag216f, 0xE3)],
        [(0x07, 0xFF), (0x0E, 0xFF), (0x07, 0xF0), (0x05, 0xF0)] as [(UInt8, UInt8)])
    func `keeps what a field detection pin does`(
        chip: (ReaderEmulator.Type2Product, Int), bits: (UInt8, UInt8)
    ) async throws {
        let ((product, page), (mirror, auth0)) = (chip, bits)
        let cfg0 = [mirror, 0x00, 0x00, auth0]
        let locked = try await provision(product, .lockReadOnly, cfg0: cfg0)
        #expect(locked[page] == [mirror, 0x00, 0x00, 0xFF] && locked[page + 1] == [0x40, 0x05, 0x00, 0x00])
        #expect(try await provision(product, .password, cfg0: cfg0)[page] == [mirror, 0x00, 0x00, 0x02])
        let shown = try await provision(product, .lockReadOnly, mirrors: true, cfg0: cfg0)
        #expect(shown[page][0] & 0x0F == mirror && shown[page][0] >> 6 == 1)
        #expect(shown[page][2] > 3 && shown[page][3] == 0xFF)
    }

    /// TT_EN of an NTAG213 TagTamper, with an AUTH0 behind the last page.
    @Test(arguments: [ReaderEmulator.Type2Product.ntag213tt, .ntag213c], [0x2D, 0x30, 0xFF] as [UInt8])
    func `keeps what is not known`(product: ReaderEmulator.Type2Product, auth0: UInt8) async throws {
        let cfg0: [UInt8] = [0x04, 0x02, 0x00, auth0]
        let locked = try await provision(product, .lockReadOnly, cfg0: cfg0)
        #expect(locked[0x29] == [0x04, 0x02, 0x00, 0xFF] && locked[0x2A][0] == 0x40)
        #expect(try await provision(product, .password, cfg0: cfg0)[0x29] == [0x04, 0x02, 0x00, 0x02])
    }

    /// Acknowledged, and not kept, or half of it.
    @Test(arguments: [nil, [0x04, 0x00, 0x00, 0x3C], [0x05, 0x00, 0x00, 0xFF]] as [[UInt8]?])
    func `was read back before`(kept: [UInt8]?) async throws {
        let bench = TagBench(.ntag213)
        let message = try NDEFMessage(uri: Self.url)
        try await bench.provision(message)
        bench.antenna.update { $0.memory[0x29] = [0x04, 0x00, 0x00, 0x30] }
        let link = ForgetfulLink(bench.link, page: 0x29, keeping: kept)
        let error = try await #require(throws: TagError.self) { try await lock(message, over: link) }
        #expect(error.code == .notProtected)
        #expect(error.reason.hasPrefix("page 29 holds "))
        let memory = try #require(bench.antenna.tag?.memory)
        #expect(memory[0x2A] == [0x00, 0x05, 0x00, 0x00] && memory[2][2...3] == [0, 0] && memory[3][3] == 0)
        // It comes again, over a link that forgets nothing.
        try await bench.provision(message, .lockReadOnly)
        let mended = try #require(bench.antenna.tag?.memory)
        #expect(mended[0x29] == [0x04, 0x00, 0x00, 0xFF] && mended[0x2A] == [0x40, 0x05, 0x00, 0x00])
    }

    /// AUTHLIM that no one asked for.
    @Test func `is proved with all its bytes`() async throws {
        let bench = TagBench(.ntag213)
        let message = try NDEFMessage(uri: Self.url)
        try await bench.provision(message)
        let link = ForgetfulLink(bench.link, page: 0x2A, keeping: [0x44, 0x05, 0x00, 0x00])
        let error = try await #require(throws: TagError.self) { try await lock(message, over: link) }
        #expect(error.code == .notProtected)
        #expect(error.reason == "its configuration pages hold 04 00 00 FF 44 05 00 00")
    }

    private func lock(_ message: NDEFMessage, over link: ForgetfulLink) async throws {
        let session = try #require(try await TagSession.identify(over: link))
        let image = try await session.readImage(for: message, toLock: true)
        try await session.treat(
            image, holding: message, as: TagTreatment(protection: .lock), passwords: TagPasswords())
    }

    /// The lock bits of AUTH0, AUTH1 and key of an Ultralight C are needed, that of the counter is not.
    @Test(arguments: [0x0E, 0x02, 0x04, 0x08, 0x6E] as [UInt8])
    func `is none where block bits have frozen a key open`(bits: UInt8) async throws {
        let bench = TagBench(.ultralightC)
        bench.antenna.update { $0.memory[0x28][1] = bits }
        let before = bench.antenna.tag?.memory
        let error = try await #require(throws: TagError.self) { try await bench.provision(TagBench.url(5), .lock) }
        #expect(error.code == .notLockable)
        #expect(error.reason == "its block bits have frozen lock bits of AUTH0, AUTH1 or its key, which are not set")
        #expect(bench.antenna.tag?.memory == before)
    }

    @Test func `is complete without the counter of an Ultralight C`() async throws {
        let bench = TagBench(.ultralightC)
        bench.antenna.update { $0.memory[0x28][1] = 0x01 }
        try await bench.provision(TagBench.url(5), .lock)
        #expect(bench.antenna.tag?.memory[0x28] == [0xFF, 0xEF, 0x00, 0x00])
        try await bench.provision(TagBench.url(5), .lock)
    }
}

/// A link to a tag that acknowledges writes to one page and keeps something else of them, or nothing.
final class ForgetfulLink: TagLink {
    private let link: EmulatedTagLink
    private let page: UInt8
    private let kept: [UInt8]?

    init(_ link: EmulatedTagLink, page: UInt8, keeping kept: [UInt8]?) {
        self.link = link
        self.page = page
        self.kept = kept
    }

    var capabilities: LinkCapabilities { get async { link.capabilities } }

    func select() async throws(TagLinkError) -> SelectedTag? { try await link.select() }

    func transceive(_ command: [UInt8], expecting reply: ReplyKind) async throws(TagLinkError) -> [UInt8] {
        guard command.prefix(2) == [0xA2, page] else { return try await link.transceive(command, expecting: reply) }
        guard let kept else { return [] }
        return try await link.transceive([0xA2, page] + kept, expecting: reply)
    }
}
