/// PWD and PACK of one tag: what opens it, and what it must answer. Prints nothing of them, cannot be compared or hashed
/// into a log, and overwrites them when it is done with. Derive them per tag: see `Cryptography.TagKey`.
public struct TagPassword: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let secret: Secret

    /// What the factory sets: FF FF FF FF, answered by 00 00.
    static let factory = TagPassword(Secret([0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00]))

    /// PWD, 4 bytes, and PACK, 2 bytes; nil for any other size.
    public init?(password: [UInt8], acknowledgement: [UInt8]) {
        guard password.count == 4, acknowledgement.count == 2 else { return nil }
        self.init(Secret(password + acknowledgement))
    }

    private init(_ secret: Secret) { self.secret = secret }

    /// PWD_AUTH.
    var command: [UInt8] { [0x1B] + secret.bytes.prefix(4) }
    /// The page with PWD.
    var passwordPage: [UInt8] { Array(secret.bytes.prefix(4)) }
    /// The page with PACK; its last two bytes are RFUI.
    var acknowledgementPage: [UInt8] { secret.bytes.suffix(2) + [0x00, 0x00] }
    /// The answer to PWD_AUTH.
    var acknowledgement: [UInt8] { Array(secret.bytes.suffix(2)) }

    func isSame(as other: TagPassword) -> Bool { secret.bytes == other.secret.bytes }

    public var description: String { "password (not shown)" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// The bytes in memory of their own. Copies that went into a command are on their way to a reader that prints
    /// them on the air: this keeps them from lying about afterwards.
    @safe private final class Secret: @unchecked Sendable {
        // Written by the initialiser and the deinitialiser alone, hence safe to share.
        private let storage: UnsafeMutableBufferPointer<UInt8>

        init(_ bytes: [UInt8]) {
            unsafe storage = .allocate(capacity: bytes.count)
            _ = unsafe storage.initialize(fromContentsOf: bytes)
        }

        var bytes: [UInt8] { unsafe Array(storage) }

        deinit {
            unsafe storage.update(repeating: 0)
            unsafe storage.deallocate()
        }
    }
}
