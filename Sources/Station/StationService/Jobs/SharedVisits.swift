internal import Chips
internal import Provisioning
internal import Registry
internal import Synchronization

/// The chips on the station's readers, for every job.
final class SharedVisits: Sendable {
    private let visits = Mutex(ChipVisits())

    func begin(_ uid: ChipUID, on reader: ReaderName) -> ReaderName? {
        visits.withLock { $0.begin(uid, on: reader) }
    }

    func revealed(by uid: ChipUID) -> String? { visits.withLock { $0.revealed(by: uid) } }

    func apply(_ change: WriteSession.QueueChange, by reader: ReaderName) {
        visits.withLock { $0.apply(change, by: reader) }
    }

    func withdraw(_ reader: ReaderName) { visits.withLock { $0.withdraw(reader) } }
}
