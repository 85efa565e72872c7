internal import API
internal import Faults
internal import Registry
internal import Synchronization

/// Carries out in the files what was forgotten: at once, or as soon as nothing holds the registry as it was before. What
/// is pending is in the registry, so a restart does not end it.
actor Erasures {
    /// Why it cannot be done yet.
    struct Obstacle: Hashable, Sendable {
        let why: String
        /// What has to happen first, behind "when".
        let end: String

        static let reader = Obstacle(
            why: "a program still reads the registry as it was before",
            end: "no program reads the registry as it was before any more")
        static let copy = Obstacle(
            why: "a backup that was begun before is being made", end: "the backup that is being made is complete")

        static func storage(_ error: RegistryError) -> Obstacle {
            Obstacle(why: "\(error.message): \(error.reason)", end: "the registry's disk can be written again")
        }
    }

    private let storage: any RegistryHistory
    private let copies: RunningCopies
    private let conditions: StationConditions
    /// Backups that may hold what was erased, and the erasure that they were begun before.
    private var older: (erasure: Int64, copies: Set<Int>)?

    /// How long a request waits for readers, most of which are done within a second.
    private static let gracePeriod = Duration.seconds(2)
    private static let pause = Duration.milliseconds(100)

    init(storage: any RegistryHistory, copies: RunningCopies, conditions: StationConditions) {
        self.storage = storage
        self.copies = copies
        self.conditions = conditions
    }

    /// Overwrites what was forgotten. Nil when nothing of it is left.
    func carryOut() async -> Obstacle? {
        let end = ContinuousClock.now + Self.gracePeriod
        var obstacle = await attempt()
        while obstacle != nil, .now < end, (try? await Task.sleep(for: Self.pause)) != nil {
            obstacle = await attempt()
        }
        if let obstacle {
            conditions.raise(
                .erasurePending, "what was forgotten is not yet erased from the registry's files", why: obstacle.why,
                next: "nothing; the station erases it when \(obstacle.end)")
        }
        return obstacle
    }

    /// Tries again what could not be done at once. The registry is asked: another process may have recorded it, and
    /// have ended. For every few seconds.
    func tryAgain() async {
        // What cannot be read now is read the next time.
        guard let state = try? await storage.erasures() else { return }
        if state.pending != nil { _ = await carryOut() } else { conditions.clear(.erasurePending) }
    }

    private func attempt() async -> Obstacle? {
        do {
            let state = try await storage.erasures()
            if state.pending != nil {
                if older?.erasure != state.count { older = (state.count, copies.running) }
                guard older?.copies.isDisjoint(with: copies.running) ?? true else { return .copy }
                guard try await storage.scrub() else { return .reader }
                try await storage.endErasure(state.count)
                guard try await storage.erasures().pending == nil else { return .reader }
            }
            conditions.clear(.erasurePending)
            return nil
        } catch let error as RegistryError {
            return .storage(error)
        } catch {
            return Obstacle(why: "\(error)", end: "the registry can be written again")
        }
    }
}

/// Copies of the registry that are being made beside it.
final class RunningCopies: Sendable {
    private let numbers = Mutex(Numbered<Void>())

    var running: Set<Int> { numbers.withLock { Set($0.all.map(\.key)) } }

    func begin() -> Int { numbers.withLock { $0.add(()) } }

    func end(_ number: Int) { numbers.withLock { _ = $0.remove(number) } }
}
