public import Faults
import Glibc

/// A file that has no name and ends with its owner: after a crash nothing of it is left. One task at a time uses it.
public final class UnnamedFile: Sendable {
    private let file: FileDescriptor

    /// Begins an empty file on the disk of `folder`, which only this process can open.
    ///
    /// Where the file system does not make files without a name, the name is removed at once.
    public init(in folder: String) throws(SystemError) {
        let place = try TrustedFolder(folder)
        if let number = try place.makeUnnamed(mode: 0o600) {
            file = FileDescriptor(owning: number)
            return
        }
        let begun = try place.makeTemporary("unnamed")
        place.discard(begun.name)
        file = FileDescriptor(owning: begun.descriptor)
    }

    /// Writes at the end.
    public func append(_ bytes: UnsafeRawBufferPointer) throws(SystemError) { unsafe try file.write(all: bytes) }

    /// For a program that writes into it.
    var asOutput: ChildProcess.Output { .descriptor(file.rawValue) }

    /// All there is, up to `limit` bytes. See: man 2 fstat
    func whole(limit: Int) throws(SystemError) -> [UInt8] {
        var status = stat()
        guard unsafe fstat(file.rawValue, &status) == 0 else {
            throw SystemError("cannot look at a file without a name", call: "fstat")
        }
        return try read(min(limit, Int(status.st_size)))
    }

    /// The first `count` bytes, or all there are. See: man 2 pread
    public func read(_ count: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[filled..<count])
                let got = uninterrupted {
                    unsafe pread(file.rawValue, rest.baseAddress, rest.count, off_t(filled))
                }
                if got < 0 { failure = SystemError("cannot read a file without a name", call: "pread") }
                if got <= 0 { return }
                filled += got
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
