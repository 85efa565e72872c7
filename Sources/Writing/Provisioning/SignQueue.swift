package import Registry

/// The NFC tags of a batch in the order of work: which one is shown at which reader, and who is writing which.
///
/// One queue serves all readers of a batch, so that no two of them take the same tag identifier. It is the only place
/// where a tag is given out; whatever a reader did not finish comes back here.
package struct SignQueue: Sendable {
    package let batch: BatchName
    /// Whether signs are chosen by their scanned codes and not by the order of the file.
    package let isPicking: Bool

    private(set) var tags: [Tag]
    /// Where each tag is in `tags`.
    private(set) var positions: [TagID: Int]
    package private(set) var done: Int
    /// No tag before this position can be given out. A batch has thousands of tags, and is asked after each chip.
    private var firstPlanned = 0
    /// What the next new chip on a reader becomes, as shown to the operator.
    var shown: [ReaderName: TagID] = [:]
    /// Given out for writing, or looked at whether their chips are still right.
    var claimed: [TagID: ReaderName] = [:]
    /// What the registry says of tags that are given out, where that has changed since they were given out.
    private var changed: [TagID: Tag] = [:]
    private var rules: BatchRules
    /// Left for the end, oldest first.
    var skipped: [TagID] = []
    /// Chosen by its code and not yet on a chip.
    var picked: TagID?
    /// The last write that was finished.
    private(set) var lastWritten: TagWrite?

    /// Tags of other media are left out, retired ones too.
    package init(_ batch: Batch, picking: Bool = false) {
        self.batch = batch.name
        isPicking = picking
        rules = batch.rules
        (tags, positions, done) = ([], [:], 0)
        take(batch.tags)
    }

    private mutating func take(_ tags: [Tag]) {
        self.tags = tags.filter { $0.medium == .nfc && $0.state != .retired }
        positions = Dictionary(uniqueKeysWithValues: self.tags.enumerated().map { ($1.id, $0) })
        done = self.tags.count { $0.state.isDone }
        firstPlanned = 0
    }

    package var total: Int { tags.count }
    package var isDone: Bool { done == total }

    /// The tags that only a certain chip can become: their write began on it, or it carries a URL that has changed
    /// since.
    package var boundToChips: [Tag] { tags.filter { $0.state == .unfinished || $0.state == .outdated } }

    /// The tag that the next new chip on a reader becomes. From now on it is kept for that reader, until it is
    /// written there, the reader is lost, or no other tag is left for a chip on another reader.
    package mutating func next(for reader: ReaderName) -> Tag? {
        if isPicking { return picked.flatMap(tag) }
        if let tag = shown[reader].flatMap(tag), isFree(tag) { return tag }
        while firstPlanned < tags.count, tags[firstPlanned].state != .planned { firstPlanned += 1 }
        let taken = Set(shown.filter { $0.key != reader }.values)
        let next =
            tags[firstPlanned...].first { isFree($0) && !taken.contains($0.id) && !skipped.contains($0.id) }
            ?? skipped.lazy.compactMap(tag).first { isFree($0) && !taken.contains($0.id) }
        shown[reader] = next?.id
        return next
    }

    /// A reader is gone, or writes this batch no longer: what was kept for it is free for all readers again.
    package mutating func withdraw(_ reader: ReaderName) {
        shown[reader] = nil
        for id in claimed.filter({ $0.value == reader }).keys { release(id, reader) }
    }

    /// Carries out what a session has decided about a tag.
    package mutating func apply(_ change: WriteSession.QueueChange, by reader: ReaderName) {
        switch change {
        case .intended(let write):
            // In the journal: the tag belongs to the chip from now on, whatever happens.
            update(write.tag) { $0.life.follow(.writeIntended(write)) }
        case .finished(let write):
            update(write.tag) { [rules] tag in
                tag.life.follow(.writeConfirmed(write))
                tag = tag.judged(by: rules)
            }
            release(write.tag, reader)
            lastWritten = write
        case .confirmed(let tag):
            // Another station may have written it since the queue was made. What has changed while the chip was looked at
            // counts more.
            if changed[tag.id] == nil { update(tag.id) { $0 = tag } }
            release(tag.id, reader)
        case .released(let id): release(id, reader)
        case .withdrawn: withdraw(reader)
        case .left, .revealed, .unknown: break
        }
    }

    mutating func release(_ id: TagID, _ reader: ReaderName) {
        guard claimed[id] == reader else { return }
        claimed[id] = nil
        guard let tag = changed.removeValue(forKey: id) else { return }
        take(tags.map { $0.id == id ? tag : $0 })
    }

    private mutating func update(_ id: TagID, _ body: (inout Tag) -> Void) {
        guard let position = positions[id] else { return }
        if tags[position].state.isDone { done -= 1 }
        body(&tags[position])
        if tags[position].state.isDone { done += 1 }
        if var tag = changed[id] {
            body(&tag)
            changed[id] = tag
        }
        if picked == id { picked = nil }
    }

    /// Takes over the registry's present state of the batch: another user retired or replaced a tag or gave it another
    /// URL. Tags that are given out stay as they are until that has ended, and are then what the registry says.
    package mutating func refresh(_ batch: Batch) {
        rules = batch.rules
        changed = [:]
        take(
            batch.tags.map { new in
                guard claimed[new.id] != nil, let old = tag(new.id), old != new else { return new }
                changed[new.id] = new
                return old
            })
    }

    func tag(_ id: TagID) -> Tag? { positions[id].map { tags[$0] } }

    func isFree(_ tag: Tag) -> Bool { tag.state == .planned && claimed[tag.id] == nil }
}
