internal import Faults
package import Registry

/// What the operator orders while a batch is written.
extension SignQueue {
    /// Refuses to take scanned codes where the order of the file counts.
    package func checkPicking() throws(WriteJobRefusal) {
        guard !isPicking else { return }
        throw WriteJobRefusal(
            .notPicking, "the code is not used", why: "this job takes the signs in the order of the file",
            next: "to choose signs by their codes: waymark write \(batch) --pick")
    }

    /// Chooses the sign whose code was scanned; the next chip is to be its tag. Returns the sign that was chosen
    /// before and has not come to a chip; nil when there was none.
    package mutating func pick(_ id: TagID) -> Tag? {
        let former = picked.flatMap(tag)
        picked = tag(id).map(\.id)
        return former.flatMap { $0.id == id ? nil : $0 }
    }

    /// The one sign that these readers show.
    package mutating func signShown(at readers: some Sequence<ReaderName>) throws(WriteJobRefusal) -> Tag {
        var shown: [Tag] = []
        for reader in readers { if let tag = next(for: reader) { shown.append(tag) } }
        guard let only = shown.first, shown.allSatisfy({ $0.id == only.id }) else {
            throw WriteJobRefusal(
                .whichSign, "nothing is skipped",
                why: shown.isEmpty ? "no sign is shown" : "\(shown.count) readers show a sign each",
                next: "name the sign by its tag: skip TAG")
        }
        return only
    }

    /// Leaves a sign for the end. Refuses when its write has begun, and for one that is not of this queue.
    package mutating func skip(_ id: TagID) throws(WriteJobRefusal) {
        if picked == id { picked = nil }
        guard let tag = tag(id), isFree(tag) else {
            throw WriteJobRefusal(
                .begun, "tag \(id) is not skipped", why: "its write has begun, or it is done",
                next: "for a spoiled chip: redo \(id)")
        }
        skipped.removeAll { $0 == id }
        skipped.append(id)
        shown = shown.filter { $0.value != id }
    }

    /// The tag that was written last: the one that is written again when the operator names none.
    package func tagToRedo() throws(WriteJobRefusal) -> TagID {
        if let lastWritten { return lastWritten.tag }
        throw WriteJobRefusal(
            .nothingWritten, "nothing is written again", why: "this job has written no tag yet",
            next: "name the sign by its tag: redo TAG")
    }

    /// Makes a sign that is to be written again the next one: at the reader that wrote last, or the first of these.
    package mutating func redo(_ id: TagID, readers: [ReaderName]) {
        if isPicking {
            _ = pick(id)
        } else if let reader = lastWritten?.reader ?? readers.first {
            show(id, at: reader)
        }
    }

    /// Makes the next chip on a reader become a certain sign.
    mutating func show(_ id: TagID, at reader: ReaderName) {
        skipped.removeAll { $0 == id }
        guard let tag = tag(id), isFree(tag) else { return }
        shown = shown.filter { $0.value != id }
        shown[reader] = id
    }
}
