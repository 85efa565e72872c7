internal import CLinux
public import Faults
internal import Glibc

/// The files that a process keeps when it gives up all others, for good: a path is of a file, or of a folder with everything
/// in it. What is open stays open.
///
/// See: man 7 landlock
public struct Confinement: Sendable, Equatable {
    /// What may be read. A path that leads nowhere allows nothing.
    public var readable: [String]
    /// Folders where files may be read, made, changed and removed.
    public var folders: [String]
    /// Devices that may be read, written and set.
    public var devices: [String]

    public init(readable: [String] = [], folders: [String] = [], devices: [String] = []) {
        self.readable = readable
        self.folders = folders
        self.devices = devices
    }

    /// Whether the kernel can keep a process to some files: Linux 5.13 and newer, unless Landlock is left out or switched off.
    public static var isEnforced: Bool { waymark_landlock_version() > 0 }

    /// Keeps this process, and every program that it starts, to these files, and from TCP connections, and, as far as the
    /// kernel knows how, from signals to other programs and from abstract sockets.
    ///
    /// Landlock holds for the thread that calls it and for those that it starts later: the process must have one thread, else
    /// this fails. On a kernel without Landlock it does nothing: see ``isEnforced``.
    public func enforce() throws(SystemError) {
        guard !Self.isEnforced || Folder.names(in: "/proc/self/task").count == 1 else {
            throw SystemError(
                code: .invalid, message: Self.failure, reason: "the process has more than one thread",
                next: "report this", call: "landlock_restrict_self")
        }
        try enforceInThread()
    }

    static let failure = "cannot give up the use of files"

    /// The same for this thread and those that it starts later, whatever threads there are.
    func enforceInThread() throws(SystemError) {
        let version = waymark_landlock_version()
        guard version != 0 else { return }
        let number = waymark_landlock_table(version)
        guard version > 0, number >= 0 else { throw SystemError(Self.failure, call: "landlock_create_ruleset") }
        let table = FileDescriptor(owning: number)
        let reading = waymark_read_file | waymark_read_folder
        try Self.allow(readable, reading, in: table, version)
        try Self.allow(folders, reading | waymark_write_file | waymark_change_folder, in: table, version)
        try Self.allow(devices, waymark_read_file | waymark_write_file | waymark_device_calls, in: table, version)
        guard waymark_landlock_restrict(table.rawValue) == 0 else {
            throw SystemError(Self.failure, call: "landlock_restrict_self")
        }
    }

    private static func allow(
        _ paths: [String], _ rights: UInt64, in table: borrowing FileDescriptor, _ version: Int32
    ) throws(SystemError) {
        for path in paths {
            guard let place = try? FileDescriptor.open(path, flags: waymark_O_PATH) else { continue }
            var status = stat()
            let isFolder = unsafe fstat(place.rawValue, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            // The kernel refuses a right to list or change a folder where there is none.
            let fitting = isFolder ? rights : rights & ~(waymark_read_folder | waymark_change_folder)
            guard waymark_landlock_allow(table.rawValue, version, place.rawValue, fitting) == 0 else {
                throw SystemError("cannot keep the use of \(path)", call: "landlock_add_rule", path: path)
            }
        }
    }
}
