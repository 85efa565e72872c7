public import Faults
import Glibc

extension FileDescriptor {
    /// Reads what there is, up to `count` bytes; an empty array is the end. Waits when there is nothing yet.
    ///
    /// See: man 2 read
    public func read(upTo count: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let got = uninterrupted { unsafe Glibc.read(rawValue, buffer.baseAddress, count) }
            if got < 0 { failure = SystemError("cannot read", call: "read") }
            filled = max(0, got)
        }
        if let failure { throw failure }
        return bytes
    }

    /// Reads the next bytes into a buffer and says how many, 0 at the end of the file.
    ///
    /// See: man 2 read
    public func read(into room: inout MutableSpan<UInt8>) throws(SystemError) -> Int {
        let got = unsafe room.withUnsafeMutableBufferPointer { buffer in
            uninterrupted { unsafe Glibc.read(rawValue, buffer.baseAddress, buffer.count) }
        }
        if got < 0 { throw SystemError("cannot read", call: "read") }
        return got
    }

    /// Writes every byte.
    ///
    /// Writing to a pipe without a reader raises SIGPIPE unless `Signals.ignoreBrokenPipe()` was called.
    /// See: man 2 write
    public func write(_ bytes: some Collection<UInt8>) throws(SystemError) {
        let whole = ContiguousArray(bytes)
        try unsafe whole.span.bytes.withUnsafeBytes { bytes throws(SystemError) in
            unsafe try write(all: bytes)
        }
    }

    /// The same, from memory.
    func write(all bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var rest = unsafe bytes
        while unsafe !rest.isEmpty {
            let written = uninterrupted { unsafe Glibc.write(rawValue, rest.baseAddress, rest.count) }
            guard written >= 0 else { throw SystemError("cannot write", call: "write") }
            unsafe rest = UnsafeRawBufferPointer(rebasing: rest[written...])
        }
    }

    /// Forces what was written to the disk.
    ///
    /// See: man 2 fsync
    public func synchronize() throws(SystemError) {
        guard uninterrupted({ fsync(rawValue) }) == 0 else {
            throw SystemError("cannot force data to the disk", call: "fsync")
        }
    }
}
