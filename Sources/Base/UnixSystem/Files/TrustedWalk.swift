import CLinux
internal import Faults
import Glibc

/// The way to a folder, one name at a time. See ``TrustedFolder``.
struct TrustedWalk: ~Copyable {
    private let path: String
    /// What is still to be walked, the next name last.
    private var names: [Substring]
    private var folder: FileDescriptor
    private var links = 0
    private let trusted: Set<UInt32>
    private(set) var strangers: Set<UInt32> = []
    /// Folders on the way in which a group or all users may rename names that are not theirs.
    private(set) var shared: [FileStatus] = []

    /// All other users, where a folder is writable for all and its names are not protected (the sticky bit).
    static let everybody = UInt32.max

    /// `trusted`: the users whose symbolic links are followed.
    init(_ path: String, trusted: Set<UInt32> = Accounts.trusted) throws(SystemError) {
        self.path = path
        self.trusted = trusted
        names = path.split(separator: "/").reversed()
        folder = try FileDescriptor.open(path.hasPrefix("/") ? "/" : ".", flags: O_DIRECTORY | waymark_O_PATH)
    }

    mutating func go() throws(SystemError) {
        while let name = names.popLast() { if name != "." { try step(String(name)) } }
    }

    /// The folder that was reached; the caller closes it.
    func takeFolder() throws(SystemError) -> Int32 { try folder.duplicate().release() }

    private mutating func step(_ name: String) throws(SystemError) {
        let number = uninterrupted {
            unsafe openat(folder.rawValue, name, waymark_O_PATH | O_NOFOLLOW | O_CLOEXEC)
        }
        guard number >= 0 else { throw SystemError("cannot open \(path)", call: "open", path: path) }
        let next = FileDescriptor(owning: number)
        guard let status = FileStatus(of: next.rawValue) else {
            throw SystemError("cannot open \(path)", call: "fstat", path: path)
        }
        switch status.kind {
        case .folder:
            if !trusted.contains(status.owner) { strangers.insert(status.owner) }
            if status.mode & 0o1002 == 0o002 { strangers.insert(Self.everybody) }
            if status.mode & 0o022 != 0, status.mode & 0o1000 == 0 { shared.append(status) }
            folder = next
        case .link: try follow(next, name, status: status)
        default:
            throw SystemError("cannot open \(path)", call: "open", errno: ENOTDIR, path: path)
        }
    }

    /// The link is read from its own descriptor: what its name leads to by now does not matter.
    private mutating func follow(
        _ link: borrowing FileDescriptor, _ name: String, status: FileStatus
    ) throws(SystemError) {
        guard trusted.contains(status.owner) else {
            throw SystemError.strangersLink(path, name, owner: status.owner)
        }
        links += 1
        // See: man 7 path_resolution
        guard links <= 40 else { throw SystemError("cannot open \(path)", call: "open", errno: ELOOP, path: path) }
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlinkat(link.rawValue, "", &buffer, buffer.count)
        guard count > 0 else { throw SystemError("cannot open \(path)", call: "readlink", path: path) }
        let target = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        names += target.split(separator: "/").reversed()
        if target.hasPrefix("/") { folder = try FileDescriptor.open("/", flags: O_DIRECTORY | waymark_O_PATH) }
    }
}

extension SystemError {
    /// A symbolic link that is not followed with the superuser's rights.
    static func strangersLink(_ path: String, _ name: String, owner: UInt32) -> SystemError {
        SystemError(
            code: .refused, message: "\(path) is refused",
            reason: "\"\(name)\" in it is a symbolic link that belongs to \(Accounts.userName(owner)), "
                + "and root follows only links of its own",
            next: "look at the link (ls -l), and name the file that you mean", call: "open", path: path)
    }
}
