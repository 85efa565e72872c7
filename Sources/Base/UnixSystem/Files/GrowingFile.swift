public import Faults
import Glibc

/// A file that grows at its end, and is written anew, in one step, when it has grown too long. One owner writes it.
public struct GrowingFile: ~Copyable, Sendable {
    public let path: String
    /// In bytes, and those of its newest beginning.
    public private(set) var size: Int
    public private(set) var beginning: Int
    private let file: FileDescriptor

    /// Replaces the file by these bytes, which are on the disk when this returns. See ``PendingFile``.
    public init(_ path: String, beginningWith bytes: [UInt8], mode: UInt32 = 0o600) throws(SystemError) {
        try File.writeAtomically(bytes, to: path, mode: mode)
        file = try FileDescriptor.open(path, flags: O_WRONLY | O_APPEND | O_NOFOLLOW)
        self.path = path
        size = bytes.count
        beginning = bytes.count
    }

    /// `forced`: the bytes are on the disk when this returns, with all before them.
    public mutating func append(_ bytes: [UInt8], forced: Bool) throws(SystemError) {
        do throws(SystemError) {
            try file.write(bytes)
            size += bytes.count
            if forced { try file.synchronize() }
        } catch {
            throw SystemError("cannot write \(path)", call: error.call, errno: error.errno, path: path)
        }
    }
}
