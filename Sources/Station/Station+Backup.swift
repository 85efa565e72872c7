internal import Glibc

extension Station {
    /// The registry as it is now, in pieces of 1 MiB as they are asked for.
    ///
    /// The copy lies beside the registry without a name, so it is gone when the last piece was sent, the client left or
    /// the daemon ended, however it ended.
    func backUp() async throws -> (length: Int64, pieces: AsyncStream<[UInt8]>) {
        let path = "\(registry.path).backup-\(UInt64.random(in: .min ... .max))"
        try await registry.copy(path)
        defer { unsafe unlink(path) }
        return try FilePieces.of(path)
    }
}

/// The registry as a file, for what goes around the tables.
public struct RegistryFile: Sendable {
    let path: String
    let copy: @Sendable (_ path: String) async throws -> Void

    /// `copy` writes a consistent copy, while the registry is in use, into a new file on the same disk.
    public init(path: String, copy: @escaping @Sendable (_ path: String) async throws -> Void) {
        self.path = path
        self.copy = copy
    }
}
