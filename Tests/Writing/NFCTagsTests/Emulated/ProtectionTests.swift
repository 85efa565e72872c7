import Faults
import NDEF
import NFCTags
import ReaderEmulator
import Testing

@Suite struct `Protecting a tag` {
    /// The page writes that the emulated tag receives while something is done, as hexadecimal text.
    private func writes(_ bench: TagBench, _ body: () async throws -> Void) async throws -> [String] {
        let (events, continuation) = AsyncStream.makeStream(of: AntennaEvent.self)
        bench.antenna.observe { continuation.yield($0) }
        try await body()
        continuation.finish()
        var writes: [String] = []
        for await case .command(let command) in events where command.first == 0xA2 {
            writes.append(
                command.dropFirst().map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined().uppercased())
        }
        return writes
    }

    /// CFGLCK first, where there is a configuration, then dynamic lock bits before static ones, and last the attempt that
    /// must be refused five times: page 4 with its own content.
    @Test(
        arguments: [
            (.ntag213, ["2A40050000", "28FF0F3F00", "020000FFFF", "040103A00C"]),
            (.ntag215, ["8440050000", "82FF000F00", "020000FFFF", "04030AD101"]),
            (.ntag216, ["E440050000", "E2FF3F7F00", "020000FFFF", "04030AD101"]),
            (.ultralightUL21, ["2640050000", "24FF031F00", "020000FFFF", "04030AD101"]),
            (.ultralightUL11, ["1140050000", "020000FFFF", "04030AD101"]), (.ultralight, ["020000FFFF", "04030AD101"]),
            (.ntag203, ["28FF010000", "020000FFFF", "040103A010"]),
            (.ultralightC, ["28FFFF0000", "020000FFFF", "04030AD101"]),
        ] as [(ReaderEmulator.Type2Product, [String])])
    func `with a lock sets the bits of its product's table`(
        product: ReaderEmulator.Type2Product, expected: [String]
    ) async throws {
        let bench = TagBench(product)
        let message = try TagBench.url(5)
        try await bench.provision(message)
        let attempts = Array(repeating: expected.last ?? "", count: 5)
        #expect(try await writes(bench) { try await bench.provision(message, .lock) } == expected.dropLast() + attempts)
        // Presented again there is nothing to do but to verify.
        #expect(try await writes(bench) { try await bench.provision(message, .lock) } == attempts)
        let error = try await #require(throws: TagError.self) { try await bench.provision(TagBench.url(6)) }
        #expect(error.code == .locked)
    }

    @Test func `says read-only in the container before any lock bit, if that is asked for`() async throws {
        let bench = TagBench(.ntag213)
        let message = try TagBench.url(5)
        try await bench.provision(message)
        let found = try await writes(bench) { try await bench.provision(message, .lockReadOnly) }
        #expect(found.prefix(4) == ["2A40050000", "03E110120F", "28FF0F3F00", "020000FFFF"])
    }

