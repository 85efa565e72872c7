internal import API
internal import Faults
internal import ReaderProtocol
internal import ReaderSupervision
internal import Registry
internal import Synchronization
internal import UnixSystem

/// Monitors what a station depends on: its disk, its clock, its memory, its readers.
final class StationMonitor: Sendable {
    private let storage: any RegistryStorage
    private let registry: RegistryFile
    let clock: StationClock
    private let readers: ReaderSupervisor
    private let station: String
    private let conditions: StationConditions
    private let last = Mutex<Look?>(nil)
    private let lastProbe = Mutex<Duration?>(nil)

    /// What the clocks showed at the last look.
    private struct Look {
        let time: Timestamp
        let uptime: Duration
    }

    /// Free bytes on the disk below which space should be freed.
    static let lowDisk: UInt64 = 64 << 20
    /// How much memory an audit takes for each byte of its files: the request, its decoding and the ledger.
    private static let auditFactor: UInt64 = 6
    /// Per cent of the time in which a task waits for memory.
    private static let highPressure = 25.0
    /// A clock that is kept right is set by less.
    private static let clockStep = Duration.seconds(60)

    init(
        storage: any RegistryStorage, registry: RegistryFile, clock: StationClock, readers: ReaderSupervisor,
        station: String, conditions: StationConditions
    ) {
        self.storage = storage
        self.registry = registry
        self.clock = clock
        self.readers = readers
        self.station = station
        self.conditions = conditions
    }

    /// Looks every few seconds; more often while the disk is not writable.
    func run() async {
        while !Task.isCancelled {
            await look()
            try? await Task.sleep(for: conditions.isWritable ? .seconds(10) : .seconds(1))
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

    /// Whether a write reaches the disk. What it says is among the conditions.
    @discardableResult
    func probe() async -> Bool {
        do {
            try await registry.probe()
            conditions.clear(.diskFull, .diskReadOnly, .diskFailing)
            return true
        } catch {
            if let error = error as? RegistryError { conditions.note(error) }
            return false
        }
    }

    /// The same, at most once a second, so that frequent calls do not wear out the disk.
    func probeNowAndThen() async -> Bool {
        let now = clock.uptime()
        let isDue = lastProbe.withLock { last in
            guard last.map({ now - $0 >= .seconds(1) }) ?? true else { return false }
            last = now
            return true
        }
        return isDue ? await probe() : conditions.isWritable
    }

    private func lookAtDisk() async {
        if !conditions.isWritable { await probe() }
        guard let disk else { return }
        if disk.isReadOnly { await probe() }
        if disk.free < Self.lowDisk, conditions.isWritable {
            conditions.raise(
                .diskLow, "the registry's disk is nearly full", why: "\(folder) has \(disk.free >> 20) MiB left",
                next: "free space on it before writing has to wait (df -h \(folder))")
        } else {
            conditions.clear(.diskLow)
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
            conditions.raise(
                .clockBehind, "the station's clock is behind its journal",
                why: "it shows \(look.time.iso8601), and the journal has been at \(latest.iso8601)",
                next: "set it (timedatectl), or vouch for it: waymarkd --trust-clock; audits wait until then")
        } else {
            conditions.clear(.clockBehind)
        }
    }

    /// Records that the clock was set between two looks: the journal says when.
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

    static var hasRoomForMore: Bool { AvailableMemory.free ?? .max > MemoryShortage.reserve }

    private func lookAtMemory() {
        let shortage = MemoryShortage(
            free: AvailableMemory.free, pressure: AvailableMemory.pressure, limit: Self.highPressure)
        if let shortage { _ = refusal(for: shortage) } else { conditions.clear(.memoryShort) }
    }

    /// Puts it among the conditions, and is the refusal of what would take more.
    func refusal(for shortage: MemoryShortage) -> StationError {
        conditions.raise(
            .memoryShort, "the station is short of memory", why: shortage.why, next: shortage.next)
        return StationError(
            .condition(.memoryShort), "this is too much for the station's memory",
            why: shortage.why, next: shortage.next)
    }

    /// Whether an audit of so many bytes may begin: with the memory that it takes, and a clock that is not behind.
    func checkAuditable(bytes: Int) throws {
        if let condition = conditions[.clockBehind] {
            throw StationError(
                .condition(condition.name), "nothing is audited", why: condition.why, next: condition.next)
        }
        let needed = UInt64(bytes) * Self.auditFactor
        guard let free = AvailableMemory.free, let shortage = MemoryShortage(auditOf: needed, free: free) else {
            return
        }
        throw refusal(for: shortage)
    }

    // MARK: Readers

    private func lookAtReaders() {
        let failed = readers.snapshots.filter { $0.state == .failed }
        guard let first = failed.first else { return conditions.clear(.readerFailed) }
        let others = failed.count == 1 ? "" : " (and \(failed.count - 1) more)"
        conditions.raise(
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
