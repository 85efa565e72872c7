import Foundation
import Geodesy
import Registry
import TestBench
import Testing

/// Random events and evidence, the same for every kind of storage: each refuses what the others refuse and answers what
/// they answer, byte for byte. `make proof-storage` takes many times as many.
@Suite(.takesTurns) struct `Storages with the same random history` {
    static let isLong = ProcessInfo.processInfo.environment["WAYMARK_PROOF"] == "long"

    /// So many histories of so many steps; answers are compared after every tenth.
    static let seeds = SeededRandom.seeds(isLong ? 60 : 3)
    private static let steps = isLong ? 400 : 120

    @Test(arguments: seeds)
    func `answer the same`(seed: UInt64) async throws {
        var history = RandomHappenings(seed: seed)
        let storages = try await SeveralStorages(StorageKind.all)
        var (questions, taken, refused) = (0, 0, 0)
        var kinds: Set<JournalEvent.Kind> = []
        for step in 1...Self.steps {
            if let event = try await history.happen(to: storages) {
                if event.isTaken { taken += 1 } else { refused += 1 }
                if event.isTaken { kinds.insert(event.kind) }
            }
            guard step % 10 == 0 else { continue }
            questions += try await storages.compare("\(history.events.random), step \(step)")
        }
        print(
            "history \(history.events.random): \(taken) events taken of \(kinds.count) kinds, \(refused) refused, "
                + "\(questions) questions answered alike by \(StorageKind.all.map(\.name).joined(separator: ", "))")
        #expect(taken > 10 && refused > 5)
    }
}

/// Events of every kind, and evidence that comes, is audited and is forgotten.
struct RandomHappenings {
    var events: RandomEvents

    init(seed: UInt64) { events = RandomEvents(seed: seed) }

    /// One more step: the kind of the event, if it was one.
    mutating func happen(
        to storages: SeveralStorages
    ) async throws -> (kind: JournalEvent.Kind, isTaken: Bool)? {
        events.tick()
        switch events.pick(12) {
        case 0: try await bring(sightings: storages)
        case 1: try await bring(confirmations: storages)
        case 2: try await remark(storages)
        case 3 where events.pick(3) == 0: try await storages.same("scrub") { try await $0.scrub() }
        case 3: try await keepAccess(storages)
        default:
            let kind = RandomEvents.kinds[events.pick(RandomEvents.kinds.count)]
            let event = try await events.event(kind, in: storages.first)
            return (event.kind, try await storages.record(event, at: events.clock))
        }
        return nil
    }

    private mutating func device() -> DevicePseudonym? {
        let number = events.pick(9)
        return number == 0 ? nil : DevicePseudonym([UInt8(number)])
    }

    private mutating func url() -> String {
        [
            "https://example.com/store/s\(events.pick(5))?tag=t\(events.pick(60))",
            "https://evil.example/\(events.pick(3))",
            "tel:+49 30\0 \(events.text())",
        ][events.pick(12) == 0 ? 2 : events.pick(2)]
    }

    private mutating func time() -> Int64 { events.clock / 1_000 - Int64(events.pick(3_000)) }

    private mutating func bring(sightings storages: SeveralStorages) async throws {
        var rows: [KeptSighting] = []
        for _ in 0..<(1 + events.pick(30)) {
            rows.append(
                KeptSighting(
                    time: time(), url: url(), uid: events.pick(2) == 0 ? nil : try Samples.chip(UInt8(events.pick(30))),
                    place: try Coordinate(latitude: 52.5 + Double(events.pick(7)) / 70, longitude: 13),
                    sigma: Double(1 + events.pick(50)) / 7, device: device()))
        }
        rows += rows.prefix(3)
        let kept = rows
        try await storages.same("keeping sightings") { storage in
            let number = try await storage.beginImport(.sightings, file: "a.csv")
            return [Int(number), try await storage.keep(kept, import: number)]
        }
    }

    private mutating func bring(confirmations storages: SeveralStorages) async throws {
        var rows: [KeptConfirmation] = []
        for _ in 0..<(1 + events.pick(40)) {
            rows.append(
                KeptConfirmation(
                    time: time(), url: url(),
                    outcome: Registry.Confirmation.Outcome.allCases[events.pick(4)].rawValue, device: device()))
        }
        let kept = rows
        try await storages.same("keeping confirmations") { storage in
            let number = try await storage.beginImport(.confirmations, file: "c.csv")
            return [Int(number), try await storage.keep(kept, import: number)]
        }
    }

    private mutating func remark(_ storages: SeveralStorages) async throws {
        var remarks: [KeptRemark] = []
        for _ in 0..<(1 + events.pick(3)) {
            let picture = events.pick(3) == 0 ? try ScanPicture(jpeg: Samples.picture) : nil
            remarks.append(
                KeptRemark(
                    time: time() / 1_000 * 1_000, url: url(), device: DevicePseudonym([UInt8(events.pick(4))]),
                    note: events.pick(3) == 0 ? "" : events.text(), picture: picture))
        }
        let kept = remarks
        try await storages.same("keeping remarks") { try await $0.keep(kept) }
    }

    private mutating func keepAccess(_ storages: SeveralStorages) async throws {
        let now = Timestamp(milliseconds: events.clock)
        let key = RequestKey(actor: "alice", key: "key \(events.pick(5))")
        let answer = KeptAnswer(status: events.pick(4) == 0 ? 409 : 200, headers: "a: b", body: events.text())
        let (isPersonal, ending) = (events.pick(2) == 0, events.pick(4))
        switch events.pick(6) {
        case 0:
            try await storages.said { storage in
                try await storage.expireAccess(at: now)
                return true
            }
        case 1, 2:
            try await storages.same("a request") { try await $0.begin(key, isPersonal: isPersonal, at: now) }
        case 3:
            try await storages.same("the end of requests") { storage in
                switch ending {
                case 0: try await storage.interruptRequests()
                case 1: try await storage.release(key)
                case 2: return try await storage.interrupt(key)
                default: try await storage.forgetKeys(before: now)
                }
                return true
            }
        default:
            try await storages.said { storage in
                try await storage.keep(answer, of: "request", under: key)
                return true
            }
        }
    }
}
