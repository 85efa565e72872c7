import Checkpoints
import Cryptography
import Hosting
import UnixSystem

/// What the hub signs its checkpoints with: 32 bytes, the seed of an Ed25519 key (RFC 8032). All daemons of a hub have the
/// same one, and the database never has it.
enum CheckpointKey {
    static let credential = "checkpoint-key"

    /// `isMade`: at the first start of a daemon.
    static func load(
        _ folder: String, credentials: String?, hiddenFrom people: Set<UInt32>, isMade: Bool
    ) throws -> NoteSigner {
        let make: @Sendable () throws -> [UInt8] = { try DeviceKey.makeBytes() }
        let key = DaemonKey(
            credential: credential, path: "\(folder)/checkpoint.key", make: isMade ? make : nil)
        return try key.load(credentials: credentials, hiddenFrom: people) { (seed: [UInt8]) throws -> NoteSigner in
            try NoteSigner(name: Checkpoint.hubName, secret: try Ed25519PrivateKey(seed: seed))
        }
    }
}
