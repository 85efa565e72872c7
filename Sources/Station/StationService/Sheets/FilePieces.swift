internal import Glibc
internal import UnixSystem

/// Reads a file to its end, in pieces of 1 MiB as they are asked for. A file that cannot be read ends early, and so
/// does one whose caller is not let in any more: the client sees it by the length.
actor FilePieces {
    private let file: FileDescriptor
    /// Nil for us.
    private let lease: Lease?

    private init(_ file: consuming FileDescriptor, for lease: Lease?) {
        self.file = file
        self.lease = lease
    }

    /// The pieces of a file from its beginning, and its length in bytes. The file may lose its name meanwhile. `lease`:
    /// the pieces end with it.
    static func of(_ path: String, for lease: Lease?) throws -> (length: Int64, pieces: AsyncStream<[UInt8]>) {
        let file = try FileDescriptor.open(path, flags: O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        let length = lseek(file.rawValue, 0, SEEK_END)
        guard length >= 0, lseek(file.rawValue, 0, SEEK_SET) == 0 else {
            throw StationError(
                .fileUnreadable, "a file of the station cannot be read", why: "its disk does not answer",
                next: "check the registry's disk (dmesg), and try again")
        }
        let reader = FilePieces(file, for: lease)
        return (Int64(length), AsyncStream { await reader.next() })
    }

    private func next() -> [UInt8]? {
        guard lease?.isGood ?? true, let piece = try? file.read(upTo: 1 << 20), !piece.isEmpty else { return nil }
        return piece
    }
}
