import Glibc
import UnixSystem

/// A file read from its beginning to its end, a few megabytes at once. One thread at a time.
final class FileStream {
    private let file: FileDescriptor

    /// A pipe will do, too: `--sightings /dev/stdin`.
    init(_ path: String) throws(SystemError) {
        file = try FileDescriptor.open(path, flags: O_RDONLY)
    }

    /// The next bytes into a buffer, and how many; 0 at the end.
    func read(into room: inout MutableSpan<UInt8>) throws(SystemError) -> Int {
        try file.read(into: &room)
    }
}
