internal import Faults
internal import Notices
internal import UnixSystem

/// Takes notices over from the outbox. What another account could have written is not taken: a forged notice would send
/// people to do what its author wants.
struct NoticeIntake: Sendable {
    let outbox: Outbox
    let folder: DeliveryFolder
    /// Who may leave notices.
    let owners: Set<UInt32>
    let group: UInt32?

    init(_ outbox: Outbox, _ folder: DeliveryFolder) {
        self.outbox = outbox
        self.folder = folder
        let watch = Accounts.userNumber(named: Outbox.account)
        owners = TrustedFile.owners.union([watch].compactMap { $0 })
        group = watch.flatMap { Accounts.primaryGroup(of: $0) }
    }

    /// Takes everything over that is there, durably. `receivers` says who gets a notice. Returns why files were refused, and
    /// the receivers that a person wants tried again.
    func take(
        at time: Int64, for receivers: (Notice) -> [String]
    ) throws -> (refused: [Complaint], retried: Set<String>) {
        let place = try TrustedFolder(outbox.path, ownedBy: owners, sharedWith: group)
        var refused: [Complaint] = []
        for name in try place.names().sorted() where name.hasSuffix(".json") {
            let notice: Notice
            do {
                notice = try read(name, in: place)
            } catch let error as any AnyFault {
                refused.append(error.complaint)
                continue
            }
            // It is in both places where the sender was ended between the two steps.
            if !folder.isQueued(notice.id) {
                let queued = QueuedNotice(notice, since: time, for: receivers(notice))
                if queued.isOpen { try folder.keep(queued) }
            }
            try place.remove(name)
        }
        try place.synchronize()
        return (refused, try takeRetried(at: time))
    }

    private func read(_ name: String, in place: borrowing TrustedFolder) throws -> Notice {
        guard place.status(of: name)?.kind == .file else {
            throw NotifyError(
                .badNotice, "the notice \(name) is refused", why: "it is not a regular file",
                next: "find out who made it: ls -l \(outbox.path)")
        }
        return try NoticeText.notice(try place.read(name, limit: NoticeText.limit, ownedBy: owners), name: name)
    }

    /// A dead letter is tried again at its receiver alone.
    private func takeRetried(at time: Int64) throws -> Set<String> {
        let letters = try folder.retried()
        for letter in letters {
            let id = letter.notice.id
            var queued = try folder.queued(id) ?? QueuedNotice(letter.notice, since: time, for: [])
            queued.deliveries[letter.receiver] = QueuedNotice.Delivery(due: time)
            try folder.keep(QueuedNotice(queued, since: time))
            try folder.forgetRetry(letter)
        }
        return Set(letters.map(\.receiver))
    }
}

extension QueuedNotice {
    /// The same, taken over anew.
    fileprivate init(_ other: QueuedNotice, since: Int64) {
        self.init(other.notice, since: since, for: [])
        deliveries = other.deliveries
    }
}
