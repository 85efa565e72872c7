import CLinux
public import Faults
import Glibc

/// What a program obeys without asking: settings, and work that other programs leave for it. It is read only where no
/// account besides the trusted ones could have written it, or put another file or folder in its place: on the way from the
/// root every folder and every symbolic link belongs to a trusted account, and no folder lets others rename what is in it.
///
/// See: man 7 path_resolution, man 7 symlink, man 7 inode (the sticky bit)
public enum TrustedFile {
    /// The superuser, the person who gave the command through sudo, and the user of this process.
    public static var owners: Set<UInt32> { Accounts.trusted.union([geteuid()]) }

    /// The whole of a regular file of at most `limit` bytes that others cannot have written.
    ///
    /// - Throws: `refused` where they could; `notFound` and others of the system.
    public static func read(
        _ path: String, limit: Int, ownedBy owners: Set<UInt32> = TrustedFile.owners
    ) throws(SystemError) -> [UInt8] {
        var place = path
        for _ in 0..<40 {
            let folder = try TrustedFolder(File.parent(of: place), ownedBy: owners)
            let name = place.split(separator: "/").last.map(String.init) ?? "."
            guard let link = folder.status(of: name), link.kind == .link else {
                return try folder.read(name, limit: limit, ownedBy: owners)
            }
            guard owners.contains(link.owner), let target = folder.destination(ofLink: name) else {
                throw refused(
                    path, "\"\(name)\" in it is a symbolic link of the account \(Accounts.userName(link.owner))")
            }
            place = target.hasPrefix("/") ? target : "\(File.parent(of: place))/\(target)"
        }
        throw SystemError("cannot open \(path)", call: "open", errno: ELOOP, path: path)
    }

    static func refused(_ path: String, _ reason: String) -> SystemError {
        SystemError(
            code: .refused, message: "\(path) is refused", reason: reason,
            next:
                "look at it (namei -l \(path)), find out who changed it, and give it to root alone: chown root, chmod go-w",
            call: "fstat", path: path)
    }
}

extension TrustedFolder {
    /// A folder that only `owners` can have put there. `group` may write in the folder itself, none on the way.
    ///
    /// - Throws: `refused` where another account could have put it there, or may write in it.
    public init(_ path: String, ownedBy owners: Set<UInt32>, sharedWith group: UInt32? = nil) throws(SystemError) {
        let whole = path.hasPrefix("/") ? path : "\(Folder.resolved("."))/\(path)"
        var walk = try TrustedWalk(whole, trusted: owners)
        try walk.go()
        let folder = FileDescriptor(owning: try walk.takeFolder())
        guard let status = FileStatus(of: folder.rawValue) else {
            throw SystemError("cannot look at \(path)", call: "fstat", path: path)
        }
        if let stranger = walk.strangers.subtracting([TrustedWalk.everybody]).first {
            throw TrustedFile.refused(path, "the account \(Accounts.userName(stranger)) owns it, or a folder above it")
        }
        let isShared = { (open: FileStatus) in
            open.isSame(as: status) && open.group == group && open.mode & 0o002 == 0
        }
        if let open = walk.shared.first(where: { !isShared($0) }) {
            let place = open.isSame(as: status) ? "it" : "a folder above it"
            throw TrustedFile.refused(
                path, "\(place) has the mode \(String(open.mode, radix: 8)): others can put files there")
        }
        self.init(path: path, status: status, strangers: [], descriptor: folder)
    }

    /// The whole of a file in it, which belongs to one of `owners` and which others cannot have written.
    public func read(_ name: String, limit: Int, ownedBy owners: Set<UInt32>) throws(SystemError) -> [UInt8] {
        let place = "\(path)/\(name)"
        // Without O_NONBLOCK opening a named pipe waits for a writer.
        let file = try open(name, flags: O_RDONLY | O_NONBLOCK)
        guard let status = FileStatus(of: file.rawValue), status.kind == .file else {
            throw TrustedFile.refused(place, "it is not a regular file")
        }
        guard owners.contains(status.owner) else {
            throw TrustedFile.refused(place, "it belongs to the account \(Accounts.userName(status.owner))")
        }
        guard status.mode & 0o022 == 0 else {
            throw TrustedFile.refused(place, "its mode \(String(status.mode, radix: 8)) lets others change it")
        }
        let bytes = try file.read(upTo: limit + 1)
        guard bytes.count <= limit else {
            throw SystemError(
                code: .tooLarge, message: "\(place) is refused", reason: "it is longer than \(limit) bytes",
                next: "look at it: it was not written by Waymark", call: "read", path: place)
        }
        return bytes
    }

    /// Gives a file another name in the same folder or another one, in one step, and forces both to the disk.
    public func move(_ name: String, to folder: borrowing TrustedFolder) throws(SystemError) {
        guard unsafe renameat(descriptor.rawValue, name, folder.descriptor.rawValue, name) == 0 else {
            throw SystemError("cannot move \(path)/\(name)", call: "renameat", path: "\(path)/\(name)")
        }
        try folder.synchronize()
        try synchronize()
    }
}
