/// What an edit was decided on, as it was read. It comes beside the event and is not journalled: where the tables hold
/// something else when the event would move them, another change came first, and the edit is refused.
///
/// Several daemons change one registry, so that only a storage can say which edit came first: it asks
/// ``RegistryTables/require(_:)`` in the transaction of the event.
public enum EditBasis: Hashable, Sendable {
    /// What a batch says of itself, whether it rests or not: its tags are not looked at.
    case head(Batch)
    /// The same, and the plans of its tags, whatever became of the tags. By their digest, which was read before them:
    /// nothing waits while a million of them are read.
    case plan(Batch, DocumentDigest?)
    /// A batch with its tags.
    case batch(Batch)
    case tag(Tag)
    case finding(KeptFinding)
}

extension RegistryTables {
    /// Throws `changedMeanwhile` where what an edit rests on is otherwise by now, or gone.
    public func require(_ basis: EditBasis) throws {
        guard try !hold(basis) else { return }
        throw RegistryError.changedMeanwhile(basis.subject)
    }

    private func hold(_ basis: EditBasis) throws -> Bool {
        switch basis {
        case .head(let batch): try head(batch.name)?.plain == batch.plain
        case .plan(let batch, let digest):
            try head(batch.name)?.plain == batch.plain && keptDigest(of: batch.name) == digest
        case .batch(let batch): try head(batch.name) == batch.with([]) && holdTags(of: batch)
        case .tag(let tag): try self.tag(tag.id) == tag
        case .finding(let finding): try findingLife(finding.number)?.kept == finding
        }
    }

    /// As far as the first tag that is another.
    private func holdTags(of batch: Batch) throws -> Bool {
        var count = 0
        do {
            try forEachTag(of: batch.name) { tag, _ in
                guard count < batch.tags.count, tag == batch.tags[count] else { throw Difference() }
                count += 1
            }
        } catch is Difference {
            return false
        }
        return count == batch.tags.count
    }
}

private struct Difference: Error {}

extension Batch {
    /// What it says of itself, whether it rests or not.
    fileprivate var plain: Batch { changed { ($0.tags, $0.isPaused, $0.isDoubtful) = ([], false, false) } }
}

extension EditBasis {
    /// In a sentence.
    fileprivate var subject: String {
        switch self {
        case .head(let batch), .plan(let batch, _), .batch(let batch): "batch \(batch.name)"
        case .tag(let tag): "tag \(tag.id)"
        case .finding(let finding): "finding \(finding.number)"
        }
    }
}
