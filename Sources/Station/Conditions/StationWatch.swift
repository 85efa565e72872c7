internal import API
internal import ReaderProtocol
internal import ReaderSupervision
internal import Registry
internal import Synchronization
internal import UnixSystem

/// Looks after what a station stands on: its disk, its clock, its memory, its readers.
final class StationWatch: Sendable {
    private let storage: any RegistryStorage
    private let registry: RegistryFile
    let clock: StationClock
    private let readers: ReaderSupervisor
    private let station: String
    private let board: ConditionBoard
    private let last = Mutex<Look?>(nil)
    private let lastProbe = Mutex<Duration?>(nil)

    /// What the clocks showed at the last look.
    private struct Look {
        let time: Timestamp
        let uptime: Duration
    }

    /// Bytes on the disk below which somebody should make room.
    static let lowDisk: UInt64 = 64 << 20
    /// Bytes of memory below which nothing large is begun.
    static let lowMemory: UInt64 = 64 << 20
    /// How much memory an audit takes for each byte of its files: the request, its decoding and the ledger.
    private static let auditFactor: UInt64 = 6
    /// Per cent of the time in which a task waits for memory.
    private static let highPressure = 25.0
    /// A clock that is kept right is set by less.
    private static let clockStep = Duration.seconds(60)

    init(
        storage: any RegistryStorage, registry: RegistryFile, clock: StationClock, readers: ReaderSupervisor,
        station: String, board: ConditionBoard
    ) {
        self.storage = storage
        self.registry = registry
        self.clock = clock
        self.readers = readers
        self.station = station
        self.board = board
    }

    /// Looks every few seconds; more often while somebody waits for the disk.
    func run() async {
        while !Task.isCancelled {
            await look()
            try? await Task.sleep(for: board.isWritable ? .seconds(10) : .seconds(1))
        }
    }

    func look() async {
        await lookAtDisk()
        await lookAtClock()
        lookAtMemory()
        lookAtReaders()
    }

    var disk: DiskSpace? { try? DiskSpace(of: folder) }

    private var folder: String {
        guard let slash = registry.path.lastIndex(of: "/") else { return "." }
        return slash == registry.path.startIndex ? "/" : String(registry.path[..<slash])
    }

    // MARK: The disk

    /// Whether a write reaches the disk. What it says is on the board.
    @discardableResult
    func probe() async -> Bool {
        do {
            try await registry.probe()
            board.clear(.diskFull, .diskReadOnly, .diskFailing)
            return true
        } catch {
            if let error = error as? RegistryError { board.note(error) }
            return false
        }
    }

    /// The same, where nobody asks often enough to wear out the disk: once a second.
    func probeNowAndThen() async -> Bool {
        let now = clock.uptime()
        let isDue = lastProbe.withLock { last in
            guard last.map({ now - $0 >= .seconds(1) }) ?? true else { return false }
            last = now
            return true
        }
        return isDue ? await probe() : board.isWritable
    }

    private func lookAtDisk() async {
        if !board.isWritable { await probe() }
        guard let disk else { return }
        if disk.isReadOnly { await probe() }
        if disk.free < Self.lowDisk, board.isWritable {
            board.raise(
                .diskLow, "the registry's disk is nearly full", why: "\(folder) has \(disk.free >> 20) MiB left",
                next: "free space on it before writing has to wait (df -h \(folder))")
        } else {
            board.clear(.diskLow)
        }
    }

    // MARK: The clock

    private func lookAtClock() async {
        let look = Look(time: clock.now(), uptime: clock.uptime())
        let before = last.withLock { last in
            defer { last = look }
            return last
        }
        if let before { await noteStep(from: before, to: look) }
        guard let latest = try? await storage.latestTime() else { return }
        if look.time.milliseconds < latest.milliseconds - 1_000, !clock.isConfirmed() {
            board.raise(
                .clockBehind, "the station's clock is behind its journal",
                why: "it shows \(look.time.iso8601), and the journal has been at \(latest.iso8601)",
                next: "set it (timedatectl), or vouch for it: waymarkd --trust-clock; audits wait until then")
        } else {
            board.clear(.clockBehind)
        }
    }

    /// A clock that was set while nobody recorded anything: the journal says when.
    private func noteStep(from before: Look, to now: Look) async {
        let passed = now.uptime - before.uptime
        let shown = Duration.milliseconds(now.time.milliseconds - before.time.milliseconds)
        let expected = Timestamp(milliseconds: before.time.milliseconds + passed.milliseconds)
        guard (shown - passed).magnitude > Self.clockStep else { return }
        // Without a disk the next entry bears the new time all the same.
        _ = try? await storage.record(
            .clockSet(ClockStep(from: expected, to: now.time)), by: Author(station: station, actor: "waymarkd"))
    }

    // MARK: Memory

    static var hasRoomForMore: Bool { MemoryRoom.free ?? .max > lowMemory }

    private func lookAtMemory() {
        let isTight = MemoryRoom.pressure ?? 0 > Self.highPressure
        if isTight || !Self.hasRoomForMore {
            _ = memoryShort()
        } else {
            board.clear(.memoryShort)
        }
    }

    /// Puts it on the board, and is the refusal of what would take more.
    func memoryShort() -> StationError {
        let left = MemoryRoom.free.map { "\($0 >> 20) MiB are left" } ?? "none can be told to be left"
        let next = "close what else runs on this machine, or audit fewer sightings at a time (--since, --batch)"
        board.raise(.memoryShort, "the station is short of memory", why: left, next: next)
        return StationError(503, "memory-short", "this is too much for the station's memory", why: left, next: next)
    }

    /// Whether an audit of so many bytes may begin: with the memory that it takes, and a clock that is not behind.
    func checkAuditable(bytes: Int) throws {
        if let condition = board[.clockBehind] {
            throw StationError(
                503, condition.name.rawValue, "nothing is audited", why: condition.why, next: condition.next)
        }
        try checkRoom(bytes: bytes)
    }

    /// Whether there is memory for a request of so many bytes.
    func checkRoom(bytes: Int) throws {
        guard let free = MemoryRoom.free else { return }
        guard free > Self.lowMemory + UInt64(bytes) * Self.auditFactor else { throw memoryShort() }
    }

    // MARK: Readers

    private func lookAtReaders() {
        let failed = readers.snapshots.filter { $0.state == .failed }
        guard let first = failed.first else { return board.clear(.readerFailed) }
        let others = failed.count == 1 ? "" : " (and \(failed.count - 1) more)"
        board.raise(
            .readerFailed, "reader \(first.name) does not serve\(others)",
            why: first.failure.map { "\($0.message): \($0.reason)" } ?? "its worker ends again and again",
            next: first.failure?.next ?? "look at it: waymark reader list")
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 {
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    }

    fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
