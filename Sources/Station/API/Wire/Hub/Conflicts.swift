package import Chips
package import Registry

/// Entries of stations that contradict the hub.
package struct ConflictList: Hashable, Sendable, Codable {
    package struct Line: Hashable, Sendable, Codable {
        package let number: Int
        /// `written-without-grant`, `moved-without-grant`, `contradiction`, `taken-after-end`, `held-twice`.
        package let code: String
        package let tag: TagID?
        /// Number of the grant's request, where a grant is meant.
        package let request: Int?
        /// The chip that the entry names.
        package let uid: ChipUID?
        /// What the hub says against it, where the code does not say it all.
        package let why: String?
        package let station: StationName?
        package let chain: ChainName
        package let sequence: Int64
        package let noted: Timestamp
        /// Not there while it is open.
        package let settled: Settled?

        package init(
            number: Int, code: String, tag: TagID?, request: Int?, uid: ChipUID?, why: String?, station: StationName?,
            chain: ChainName, sequence: Int64, noted: Timestamp, settled: Settled?
        ) {
            self.number = number
            self.code = code
            self.tag = tag
            self.request = request
            self.uid = uid
            self.why = why
            self.station = station
            self.chain = chain
            self.sequence = sequence
            self.noted = noted
            self.settled = settled
        }
    }

    /// A person has looked.
    package struct Settled: Hashable, Sendable, Codable {
        package let reason: String
        /// Who, as the journal has it.
        package let actor: String
        package let time: Timestamp

        package init(reason: String, actor: String, time: Timestamp) {
            self.reason = reason
            self.actor = actor
            self.time = time
        }
    }

    package let schema: Int
    package let conflicts: [Line]

    package init(_ conflicts: [Line]) {
        schema = 1
        self.conflicts = conflicts
    }
}

/// A conflict that is settled.
package struct ConflictSettled: Hashable, Sendable, Codable {
    package let schema: Int
    package let conflict: ConflictList.Line
    /// False where it was settled before: then that is what holds.
    package let isNew: Bool

    package init(_ conflict: ConflictList.Line, isNew: Bool) {
        schema = 1
        self.conflict = conflict
        self.isNew = isNew
    }
}
