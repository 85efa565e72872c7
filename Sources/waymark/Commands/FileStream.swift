import CSV
import Glibc
import UnixSystem

/// A file read from its beginning to its end, a few megabytes at once. One thread at a time.
final class FileStream {
    private let file: FileDescriptor

    /// A pipe will do, too: `--sightings /dev/stdin`.
    init(_ path: String) throws(SystemError) {
        file = try FileDescriptor.open(path, flags: O_RDONLY)
    }

    /// The next bytes, none at the end.
    func next() throws(SystemError) -> [UInt8] {
        try file.read(upTo: TableCutter.chunkSize)
    }
}
