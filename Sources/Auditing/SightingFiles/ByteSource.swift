internal import CSV
internal import Glibc
internal import UnixSystem

/// Where bytes come from, piece by piece.
protocol ByteSource: AnyObject {
    /// The next bytes, none at the end.
    func next() throws -> [UInt8]

    /// Reads the next bytes into a buffer of the caller's and says how many, 0 at the end. Nil when this source has
    /// bytes of its own to hand out first, or always does: then `next` has them.
    func read(into buffer: inout MutableSpan<UInt8>) throws -> Int?
}

extension ByteSource {
    func read(into buffer: inout MutableSpan<UInt8>) throws -> Int? { nil }
}

/// A file, a pipe, or standard input.
final class FileBytes: ByteSource {
    private let file: FileDescriptor

    /// `-` is standard input. See ``InputFile``.
    init(_ path: String) throws(SystemError) {
        file = try InputFile.open(path)
    }

    init(_ open: consuming FileDescriptor) {
        file = open
    }

    func next() throws -> [UInt8] {
        try file.read(upTo: TableCutter.chunkSize)
    }

    func read(into buffer: inout MutableSpan<UInt8>) throws -> Int? { try file.read(into: &buffer) }
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

    func read(into buffer: inout MutableSpan<UInt8>) throws -> Int? {
        head == nil ? try rest.read(into: &buffer) : nil
    }
}
