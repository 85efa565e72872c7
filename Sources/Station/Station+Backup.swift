internal import Glibc
internal import UnixSystem

extension Station {
    /// The registry as it is now, in pieces of 1 MiB as they are asked for.
    ///
    /// The copy lies beside the registry without a name, so it is gone when the last piece was sent, the client left or
    /// the daemon ended, however it ended.
    func backUp() async throws -> (length: Int64, pieces: AsyncStream<[UInt8]>) {
        let path = "\(registry.path).backup-\(UInt64.random(in: .min ... .max))"
        try await registry.copy(path)
        defer { unsafe unlink(path) }
        let file = try FileDescriptor.open(path, flags: O_RDONLY | O_CLOEXEC)
        let length = lseek(file.rawValue, 0, SEEK_END)
        guard length >= 0, lseek(file.rawValue, 0, SEEK_SET) == 0 else {
            throw StationError(
                500, "backup-unreadable", "the copy of the registry cannot be read", why: "its disk does not answer",
                next: "check the registry's disk (dmesg), and repeat the command")
        }
        let reader = BackupReader(file)
        return (Int64(length), AsyncStream { await reader.next() })
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

/// Reads the copy to its end. A copy that cannot be read ends early: the client sees it by the length.
private actor BackupReader {
    private let file: FileDescriptor

    init(_ file: consuming FileDescriptor) {
        self.file = file
    }

    func next() -> [UInt8]? {
        guard let piece = try? file.read(upTo: 1 << 20), !piece.isEmpty else { return nil }
        return piece
    }
}
