internal import CSV
internal import Glibc
internal import UnixSystem

/// Where bytes come from, piece by piece.
protocol ByteSource: AnyObject {
    /// The next bytes, none at the end.
    func next() throws -> [UInt8]
}

/// A file, a pipe, or standard input.
final class FileBytes: ByteSource {
    private let file: FileDescriptor

    /// `-` is standard input.
    init(_ path: String) throws(SystemError) {
        file = try FileDescriptor.open(path == "-" ? "/dev/stdin" : path, flags: O_RDONLY)
    }

    func next() throws -> [UInt8] {
        try file.read(upTo: TableCutter.chunkSize)
    }
}

/// Bytes that were looked at already, and then the rest.
final class HeadedBytes: ByteSource {
    private var head: [UInt8]?
    private let rest: any ByteSource

    init(_ head: [UInt8], then rest: any ByteSource) {
        self.head = head
        self.rest = rest
    }

    func next() throws -> [UInt8] {
        if let head = head.take(), !head.isEmpty { return head }
        return try rest.next()
    }
}
