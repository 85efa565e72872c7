import NDEF
import NFCTags
import ReaderEmulator

/// One emulated tag under an antenna, and the steps of a writing workflow without a journal.
struct TagBench {
    static let uid: [UInt8] = [0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0x80]
    static let products: [ReaderEmulator.Type2Product] = [.ntag213, .ntag215, .ntag216]

    let antenna = Antenna()
    var link: EmulatedTagLink { EmulatedTagLink(antenna: antenna) }

    /// `data` replaces the factory's bytes from page 4 on.
    init(_ product: ReaderEmulator.Type2Product, data: [UInt8]? = nil) {
        var tag = Type2Tag(product, uid: Self.uid)
        if let data { tag.memory.put(data, at: 4) }
        antenna.insert(tag)
    }

    init(_ tag: ReaderEmulator.Type2Tag) {
        antenna.insert(tag)
    }

    static func url(_ characters: Int, of letter: Character = "a") throws -> NDEFMessage {
        try NDEFMessage(uri: "https://" + String(repeating: letter, count: characters))
    }

    /// Identifies, reads, plans, writes and verifies.
    @discardableResult
    func provision(_ message: NDEFMessage) async throws -> WritePlan {
        guard let session = try await Type2TagSession.identify(over: link) else { throw NoTag() }
        let plan = try WritePlan(writing: message, to: try await session.readImage(for: message))
        try await session.write(plan)
        try await session.verify(plan)
        return plan
    }

    struct NoTag: Error {}
}
