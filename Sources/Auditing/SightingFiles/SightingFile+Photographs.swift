internal import Dispatch
internal import Glibc
internal import Synchronization
internal import UnixSystem

extension SightingFile {
    /// The rows of those files that are photographs, by path. Finding the codes takes a second for each, so several are
    /// read at once. Files that cannot be opened are left to their next reader.
    package static func photographs(
        among paths: [String], defaults: SightingDefaults = SightingDefaults(), notes: SightingNotes, threads: Int
    ) throws -> [String: [UInt8]] {
        let found = Mutex<[String: Result<[UInt8], any Error>]>([:])
        let next = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: max(1, threads)) { _ in
            while true {
                let index = next.withLock { next in
                    next += 1
                    return next - 1
                }
                guard index < paths.count else { return }
                let path = paths[index]
                guard isPhotograph(path) else { continue }
                let rows = Result {
                    try SightingFile(path, defaults: defaults, notes: notes).whole(limit: 1 << 20)
                }
                found.withLock { $0[path] = rows }
            }
        }
        return try found.withLock { try $0.mapValues { try $0.get() } }
    }

    /// Only a regular file is looked at: what a pipe has given is gone. See: man 2 fstat
    private static func isPhotograph(_ path: String) -> Bool {
        guard path != "-", let file = try? FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK) else { return false }
        var status = stat()
        guard unsafe fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let head = try? file.read(upTo: 16)
        else { return false }
        return SightingFormat(head) == .jpeg
    }
}
