internal import Cryptography
internal import Glibc

/// A copy of the registry that was found in order, on its way to a client.
struct Backup: Sendable {
    /// Bytes.
    let length: Int64
    /// SHA-256 of the copy in hexadecimal.
    let digest: String
    let pieces: AsyncStream<[UInt8]>
}

extension Station {
    /// The registry as it is now, checked, in pieces of 1 MiB as they are asked for.
    ///
    /// The copy is beside the registry without a name, so it is gone when the last piece was sent, the client left or
    /// the daemon ended, however it ended.
    func backUp() async throws -> Backup {
        let path = "\(registry.path).backup-\(UInt64.random(in: .min ... .max))"
        let number = copies.begin()
        defer { copies.end(number) }
        try await registry.copy(path)
        defer { unsafe unlink(path) }
        var digest = try SHA256()
        for await piece in try FilePieces.of(path).pieces { try digest.update(piece) }
        let (length, pieces) = try FilePieces.of(path)
        return Backup(length: length, digest: try digest.hexadecimal(), pieces: pieces)
    }
}
