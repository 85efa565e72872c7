package import Chips
package import Registry

extension SignQueue {
    /// What becomes of a chip that was put on a reader.
    package enum Assignment: Hashable, Sendable {
        /// The chip is to become this tag, or was meant to and is to be finished.
        case write(Tag)
        /// The chip took a message of this tag, and the result is not in the journal: it has to hold the one with this
        /// URL, which may be another one than the tag has by now.
        case resume(Tag, revealed: String)
        /// The chip was written before as this tag: look whether it still is.
        case confirm(Tag)
        /// This reader has a chip with the same UID.
        case elsewhere(ReaderName)
        /// The chip carries a tag of another batch, or one that is retired.
        case occupied(Tag)
        /// The chip was given up: its tag was replaced or retired. It is destroyed and carries no tag again.
        case spoiled(FormerCarrier)
        /// No tag is left for a new chip. The tags that are not done are bound to these chips.
        case exhausted(bound: [Tag])
        /// The chip carries a tag, and the code that was scanned is another sign's.
        case otherSign(Tag, picked: Tag)
        /// The code that was scanned is that of a tag on another chip, or of one that is being written.
        case taken(Tag)
        /// No code was scanned for this chip.
        case notPicked
    }

    /// Decides about a chip, given the tag that the registry knows on it, and what the chip was when it was given up.
    /// A tag given out for writing is claimed until it is finished or released, and one that is only looked at until then.
    ///
    /// A chip that carries a tag now is that tag's, whatever it was before: a torn chip is finished, and earlier versions
    /// wrote spoiled chips again. `revealed`: see ``ChipVisits/revealed(by:)``.
    package mutating func assign(
        _ uid: ChipUID, known: Tag?, former: FormerCarrier? = nil, revealed: String? = nil, on reader: ReaderName
    ) -> Assignment {
        if let known {
            let assignment = assign(known, on: reader)
            guard let revealed, assignment == .write(known) else { return assignment }
            return .resume(known, revealed: revealed)
        }
        if let former { return .spoiled(former) }
        guard isPicking else {
            guard let next = next(for: reader) ?? takeFromIdle(for: reader) else {
                return .exhausted(bound: boundToChips)
            }
            return claim(next, reader)
        }
        guard let wanted = picked.flatMap(tag) else { return .notPicked }
        return isFree(wanted) ? claim(wanted, reader) : .taken(wanted)
    }

    private mutating func assign(_ known: Tag, on reader: ReaderName) -> Assignment {
        guard known.batch == batch, known.state != .retired else { return .occupied(known) }
        if isPicking, let wanted = picked.flatMap(tag), wanted.id != known.id {
            return .otherSign(known, picked: wanted)
        }
        let assignment = claim(known, reader)
        return known.state == .written ? .confirm(known) : assignment
    }

    /// The tag that a chip carries by its URL without a record of it: given out for this chip, and what was given out
    /// to the reader for it before is free again. Nil when no tag that is to be written has this URL.
    package mutating func recognise(_ url: String, on reader: ReaderName) -> Tag? {
        guard
            let tag = tags.first(where: {
                $0.isNamed(by: url) && $0.state == .planned && claimed[$0.id] ?? reader == reader
            })
        else { return nil }
        for id in claimed.filter({ $0.value == reader }).keys { release(id, reader) }
        shown = shown.filter { $0.value != tag.id }
        claimed[tag.id] = reader
        return tag
    }

    private mutating func claim(_ tag: Tag, _ reader: ReaderName) -> Assignment {
        claimed[tag.id] = reader
        if shown[reader] == tag.id { shown[reader] = nil }
        return .write(tag)
    }

    /// The last tag that is shown at another reader, which is empty: better written here than waiting there.
    private mutating func takeFromIdle(for reader: ReaderName) -> Tag? {
        let waiting = shown.values.compactMap { positions[$0] }.filter { isFree(tags[$0]) }
        guard let last = waiting.max().map({ tags[$0] }) else { return nil }
        shown = shown.filter { $0.value != last.id }
        return last
    }
}
