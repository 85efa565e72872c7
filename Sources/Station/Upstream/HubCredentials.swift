package import API
package import Checkpoints
package import Cryptography
internal import Faults
internal import Foundation
internal import Glibc
package import Registry
internal import TextCoding
internal import UnixSystem

/// What a station calls its hub with: a file of its own, that the daemon does not read.
package struct HubCredentials: Sendable {
    package let hub: HubAddress
    package let name: StationName
    package let chain: ChainName
    package let token: String
    /// Signs the heads of the chain.
    package let key: Ed25519PrivateKey
    /// What the hub's checkpoints are signed with.
    package let hubKey: NoteKey

    /// The file's content. JSON, so that an administrator can see what is in it.
    private struct Content: Codable {
        let schema: Int
        let hub: HubAddress
        let name: StationName
        let chain: ChainName
        let token: String
        /// Hexadecimal.
        let seed: String
        let hubKey: String
    }

    private static let limit = 1 << 14

    /// A new key for a station that is about to enrol: 32 random bytes.
    package static func makeSeed() throws -> [UInt8] { try DeviceKey.makeBytes() }

    /// 64 lower-case hexadecimal digits.
    package static func publicKey(of seed: [UInt8]) throws -> String {
        Hexadecimal.lowercase(try Ed25519PrivateKey(seed: seed).publicKey().bytes)
    }

    /// Throws what ``create(_:hub:_:seed:)`` would: for a file that exists, and for a folder that cannot be written to.
    package static func checkPlace(_ path: String) throws {
        guard (try? FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK | O_NOFOLLOW)) == nil else {
            throw UpstreamError(
                .badCredentials, "the station does not join", why: "\(path) exists already",
                next: "if it is of a chain that has ended, remove it; otherwise name another: --credentials FILE")
        }
        let trial = path + ".trial"
        try SecretFile.create(trial, [])
        _ = unsafe unlink(trial)
    }

    /// Writes the file, which other accounts cannot read. A file that exists is not replaced.
    package static func create(
        _ path: String, hub: HubAddress, _ enrolment: EnrolmentMade, seed: [UInt8]
    ) throws {
        let content = Content(
            schema: 1, hub: hub, name: enrolment.name, chain: enrolment.chain, token: enrolment.token,
            seed: Hexadecimal.lowercase(seed), hubKey: enrolment.hubKey)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try SecretFile.create(path, Array(try encoder.encode(content)) + [0x0A])
    }

    package init(readingFrom path: String) throws {
        let content = try SecretFile.read(path, limit: Self.limit) { bytes in
            do { return try JSONDecoder().decode(Content.self, from: Data(bytes)) } catch {
                throw Self.refusal(path, "it is not a file of waymark station join")
            }
        }
        guard content.schema == 1, let seed = Hexadecimal.bytes(content.seed), seed.count == Ed25519PrivateKey.seedSize
        else { throw Self.refusal(path, "it is of another version, or damaged") }
        hub = content.hub
        name = content.name
        chain = content.chain
        token = content.token
        key = try Ed25519PrivateKey(seed: seed)
        hubKey = try NoteKey(content.hubKey)
    }

    private static func refusal(_ path: String, _ reason: String) -> UpstreamError {
        UpstreamError(
            .badCredentials, "the credentials \(path) are refused", why: reason,
            next: "join the hub again with a new secret: waymark station join")
    }
}
