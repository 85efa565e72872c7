internal import Faults
internal import Provisioning
internal import Registry
internal import Synchronization

/// The users of the station's readers, for every task.
final class ReaderReservations: Sendable {
    private let users = Mutex(ReaderUsers())

    func take(_ reader: ReaderName, for purpose: String) throws(WriteJobRefusal) {
        try users.withLock { users throws(WriteJobRefusal) in try users.take(reader, for: purpose) }
    }

    func giveBack(_ reader: ReaderName) { users.withLock { $0.giveBack(reader) } }
}
