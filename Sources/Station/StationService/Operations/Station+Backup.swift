internal import API
internal import Cryptography
internal import Glibc
internal import Logging
internal import Registry

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
    /// the daemon ended, however it ended. `lease`: the pieces end with it.
    func backUp(for lease: Lease?) async throws -> Backup {
        let path = "\(registry.path).backup-\(UInt64.random(in: .min ... .max))"
        await inspectRegistry()
        let number = copies.begin()
        defer { copies.end(number) }
        try await registry.copy(path)
        defer { unsafe unlink(path) }
        var digest = try SHA256()
        for await piece in try FilePieces.of(path, for: nil).pieces { try digest.update(piece) }
        let (length, pieces) = try FilePieces.of(path, for: lease)
        return Backup(length: length, digest: try digest.hexadecimal(), pieces: pieces)
    }

    /// Looks at every page and every row of the registry. For the start, now and then, and each backup: a copy is made row
    /// by row, and does not show a damaged index.
    package func inspectRegistry() async {
        do {
            let (damage, deviations) = try await registry.inspect()
            if let damage {
                conditions.raise(
                    .registryDamaged, "the registry is damaged", why: damage,
                    next: "restore the newest backup that waymarkd check-backup finds in order: waymarkd restore FILE")
            } else {
                conditions.clear(.registryDamaged)
            }
            if let first = deviations.first {
                let others = deviations.count == 1 ? "" : ", and \(deviations.count - 1) more"
                conditions.raise(
                    .registryAltered, "the registry holds what the journal does not account for",
                    why: "\(first.subject): \(first.why)\(others)",
                    next: "see all of it: waymark journal verify; find out who could write the registry's file, and "
                        + "restore the last good backup")
            } else if damage == nil {
                conditions.clear(.registryAltered)
            }
        } catch {
            logger.warning("the registry could not be looked through", metadata: ["error": "\(error)"])
        }
    }
}
