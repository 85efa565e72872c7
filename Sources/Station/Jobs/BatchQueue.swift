internal import Provisioning
internal import Registry
internal import Synchronization

/// The queue of a batch, shared by all jobs that write it: two readers on a bench never take the same tag.
final class BatchQueue: Sendable {
    private let content: Mutex<Content>

    private struct Content {
        var queue: SignQueue
        /// How often a job has changed the queue.
        var changes = 0
    }

    init(_ batch: Batch) {
        content = Mutex(Content(queue: SignQueue(batch)))
    }

    var total: Int { content.withLock(\.queue.total) }
    var done: Int { content.withLock(\.queue.done) }
    var isDone: Bool { content.withLock(\.queue.isDone) }
    var next: Tag? { content.withLock(\.queue.next) }

    /// Decides about a chip, on what the registry says now: somebody may have replaced or retired a tag since the
    /// job began.
    func assign(_ uid: ChipUID, from storage: any RegistryStorage) async throws -> SignQueue.Assignment {
        while true {
            let changes = content.withLock(\.changes)
            let known = try await storage.tag(onChip: uid)
            let batch = try await storage.batch(content.withLock(\.queue.batch))
            let assignment: SignQueue.Assignment? = content.withLock { content in
                // Another job went on in the meantime: what was read may be older than what the queue says.
                guard content.changes == changes else { return nil }
                if let batch { content.queue.update(batch) }
                return content.queue.assign(uid, known: known)
            }
            if let assignment { return assignment }
        }
    }

    func apply(_ change: WriteSession.QueueChange) {
        content.withLock { content in
            content.changes += 1
            switch change {
            case .intended(let tag, let uid): content.queue.intend(tag, on: uid)
            case .finished(let tag): content.queue.finish(tag)
            case .released(let tag): content.queue.release(tag)
            }
        }
    }
}
