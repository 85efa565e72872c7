internal import FoundationEssentials
package import Registry

/// What an entry's payload names; nothing of a payload that was tampered with.
package struct JournalSubject: Decodable, Sendable {
    package struct Cell: Decodable, Sendable {
        package let tag: String
    }

    package var tag: String?
    package var batch: String?
    package var digest: String?
    package var cells: [Cell]?
}

extension JournalEntry {
    package var subject: JournalSubject { JournalSubject(flat: payload) ?? particulars() ?? JournalSubject() }

    package func isOf(_ kind: JournalEvent.Kind) -> Bool { self.kind == kind.rawValue }

    /// The tags that have a label on the sheet that it is about.
    package var sheetTags: [String] {
        guard isOf(.sheetMade) || isOf(.sheetPrinted) else { return [] }
        return subject.cells?.map(\.tag) ?? []
    }

    /// What the clock showed before it was set back; nil for other entries.
    package var clockBefore: Timestamp? {
        guard isOf(.clockSet), let step: ClockStep = particulars() else { return nil }
        return step.from
    }
}
