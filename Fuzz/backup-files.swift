import Glibc
import Storage
import Synchronization
import UnixSystem

/// Any bytes as a backup, or a registry of an earlier version with bytes changed in any place: refused, or in order twice;
/// and the file stays as it was.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    let bytes = input.first == 0 ? Array(input.dropFirst()) : changed(input)
    do {
        try File.writeAtomically(bytes, to: path)
        let first = look()
        let after = try File.read(path, limit: bytes.count)
        precondition(after == bytes, "the backup was changed")
        precondition(look() == first, "a second look says something else")
    } catch {
        fatalError("\(error)")
    }
    return 0
}

private let path = "/dev/shm/fuzz-backup-\(getpid()).sqlite"

/// A registry that is in order: Scripts/fuzz makes it with SQLite's own shell.
private let original: [UInt8] = {
    guard let name = unsafe getenv("FUZZ_BACKUP") else { fatalError("FUZZ_BACKUP names no registry") }
    do {
        return try File.read(String(cString: name), limit: 16 << 20)
    } catch {
        fatalError("\(error)")
    }
}()

/// Each five bytes change one: three for its place, one for its value, one for how far the next byte lies that gets it, too.
private func changed(_ input: [UInt8]) -> [UInt8] {
    var bytes = original
    for start in stride(from: 0, to: input.count - 4, by: 5) {
        let place = input[start..<start + 3].reduce(0) { $0 << 8 | Int($1) } % bytes.count
        bytes[place] = input[start + 3]
        bytes[(place + Int(input[start + 4])) % bytes.count] = input[start + 3]
    }
    return bytes
}

/// How many entries and tags a backup in order has; nil for one that is refused.
private func look() -> [Int64]? {
    let answer = Mutex<[Int64]??>(nil)
    Task {
        let found: [Int64]?
        do {
            let check = try await BackupCheck.of(try BackupSource(path))
            found = [check.entries, Int64(check.tags)]
        } catch {
            found = nil
        }
        answer.withLock { $0 = .some(found) }
    }
    while true {
        if let found = answer.withLock({ $0 }) { return found }
        usleep(200)
    }
}
