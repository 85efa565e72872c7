import Chips
import Faults
import Geodesy
import Registry
import Synchronization
import Testing

/// Storages of every kind to which the same happens.
struct SeveralStorages {
    private let all: [(kind: String, storage: any Answers.Storage)]
    /// They hold the places.
    private let openers: [StorageKind.Opener]
    private let clock: SettableClock
    private let author = Author(station: "bench-1", actor: "alice \u{10} \"quoted\"")

    /// The first of them, from which events are drawn.
    var first: any Answers.Storage { all[0].storage }

    init(_ kinds: [StorageKind]) async throws {
        let clock = SettableClock()
        var all: [(kind: String, storage: any Answers.Storage)] = []
        var openers: [StorageKind.Opener] = []
        for kind in kinds {
            let open = try await kind.makePlace()
            openers.append(open)
            all.append((kind.name, try #require(try await open { clock.now } as? any Answers.Storage)))
        }
        self.all = all
        self.openers = openers
        self.clock = clock
    }

    /// Records an event at a moment; whether it was taken. All have to say the same.
    func record(_ event: JournalEvent, at time: Int64) async throws -> Bool {
        clock.set(time)
        let outcomes = try await said { storage in
            do { return Outcome.taken(try await storage.record(event, by: author)) } catch let error as RegistryError {
                return Outcome.refused([error.code.rawValue, error.message, error.reason, error.next])
            }
        }
        for other in outcomes.dropFirst() { #expect(other == outcomes[0], "\(event.kind)") }
        guard case .taken = outcomes[0] else { return false }
        return true
    }

    private enum Outcome: Hashable, Sendable {
        case taken(JournalEntry)
        case refused([String])
    }

    /// Asks all of them, one after the other.
    @discardableResult
    func said<Answer: Hashable>(_ ask: (any Answers.Storage) async throws -> Answer) async throws -> [Answer] {
        var answers: [Answer] = []
        for (_, storage) in all { answers.append(try await ask(storage)) }
        return answers
    }

    /// Does the same to all, which have to say the same of it.
    func same<Answer: Hashable>(_ what: String, _ act: (any Answers.Storage) async throws -> Answer) async throws {
        let answers = try await said(act)
        #expect(answers.allSatisfy { $0 == answers[0] }, "\(what): \(answers)")
    }

    /// Compares all that they say. How many questions were answered.
    func compare(_ note: String) async throws -> Int {
        let tags = try await first.tags()
        let reference = try await Answers(first, about: tags)
        for (kind, storage) in all.dropFirst() {
            let differences = try await Answers(storage, about: tags).differences(from: reference)
            #expect(differences.isEmpty, "\(kind), \(note): \(differences.prefix(3).joined(separator: "\n"))")
        }
        return reference.all.count
    }
}

/// The same for all, however often it is asked.
final class SettableClock: Sendable {
    private let time = Atomic<Int64>(0)

    var now: Timestamp { Timestamp(milliseconds: time.load(ordering: .relaxed)) }
    func set(_ milliseconds: Int64) { time.store(milliseconds, ordering: .relaxed) }
}
