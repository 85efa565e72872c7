public import Faults
import Glibc

/// A folder of this process's own, for files that are needed for a while. It goes with its owner.
public struct PrivateFolder: ~Copyable, Sendable {
    public let path: String

    /// In `/var/tmp`, or in `$TMPDIR`: what is put there may be as large as a disk. See: man 3 mkdtemp, man 7 file-hierarchy
    public init() throws(SystemError) {
        let place = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/var/tmp"
        var template = Array("\(place)/waymark-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            throw SystemError("cannot make a folder in \(place)", call: "mkdtemp", path: place)
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in Folder.names(in: path) { unsafe unlink("\(path)/\(name)") }
        unsafe rmdir(path)
    }
}
