internal import Registry
internal import Synchronization

/// Who is using which reader: one job or one reading at a time.
final class ReaderReservations: Sendable {
    private let users = Mutex<[ReaderName: String]>([:])

    /// Takes a reader for a purpose, which is reported to others that want it.
    func take(_ reader: ReaderName, for purpose: String) throws(StationError) {
        let user: String? = users.withLock { users in
            if let user = users[reader] { return user }
            users[reader] = purpose
            return nil
        }
        guard let user else { return }
        throw StationError(
            .readerInUse, "reader \(reader) is in use", why: "it is \(user)",
            next: "wait for it, or use another reader: waymark reader list")
    }

    func giveBack(_ reader: ReaderName) {
        users.withLock { users in _ = users.removeValue(forKey: reader) }
    }
}
