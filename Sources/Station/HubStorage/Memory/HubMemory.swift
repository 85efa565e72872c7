internal import Faults
internal import FoundationEssentials
internal import Glibc
internal import Grants
package import Registry
internal import Synchronization
internal import UnixSystem

/// What a daemon knows apart from the database: see `DaemonMemory`. A file in the daemon's own folder, of one JSON object a
/// line, which grows at its end; one process has it at a time.
///
/// Back it up with the machine, not with the database: that both are as old as each other is what it has to prevent.
package final class HubMemory: Sendable {
    package let path: String
    /// For people: the name of the machine, or what the configuration says.
    let name: String
    private let lock: ExclusiveLock
    private let state: Mutex<State>

    private struct State: ~Copyable {
        var memory: DaemonMemory
        var file: GrowingFile
        /// Whether what was noted may not be in the file.
        var hasFailed = false
    }

    /// It is written anew when it has grown by this many bytes.
    private static let slack = 1 << 20
    private static let limit = 256 << 20

    /// Opens the file in a folder, or begins it. A line that was not written to its end was not answered for. Throws
    /// `registry-damaged` for a file that another hand has changed, and `inUse` where another process has it.
    package init(in folder: String, name: String, daemon: ChainName) throws {
        path = folder + "/memory"
        self.name = name
        lock = try ExclusiveLock(path + ".lock")
        var memory = try Self.read(path)
        if memory.daemon == nil { memory.take(.begun(daemon: daemon)) }
        let file = try GrowingFile(path, beginningWith: Self.lines(memory.notes))
        state = Mutex(State(memory: memory, file: file))
    }

    var known: DaemonMemory { state.withLock { $0.memory } }

    /// Appends notes. `forced`: they are on the disk when it returns, with all before them; others may go with the machine's
    /// power. Throws where they are not, and then each forced one throws until the file can be written again.
    func note(_ notes: [MemoryNote], forced: Bool) throws {
        try state.withLock { state in
            for note in notes { state.memory.take(note) }
            do throws(SystemError) {
                // After a failure its end may be half a line.
                if state.hasFailed || state.file.size > state.file.beginning + Self.slack {
                    state.file = try GrowingFile(path, beginningWith: Self.lines(state.memory.notes))
                } else {
                    try state.file.append(Self.lines(notes), forced: forced)
                }
                state.hasFailed = false
            } catch {
                state.hasFailed = true
                if forced { throw Self.unwritten(error) }
            }
        }
    }

    /// A checkpoint goes out to many stations, and is noted once; none older than it is.
    func note(ifNew checkpoint: MemoryNote) throws {
        let (known, isWritten) = state.withLock { ($0.memory, !$0.hasFailed) }
        var next = known
        next.take(checkpoint)
        guard let signed = next.checkpoint else { return }
        if isWritten, let kept = known.checkpoint, kept.era == signed.era, kept.size >= signed.size { return }
        try note([checkpoint], forced: true)
    }

    /// Those that are noted on the disk: a note may be removed while the daemon runs.
    func notedHandBacks() throws -> [ChainName] { try handBackNotes.chains() }

    /// Reads what is beside it: by this daemon, and by `waymark-hub hand-back`.
    func takeHandBackNotes() throws { take(try handBackNotes.all()) }

    /// They are on the disk when this returns, beside it.
    func keep(_ handBacks: [BatchHandBack]) throws {
        for handBack in handBacks { try handBackNotes.keep(handBack) }
        take(handBacks)
    }

    private func take(_ handBacks: [BatchHandBack]) {
        state.withLock { state in for handBack in handBacks { state.memory.take(handBack: handBack) } }
    }

    private var handBackNotes: HandBackNotes { HandBackNotes(in: Folder.parent(of: path)) }

    /// The daemon that has its memory in a folder; nil where none has.
    static func daemon(in folder: String) throws -> ChainName? { try read(folder + "/memory").daemon }

    private static func lines(_ notes: [MemoryNote]) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var bytes: [UInt8] = []
        for note in notes {
            guard let line = try? encoder.encode(note) else { preconditionFailure("a note has a JSON form") }
            bytes += line
            bytes.append(0x0A)
        }
        return bytes
    }

    private static func read(_ path: String) throws -> DaemonMemory {
        var memory = DaemonMemory()
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try File.read(path, limit: limit) } catch {
            guard error.code == .notFound else { throw error }
            return memory
        }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        for (number, line) in lines.dropLast().enumerated() {
            guard let note = try? JSONDecoder().decode(MemoryNote.self, from: Data(line)) else {
                throw damaged(path, line: number + 1)
            }
            memory.take(note)
        }
        guard memory.daemon != nil else { throw damaged(path, line: 1) }
        return memory
    }

    private static func damaged(_ path: String, line: Int) -> RegistryError {
        RegistryError(
            .registryDamaged, "the hub's daemon does not start",
            why: "\(path) is damaged in line \(line): what this daemon knew of the database is not known",
            next:
                "restore that file; or move it away, start the daemon, and begin an era: waymark hub restored --reason ..."
        )
    }

    private static func unwritten(_ error: SystemError) -> RegistryError {
        RegistryError(
            error.errno == ENOSPC || error.errno == EDQUOT ? .diskFull : .diskFailing, "the hub does not answer",
            why: "what it answers cannot be noted: \(error.reason)",
            next: "mend the disk of the daemon's folder; what was asked for is answered when it is asked again")
    }
}
