import Chips
import Faults
import NFCTags
import Provisioning
import Registry

/// What a session asks of a bench: nothing waits, and the registry is in memory.
final class BenchPort: WriteSessionPort {
    let reader: ReaderName
    let registry: MemoryRegistry
    let queue: Bench.Queue
    /// What a look at a chip's signature finds.
    var genuineness = Genuineness.genuine
    private(set) var reports: [WriteReport] = []

    init(reader: ReaderName, registry: MemoryRegistry, queue: Bench.Queue) {
        self.reader = reader
        self.registry = registry
        self.queue = queue
    }

    /// Chips that the hub was to be asked for.
    private(set) var unknown: [ChipUID] = []

    func apply(_ step: WriteSession.Step) -> Bool {
        for change in step.queue {
            if case .unknown(let uid) = change { unknown.append(uid) }
            queue.signs.apply(change, by: reader)
            queue.visits.apply(change, by: reader)
        }
        reports += step.reports
        return queue.signs.isDone
    }

    func assignment(of uid: ChipUID) -> SignQueue.Assignment {
        if let other = queue.visits.begin(uid, on: reader) { return .elsewhere(other) }
        return queue.signs.assign(
            uid, known: registry.tag(onChip: uid), former: registry.formerCarrier(onChip: uid),
            revealed: queue.visits.revealed(by: uid), on: reader)
    }

    func recognise(_ url: String) -> Registry.Tag? { queue.signs.recognise(url, on: reader) }

    func record(_ event: JournalEvent, mayBeLate: Bool) -> WriteSessionRecording {
        do {
            try registry.record(event)
            return .recorded
        } catch {
            return .refused(
                .init(code: "contradiction", message: "not recorded", reason: error.reason, next: "look"))
        }
    }

    func genuineness(of tag: TagSession) -> Genuineness { genuineness }

    func password(of uid: ChipUID, from key: KeyName) -> TagPassword? { Samples.password(of: uid, from: key) }

    func pause() {}

    func awaitReader() {}
}
