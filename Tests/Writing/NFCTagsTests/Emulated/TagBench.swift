import NDEF
import NFCTags
import ReaderEmulator

/// One emulated tag under an antenna, and the steps of a writing workflow without a journal.
struct TagBench {
    static let uid: [UInt8] = [0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0x80]
    static let products: [ReaderEmulator.Type2Product] = [.ntag213, .ntag215, .ntag216]

    /// What a batch asks for.
    enum Protection: String, CaseIterable, Sendable {
        case none, lock, lockReadOnly, password
    }

    let antenna = Antenna()
    let link: EmulatedTagLink

    /// `data` replaces the factory's bytes from page 4 on.
    init(_ product: ReaderEmulator.Type2Product, data: [UInt8]? = nil) {
        var tag = Type2Tag(product, uid: Self.uid)
        if let data { tag.memory.put(data, at: 4) }
        self.init(tag)
    }

    init(_ tag: any EmulatedTag, over capabilities: LinkCapabilities? = nil, hasLockCommands: Bool = true) {
        let usual: LinkCapabilities = [.raw, .apdu, .type5, .type5Raw]
        link = EmulatedTagLink(
            antenna: antenna, capabilities: capabilities ?? usual, hasLockCommands: hasLockCommands)
        antenna.insert(tag)
    }

    static func url(_ characters: Int, of letter: Character = "a") throws -> NDEFMessage {
        try NDEFMessage(uri: "https://" + String(repeating: letter, count: characters))
    }

    /// Identifies, reads, plans, writes, verifies, protects and verifies that.
    @discardableResult
    func provision(
        _ message: NDEFMessage, _ protection: Protection = .none, mirror: TextMirror? = nil,
        password: TagPassword = .test, givingUp: GivenUp = .nothing
    ) async throws -> WritePlan {
        guard let session = try await TagSession.identify(over: link) else { throw NoTag() }
        let image = try await session.readImage(
            for: message, toLock: protection == .lock || protection == .lockReadOnly)
        let plan = try WritePlan(
            writing: message, to: image, mirror: mirror, hasPassword: protection == .password,
            givingUp: givingUp)
        if protection == .lock || protection == .lockReadOnly,
            let objection = session.lockable.objectionToLocking(image)
        {
            throw objection
        }
        try await session.write(plan, password: password)
        if protection == .none {
            try await session.verify(plan)
            return plan
        }
        let written = try await session.readBack(plan)
        if protection == .lockReadOnly || protection == .password {
            let treatment = TagTreatment(
                mirror: mirror, protection: protection == .password ? .password : .lock)
            try await session.treat(
                written, holding: message, as: treatment, passwords: TagPasswords(current: [], new: password))
        } else {
            let lock = try session.lockable.planLock(of: written, holding: message, mirror: mirror, options: [])
            try await session.lockable.lock(lock, password: nil)
            try await session.lockable.verifyLock(lock)
        }
        return plan
    }

    struct NoTag: Error {}
}

extension TagPassword {
    static let test =
        TagPassword(password: [0x57, 0x61, 0x79, 0x6D], acknowledgement: [0x4E, 0x58]) ?? TagPassword.impossible
    static let other =
        TagPassword(password: [0x01, 0x02, 0x03, 0x04], acknowledgement: [0x05, 0x06]) ?? TagPassword.impossible
    private static var impossible: TagPassword { fatalError("a literal is not a password") }
}