    /// What a stranger could do to a tag whose data alone is locked: show its UID over the URL, or close it with a password
    /// of his own.
    @Test(arguments: HardwareVariant.ActsFrom.allCases)
    func `leaves no configuration open on a locked tag`(moment: HardwareVariant.ActsFrom) async throws {
        for (product, page) in [(ReaderEmulator.Type2Product.ntag213, 0x29), (.ultralightUL11, 0x10)] {
            let bench = TagBench(product)
            var variant = HardwareVariant()
            variant.configuration = moment
            bench.antenna.variant = variant
            let message = try TagBench.url(30)
            try await bench.provision(message, .lockReadOnly)
            for command in [
                [0xA2, UInt8(page), 0x44, 0x00, 0x06, 0xFF], [0xA2, UInt8(page), 0x04, 0x00, 0x00, 0x04],
                [0xA2, UInt8(page + 1), 0x80, 0x05, 0x00, 0x00],
            ] {
                _ = try await bench.link.select()
                await #expect(throws: TagLinkError.self) {
                    try await bench.link.transceive(command, expecting: .acknowledgement)
                }
            }
            let session = try #require(try await TagSession.identify(over: bench.link))
            #expect(try await session.readContent() == .url("https://" + String(repeating: "a", count: 30)))
            #expect(try PhoneReader.message(on: #require(bench.antenna.anyTag)) == message.encoded)
        }
    }

    /// AUTHLIM, PROT and AUTH0 as a tag with a password of ours may have them: off before they are frozen.
    @Test func `freezes no password into a locked tag`() async throws {
        let bench = TagBench(.ntag213)
        let message = try TagBench.url(30)
        try await bench.provision(message, .password)
        try await bench.provision(message, .password)
        let session = try #require(try await TagSession.identify(over: bench.link))
        let image = try await session.readImage(for: message)
        try await session.treat(
            image, holding: message, as: TagTreatment(protection: .lock), passwords: TagPasswords(current: [.test]))
        let memory = try #require(bench.antenna.tag?.memory)
        #expect(memory[0x29] == [0x04, 0x00, 0x00, 0xFF] && memory[0x2A] == [0x40, 0x05, 0x00, 0x00])
        #expect(memory[2][2...3] == [0xFF, 0xFF])
    }

    /// With AUTHLIM each wrong password counts, and after the last one the tag is closed for ever.
    @Test(arguments: [0, 3] as [UInt8])
    func `tries the factory's password on no tag that counts wrong ones`(limit: UInt8) async throws {
        let bench = TagBench(.ntag213)
        let message = try TagBench.url(5)
        try await bench.provision(message)
        bench.antenna.update {
            $0.memory[0x29] = [0x04, 0x00, 0x00, 0x29]
            $0.memory[0x2A] = [limit, 0x05, 0x00, 0x00]
            $0.memory[0x2B] = [0x09, 0x09, 0x09, 0x09]
        }
        let (events, continuation) = AsyncStream.makeStream(of: AntennaEvent.self)
        bench.antenna.observe { continuation.yield($0) }
        let error = try await #require(throws: TagError.self) {
            try await bench.provision(message, .password)
        }
        #expect(error.code == .wrongPassword)
        continuation.finish()
        var tried: [[UInt8]] = []
        for await case .command(let command) in events where command.first == 0x1B { tried.append(command) }
        // Ours once, and the factory's.
        #expect(tried == [hex("1B 57 61 79 6D")] + (limit == 0 ? [hex("1B FF FF FF FF")] : []))
    }

    @Test(
        arguments: [
            (.ntag213, 0x29, ["2B5761796D", "2C4E580000", "2904000002"]),
            (.ntag216, 0xE3, ["E55761796D", "E64E580000", "E304000002"]),
            (.ultralightUL11, 0x10, ["125761796D", "134E580000", "1000000002"]),
            (.ultralightUL21, 0x25, ["275761796D", "284E580000", "2500000002"]),
        ] as [(ReaderEmulator.Type2Product, Int, [String])])
    func `with a password sets AUTH0 last, and opens for whoever has it`(
        product: ReaderEmulator.Type2Product, page: Int, expected: [String]
    ) async throws {
        let bench = TagBench(product)
        let message = try TagBench.url(5)
        try await bench.provision(message)
        #expect(try await writes(bench) { try await bench.provision(message, .password) } == expected)
        #expect(try await writes(bench) { try await bench.provision(message, .password) } == [])

        // A stranger is refused, with a reason, before anything is sent.
        let stranger = try await #require(throws: TagError.self) { try await bench.provision(TagBench.url(6)) }
        #expect(stranger.code == .passwordProtected)
        let wrong = try await #require(throws: TagError.self) {
            try await bench.provision(TagBench.url(6), .password, password: .other)
        }
        #expect(wrong.code == .wrongPassword)
        #expect(wrong.recovery == .refuse)
        // We write it again.
        try await bench.provision(TagBench.url(6), .password)
        #expect(try PhoneReader.message(on: #require(bench.antenna.anyTag)) == TagBench.url(6).encoded)
    }

    @Test func `leaves what cannot be locked as it is`() async throws {
        let bench = TagBench(.ntag213)
        // 00 00 3F, written by a program that took block bits for lock bits.
        bench.antenna.update { $0.memory[0x28] = [0x00, 0x00, 0x3F, 0xBD] }
        let before = bench.antenna.tag?.memory
        let error = try await #require(throws: TagError.self) { try await bench.provision(TagBench.url(5), .lock) }
        #expect(error.code == .notLockable)
        #expect(error.reason == "its block bits have frozen the lock bit of page 10, which is not set")
        #expect(bench.antenna.tag?.memory == before)
    }

    @Test func `leaves a frozen configuration as it is`() async throws {
        let bench = TagBench(.ntag215)
        bench.antenna.update { $0.memory[0x84] = [0x40, 0x05, 0x00, 0x00] }
        let error = try await #require(throws: TagError.self) { try await bench.provision(TagBench.url(5), .password) }
        #expect(error.code == .notProtectable)
    }

    /// Pages 02 to 2A of a locked NTAG213 with an empty message, and the pages before them.
    static let lockedFromPage2 =
        "72 48 FF FF E1 10 12 00 01 03 A0 0C 34 03 00 FE" + String(repeating: "00", count: 136) + "FF 0F 3F BD"
        + "04 00 00 FF 40 05 00 00"
    static let locked = "04 A1 B2 9F C3 D4 E5 80" + lockedFromPage2

    @Test func `is not believed when the bits read back and do nothing`() async throws {
        // A copy that acknowledges lock bits, shows them, and writes on.
        let bench = TagBench(.ntag213)
        let message = try TagBench.url(5)
        try await bench.provision(message)
        let session = try #require(try await TagSession.identify(over: bench.link))
        let image = try await session.readImage(for: message)
        let lock = try session.lockable.planLock(of: image, holding: message, mirror: nil, options: [])
        try await session.lockable.lock(lock, password: nil)
        bench.antenna.update { $0.memory[2] = [0x72, 0x48, 0x00, 0x00] }
        let error = try await #require(throws: TagError.self) { try await session.lockable.verifyLock(lock) }
        #expect(error.code == .notProtected)

        let believed = ScriptedTagLink(
            .data("60", "00 04 04 02 01 00 0F 03"), .data("3A 00 2A", Self.locked), .select(.ntag),
            .data("3A 02 2A", Self.lockedFromPage2),
            // One answer is lost, which proves nothing.
            .fails("A2 04 01 03 A0 0C", .acknowledgement), .select(.ntag),
            .data("30 00", "04 A1 B2 9F C3 D4 E5 80 72 48 FF FF E1 10 12 00"), .write("A2 04 01 03 A0 0C"))
        let copy = try await TagSession.identify(.ntag, over: believed)
        let empty = NDEFMessage(records: [])
        let copyImage = try await copy.readImage(for: empty)
        let locked = try copy.lockable.planLock(
            of: copyImage, holding: empty, mirror: nil, options: [])
        #expect(locked.isEmpty)
        let copied = try await #require(throws: TagError.self) { try await copy.lockable.verifyLock(locked) }
        #expect(copied.code == .notProtected)
        #expect(copied.reason == "its lock bits are set, and it took a write to page 04")
    }

    @Test func `is planned on an image that holds the message alone`() async throws {
        let bench = TagBench(.ntag213)
        let session = try #require(try await TagSession.identify(over: bench.link))
        let message = try TagBench.url(5)
        let image = try await session.readImage(for: message)
        let lock = #expect(throws: TagError.self) {
            try session.lockable.planLock(of: image, holding: message, mirror: nil, options: [])
        }
        #expect(lock?.code == .readBackDiffers)
        let password = #expect(throws: TagError.self) {
            try session.passwordProtectable?.planProtection(of: image, holding: message, mirror: nil)
        }
        #expect(password?.code == .readBackDiffers)
    }

    @Test func `locks a plain Type 4 tag by its container, and never calls an NTAG 424 locked`() async throws {
        let message = try TagBench.url(30)
        let plain = TagBench(Type4Tag(.type4, uid: TagBench.uid))
        try await plain.provision(message, .lock)
        #expect(Protected.isLocked(try #require(plain.antenna.anyTag)))
        let refused = try await #require(throws: TagError.self) { try await plain.provision(TagBench.url(31)) }
        #expect(refused.code == .locked)

        let dna = TagBench(Type4Tag(.ntag424, uid: TagBench.uid))
        let error = try await #require(throws: TagError.self) { try await dna.provision(message, .lock) }
        #expect(error.code == .notLockable)
        // It was refused before a byte of it changed.
        #expect(try PhoneReader.message(on: #require(dna.antenna.anyTag)) == [])
    }

    @Test func `formats an empty tag with the container last, and no tag with one-time bits of its own`() async throws {
        let bench = TagBench(.ultralight)
        let message = try TagBench.url(1)
        #expect(
            try await writes(bench) { try await bench.provision(message) } == [
                "06FE000000", "0502550461", "040306D101", "03E1100600",
            ])
        let used = TagBench(.ultralight)
        used.antenna.update { $0.memory[3] = [0x00, 0x00, 0x01, 0x00] }
        let error = try await #require(throws: TagError.self) { try await used.provision(message) }
        #expect(error.code == .notFormatted)
        #expect(error.reason == "page 03 holds 00 00 01 00, one-time bits that a capability container must not have")
        #expect(used.antenna.tag?.memory[4] == [0, 0, 0, 0])
        // Bits that belong to the container are no reason.
        used.antenna.update { $0.memory[3] = [0xE0, 0x10, 0x02, 0x00] }
        try await used.provision(message)
        #expect(used.antenna.tag?.memory[3] == [0xE1, 0x10, 0x06, 0x00])
    }

    @Test(arguments: [(0x04, 0x00), (0x06, 0x00), (0x07, 0x00), (0x28, 0x00), (0x2A, 0x00)] as [(UInt8, UInt8)])
    func `is not fooled by an Ultralight C that rolls over before its key`(auth0: UInt8, auth1: UInt8) async throws {
        let bench = TagBench(.ultralightC)
        bench.antenna.update {
            $0.memory[0x2A] = [auth0, 0, 0, 0]
            $0.memory[0x2B] = [auth1, 0, 0, 0]
        }
        let error = try await #require(throws: TagError.self) { try await bench.provision(TagBench.url(30)) }
        #expect(error.code == .passwordProtected)
    }

    /// PWD, PACK and CFG0 are no better protected against a loss of power than data is. As long as AUTH0 is off, or
    /// the password is ours, whatever is left there can be mended.
    @Test(arguments: [4, 5, 6], ["00 00 00 00", "FF FF FF FF", "55 AA 55 AA", "57 61 00 00"])
    func `is finished after a configuration page was torn within its programming`(
        n: Int, remains: String
    ) async throws {
        let bench = TagBench(.ntag213)
        let message = try TagBench.url(5)
        try await bench.provision(message)
        bench.antenna.tear(after: n, leaving: hex(remains))
        await #expect(throws: TagError.self) { try await bench.provision(message, .password) }
        let torn = try #require(bench.antenna.take())
        let again = TagBench(torn)
        try await again.provision(message, .password)
        let mended = try #require(again.antenna.take())
        #expect(Protected.hasOurPassword(mended) && Protected.hasPassword(mended))
        #expect(try PhoneReader.message(on: mended) == message.encoded)
    }

    @Test func `prints no password`() {
        let password = TagPassword.test
        var text = "\(password) " + String(reflecting: password)
        dump(password, to: &text)
        #expect(text == "password (not shown) password (not shown)- password (not shown)\n")
    }
}
