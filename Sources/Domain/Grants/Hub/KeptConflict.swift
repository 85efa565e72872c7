package import Chips
package import Registry

/// An entry of a station that contradicts what the hub knows.
package struct KeptConflict: Hashable, Sendable {
    /// From 1, in the order in which the hub heard of them. No number is used twice.
    package let number: Int
    package let conflict: GrantConflict
    package let chain: ChainName
    package let sequence: Int64
    /// Which of the entry's conflicts it is, from 0.
    package let part: Int
    /// The chip that the entry names.
    package let uid: ChipUID?
    /// When the hub heard of it.
    package let noted: Timestamp
    /// Nil while it is open.
    package var settled: Settled?

    /// A person has looked, and the hub's journal says so.
    package struct Settled: Hashable, Sendable {
        package let reason: String
        package let author: Author
        package let time: Timestamp

        package init(reason: String, by author: Author, at time: Timestamp) {
            self.reason = reason
            self.author = author
            self.time = time
        }
    }

    package init(
        _ number: Int, _ conflict: GrantConflict, chain: ChainName, sequence: Int64, part: Int, uid: ChipUID?,
        noted: Timestamp, settled: Settled? = nil
    ) {
        self.number = number
        self.conflict = conflict
        self.chain = chain
        self.sequence = sequence
        self.part = part
        self.uid = uid
        self.noted = noted
        self.settled = settled
    }

    package func settlement(_ reason: String) -> ConflictSettlement {
        let columns = conflict.columns
        return ConflictSettlement(
            number: number, code: columns.code, chain: chain, sequence: sequence, part: part, tag: columns.tag,
            request: columns.request, uid: uid, why: columns.why, noted: noted, reason: reason)
    }
}

/// What settling a conflict comes to.
package struct ConflictAnswer: Hashable, Sendable {
    package let conflict: KeptConflict
    /// False where it was settled before: then that is what holds.
    package let isNew: Bool

    package init(_ conflict: KeptConflict, isNew: Bool) {
        self.conflict = conflict
        self.isNew = isNew
    }
}
