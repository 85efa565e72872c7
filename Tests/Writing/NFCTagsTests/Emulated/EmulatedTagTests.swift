import Faults
import NDEF
import NFCTags
import ReaderEmulator
import Testing

@Suite struct `Operations on an emulated tag` {
    @Test(arguments: TagBench.products)
    func `write a URL, read it, and find nothing left to do`(product: Type2Product) async throws {
        let bench = TagBench(product)
        let message = try NDEFMessage(uri: "https://brighteggcafe.example/store/12?tag=7")
        try await bench.provision(message)

        let session = try #require(try await TagSession.identify(over: bench.link))
        #expect(session.productName.lowercased() == product.name)
        #expect(try await session.readContent() == .url("https://brighteggcafe.example/store/12?tag=7"))
        #expect(try PhoneReader.message(on: #require(bench.antenna.tag)) == message.encoded)
        #expect(try await bench.provision(message).isEmpty)
    }

    /// Exchanges: 2 selections, GET_VERSION, reads of the image, writes, reads of the read-back. One command fewer
    /// is a gain; one more has to be argued for.
    @Test(
        arguments: [
            // NTAG213: pages 05 to 11 (hexadecimal). An old URL of the same length shares pages 06 and 11.
            (.ntag213, 0, 40, 1 + 1 + 13 + 1),
            (.ntag213, 40, 40, 1 + 1 + (1 + 11) + 1),
            (.ntag213, 0, 131, 1 + 1 + 35 + 1),
            // NTAG215: pages 04 to 0F; lock bits and configuration lie apart from them.
            (.ntag215, 0, 40, 1 + 2 + 12 + 1),
            (.ntag215, 0, 254, 1 + 2 + 67 + 2),
            (.ntag215, 0, 483, 1 + 3 + 124 + 3),
            // NTAG216: up to page 52, 84 and DD.
            (.ntag216, 0, 40, 1 + 2 + 12 + 1),
            (.ntag216, 0, 300, 1 + 3 + 79 + 2),
            (.ntag216, 0, 486, 1 + 4 + 125 + 3),
            (.ntag216, 0, 859, 1 + 4 + 218 + 4),
            // The old message reaches further than the new one.
            (.ntag216, 300, 1, 1 + 3 + (1 + 3) + 1),
        ] as [(Type2Product, Int, Int, Int)])
    func `take no more exchanges than needed`(
        product: Type2Product, old: Int, new: Int, commands: Int
    ) async throws {
        let bench = TagBench(product)
        if old > 0 { try await bench.provision(TagBench.url(old, of: "b")) }
        bench.antenna.resetCounts()
        try await bench.provision(TagBench.url(new))
        #expect(bench.antenna.counts.selections == 2)
        #expect(bench.antenna.counts.commands == commands)
    }

    @Test func `take two reads to say what a tag says, and no write when it says it already`() async throws {
        let bench = TagBench(.ntag213)
        let message = try TagBench.url(40)
        try await bench.provision(message)
        bench.antenna.resetCounts()
        #expect(try await bench.provision(message).isEmpty)
        #expect(bench.antenna.counts.commands == 1 + 1 + 0 + 1)

        bench.antenna.resetCounts()
        let session = try #require(try await TagSession.identify(over: bench.link))
        _ = try await session.readContent()
        #expect(bench.antenna.counts.commands == 2)
        #expect(bench.antenna.counts.selections == 1)
    }

    @Test(arguments: TagBench.products)
    func `refuse a locked tag before they change anything`(product: Type2Product) async throws {
        let bench = TagBench(product)
        bench.antenna.update { $0.memory[2] = [0x00, 0x48, 0x40, 0x00] }
        let before = try #require(bench.antenna.tag).memory
        let error = try await #require(throws: TagError.self) {
            try await bench.provision(TagBench.url(40))
        }
        #expect(error.code == .locked)
        #expect(error.reason == "page 06 is locked for ever")
        #expect(bench.antenna.tag?.memory == before)
    }

    @Test(arguments: TagBench.products)
    func `refuse the last page a dynamic lock bit covers`(product: Type2Product) async throws {
        let room = [45: 131, 135: 483, 231: 859][product.pageCount] ?? 0
        let bench = TagBench(product)
        let lastBit: [UInt8] =
            [45: [0x00, 0x08], 135: [0x40, 0x00], 231: [0x00, 0x10]][product.pageCount] ?? []
        let lockPage = try #require(product.dynamicLockPage)
        bench.antenna.update { $0.memory[lockPage] = lastBit + [0x00, 0xBD] }
        let error = try await #require(throws: TagError.self) {
            try await bench.provision(TagBench.url(room))
        }
        #expect(error.code == .locked)
    }

    @Test(
        arguments: [
            (0x80, [0x04, 0x00, 0x00, 0x04], "it refuses them: reading is protected by a password"),
            (0x80, [0x04, 0x00, 0x00, 0x00], "it refuses them: reading is protected by a password"),
            (0x00, [0x04, 0x00, 0x00, 0x05], "page 05 needs its password, as all pages from 05 on"),
        ] as [(UInt8, [UInt8], String)])
    func `refuse a tag with a password`(access: UInt8, configuration: [UInt8], reason: String) async throws {
        let bench = TagBench(.ntag213)
        bench.antenna.update {
            $0.memory[0x29] = configuration
            $0.memory[0x2A] = [access, 0x05, 0x00, 0x00]
        }
        let error = try await #require(throws: TagError.self) {
            try await bench.provision(TagBench.url(40))
        }
        #expect(error.code == .passwordProtected)
        #expect(error.reason == reason)
    }

    @Test func `refuse a tag that mirrors its UID into the message`() async throws {
        let bench = TagBench(.ntag215)
        bench.antenna.update { $0.memory[0x83] = [0x44, 0x00, 0x06, 0xFF] }
        let error = try await #require(throws: TagError.self) {
            try await bench.provision(TagBench.url(40))
        }
        #expect(error.code == .mirrored)
    }

    @Test func `notice that the tag was exchanged before the read-back`() async throws {
        let bench = TagBench(.ntag213)
        let session = try #require(try await TagSession.identify(over: bench.link))
        let message = try TagBench.url(40)
        let plan = try WritePlan(writing: message, to: try await session.readImage(for: message))
        try await session.write(plan)
        bench.antenna.insert(Type2Tag(.ntag213, uid: [0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0x81]))
        let error = try await #require(throws: TagError.self) { try await session.verify(plan) }
        #expect(error.code == .tagChanged)
    }

    @Test func `notice a page that was acknowledged and not kept`() async throws {
        let bench = TagBench(.ntag213)
        let session = try #require(try await TagSession.identify(over: bench.link))
        let message = try TagBench.url(40)
        let plan = try WritePlan(writing: message, to: try await session.readImage(for: message))
        try await session.write(plan)
        bench.antenna.update { $0.memory[0x0A] = [0, 0, 0, 0] }
        let error = try await #require(throws: TagError.self) { try await session.verify(plan) }
        #expect(error.code == .readBackDiffers)
        #expect(error.reason == "page 0A holds 00 00 00 00")
    }
}
