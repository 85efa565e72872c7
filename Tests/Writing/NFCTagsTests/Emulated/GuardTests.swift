import NDEF
import NFCTags
import ReaderEmulator
import Testing

/// What keeps strangers from writing, and whether a tag holds what it should, told from one image.
@Suite struct `An image` {
    private static func image(_ bench: TagBench, for message: NDEFMessage) async throws -> TagImage {
        let session = try #require(try await TagSession.identify(over: bench.link))
        return try await session.readImage(for: message)
    }

    @Test(arguments: [
        (TagBench.Protection.none, TagGuard.open), (.lock, .locked), (.lockReadOnly, .locked), (.password, .password),
    ])
    func `tells how a tag is protected`(protection: TagBench.Protection, state: TagGuard) async throws {
        let message = try TagBench.url(30)
        let bench = TagBench(.ntag213)
        try await bench.provision(message, protection)
        let image = try await Self.image(bench, for: message)
        #expect(image.guardState == state)
        #expect(image.holds(message, mirror: nil))
        #expect(!image.holds(try TagBench.url(31), mirror: nil))
    }

    @Test func `tells a lock that was begun, and a Type 4 tag's`() async throws {
        let message = try TagBench.url(3)
        let begun = TagBench(.ntag213)
        begun.antenna.update { $0.memory[2] = [$0.memory[2][0], 0x48, 0xF8, 0xFF] }
        #expect(try await Self.image(begun, for: message).guardState == .partlyLocked)
        let plain = TagBench(Type4Tag(.type4, uid: TagBench.uid))
        try await plain.provision(message)
        #expect(try await Self.image(plain, for: message).guardState == .open)
        try await plain.provision(message, .lock)
        #expect(try await Self.image(plain, for: message).guardState == .locked)
    }

    @Test func `knows a message in which the tag shows its UID`() async throws {
        let message = try NDEFMessage(uri: "https://a.example/?u=00000000000000")
        let mirror = try #require(TextMirror(.uid, replacingZerosIn: message))
        let bench = TagBench(.ntag213)
        let plan = try await bench.provision(message)
        let session = try #require(try await TagSession.identify(over: bench.link))
        let change = try #require(session.mirrorable)
            .planMirror(of: try await session.readBack(plan), holding: message, mirror: mirror)
        try await session.mirrorable?.switchOn(change, password: nil)
        let image = try await Self.image(bench, for: message)
        #expect(image.content == .url("https://a.example/?u=04A1B2C3D4E580"))
        #expect(image.holds(message, mirror: .uid))
        #expect(!image.holds(message, mirror: nil))
    }
}
